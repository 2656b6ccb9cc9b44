"""The generator inside every state (SplitMix64), so that a game is a pure function of options, seed and moves."""

import numpy as np

from mecenate.core.kernel import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def mix(z):
    z = (z ^ (z >> S30)) * MIX_A
    z = (z ^ (z >> S27)) * MIX_B
    return z ^ (z >> S31)


@kernel
def below(s, n):
    """A number from 0 to n-1; moves the generator `s.rng` on."""
    s.rng += STEP
    return np.int64(((mix(s.rng) >> S32) * np.uint64(n)) >> S32)


@kernel
def shuffle(s, cards, start, n):
    """Shuffle `cards[start : start + n]` in place."""
    for k in range(n - 1, 0, -1):
        j = below(s, k + 1)
        held = cards[start + k]
        cards[start + k] = cards[start + j]
        cards[start + j] = held
