"""A small network that says what a position is worth to a seat: its chance to win, and the points that it may expect.

Two layers of rectified units over a game's features. The second one and what comes out are a head, of which there are several:
one for each question that the seat may be asked, and one for a seat that is not asked, because what matters in the middle of a
turn is not what matters at its end. The weights lie one after the other in one array, so that every game's network has the same
type: for each input its weights to the first layer, then that layer's biases, the same for both layers of each head. The last
two figures are no weights. The margin says by how many points a finished game must be won to have e times the odds: the network
learns from that, so its chances are too cautious. To the power of the sharpness they come true.

In compiled code a network is a tuple of a game's features, the weights, and memory to think in. Positions that are judged one
after the other are much alike, so the network remembers for each seat what it looked at last, and adds to the first layer only
what has changed since. Whoever wants the same to the last digit lets it forget before.
"""

from typing import Any

import numpy as np

from mecenate.core.header import header
from mecenate.core.kernel import kernel

FIRST, SECOND, OUTPUTS = 128, 32, 2
WIN, SCORE = range(OUTPUTS)  # what comes out: the log odds to win; points in units of SCALE
SHARPNESS, MARGIN = -2, -1  # places of the figures that are no weights
SCALE = 50.0
ZERO = np.float32(0)
HEAD = (FIRST + 1) * SECOND + (SECOND + 1) * OUTPUTS  # figures of a head
NO_WEIGHTS = 2  # figures at the end
SEATS = 5  # the most that a game has


def size(inputs: int, heads: int) -> int:
    """How many figures a network is made of."""
    return (inputs + 1) * FIRST + heads * HEAD + NO_WEIGHTS


@kernel
def room(inputs):
    """How many figures a network of so many inputs thinks in, and how many places."""
    return inputs + FIRST + SECOND + OUTPUTS + SEATS * (inputs + FIRST), max(inputs, FIRST) + 1


def memory(inputs: int) -> tuple[np.ndarray, np.ndarray]:
    """Where a network thinks; and the places of inputs that are not 0.

    First how much its inputs have changed, its layers, its outputs. Then for each seat the inputs that it saw last, and the
    sums that the first layer made of them.
    """
    figures, places = room(inputs)
    return np.zeros(figures, np.float32), np.zeros(places, np.int64)


@kernel
def inputs_of(memory):
    """How many inputs a network has, by its memory."""
    return (memory.size - FIRST - SECOND - OUTPUTS - SEATS * FIRST) // (1 + SEATS)


@kernel
def layers(memory):
    """How much the inputs have changed, both layers, and the outputs."""
    one = inputs_of(memory)
    two = one + FIRST
    out = two + SECOND
    return memory[:one], memory[one:two], memory[two:out], memory[out : out + OUTPUTS]


@kernel
def last_seen(memory, seat):
    """The inputs that a seat saw last, and the sums that the first layer made of them."""
    n = inputs_of(memory)
    seen = n + FIRST + SECOND + OUTPUTS + seat * (n + FIRST)
    sums = seen + n
    return memory[seen:sums], memory[sums : sums + FIRST]


@kernel
def forget(memory):
    memory[:] = ZERO


def adder(width: int) -> Any:
    """A kernel for a layer of so many units: y += what the weights from place `at` make of x, without biases.

    Most inputs are 0 and cost next to nothing: they are left out without a branch, which could not be foreseen. The others are
    taken four at a time, which keeps the sums in registers.
    """

    @kernel
    def add(weights, at, x, y, places):
        n, used = x.size, 0
        for j in range(n):
            places[used] = j
            used += x[j] != ZERO
        fours = used & ~3
        for p in range(0, fours, 4):
            a, b, c, d = places[p], places[p + 1], places[p + 2], places[p + 3]
            va, vb, vc, vd = x[a], x[b], x[c], x[d]
            ra = weights[at + a * width : at + a * width + width]
            rb = weights[at + b * width : at + b * width + width]
            rc = weights[at + c * width : at + c * width + width]
            rd = weights[at + d * width : at + d * width + width]
            for k in range(width):
                y[k] += va * ra[k] + vb * rb[k] + vc * rc[k] + vd * rd[k]
        for p in range(fours, used):
            v = x[places[p]]
            row = weights[at + places[p] * width : at + places[p] * width + width]
            for k in range(width):
                y[k] += v * row[k]

    return add


add_first, add_second, add_last = adder(FIRST), adder(SECOND), adder(OUTPUTS)


@kernel
def rectify(sums, bias, y):
    for k in range(y.size):
        y[k] = max(sums[k] + bias[k], ZERO)


@kernel
def head_for(weights, inputs, states, i, seat):
    """Which head judges a position for a seat: that of the question which it is asked, or the last one."""
    s = header(states, i)
    return s.question if s.asked == seat else (weights.size - NO_WEIGHTS - (inputs + 1) * FIRST) // HEAD - 1


@kernel
def estimate(net, states, i, seat):
    """The log odds of a seat to win from the position in row i, and its points."""
    features, weights, memory, places = net
    x, one, two, out = layers(memory)
    seen, sums = last_seen(memory, seat)
    features(states, i, seat, x)
    for j in range(x.size):
        new = x[j]
        x[j] = new - seen[j]
        seen[j] = new
    first_bias = x.size * FIRST
    add_first(weights, 0, x, sums, places)
    rectify(sums, weights[first_bias : first_bias + FIRST], one)
    second = first_bias + FIRST + HEAD * head_for(weights, x.size, states, i, seat)
    second_bias = second + FIRST * SECOND
    last = second_bias + SECOND
    last_bias = last + SECOND * OUTPUTS
    two[:] = ZERO
    add_second(weights, second, one, two, places)
    rectify(two, weights[second_bias:last], two)
    for k in range(OUTPUTS):
        out[k] = weights[last_bias + k]
    add_last(weights, last, two, out, places)
    return np.float64(out[WIN]), SCALE * np.float64(out[SCORE])
