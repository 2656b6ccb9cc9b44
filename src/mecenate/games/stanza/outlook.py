"""What each discipline and each ending figure is worth to a seat now: what a player at the table would count out."""

from typing import Any

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.kernel import OUTLOOK, popcount
from mecenate.games.stanza import activation, bonus, ending
from mecenate.games.stanza.components import (
    LEAVING,
    MAJORITY,
    MAJORITY_RANKS,
    MUSEUM,
    MUSEUM_RANKS,
    SHIP_POINTS,
    STRENGTH_TILES,
)
from mecenate.games.stanza.state import OVER, state

# By discipline: strength from persons and tiles, how much an activation could have, and the right to how many bonus tiles.
STRENGTHS, REACH, RIGHTS, MUSEUM_VALUE = 0, 5, 10, 15
# Then the points that the game would end with, by kind.
MASTERPIECES, SHIP, BOOKS, EXIT, TILES, PATRON, DISCS, MUSEUM_POINTS, SIZE = range(16, 25)


@entry(OUTLOOK)
def outlook(states, i, seat, out):
    s = state(states, i)
    q = s.seats[seat]
    for discipline in range(5):
        strength = activation.workers_of(q, discipline) + popcount(q.tiles & STRENGTH_TILES[discipline])
        out[STRENGTHS + discipline] = strength
        out[REACH + discipline] = activation.reach(s, seat, discipline) if s.question != OVER else 0
        out[RIGHTS + discipline] = bonus.level(q, discipline) if discipline < 4 else 0
    discs, museums = ending.by_player(), ending.by_player()
    ending.standings(s, discs, museums)
    out[MUSEUM_VALUE] = museums[seat]
    out[MASTERPIECES] = ending.masterpiece_points(s, seat)
    out[SHIP] = SHIP_POINTS[q.ship]
    out[BOOKS] = ending.book_points(q)
    out[EXIT] = LEAVING[q.left - 1] if q.left else 0
    out[TILES] = ending.tile_points(s, seat)
    out[PATRON] = ending.TURNED_OVER if q.turned_over else 0
    out[DISCS] = ending.shared(discs, s.players, discs[seat], MAJORITY, MAJORITY_RANKS[s.players])
    out[MUSEUM_POINTS] = ending.shared(museums, s.players + 1, museums[seat], MUSEUM, MUSEUM_RANKS[s.players])


def look_ahead(states: Any, i: int, seat: int) -> np.ndarray:
    """All of it, in the order above."""
    out = np.zeros(SIZE, np.int64)
    outlook(states, i, seat, out)
    return out
