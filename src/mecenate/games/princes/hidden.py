"""Redeal: a state that a seat can't tell from the true one.

For each deck the cards are dealt anew onto their places, so that every card lies where this seat must reckon with it. The
outcome depends on what the seat knows and on the seed, on nothing else of the true state.
"""

import numpy as np

from mecenate.core.kernel import kernel, local, lowest, popcount
from mecenate.core.rng import below, mix
from mecenate.games.princes import knowledge
from mecenate.games.princes.state import BONUS_CARD, DECK_START, OVER, PRESTIGE, PROFESSION

STARTS = DECK_START
MOST = 21  # cards in the largest deck
CARD = np.uint32(1)
by_slot = by_card = local(np.int64, MOST)
by_owner, by_owner_and_card = local(np.uint32, 5), local(np.uint32, 5, MOST)
LOOKED_AT = 5  # the place of the cards that somebody is looking at


@kernel
def held(s, deck, seat):
    """The cards of a deck in the hand of a seat."""
    q = s.seats[seat]
    if deck == PROFESSION:
        return q.hand
    if deck == PRESTIGE:
        return q.prestige_cards
    return q.bonus_cards


@kernel
def hold(s, deck, seat, cards):
    q = s.seats[seat]
    if deck == PROFESSION:
        q.hand = cards
    elif deck == PRESTIGE:
        q.prestige_cards = cards
    else:
        q.bonus_cards = cards


@kernel
def redeal(s, seat, seed):
    if s.question == OVER:
        return  # nothing will be drawn any more
    s.rng = mix(seed)
    slot_place = by_slot()  # the place that a slot belongs to, as a bit number
    slot_card = by_slot()  # the card that lies there in truth
    allowed = by_card()  # by card: the slots where the seat must reckon with it
    dealt = by_slot()  # by slot: the card that is dealt there
    for deck in (PROFESSION, PRESTIGE, BONUS_CARD):
        n = find_slots(s, deck, slot_place, slot_card)
        find_allowed(s, deck, seat, n, slot_place, slot_card, allowed)
        match(s, deck, n, slot_card, allowed, dealt)
        mingle(s, n, allowed, dealt)
        lay(s, deck, seat, n, slot_place, slot_card, dealt)


@kernel
def find_slots(s, deck, slot_place, slot_card):
    """One slot for each card that does not lie open: hands, cards looked at, deck."""
    n = 0
    for owner in range(s.players):
        cards = held(s, deck, owner)
        while cards:
            slot_place[n] = owner
            slot_card[n] = lowest(cards)
            cards &= cards - CARD
            n += 1
    if s.looking == deck:
        for k in range(s.looked):
            slot_place[n] = LOOKED_AT
            slot_card[n] = s.look[k]
            n += 1
    for k in range(s.deck_size[deck]):
        slot_place[n] = knowledge.TOP + k
        slot_card[n] = s.deck[STARTS[deck] + k]
        n += 1
    return n


@kernel
def find_allowed(s, deck, seat, n, slot_place, slot_card, allowed):
    """The slots of the places where the seat reckons with each card; who looks at cards sees their order too."""
    for card in range(STARTS[deck + 1] - STARTS[deck]):
        places = np.int64(s.may[seat, STARTS[deck] + card])
        slots = 0
        for slot in range(n):
            slots |= ((places >> slot_place[slot]) & 1) << slot
        allowed[card] = slots
    if s.asked == seat:
        for slot in range(n):
            if slot_place[slot] == LOOKED_AT:
                allowed[slot_card[slot]] = 1 << slot


@kernel
def match(s, deck, n, slot_card, allowed, dealt):
    """Give each card a slot; where a card finds none, others make way along an augmenting path."""
    for slot in range(n):
        dealt[slot] = -1
    free = (1 << n) - 1
    came_from = by_slot()
    for width in range(1, n + 1):  # the most certain cards first
        for card in range(STARTS[deck + 1] - STARTS[deck]):
            if popcount(allowed[card]) != width:
                continue
            open_slots = allowed[card] & free
            if open_slots:
                slot = nth(open_slots, below(s, popcount(open_slots)))
                dealt[slot] = card
                free &= ~(1 << slot)
            else:
                free &= ~augment(card, free, allowed, dealt, came_from)


@kernel
def nth(bits, k):
    """The k-th bit that is set, from 0."""
    for _ in range(k):
        bits &= bits - 1
    return lowest(bits)


@kernel
def augment(card, free, allowed, dealt, came_from):
    """Breadth-first from a card over slots that others hold, to a free one; then everybody moves. Says which slot it was."""
    seen = allowed[card]
    todo = allowed[card]
    for k in range(MOST):
        if (todo >> k) & 1:
            came_from[k] = -1
    while todo:
        slot = lowest(todo)
        todo &= todo - 1
        if (free >> slot) & 1:
            last = slot
            while came_from[slot] >= 0:
                dealt[slot] = dealt[came_from[slot]]
                slot = came_from[slot]
            dealt[slot] = card
            return 1 << last
        fresh = allowed[dealt[slot]] & ~seen
        seen |= fresh
        todo |= fresh
        while fresh:
            came_from[lowest(fresh)] = slot
            fresh &= fresh - 1
    return 0


@kernel
def mingle(s, n, allowed, dealt):
    """Random exchanges, so that every deal that fits can come up."""
    for _ in range(3 * n):
        i, j = below(s, n), below(s, n)
        a, b = dealt[i], dealt[j]
        if (allowed[a] >> j) & 1 and (allowed[b] >> i) & 1:
            dealt[i] = b
            dealt[j] = a


@kernel
def lay(s, deck, seat, n, slot_place, slot_card, dealt):
    """Lay the cards as dealt; what the others know of a card, they now know of the one that lies there instead."""
    known, hands = by_owner_and_card(), by_owner()
    looked = 0
    for slot in range(n):
        new, place = dealt[slot], slot_place[slot]
        if place < LOOKED_AT:
            hands[place] |= CARD << np.uint32(new)
            continue
        pass_on(s, deck, known, slot_card[slot], new)
        if place == LOOKED_AT:
            s.look[looked] = new
            looked += 1
        else:
            s.deck[STARTS[deck] + place - knowledge.TOP] = new
    for owner in range(s.players):
        before, after = held(s, deck, owner), hands[owner]
        stay, gone, come = before & after, before & ~after, after & ~before
        while stay:  # a hand has no order: who stays in it is known as before
            pass_on(s, deck, known, lowest(stay), lowest(stay))
            stay &= stay - CARD
        while gone:
            pass_on(s, deck, known, lowest(gone), lowest(come))
            gone &= gone - CARD
            come &= come - CARD
        hold(s, deck, owner, after)
    for other in range(s.players):
        if other != seat:
            for slot in range(n):
                s.may[other, STARTS[deck] + dealt[slot]] = known[other, dealt[slot]]


@kernel
def pass_on(s, deck, known, old, new):
    for other in range(s.players):
        known[other, new] = s.may[other, STARTS[deck] + old]
