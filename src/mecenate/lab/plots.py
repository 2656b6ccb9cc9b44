"""Plots of what the laboratory found."""

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mecenate.bots import level
from mecenate.bots.levels import parted
from mecenate.bots.play import GREEDY
from mecenate.core.errors import MecenateError, NeedsExtra
from mecenate.core.files import check_folder
from mecenate.core.game import Value
from mecenate.core.options import write_option
from mecenate.games import load

if TYPE_CHECKING:
    from mecenate.insight.analysis import Decision
    from mecenate.lab.arena import Arena, Standing

KINDS = (".svg", ".png", ".pdf")
INK, BAR = "#3b2a20", "#b3593a"
SEATS = (("#2c4c86", "-"), ("#c9912f", "--"), ("#b4472e", "-."), ("#3c7a66", ":"), ("#6d3b63", (0, (5, 1, 1, 1, 1, 1))))
DOTS = 150  # an inch
LINE = 100  # letters of a title
MARKED = 6  # of the moves that cost most


def check_plot(path: Path | None) -> None:
    """Find out before long work, not after it, whether the plot can be drawn."""
    if path is None:
        return
    if path.suffix not in KINDS:
        raise MecenateError(f"{path}: a plot is a {', '.join(KINDS)} file.")
    check_folder(path)
    matplotlib()


def matplotlib() -> Any:
    try:
        import matplotlib as mpl
    except ImportError:
        raise NeedsExtra("Plots need matplotlib.", "lab") from None
    mpl.use("Agg")
    mpl.rcParams |= {"svg.hashsalt": "mecenate", "svg.fonttype": "none", "font.family": "sans-serif"}
    mpl.rcParams |= {"text.color": INK, "axes.edgecolor": INK}
    from matplotlib import pyplot

    return pyplot


def save(pyplot: Any, figure: Any, path: Path) -> None:
    partial = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        figure.savefig(partial, bbox_inches="tight", dpi=DOTS, metadata={"Date": None} if path.suffix == ".svg" else None)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
        pyplot.close(figure)


def told_of(game: str, seats: int, games: int, seed: int, options: Mapping[str, Value]) -> str:
    """What was played, and below it with which options."""
    settings = textwrap.fill(", ".join(write_option(key, value) for key, value in options.items()), LINE)
    return f"{load(game).title}, {seats} seats, {games} games, seed {seed}\n{settings}".rstrip()


def from_below(found: "Arena") -> "list[Standing]":
    """The best bot on top; or the largest budget, among searches that differ in nothing else."""
    budgets = {row.bot: level(row.bot, load(found.game)) for row in found.standings}
    rows = found.standings[::-1]
    if min(budgets.values()) > GREEDY and len({parted(bot)[1] for bot in budgets}) == 1:
        rows.sort(key=lambda row: budgets[row.bot])
    return rows


def plot_arena(found: "Arena", path: Path) -> None:
    """Win shares beside the fair share, and ratings, with their intervals."""
    pyplot = matplotlib()
    rows = from_below(found)
    names, at = [row.bot for row in rows], range(len(rows))
    size = (9, 1.6 + 0.45 * len(rows))
    figure, (left, right) = pyplot.subplots(1, 2, figsize=size, sharey=True, layout="constrained")
    shares = [100 * row.win_share.value for row in rows]
    errors = [
        [100 * (row.win_share.value - row.win_share.low) for row in rows],
        [100 * (row.win_share.high - row.win_share.value) for row in rows],
    ]
    left.barh(at, shares, color=BAR, xerr=errors, ecolor=INK, capsize=3)
    left.scatter([100 * row.fair_share for row in rows], at, marker="|", s=300, color=INK, zorder=3)
    left.set_xlabel("games won, %\nthin: 95% intervals; upright: the fair share")
    left.set_xlim(0, None)
    left.set_yticks(at, names)
    right.errorbar(
        [row.rating.value for row in rows], at, xerr=[2 * row.rating.deviation for row in rows],
        fmt="o", color=BAR, ecolor=INK, capsize=3,
    )  # fmt: skip
    right.set_xlabel("rating (Plackett and Luce)\nthin: two standard deviations to each side")
    right.tick_params(left=False)
    for axis in (left, right):
        axis.spines[["top", "right"]].set_visible(False)
    games = sum(map(len, found.played))
    figure.suptitle(told_of(found.game, found.seats, games, found.seed, found.options), fontsize=10)
    save(pyplot, figure, path)


def plot_analysis(
    title: str, names: Sequence[str], decisions: "Sequence[Decision]", result: dict[str, list[int]] | None, moves: int,
    labels: Sequence[str], path: Path,
) -> None:  # fmt: skip
    """Chances to win above expected scores, a line a seat; circles on the moves that cost most.

    `labels` of the three axes, and of the circles.
    """
    from mecenate.insight.analysis import costly, outlooks

    pyplot = matplotlib()
    figure, (above, below) = pyplot.subplots(2, 1, figsize=(10, 6.5), sharex=True, layout="constrained")
    at, drawn = [one.position for one in decisions], outlooks(decisions)
    won = [100 / result["places"].count(1) if place == 1 else 0 for place in result["places"]] if result else []
    for seat, name in enumerate(names):
        colour, style = SEATS[seat % len(SEATS)]
        chances, scores = [100 * one.chances[seat] for one in drawn], [one.scores[seat] for one in drawn]
        ends = ([moves], [won[seat]], [result["scores"][seat]]) if result else ([], [], [])
        above.plot(at + ends[0], chances + ends[1], color=colour, linestyle=style, label=name)
        below.plot(at + ends[0], scores + ends[2], color=colour, linestyle=style)
    height = {one.position: outlook.chances[one.seat] for one, outlook in zip(decisions, drawn, strict=True)}
    dearest = costly(decisions)[:MARKED]
    for one in dearest:
        colour = SEATS[one.seat % len(SEATS)][0]
        above.scatter([one.position], [100 * height[one.position]], facecolors="none", edgecolors=colour, s=70, zorder=3)
    if dearest:
        above.scatter([], [], facecolors="none", edgecolors=INK, s=70, label=labels[3])
    above.set_ylim(-3, 103)
    above.set_ylabel(labels[1])
    below.set_ylabel(labels[2])
    below.set_xlabel(labels[0])
    figure.legend(loc="outside lower center", ncols=len(names) + bool(dearest), fontsize="small", frameon=False)
    figure.suptitle(title, fontsize=11)
    save(pyplot, figure, path)
