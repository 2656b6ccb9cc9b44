"""Chapter "Vorbereitung": player boards, the halls, and who begins with what."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel, local
from mecenate.core.rng import below, shuffle
from mecenate.games.stanza import events
from mecenate.games.stanza.components import COVERS, FLORINS, TABLE, TILE_OF
from mecenate.games.stanza.reasons import ALREADY_ARRANGED, OFFERED
from mecenate.games.stanza.state import (
    ARRANGE,
    BLOCKED,
    BONUS_SPACE,
    MOVE,
    NONE,
    PERSONS,
    POLITICS,
    RELIGION,
    SPACES,
    WORKERS,
)

DISCS = TABLE.setup.discs
FAVOURS = TABLE.setup.favours_of_each_colour
ARTWORKS = TABLE.setup.artworks_per_player
TILES_EACH = TABLE.bonus_hall.tiles_of_each_discipline
ONE = np.uint64(1)
five, six = local(np.int64, 5), local(np.int64, 6)

# The setup options, as the kernel gets them.
PLAYERS, CHOSEN, EXPERT = range(3)


@kernel
def lay_out(s, options):
    s.players = options[PLAYERS]
    s.expert = options[EXPERT]
    s.marker = 1
    s.discipline = NONE
    s.recruit = NONE
    s.tile = NONE
    s.person = NONE
    lay_out_persons(s)
    lay_out_tiles(s)
    lay_out_covers(s)
    s.favours[:] = FAVOURS
    s.artworks[:] = ARTWORKS * s.players
    for seat in range(s.players):
        q = s.seats[seat]
        q.florins = FLORINS[seat]
        q.figure = BONUS_SPACE
        q.discs = DISCS - 1
        q.church[RELIGION] = 1
        for colour in range(POLITICS):
            q.favours[colour] = 1
            s.favours[colour] -= 1
        if not options[CHOSEN]:
            hire_at_random(s, seat)
    emit(s, events.BEGAN, NONE, 0, 0)
    s.asked = 0
    s.question = ARRANGE if options[CHOSEN] else MOVE


@kernel
def lay_out_persons(s):
    for person in range(PERSONS):
        s.pile[person] = person
    shuffle(s, s.pile, 0, PERSONS)
    for space in range(SPACES):
        s.board[space] = s.pile[space] + 1
    for k in range(SPACES, PERSONS):
        s.pile[k - SPACES] = s.pile[k]
        s.pile_persons |= ONE << np.uint64(s.pile[k])
    s.pile_size = PERSONS - SPACES


@kernel
def lay_out_tiles(s):
    """Three of the five bonus tiles of each discipline."""
    for discipline in range(POLITICS):
        chosen = 0
        left = 5
        for tile in range(20):
            if TILE_OF[tile] == discipline:
                if below(s, left) < TILES_EACH - chosen:
                    s.offered_tiles |= 1 << tile
                    chosen += 1
                left -= 1


@kernel
def lay_out_covers(s):
    """With two or three players, five of the six cover tiles block a masterpiece space in each hall."""
    if s.players == 4:
        return
    order = six()
    for k in range(6):
        order[k] = k
    shuffle(s, order, 0, 6)
    for discipline in range(5):
        s.masterpieces[discipline, COVERS[order[discipline]]] = BLOCKED


@kernel
def hire_at_random(s, seat):
    order = five()
    for k in range(5):
        order[k] = k
    shuffle(s, order, 0, 5)
    for k in range(5):
        s.seats[seat].workers[k + 1] = PERSONS + seat * 5 + order[k] + 1


@kernel
def refuse_arrange(s, seat, discipline):
    for space in range(1, WORKERS):
        if s.seats[seat].workers[space] == PERSONS + seat * 5 + discipline + 1:
            return ALREADY_ARRANGED
    return OFFERED


@kernel
def arrange(s, seat, discipline):
    """Experienced players place their start persons as they like, from the left; the last one needs no question."""
    q = s.seats[seat]
    space = 1
    while q.workers[space]:
        space += 1
    q.workers[space] = PERSONS + seat * 5 + discipline + 1
    emit(s, events.ARRANGED, seat, discipline, 0)
    if space < WORKERS - 2:
        return
    for other in range(5):
        if not refuse_arrange(s, seat, other):
            q.workers[WORKERS - 1] = PERSONS + seat * 5 + other + 1
            emit(s, events.ARRANGED, seat, other, 0)
            break
    if seat + 1 < s.players:
        s.asked = seat + 1
    else:
        s.asked = 0
        s.question = MOVE
