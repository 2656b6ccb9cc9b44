"""Compiled loops whose speed the bench measures, beside random play."""

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.header import header
from mecenate.core.kernel import GENERATOR, INT, INTS, MASK, NATURAL, STATES, Signature, copy_row
from mecenate.core.playout import play_random
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix


@entry(Signature((STATES, INT), INT))
def copy_rows(states, times):
    """Copy states of an array to the row behind them, over and over; each copy is changed, so that none can be left out."""
    last = states.shape[0] - 1
    row = 0
    for _ in range(times):
        copy_row(states, row + 1, states, row)
        states[row, 0] += np.uint8(1)
        row += 1
        if row == last:
            row = 0
    return np.int64(states[last, 0])


@entry(Signature((STATES, INT, NATURAL), INT))
def redeal_rows(redeal, states, times, seed):
    """Deal the states of an array anew for the seats that are asked in them, over and over."""
    row = 0
    for _ in range(times):
        seed += RNG_STEP
        redeal(states, row, header(states, row).asked, mix(seed))
        row += 1
        if row == states.shape[0]:
            row = 0
    return row


@entry(Signature((STATES, STATES, MASK, GENERATOR, INT, INTS), INT))
def play_out(legal, step, redeal, states, scratch, mask, generator, times, out):
    """Random rollouts from the states of an array in turn, as a search would do them: copied, and dealt anew for the seat that
    is asked. `out`: rollouts, decisions."""
    for _ in range(times):
        row = out[0] % states.shape[0]
        copy_row(scratch, 0, states, row)
        generator[0] += RNG_STEP
        redeal(scratch, 0, header(scratch, 0).asked, mix(generator[0]))
        out[1] += play_random(legal, step, scratch, 0, mask, generator)
        out[0] += 1
    return times
