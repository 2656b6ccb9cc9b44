"""What the laboratory found, drawn on one sheet: what goes with points, and how often seats won with so many of each thing."""

import textwrap
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mecenate.lab.effects import Level
from mecenate.lab.intervals import Estimate
from mecenate.lab.plots import BAR, INK, matplotlib, save, told_of
from mecenate.lab.showing import MARK, give, in_order
from mecenate.lab.winning import ChoiceFound, CountFound, Winning, all_choices

FAINT = "#b9aa98"
LINE = 46  # letters of a label
ROOM = 1.05  # times as far as the highest interval reaches


@dataclass(frozen=True)
class Size:
    """How large things are drawn, in inches."""

    width: float
    row: float
    head: float  # of a plot with rows
    small: float  # the height of a plot of numbers
    across: int  # plots of numbers beside each other
    beside: int  # plots of choices beside each other
    font: int


SHEET = Size(width=11, row=0.25, head=0.75, small=1.55, across=5, beside=3, font=7)
ALONE = Size(width=8, row=0.36, head=1.2, small=3.6, across=2, beside=1, font=10)


def plot_winning(found: Winning, path: Path, about: Collection[str] = ()) -> None:
    """Everything on one sheet, or large what is asked about."""
    pyplot = matplotlib()
    size = ALONE if about else SHEET
    ends, early = (in_order([row for row in rows if not about or row.key in about]) for rows in (found.end, found.early))
    worths = [
        (title, known)
        for title, rows in (("At the end", ends), (found.early_label, early))
        if (known := [row for row in rows if row.worth])
    ]
    small = [*ends, *early]
    across = min(size.across, max(1, len(small)))
    choices = [one for one in all_choices(found) if not about or one.key in about]
    bands = [choices[n : n + size.beside] for n in range(0, len(choices), size.beside)]
    room = max((len(rows) for _, rows in worths), default=0)
    heights = [size.head + size.row * room] * bool(worths) + [size.small] * -(-len(small) // across)
    heights += [size.head + size.row * max(len(one.options) for one in band) for band in bands]
    heights = heights or [size.head]
    figure = pyplot.figure(figsize=(size.width, sum(heights) + 0.6), layout="constrained")
    parts = iter(figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0])
    if worths:
        for axis, (title, rows) in zip(next(parts).subplots(1, len(worths), squeeze=False)[0], worths, strict=True):
            _worth(axis, rows, title, room, size)
    top = 100 * ROOM * max((level.win_share.high for row in small for level in row.levels), default=0)
    for n in range(0, len(small), across):
        axes = next(parts).subplots(1, across, sharey=True, squeeze=False)[0]
        for k, axis in enumerate(axes, n):
            _numbers(axis, small, k, len(ends), found, size)
            axis.set_ylim(0, top)
        axes[0].set_ylabel("games won, %", fontsize=size.font)
    right = 100 * ROOM * max((option.win_share.high for one in choices for option in one.options), default=0)
    for band in bands:
        axes = next(parts).subplots(1, size.beside, squeeze=False)[0]
        for axis, one in zip(axes, [*band, *[None] * size.beside], strict=False):
            _choice(axis, one, found.fair_share, max(len(other.options) for other in band), size)
            axis.set_xlim(0, right)
    bots = ", ".join(dict.fromkeys(found.bots))
    figure.suptitle(
        f"What goes with winning among {bots}\n{told_of(found.game, found.seats, found.games, found.seed, found.options)}\n"
        f"95% intervals; dashed: the fair share of wins; pale: may be chance{instead(small)}",
        fontsize=10,
    )
    save(pyplot, figure, path)


def instead(rows: list[CountFound]) -> str:
    words = dict.fromkeys(row.instead for row in rows if row.instead)
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


def _bare(axis: Any, size: Size) -> None:
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(labelsize=size.font, length=2)


def _rows(axis: Any, labels: list[str], room: int) -> None:
    """Rows from below with whole labels, and as much room as the plot beside has."""
    axis.set_yticks(range(len(labels)), [textwrap.fill(label, LINE) for label in labels], linespacing=1.0)
    axis.set_ylim(len(labels) - 0.5 - room, len(labels) - 0.5)


def _worth(axis: Any, rows: list[CountFound], title: str, room: int, size: Size) -> None:
    known = [(row, row.worth) for row in rows[::-1] if row.worth]
    _bare(axis, size)
    axis.axvline(0, color=INK, lw=0.8)
    _dots(axis, range(len(known)), [worth.points_a_spread for _, worth in known], 0, upright=False)
    _rows(axis, [f"{row.label}{MARK * bool(row.instead)}: {give(worth.points)}" for row, worth in known], room)
    axis.set_title(f"{title}: points with one more, others equal", fontsize=size.font + 1)
    axis.set_xlabel("points with as much more as seats usually differ by", fontsize=size.font)


def _numbers(axis: Any, rows: list[CountFound], n: int, ends: int, found: Winning, size: Size) -> None:
    if n >= len(rows):
        axis.set_visible(False)
        return
    levels: list[Level] = rows[n].levels
    _bare(axis, size)
    axis.axhline(100 * found.fair_share, color=INK, lw=0.8, ls="--")
    _dots(axis, range(len(levels)), [one.win_share for one in levels], found.fair_share, upright=True, times=100)
    axis.set_xticks(range(len(levels)), [one.label for one in levels])
    axis.set_xlim(-0.5, len(levels) - 0.5)
    when = "" if n < ends else f"\n{found.early_label[0].lower()}{found.early_label[1:]}"
    axis.set_title(rows[n].label + when, fontsize=size.font + 1)


def _choice(axis: Any, choice: ChoiceFound | None, fair: float, room: int, size: Size) -> None:
    if choice is None:
        axis.set_visible(False)
        return
    options = choice.options[::-1]
    _bare(axis, size)
    axis.axvline(100 * fair, color=INK, lw=0.8, ls="--")
    _dots(axis, range(len(options)), [one.win_share for one in options], fair, upright=False, times=100)
    _rows(axis, [one.label for one in options], room)
    axis.set_title(f"{choice.label}: games won, %", fontsize=size.font + 1)
