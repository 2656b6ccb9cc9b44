"""Drawing five cards, keeping one and laying the others below the deck, the same for professions, prestige and bonus cards."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.princes import events, knowledge
from mecenate.games.princes.components import TABLE
from mecenate.games.princes.reasons import NOT_DRAWN, OFFERED
from mecenate.games.princes.state import DECK_START, KEEP, NONE, PRESTIGE, PROFESSION, UNDER

STARTS = DECK_START
DRAWN = TABLE.setup.cards_drawn
CARD = np.uint32(1)


@kernel
def draw(s, seat, deck, then):
    """Take the top five cards, all if there are fewer, and look at them; `then` is how the game goes on afterwards."""
    start, size = STARTS[deck], s.deck_size[deck]
    n = min(DRAWN, size)
    for k in range(n):
        s.look[k] = s.deck[start + k]
    for k in range(n, size):
        s.deck[start + k - n] = s.deck[start + k]
    s.deck_size[deck] = size - n
    s.looking = deck
    s.looked = n
    s.revealed = 1
    knowledge.draw(s, deck, seat, n)
    emit(s, events.DREW, seat, n, deck)
    s.resume = then
    s.question = KEEP
    if n == 1:
        keep(s, seat, STARTS[deck] + s.look[0])


@kernel
def refuse_drawn(s, card):
    """Only the cards just drawn are at hand; `card` counts over all decks."""
    for k in range(s.looked):
        if STARTS[s.looking] + s.look[k] == card:
            return OFFERED
    return NOT_DRAWN


@kernel
def _remove(s, card):
    """Take a card, counted over all decks, out of those looked at; say which card of its deck it is."""
    inside = card - STARTS[s.looking]
    k = 0
    while s.look[k] != inside:
        k += 1
    s.looked -= 1
    for j in range(k, s.looked):
        s.look[j] = s.look[j + 1]
    return inside


@kernel
def keep(s, seat, card):
    inside = _remove(s, card)
    q = s.seats[seat]
    bit = CARD << np.uint32(inside)
    if s.looking == PROFESSION:
        q.hand |= bit
    elif s.looking == PRESTIGE:
        q.prestige_cards |= bit
    else:
        q.bonus_cards |= bit
    knowledge.put(s, s.looking, seat, inside, 1 << seat)
    emit(s, events.KEPT, seat, card, s.looking)
    if s.looked > 1:
        s.question = UNDER
    else:
        rest(s, seat)


@kernel
def _under(s, seat, card):
    """Lay one card face down at the bottom of its deck."""
    inside = _remove(s, card)
    deck = s.looking
    position = s.deck_size[deck]
    s.deck[STARTS[deck] + position] = inside
    s.deck_size[deck] = position + 1
    knowledge.put(s, deck, seat, inside, 1 << (knowledge.TOP + position))


@kernel
def under(s, seat, card):
    """The others go below the deck in any order; the last one needs no question."""
    _under(s, seat, card)
    if s.looked == 1:
        rest(s, seat)


@kernel
def rest(s, seat):
    """Lay whatever is left below the deck as it lies, and go on with the game."""
    if s.looked:
        emit(s, events.RETURNED, seat, s.looking, 0)
    while s.looked > 0:
        _under(s, seat, STARTS[s.looking] + s.look[0])
    knowledge.look_ends(s, s.looking)
    s.looking = NONE
    s.question = s.resume
