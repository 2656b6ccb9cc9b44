"""Chapter "Bausteine kaufen": turning the wheels, filling up, and buying from one segment."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.core.rng import below
from mecenate.games.carrara import events
from mecenate.games.carrara.components import PRICE, TABLE, WHEEL_DECORATION, WHEEL_STATUE
from mecenate.games.carrara.money import earn, pay
from mecenate.games.carrara.reasons import (
    ADVANCED_ONLY,
    BUY_AT_LEAST_ONE,
    MUST_TURN,
    NO_SUCH_BRICK,
    NOTHING_TO_BUY,
    OFFERED,
    SEGMENT_EMPTY,
    TOO_POOR,
)
from mecenate.games.carrara.state import ACTED, BRICK, BUY, FIRST_STATUE, NONE, REWARD

FILLED_TO = TABLE.wheel.filled_to
EMPTY_HANDS = TABLE.wheel.empty_hands


@kernel
def segment_at(s, location):
    """The segment of the big wheel that lies at a location."""
    return (location - s.big + 6) % 6


@kernel
def on_wheel(s):
    n = 0
    for segment in range(6):
        for colour in range(6):
            n += s.wheel[segment, colour]
    return n


@kernel
def in_bag(s):
    n = 0
    for colour in range(6):
        n += s.bag[colour]
    return n


@kernel
def affordable(s, seat, location, colour):
    return s.wheel[segment_at(s, location), colour] > 0 and PRICE[colour, location] <= s.seats[seat].coins


@kernel
def would_buy(s, location, coins):
    """Whether so many coins pay for a brick of the segment at a location."""
    for colour in range(6):
        if s.wheel[segment_at(s, location), colour] and PRICE[colour, location] <= coins:
            return True
    return False


@kernel
def owes_brick(s, coins):
    """The wheel was turned or a segment chosen, so a brick has to be bought, and so many coins would not pay for any."""
    if s.question == BRICK:
        return not s.bricks_bought and not would_buy(s, s.segment, coins)
    if s.question != BUY:
        return False
    for location in range(6):
        if would_buy(s, location, coins):
            return False
    return True


@kernel
def refuse_segment(s, seat, location):
    """A segment is worth choosing if one of its bricks can be paid."""
    segment = segment_at(s, location)
    bricks = 0
    for colour in range(6):
        bricks += s.wheel[segment, colour]
        if affordable(s, seat, location, colour):
            return OFFERED
    return TOO_POOR if bricks else SEGMENT_EMPTY


@kernel
def refuse_still(s, seat, location):
    """Buying without turning is for the normal version."""
    return MUST_TURN if s.advanced else refuse_segment(s, seat, location)


@kernel
def refuse_turn(s):
    return OFFERED if in_bag(s) or on_wheel(s) else NOTHING_TO_BUY


@kernel
def refuse_inner(s):
    """The inner wheel alone brings no bricks, so there must be one to buy."""
    if not s.advanced:
        return ADVANCED_ONLY
    return OFFERED if on_wheel(s) else NOTHING_TO_BUY


@kernel
def turn(s, seat):
    """One segment clockwise, both wheels together; then bricks from the bag, until there are eleven."""
    s.big = (s.big + 1) % 6
    s.small = (s.small + 1) % 6
    first, left = segment_at(s, 0), in_bag(s)
    wanted = min(FILLED_TO - on_wheel(s), left)
    for n in range(wanted):
        k = below(s, left - n)
        colour = 0
        while k >= s.bag[colour]:
            k -= s.bag[colour]
            colour += 1
        s.bag[colour] -= 1
        s.wheel[first, colour] += 1
    if wanted > 0:
        s.revealed = 1
    emit(s, events.TURNED, seat, max(wanted, 0), 0)
    after_turning(s, seat)


@kernel
def turn_inner(s, seat):
    s.small = (s.small + 1) % 6
    emit(s, events.TURNED_INNER, seat, 0, 0)
    after_turning(s, seat)


@kernel
def after_turning(s, seat):
    """Who can pay for nothing shows what is behind the screen and takes two coins; everybody else has to buy."""
    s.question = BUY
    for location in range(6):
        if not refuse_segment(s, seat, location):
            return
    show(s, seat)
    earn(s, seat, EMPTY_HANDS)
    if not s.did_free:
        s.idle += 1
    s.question = ACTED


@kernel
def show(s, seat):
    """Lift the screen: everybody sees the coins and the bricks behind it."""
    q = s.seats[seat]
    emit(s, events.SHOWED, seat, q.coins, 0)
    for colour in range(6):
        if q.bricks[colour]:
            emit(s, events.BRICKS_SHOWN, seat, colour, q.bricks[colour])


@kernel
def choose_segment(s, location):
    s.segment = location
    s.bricks_bought = 0
    s.question = BRICK


@kernel
def refuse_brick(s, seat, colour):
    if not s.wheel[segment_at(s, s.segment), colour]:
        return NO_SUCH_BRICK
    return OFFERED if affordable(s, seat, s.segment, colour) else TOO_POOR


@kernel
def refuse_done(s):
    return OFFERED if s.bricks_bought else BUY_AT_LEAST_ONE


@kernel
def buy(s, seat, colour):
    price = PRICE[colour, s.segment]
    emit(s, events.BOUGHT, seat, colour, price)
    pay(s, seat, price)
    s.wheel[segment_at(s, s.segment), colour] -= 1
    s.seats[seat].bricks[colour] += 1
    s.bricks_bought += 1
    go_on_buying(s, seat)


@kernel
def go_on_buying(s, seat):
    """Ask for the next brick as long as one can be paid."""
    s.question = BRICK
    if not would_buy(s, s.segment, s.seats[seat].coins):
        finish(s)


@kernel
def finish(s):
    """Advanced: whoever buys the last brick of a segment may take what is shown there."""
    segment = segment_at(s, s.segment)
    left = 0
    for colour in range(6):
        left += s.wheel[segment, colour]
    s.question = ACTED
    if s.advanced and not left and (s.decorations[decoration_at(s, s.segment)] or s.statues[statue_at(s, s.segment)]):
        s.question = REWARD
    else:
        s.segment = NONE


@kernel
def decoration_at(s, location):
    """The decoration on the segment that lies at a location."""
    return WHEEL_DECORATION[segment_at(s, location)]


@kernel
def statue_at(s, location):
    """The colour of the statue on the part of the small wheel that lies at a location."""
    return WHEEL_STATUE[(location - s.small + 6) % 6]


@kernel
def reward_piece(s, which):
    """The piece of a reward: 0 the decoration, 1 the statue."""
    return decoration_at(s, s.segment) if which == 0 else FIRST_STATUE + statue_at(s, s.segment)
