"""A search, seen from Python: how long it goes on, on how many threads, and what it found."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from mecenate.bots import net, search
from mecenate.bots.judging import Judge
from mecenate.bots.play import stream
from mecenate.bots.tuning import PATIENT, tuned
from mecenate.core.game import Game

AT_ONCE = 16  # simulations between two looks at the clock
ENDLESS = 1_000_000_000  # simulations: as many as there is time for
LARGEST = 1 << 16  # simulations that a search without a number has room for, 64 MB at most: then its tree stops growing
SPURT = 1.5  # times as fast as so far a search may go on; by that it foresees how many simulations are left
BARRED = 1e9  # so bad that a search never looks at it again


class Result(NamedTuple):
    """What a simulation promised the seat that answers."""

    chance: float  # to win
    points: float


@dataclass(frozen=True)
class Answer:
    """An offered answer: how often it was simulated, and the chance to win that it gave the seat."""

    action: int
    simulations: int
    chance: float


@dataclass(frozen=True)
class Thought:
    """What a search found about a question: its answers, the best first, and what each seat may expect of the game."""

    answers: list[Answer]
    chances: list[float]
    scores: list[float]
    simulations: int

    @property
    def action(self) -> int:
        return self.answers[0].action


def memory(game: Game, simulations: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Room for a tree of so many simulations: nodes, edges, how many of them are used, and values of answers."""
    edges = search.edges_for(game.moves.size, simulations)
    values = np.zeros(game.moves.words * search.VALUES_A_WORD)
    return np.zeros(simulations + 1, search.NODE), np.zeros(edges, search.EDGE), np.zeros(2, np.int64), values


def foreseen(done: int, begun: float, until: float) -> int:
    """How many simulations there will be at most until then, after so many since it was begun."""
    now = time.monotonic()
    return max(0, int(SPURT * done * (until - now) / max(now - begun, 1e-6)))


class Tree:
    """The memory of one search, used again for the next."""

    def __init__(self, game: Game, judge: Judge, simulations: int):
        self._game = game
        self._scratch, self._mask = game.rows(search.SEARCH_ROWS), game.mask()
        self.nodes, self.edges, self._used, self._values = memory(game, simulations)
        self._generator = np.zeros(2, np.uint64)
        self._tuning = judge.tuning
        judging, places = net.memory(judge.inputs)
        instinct = judging if judge.instinct is judge.weights else np.zeros_like(judging)
        self._search = search.explore.of(*judge.functions(game)).compiled()
        self._network = (judge.weights, judging, judge.instinct, instinct, places)

    def think(
        self, rows: np.ndarray, seats: int, seed: np.uint64, simulations: int, until: float | None, whole: bool
    ) -> np.ndarray:
        """Search the question in row 0. What each seat may expect, added up, and at last the number of simulations.

        Unless all of them are wanted (`whole`), it ends when the rest could not change the choice.
        """
        self._used[:] = 0
        self._generator[0] = seed
        expected = np.zeros(2 * seats + 1)
        begun, done, left, decided = time.monotonic(), 0, simulations, False
        while left and not decided:
            part = left if until is None else min(AT_ONCE, left)
            left, done = left - part, done + part
            self._explore(rows, seats, part, search.ALL_OF_THEM if whole else left, expected[:-1])
            decided = self.nodes["visits"][0] < done
            if until is not None:
                left = min(simulations - done, foreseen(done, begun, until))
        expected[-1] = self.nodes["visits"][0]
        return expected

    def _explore(self, rows: np.ndarray, seats: int, simulations: int, later: int, expected: np.ndarray) -> None:
        self._search(
            *self._network, rows, 0, seats, self._scratch, self._mask, self.nodes, self.edges, self._used,
            self._values, expected, simulations, later, self._generator, self._tuning,
        )  # fmt: skip

    def insist(self, rows: np.ndarray, seats: int, action: int, simulations: int) -> list[Result]:
        """Further simulations of one answer to the question of the last search: what each promised the seat."""
        taken = max(int(self._used[0]), int(self._used[1]) // search.EDGES_A_NODE + 1)
        self.make_room(taken + simulations)
        edges, found, expected = self._first_edges(), [], np.zeros((2, seats))
        before, seat = edges.copy(), int(self.nodes["asked"][0])
        others = edges["action"] != action
        edges["visits"][others], edges["total"][others] = 1, -BARRED
        for _ in range(simulations):
            expected[:] = 0
            self._explore(rows, seats, 1, search.ALL_OF_THEM, expected.reshape(-1))
            found.append(Result(*expected[:, seat].tolist()))
        edges[others] = before[others]
        return found

    def make_room(self, simulations: int) -> None:
        """See that the tree can grow in so many simulations. A system gives memory only to what is written there."""
        if simulations >= len(self.nodes):
            nodes, edges, *_ = memory(self._game, simulations)
            nodes[: len(self.nodes)], edges[: len(self.edges)] = self.nodes, self.edges
            self.nodes, self.edges = nodes, edges

    def _first_edges(self) -> np.ndarray:
        """The edges of the first question. They come before all others, and the one that was added last leads to the rest."""
        return self.edges[: int(self.nodes["first"][0]) + 1]

    def answers(self) -> dict[int, np.ndarray]:
        """Each answer to the first question, with its simulations and chances."""
        edges = self._first_edges()
        return dict(zip(edges["action"].tolist(), np.stack([edges["visits"], edges["told"]], 1), strict=True))


class Searcher:
    """Searches with one budget of simulations, each thread in a tree of its own; one thread finds the same again.

    `unbound`: where there is a limit of seconds, it alone counts.
    """

    def __init__(self, game: Game, judge: Judge, simulations: int, threads: int = 1, unbound: bool = False):
        if simulations < PATIENT:
            judge = replace(judge, tuning=tuned())
        threads = min(threads, simulations)
        self._trees = [Tree(game, judge, -(-simulations // threads)) for _ in range(threads)]
        self._simulations, self._unbound = simulations, unbound

    def choose(self, rows: np.ndarray, seats: int, seed: int, seconds: float | None = None) -> int:
        """The answer that `think` would like best, found sooner: simulations that can't change it are left out."""
        return self.think(rows, seats, seed, seconds, whole=len(self._trees) > 1).action

    def think(self, rows: np.ndarray, seats: int, seed: int, seconds: float | None = None, whole: bool = True) -> Thought:
        """What to answer to the question in row 0; with a time limit perhaps after fewer simulations.

        Unless the `whole` search is wanted, it ends when the rest could not change the choice.
        """
        until = None if seconds is None else time.monotonic() + seconds
        threads, simulations = len(self._trees), self._simulations
        if self._unbound and seconds is not None:
            simulations = ENDLESS
            for tree in self._trees:
                tree.make_room(LARGEST // threads)
        budgets = [(simulations + k) // threads for k in range(threads)]
        seeds = [stream(np.uint64(seed), k) for k in range(threads)]
        work = [(tree, rows, seats, s, b, until, whole) for tree, s, b in zip(self._trees, seeds, budgets, strict=True)]
        if threads == 1:
            found = [Tree.think(*work[0])]
        else:
            with ThreadPoolExecutor(threads) as pool:
                found = list(pool.map(lambda one: Tree.think(*one), work))
        return self._thought(np.sum(found, axis=0), seats)

    def insist(self, rows: np.ndarray, seats: int, action: int, simulations: int) -> list[Result]:
        """After `think` about the same question: what so many more simulations of one answer promise the seat."""
        return self._trees[0].insist(rows, seats, action, simulations)

    def _thought(self, expected: np.ndarray, seats: int) -> Thought:
        total: dict[int, Any] = {}
        for tree in self._trees:
            for action, counts in tree.answers().items():
                total[action] = total.get(action, 0) + counts
        answers = [Answer(action, int(n), float(chance / n) if n else 0.0) for action, (n, chance) in total.items()]
        answers.sort(key=lambda one: (-one.simulations, -one.chance, one.action))
        means = (expected[:-1] / expected[-1]).tolist()
        return Thought(answers, means[:seats], means[seats:], int(expected[-1]))
