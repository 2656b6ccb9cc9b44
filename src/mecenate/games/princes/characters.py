"""Expansion "Muse & Princess": phase A2, where characters are bought for a round; what Merchant, Professor and Banker do.

The Muse and the Princess are in works, the Cardinal in turn.
"""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.princes import cards, events
from mecenate.games.princes.components import TABLE
from mecenate.games.princes.money import pay, score
from mecenate.games.princes.reasons import (
    BID_TOO_LOW,
    CASH_ONLY,
    CHARACTER_HIRED,
    DECK_EMPTY,
    NOT_YOUR_CHARACTER,
    OFFERED,
)
from mecenate.games.princes.state import (
    AUCTION,
    BANKER,
    BONUS_CARD,
    CHARACTERS,
    COURT,
    COURTIERS,
    MERCHANT,
    NEXT_COURT,
    NEXT_COURTIER,
    NEXT_TURN,
    NONE,
    PRESTIGE,
    PROFESSOR,
    USE,
)

FIGURES = TABLE.characters
BANKER_FLORINS, BANKER_GROWTH = FIGURES.banker_florins, FIGURES.banker_growth
STEP = 100

# The bidding spaces of all characters in one row: whose each is, and the bid in hundreds of florins.
LOWEST = [FIGURES.lowest_bid] * BANKER + [FIGURES.banker_lowest_bid]
HIGHEST = [FIGURES.highest_bid] * BANKER + [FIGURES.banker_highest_bid]
SPACES = [(c, bid // STEP) for c in range(COURTIERS) for bid in range(LOWEST[c], HIGHEST[c] + 1, STEP)]
CHARACTER_OF = np.array([character for character, _ in SPACES])
BID_OF = np.array([bid for _, bid in SPACES])
BIDDING_SPACES = len(SPACES)


@kernel
def last_call(s):
    """The end of the auction is the last moment for the Merchant, who then brings prestige, and for the Professor."""
    for seat in range(s.players):
        if s.seats[seat].character == MERCHANT + 1:
            take_rank(s, seat)
    for seat in range(s.players):
        if not refuse_professor(s, seat, PRESTIGE) or not refuse_professor(s, seat, BONUS_CARD):
            s.asked = seat
            s.resume = NEXT_COURT
            s.question = USE
            return
    begin(s)


@kernel
def begin(s):
    """All characters lie beside the board again; the starting player begins."""
    s.phase = CHARACTERS
    s.bought = 0
    s.passed = 0
    s.hired = 0
    for character in range(COURTIERS):
        s.marked_by[character] = 0
    for seat in range(s.players):
        s.seats[seat].character = 0
    s.asked = (s.starter + s.players - 1) % s.players
    s.question = NEXT_COURTIER


@kernel
def next_courtier(s):
    """Clockwise: whose marker still lies on a character buys it, everybody else is asked, until all have bought or passed."""
    gone = s.bought | s.passed
    for k in range(1, s.players + 1):
        seat = (s.asked + k) % s.players
        if not (gone >> seat) & 1:
            s.asked = seat
            s.question = COURT
            for character in range(COURTIERS):
                if s.marked_by[character] == seat + 1:
                    hire(s, seat, character)
            return
    if not (s.hired >> BANKER) & 1:
        s.banker += BANKER_GROWTH
    s.question = NEXT_TURN


@kernel
def refuse_marker(s, seat, space):
    """Any space of a character that is still there, above the marker that may lie on it, if one has the cash."""
    character, bid = CHARACTER_OF[space], BID_OF[space]
    if (s.hired >> character) & 1:
        return CHARACTER_HIRED
    if s.marked_by[character] and s.marked_at[character] >= bid:
        return BID_TOO_LOW
    return OFFERED if s.seats[seat].florins >= STEP * bid else CASH_ONLY


@kernel
def lay_marker(s, seat, space):
    """A higher marker sends the other one home."""
    character, bid = CHARACTER_OF[space], BID_OF[space]
    emit(s, events.MARKED, seat, character, STEP * bid)
    if s.marked_by[character]:
        emit(s, events.OUTBID, s.marked_by[character] - 1, character, 0)
    s.marked_by[character] = seat + 1
    s.marked_at[character] = bid
    s.question = NEXT_COURTIER


@kernel
def pass_court(s, seat):
    """Who passes gets no character in this round."""
    s.passed |= 1 << seat
    emit(s, events.PASSED, seat, 0, 0)
    s.question = NEXT_COURTIER


@kernel
def hire(s, seat, character):
    """Pay the bid; the Banker pays out what lies on him at once, and then 600 florins lie there for the next round."""
    q = s.seats[seat]
    bid = STEP * np.int64(s.marked_at[character])
    s.marked_by[character] = 0
    s.hired |= 1 << character
    s.bought |= 1 << seat
    q.character = character + 1
    emit(s, events.HIRED, seat, character, bid)
    pay(s, seat, bid)
    s.question = NEXT_COURTIER
    if character == BANKER:
        q.florins += s.banker
        emit(s, events.CASHED, seat, s.banker, 0)
        s.banker = BANKER_FLORINS
    elif may_use(s, seat):
        s.resume = NEXT_COURTIER
        s.question = USE


@kernel
def may_use(s, seat):
    """Whether the seat has a character that it may use at any time."""
    if s.seats[seat].character == MERCHANT + 1:
        return True
    return not refuse_professor(s, seat, PRESTIGE) or not refuse_professor(s, seat, BONUS_CARD)


@kernel
def wait(s, seat):
    """The card may be used later; after the last call it goes back unused."""
    if s.phase == AUCTION:
        s.seats[seat].character = 0
    s.question = s.resume


@kernel
def refuse_merchant(s, seat):
    return OFFERED if s.seats[seat].character == MERCHANT + 1 else NOT_YOUR_CHARACTER


@kernel
def take_rank(s, seat):
    """The Merchant brings as many points as one's place on the fame track: the further back, the more."""
    s.seats[seat].character = 0
    score(s, seat, rank(s, seat), events.FOR_MERCHANT)


@kernel
def rank(s, seat):
    """One place behind everybody who is strictly ahead on the fame track."""
    place = 1
    for other in range(s.players):
        place += 1 if s.seats[other].prestige > s.seats[seat].prestige else 0
    return place


@kernel
def refuse_professor(s, seat, deck):
    if s.seats[seat].character != PROFESSOR + 1:
        return NOT_YOUR_CHARACTER
    return OFFERED if s.deck_size[deck] else DECK_EMPTY


@kernel
def consult(s, seat, deck, then):
    """The Professor brings a prestige or bonus card for nothing, one of five."""
    s.seats[seat].character = 0
    cards.draw(s, seat, deck, then)


@kernel
def go_home(s):
    """After the action phase only Merchant and Professor may still be of use."""
    for seat in range(s.players):
        q = s.seats[seat]
        if q.character != MERCHANT + 1 and q.character != PROFESSOR + 1:
            q.character = 0


@kernel
def banker_of(s):
    """Who bought the Banker in this round, or nobody."""
    for seat in range(s.players):
        if s.seats[seat].character == BANKER + 1:
            return seat
    return NONE
