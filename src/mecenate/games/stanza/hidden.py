"""Redeal: a state that a seat can't tell from the true one. Only the order of the draw pile is hidden."""

import numpy as np

from mecenate.core.kernel import kernel
from mecenate.core.rng import mix, shuffle
from mecenate.games.stanza.state import PERSONS

ONE = np.uint64(1)


@kernel
def redeal(s, seed):
    """Shuffle the pile from a fresh order, so that nothing of the true one is left, and renew the generator."""
    s.rng = mix(seed)
    n = 0
    for person in range(PERSONS):
        if (s.pile_persons >> np.uint64(person)) & ONE:
            s.pile[n] = person
            n += 1
    shuffle(s, s.pile, 0, n)
