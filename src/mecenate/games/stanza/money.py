"""Florins: every change is told by an event."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.stanza import events


@kernel
def pay(s, seat, florins):
    s.seats[seat].florins -= florins
    if florins:
        emit(s, events.PAID, seat, florins, 0)


@kernel
def earn(s, seat, florins):
    s.seats[seat].florins += florins
    if florins:
        emit(s, events.EARNED, seat, florins, 0)
