"""What phase A2 of The Princes of Florence is worth to a seat: a marker that may be sent home, a character that was bought.

A character is worth what the outlook with it is better than without. The rivals are thought to see it as this seat does.
"""

import numpy as np

from mecenate.bots.evaluations.princes_outlook import CARD, PRESTIGE_CARDS, greatest, outlook, take_best
from mecenate.core.kernel import kernel, local
from mecenate.games.princes import characters, ending, state
from mecenate.games.princes.components import TABLE

HIGHEST, BANKER_HIGHEST = TABLE.characters.highest_bid, TABLE.characters.banker_highest_bid
LOWEST, BANKER_LOWEST = TABLE.characters.lowest_bid, TABLE.characters.banker_lowest_bid
by_character = local(np.float64, state.COURTIERS)

# Judgement, settled by letting variants play against each other.
OUTBID = 0.35  # chance that a rival raises, who has something else that is just as good
KEEN = 0.25  # how much likelier that is for each prestige point by which raising is better than anything else


@kernel
def next_bid(s, character):
    """Florins: the lowest bid that still counts."""
    if s.marked_by[character]:
        return characters.STEP * (np.int64(s.marked_at[character]) + 1)
    return BANKER_LOWEST if character == state.BANKER else LOWEST


@kernel
def highest_bid(character):
    return BANKER_HIGHEST if character == state.BANKER else HIGHEST


@kernel
def with_character(s, seat, character, price):
    """The outlook with a character bought for this price; the Banker pays out at once."""
    q = s.seats[seat]
    bought, before = s.bought, q.character
    paid = price - (np.int64(s.banker) if character == state.BANKER else 0)
    s.bought |= 1 << seat
    q.character = character + 1
    q.florins -= paid
    total = outlook(s, seat, 0)
    s.bought = bought
    q.character = before
    q.florins += paid
    return total


@kernel
def court_outlook(s, seat):
    """A seat that may still get a character: each rival without a marker takes one of the best."""
    q = s.seats[seat]
    mine, rivals = state.NONE, 0
    for other in range(s.players):
        rivals += 1 if other != seat and not ((s.bought | s.passed) >> other) & 1 else 0
    without = outlook(s, seat, 0)
    worth = by_character()
    n = 0
    for character in range(state.COURTIERS):
        if s.marked_by[character] == seat + 1:
            mine = character
        elif not (s.hired >> character) & 1:
            rivals -= 1 if s.marked_by[character] else 0
            price = next_bid(s, character)
            if price <= highest_bid(character) and price <= q.florins:
                worth[n] = with_character(s, seat, character, price)
                n += 1
    if mine == state.NONE:
        return max(without, take_best(worth, n, rivals)) if rivals < n else without
    price = next_bid(s, mine)
    total = with_character(s, seat, mine, price - characters.STEP)
    if not rivals or price > highest_bid(mine):
        return total
    raised = with_character(s, seat, mine, price)
    chance = OUTBID + KEEN * (raised - (max(without, worth[greatest(worth, n)]) if n else without))
    stands = 1.0
    for _ in range(rivals):
        stands *= 1 - min(max(chance, 0.03), 0.9)
    other = without
    if rivals <= n:
        other = max(other, take_best(worth, n, rivals - 1))
    if price + characters.STEP <= min(highest_bid(mine), q.florins):
        other = max(other, with_character(s, seat, mine, price + characters.STEP))
    return stands * total + (1 - stands) * other


@kernel
def exchange_outlook(s, seat):
    """The last question of the game: all florins that the Banker may change become prestige, then cards are counted."""
    q = s.seats[seat]
    total = np.int64(q.prestige)
    if s.asked == seat:
        total += ending.most_exchanged(s, seat)
    for card in range(PRESTIGE_CARDS):
        if (q.prestige_cards >> np.uint32(card)) & CARD:
            total += ending.prestige_card(s, seat, card)
    return 1.0 * total
