"""What a person may take back at a table, by the rule of `core/undoing.py`."""

from typing import Literal

from mecenate.core import undoing
from mecenate.server import wire
from mecenate.server.fold import Fold
from mecenate.server.refused import Refused


def free_to(table: Fold, person: str) -> int:
    """The earliest position that a person may go back to without asking; the last one if there is none."""
    line = table.line
    return undoing.free_to(line.seats, line.revealed, set(table.active(person)), line.opening) if line is not None else 0


def last_own(table: Fold, person: str) -> int | None:
    """The position before a person's last move."""
    line = table.line
    return undoing.last_own(line.seats, set(table.active(person)), line.opening) if line is not None else None


def beyond(table: Fold, person: str) -> undoing.Beyond:
    """What it takes to go further back than `free_to`."""
    return undoing.beyond(bool(table.others(person)), table.setup.casual)


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
