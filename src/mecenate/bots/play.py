"""Bots that answer at once, inside compiled code and for every game alike."""

import numpy as np

from mecenate.bots.greedy import choose_greedy
from mecenate.core.entries import entry
from mecenate.core.header import header
from mecenate.core.kernel import GENERATOR, INT, INTS, MASK, NATURAL, STATES, VALUE, Signature, kernel
from mecenate.core.playout import draw_below, nth_offered
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix

RANDOM, GREEDY = range(2)  # levels; a higher one is the number of simulations of a bot that thinks


@kernel
def choose(level, legal, step, redeal, value, states, i, scratch, mask, generator, offered):
    """The answer of a bot in row i, where `mask` already holds what is offered, and `offered` says how many answers that is."""
    if offered == 1:
        return nth_offered(mask, 0)
    if level == RANDOM:
        return nth_offered(mask, draw_below(generator, offered))
    return choose_greedy(legal, step, redeal, value, states, i, scratch, mask, generator)


@entry(Signature((NATURAL, INT), NATURAL))
def stream(seed, number):
    """The start of one of many generators that belong to a seed."""
    return mix(mix(seed) + RNG_STEP * np.uint64(number))


@entry(VALUE)
def indifferent(states, i, seat):
    """The evaluation of bots that need none."""
    return 0.0


@entry(Signature((INT, STATES, INT, STATES, MASK, GENERATOR), INT))
def choice(legal, step, redeal, value, level, states, i, scratch, mask, generator):
    """The answer of a bot to the question in row i."""
    offered = legal(states, i, mask)
    return choose(level, legal, step, redeal, value, states, i, scratch, mask, generator, offered)


@entry(Signature((STATES, STATES, MASK, INTS, GENERATOR, INTS, INTS), INT))
def play_on(legal, step, redeal, value, states, scratch, mask, levels, generator, decisions, moves):
    """Let the bots that answer at once play in row 0 until one is asked that thinks: its seat, or -1 when the game is over.

    `decisions` counts the real ones of each seat; `moves` takes the answers of the whole game, as far as it has room.
    """
    s = header(states, 0)
    while s.asked >= 0:
        level = levels[s.asked]
        offered = legal(states, 0, mask)
        if offered > 1:
            decisions[s.asked] += 1
            if level > GREEDY:
                return np.int64(s.asked)
        action = choose(level, legal, step, redeal, value, states, 0, scratch, mask, generator, offered)
        if s.ply < moves.size:
            moves[s.ply] = action
        step(states, 0, action)
    return np.int64(-1)
