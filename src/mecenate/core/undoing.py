"""What may be taken back: one's own moves as long as nothing new came out; further back only if all others agree.

A move that passes the turn to another seat has brought out something new, says the engine, even if the same person holds
that seat. Where nobody else sits at a casual table, nobody is wronged, and everything may be taken back; whoever shows the
table says so.
"""

from collections.abc import Container, Sequence
from typing import Literal

Beyond = Literal["no", "ask", "alone"]


def free_to(seats: Sequence[int], revealed: Sequence[bool | int], own: Container[int], opening: int = 0) -> int:
    """The earliest position to go back to without asking; the last one if there is none.

    `seats` are those that moved, `revealed` tells of each move whether it brought out something new; the opening stays.
    """
    to = len(seats)
    while to > opening and seats[to - 1] in own and not revealed[to - 1]:
        to -= 1
    return to


def last_own(seats: Sequence[int], own: Container[int], opening: int = 0) -> int | None:
    """The position before the last move of these seats."""
    return next((n for n in range(len(seats) - 1, opening - 1, -1) if seats[n] in own), None)


def beyond(others: bool, casual: bool) -> Beyond:
    """What it takes to go further back than `free_to`, with other people at the table or without."""
    if others:
        return "ask"
    return "alone" if casual else "no"
