"""What long searches made of questions, for an instinct to learn from: the answers, and how often each was looked at.

A share of a game's questions is searched long and kept. The others are answered after a short search: so the same time brings
questions of more games, and these are less alike.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from mecenate.bots import net
from mecenate.bots.judging import Judge
from mecenate.bots.play import stream
from mecenate.bots.search import DEALS, EDGES, NODES, SEARCH_ROWS, SIMULATED, TRIED, think
from mecenate.bots.thinking import memory
from mecenate.core.entries import entry
from mecenate.core.game import Game, Value
from mecenate.core.header import header
from mecenate.core.kernel import FLOAT, FLOATS, GENERATOR, INT, INTS, MASK, SINGLES, STATES, Signature, copy_row, kernel
from mecenate.core.playout import nth_offered
from mecenate.core.rng import mix
from mecenate.lab.selfplay import LESSON_ROWS, SLIPS, an_expectation, any_edge, draw_options, unit

LONG = 0.3  # share of questions that are searched long
SHORT = 16  # simulations about the others
MOST_ROWS = 4096  # answers of one game that are kept


@dataclass(frozen=True)
class Examples:
    """Answers to questions, one after the other."""

    rows: np.ndarray  # the position after an answer, as the seat sees it, with the head that judges it
    visits: np.ndarray  # how often a search looked at each
    answers: np.ndarray  # how many each question has


@kernel
def keep(rules, instinct, tree, states, scratch, generator, rows, visits, kept):
    """The answers to a question that was searched, in the rows after the first `kept`: how many; none if the game may end."""
    step, redeal = rules[1], rules[2]
    features, weights = instinct[0], instinct[1]
    nodes, edges, _ = tree
    seat, inputs, count = np.int64(header(states, 0).asked), rows.shape[1] - 1, nodes[0].first + 1
    if kept + count > rows.shape[0]:
        return 0
    copy_row(scratch, SIMULATED, states, 0)
    redeal(scratch, SIMULATED, seat, mix(generator[DEALS]))
    for e in range(count):
        copy_row(scratch, TRIED, scratch, SIMULATED)
        step(scratch, TRIED, edges[e].action)
        if header(scratch, TRIED).asked < 0:
            return 0
        features(scratch, TRIED, seat, rows[kept + e, :inputs])
        rows[kept + e, inputs] = net.head_for(weights, inputs, scratch, TRIED, seat)
        visits[kept + e] = edges[e].visits
    return count


@entry(
    Signature(
        (
            SINGLES, SINGLES, SINGLES, SINGLES, INTS,
            STATES, STATES, MASK, NODES, EDGES, INTS, FLOATS, INT, FLOATS,
            INT, GENERATOR, FLOAT, LESSON_ROWS, INTS, INTS,
        ),
        INT,
    )
)  # fmt: skip
def play_examples(
    legal, step, redeal, result, features, weights, memory, instinct_weights, instinct_memory, places,
    states, scratch, mask, nodes, edges, used, values, simulations, tuning,
    players, generator, slips, rows, visits, answers,
):  # fmt: skip
    """Play row 0 to its end, and keep questions that were searched long: how many those are."""
    rules, tree = (legal, step, redeal, result), (nodes, edges, used)
    network, instinct = (features, weights, memory, places), (features, instinct_weights, instinct_memory, places)
    s = header(states, 0)
    expected = an_expectation()
    questions, kept = 0, 0
    while s.asked >= 0:
        if legal(states, 0, mask) == 1:
            step(states, 0, nth_offered(mask, 0))
            continue
        used[:] = 0
        long = unit(generator) < LONG and questions < answers.size
        budget = simulations if long else SHORT
        e = think(
            rules, network, instinct, tree, states, 0, players, scratch, mask, values, expected, budget, 0, generator, tuning
        )
        if long:
            count = keep(rules, instinct, tree, states, scratch, generator, rows, visits, kept)
            if count:
                answers[questions] = count
                questions += 1
                kept += count
        slip = unit(generator) < slips
        step(states, 0, edges[any_edge(tree, generator) if slip else e].action)
    return questions


class Searched:
    """Plays games in which questions are searched long. Several threads may use it at once."""

    def __init__(self, game: Game, judge: Judge, simulations: int):
        self.game, self.judge, self.simulations = game, judge, simulations
        self._play = play_examples.of(*judge.functions(game)).compiled()

    def play(self, seats: int, options: Mapping[str, Value], seed: int, slips: float) -> Examples:
        game, judge = self.game, self.judge
        states = game.rows(1)
        rows, visits = np.zeros((MOST_ROWS, judge.inputs + 1), np.float32), np.zeros(MOST_ROWS, np.int64)
        answers = np.zeros(MOST_ROWS, np.int64)
        game.start(states, 0, stream(np.uint64(seed), 0), game.settings(seats, options)[1])
        memories, places = net.memory(judge.inputs)
        count = self._play(
            judge.weights, memories, judge.instinct, np.zeros_like(memories), places,
            states, game.rows(SEARCH_ROWS), game.mask(), *memory(game, self.simulations), self.simulations, judge.tuning,
            seats, np.array([stream(np.uint64(seed), 1), 0], np.uint64), slips, rows, visits, answers,
        )  # fmt: skip
        kept = int(answers[:count].sum())
        return Examples(rows[:kept].astype(np.float16), visits[:kept].astype(np.int32), answers[:count].astype(np.int32))


def together(some: list[Examples]) -> Examples:
    return Examples(*(np.concatenate([getattr(one, field) for one in some]) for field in ("rows", "visits", "answers")))


def example(searched: Searched, seed: int, number: int) -> Examples:
    """What is kept of one game of any kind."""
    rng = np.random.default_rng((seed, number))
    seats = int(rng.choice(searched.game.seats))
    options, slips = draw_options(searched.game, seats, rng), float(rng.choice(SLIPS))
    return searched.play(seats, options, int(rng.integers(1 << 53)), slips)


def examples(searched: Searched, games: int, seed: int, pool: Executor, progress: Callable[[int], None]) -> Examples:
    def one(number: int) -> Examples:
        found = example(searched, seed, number)
        progress(1)
        return found

    return together(list(pool.map(one, range(games))))
