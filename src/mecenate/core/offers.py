"""Masks of offered answers: rows of 64-bit words, one bit an answer."""

from collections.abc import Sequence

import numpy as np

from mecenate.core.kernel import kernel, popcount

ONE = np.uint64(1)


def bases(ranges: Sequence[tuple[str, int]]) -> tuple[dict[str, int], int]:
    """The first number of each kind of move, and how many numbers there are in all."""
    base, end = {}, 0
    for name, size in ranges:
        base[name] = end
        end += size
    return base, end


@kernel
def clear(mask):
    for word in range(mask.size):
        mask[word] = 0


@kernel
def count(mask):
    n = 0
    for word in range(mask.size):
        n += popcount(mask[word])
    return n


@kernel
def offer(mask, action):
    mask[action >> 6] |= ONE << np.uint64(action & 63)


@kernel
def offer_bits(mask, base, bits):
    """Offer `base + k` for every bit k of a set of fewer than 64 bits."""
    low = np.uint64(base & 63)
    wide = np.uint64(bits)
    mask[base >> 6] |= wide << low
    if low:
        over = wide >> (np.uint64(64) - low)
        if over:
            mask[(base >> 6) + 1] |= over
