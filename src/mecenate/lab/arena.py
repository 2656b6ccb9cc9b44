"""The arena: bots against each other in every mix, with ratings, intervals, and what their thinking costs."""

import json as json_format
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from mecenate.bots import level
from mecenate.bots.levels import parted
from mecenate.bots.play import GREEDY
from mecenate.core.errors import MecenateError
from mecenate.core.files import check_folder, write_whole
from mecenate.core.game import Game, Value
from mecenate.core.options import read_options
from mecenate.games import load
from mecenate.lab import games as playing
from mecenate.lab.bars import counting
from mecenate.lab.games import Played
from mecenate.lab.ratings import Doubling, Rating, doubling, plackett_luce, rate
from mecenate.lab.simulate import STOPPED
from mecenate.lab.spreading import spread
from mecenate.lab.tallies import Tally, tally
from mecenate.terminal.warmup import compile_games

FORMAT = "mecenate arena 1"


@dataclass(frozen=True)
class Standing(Tally):
    """How a bot did over all line-ups."""

    rating: Rating


@dataclass(frozen=True)
class Arena:
    format: str
    game: str
    rules_version: int
    components: str
    seats: int
    options: dict[str, Value]
    seed: int
    lineups: list[list[str]]
    games_wanted: int  # of each line-up
    stopped: bool
    seconds: float
    standings: list[Standing]
    doubling: Doubling | None  # what a search brings against one with half its simulations, where two searches play at a time
    played: list[list[Played]]  # of each line-up


def read_pool(text: str, game: Game) -> list[str]:
    names = playing.read_names(text, game)
    if len(set(names)) < 2:
        raise MecenateError("An arena needs at least two different bots, like --bots master,journeyman.")
    return names


def lineups_of(names: Sequence[str], seats: int) -> list[list[str]]:
    """One for each seat is the line-up itself; of more or fewer every mix plays."""
    if len(names) == seats:
        return [list(names)]
    if len(names) > seats:
        return [list(mix) for mix in combinations(names, seats)]
    return [list(mix) for mix in combinations_with_replacement(names, seats) if len(set(mix)) > 1]


def doubled(game: Game, told: Sequence[tuple[Sequence[str], Played]]) -> Doubling | None:
    """What twice the simulations are worth, if all bots search by the same weights, two at a time and not all alike."""
    budgets = {name: level(name, game) for names, _ in told for name in names}
    if len(set(budgets.values())) < 2 or min(budgets.values()) <= GREEDY or any(len(names) != 2 for names, _ in told):
        return None
    if len({parted(name)[1] for name in budgets}) > 1:  # other weights make another bot
        return None
    ahead = [math.log2(budgets[a] / budgets[b]) for (a, b), _ in told]
    games = [one for _, one in told]
    leads = [one.scores[0] - one.scores[1] for one in games]
    deals = [one.number // 2 for one in games]  # both seats of each
    return doubling(ahead, [one.wins[0] for one in games], leads, deals)


def arena(
    game: Game,
    lineups: Sequence[Sequence[str]],
    games: int,
    pool: Executor,
    seed: int = 0,
    options: dict[str, Value] | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Arena:
    """So many games of each line-up, with the same deals for all of them."""
    chosen = [playing.lineup(game, names, seed, options) for names in lineups]
    begun = time.perf_counter()
    played = playing.play_many(chosen, games, pool, progress)
    seconds = time.perf_counter() - begun
    told = [(names, one) for names, all_of_them in zip(lineups, played, strict=True) for one in all_of_them]
    told.sort(key=lambda pair: pair[1].number)
    ratings = rate((names, one.places) for names, one in told)
    standings = [Standing(**vars(tally(bot, told)), rating=ratings[bot]) for bot in ratings]
    standings.sort(key=lambda one: -one.rating.value)
    settings = chosen[0].options
    return Arena(
        FORMAT, game.key, game.rules_version, game.components_of(settings), len(lineups[0]), settings, seed,
        [list(names) for names in lineups], games, any(len(one) < games for one in played), seconds, standings,
        doubled(game, told), played,
    )  # fmt: skip


def show(found: Arena, console: Console) -> None:
    done = sum(len(one) for one in found.played)
    if found.stopped:
        console.print(f"Stopped after {done} of {found.games_wanted * len(found.lineups)} games; the figures are of these.")
    title = f"{found.game}, {found.seats} seats, {done} games in {len(found.lineups)} line-ups, seed {found.seed}"
    table = Table(box=SIMPLE, title=title, padding=(0, 1, 0, 0))
    table.add_column("bot", overflow="fold")
    for name in ("rating", "wins/fair", "95%", "score", "winning", "place", "thinks"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in found.standings:
        w, m = row.win_share, row.score
        table.add_row(
            row.bot, f"{row.rating.value:.1f}±{2 * row.rating.deviation:.1f}", f"{w.value:.1%}/{row.fair_share:.0%}",
            f"{100 * w.low:.0f}-{w.high:.0%}", f"{m.value:.1f}±{m.high - m.value:.1f}",
            "" if row.winning_score is None else f"{row.winning_score:.1f}", f"{row.mean_place:.2f}",
            "at once" if row.seconds is None else f"{1000 * row.seconds:.0f} ms",
        )  # fmt: skip
    console.print(table)
    if (twice := found.doubling) is not None:
        won, lead = twice.share, twice.points
        console.print(
            f"Twice the simulations win {won.value:.1%} ({100 * won.low:.1f}-{won.high:.1%}) of games, "
            f"by {lead.value:.1f} ({lead.low:.1f} to {lead.high:.1f}) points on average."
        )
    console.print(f"{found.seconds:.1f} s.")


def main(
    game: str, seats: int, names: str, games: int, seed: int, processes: int, options: Sequence[str], ray: bool,
    out: Path | None, plot: Path | None, json: bool,
) -> None:  # fmt: skip
    """The command: check what was asked for, play with a progress bar, print, keep."""
    from mecenate.lab.plots import check_plot, plot_arena

    chosen = load(game)
    chosen.settings(seats)
    settings = read_options(chosen, options)
    chosen.settings(seats, settings)
    lineups = lineups_of(read_pool(names, chosen), seats)
    if out:
        check_folder(out)
    check_plot(plot)
    plackett_luce()  # that it is missing is found out before long work, not after it
    compile_games([chosen], complete=True)
    with spread(ray, processes) as pool, counting(quiet=json) as bar:
        task = bar.add_task("Playing", total=games * len(lineups))
        found = arena(chosen, lineups, games, pool, seed, settings, lambda n: bar.advance(task, n))
    text = json_format.dumps(asdict(found), indent=None if out else 2)
    if out:
        write_whole(out, text)
    if plot:
        plot_arena(found, plot)
    if json:
        print(text)
    else:
        show(found, Console())
    if found.stopped:
        raise SystemExit(STOPPED)
