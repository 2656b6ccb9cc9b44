"""What the laboratory found, drawn on one sheet: what goes with points, and how often seats won with so many of each thing."""

from pathlib import Path
from typing import Any

from mecenate.lab.effects import Level
from mecenate.lab.intervals import Estimate
from mecenate.lab.plots import BAR, INK, matplotlib, save
from mecenate.lab.showing import MARK, give, in_order
from mecenate.lab.winning import ChoiceFound, CountFound, Winning, all_choices

WIDTH, ROW, HEAD = 11.0, 0.21, 0.75  # inches
ACROSS = 5  # small plots beside each other
BESIDE = 3  # plots of choices beside each other
FAINT = "#b9aa98"


def plot_winning(found: Winning, path: Path) -> None:
    pyplot = matplotlib()
    ends, early = in_order(found.end), in_order(found.early)
    small = [*ends, *early]
    lines = -(-len(small) // ACROSS)
    choices = list(all_choices(found))
    bands = [choices[n : n + BESIDE] for n in range(0, len(choices), BESIDE)]
    heights = [HEAD + ROW * max(len(ends), len(early)), *[1.55] * lines]
    heights += [HEAD + ROW * max(len(one.options) for one in band) for band in bands]
    figure = pyplot.figure(figsize=(WIDTH, sum(heights)), layout="constrained")
    parts = figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    for axis, rows, title in zip(parts[0].subplots(1, 2), (ends, early), ("At the end", found.early_label), strict=True):
        _worth(axis, rows, title, max(len(ends), len(early)))
    top = 110 * max(level.win_share.value for row in small for level in row.levels)
    for n, part in enumerate(parts[1 : 1 + lines]):
        axes = part.subplots(1, ACROSS, sharey=True)
        for k, axis in enumerate(axes):
            _numbers(axis, small, n * ACROSS + k, len(ends), found)
            axis.set_ylim(0, top)
        axes[0].set_ylabel("games won, %", fontsize=7)
    right = 110 * max(option.win_share.value for one in choices for option in one.options)
    for part, band in zip(parts[1 + lines :], bands, strict=True):
        for axis, one in zip(part.subplots(1, BESIDE, squeeze=False)[0], [*band, *[None] * BESIDE], strict=False):
            _choice(axis, one, found.fair_share, max(len(other.options) for other in band))
            axis.set_xlim(0, right)
    bots = ", ".join(dict.fromkeys(found.bots))
    figure.suptitle(
        f"{found.game}, {found.seats} seats: what goes with winning in {found.games} games among {bots}\n"
        f"95% intervals; dashed: the fair share of wins; pale: may be chance{instead(found)}",
        fontsize=10,
    )
    save(pyplot, figure, path)


def instead(found: Winning) -> str:
    words = dict.fromkeys(row.instead for row in (*found.end, *found.early) if row.instead)
    return f"; {MARK} in place of {' or '.join(f'another {word}' for word in words)}" if words else ""


def _colour(estimate: Estimate, even: float) -> str:
    return FAINT if estimate.low <= even <= estimate.high else BAR


def _dots(axis: Any, at: Any, estimates: list[Estimate], even: float, upright: bool, times: float = 1.0) -> None:
    """Points with their intervals, pale where these reach what is even."""
    for place, one in zip(at, estimates, strict=True):
        value = times * one.value
        error = [[value - times * one.low], [times * one.high - value]]
        colour = _colour(one, even)
        own: dict[str, Any] = {"yerr": error} if upright else {"xerr": error}
        axis.errorbar(*((place, value) if upright else (value, place)), fmt="o", ms=3.5, color=colour, lw=1.2, **own)


def _bare(axis: Any) -> None:
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(labelsize=7, length=2)


def _worth(axis: Any, rows: list[CountFound], title: str, room: int) -> None:
    known = [row for row in rows if row.worth][::-1]
    if not known:
        axis.set_visible(False)
        return
    at = range(len(known))
    _bare(axis)
    axis.axvline(0, color=INK, lw=0.8)
    _dots(axis, at, [row.worth.points_a_spread for row in known if row.worth], 0, upright=False)
    axis.set_yticks(at, [f"{row.label}{MARK * bool(row.instead)}: {give(row.worth.points)}" for row in known if row.worth])
    axis.set_ylim(len(known) - 0.5 - room, len(known) - 0.5)
    axis.set_title(f"{title}: points with one more, others equal", fontsize=8)
    axis.set_xlabel("points with as much more as seats usually differ by", fontsize=7)


def _numbers(axis: Any, rows: list[CountFound], n: int, ends: int, found: Winning) -> None:
    if n >= len(rows):
        axis.set_visible(False)
        return
    levels: list[Level] = rows[n].levels
    _bare(axis)
    axis.axhline(100 * found.fair_share, color=INK, lw=0.8, ls="--")
    _dots(axis, range(len(levels)), [one.win_share for one in levels], found.fair_share, upright=True, times=100)
    axis.set_xticks(range(len(levels)), [one.label for one in levels])
    axis.set_xlim(-0.5, len(levels) - 0.5)
    when = "" if n < ends else f"\n{found.early_label[0].lower()}{found.early_label[1:]}"
    axis.set_title(rows[n].label + when, fontsize=8)


def _choice(axis: Any, choice: ChoiceFound | None, fair: float, room: int) -> None:
    if choice is None:
        axis.set_visible(False)
        return
    options = choice.options[::-1]
    _bare(axis)
    axis.axvline(100 * fair, color=INK, lw=0.8, ls="--")
    _dots(axis, range(len(options)), [one.win_share for one in options], fair, upright=False, times=100)
    axis.set_yticks(range(len(options)), [_short(one.label) for one in options])
    axis.set_ylim(len(options) - 0.5 - room, len(options) - 0.5)
    axis.set_title(f"{choice.label}: games won, %", fontsize=8)


def _short(label: str, most: int = 34) -> str:
    return label if len(label) <= most else f"{label[: most - 1].rstrip(' ,')}…"
