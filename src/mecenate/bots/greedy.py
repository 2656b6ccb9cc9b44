"""The greedy bot: it tries every offered answer, and takes the one after which a game's evaluation likes the position best.

It never looks at the true state: it deals out anew whatever its seat can't know, and thinks about that.
"""

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mecenate.core.header import header
from mecenate.core.kernel import copy_row, kernel, lowest
from mecenate.core.playout import draw_below
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix

ONE = np.uint64(1)
SAMPLES = 4  # deals over which an answer is averaged that brings out cards
DEALT, TRIED = 0, 1  # rows of the scratch array
SCRATCH_ROWS = 2


@kernel
def value_after(step, redeal, value, scratch, seat, action, deals):
    """The value of an answer. Where new cards come out, one deal would be luck, so several are tried."""
    copy_row(scratch, TRIED, scratch, DEALT)
    step(scratch, TRIED, action)
    total = value(scratch, TRIED, seat)
    after = header(scratch, TRIED)
    if not after.revealed or after.asked != seat:
        return total
    seed = deals
    for _ in range(SAMPLES - 1):
        seed += RNG_STEP
        copy_row(scratch, TRIED, scratch, DEALT)
        redeal(scratch, TRIED, seat, mix(seed))
        step(scratch, TRIED, action)
        total += value(scratch, TRIED, seat)
    return total / SAMPLES


@kernel
def choose_greedy(legal, step, redeal, value, states, i, scratch, mask, generator):
    """The best offered answer for the seat that is asked in row i; chance decides between equals."""
    seat = np.int64(header(states, i).asked)
    generator[0] += RNG_STEP
    deals = generator[0]
    copy_row(scratch, DEALT, states, i)
    redeal(scratch, DEALT, seat, mix(deals))
    n = legal(scratch, DEALT, mask)
    best, best_value, equals = -1, -np.inf, 0
    for word in range(mask.size):
        bits = mask[word]
        while bits:
            action = (word << 6) + lowest(bits)
            bits &= bits - ONE
            if n == 1:
                return action
            found = value_after(step, redeal, value, scratch, seat, action, deals)
            if found > best_value:
                best, best_value, equals = action, found, 1
            elif found == best_value:
                equals += 1
                if draw_below(generator, equals) == 0:
                    best = action
    return best


def in_time(seconds: float, legal: Any, step: Any, redeal: Any, value: Any) -> tuple[Callable[..., Any], ...]:
    """A game's functions for a bot that is not compiled: once the time is up, whatever it has not tried yet counts as bad."""
    until = time.monotonic() + seconds

    def while_there_is_time(function: Any, otherwise: float) -> Callable[..., Any]:
        return lambda *args: function(*args) if time.monotonic() < until else otherwise

    return legal, while_there_is_time(step, 0), while_there_is_time(redeal, 0), while_there_is_time(value, -math.inf)
