"""Whose turn it is, and how the last turns go."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.stanza import ending, events
from mecenate.games.stanza.components import TABLE
from mecenate.games.stanza.state import MOVE, NEXT_EFFECT, NONE

LAST_TURNS = TABLE.ending.last_turns
STARTER = 0


@kernel
def pass_turn(s, seat):
    emit(s, events.PASSED, seat, 0, 0)
    s.question = NEXT_EFFECT


@kernel
def next_seat(s):
    """Clockwise. When the end was announced the table round is finished; then everybody still in has three turns."""
    s.hired = 0
    s.dismissed = 0
    s.bought = 0
    s.strength = 0
    s.discipline = NONE
    for _ in range(s.players * (LAST_TURNS + 2)):
        s.asked = (s.asked + 1) % s.players
        if s.asked == STARTER:
            if s.ending == 2:
                s.last_turn += 1
            elif s.ending == 1:
                s.ending = 2
                s.last_turn = 1
                emit(s, events.LAST_TURNS, NONE, 0, 0)
            if s.last_turn > LAST_TURNS:
                break
        if not s.seats[s.asked].left:
            s.question = MOVE
            return
    ending.finish(s)
