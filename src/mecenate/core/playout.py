"""Whole games without a person, for every game alike: the game's own functions come in as arguments."""

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.header import header
from mecenate.core.kernel import GENERATOR, INT, INTS, MASK, STATES, Signature, kernel, lowest, popcount
from mecenate.core.rng import S32, mix
from mecenate.core.rng import STEP as RNG_STEP

ONE = np.uint64(1)


@kernel
def draw_below(generator, n):
    """A number from 0 to n-1 from a generator that lies in an array."""
    generator[0] += RNG_STEP
    return np.int64(((mix(generator[0]) >> S32) * np.uint64(n)) >> S32)


@kernel
def nth_offered(mask, k):
    """The k-th offered answer, from 0."""
    word = 0
    n = popcount(mask[0])
    while k >= n:
        k -= n
        word += 1
        n = popcount(mask[word])
    bits = mask[word]
    for _ in range(k):
        bits &= bits - ONE
    return (word << 6) + lowest(bits)


@kernel
def play_random(legal, step, states, i, mask, generator):
    """Play row i to its end with uniformly chosen offered answers; say how many were real decisions."""
    s = header(states, i)
    decisions = 0
    while s.asked >= 0:
        n = legal(states, i, mask)
        k = 0
        if n > 1:
            decisions += 1
            k = draw_below(generator, n)
        step(states, i, nth_offered(mask, k))
    return decisions


@entry(Signature((STATES, INT, MASK, GENERATOR), INT))
def rollout(legal, step, states, i, mask, generator):
    """Play row i to its end at random; say how many answers were real decisions."""
    return play_random(legal, step, states, i, mask, generator)


@entry(Signature((STATES, MASK, INTS, GENERATOR, INT, INTS, INTS), INT))
def random_games(start, legal, step, result, states, mask, options, generator, games, out, results):
    """Whole random games in row 0. `out`: answers, decisions. `results`: what the game tells of the last one."""
    for _ in range(games):
        generator[0] += RNG_STEP
        start(states, 0, mix(generator[0]), options)
        out[1] += play_random(legal, step, states, 0, mask, generator)
        out[0] += header(states, 0).ply
        result(states, 0, results)
    return games
