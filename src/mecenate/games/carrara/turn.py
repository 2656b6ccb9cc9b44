"""Chapter "Spielablauf": whose turn it is, passing, and how a turn ends."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.carrara import court, ending, events, pieces
from mecenate.games.carrara.components import TABLE
from mecenate.games.carrara.money import earn
from mecenate.games.carrara.state import ACTED, NEXT_SEAT, NONE, REST, TURN

PASS_COINS = TABLE.passing.coins


@kernel
def begin(s, seat):
    """Who holds the Royal Visit returns it; who owes an answer and can't follow has declined."""
    s.asked = seat
    s.purchased = 0
    s.did_free = 0
    s.seats[seat].fresh = 0
    s.question = TURN
    if s.visitor == seat:
        s.visitor = NONE
        s.area = NONE
    elif court.owes_answer(s, seat) and court.refuse_follow(s, seat) and not pieces.free_things(s, seat):
        court.decline(s, seat)


@kernel
def pass_turn(s, seat):
    emit(s, events.PASSED, seat, 0, 0)
    earn(s, seat, PASS_COINS)
    if not s.did_free:
        s.idle += 1
    s.question = ACTED


@kernel
def acted(s):
    """The action is done. The end may have come; something free may still be done."""
    ending.look_for_end(s, s.asked)
    s.question = REST if pieces.free_things(s, s.asked) else NEXT_SEAT


@kernel
def next_seat(s):
    """Clockwise; whoever ended the game has no more turn, and everybody else one."""
    seat = (s.asked + 1) % s.players
    if s.idle >= ending.STALEMATE * s.players:
        emit(s, events.STALEMATE, NONE, 0, 0)
        ending.finish(s)
    elif seat == s.ender:
        ending.finish(s)
    else:
        begin(s, seat)


@kernel
def end(s, seat):
    emit(s, events.ENDED, seat, 0, 0)
    s.question = NEXT_SEAT
