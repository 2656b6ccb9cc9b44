"""Chapter "Der Saal der Boni": conditions, price and effects of the bonus tiles."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel, popcount
from mecenate.games.stanza import events, halls, income, people
from mecenate.games.stanza.components import (
    ART_NEEDED,
    ART_VALUE,
    SHIP_FAVOURS,
    T_BOOK,
    T_BOOKS,
    T_CHURCH,
    T_DISCS,
    T_FLORINS,
    T_HOME,
    T_JOIN,
    T_PERSON,
    T_STEPS,
    T_WHITE,
    TABLE,
    TILE_OF,
    TILES_OF,
)
from mecenate.games.stanza.money import earn
from mecenate.games.stanza.reasons import (
    NO_DISC,
    NO_FAVOUR,
    NO_PERSON_THERE,
    OFFERED,
    TILE_CONDITION,
    TILE_GONE,
)
from mecenate.games.stanza.state import (
    ART,
    DISCOVERIES,
    FAVOUR,
    LITERATURE,
    NEXT_EFFECT,
    NONE,
    PERSON,
    POLITICS,
    RELIGION,
    SLOT,
    SPACES,
    SPEND,
    WHITE,
)

TILES_EACH = TABLE.bonus_hall.tiles_of_each_discipline
DISCS_ON_A_SPACE = TABLE.bonus_hall.discs_on_a_space


@kernel
def museum_value(q):
    value = 0
    for which in range(3):
        value += ART_VALUE[which] * q.artworks[which]
    return value


@kernel
def level(q, discipline):
    """How many tiles of a discipline a seat has earned the right to, by its place in that hall."""
    n = 0
    if discipline == DISCOVERIES:
        for k in range(3):
            n += 1 if q.ship >= SHIP_FAVOURS[k] else 0
    elif discipline == LITERATURE:
        n = q.books[DISCOVERIES]
        for colour in (RELIGION, ART, POLITICS):
            n = min(n, q.books[colour])
    elif discipline == RELIGION:
        for space in range(5):
            n += 1 if q.church[space] >= DISCS_ON_A_SPACE else 0
    else:
        for k in range(3):
            n += 1 if museum_value(q) >= ART_NEEDED[k] else 0
    return min(n, TILES_EACH)


@kernel
def owned(q, discipline):
    return popcount(q.tiles & TILES_OF[discipline])


@kernel
def discs_anywhere(q):
    n = q.discs
    for space in range(5):
        n += q.church[space]
    return n


@kernel
def refuse_tile(s, seat, tile):
    """The condition for one more tile of its discipline, a favour of its colour or a white one, and a disc."""
    q = s.seats[seat]
    if not (s.offered_tiles >> tile) & 1:
        return TILE_GONE
    discipline = TILE_OF[tile]
    if level(q, discipline) <= owned(q, discipline):
        return TILE_CONDITION
    if not q.favours[discipline] and not q.favours[WHITE]:
        return NO_FAVOUR
    return OFFERED if discs_anywhere(q) else NO_DISC


@kernel
def any_tile(s, seat):
    """Whether one could be bought: all tiles of a discipline have the same condition and price."""
    q = s.seats[seat]
    for discipline in range(POLITICS):
        there = s.offered_tiles & TILES_OF[discipline] and (q.favours[discipline] or q.favours[WHITE])
        if there and level(q, discipline) > owned(q, discipline) and discs_anywhere(q):
            return True
    return False


@kernel
def choose_tile(s, seat, tile):
    q = s.seats[seat]
    discipline = TILE_OF[tile]
    s.tile = tile
    s.discipline = discipline
    if q.favours[discipline] and q.favours[WHITE]:
        s.question = FAVOUR
    else:
        pay_favour(s, seat, discipline if q.favours[discipline] else WHITE)


@kernel
def pay_favour(s, seat, colour):
    q = s.seats[seat]
    halls.give_favour(s, seat, colour)
    if q.discs:
        q.discs -= 1
        take(s, seat)
    else:
        s.question = SPEND


@kernel
def refuse_spend(s, seat, space):
    """Without a disc in supply, one comes from the religion hall."""
    return OFFERED if s.seats[seat].church[space] else NO_DISC


@kernel
def spend(s, seat, space):
    s.seats[seat].church[space] -= 1
    emit(s, events.TOOK_DISC, seat, space, 0)
    take(s, seat)


@kernel
def take(s, seat):
    """The tile is the seat's, its disc lies in the grid, and what happens at once happens."""
    q = s.seats[seat]
    tile = s.tile
    q.tiles |= 1 << tile
    q.bonus_discs += 1
    s.offered_tiles &= ~(1 << tile)
    s.tile = NONE
    s.discipline = NONE
    emit(s, events.TILE, seat, tile, 0)
    s.question = NEXT_EFFECT
    earn(s, seat, T_FLORINS[tile])
    halls.to_religion_space(s, seat, T_CHURCH[tile])
    halls.sail(s, seat, T_STEPS[tile])
    if T_JOIN[tile]:
        halls.sail(s, seat, leading_ship(s) - q.ship)
    for _ in range(T_WHITE[tile]):
        halls.get_favour(s, seat, WHITE)
    if T_BOOK[tile] >= 0:
        halls.write(s, seat, T_BOOK[tile])
    if T_HOME[tile]:
        income.patron_home(s, seat)
    s.books_left = T_BOOKS[tile]
    s.discs_left += T_DISCS[tile]
    if T_PERSON[tile]:
        for space in range(SPACES):
            if s.board[space]:
                s.question = PERSON


@kernel
def leading_ship(s):
    best = 0
    for seat in range(s.players):
        best = max(best, s.seats[seat].ship)
    return best


@kernel
def refuse_person(s, space):
    return OFFERED if s.board[space] else NO_PERSON_THERE


@kernel
def choose_person(s, space):
    """A tile takes any person from the board."""
    s.person = s.board[space] - 1
    s.board[space] = 0
    s.question = SLOT


@kernel
def choose_slot(s, seat, slot):
    """Onto any recruitment space; whoever stood there is lost."""
    q = s.seats[seat]
    emit(s, events.RECRUITED, seat, s.person, 0)
    if q.recruits[slot]:
        people.lose(s, seat, q.recruits[slot] - 1)
    q.recruits[slot] = s.person + 1
    s.person = NONE
    people.refill_if_due(s)
    s.question = NEXT_EFFECT
