"""Chapters "Ende des Spiels" and "Schlusswertung"."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.carrara import building, events
from mecenate.games.carrara.components import MAJORITY, MONEY_RATE, SET_POINTS, TABLE, TYPE_OF
from mecenate.games.carrara.money import score
from mecenate.games.carrara.state import NONE, OVER, TILES

END_POINTS = TABLE.ending.points
RATE = TABLE.ending.coins_for_a_point
STALEMATE = TABLE.ending.stalemate_rounds


@kernel
def look_for_end(s, seat):
    """Somebody has used all markers and the pile is empty: who brought it about gets 5 points and is done."""
    if s.ender >= 0 or s.pile_size:
        return
    for other in range(s.players):
        if building.markers_left(s.seats[other]) == 0:
            s.ender = seat
            emit(s, events.LAST_TURNS, seat, 0, 0)
            score(s, seat, END_POINTS, events.FOR_END)
            return


@kernel
def decoration_points(s, seat):
    """Sets of the same decoration on one's own buildings."""
    total = 0
    for kind in range(6):
        n = 0
        for tile in range(TILES):
            if s.owner[tile] == seat and TYPE_OF[tile] == kind and s.decorated[tile]:
                n += 1
        total += SET_POINTS[min(n, SET_POINTS.size - 1)]
    return total


@kernel
def majority_with(s, seat, city, own):
    """What so many statues of a seat in a city bring. Tied players all drop to the next lower tier, and so do those behind."""
    if own == 0:
        return 0
    most = own
    for other in range(s.players):
        if other != seat:
            most = max(most, s.seats[other].statues_in[city])
    tier = 0
    for count in range(most, own - 1, -1):
        tied = 1 if count == own else 0
        for other in range(s.players):
            if other != seat and s.seats[other].statues_in[city] == count:
                tied += 1
        if tied:
            tier += 2 if tied > 1 else 1
    return MAJORITY[city, tier - 1] if tier <= 3 else 0


@kernel
def majority_points(s, seat, city):
    """By the number of statues in a city."""
    return majority_with(s, seat, city, s.seats[seat].statues_in[city])


@kernel
def finish(s):
    """Coins become points at one's rate; advanced: sets of decorations and majorities of statues."""
    for seat in range(s.players):
        q = s.seats[seat]
        rate = MONEY_RATE[q.money_space] if q.money_space >= 0 else RATE
        points = q.coins // rate
        q.points += points
        emit(s, events.MONEY, seat, points, 0)
        if s.advanced:
            points = decoration_points(s, seat)
            q.points += points
            emit(s, events.SETS, seat, points, 0)
            points = 0
            for city in range(6):
                points += majority_points(s, seat, city)
            q.points += points
            emit(s, events.MAJORITY, seat, points, 0)
    emit(s, events.FINISHED, NONE, 0, 0)
    s.revealed = 1
    s.asked = NONE
    s.question = OVER


@kernel
def bricks_left(q):
    n = 0
    for colour in range(6):
        n += q.bricks[colour]
    return n


@kernel
def ranking(s, out):
    """Points of each seat, then its place: most points, then most bricks left, else shared."""
    n = s.players
    for seat in range(n):
        q = s.seats[seat]
        out[seat] = q.points
        place = 1
        for other in range(n):
            r = s.seats[other]
            if r.points > q.points or (r.points == q.points and bricks_left(r) > bricks_left(q)):
                place += 1
        out[n + seat] = place
