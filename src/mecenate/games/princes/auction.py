"""Chapter "Auction phase": who opens, bids, wins, and who may not."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.princes import events, objects
from mecenate.games.princes.characters import take_rank
from mecenate.games.princes.components import TABLE
from mecenate.games.princes.money import means, pay
from mecenate.games.princes.reasons import OFFERED, STACK_SOLD, TOO_POOR
from mecenate.games.princes.state import AUCTION, BID, MERCHANT, NEXT_COURT, NEXT_OPENER, NEXT_TURN, NONE, OPEN, PAYMENT, TAKE

BASE_PRICE = TABLE.auction.base_price
BASE_PRICE_TWO = TABLE.two_players.base_price
STEP = TABLE.auction.step


@kernel
def base_price(s):
    return BASE_PRICE_TWO if s.players == 2 else BASE_PRICE


@kernel
def begin(s):
    s.phase = AUCTION
    s.opener = s.starter
    s.bought = 0
    s.withdrawn = 0
    s.sold = 0
    s.passed = 0
    s.bid = 0
    s.bidder = NONE
    s.stack = NONE
    for seat in range(s.players):
        s.seats[seat].marker = 0
    s.question = NEXT_OPENER


@kernel
def next_opener(s):
    """The opener goes on until he has an object or withdraws, then the next one clockwise who has none.

    The last one left takes an object without an auction, and when nobody is left the phase is over.
    """
    gone = s.bought | s.withdrawn
    left = 0
    for k in range(s.players - 1, -1, -1):
        seat = (s.opener + k) % s.players
        if not (gone >> seat) & 1:
            left += 1
            s.asked = seat
    s.stack = NONE
    if left == 0:
        s.asked = NONE
        s.question = NEXT_COURT if s.characters else NEXT_TURN
    else:
        s.opener = s.asked
        s.question = TAKE if left == 1 else OPEN


@kernel
def refuse_purchase(s, seat, stack, price):
    """Basic rules: each stack once a round, an object of it at hand and of use, and the means to pay for it."""
    if (s.sold >> stack) & 1:
        return STACK_SOLD
    reason = objects.refuse(s, seat, stack)
    if reason:
        return reason
    return TOO_POOR if means(s, seat) < price else OFFERED


@kernel
def open_auction(s, seat, stack):
    """Naming an object is a bid of the base price."""
    s.stack = stack
    s.bid = base_price(s)
    s.bidder = seat
    s.passed = 0
    emit(s, events.OPENED, seat, stack, s.bid)
    next_bidder(s)


@kernel
def bid(s, seat):
    """Every bid is exactly 100 florins higher."""
    s.bid += STEP
    s.bidder = seat
    emit(s, events.BID, seat, s.bid, 0)
    next_bidder(s)


@kernel
def pass_bid(s, seat):
    """Who passes may not bid for this object any more."""
    s.passed |= 1 << seat
    emit(s, events.PASSED, seat, 0, 0)
    next_bidder(s)


@kernel
def next_bidder(s):
    """Clockwise, until the bid comes back to the highest bidder, who then has the object."""
    gone = s.bought | s.withdrawn | s.passed
    seat = (s.asked + 1) % s.players
    while seat != s.bidder and (gone >> seat) & 1:
        seat = (seat + 1) % s.players
    s.asked = seat
    if seat == s.bidder:
        emit(s, events.WON, seat, s.stack, s.bid)
        sell(s, seat, s.bid)
    else:
        s.question = BID


@kernel
def take(s, seat, stack):
    """The last player takes an object of his choice for the base price."""
    s.stack = stack
    s.bid = base_price(s)
    s.bidder = seat
    s.passed = 0
    emit(s, events.TOOK, seat, stack, s.bid)
    sell(s, seat, s.bid)


@kernel
def sell(s, seat, price):
    """Who has the Merchant decides now whether to pay or not."""
    if s.seats[seat].character == MERCHANT + 1:
        s.question = PAYMENT
    else:
        pay(s, seat, price)
        hand_over(s, seat)


@kernel
def use_merchant(s, seat):
    """The object is free, and the Merchant has served."""
    s.seats[seat].character = 0
    emit(s, events.FREE, seat, s.stack, 0)
    hand_over(s, seat)


@kernel
def decline_merchant(s, seat):
    """Who pays takes the Merchant's prestige instead, before the object can change one's place on the fame track."""
    pay(s, seat, s.bid)
    take_rank(s, seat)
    hand_over(s, seat)


@kernel
def hand_over(s, seat):
    s.bought |= 1 << seat
    s.sold |= 1 << s.stack
    s.seats[seat].marker = s.stack + 1
    objects.deliver(s, seat, s.stack)


@kernel
def withdraw(s, seat):
    """Who names no object is out of the whole phase."""
    s.withdrawn |= 1 << seat
    emit(s, events.WITHDREW, seat, 0, 0)
    s.question = NEXT_OPENER
