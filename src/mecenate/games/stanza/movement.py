"""Chapter "Spielzug": walking through the palace, and taking the person one meets."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.stanza import bonus, events, people
from mecenate.games.stanza.components import LEAVING, TABLE
from mecenate.games.stanza.reasons import (
    CAN_MOVE,
    FIGURE_THERE,
    NO_PERSON_THERE,
    NOT_YET_LEAVING,
    NOTHING_TO_BUY,
    OFFERED,
    TOO_FAR,
)
from mecenate.games.stanza.state import BONUS_SPACE, CHOICE, NEXT_SEAT, TILE

STEPS = TABLE.track.steps
STOPS = BONUS_SPACE + 1


@kernel
def other_figure(s, seat, space):
    for other in range(s.players):
        if other != seat and s.seats[other].figure == space and not s.seats[other].left:
            return True
    return False


@kernel
def counts(s, seat, space):
    """Spaces without a person and spaces with another figure are skipped; the bonus space always counts."""
    return space == BONUS_SPACE or (s.board[space] > 0 and not other_figure(s, seat, space))


@kernel
def steps_to(s, seat, target):
    """How many steps it takes to a space, 0 if it can't be a step at all."""
    n = 0
    for k in range(1, STOPS):  # one's own space never counts
        space = (s.seats[seat].figure + k) % STOPS
        if counts(s, seat, space):
            n += 1
            if space == target:
                return n
        elif space == target:
            return 0
    return 0


@kernel
def refuse_move(s, seat, space):
    if space != BONUS_SPACE:
        if not s.board[space]:
            return NO_PERSON_THERE
        if other_figure(s, seat, space):
            return FIGURE_THERE
    n = steps_to(s, seat, space)
    if n == 0 or n > STEPS:
        return TOO_FAR
    if space == BONUS_SPACE and not bonus.any_tile(s, seat):
        return NOTHING_TO_BUY
    return OFFERED


@kernel
def reach(s, seat):
    """The spaces that a seat may walk to, as a set: one walk round the palace."""
    found, n = 0, 0
    for k in range(1, STOPS):
        space = (s.seats[seat].figure + k) % STOPS
        if counts(s, seat, space):
            n += 1
            if space != BONUS_SPACE or bonus.any_tile(s, seat):
                found |= 1 << space
            if n == STEPS:
                break
    return found


@kernel
def refuse_stay(s, seat):
    """Passing without a step is for who can't take one."""
    return CAN_MOVE if reach(s, seat) else OFFERED


@kernel
def refuse_exit(s):
    """One may leave in one of the last turns, instead of moving."""
    return OFFERED if s.ending == 2 else NOT_YET_LEAVING


@kernel
def move(s, seat, space):
    s.seats[seat].figure = space
    emit(s, events.MOVED, seat, space, 0)
    if space == BONUS_SPACE:
        s.question = TILE
        return
    person = s.board[space] - 1
    s.board[space] = 0
    people.recruit(s, seat, person)
    people.refill_if_due(s)
    s.question = CHOICE


@kernel
def stay(s, seat):
    emit(s, events.STAYED, seat, 0, 0)
    s.question = NEXT_SEAT


@kernel
def leave(s, seat):
    """The best free exit space of the bonus hall."""
    taken = 0
    for other in range(s.players):
        if s.seats[other].left:
            taken += 1
    s.seats[seat].left = taken + 1
    s.seats[seat].figure = BONUS_SPACE
    emit(s, events.LEFT, seat, LEAVING[taken], 0)
    s.question = NEXT_SEAT
