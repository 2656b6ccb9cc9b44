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
from mecenate.lab.games import ORDINALS, Played, lineup, play_many, read_bots
from mecenate.lab.games import threads as pool_of
from mecenate.lab.tallies import Tally, tally
from mecenate.terminal.warmup import compile_games

FORMAT = "mecenate simulate 1"
STOPPED = 130  # the exit code of a command that was interrupted


@dataclass(frozen=True)
class Result:
    format: str
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
    results: list[Tally]  # of each bot
    by_seat: list[Tally]  # of each seat, whoever had it


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
        FORMAT, game.key, len(names), chosen.options, list(names), seed, games, done, done < games,
        sum(one.answers for one in played) / done, sum(sum(one.decisions) for one in played) / done,
        seconds, done / seconds, threads or cores(), [tally(bot, told) for bot in dict.fromkeys(names)],
        by_seat(played),
    )  # fmt: skip


def by_seat(played: Sequence[Played]) -> list[Tally]:
    """How each seat did: games told as if their seats were the bots."""
    told = [([ORDINALS[seat - 1] for seat in one.seats], one) for one in played]
    return [tally(ORDINALS[seat - 1], told) for seat in sorted(played[0].seats)]


def show(result: Result, console: Console) -> None:
    """The result as a table for people."""
    if result.stopped:
        console.print(f"Stopped after {result.games} of {result.games_wanted} games; the figures are of these.")
    alike = len(result.results) == 1
    among = f" among {result.results[0].bot}" if alike else ""
    title = f"{result.game}, {result.seats} seats, {result.games} games{among}, seed {result.seed}"
    table = Table(box=SIMPLE, title=title, padding=(0, 1, 0, 0))
    table.add_column("seat" if alike else "bot", overflow="fold")
    for name in (*([] if alike else ["seats"]), "wins", "share", "95%", "fair", "score", "place"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in result.by_seat if alike else result.results:  # bots that are alike always win; what differs is where they sit
        w, seats = row.win_share, [] if alike else [f"{row.seats:.0f}"]
        table.add_row(
            row.bot, *seats, f"{row.wins:.1f}", f"{w.value:.1%}", f"{100 * w.low:.1f}-{w.high:.1%}",
            f"{row.fair_share:.0%}", _score(row), f"{row.mean_place:.2f}",
        )  # fmt: skip
    console.print(table)
    if alike:
        (all_seats,) = result.results
        console.print(f"Over all seats the score is {_score(all_seats)}; who won had {all_seats.winning_score:.1f}.")
    console.print(f"A game has {result.mean_answers:.1f} answers, {result.mean_decisions:.1f} of them with a choice.")
    console.print(f"{result.seconds:.1f} s on {result.threads} threads, {result.games_per_second:,.1f} games/s.")


def _score(row: Tally) -> str:
    return f"{row.score.value:.2f} ±{row.score.high - row.score.value:.2f}"


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
