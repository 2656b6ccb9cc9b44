"""Bots inside compiled code, for every game alike: one answers a question, or some play whole games among themselves."""

import numpy as np
from numba import types

from mecenate.bots.greedy import choose_greedy
from mecenate.core.header import header
from mecenate.core.kernel import INTS, LEGAL, MASK, REDEAL, RESULT, SETUP, STATES, STEP, VALUE, entry, kernel
from mecenate.core.playout import GENERATOR, draw_below, nth_offered
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix

RANDOM, GREEDY = range(2)  # levels
TALLY = types.Array(types.int64, 2, "C")
WINS, SCORE, SCORE_SQUARED, PLACES = range(4)  # columns of a tally
WHOLE_WIN = 60  # a shared win divides evenly among up to six


@kernel
def choose(level, legal, step, redeal, value, states, i, scratch, mask, generator, offered):
    """The answer of a bot in row i, where `mask` already holds what is offered, and `offered` says how many answers that is."""
    if offered == 1:
        return nth_offered(mask, 0)
    if level == RANDOM:
        return nth_offered(mask, draw_below(generator, offered))
    return choose_greedy(legal, step, redeal, value, states, i, scratch, mask, generator)


@kernel
def stream(seed, number):
    """The start of one of many generators that belong to a seed."""
    return mix(mix(seed) + RNG_STEP * np.uint64(number))


@kernel
def tell(results, seats, game, groups, tally):
    """Add the result of a game to the tally of the bots: `groups` are the seats' rows in it before they were rotated."""
    winners = 0
    for seat in range(seats):
        if results[seats + seat] == 1:
            winners += 1
    for group in range(tally.shape[0]):
        score = 0
        for seat in range(seats):
            if groups[(seat + game) % seats] == group:
                score += results[seat]
                tally[group, PLACES] += results[seats + seat]
                if results[seats + seat] == 1:
                    tally[group, WINS] += WHOLE_WIN // winners
        tally[group, SCORE] += score
        tally[group, SCORE_SQUARED] += score * score


F = types.FunctionType


@entry(VALUE)
def indifferent(states, i, seat):
    """The evaluation of bots that need none."""
    return 0.0


@entry(types.int64(types.int64, F(LEGAL), F(STEP), F(REDEAL), F(VALUE), STATES, types.int64, STATES, MASK, GENERATOR))
def choice(level, legal, step, redeal, value, states, i, scratch, mask, generator):
    """The answer of a bot to the question in row i."""
    offered = legal(states, i, mask)
    return choose(level, legal, step, redeal, value, states, i, scratch, mask, generator, offered)


@entry(
    types.int64(
        F(SETUP), F(LEGAL), F(STEP), F(REDEAL), F(RESULT), F(VALUE),
        STATES, STATES, MASK, INTS, INTS, INTS, types.uint64, types.int64, types.int64, TALLY, INTS,
    )
)  # fmt: skip
def bot_games(
    setup, legal, step, redeal, result, value,
    states, scratch, mask, options, levels, groups, seed, first, last, tally, out,
):  # fmt: skip
    """Games number `first` to `last` - 1 of a seed, each the same whoever plays the others.

    From game to game the bots move on by one seat, and they have the same deal until each has had every seat.
    `out`: answers, decisions.
    """
    seats = options[0]
    results = np.zeros(2 * seats, np.int64)
    generator = np.zeros(1, np.uint64)
    for game in range(first, last):
        setup(states, 0, stream(seed, 2 * (game // seats)), options)
        generator[0] = stream(seed, 2 * game + 1)
        s = header(states, 0)
        while s.asked >= 0:
            level = levels[(s.asked + game) % seats]
            offered = legal(states, 0, mask)
            if offered > 1:
                out[1] += 1
            action = choose(level, legal, step, redeal, value, states, 0, scratch, mask, generator, offered)
            step(states, 0, action)
        out[0] += s.ply
        result(states, 0, results)
        tell(results, seats, game, groups, tally)
    return last - first
