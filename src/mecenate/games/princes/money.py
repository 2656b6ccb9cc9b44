"""Chapter "Earning money": paying, and moving back on the fame track."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.princes import events
from mecenate.games.princes.components import TABLE

FLORINS_BACK = TABLE.prestige.florins_back


@kernel
def means(s, seat):
    """All that a seat could pay: its florins, and what moving back to space 0 would bring, where that is allowed."""
    q = s.seats[seat]
    return q.florins + s.florins_back * q.prestige


@kernel
def move_back(s, seat, spaces):
    """A player may move the figure backward at any time; each space brings 100 florins."""
    q = s.seats[seat]
    q.prestige -= spaces
    q.florins += FLORINS_BACK * spaces
    emit(s, events.MOVED_BACK, seat, spaces, 0)


@kernel
def spend(s, seat, florins):
    """Take florins from a seat, moving back just as far as they need."""
    q = s.seats[seat]
    if q.florins < florins:
        move_back(s, seat, (florins - q.florins + FLORINS_BACK - 1) // FLORINS_BACK)
    q.florins -= florins


@kernel
def pay(s, seat, florins):
    """Pay the bank."""
    spend(s, seat, florins)
    if florins:
        emit(s, events.PAID, seat, florins, 0)


@kernel
def score(s, seat, prestige, why):
    s.seats[seat].prestige += prestige
    if prestige:
        emit(s, events.SCORED, seat, prestige, why)
