"""Games that a network plays against itself, and what can be learnt from them.

A share of a game's positions is kept. What the network shall say of them is what came next: what it said of the next one that
was kept, partly, and partly what it shall say of that one, on to the end of the game. So a good answer is not blamed for bad
luck long after it.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from mecenate.bots import net
from mecenate.bots.judging import Judge
from mecenate.bots.play import GREEDY, RANDOM, choose, stream
from mecenate.bots.search import EDGES, NODES, SEARCH_ROWS, think
from mecenate.bots.thinking import memory
from mecenate.bots.tuning import tuned
from mecenate.core.entries import entry
from mecenate.core.errors import BadOptions
from mecenate.core.floats import exp
from mecenate.core.game import Game, Value
from mecenate.core.header import header
from mecenate.core.kernel import FLOAT, FLOATS, GENERATOR, INT, INTS, MASK, SINGLES, STATES, Array, Signature, kernel, local
from mecenate.core.playout import draw_below, nth_offered

LESSON_ROWS = Array(np.dtype(np.float32), 2)
FINE = 1 << 20
NETWORK = GREEDY + 1  # the level of a seat that plays by the network
MOST_KEPT = 128  # positions of one game
KEPT = 0.1  # share of a game's positions that are kept: neighbours say nearly the same
PATIENCE = 0.8  # how much what became of a position counts, against what the network said of the next one
SLIPS = (0.0, 0.05, 0.2)  # share of answers that are not the best, one of these a game
DEFAULTS = 0.7  # share of games with the default options
MIXED, ALONE = 0.1, 0.1  # share of games with greedy bots at half of the seats, and at all seats but one
PART = 25  # games that are played in one piece
an_expectation = local(np.float64, 2 * net.SEATS)  # what a search finds beside its choice, which nobody asks for here
LESSONS = tuple[np.ndarray, np.ndarray]  # positions, a row for each seat with its head, and what the network shall say of them


@kernel
def unit(generator):
    """A number between 0 and 1."""
    return draw_below(generator, FINE) / FINE


@kernel
def any_edge(tree, generator):
    """An answer to the first question, drawn by the weights."""
    nodes, edges, _ = tree
    first = nodes[0].first + 1  # they come before all others
    total = 0.0
    for e in range(first):
        total += edges[e].weight
    left = total * unit(generator)
    for e in range(first):
        left -= edges[e].weight
        if left < 0:
            return e
    return 0


@kernel
def keep(network, states, players, rows, said, kept):
    """A position as each seat sees it, with the head that judges it, and what the network says of it."""
    weights, memory, inputs = network[1], network[2], rows.shape[1] - 1
    for seat in range(players):
        k = kept * players + seat
        chance, points = net.estimate(network, states, 0, seat)
        said[k, net.WIN] = 1 / (1 + exp(-chance))
        said[k, net.SCORE] = points / net.SCALE
        seen = net.last_seen(memory, seat)[0]
        for j in range(inputs):
            rows[k, j] = seen[j]
        rows[k, inputs] = net.head_for(weights, inputs, states, 0, seat)


@entry(
    Signature(
        (
            SINGLES, SINGLES, INTS,
            STATES, STATES, MASK, NODES, EDGES, INTS, FLOATS, INT, FLOATS,
            INTS, INTS, INT, GENERATOR, FLOAT, LESSON_ROWS, LESSON_ROWS,
        ),
        INT,
    )
)  # fmt: skip
def play_game(
    legal, step, redeal, result, features, value, weights, memory, places,
    states, scratch, mask, nodes, edges, used, values, simulations, tuning,
    levels, results, players, generator, slips, rows, said,
):  # fmt: skip
    """Play row 0 to its end. A share of its positions goes into `rows`, a row for each seat: how many positions that are."""
    rules, network, tree = (legal, step, redeal, result), (features, weights, memory, places), (nodes, edges, used)
    s = header(states, 0)
    expected = an_expectation()
    kept = 0
    while s.asked >= 0:
        offered = legal(states, 0, mask)
        level = levels[s.asked]
        if offered == 1:
            step(states, 0, nth_offered(mask, 0))
            continue
        slip = unit(generator) < slips
        if level < NETWORK:
            action = choose(RANDOM if slip else level, legal, step, redeal, value, states, 0, scratch, mask, generator, offered)
        else:
            used[:] = 0
            budget = 0 if slip else simulations
            e = think(
                rules, network, network, tree, states, 0, players, scratch, mask, values, expected, budget, 0, generator, tuning
            )
            action = edges[any_edge(tree, generator) if slip else e].action
        step(states, 0, action)
        if s.asked >= 0 and unit(generator) < KEPT and (kept + 1) * players <= rows.shape[0]:
            keep(network, states, players, rows, said, kept)
            kept += 1
    result(states, 0, results)
    return kept


def softmax(values: np.ndarray) -> np.ndarray:
    powers = np.exp(values - values.max())
    return powers / powers.sum()


def ending(scores: np.ndarray, margin: float) -> np.ndarray:
    """What a network shall say of each seat at the end of a game: its chance, the surer the further ahead, and its points."""
    return np.stack([softmax(scores / margin), scores / net.SCALE], 1)


def hindsight(said: np.ndarray, end: np.ndarray, patience: float) -> np.ndarray:
    """What a network shall say of positions of a game, from what it said of each and what it shall say of the end."""
    wanted = np.zeros_like(said)
    later = end
    for k in range(len(said) - 1, -1, -1):
        wanted[k] = later
        later = patience * later + (1 - patience) * said[k]
    return wanted


class Player:
    """Plays games of one kind with given weights, and so many simulations an answer. Several threads may use it at once.

    Its searches judge at once: to learn from, many games are worth more than a few better ones.
    """

    def __init__(self, game: Game, judge: Judge, weights: np.ndarray, simulations: int = 0):
        self.game, self.judge, self.simulations = game, replace(judge, weights=weights, tuning=tuned()), simulations
        self._play = play_game.of(*judge.functions(game), judge.value).compiled()

    def play(
        self, seats: int, options: Mapping[str, Value], seed: int, levels: list[int], slips: float, patience: float = PATIENCE
    ) -> tuple[LESSONS, np.ndarray]:
        """What is learnt from a game, and its result."""
        game, judge, most = self.game, self.judge, MOST_KEPT * seats
        states, results = game.rows(1), np.zeros(2 * seats, np.int64)
        rows, said = np.zeros((most, judge.inputs + 1), np.float32), np.zeros((most, net.OUTPUTS), np.float32)
        game.start(states, 0, stream(np.uint64(seed), 0), game.settings(seats, options)[1])
        generator = np.array([stream(np.uint64(seed), 1), 0], np.uint64)
        kept = self._play(
            judge.weights, *net.memory(judge.inputs),
            states, game.rows(SEARCH_ROWS), game.mask(), *memory(game, self.simulations), self.simulations, judge.tuning,
            np.array(levels, np.int64), results, seats, generator, slips, rows, said,
        )  # fmt: skip
        n = kept * seats
        wanted = hindsight(
            said[:n].reshape(kept, seats, net.OUTPUTS), ending(results[:seats], float(judge.weights[net.MARGIN])), patience
        )
        return (rows[:n].astype(np.float16), wanted.reshape(n, net.OUTPUTS)), results


def draw_options(game: Game, seats: int, rng: np.random.Generator) -> dict[str, Value]:
    """The defaults mostly, else anything that goes together."""
    while rng.random() > DEFAULTS:
        options = {option.key: option.values[rng.integers(len(option.values))] for option in game.options}
        try:
            game.settings(seats, options)
        except BadOptions:
            continue
        return options
    return {}


def draw_levels(seats: int, greedy: bool, rng: np.random.Generator) -> list[int]:
    """Who plays: the network at all seats mostly, else against greedy bots; those alone, where it knows nothing yet."""
    levels, drawn = np.full(seats, GREEDY if greedy else NETWORK), rng.random()
    if drawn < MIXED:
        levels[::2] = GREEDY
    elif drawn < MIXED + ALONE:
        levels[np.arange(seats) != rng.integers(seats)] = GREEDY
    return levels.tolist()


def lesson(player: Player, seed: int, number: int, greedy: bool) -> LESSONS:
    """What is learnt from one game of any kind."""
    rng = np.random.default_rng((seed, number))
    seats = int(rng.choice(player.game.seats))
    options, levels, slips = draw_options(player.game, seats, rng), draw_levels(seats, greedy, rng), float(rng.choice(SLIPS))
    return player.play(seats, options, int(rng.integers(1 << 53)), levels, slips, 1.0 if greedy else PATIENCE)[0]


def lessons(player: Player, games: int, seed: int, greedy: bool, pool: Executor, progress: Callable[[int], None]) -> LESSONS:
    """What is learnt from many games; from games of greedy bots, where the network knows nothing yet."""

    def part(first: int) -> list[LESSONS]:
        found = [lesson(player, seed, number, greedy) for number in range(first, min(first + PART, games))]
        progress(len(found))
        return found

    found = [one for some in pool.map(part, range(0, games, PART)) for one in some]
    return np.concatenate([rows for rows, _ in found]), np.concatenate([wanted for _, wanted in found])
