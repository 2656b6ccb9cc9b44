"""Who must reckon with which card where.

For every seat and card, `may[seat, card]` is the set of places where the card may lie as far as this seat can tell: the hands
(bits 0 to 4), under the eyes of the player who is looking at drawn cards (bit 5), or a place in the deck counted from the top
(bit 6 and up). A card that lies open has no places. The sets follow what everybody at the table can see; a seat that drew
cards knows which it put where.
"""

from mecenate.core.kernel import kernel
from mecenate.games.princes.state import DECK_START

STARTS = DECK_START
LOOK = 1 << 5
NOT_LOOK = (1 << 32) - 1 - LOOK
NOT_DECK = (1 << 6) - 1
TOP = 6


@kernel
def deal(s, deck):
    """Before anybody has looked: every card may be anywhere in the deck."""
    everywhere = ((1 << s.deck_size[deck]) - 1) << TOP
    for seat in range(s.players):
        for card in range(STARTS[deck], STARTS[deck + 1]):
            s.may[seat, card] = everywhere


@kernel
def deal_hands(s, deck):
    """After each seat got its first hand from the top: it knows its own cards, the others may be anywhere else."""
    everywhere = ((1 << s.deck_size[deck]) - 1) << TOP
    for seat in range(s.players):
        others = ((1 << s.players) - 1) & ~(1 << seat)
        for card in range(STARTS[deck], STARTS[deck + 1]):
            own = (s.seats[seat].hand >> (card - STARTS[deck])) & 1
            s.may[seat, card] = 1 << seat if own else others | everywhere


@kernel
def draw(s, deck, drawer, n):
    """The drawer takes the top n cards, which lie in `look` already, and everything below moves up."""
    seen = 0
    for k in range(n):
        seen |= 1 << s.look[k]
    top = (1 << n) - 1
    for seat in range(s.players):
        for card in range(STARTS[deck], STARTS[deck + 1]):
            places = s.may[seat, card]
            left = (places & NOT_DECK) | (((places >> TOP) >> n) << TOP)
            if seat == drawer:
                if (seen >> (card - STARTS[deck])) & 1:
                    left = LOOK
            elif (places >> TOP) & top:
                left |= LOOK
            s.may[seat, card] = left


@kernel
def put(s, deck, drawer, card, place):
    """The drawer moves one of the cards looked at: only the drawer knows which."""
    for seat in range(s.players):
        if seat == drawer:
            s.may[seat, STARTS[deck] + card] = place
        else:
            for other in range(STARTS[deck], STARTS[deck + 1]):
                if s.may[seat, other] & LOOK:
                    s.may[seat, other] |= place


@kernel
def look_ends(s, deck):
    for seat in range(s.players):
        for card in range(STARTS[deck], STARTS[deck + 1]):
            s.may[seat, card] &= NOT_LOOK


@kernel
def give_back(s, deck, giver, card, place):
    """Setup: a seat lays one of its first cards below the deck; the others see only that it did."""
    for seat in range(s.players):
        if seat == giver:
            s.may[seat, STARTS[deck] + card] = place
        else:
            for other in range(STARTS[deck], STARTS[deck + 1]):
                if s.may[seat, other] & (1 << giver):
                    s.may[seat, other] |= place


@kernel
def shuffle(s, deck):
    """Whatever may lie in the deck may now lie anywhere in it."""
    everywhere = ((1 << s.deck_size[deck]) - 1) << TOP
    for seat in range(s.players):
        for card in range(STARTS[deck], STARTS[deck + 1]):
            if s.may[seat, card] >> TOP:
                s.may[seat, card] |= everywhere


@kernel
def show(s, deck, card, places):
    """Everybody sees where a card goes: `places` is a hand, or nothing for the table."""
    for seat in range(s.players):
        s.may[seat, STARTS[deck] + card] = places
