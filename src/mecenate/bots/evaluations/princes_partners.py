"""What building together is worth in The Princes of Florence: to the seat that proposes it, and to the neighbour who answers.

An agreement is carried out in the record itself, which is then put back as it was. What the other one wants is guessed from
what lies open.
"""

import numpy as np

from mecenate.bots.evaluations.princes_outlook import (
    BUILDINGS,
    GRUDGE,
    POINT,
    PROFESSIONS,
    ROOM,
    ROUNDS,
    WANTS,
    outlook,
)
from mecenate.core.floats import exp
from mecenate.core.kernel import kernel, popcount
from mecenate.games.princes import cooperation, money, state, tiles, turn, works

CARD = np.uint32(1)
SHARE = np.bincount(WANTS[:, 0], minlength=BUILDINGS) / PROFESSIONS  # of the professions that want each building
STEP, MOST = cooperation.STEP, 1000  # florins: the prices that are thought about

# Judgement. Prestige points, if nothing else is said.
RATE = 0.0085  # a florin of somebody else
COMING = 0.5  # professions that somebody gets in a round
PLANS = 1.8  # what the partner loses, who might have built the same alone
EAGER = 0.6  # how steeply the chance rises that a proposal is accepted with what it brings
FIRM = 1.4  # the same for another price
HOPELESS = 0.25  # a chance that is not worth asking, and more so when others said no in this turn
UNPAID = 0.7  # what the builder wants to have beside making up for the help to a rival
PATIENCE = 0.7  # what an outlook loses by the next action, however good that is
BOTHER = 0.1  # what a proposal costs


@kernel
def toggle(s, builder, placed, price, sign):
    """Carry out an agreement, or take it back (`sign` -1)."""
    left, partner = cooperation.left_board(s, builder), cooperation.neighbour(s, builder, s.side)
    for owner in (builder, partner):
        q = s.seats[owner]
        if placed:
            cells = tiles.part_of(0 if owner == left else 1, s.piece, s.across)
            q.occupied ^= cells
            q.built ^= cells
        q.buildings ^= CARD << np.uint32(s.piece)
        q.building_at[s.piece] = state.SHARED + 1 if sign > 0 else 0
        q.prestige += sign * turn.PRESTIGE_BUILDING
        q.florins += sign * (price - cooperation.cost(s, builder) if owner == builder else -price)
    s.buildings[s.piece] -= sign
    s.actions_left -= sign


@kernel
def agreed(s, seat, placed, price):
    """The outlook of one of the two when they have built for this price."""
    builder = cooperation.active(s)
    toggle(s, builder, placed, price, 1)
    total = outlook(s, seat, 0)
    toggle(s, builder, placed, price, -1)
    return total if placed else total - ROOM * tiles.COUNT[s.piece] / 2


@kernel
def alone(s, seat, building):
    """What the active player has after an action without a partner: building the same alone, or whatever is better."""
    q = s.seats[seat]
    total = outlook(s, seat, 0) - PATIENCE
    if turn.refuse_build(s, seat, building):
        return total
    price = turn.BUILDING_PRICE[q.builders]
    q.buildings ^= CARD << np.uint32(building)
    q.florins -= price
    s.actions_left -= 1
    total = max(total, outlook(s, seat, 0) + turn.PRESTIGE_BUILDING - ROOM * tiles.COUNT[building])
    q.buildings ^= CARD << np.uint32(building)
    q.florins += price
    s.actions_left += 1
    return total


@kernel
def partner_gain(s, builder, placed):
    """What the building brings the partner, as far as one can see: prestige, use for works, and the room that it takes."""
    partner = cooperation.neighbour(s, builder, s.side)
    q = s.seats[partner]
    later = ROUNDS - s.round_no
    total = turn.PRESTIGE_BUILDING + POINT * works.WORK_BUILDING * SHARE[s.piece] * (works.hand_cards(q) + COMING * later)
    if placed:
        before = popcount(cooperation.ground(s, partner))
        toggle(s, builder, placed, 0, 1)
        total -= ROOM * (before - popcount(cooperation.ground(s, partner))) * later / ROUNDS
        toggle(s, builder, placed, 0, -1)
    return total - PLANS - GRUDGE / (s.players - 1)


@kernel
def chance(gain):
    return 1 / (1 + exp(-gain))


@kernel
def yes_chance(s, gain, price):
    """The chance that the partner accepts; who said no in this turn will not say yes to the same or more."""
    before = s.proposals - (1 if s.question == state.REPLY else 0)
    for n in range(min(before, 2)):
        if s.proposed[n, 0] == s.side * BUILDINGS + s.piece and s.proposed[n, 2] <= price:
            return 0.0
    return chance(EAGER * (gain - RATE * price))


@kernel
def offered(s, seat, price, gain, otherwise):
    """A proposal, seen by the one who makes it."""
    likely = yes_chance(s, gain, price)
    return likely * agreed(s, seat, True, price) + (1 - likely) * otherwise - BOTHER


@kernel
def best_offer(s, seat):
    """A proposal whose price is yet to be named."""
    otherwise = alone(s, seat, s.piece)
    gain = partner_gain(s, seat, True)
    best = otherwise - 10 * BOTHER
    for hundreds in range(0, MOST // STEP, 2):
        price = STEP * hundreds
        if money.means(s, seat) + price >= cooperation.cost(s, seat):
            best = max(best, offered(s, seat, price, gain, otherwise))
    return best


@kernel
def hoped_offer(s, seat):
    """A proposal, beside other actions: a no costs nothing, so it is worth what a yes brings, for a price that has a chance."""
    otherwise = alone(s, seat, s.piece)
    gain = partner_gain(s, seat, False)
    best, hoped = 0.0, -1e6
    for hundreds in range(0, MOST // STEP, 2):
        price = STEP * hundreds
        likely = yes_chance(s, gain, price)
        if money.means(s, seat) + price >= cooperation.cost(s, seat) and likely > HOPELESS * (1 + s.proposals):
            found = agreed(s, seat, False, price)
            if likely * (found - otherwise) > best:
                best, hoped = likely * (found - otherwise), found
    return hoped - BOTHER


@kernel
def countered(s, seat, price):
    """Another price, seen by the partner who names it: whoever builds wants to gain more by it than it helps a rival."""
    likely = chance(FIRM * (RATE * price - UNPAID - GRUDGE / (s.players - 1)))
    return likely * agreed(s, seat, True, price) + (1 - likely) * outlook(s, seat, 0) - BOTHER


@kernel
def best_counter(s, seat):
    best = outlook(s, seat, 0) - BOTHER
    for hundreds in range(np.int64(s.price) // STEP):
        best = max(best, countered(s, seat, STEP * hundreds))
    return best


@kernel
def partners_outlook(s, seat):
    """The outlook of a seat while two talk about building together."""
    builder = cooperation.active(s)
    if seat == builder:
        if s.question == state.ACROSS:
            return hoped_offer(s, seat)
        if s.question == state.PRICE:
            return best_offer(s, seat)
        if s.question == state.REPLY:
            return offered(s, seat, np.int64(s.price), partner_gain(s, seat, True), alone(s, seat, s.piece))
        if s.question == state.COUNTERED:
            return max(agreed(s, seat, True, np.int64(s.price)), alone(s, seat, s.piece))
    elif seat == cooperation.neighbour(s, builder, s.side):
        if s.question == state.REPLY:
            return max(agreed(s, seat, True, np.int64(s.price)), outlook(s, seat, 0))
        if s.question == state.COUNTER:
            return best_counter(s, seat)
        if s.question == state.COUNTERED:
            return countered(s, seat, np.int64(s.price))
    return outlook(s, seat, 0)


@kernel
def refused_outlook(s, seat):
    """After a refusal the building may still be built alone, and this is what an agreement has to beat."""
    return alone(s, seat, s.proposed[min(s.proposals, 2) - 1, 0] % BUILDINGS)
