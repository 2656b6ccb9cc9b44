"""Chapters "Spielende" and "Wertung"."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel, local
from mecenate.games.stanza import bonus, events
from mecenate.games.stanza.components import (
    ART_VALUE,
    HIRING,
    LEAVING,
    MAJORITY,
    MAJORITY_RANKS,
    MASTER_POINTS,
    MUSEUM,
    MUSEUM_RANKS,
    SHIP_POINTS,
    T_A_WORKER,
    T_ARTWORK,
    T_EXTRA,
    T_MOST,
    T_PATRON_VALUE,
    T_SHIP,
    TABLE,
)
from mecenate.games.stanza.state import ART, DISCOVERIES, NONE, OVER, POLITICS, RELIGION, SEATS, WORKERS

FOUR, SHELF = TABLE.books.points_for_four, TABLE.books.each_colour
ART_TWO, ART_FOUR = TABLE.books.art_points_for_two, TABLE.books.art_points_for_four
TURNED_OVER = TABLE.patron.turned_over
by_player = local(np.int64, SEATS + 1)  # the last one is nobody


@kernel
def give(s, seat, kind, points):
    s.seats[seat].points += points
    if points:
        emit(s, kind, seat, points, 0)


@kernel
def masterpiece_points(s, seat):
    total = 0
    for discipline in range(5):
        for which in range(4):
            if s.masterpieces[discipline, which] == seat + 1:
                total += MASTER_POINTS[which]
    return total


@kernel
def book_points(q):
    total = 0
    for colour in (DISCOVERIES, RELIGION, POLITICS):
        if q.books[colour] == SHELF:
            total += FOUR
    if q.books[ART] >= 2:
        total += ART_TWO
    if q.books[ART] == SHELF:
        total += ART_FOUR
    return total


@kernel
def workers(q):
    n = 0
    for space in range(WORKERS):
        n += 1 if q.workers[space] else 0
    return n


@kernel
def standing(s, seat, ship):
    """Whether a seat leads by its ship, or by its religion books: 0 alone, 1 tied, NONE not."""
    q = s.seats[seat]
    own = q.ship if ship else q.books[RELIGION]
    found = 0
    for other in range(s.players):
        if other != seat:
            r = s.seats[other]
            theirs = r.ship if ship else r.books[RELIGION]
            if theirs > own:
                return NONE
            if theirs == own:
                found = 1
    return found if own or ship else NONE


@kernel
def tile_points(s, seat):
    q = s.seats[seat]
    total = 0
    for tile in range(20):
        if (q.tiles >> tile) & 1:
            total += T_A_WORKER[tile] * workers(q)
            if T_PATRON_VALUE[tile]:
                total += HIRING[q.patron]
            lead = standing(s, seat, True)
            if lead >= 0:
                total += T_SHIP[tile, lead]
            lead = standing(s, seat, False)
            if lead >= 0:
                total += T_MOST[tile, lead]
    return total


@kernel
def shared(values, n, own, ladder, ranks):
    """The points for a value among n: tied ones share the points of their places, rounded down; nothing for nothing."""
    if own <= 0:
        return 0
    above, tied = 0, 0
    for k in range(n):
        if values[k] > own:
            above += 1
        elif values[k] == own:
            tied += 1
    total = 0
    for place in range(above, above + tied):
        if place < ranks:
            total += ladder[place]
    return total // tied


@kernel
def majority_discs(q):
    n = q.bonus_discs
    for tile in range(20):
        if (q.tiles >> tile) & 1 and T_EXTRA[tile]:
            n += 1
    return n


@kernel
def museum(q):
    value = bonus.museum_value(q)
    for tile in range(20):
        if (q.tiles >> tile) & 1:
            value += T_ARTWORK[tile]
    return value


@kernel
def unclaimed(s):
    """The value of the artworks that nobody created."""
    value = 0
    for which in range(3):
        value += ART_VALUE[which] * s.artworks[which]
    return value


@kernel
def standings(s, discs, museums):
    """Discs in the bonus hall and values of the museums; what nobody created belongs to a player who is not there."""
    for seat in range(s.players):
        discs[seat] = majority_discs(s.seats[seat])
        museums[seat] = museum(s.seats[seat])
    museums[s.players] = unclaimed(s)


@kernel
def finish(s):
    n = s.players
    discs, museums = by_player(), by_player()
    standings(s, discs, museums)
    for seat in range(n):
        q = s.seats[seat]
        give(s, seat, events.MASTERPIECES, masterpiece_points(s, seat))
        give(s, seat, events.SHIP, SHIP_POINTS[q.ship])
        give(s, seat, events.BOOKS, book_points(q))
        give(s, seat, events.EXIT, LEAVING[q.left - 1] if q.left else 0)
        give(s, seat, events.TILES, tile_points(s, seat))
        give(s, seat, events.OLD_PATRON, TURNED_OVER if q.turned_over else 0)
        give(s, seat, events.MAJORITY, shared(discs, n, discs[seat], MAJORITY, MAJORITY_RANKS[n]))
        give(s, seat, events.MUSEUM, shared(museums, n + 1, museums[seat], MUSEUM, MUSEUM_RANKS[n]))
    emit(s, events.FINISHED, NONE, 0, 0)
    s.revealed = 1
    s.asked = NONE
    s.question = OVER


@kernel
def patron_rank(q):
    """For ties: the further left the better, and a patron turned over is behind all others."""
    return q.patron + (WORKERS if q.turned_over else 0)


@kernel
def ranking(s, out):
    """Points of each seat, then its place: most points, then the better patron, else shared."""
    n = s.players
    for seat in range(n):
        q = s.seats[seat]
        out[seat] = q.points
        place = 1
        for other in range(n):
            r = s.seats[other]
            if r.points > q.points or (r.points == q.points and patron_rank(r) < patron_rank(q)):
                place += 1
        out[n + seat] = place
