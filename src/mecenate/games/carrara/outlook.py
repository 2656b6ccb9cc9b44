"""What each scoring space would bring a seat now: the figures that a player at the table would count out."""

from numba import types

from mecenate.core.kernel import INTS, STATES, entry
from mecenate.games.carrara.court import refuse_space, reward
from mecenate.games.carrara.state import SPACES, state


@entry(types.void(STATES, types.int64, types.int64, INTS))
def outlook(states, i, seat, out):
    """By space: coins, points, and the reason why it can't be scored now (0 if it can)."""
    s = state(states, i)
    for space in range(SPACES):
        out[3 * space] = reward(s, seat, space, True)
        out[3 * space + 1] = reward(s, seat, space, False)
        out[3 * space + 2] = refuse_space(s, seat, space, 0)
