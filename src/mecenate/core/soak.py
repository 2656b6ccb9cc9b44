"""A random game with every promise of the contract checked in every position, for every game alike."""

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.header import header
from mecenate.core.kernel import GENERATOR, INT, INTS, MASK, NATURAL, STATES, TABLE, Signature, copy_row, kernel
from mecenate.core.playout import draw_below, nth_offered
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix

FAULTS = (
    "none",
    "a law of the game is broken",
    "what is offered is not what is accepted",
    "nothing is offered",
    "the events do not account for a stock",
    "a law of the game is broken after a redeal",
    "a redeal changes what the seat is offered",
    "the same redeal of a redealt game is another one",
)
NO_FAULT, BROKEN_LAW, OFFERED_IS_ACCEPTED, NOTHING_OFFERED, UNACCOUNTED, REDEAL_LAW, REDEAL_OFFER, REDEAL_TWICE = range(
    len(FAULTS)
)


@kernel
def offered_is_accepted(why, states, i, mask, actions):
    for action in range(actions):
        accepted = why(states, i, action) == 0
        if accepted != ((mask[action >> 6] >> np.uint64(action & 63)) & np.uint64(1) != 0):
            return False
    return True


@kernel
def accounted(states, i, changes, before, after, seats):
    """The last move's events explain every change of every stock."""
    s = header(states, i)
    for n in range(s.happened):
        e = s.events[n]
        if e.seat >= 0:
            for stock in range(changes.shape[1]):
                before[stock * seats + e.seat] += changes[e.kind, stock] * e.a
    for k in range(changes.shape[1] * seats):
        if before[k] != after[k]:
            return False
    return True


@kernel
def same_row(states, i, j):
    for k in range(states.shape[1]):
        if states[i, k] != states[j, k]:
            return False
    return True


@entry(Signature((STATES, MASK, MASK, INTS, GENERATOR, NATURAL, INT, TABLE, INTS, INTS, INTS), INT))
def soak_game(
    start, legal, step, why, redeal, check, stocks,
    states, mask, other, options, generator, seed, actions, changes, before, after, out,
):  # fmt: skip
    """One random game in row 0, redeals in rows 1 and 2. Returns a fault; `out` gets the answers, decisions and law."""
    seats = options[0]
    start(states, 0, seed, options)
    s = header(states, 0)
    while True:
        out[2] = check(states, 0)
        if out[2]:
            return BROKEN_LAW
        n = legal(states, 0, mask)
        if s.asked < 0:
            return OFFERED_IS_ACCEPTED if n else NO_FAULT
        if n == 0:
            return NOTHING_OFFERED
        if not offered_is_accepted(why, states, 0, mask, actions):
            return OFFERED_IS_ACCEPTED
        seat = draw_below(generator, seats)
        generator[0] += RNG_STEP
        chance = mix(generator[0])
        copy_row(states, 1, states, 0)
        redeal(states, 1, seat, chance)
        out[2] = check(states, 1)
        if out[2]:
            return REDEAL_LAW
        if seat == s.asked:
            legal(states, 1, other)
            for word in range(mask.size):
                if mask[word] != other[word]:
                    return REDEAL_OFFER
        copy_row(states, 2, states, 1)
        redeal(states, 2, seat, chance)
        if not same_row(states, 1, 2):
            return REDEAL_TWICE
        stocks(states, 0, before)
        k = 0
        if n > 1:
            k = draw_below(generator, n)
            out[1] += 1
        out[0] += 1
        step(states, 0, nth_offered(mask, k))
        stocks(states, 0, after)
        if not accounted(states, 0, changes, before, after, seats):
            return UNACCOUNTED
