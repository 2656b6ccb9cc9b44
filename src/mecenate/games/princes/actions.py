"""The action space: one number for every answer that any question can have.

Placements come first, because the words of a mask that hold them are the bitboards of the anchors: eight orientations of
64 bits each.
"""

import numpy as np

from mecenate.core.kernel import kernel

RANGES = (
    ("place", 512),  # orientation * 64 + anchor
    ("convert", 64),  # prestige points
    ("spaces", 64),
    ("discard", 21),
    ("keep", 55),  # a card of any deck
    ("under", 55),
    ("rest", 1),
    ("open", 8),
    ("withdraw", 1),
    ("bid", 1),
    ("pass", 1),
    ("take", 8),
    ("nothing", 1),
    ("choose", 3),
    ("recruit", 21),
    ("wait", 1),
    ("work", 21),
    ("build", 10),
    ("freedom", 3),
    ("profession", 1),
    ("bonus", 1),
    ("play", 20),
    ("finish", 1),
    ("end", 1),
    ("back", 1),
)
BASE = {}
_end = 0
for _name, _size in RANGES:
    BASE[_name] = _end
    _end += _size
ACTIONS = _end
WORDS = -(-ACTIONS // 64)

A_PLACE, A_CONVERT, A_SPACES, A_DISCARD = BASE["place"], BASE["convert"], BASE["spaces"], BASE["discard"]
A_KEEP, A_UNDER, A_REST = BASE["keep"], BASE["under"], BASE["rest"]
A_OPEN, A_WITHDRAW, A_BID, A_PASS = BASE["open"], BASE["withdraw"], BASE["bid"], BASE["pass"]
A_TAKE, A_NOTHING, A_CHOOSE = BASE["take"], BASE["nothing"], BASE["choose"]
A_RECRUIT, A_WAIT, A_WORK, A_BUILD = BASE["recruit"], BASE["wait"], BASE["work"], BASE["build"]
A_FREEDOM, A_PROFESSION, A_BONUS = BASE["freedom"], BASE["profession"], BASE["bonus"]
A_PLAY, A_FINISH, A_END, A_BACK = BASE["play"], BASE["finish"], BASE["end"], BASE["back"]

ONE = np.uint64(1)
SIX_BITS = np.uint64(63)


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
