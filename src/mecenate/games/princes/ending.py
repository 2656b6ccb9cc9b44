"""Chapters "Best Work", "New Round" and "Game End"."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.princes import auction, characters, events, knowledge
from mecenate.games.princes.components import PRESTIGE_FEATURE, PRESTIGE_NEEDS, PRESTIGE_POINTS, PRESTIGE_SENSE, TABLE
from mecenate.games.princes.state import ACTIONS, EXCHANGE, FINISHED, MERCHANT, NONE, OVER, PRESTIGE
from mecenate.games.princes.works import CONVERSION, MOST_CONVERTED, feature, into_prestige

ROUNDS = TABLE.counts.rounds
BEST_WORK = TABLE.prestige.best_work
CARD = np.uint32(1)
FEATURE_COUNT = PRESTIGE_NEEDS.shape[1]


@kernel
def next_round(s):
    """After the action phase: the best work, then a new round with the next starting player, or the end."""
    if s.phase == ACTIONS:
        best_work(s)
        s.starter = (s.starter + 1) % s.players
    if s.round_no == ROUNDS:
        last_characters(s)
    else:
        characters.go_home(s)
        s.round_no += 1
        emit(s, events.ROUND, s.starter, s.round_no, 0)
        auction.begin(s)


@kernel
def best_work(s):
    """3 prestige for the highest work value of the round, to everybody who reached it; then the markers go home."""
    best = 0
    for seat in range(s.players):
        best = max(best, s.seats[seat].best_work)
    for seat in range(s.players):
        q = s.seats[seat]
        if best and q.best_work == best:
            q.prestige += BEST_WORK
            emit(s, events.BEST_WORK, seat, BEST_WORK, best)
        q.best_work = 0


@kernel
def last_characters(s):
    """The Merchant of the last round can only bring prestige; the Banker exchanges the florins that are left."""
    for seat in range(s.players):
        if s.seats[seat].character == MERCHANT + 1:
            characters.take_rank(s, seat)
    banker = characters.banker_of(s)
    if banker != NONE and s.seats[banker].florins >= CONVERSION:
        s.asked = banker
        s.question = EXCHANGE
    else:
        finish(s)


@kernel
def most_exchanged(s, seat):
    return min(s.seats[seat].florins // CONVERSION, MOST_CONVERTED)


@kernel
def exchange(s, seat, prestige):
    """Before the prestige cards are counted; florins that are kept still break ties."""
    into_prestige(s, seat, prestige)
    if prestige < MOST_CONVERTED or not most_exchanged(s, seat):
        finish(s)


@kernel
def prestige_card(s, seat, card):
    """What a prestige card brings its owner at the end. A most of nothing brings nothing; ties bring the lower figure."""
    sense = PRESTIGE_SENSE[card]
    if sense == 0:
        for which in range(FEATURE_COUNT):
            if PRESTIGE_NEEDS[card, which] and feature(s.seats[seat], which) < PRESTIGE_NEEDS[card, which]:
                return 0
        return PRESTIGE_POINTS[card, 0]
    own = feature(s.seats[seat], PRESTIGE_FEATURE[card])
    if sense > 0 and own == 0:
        return 0
    tied = 0
    for other in range(s.players):
        if other != seat:
            theirs = feature(s.seats[other], PRESTIGE_FEATURE[card])
            if sense * theirs > sense * own:
                return 0
            if theirs == own:
                tied = 1
    return PRESTIGE_POINTS[card, tied]


@kernel
def finish(s):
    """All prestige cards are counted on the final boards."""
    for seat in range(s.players):
        q = s.seats[seat]
        for card in range(14):
            if (q.prestige_cards >> np.uint32(card)) & CARD:
                prestige = prestige_card(s, seat, card)
                q.prestige += prestige
                emit(s, events.PRESTIGE_REVEALED, seat, prestige, card)
                knowledge.show(s, PRESTIGE, card, 0)
    emit(s, events.FINISHED, NONE, 0, 0)
    s.revealed = 1
    s.asked = NONE
    s.phase = FINISHED
    s.question = OVER


@kernel
def ranking(s, out):
    """Prestige of each seat, then its place: most prestige, then most florins, else shared."""
    n = s.players
    for seat in range(n):
        q = s.seats[seat]
        out[seat] = q.prestige
        place = 1
        for other in range(n):
            r = s.seats[other]
            if r.prestige > q.prestige or (r.prestige == q.prestige and r.florins > q.florins):
                place += 1
        out[n + seat] = place
