"""Chapter "Ein Gebäude oder Denkmal bauen": where, with which bricks, and what comes with it."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.carrara import events
from mecenate.games.carrara.components import TYPE_OF, VALUE
from mecenate.games.carrara.money import score
from mecenate.games.carrara.reasons import (
    BRICKS_MISSING,
    COLOUR_NOT_ACCEPTED,
    IMPROVED_TWICE,
    IMPROVEMENT_GONE,
    MONUMENT_GONE,
    NO_SUCH_BRICK,
    NOT_ON_DISPLAY,
    NOT_YOUR_BUILDING,
    OFFERED,
    PAIR_NOT_ACCEPTED,
    SAME_TILE,
    WRONG_TYPE,
)
from mecenate.games.carrara.state import ACTED, CITY, IMPROVE, MONUMENT, NONE, PAY, PLACES


@kernel
def worth(q, city):
    """What the bricks of a seat are worth in a city: one each if accepted, and one for a pair of the next lower colour."""
    n = 0
    for colour in range(city + 1):
        n += q.bricks[colour]
    if city < 5:
        n += q.bricks[city + 1] // 2
    return n


@kernel
def on_display(s, tile):
    for k in range(9):
        if s.display[k] == tile:
            return True
    return False


@kernel
def means(q):
    """The most that the bricks of a seat are worth in any city."""
    best, n = 0, 0
    for city in range(6):
        n += q.bricks[city]
        best = max(best, n + (q.bricks[city + 1] // 2 if city < 5 else 0))
    return best


@kernel
def refuse_build(s, seat, tile):
    if not on_display(s, tile):
        return NOT_ON_DISPLAY
    if tile % 6 == 3 and on_display(s, tile - 1):
        return SAME_TILE
    return OFFERED if means(s.seats[seat]) >= VALUE[tile] else BRICKS_MISSING


@kernel
def refuse_city(s, seat, city):
    return OFFERED if worth(s.seats[seat], city) >= VALUE[s.tile] else BRICKS_MISSING


@kernel
def refuse_upgrade(s, seat, tile):
    """A monument may replace an own building of its type, for the difference in bricks and by the rules of that city."""
    if s.tile < MONUMENT or TYPE_OF[tile] != s.tile - MONUMENT:
        return WRONG_TYPE
    if s.owner[tile] != seat:
        return NOT_YOUR_BUILDING
    return OFFERED if worth(s.seats[seat], s.city[tile]) >= VALUE[s.tile] - VALUE[tile] else BRICKS_MISSING


@kernel
def refuse_monument(s, seat, kind, most):
    """`most` is what the seat's bricks are worth at best."""
    if not (s.monuments >> kind) & 1:
        return MONUMENT_GONE
    q = s.seats[seat]
    if most >= VALUE[MONUMENT + kind]:
        return OFFERED
    if not q.of_type[kind]:
        return BRICKS_MISSING
    for tile in range(kind * 6, kind * 6 + 6):
        if s.owner[tile] == seat and worth(q, s.city[tile]) >= VALUE[MONUMENT + kind] - VALUE[tile]:
            return OFFERED
    return BRICKS_MISSING


@kernel
def choose_tile(s, tile):
    s.tile = tile
    s.replaces = NONE
    s.question = CITY


@kernel
def choose_site(s, seat, city, replaces):
    s.site = city
    s.replaces = replaces
    s.cost = VALUE[s.tile] - (VALUE[replaces] if replaces >= 0 else 0)
    s.owed = s.cost
    s.question = PAY
    pay_what_is_clear(s, seat)


@kernel
def refuse_pay(s, seat, colour):
    if colour > s.site:
        return COLOUR_NOT_ACCEPTED
    return OFFERED if s.seats[seat].bricks[colour] else NO_SUCH_BRICK


@kernel
def refuse_pair(s, seat, colour):
    """Two bricks of one colour stand for one of the next higher colour, and for nothing else."""
    if colour != s.site + 1:
        return PAIR_NOT_ACCEPTED
    return OFFERED if s.seats[seat].bricks[colour] > 1 else NO_SUCH_BRICK


@kernel
def give(s, seat, colour, bricks):
    """Bricks go back into the bag."""
    s.seats[seat].bricks[colour] -= bricks
    s.bag[colour] += bricks
    emit(s, events.GAVE, seat, colour, bricks)
    s.owed -= 1


@kernel
def pay_what_is_clear(s, seat):
    """Pay without asking while there is one way to pay; then build."""
    q = s.seats[seat]
    while s.owed > 0:
        ways, last = 0, NONE
        for colour in range(min(s.site + 1, 5) + 1):
            if q.bricks[colour] > (1 if colour > s.site else 0):
                ways += 1
                last = colour
        if ways > 1 and worth(q, s.site) > s.owed:
            return
        give(s, seat, last, 2 if last > s.site else 1)
    build(s, seat)


@kernel
def markers_left(q):
    n = q.open_markers
    areas = q.court
    while areas:
        areas &= areas - 1
        n += 1
    return n


@kernel
def build(s, seat):
    """The tile stands in its column; a tile from the pile fills the display; without markers, building brings points."""
    q = s.seats[seat]
    tile, city, old = s.tile, s.site, s.replaces
    s.owner[tile] = seat
    s.city[tile] = city
    if old >= 0:
        s.rank[tile] = s.rank[old]
        s.decorated[tile] = s.decorated[old]
        s.statue[tile] = s.statue[old]
        s.owner[old] = NONE
        s.city[old] = NONE
        s.decorated[old] = 0
        s.statue[old] = 0
        emit(s, events.REPLACED, seat, old, tile)
    else:
        s.rank[tile] = q.in_city[city]
        q.in_city[city] += 1
        q.of_type[TYPE_OF[tile]] += 1
    emit(s, events.BUILT, seat, tile, city)
    if markers_left(q) == 0:
        score(s, seat, s.cost, events.FOR_BUILDING)
    s.tile = NONE
    s.replaces = NONE
    s.site = NONE
    s.question = ACTED
    if tile >= MONUMENT:
        s.monuments &= ~(1 << (tile - MONUMENT))
        for place in range(PLACES):
            if not refuse_improve(s, seat, place):
                s.question = IMPROVE
    else:
        refill(s, tile)


@kernel
def refill(s, tile):
    for k in range(9):
        if s.display[k] == tile:
            s.display[k] = NONE
            if s.pile_size:
                s.display[k] = s.pile[0]
                s.pile_size -= 1
                for j in range(s.pile_size):
                    s.pile[j] = s.pile[j + 1]
                emit(s, events.REVEALED, NONE, s.display[k], 0)
                s.revealed = 1


@kernel
def refuse_improve(s, seat, place):
    """An improvement of one's choice comes with a monument: each city and each landscape has one."""
    if (s.seats[seat].improved >> place) & 1:
        return IMPROVED_TWICE
    return OFFERED if s.improvements[place] else IMPROVEMENT_GONE


@kernel
def improve(s, seat, place):
    s.improvements[place] -= 1
    s.seats[seat].improved |= 1 << place
    emit(s, events.IMPROVED, seat, place, 0)
    s.question = ACTED
