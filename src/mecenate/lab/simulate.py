"""Many games among bots: who wins, with what score, how sure is that."""

import json as json_format
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from mecenate.core.game import Game, Value
from mecenate.core.machine import cores
from mecenate.core.options import read_options
from mecenate.games import load
from mecenate.lab.bars import counting
from mecenate.lab.games import lineup, play_many, read_bots
from mecenate.lab.games import threads as pool_of
from mecenate.lab.tallies import Tally, tally
from mecenate.terminal.warmup import compile_games

STOPPED = 130  # the exit code of a command that was interrupted


@dataclass(frozen=True)
class Result:
    game: str
    seats: int
    options: dict[str, Value]
    bots: list[str]
    seed: int
    games_wanted: int
    games: int
    stopped: bool
    mean_answers: float
    mean_decisions: float
    seconds: float
    games_per_second: float
    threads: int
    results: list[Tally]


def simulate(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: int = 0,
    threads: int = 0,
    options: dict[str, Value] | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Result:
    """Play many games on all threads (0 is one for each core); `progress` is told how many were finished now."""
    chosen = lineup(game, names, seed, options)
    begun = time.perf_counter()
    with pool_of(threads) as pool:
        (played,) = play_many([chosen], games, pool, progress)
    seconds, done = time.perf_counter() - begun, len(played)
    told = [(names, one) for one in played]
    return Result(
        game.key, len(names), chosen.options, list(names), seed, games, done, done < games,
        sum(one.answers for one in played) / done, sum(sum(one.decisions) for one in played) / done,
        seconds, done / seconds, threads or cores(), [tally(bot, told) for bot in dict.fromkeys(names)],
    )  # fmt: skip


def show(result: Result, console: Console) -> None:
    """The result as a table for people."""
    if result.stopped:
        console.print(f"Stopped after {result.games} of {result.games_wanted} games; the figures are of these.")
    table = Table(box=SIMPLE, title=f"{result.game}, {result.seats} seats, {result.games} games, seed {result.seed}")
    for name in ("bot", "seats", "wins", "share", "95%", "fair", "score", "place"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for row in result.results:
        w, m = row.win_share, row.score
        table.add_row(
            row.bot, f"{row.seats:.0f}", f"{row.wins:.1f}", f"{w.value:.1%}", f"{100 * w.low:.1f}-{w.high:.1%}",
            f"{row.fair_share:.0%}", f"{m.value:.2f} ±{m.high - m.value:.2f}", f"{row.mean_place:.2f}",
        )  # fmt: skip
    console.print(table)
    console.print(f"A game has {result.mean_answers:.1f} answers, {result.mean_decisions:.1f} of them with a choice.")
    console.print(f"{result.seconds:.1f} s on {result.threads} threads, {result.games_per_second:,.1f} games/s.")


def main(game: str, seats: int, games: int, bots: str, seed: int, processes: int, options: Sequence[str], json: bool) -> None:
    """The command: check what was asked for, play with a progress bar, print."""
    chosen = load(game)
    chosen.settings(seats)
    names = read_bots(bots, chosen, seats)
    settings = read_options(chosen, options)
    chosen.settings(seats, settings)
    compile_games([chosen], complete=True)
    with counting(quiet=json) as bar:
        task = bar.add_task("Playing", total=games)
        result = simulate(chosen, names, games, seed, processes, settings, lambda n: bar.advance(task, n))
    if json:
        print(json_format.dumps(asdict(result), indent=2))
    else:
        show(result, Console())
    if result.stopped:
        raise SystemExit(STOPPED)
