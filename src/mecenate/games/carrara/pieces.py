"""Chapter "Dekorationen und Statuen" of the advanced version: getting, laying, storing and buying them."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.carrara import court, events, wheel
from mecenate.games.carrara.components import TABLE, TYPE_OF
from mecenate.games.carrara.money import pay
from mecenate.games.carrara.reasons import (
    ADVANCED_ONLY,
    COINS_NEEDED,
    HAS_DECORATION,
    HAS_STATUE,
    MUST_BE_LAID,
    NO_PLACE,
    NOT_YOUR_BUILDING,
    NOTHING_TO_SCORE,
    OFFERED,
    PIECE_GONE,
    PURCHASE_ONCE,
    STORED_THIS_TURN,
    TOO_POOR,
    WAREHOUSE_EMPTY,
    WAREHOUSE_FREE,
    WAREHOUSE_FULL,
    WRONG_CITY,
    WRONG_TYPE,
)
from mecenate.games.carrara.state import (
    ACTED,
    BRICK,
    FIRST_STATUE,
    FROM_COURT,
    FROM_PURCHASE,
    FROM_SEGMENT,
    FROM_WAREHOUSE,
    GOLD,
    LAY,
    NONE,
    PAY,
    PICK,
    REST,
    SPACE,
    TILES,
)

PRICE = TABLE.advanced.piece_price
GOLD_STATUE = GOLD - FIRST_STATUE + 1  # as it is noted on a tile


@kernel
def supply(s, piece):
    if piece < FIRST_STATUE:
        return s.decorations[piece]
    return s.statues[piece - FIRST_STATUE]


@kernel
def from_supply(s, seat, piece, origin):
    """Take a piece from the supply; where it goes is asked next."""
    if piece < FIRST_STATUE:
        s.decorations[piece] -= 1
    else:
        s.statues[piece - FIRST_STATUE] -= 1
    s.piece = piece
    s.origin = origin
    emit(s, events.GOT, seat, piece, 0)
    s.question = LAY


@kernel
def to_supply(s, piece):
    """Discarded pieces go back, gold statues into the box."""
    if piece < FIRST_STATUE:
        s.decorations[piece] += 1
    elif piece < GOLD:
        s.statues[piece - FIRST_STATUE] += 1


@kernel
def refuse_reward(s, which):
    if which == 2:
        return OFFERED
    return OFFERED if supply(s, wheel.reward_piece(s, which)) else PIECE_GONE


@kernel
def take_reward(s, seat, which):
    piece = wheel.reward_piece(s, which) if which < 2 else NONE
    s.segment = NONE
    s.question = ACTED
    if which < 2:
        from_supply(s, seat, piece, FROM_SEGMENT)


@kernel
def refuse_tile(s, seat, piece, tile, strict):
    """A decoration goes on a building of its type, a statue into a city that takes its colour; one of each a building.

    A statue bought for coins (`strict`) goes only into the city of its own colour.
    """
    if s.owner[tile] != seat:
        return NOT_YOUR_BUILDING
    if piece < FIRST_STATUE:
        if TYPE_OF[tile] != piece:
            return WRONG_TYPE
        return HAS_DECORATION if s.decorated[tile] else OFFERED
    if s.statue[tile]:
        return HAS_STATUE
    if piece < GOLD:
        colour, city = piece - FIRST_STATUE, s.city[tile]
        if city < colour or (strict and city != colour):
            return WRONG_CITY
    return OFFERED


@kernel
def room(s, seat):
    """The types with an undecorated building (bits 0 to 5), and the cities with a building without a statue (bits 6 to 11)."""
    found = 0
    for tile in range(TILES):
        if s.owner[tile] == seat:
            if not s.decorated[tile]:
                found |= 1 << TYPE_OF[tile]
            if not s.statue[tile]:
                found |= 1 << (6 + s.city[tile])
    return found


@kernel
def fits(found, piece, strict):
    """Whether a piece has a place, by what `room` found."""
    if piece < FIRST_STATUE:
        return (found >> piece) & 1 == 1
    cities = found >> 6
    if piece == GOLD:
        return cities > 0
    colour = piece - FIRST_STATUE
    return (cities >> colour) & 1 == 1 if strict else cities >> colour > 0


@kernel
def needs_space(s, seat):
    """A scoring is under way that only a statue laid well makes possible."""
    return s.origin == FROM_COURT and s.piece == GOLD and not court.has_space(s, seat, 0)


@kernel
def refuse_on(s, seat, tile):
    reason = refuse_tile(s, seat, s.piece, tile, s.origin == FROM_PURCHASE)
    if not reason and needs_space(s, seat) and not court.statue_would_help(s, seat, tile):
        return NOTHING_TO_SCORE
    return reason


@kernel
def refuse_elsewhere(s, seat):
    """A piece that was bought, or moved from a warehouse, must be laid at once."""
    if s.origin == FROM_PURCHASE or s.origin == FROM_WAREHOUSE:
        return MUST_BE_LAID
    return NOTHING_TO_SCORE if needs_space(s, seat) else OFFERED


@kernel
def refuse_store(s, seat):
    reason = refuse_elsewhere(s, seat)
    if reason:
        return reason
    q = s.seats[seat]
    return WAREHOUSE_FULL if q.store[0] and q.store[1] else OFFERED


@kernel
def refuse_discard(s, seat):
    reason = refuse_elsewhere(s, seat)
    if reason:
        return reason
    q = s.seats[seat]
    return OFFERED if q.store[0] and q.store[1] else WAREHOUSE_FREE


@kernel
def on(s, seat, tile):
    if s.piece < FIRST_STATUE:
        s.decorated[tile] = 1
    else:
        s.statue[tile] = s.piece - FIRST_STATUE + 1
        s.seats[seat].statues_in[s.city[tile]] += 1
    emit(s, events.LAID, seat, s.piece, tile)
    go_on(s, seat)


@kernel
def store(s, seat, warehouse):
    q = s.seats[seat]
    q.store[warehouse] = s.piece + 1
    q.fresh |= 1 << warehouse
    emit(s, events.STORED, seat, s.piece, 0)
    go_on(s, seat)


@kernel
def discard(s, seat, warehouse):
    """Throw a stored piece away to make room for the new one."""
    old = s.seats[seat].store[warehouse] - 1
    to_supply(s, old)
    emit(s, events.DISCARDED, seat, old, 0)
    store(s, seat, warehouse)


@kernel
def leave(s, seat):
    to_supply(s, s.piece)
    emit(s, events.LEFT, seat, s.piece, 0)
    go_on(s, seat)


@kernel
def go_on(s, seat):
    s.piece = NONE
    if s.origin == FROM_SEGMENT:
        s.question = ACTED
    elif s.origin == FROM_COURT:
        s.question = SPACE
    else:
        come_back(s, seat)


@kernel
def come_back(s, seat):
    """Something free is done: back to the question before it, if it still asks for something."""
    s.question = s.resume
    if s.resume == REST:
        s.question = ACTED  # the turn may now be over
    elif s.resume == BRICK:
        wheel.go_on_buying(s, seat)
    elif s.resume == PICK:
        s.question = PICK if court.decorations_left(s) else SPACE
    elif s.resume == LAY:
        s.piece, s.origin, s.waiting = s.waiting, s.waiting_from, NONE


@kernel
def set_aside(s):
    """Something free is done first; a piece that has arrived waits for it."""
    s.resume = s.question
    s.did_free = 1
    s.idle = 0
    if s.question == LAY:
        s.waiting, s.waiting_from = s.piece, s.origin


@kernel
def at_any_time(s):
    """Free things may be done whenever one is asked and nothing is half paid or half laid."""
    if s.question == LAY:
        return s.origin == FROM_SEGMENT or s.origin == FROM_COURT
    return s.question != PAY


@kernel
def refuse_purchase(s, seat, piece, found):
    """One decoration or statue a turn for ten coins, if it can be laid at once."""
    if not s.advanced:
        return ADVANCED_ONLY
    if s.purchased:
        return PURCHASE_ONCE
    if s.seats[seat].coins < PRICE:
        return TOO_POOR
    if not supply(s, piece):
        return PIECE_GONE
    if not fits(found, piece, True):
        return NO_PLACE
    return COINS_NEEDED if holds_back(s, seat) else OFFERED


@kernel
def holds_back(s, seat):
    """The coins are needed for what is under way: a brick that has to be bought, or the only space that can be scored."""
    if s.scoring and court.has_space(s, seat, 0):
        return not court.has_space(s, seat, -PRICE)
    return wheel.owes_brick(s, s.seats[seat].coins - PRICE)


@kernel
def purchase(s, seat, piece):
    set_aside(s)
    s.purchased = 1
    pay(s, seat, PRICE)
    from_supply(s, seat, piece, FROM_PURCHASE)


@kernel
def refuse_move(s, seat, warehouse, found):
    """A stored piece may be laid in any later turn."""
    if not s.advanced:
        return ADVANCED_ONLY
    q = s.seats[seat]
    if not q.store[warehouse]:
        return WAREHOUSE_EMPTY
    if (q.fresh >> warehouse) & 1:
        return STORED_THIS_TURN
    return OFFERED if fits(found, q.store[warehouse] - 1, False) else NO_PLACE


@kernel
def move(s, seat, warehouse):
    q = s.seats[seat]
    set_aside(s)
    s.piece = q.store[warehouse] - 1
    s.origin = FROM_WAREHOUSE
    q.store[warehouse] = 0
    emit(s, events.MOVED, seat, s.piece, 0)
    s.question = LAY


@kernel
def free_things(s, seat):
    """Whether something free could still be done this turn."""
    if not s.advanced:
        return False
    found = room(s, seat)
    for warehouse in range(2):
        if not refuse_move(s, seat, warehouse, found):
            return True
    for piece in range(GOLD):
        if not refuse_purchase(s, seat, piece, found):
            return True
    return False
