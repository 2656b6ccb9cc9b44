"""What features of La Stanza reckon with: strengths within reach, what they would bring, and points if the game ended now."""

import numpy as np

from mecenate.core.kernel import kernel, popcount
from mecenate.games.stanza import activation, bonus, ending, halls, people
from mecenate.games.stanza.components import (
    ART_NEEDED,
    BOUGHT_TILES,
    HIRING,
    LEAVING,
    MAJORITY,
    MAJORITY_RANKS,
    MASTER_POINTS,
    MASTER_STRENGTH,
    MUSEUM,
    MUSEUM_RANKS,
    SECOND,
    SHIP_END,
    SHIP_FAVOURS,
    SHIP_POINTS,
    STRENGTH_TILES,
)
from mecenate.games.stanza.state import ART, DISCOVERIES, LITERATURE, RELIGION, SEATS, WORKERS

FULL = 3  # the greatest strength of a normal activation
CHEAPEST_FIRST = np.argsort(HIRING, kind="stable")


@kernel
def tally(persons):
    """How many of each discipline, eight bits each."""
    found = np.int64(0)
    for k in range(persons.size):
        if persons[k]:
            found += np.int64(1) << np.int64(8 * people.discipline_of(persons[k] - 1))
    return found


@kernel
def of(tallied, discipline):
    return (tallied >> (8 * discipline)) & 255


@kernel
def best_open(s, q, workers, discipline, strength):
    """Points of the best masterpiece that a strength would be enough for."""
    if (q.masterpieces >> discipline) & 1:
        return 0
    best = 0
    for which in range(4):
        if strength >= MASTER_STRENGTH[which] and not s.masterpieces[discipline, which] and MASTER_POINTS[which] > best:
            second = SECOND[discipline]
            if which < 3 or of(workers, second) or q.tiles & STRENGTH_TILES[second] or q.church[second]:
                best = MASTER_POINTS[which]
    return best


@kernel
def hires(q, discipline, most):
    """How many of a discipline the florins of now pay for in a turn to come, never in place of one's own kind."""
    n, florins = 0, q.florins
    for k in range(WORKERS):
        space = CHEAPEST_FIRST[k]
        if n == most or HIRING[space] > florins:
            break
        worker = q.workers[space]
        if space != q.patron and not (worker and people.discipline_of(worker - 1) == discipline):
            florins -= HIRING[space]
            n += 1
    if n and q.tiles & BOUGHT_TILES and florins >= activation.BOUGHT_STRENGTH:
        n += 1
    return n


@kernel
def usable(s, q, discipline, strength):
    """How much of a normal reward of a strength would be of use, from 0 to 1."""
    n = min(strength, FULL)
    if discipline == DISCOVERIES:
        n = min(n, SHIP_END - q.ship)
    elif discipline == LITERATURE:
        shelves = 0
        for colour in range(5):
            shelves += 1 if colour != LITERATURE and q.books[colour] < halls.SHELF else 0
        n = min(n, shelves)
    elif discipline == RELIGION:
        n = min(n, q.discs)
    elif discipline == ART:
        while n and not s.artworks[n - 1]:
            n -= 1
    return n / FULL


@kernel
def prospect(q, workers, recruits, discipline):
    """The strength of a discipline with discs and with everybody who waits to be hired; five persons find room."""
    persons = min(of(workers, discipline) + of(recruits, discipline), WORKERS - 1)
    return persons + popcount(q.tiles & STRENGTH_TILES[discipline]) + q.church[discipline]


@kernel
def lacking(q, discipline, level):
    """How much is missing for the next right to a tile, as a share of the way."""
    if level == bonus.TILES_EACH:
        return 0.0
    if discipline == DISCOVERIES:
        return (SHIP_FAVOURS[level] - q.ship) / 5
    if discipline == LITERATURE:
        n = 0
        for colour in range(5):
            if colour != LITERATURE:
                n += max(level + 1 - q.books[colour], 0)
        return n / 4
    if discipline == RELIGION:
        n = bonus.DISCS_ON_A_SPACE
        for space in range(5):
            if q.church[space] < bonus.DISCS_ON_A_SPACE:
                n = min(n, bonus.DISCS_ON_A_SPACE - q.church[space])
        return n / bonus.DISCS_ON_A_SPACE
    return (ART_NEEDED[level] - bonus.museum_value(q)) / 5


@kernel
def raised(values, which, by):
    """One of five values changed."""
    return (
        values[0] + (by if which == 0 else 0),
        values[1] + (by if which == 1 else 0),
        values[2] + (by if which == 2 else 0),
        values[3] + (by if which == 3 else 0),
        values[4] + (by if which == 4 else 0),
    )


@kernel
def ranked_discs(s, discs, seat):
    return ending.shared(discs, SEATS, discs[seat], MAJORITY, MAJORITY_RANKS[s.players])


@kernel
def ranked_art(s, museums, seat):
    return ending.shared(museums, SEATS + 1, museums[seat], MUSEUM, MUSEUM_RANKS[s.players])


@kernel
def points_now(s, seat, discs, museums):
    """The points of a seat if the game ended now."""
    q = s.seats[seat]
    total = ending.masterpiece_points(s, seat) + SHIP_POINTS[q.ship] + ending.book_points(q) + ending.tile_points(s, seat)
    total += ending.TURNED_OVER if q.turned_over else 0
    total += LEAVING[q.left - 1] if q.left else 0
    return total + ranked_discs(s, discs, seat) + ranked_art(s, museums, seat)
