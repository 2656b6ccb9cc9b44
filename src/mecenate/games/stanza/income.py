"""Chapter "Einkommen erhalten": the patron moves on, and money comes up to what the ship allows."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.stanza import events, people
from mecenate.games.stanza.components import SHIP_FLORINS
from mecenate.games.stanza.money import earn
from mecenate.games.stanza.reasons import OFFERED, PATRON_AT_THE_END
from mecenate.games.stanza.state import NEXT_EFFECT, WORKERS


@kernel
def refuse_income(s, seat):
    """A patron that was turned over can't be turned over again."""
    q = s.seats[seat]
    return PATRON_AT_THE_END if q.patron == WORKERS - 1 and q.turned_over else OFFERED


@kernel
def push(s, seat, space):
    """Make room on a space: whoever stands there moves right, pushing the next ones up to the first gap."""
    q = s.seats[seat]
    gap = space
    while gap < WORKERS and q.workers[gap]:
        gap += 1
    if gap == WORKERS:
        people.lose(s, seat, q.workers[WORKERS - 1] - 1)
        gap = WORKERS - 1
    for k in range(gap, space, -1):
        q.workers[k] = q.workers[k - 1]
    q.workers[space] = 0


@kernel
def patron_home(s, seat):
    """The patron goes to the first space; the others move right where they must, and nobody is lost."""
    if s.seats[seat].patron == 0:
        return
    push(s, seat, 0)  # the patron's own space is a gap now
    s.seats[seat].patron = 0
    emit(s, events.PATRON, seat, 0, 0)


@kernel
def receive(s, seat):
    q = s.seats[seat]
    if q.patron == WORKERS - 1:
        q.turned_over = 1
        emit(s, events.TURNED_OVER, seat, 0, 0)
        patron_home(s, seat)
    else:
        push(s, seat, q.patron + 1)
        q.patron += 1
        emit(s, events.PATRON, seat, q.patron, 0)
    earn(s, seat, max(0, SHIP_FLORINS[q.ship] - q.florins))
    s.question = NEXT_EFFECT
