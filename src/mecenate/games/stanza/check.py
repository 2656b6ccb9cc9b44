"""Invariants: what must hold in every position that can come up."""

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.kernel import CHECK, STOCKS, kernel, local, popcount
from mecenate.games.stanza import halls, setup
from mecenate.games.stanza.components import SHIP_END
from mecenate.games.stanza.state import (
    BLOCKED,
    BONUS_SPACE,
    NONE,
    OVER,
    PERSONS,
    RECRUITS,
    SPACES,
    STARTERS,
    WORKERS,
    state,
)

LAWS = (
    "all is well",
    "each person and start person is in exactly one place",
    "favours neither appear nor vanish, and nobody keeps more than seven",
    "artworks neither appear nor vanish",
    "each player has eight discs",
    "bonus tiles neither appear nor vanish",
    "a masterpiece space holds one column, and a player has one masterpiece a discipline",
    "books, ships and florins keep within their bounds",
    "figures do not share a space, and nobody stands in the patron's place",
    "somebody is asked until the game is over",
)
WELL, PEOPLE, FAVOURS, ARTWORKS, DISCS, TILES, MASTERPIECES, BOUNDS, PLACES, ASKED = range(len(LAWS))
STOCK_NAMES = ("florins", "points")
ONE = np.uint64(1)
by_person = local(np.int64, PERSONS + STARTERS)


@kernel
def people_once(s):
    seen = by_person()
    for k in range(s.pile_size):
        seen[s.pile[k]] += 1
        if not (s.pile_persons >> np.uint64(s.pile[k])) & ONE:
            return False
    if popcount(s.pile_persons) != s.pile_size:
        return False
    for person in range(PERSONS):
        if (s.discarded >> np.uint64(person)) & ONE:
            seen[person] += 1
    for starter in range(STARTERS):
        if (s.gone >> starter) & 1:
            seen[PERSONS + starter] += 1
    for space in range(SPACES):
        if s.board[space]:
            seen[s.board[space] - 1] += 1
    if s.person >= 0:
        seen[s.person] += 1
    for seat in range(s.players):
        q = s.seats[seat]
        for space in range(WORKERS):
            if q.workers[space]:
                seen[q.workers[space] - 1] += 1
        for slot in range(RECRUITS):
            if q.recruits[slot]:
                seen[q.recruits[slot] - 1] += 1
    for person in range(PERSONS):
        if seen[person] != 1:
            return False
    for starter in range(5 * s.players):
        if seen[PERSONS + starter] > 1 or (seen[PERSONS + starter] == 0 and s.ply > 4 * s.players):
            return False
    return True


@kernel
def supplies(s):
    for colour in range(5):
        n = np.int64(s.favours[colour])
        for seat in range(s.players):
            n += s.seats[seat].favours[colour]
            if s.seats[seat].favours[colour] < 0:
                return FAVOURS
            if seat != s.asked and halls.favours_of(s.seats[seat]) > halls.MOST_FAVOURS:
                return FAVOURS
        if n != setup.FAVOURS or s.favours[colour] < 0:
            return FAVOURS
    for which in range(3):
        n = np.int64(s.artworks[which])
        for seat in range(s.players):
            n += s.seats[seat].artworks[which]
        if n != setup.ARTWORKS * s.players or s.artworks[which] < 0:
            return ARTWORKS
    tiles = popcount(s.offered_tiles)
    for seat in range(s.players):
        q = s.seats[seat]
        n = np.int64(q.discs + q.bonus_discs)
        for space in range(5):
            n += q.church[space]
            if q.church[space] < 0:
                return DISCS
        if n != setup.DISCS or q.discs < 0:
            return DISCS
        if q.bonus_discs != popcount(q.tiles):
            return TILES
        tiles += popcount(q.tiles)
    return WELL if tiles == 4 * setup.TILES_EACH else TILES


@kernel
def masterpieces(s):
    for discipline in range(5):
        for seat in range(s.players):
            n = 0
            for which in range(4):
                if s.masterpieces[discipline, which] == seat + 1:
                    n += 1
            if n != (s.seats[seat].masterpieces >> discipline) & 1:
                return False
        blocked = 0
        for which in range(4):
            if s.masterpieces[discipline, which] == BLOCKED:
                blocked += 1
        if blocked != (0 if s.players == 4 else 1):
            return False
    return True


@kernel
def places(s):
    for seat in range(s.players):
        q = s.seats[seat]
        if q.florins < 0 or not 0 <= q.ship <= SHIP_END:
            return BOUNDS
        for colour in range(5):
            if not 0 <= q.books[colour] <= 4:
                return BOUNDS
        if not 0 <= q.patron < WORKERS or q.workers[q.patron]:
            return PLACES
        for other in range(seat):
            if q.figure == s.seats[other].figure and q.figure != BONUS_SPACE:
                return PLACES
    return WELL


@kernel
def violated(s):
    if not people_once(s):
        return PEOPLE
    broken = supplies(s)
    if broken:
        return broken
    if not masterpieces(s):
        return MASTERPIECES
    broken = places(s)
    if broken:
        return broken
    over = s.question == OVER
    if over != (s.asked == NONE) or s.question < 0 or s.asked >= s.players:
        return ASKED
    return WELL


@entry(CHECK)
def check(states, i):
    """The number of the first law that a position breaks, 0 if it keeps them all."""
    return violated(state(states, i))


@entry(STOCKS)
def stocks(states, i, out):
    """Florins, then points of every seat: what events must account for."""
    s = state(states, i)
    for seat in range(s.players):
        out[seat] = s.seats[seat].florins
        out[s.players + seat] = s.seats[seat].points
