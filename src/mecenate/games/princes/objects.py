"""Chapter "The meaning of the 7 objects": what a buyer gets."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.princes import cards, events, knowledge, tiles
from mecenate.games.princes.components import TABLE
from mecenate.games.princes.money import score
from mecenate.games.princes.reasons import (
    BUILDER_LIMIT,
    LANDSCAPES_ARE_ONE,
    LANDSCAPES_ARE_THREE,
    NO_RECRUITING_CARD,
    NO_ROOM,
    NOT_FACE_UP,
    OFFERED,
    STACK_EMPTY,
)
from mecenate.games.princes.state import (
    BUILDER,
    CHOOSE,
    JESTER,
    LANDSCAPE,
    NEXT_OPENER,
    PLACE,
    PRESTIGE,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUIT,
)

BUILDER_MAXIMUM = TABLE.counts.builders_per_player
REPEATED_BUILDER = TABLE.prestige.repeated_builder
REPEATED_LANDSCAPE = TABLE.prestige.repeated_landscape
TILE = 10  # pieces: ten buildings, then the landscapes
CARD = np.uint32(1)


@kernel
def refuse(s, seat, stack):
    """Whether an object of this stack is there and the seat could use it."""
    q = s.seats[seat]
    if stack < JESTER:
        return LANDSCAPES_ARE_ONE if s.players == 2 else refuse_landscape(s, q, stack)
    if stack == JESTER:
        return OFFERED if s.jesters else STACK_EMPTY
    if stack == BUILDER:
        if not s.builders:
            return STACK_EMPTY
        return BUILDER_LIMIT if q.builders >= BUILDER_MAXIMUM else OFFERED
    if stack == PRESTIGE_CARD:
        return OFFERED if s.deck_size[PRESTIGE] else STACK_EMPTY
    if stack == LANDSCAPE:
        if s.players > 2:
            return LANDSCAPES_ARE_THREE
        best = STACK_EMPTY
        for kind in range(3):
            reason = refuse_landscape(s, q, kind)
            if not reason:
                return OFFERED
            if reason == NO_ROOM:
                best = NO_ROOM
        return best
    return OFFERED if s.recruiting else STACK_EMPTY


@kernel
def refuse_landscape(s, q, kind):
    """A landscape must be laid at once, so it needs room."""
    if not s.landscapes[kind]:
        return STACK_EMPTY
    free = tiles.free_for(q, False, True)
    return OFFERED if tiles.fits(free, TILE + kind) else NO_ROOM


@kernel
def deliver(s, seat, stack):
    q = s.seats[seat]
    s.question = NEXT_OPENER
    if stack == JESTER:
        s.jesters -= 1
        q.jesters += 1
    elif stack == BUILDER:
        s.builders -= 1
        q.builders += 1
        if q.builders > 1:
            score(s, seat, REPEATED_BUILDER, events.FOR_BUILDER)
    elif stack == PRESTIGE_CARD:
        cards.draw(s, seat, PRESTIGE, NEXT_OPENER)
    elif stack < JESTER:
        choose_landscape(s, stack)
    elif stack == LANDSCAPE:
        s.question = CHOOSE
    else:
        s.recruiting -= 1
        q.recruiting_hand += 1
        if face_up(s, seat):
            s.question = RECRUIT


@kernel
def choose_landscape(s, kind):
    s.piece = TILE + kind
    s.question = PLACE


@kernel
def lay_landscape(s, seat, placement):
    """From the second of a kind on, a landscape brings 3 prestige."""
    kind = s.piece - TILE
    q = s.seats[seat]
    q.occupied |= tiles.cells_of(s.piece, placement)
    q.landscape_at[q.tiles] = kind * 512 + placement + 1
    q.tiles += 1
    s.landscapes[kind] -= 1
    emit(s, events.LAID, seat, s.piece, placement)
    if q.landscapes[kind]:
        score(s, seat, REPEATED_LANDSCAPE, events.FOR_LANDSCAPE)
    q.landscapes[kind] += 1


@kernel
def face_up(s, seat):
    """The professions that lie open before the other players."""
    found = np.uint32(0)
    for other in range(s.players):
        if other != seat:
            found |= s.seats[other].table
    return found


@kernel
def refuse_recruit(s, seat, profession):
    """A recruiting card fetches a profession that lies open before an opponent."""
    if not s.seats[seat].recruiting_hand:
        return NO_RECRUITING_CARD
    return OFFERED if (face_up(s, seat) >> np.uint32(profession)) & CARD else NOT_FACE_UP


@kernel
def recruit(s, seat, profession):
    """The recruiting card takes the place of the profession, and counts there as a card and a work."""
    bit = CARD << np.uint32(profession)
    q = s.seats[seat]
    for other in range(s.players):
        victim = s.seats[other]
        if victim.table & bit:
            victim.table &= ~bit
            victim.recruiting_table += 1
            emit(s, events.RECRUITED, seat, profession, other)
    q.recruiting_hand -= 1
    q.hand |= bit
    knowledge.show(s, PROFESSION, profession, 1 << seat)
