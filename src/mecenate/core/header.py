"""What the states of all games begin with, so that code that knows no game can see who is asked, and what happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mecenate.core.kernel import kernel, record, record_at


@dataclass(frozen=True)
class EventKind:
    """What an event says: the meaning of its two numbers, and what one of the first does to the seat's stocks."""

    key: str
    a: str = ""
    b: str = ""
    private: bool = False  # only the seat itself may see a
    changes: Mapping[str, int] = field(default_factory=dict)  # stock -> change for each 1 of a


EVENT = record(("kind", "i1"), ("seat", "i1"), ("a", "i2"), ("b", "i2"))
MOST_EVENTS = 48


def fields(events: int) -> tuple[tuple, ...]:
    """The first fields of a state whose moves cause at most so many events."""
    assert events <= MOST_EVENTS
    return (
        ("rng", "u8"),
        ("asked", "i4"),  # the seat that is asked, -1 when the game is over
        ("question", "i4"),  # what it is asked
        ("ply", "i4"),  # how many moves were made
        ("revealed", "i4"),  # whether the last move brought out something new
        ("happened", "i4"),  # how many events the last move caused
        ("events", EVENT, (events,)),
    )


HEADER = record(*fields(MOST_EVENTS))
header = record_at(HEADER)


@kernel
def emit(s, kind, seat, a, b):
    """Note an event of the move that is being made."""
    e = s.events[s.happened]
    e.kind = kind
    e.seat = seat
    e.a = a
    e.b = b
    s.happened += 1
