"""Many games among bots: who wins, with what score, how sure is that.

The games are played in compiled code that lets go of the interpreter, so threads are enough to use every core. Each game has a
generator of its own and only whole numbers are added up, so the result is the same however many threads there are.
"""

import json as json_format
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from mecenate import bots
from mecenate.bots import play
from mecenate.bots.greedy import SCRATCH_ROWS
from mecenate.core.errors import MecenateError
from mecenate.core.game import Game, Value
from mecenate.core.kernel import Entry
from mecenate.core.match import SEED_LIMIT
from mecenate.core.options import read_options
from mecenate.games import load
from mecenate.lab.intervals import Estimate, mean, share
from mecenate.terminal.warmup import compile_entries

STOPPED = 130  # the exit code of a command that was interrupted


@dataclass(frozen=True)
class BotResult:
    bot: str
    seats: int
    wins: float  # a shared win counts in part
    fair_share: float  # what equal players would win
    win_share: Estimate
    score: Estimate
    mean_place: float


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
    results: list[BotResult]


@dataclass(frozen=True)
class Part:
    """Some finished games: the tally of each kind of bot, and how many answers and decisions there were."""

    games: int
    tally: np.ndarray
    counts: np.ndarray


def read_bots(text: str, seats: int) -> list[str]:
    """One bot for all seats, or one for each."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        bots.level(name)
    if len(names) not in (1, seats):
        raise MecenateError(f"{len(names)} bots for {seats} seats; name one for all seats, or one for each.")
    return names * seats if len(names) == 1 else names


def cores() -> int:
    """How many processor cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulation_entries(game: Game, names: Sequence[str]) -> tuple[Entry, ...]:
    """The compiled functions that `play.bot_games` takes."""
    return (game.start, game.legal, game.step, game.redeal, game.result, bots.evaluation(game, *names))


class Simulation:
    """Games of some bots; `run(first, last)` plays a part of them and may be called from several threads."""

    def __init__(self, game: Game, names: Sequence[str], seed: int, options: dict[str, Value]):
        self.game, self.names, self.seed = game, list(names), seed
        self.seats = len(names)
        self.options, self.numbers = game.settings(self.seats, options)
        self.kinds = list(dict.fromkeys(names))
        self.levels = np.array([bots.level(name) for name in names], np.int64)
        self.groups = np.array([self.kinds.index(name) for name in names], np.int64)
        self.functions = []
        for entry in simulation_entries(game, names):
            entry.compile()
            self.functions.append(entry.function)

    def run(self, first: int, last: int) -> Part:
        tally, counts = np.zeros((len(self.kinds), 4), np.int64), np.zeros(2, np.int64)
        rows, scratch, mask = self.game.rows(1), self.game.rows(SCRATCH_ROWS), self.game.mask()
        play.bot_games(
            *self.functions, rows, scratch, mask, self.numbers, self.levels, self.groups, np.uint64(self.seed),
            first, last, tally, counts,
        )  # fmt: skip
        return Part(last - first, tally, counts)

    def result(self, parts: Sequence[Part], wanted: int, seconds: float, threads: int) -> Result:
        done = sum(part.games for part in parts)
        if not done:
            raise KeyboardInterrupt
        answers, decisions = (np.sum([part.counts for part in parts], axis=0) / done).tolist()
        tally = np.sum([part.tally for part in parts], axis=0).tolist()
        results = []
        for kind, (wins, score, squares, places) in zip(self.kinds, tally, strict=True):
            n, won = self.names.count(kind), wins / play.WHOLE_WIN
            scores = mean(score / n, squares / n**2, done)  # a game is one trial, however many seats a bot has in it
            results.append(BotResult(kind, n, won, n / self.seats, share(won, done), scores, places / (n * done)))
        return Result(
            self.game.key, self.seats, self.options, self.names, self.seed, wanted, done, done < wanted,
            answers, decisions, seconds, done / seconds, threads, results,
        )  # fmt: skip


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
    if games < 1:
        raise MecenateError(f"At least one game is needed, not {games}.")
    if threads < 0:
        raise MecenateError(f"The number of processes is 0 (one for each core) or more, not {threads}.")
    if not 0 <= seed < SEED_LIMIT:
        raise MecenateError(f"A seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}.")
    simulation = Simulation(game, names, seed, options or {})
    thinking = any(simulation.levels != play.RANDOM)
    part = len(names) * (4 if thinking else 256)  # short enough to stop soon, long enough not to feel the interpreter
    threads = threads or cores()
    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        parts = [pool.submit(simulation.run, first, min(first + part, games)) for first in range(0, games, part)]
        try:
            for future in as_completed(parts):
                progress(future.result().games)
        except KeyboardInterrupt:
            for future in parts:
                future.cancel()  # those that have begun go on to their end
    finished = [future.result() for future in parts if not future.cancelled()]
    return simulation.result(finished, games, time.perf_counter() - begun, threads)


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
            row.bot, str(row.seats), f"{row.wins:.1f}", f"{w.value:.1%}", f"{100 * w.low:.1f}-{w.high:.1%}",
            f"{row.fair_share:.0%}", f"{m.value:.2f} ±{m.high - m.value:.2f}", f"{row.mean_place:.2f}",
        )  # fmt: skip
    console.print(table)
    console.print(f"A game has {result.mean_answers:.1f} answers, {result.mean_decisions:.1f} of them with a choice.")
    console.print(f"{result.seconds:.1f} s on {result.threads} threads, {result.games_per_second:,.1f} games/s.")


def main(game: str, seats: int, games: int, bots: str, seed: int, processes: int, options: Sequence[str], json: bool) -> None:
    """The command: check what was asked for, play with a progress bar, print."""
    chosen = load(game)
    chosen.settings(seats)
    names = read_bots(bots, seats)
    settings = read_options(chosen, options)
    chosen.settings(seats, settings)
    compile_entries((*simulation_entries(chosen, names), play.bot_games))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=json or not console.is_terminal, transient=True) as bar:
        task = bar.add_task("Playing", total=games)
        result = simulate(chosen, names, games, seed, processes, settings, lambda n: bar.advance(task, n))
    if json:
        print(json_format.dumps(asdict(result), indent=2))
    else:
        show(result, Console())
    if result.stopped:
        raise SystemExit(STOPPED)
