"""Chapter "Preparation": the start of a game, and the choice of the first three professions."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.core.rng import below, shuffle
from mecenate.games.princes import events, knowledge, tiles
from mecenate.games.princes.components import FREEDOM_TILES, TABLE
from mecenate.games.princes.reasons import NO_SUCH_PROFESSION, OFFERED
from mecenate.games.princes.state import DECK_START, DISCARD, NEXT_ROUND, NONE, PROFESSION, SETUP

COUNTS, FIRST, TWO = TABLE.counts, TABLE.setup, TABLE.two_players
ROUNDS = COUNTS.rounds
STARTS = DECK_START
DEALT = FIRST.professions_dealt
FLORINS, FLORINS_TWO = FIRST.florins, TWO.florins
FREEDOMS_TWO, FREEDOMS_HARD = TWO.freedoms, TWO.freedoms_hard
JESTERS, BUILDERS, RECRUITING = COUNTS.jesters, COUNTS.builders, COUNTS.recruiting_cards
EACH_BUILDING, EACH_LANDSCAPE = COUNTS.each_building, COUNTS.each_landscape
CARD = np.uint32(1)

BACK = TABLE.prestige.florins_back
BANKER_FLORINS = TABLE.characters.banker_florins

# The setup options, as the kernel gets them.
PLAYERS, EDITION, OPEN_MONEY, CHARACTERS, MOVING_BACK, COOPERATION, HARD_FREEDOMS, ANY_FREEDOMS = range(8)


@kernel
def lay_out(s, options):
    """Boards, money, stacks and decks, and four professions for each player."""
    s.players = options[PLAYERS]
    s.open_money = options[OPEN_MONEY]
    s.characters = options[CHARACTERS]
    s.cooperation = options[COOPERATION]
    s.florins_back = BACK if options[MOVING_BACK] or not s.characters else 0
    s.banker = BANKER_FLORINS
    s.phase = SETUP
    s.looking = NONE
    s.worker = NONE
    s.piece = NONE
    s.stack = NONE
    s.bidder = NONE
    for seat in range(s.players):
        q = s.seats[seat]
        q.florins = FLORINS_TWO if s.players == 2 else FLORINS
        q.occupied = tiles.PALAZZO_BACK if s.cooperation else tiles.PALAZZO
        q.built = q.occupied
    s.jesters = JESTERS
    s.builders = BUILDERS
    s.recruiting = RECRUITING
    s.landscapes[:] = EACH_LANDSCAPE
    s.buildings[:] = EACH_BUILDING
    lay_out_freedoms(s, options)
    for deck in range(3):
        size = STARTS[deck + 1] - STARTS[deck]
        for card in range(size):
            s.deck[STARTS[deck] + card] = card
        shuffle(s, s.deck, STARTS[deck], size)
        s.deck_size[deck] = size
        knowledge.deal(s, deck)
    deal(s)


@kernel
def lay_out_freedoms(s, options):
    """One tile of each kind fewer than players; with two players one of each kind and one or two more, drawn blind.

    Pro Ludo's two are of different kinds, the other editions' as they come.
    """
    for kind in range(3):
        s.freedoms[kind] = min(FREEDOM_TILES[kind], s.players - 1)
    if s.players == 2 and options[ANY_FREEDOMS] and not options[HARD_FREEDOMS]:
        for _ in range(FREEDOMS_TWO - 3):
            draw_freedom(s)
    elif s.players == 2:
        more = (FREEDOMS_HARD if options[HARD_FREEDOMS] else FREEDOMS_TWO) - 3
        left_out = below(s, 3)
        if more == 1:
            s.freedoms[left_out] += 1
        else:
            for kind in range(3):
                if more == 3 or (kind != left_out and more):
                    s.freedoms[kind] += 1


@kernel
def draw_freedom(s):
    """One of the tiles that are left in the box."""
    left = 0
    for kind in range(3):
        left += FREEDOM_TILES[kind] - s.freedoms[kind]
    k = below(s, left)
    for kind in range(3):
        inside = FREEDOM_TILES[kind] - s.freedoms[kind]
        if 0 <= k < inside:
            s.freedoms[kind] += 1
            return
        k -= inside


@kernel
def deal(s):
    """Four professions for each player, from the top."""
    n = DEALT * s.players
    for seat in range(s.players):
        for k in range(DEALT):
            s.seats[seat].hand |= CARD << np.uint32(s.deck[seat * DEALT + k])
    for k in range(n, s.deck_size[PROFESSION]):
        s.deck[k - n] = s.deck[k]
    s.deck_size[PROFESSION] -= n
    knowledge.deal_hands(s, PROFESSION)
    emit(s, events.DEALT, NONE, DEALT, 0)
    s.asked = 0
    s.question = DISCARD


@kernel
def refuse_discard(s, seat, profession):
    return OFFERED if (s.seats[seat].hand >> np.uint32(profession)) & CARD else NO_SUCH_PROFESSION


@kernel
def discard(s, seat, profession):
    """Each keeps three of the four; the others go back, and the rest is shuffled again."""
    s.seats[seat].hand &= ~(CARD << np.uint32(profession))
    position = s.deck_size[PROFESSION]
    s.deck[position] = profession
    s.deck_size[PROFESSION] = position + 1
    knowledge.give_back(s, PROFESSION, seat, profession, 1 << (knowledge.TOP + position))
    emit(s, events.DISCARDED, seat, profession, 0)
    if seat + 1 < s.players:
        s.asked = seat + 1
    else:
        shuffle(s, s.deck, STARTS[PROFESSION], s.deck_size[PROFESSION])
        knowledge.shuffle(s, PROFESSION)
        s.revealed = 1
        s.asked = NONE
        s.question = NEXT_ROUND
