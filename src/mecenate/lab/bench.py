"""How fast the engine is: random play of whole games, copies, redeals, rollouts and searches, and the reference loop beside.

A decision is a question with at least two offered answers. Machines differ, and one machine differs from minute to minute, so
the reference loop runs in turn with what is measured: the ratio of the two is the figure to compare.
"""

import json as json_format
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from mecenate.bots.judging import judge, judged
from mecenate.bots.tuning import AHEAD, tuned
from mecenate.core.entries import SHARED
from mecenate.core.errors import MecenateError
from mecenate.core.game import Game, Value
from mecenate.core.machine import cores
from mecenate.core.match import Match
from mecenate.core.options import read_options
from mecenate.core.playout import random_games
from mecenate.core.units import compiled, unit
from mecenate.games import GAMES, load
from mecenate.lab import peers, reference, timing
from mecenate.lab.searching import SIMULATIONS, RolloutLoop, SearchFigures, SearchLoop
from mecenate.lab.simulate import STOPPED
from mecenate.terminal.warmup import compile_games

FORMAT = "mecenate bench 1"
RUNS = 5  # short ones, of which the median counts
BATCH = 20 if compiled() else 1  # games or rollouts between two looks at the clock
SAMPLED = 64  # positions for copies, redeals, rollouts and searches

Options = Mapping[str, Value]
Loop = Callable[[int], int]  # takes so many turns (games, rollouts, searches), counts decisions or simulations


@dataclass(frozen=True)
class SeatFigures:
    seats: int
    decisions_per_second: float  # on one core
    decisions_per_second_all_cores: float
    reference_ratio: float  # one core, against the reference loop in the same minute
    answers_per_game: float
    decisions_per_game: float


@dataclass(frozen=True)
class GameFigures:
    game: str
    state_bytes: int
    copy_ns: float
    redeal_ns: float
    seats: list[SeatFigures]
    search: SearchFigures


@dataclass(frozen=True)
class PeerFigures:
    name: str
    version: str
    game: str
    seats: int
    simulations_per_second: float


@dataclass(frozen=True)
class Figures:
    format: str
    machine: dict[str, str | int]
    options: dict[str, Value]  # that were asked for
    runs: int
    seconds: float
    reference_decisions_per_second: float
    games: list[GameFigures]
    stopped: bool  # before all games were measured
    simulations: int  # of each search
    peer: PeerFigures | None  # None where it is not installed


def machine() -> dict[str, str | int]:
    """What the figures were measured on."""
    model = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    return {
        "cpu": model or platform.machine(),
        "cores": cores(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "compiled for": unit(SHARED).target or "uncompiled",
    }


class GameLoop:
    """Random games of one kind for one thread; counts answers and decisions."""

    def __init__(self, game: Game, seats: int, seed: int, options: Options):
        self.play = random_games.of(game.start, game.legal, game.step, game.result).compiled()
        self.rows, self.mask, self.numbers = game.rows(1), game.mask(), game.settings(seats, options)[1]
        self.generator = np.array([seed], np.uint64)
        self.counts, self.results = np.zeros(2, np.int64), np.zeros(2 * seats, np.int64)

    def __call__(self, games: int) -> int:
        before = int(self.counts[1])
        self.play(self.rows, self.mask, self.numbers, self.generator, games, self.counts, self.results)
        return int(self.counts[1]) - before


class ReferenceLoop:
    def __init__(self, seed: int):
        self.seed = seed
        self.rows = np.zeros((1, reference.TOY.itemsize), np.uint8)
        self.mask = np.zeros(reference.WORDS, np.uint64)

    def __call__(self, games: int) -> int:
        counts = np.zeros(3, np.int64)
        self.seed += 1
        reference.reference_games(self.rows, self.mask, np.uint64(self.seed), games, counts)
        return int(counts[1])


def rate(loop: Loop, seconds: float, batch: int = BATCH) -> float:
    """What one loop counts in a second, run for about this long; so many turns between two looks at the clock."""
    counted, begun = 0, time.perf_counter()
    while True:
        counted += loop(batch)
        elapsed = time.perf_counter() - begun
        if elapsed >= seconds:
            return counted / elapsed


def rate_together(loops: list[GameLoop], seconds: float) -> float:
    """Decisions a second of several loops at the same time, each in its thread."""
    with ThreadPoolExecutor(len(loops)) as pool:
        return sum(pool.map(lambda loop: rate(loop, seconds), loops))


def nanoseconds(run: Callable[[int], object], seconds: float) -> float:
    """How long one turn of a loop takes; `run(n)` does n turns."""
    turns, elapsed = 64 if compiled() else 1, 0.0
    while True:
        begun = time.perf_counter()
        run(turns)
        elapsed = time.perf_counter() - begun
        if elapsed >= seconds:
            return 1e9 * elapsed / turns
        turns *= 2


def positions(game: Game, seats: int, options: Options) -> np.ndarray:
    """States from all over a few random games, in which somebody is asked."""
    chance, found = np.random.default_rng(0), []
    for seed in range(8):
        match, seen = Match(game, seats, seed, options), []
        while not match.over:
            seen.append(match.rows[0].copy())
            offered = match.legal_actions()
            game.step(match.rows, 0, offered[chance.integers(len(offered))])
        found += seen[:: max(1, len(seen) * 8 // SAMPLED)][: SAMPLED // 8]
    return np.array(found, np.uint8)


class Bench:
    def __init__(self, seconds: float, options: Options, advance: Callable[[str], None]):
        self.options = options
        self.slice = seconds / RUNS
        self.advance = advance  # told what was finished
        self.reference = ReferenceLoop(1)
        self.reference_rates: list[float] = []

    def seats(self, game: Game, seats: int) -> SeatFigures:
        loops = [GameLoop(game, seats, seed, self.options) for seed in range(1, cores() + 1)]
        for loop in (*loops, self.reference):
            loop(1)  # the first call of a compiled function finds its way to it
        alone, together, ratios = [], [], []
        for _ in range(RUNS):
            base = rate(self.reference, self.slice / 2)
            alone.append(rate(loops[0], self.slice))
            ratios.append(alone[-1] / base)
            self.reference_rates.append(base)
            together.append(rate_together(loops, self.slice) if len(loops) > 1 else alone[-1])
            self.advance(f"{game.key}, {seats} seats")
        answers, decisions = self.answers(game, seats)
        median = statistics.median
        return SeatFigures(seats, median(alone), median(together), median(ratios), answers, decisions)

    def answers(self, game: Game, seats: int) -> tuple[float, float]:
        """Answers and decisions of a random game, on the average of some."""
        loop, games = GameLoop(game, seats, 1, self.options), 20 * BATCH
        loop(games)
        return loop.counts[0] / games, loop.counts[1] / games

    def game(self, game: Game, seat_counts: tuple[int, ...]) -> GameFigures:
        found = [self.seats(game, seats) for seats in seat_counts]
        states = positions(game, seat_counts[-1], self.options)
        copies = [nanoseconds(lambda n: timing.copy_rows(states.copy(), n), self.slice / 2) for _ in range(RUNS)]
        self.advance(f"{game.key}, copies")
        dealt, redeal_rows = states.copy(), timing.redeal_rows.of(game.redeal).compiled()
        redeals = [nanoseconds(lambda n: redeal_rows(dealt, n, np.uint64(1)), self.slice / 2) for _ in range(RUNS)]
        self.advance(f"{game.key}, redeals")
        search = self.search(game, states, seat_counts[-1])
        return GameFigures(game.key, game.state.itemsize, statistics.median(copies), statistics.median(redeals), found, search)

    def search(self, game: Game, states: np.ndarray, seats: int) -> SearchFigures:
        rollouts = RolloutLoop(game, states)
        tunings = [tuned(), judge(game).tuning] if judged(game) else []  # that judges at once, and as bots do it
        searches = [SearchLoop(game, states, seats, tuning) for tuning in tunings]
        for loop in (rollouts, *searches):
            loop(1)
        decisions, ratios, simulations = [], [], [[] for _ in searches]
        for _ in range(RUNS):
            base = rate(self.reference, self.slice / 2)
            decisions.append(rate(rollouts, self.slice))
            ratios.append(decisions[-1] / base)
            self.reference_rates.append(base)
            for loop, found in zip(searches, simulations, strict=True):
                found.append(rate(loop, self.slice, 1))
            self.advance(f"{game.key}, search")
        median = statistics.median
        a_rollout = rollouts.counts[1] / rollouts.counts[0]
        at_once, played_on = map(median, simulations) if searches else (None, None)
        ahead = int(tunings[-1][AHEAD]) if tunings else None
        return SearchFigures(seats, median(decisions), median(ratios), median(decisions) / a_rollout, at_once, played_on, ahead)

    def peer(self, loop: peers.HeartsLoop) -> PeerFigures:
        loop(1)
        found = []
        for _ in range(RUNS):
            found.append(rate(loop, self.slice, 1))
            self.advance(peers.NAME)
        return PeerFigures(peers.NAME, loop.version, peers.GAME, peers.SEATS, statistics.median(found))


def bench(
    chosen: list[Game], seats: int | None, seconds: float, options: Options,
    peer: peers.HeartsLoop | None, advance: Callable[[str], None],
) -> Figures:  # fmt: skip
    """All figures of some games, for one seat count or for all. Ctrl-C ends it early, with the games that were measured."""
    work, found, beside, stopped = Bench(seconds, options, advance), [], None, False
    try:
        for game in chosen:
            found.append(work.game(game, (seats,) if seats is not None else game.seats))
        beside = work.peer(peer) if peer else None
    except KeyboardInterrupt:
        if not found:
            raise
        stopped = True
    base = statistics.median(work.reference_rates)
    return Figures(FORMAT, machine(), dict(options), RUNS, seconds, base, found, stopped, SIMULATIONS, beside)


def steps(chosen: list[Game], seats: int | None, peer: peers.HeartsLoop | None) -> int:
    """How often the bench tells that something was finished."""
    counts = [1 if seats is not None else len(one.seats) for one in chosen]
    return sum(RUNS * count + 2 + RUNS for count in counts) + (RUNS if peer else 0)


def show(figures: Figures, console: Console) -> None:
    about = figures.machine
    console.print(f"{about['cpu']}, {about['cores']} cores; Python {about['python']}, {about['compiled for']}")
    options = "".join(f", {key}={value}" for key, value in figures.options.items())
    table = Table(box=SIMPLE, title=f"Decisions a second in random play{options}, median of {figures.runs} runs")
    for name in ("game", "seats", "one core", "all cores", "ratio", "answers", "decisions"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for game in figures.games:
        for row in game.seats:
            table.add_row(
                game.game, str(row.seats), f"{row.decisions_per_second:,.0f}", f"{row.decisions_per_second_all_cores:,.0f}",
                f"{row.reference_ratio:.3f}", f"{row.answers_per_game:.1f}", f"{row.decisions_per_game:.1f}",
            )  # fmt: skip
    table.add_row("reference", "4", f"{figures.reference_decisions_per_second:,.0f}", "", "1.000", "", "")
    console.print(table)
    for game in figures.games:
        console.print(
            f"{game.game}: a state has {game.state_bytes} bytes; a copy takes {game.copy_ns:.0f} ns, "
            f"a redeal {game.redeal_ns:.0f} ns."
        )
    show_search(figures, console)


def show_search(figures: Figures, console: Console) -> None:
    table = Table(box=SIMPLE, title=f"Search on one core, a second, median of {figures.runs} runs")
    for name in ("game", "seats", "decisions", "ratio", "rollouts", "simulations", "played on"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for game in figures.games:
        row = game.search
        rates = (f"{row.decisions_per_second:,.0f}", f"{row.reference_ratio:.3f}", f"{row.rollouts_per_second:,.0f}")
        at_once = "-" if row.simulations_per_second is None else f"{row.simulations_per_second:,.0f}"
        ahead = "-" if row.played_on is None else f"{row.simulations_per_second_played_on:,.0f}/{row.played_on}"
        table.add_row(game.game, str(row.seats), *rates, at_once, ahead)
    peer = figures.peer
    found = f"{peer.simulations_per_second:,.0f}" if peer else "not installed"
    table.add_row(peers.NAME, str(peers.SEATS), "", "", "", found, "")
    console.print(table)
    console.print(
        "Decisions and rollouts: random play to the end from positions all over the game, dealt anew. Simulations: in searches "
        f"of {figures.simulations}, judged by the network at once, or as bots do it, after as many more answers as it says."
    )
    if peer:
        console.print(
            f"{peer.name} {peer.version}: MCTS in C++ on {peer.game}, whose simulations are random rollouts to the end."
        )
    else:
        console.print(f"`{peers.INSTALL}` puts the MCTS of {peers.NAME} on {peers.GAME}, written in C++, beside it.")


def main(game: str | None, seats: int | None, seconds: float, options: Sequence[str], json: bool) -> None:
    """The command: check what was asked for, measure with a progress bar, print."""
    if not 0 < seconds <= 600:
        raise MecenateError(f"Each figure is measured for more than 0 and at most 600 seconds, not {seconds:g}.")
    chosen = [load(game)] if game else [load(key) for key in GAMES]
    if options and not game:
        raise MecenateError("Options belong to a game: name it, as in `mecenate bench GAME --option KEY=VALUE`.")
    settings = read_options(chosen[0], options)
    for one in chosen:
        one.settings(one.seats[-1] if seats is None else seats, settings)
    compile_games(chosen, complete=True)
    peer = peers.hearts()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=json or not console.is_terminal, transient=True) as bar:
        task = bar.add_task("Measuring", total=steps(chosen, seats, peer))
        figures = bench(
            chosen, seats, seconds, settings, peer, lambda what: bar.update(task, advance=1, description=f"Measured {what}")
        )
    if json:
        print(json_format.dumps(asdict(figures), indent=2))
    else:
        if figures.stopped:
            print(f"Stopped; measured were {', '.join(one.game for one in figures.games)} of {len(chosen)} games.")
        show(figures, Console())
    if figures.stopped:
        raise SystemExit(STOPPED)
