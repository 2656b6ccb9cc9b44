"""What may be taken back: one's own moves as long as nothing new came out; further back only if all others agree.

A move that passes the turn to another seat has brought out something new, says the engine, even if the same person holds
that seat. Where nobody else sits at a casual table, nobody is wronged, and everything may be taken back; the log says so.
"""

from typing import Literal

from mecenate.server import wire
from mecenate.server.fold import Fold
from mecenate.server.refused import Refused


def free_to(table: Fold, person: str) -> int:
    """The earliest position that a person may go back to without asking; the last one if there is none."""
    line = table.line
    if line is None:
        return 0
    own = set(table.active(person))
    to = len(line)
    while to > line.opening and line.seats[to - 1] in own and not line.revealed[to - 1]:
        to -= 1
    return to


def last_own(table: Fold, person: str) -> int | None:
    """The position before a person's last move."""
    own = set(table.active(person))
    line = table.line
    if line is None:
        return None
    return next((n for n in range(len(line) - 1, line.opening - 1, -1) if line.seats[n] in own), None)


def beyond(table: Fold, person: str) -> Literal["no", "ask", "alone"]:
    """What it takes to go further back than `free_to`."""
    if table.others(person):
        return "ask"
    return "alone" if table.setup.casual else "no"


def way(table: Fold, person: str, to: int) -> Literal["free", "alone", "ask"]:
    """How a person gets back to a position."""
    line = table.line
    if line is None or not line.opening <= to < len(line):
        raise Refused("no-move-back", to=to)
    if to >= free_to(table, person):
        return "free"
    found = beyond(table, person)
    if found == "no":
        raise Refused("undo-final")
    return found


def undo_info(table: Fold, person: str | None) -> wire.UndoInfo:
    """What a viewer may take back now."""
    if person is None or table.status != "running" or not table.active(person):
        return wire.UndoInfo(free_to=None, last_own=None, beyond="no")
    assert table.line is not None
    free = free_to(table, person)
    far = beyond(table, person) if table.position > table.line.opening else "no"
    return wire.UndoInfo(free_to=free if free < table.position else None, last_own=last_own(table, person), beyond=far)
