"""Games among bots, one after the other or many at once: the same for every command that lets bots play.

Bots move on by one seat from game to game, and have the same deal until each has had every seat; bots that are all alike have
a new deal each time. Each game has generators of its own, so its result is the same whoever plays the others, and wherever.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from mecenate import bots
from mecenate.bots import levels
from mecenate.bots.greedy import SCRATCH_ROWS
from mecenate.bots.play import GREEDY, play_on, stream
from mecenate.bots.thinking import Searcher
from mecenate.bots.trained import judge_with
from mecenate.core.errors import MecenateError, Refusal
from mecenate.core.game import Game, Value
from mecenate.core.header import header
from mecenate.core.machine import cores
from mecenate.core.match import SEED_LIMIT
from mecenate.core.story import Story, story
from mecenate.games import load

ORDINALS = ("1st seat", "2nd seat", "3rd seat", "4th seat", "5th seat")
LONGEST = 20_000  # moves of a game that are remembered
T = TypeVar("T")


@dataclass(frozen=True)
class Played:
    """How a game ended, for each bot of the line-up, whatever its seat."""

    number: int
    deal: int  # games of one deal begin alike
    seats: list[int]  # that the bots had, from 1
    scores: list[int]
    places: list[int]
    decisions: list[int]  # with more than one answer
    seconds: list[float]  # of thinking; 0 for bots that answer at once
    answers: int

    @property
    def wins(self) -> list[float]:
        """A shared win counts in part."""
        winners = self.places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in self.places]


def read_names(text: str, game: Game) -> list[str]:
    """Some bots that play a game."""
    names = [levels.find(name.strip()) or name.strip() for name in text.split(",")]
    for name in names:
        bots.own_weights(name, game)
    return names


def read_bots(text: str, game: Game, seats: int) -> list[str]:
    """One bot for all seats, or one for each."""
    names = read_names(text, game)
    if len(names) not in (1, seats):
        raise MecenateError(f"{len(names)} bots for {seats} seats; name one for all seats, or one for each.")
    return names * seats if len(names) == 1 else names


@dataclass(frozen=True)
class Lineup:
    """Some bots at a game, one a seat; plain enough to be sent to another machine."""

    game: str
    names: tuple[str, ...]
    seed: int
    options: dict[str, Value]
    weights: dict[str, np.ndarray] = field(default_factory=dict, compare=False)  # of the bots that play with their own

    @property
    def levels(self) -> np.ndarray:
        return np.array([bots.level(name, load(self.game)) for name in self.names], np.int64)

    def deal(self, number: int) -> int:
        """Which deal a game has."""
        return number // len(self.names) if len(set(self.names)) > 1 else number

    def at(self, number: int) -> list[int]:
        """Which bot of the line-up has each seat in a game."""
        seats = len(self.names)
        return [(seat + number) % seats for seat in range(seats)]


def lineup(game: Game, names: Sequence[str], seed: int = 0, options: Mapping[str, Value] | None = None) -> Lineup:
    if not 0 <= seed < SEED_LIMIT:
        raise Refusal("bad-seed", most=SEED_LIMIT - 1, seed=seed)
    found = {name: bots.own_weights(name, game) for name in dict.fromkeys(names)}
    weights = {name: own for name, own in found.items() if own is not None}
    return Lineup(game.key, tuple(names), seed, game.settings(len(names), options)[0], weights)


def play(chosen: Lineup, first: int, last: int) -> list[Played]:
    """Games number `first` to `last` - 1. May be called from several threads at once."""
    table = Table(chosen)
    return [table.play(number) for number in range(first, last)]


class Table:
    """The memory that it takes to play one game at a time."""

    def __init__(self, chosen: Lineup):
        self.game = game = load(chosen.game)
        self.chosen, self.seed, self.levels = chosen, np.uint64(chosen.seed), chosen.levels
        self.numbers = game.settings(len(chosen.names), chosen.options)[1]
        self._rows, self._scratch, self._mask = game.rows(1), game.rows(SCRATCH_ROWS), game.mask()
        self._moves = np.zeros(LONGEST, np.int64)
        value = bots.evaluation(game, *chosen.names)
        self._play_on = play_on.of(game.legal, game.step, game.redeal, value).compiled()
        self._searchers = {
            name: Searcher(game, judge_with(game, chosen.weights.get(name)), int(level))
            for name, level in dict(zip(chosen.names, self.levels, strict=True)).items()
            if level > GREEDY
        }

    def play(self, number: int) -> Played:
        self._number = number
        game, rows, seats = self.game, self._rows, len(self.levels)
        at = self.chosen.at(number)
        levels = self.levels[at]
        self._start()
        generator = np.array([stream(self.seed, 2 * number + 1)], np.uint64)
        decisions, seconds = np.zeros(seats, np.int64), [0.0] * seats
        own = (rows, self._scratch, self._mask, levels, generator, decisions, self._moves)
        while (seat := self._play_on(*own)) >= 0:
            begun = time.thread_time()
            searcher = self._searchers[self.chosen.names[at[seat]]]
            action = searcher.choose(rows, seats, int(stream(generator[0], decisions.sum())))
            self._moves[int(header(rows, 0).ply) % LONGEST] = action
            game.step(rows, 0, action)
            seconds[seat] += time.thread_time() - begun
        results = np.zeros(2 * seats, np.int64)
        game.result(rows, 0, results)
        seat_of = [at.index(bot) for bot in range(seats)]
        return Played(
            number, self.chosen.deal(number), [s + 1 for s in seat_of],
            [int(results[s]) for s in seat_of], [int(results[seats + s]) for s in seat_of],
            [int(decisions[s]) for s in seat_of], [seconds[s] for s in seat_of], int(header(rows, 0).ply),
        )  # fmt: skip

    def story(self) -> Story:
        """All that happened in the game that was played last."""
        moves = int(header(self._rows, 0).ply)
        if moves > LONGEST:
            raise MecenateError(f"Game {self._number} has {moves} moves; nobody remembers more than {LONGEST}.")
        self._start()
        return story(self.game, self._rows, len(self.levels), self._moves[:moves])

    def _start(self) -> None:
        self.game.start(self._rows, 0, stream(self.seed, 2 * self.chosen.deal(self._number)), self.numbers)


def play_many(
    chosen: Sequence[Lineup],
    games: int,
    pool: Executor,
    progress: Callable[[int], None] = lambda _: None,
    part_of: Callable[[Lineup, int, int], list[T]] = play,
) -> list[list[T]]:
    """So many games of each line-up, in parts that go through a pool: those that were finished, in order.

    `progress` is told how many were finished now. Ctrl-C ends it early, with what was finished. `part_of` plays a part like
    `play`; who wants to know something else of each game gives another one.
    """
    if games < 1:
        raise MecenateError(f"At least one game is needed, not {games}.")
    parts: dict[Future[list[T]], int] = {}
    for which, one in enumerate(chosen):
        seats = len(one.names)
        part = 1 if any(one.levels > GREEDY) else seats * (4 if any(one.levels) else 256)
        for first in range(0, games, part):  # short enough to stop soon, long enough not to feel what lies between
            parts[pool.submit(part_of, one, first, min(first + part, games))] = which
    try:
        for future in as_completed(parts):
            progress(len(future.result()))
    except KeyboardInterrupt:
        for future in parts:
            future.cancel()  # those that have begun go on to their end
    played: list[list[T]] = [[] for _ in chosen]
    for future, which in parts.items():
        if not future.cancelled():
            played[which] += future.result()
    if not any(played):
        raise KeyboardInterrupt
    return played


def threads(wanted: int) -> ThreadPoolExecutor:
    """Threads for games, 0 is one for each core. They are enough: compiled code lets go of the interpreter."""
    if wanted < 0:
        raise MecenateError(f"The number of processes is 0 (one for each core) or more, not {wanted}.")
    return ThreadPoolExecutor(wanted or cores())
