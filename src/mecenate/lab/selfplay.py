"""Games that a network plays against itself, and what can be learnt from them: positions, and how their games ended."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor

import numpy as np
from numba import types

from mecenate.bots import net
from mecenate.bots.judging import Judge
from mecenate.bots.learnt import odds_after
from mecenate.bots.play import GREEDY, choose, stream
from mecenate.core.errors import BadOptions
from mecenate.core.game import Game, Value
from mecenate.core.header import header
from mecenate.core.kernel import FEATURES, INTS, LEGAL, MASK, REDEAL, RESULT, SINGLES, STATES, STEP, VALUE, entry, kernel
from mecenate.core.playout import GENERATOR, draw_below, nth_offered
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix

F = types.FunctionType
ROWS = types.Array(types.float32, 2, "C")
DEALT, TRIED = 0, 1  # rows of the scratch array
SCRATCH_ROWS = 2
FINE = 1 << 20
NETWORK = -1  # the level of a seat that plays by the network
MOST_KEPT = 48  # positions of one game
KEPT = 0.05  # share of a game's positions that are kept: neighbours say nearly the same
HEAT = (0.0, 0.02, 0.05, 0.12)  # by how much log odds are shaken, one of these a game
SLIPS = (0.02, 0.1, 0.3)  # the same for the greedy bot: the share of answers by chance
DEFAULTS = 0.6  # share of games with the default options
MIXED = 0.1  # share of games in which half of the seats are greedy bots
PART = 25  # games that are played in one piece


@kernel
def unit(generator):
    """A number between 0 and 1, neither of them."""
    return (draw_below(generator, FINE) + 0.5) / FINE


@kernel
def choose_by_net(rules, network, states, scratch, mask, results, players, generator, heat):
    """The answer after which the network likes the position best, its odds being shaken by chance."""
    legal, redeal = rules[0], rules[2]
    seat = np.int64(header(states, 0).asked)
    generator[0] += RNG_STEP
    deals = generator[0]
    scratch[DEALT] = states[0]
    redeal(scratch, DEALT, seat, mix(deals))
    best, most = 0, -np.inf
    for k in range(legal(scratch, DEALT, mask)):
        action = nth_offered(mask, k)
        found = odds_after(rules, network, scratch, DEALT, TRIED, results, seat, players, action, deals)
        if heat > 0:
            found -= heat * np.log(-np.log(unit(generator)))
        if found > most:
            best, most = action, found
    return best


@entry(
    types.int64(
        F(LEGAL), F(STEP), F(REDEAL), F(RESULT), F(FEATURES), SINGLES, SINGLES, INTS, F(VALUE),
        STATES, STATES, MASK, INTS, INTS, types.int64, GENERATOR, types.float64, types.float64, ROWS,
    )
)  # fmt: skip
def play_game(
    legal, step, redeal, result, features, weights, memory, places, value,
    states, scratch, mask, levels, results, players, generator, heat, share, rows,
):  # fmt: skip
    """Play row 0 to its end. A share of its positions goes into `rows`, a row for each seat: how many positions that are."""
    rules, network = (legal, step, redeal, result), (features, weights, memory, places)
    s = header(states, 0)
    kept = 0
    while s.asked >= 0:
        offered = legal(states, 0, mask)
        level = levels[s.asked]
        if offered == 1:
            step(states, 0, nth_offered(mask, 0))
            continue
        if level == NETWORK:
            action = choose_by_net(rules, network, states, scratch, mask, results, players, generator, heat)
        elif heat > unit(generator):
            action = nth_offered(mask, draw_below(generator, offered))
        else:
            action = choose(level, legal, step, redeal, value, states, 0, scratch, mask, generator, offered)
        step(states, 0, action)
        if s.asked >= 0 and unit(generator) < share and (kept + 1) * players <= rows.shape[0]:
            for seat in range(players):
                features(states, 0, seat, rows[kept * players + seat])
            kept += 1
    result(states, 0, results)
    return kept


class Player:
    """Plays games of one kind with given weights."""

    def __init__(self, game: Game, judge: Judge, weights: np.ndarray):
        for one in (game.start, judge.value, play_game):
            one.compile()
        self.game, self.inputs, self.weights = game, judge.inputs, weights
        self._functions, self._value = judge.functions(game), judge.value.function

    def play(
        self, seats: int, options: Mapping[str, Value], seed: int, levels: list[int], heat: float, share: float = KEPT
    ) -> tuple[np.ndarray, np.ndarray]:
        """The kept positions, a row for each seat, and what the game tells of its end. May be called from several threads."""
        game, results = self.game, np.zeros(2 * seats, np.int64)
        states, rows = game.rows(1), np.zeros((MOST_KEPT * seats, self.inputs), np.float32)
        game.start(states, 0, stream(np.uint64(seed), 0), game.settings(seats, options)[1])
        generator = np.array([stream(np.uint64(seed), 1)], np.uint64)
        kept = play_game(
            *self._functions, self.weights, *net.memory(self.inputs), self._value, states, game.rows(SCRATCH_ROWS),
            game.mask(), np.array(levels, np.int64), results, seats, generator, heat, share, rows,
        )  # fmt: skip
        return rows[: kept * seats], results


def targets(scores: np.ndarray, margin: float) -> np.ndarray:
    """What a network shall say of each seat: its chance, the surer the further it is ahead, and its points."""
    others = np.array([np.delete(scores, seat).max() for seat in range(len(scores))])
    return np.stack([1 / (1 + np.exp((others - scores) / margin)), scores / net.SCALE], 1).astype(np.float32)


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


def lessons(
    player: Player, games: int, seed: int, greedy: bool, pool: Executor, progress: Callable[[int], None]
) -> tuple[np.ndarray, np.ndarray]:
    """Positions of many games of all kinds and what became of them; by greedy bots, where a network knows nothing yet."""

    def part(first: int) -> tuple[np.ndarray, np.ndarray]:
        rows, wanted = [], []
        for number in range(first, min(first + PART, games)):
            rng = np.random.default_rng((seed, number))
            seats = int(rng.choice(player.game.seats))
            levels = [GREEDY if greedy else NETWORK] * seats
            if rng.random() < MIXED:
                levels[::2] = [GREEDY] * len(levels[::2])
            options, heat = draw_options(player.game, seats, rng), float(rng.choice(SLIPS if greedy else HEAT))
            kept, results = player.play(seats, options, int(rng.integers(1 << 53)), levels, heat)
            rows.append(kept.astype(np.float16))
            wanted.append(np.tile(targets(results[:seats], player.weights[-1]), (len(kept) // seats, 1)))
        progress(len(rows))
        return np.concatenate(rows), np.concatenate(wanted)

    found = list(pool.map(part, range(0, games, PART)))
    return np.concatenate([rows for rows, _ in found]), np.concatenate([wanted for _, wanted in found])
