"""What a position of The Princes of Florence is worth to a seat: its outlook, and what the question that is asked adds to it.

"What if" is asked of the record itself, which is then put back as it was.
"""

import numpy as np

from mecenate.bots.evaluations.princes_court import court_outlook, exchange_outlook
from mecenate.bots.evaluations.princes_outlook import LANDSCAPES, ROOM, outlook, prestige_guess, take_best
from mecenate.bots.evaluations.princes_partners import partners_outlook, refused_outlook
from mecenate.core.entries import entry
from mecenate.core.kernel import VALUE, kernel, local
from mecenate.games.princes import auction, cooperation, ending, hidden, objects, state, tiles, turn, works
from mecenate.games.princes.components import MINIMUM

CARD = np.uint32(1)
by_stack = local(np.float64, state.STACKS)

# Judgement, settled by letting variants play against each other.
STANDS = 0.53  # chance that a bid is not raised
BEATEN = 0.61  # chance that a rival beats a work that is just good enough
WARY = 0.3  # share of that chance that each further point of work value takes away


@kernel
def best_work_chance(s, seat, marker):
    """The chance that the marker of this round stays the best."""
    chance = 1.0 if marker else 0.0
    now = cooperation.active(s)
    for other in range(s.players):
        if s.seats[other].best_work > marker:
            return 0.0
        if other != seat and (other - s.starter) % s.players > (now - s.starter) % s.players:
            chance *= 1 - BEATEN * min(max(1 - WARY * (marker - MINIMUM[s.round_no]), 0.1), 1.0)
    return chance


@kernel
def with_landscape(s, seat, kind):
    q = s.seats[seat]
    repeated = objects.REPEATED_LANDSCAPE if q.landscapes[kind] else 0
    q.landscapes[kind] += 1
    q.tiles += 1
    total = outlook(s, seat, 0) + repeated - ROOM * tiles.COUNT[objects.TILE + kind]
    q.landscapes[kind] -= 1
    q.tiles -= 1
    return total


@kernel
def with_object(s, seat, stack, price):
    """The outlook with an object of this round's auction; the Merchant gets it for nothing, or brings prestige."""
    total = with_bought(s, seat, stack, price)
    q = s.seats[seat]
    if q.character == state.MERCHANT + 1:
        q.character = 0
        total = max(total, with_bought(s, seat, stack, 0))
        q.character = state.MERCHANT + 1
    return total


@kernel
def with_bought(s, seat, stack, price):
    q = s.seats[seat]
    jester, builder, card = int(stack == state.JESTER), int(stack == state.BUILDER), int(stack == state.RECRUITING)
    bought = s.bought
    s.bought |= 1 << seat
    q.florins -= price
    q.jesters += jester
    q.builders += builder
    q.recruiting_hand += card
    total = prestige_guess(s, seat) if stack == state.PRESTIGE_CARD else 0.0
    if stack == state.LANDSCAPE:
        for kind in range(LANDSCAPES):
            if not objects.refuse_landscape(s, q, kind):
                total = max(total, with_landscape(s, seat, kind))
    else:
        total += with_landscape(s, seat, stack) if stack < state.JESTER else outlook(s, seat, 0)
    total += objects.REPEATED_BUILDER if builder and q.builders > 1 else 0
    s.bought = bought
    q.florins += price
    q.jesters -= jester
    q.builders -= builder
    q.recruiting_hand -= card
    return total


@kernel
def auction_outlook(s, seat):
    """A seat that has no object yet: each rival takes one of the best, what they leave costs the base price."""
    under_hammer = s.stack if s.question == state.BID or s.question == state.PAYMENT else state.NONE
    rivals = -1 if under_hammer == state.NONE else -2  # not counting the seat, nor one who gets this object
    for other in range(s.players):
        rivals += 1 if not ((s.bought | s.withdrawn) >> other) & 1 else 0
    worth = by_stack()
    n = 0
    for stack in range(state.STACKS):
        if stack != under_hammer and not auction.refuse_purchase(s, seat, stack, auction.base_price(s)):
            worth[n] = with_object(s, seat, stack, auction.base_price(s))
            n += 1
    total = outlook(s, seat, 0)
    if rivals < n:
        total = max(total, take_best(worth, n, rivals))
    if under_hammer != state.NONE and s.bidder == seat:
        total = STANDS * with_object(s, seat, s.stack, s.bid) + (1 - STANDS) * total
    return total


@kernel
def asked_outlook(s, seat):
    """The outlook of the seat that is asked, with what its question will bring."""
    q = s.seats[seat]
    pay = works.PAY * np.int64(s.work_value)
    if s.question == state.CONVERT:
        return outlook(s, seat, pay)
    total = 0.0
    if s.question == state.BONUS:
        q.florins += pay
        total = outlook(s, seat, pay)
        q.florins -= pay
    elif s.question == state.PLACE and s.piece >= objects.TILE:
        total = with_landscape(s, seat, s.piece - objects.TILE)
    elif s.question == state.PLACE:
        q.buildings ^= CARD << np.uint32(s.piece)
        total = outlook(s, seat, 0) + turn.PRESTIGE_BUILDING - ROOM * tiles.COUNT[s.piece]
        q.buildings ^= CARD << np.uint32(s.piece)
    elif s.question == state.KEEP:
        held = hidden.held(s, s.looking, seat)
        for k in range(s.looked):
            hidden.hold(s, s.looking, seat, held | CARD << np.uint32(s.look[k]))
            total = max(total, outlook(s, seat, 0))
        hidden.hold(s, s.looking, seat, held)
    else:
        total = outlook(s, seat, 0)
        if s.question == state.UNDER:
            total -= 0.001 * s.looked  # the order does not matter to us, so the rest may lie as it lies
        elif s.question == state.SPACES:
            total -= 100  # whatever we buy moves us back as far as it must, and that is enough
    return total


@entry(VALUE)
def value(states, i, seat):
    s = state.state(states, i)
    q = s.seats[seat]
    if s.question == state.OVER:
        return q.prestige + 1e-6 * q.florins
    if s.question == state.EXCHANGE:
        return exchange_outlook(s, seat)
    asked = s.asked == seat
    if s.phase == state.AUCTION and not ((s.bought | s.withdrawn) >> seat) & 1 and s.question != state.SPACES:
        if s.question == state.PAYMENT and asked:
            return with_object(s, seat, s.stack, s.bid)
        return auction_outlook(s, seat)
    if s.phase == state.CHARACTERS and not ((s.bought | s.passed) >> seat) & 1 and s.question != state.SPACES:
        return court_outlook(s, seat)
    if s.question >= state.ACROSS:
        total = partners_outlook(s, seat)
    elif s.question == state.ACTION and asked and s.proposals and s.actions_left:
        total = refused_outlook(s, seat)
    else:
        total = asked_outlook(s, seat) if asked else outlook(s, seat, 0)
    if s.phase == state.ACTIONS:
        marker = max(q.best_work, s.work_value) if asked and s.question == state.BONUS else q.best_work
        total += ending.BEST_WORK * best_work_chance(s, seat, marker)
    return total
