"""Redeal: a state that a seat can't tell from the true one.

Everything that goes behind a screen is seen going there, so a watchful player knows it; what nobody knows is the order of the
pile and what will come out of the bag.
"""

from mecenate.core.kernel import kernel
from mecenate.core.rng import mix, shuffle


@kernel
def redeal(s, seed):
    """Shuffle the pile from a fresh order, so that nothing of the true one is left, and renew the generator."""
    s.rng = mix(seed)
    for k in range(1, s.pile_size):
        j = k
        while j > 0 and s.pile[j - 1] > s.pile[j]:
            held = s.pile[j]
            s.pile[j] = s.pile[j - 1]
            s.pile[j - 1] = held
            j -= 1
    shuffle(s, s.pile, 0, s.pile_size)
