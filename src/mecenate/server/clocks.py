"""Clocks: who has how much time left. They follow from the log alone, as each entry says when it was made.

The seat that is asked loses time while a person plays it; bots have no clock. Each answer earns the increment, or the full
days again. Nobody's time falls below zero.
"""

import copy
from collections.abc import Iterable

from mecenate.server.wire import BankClock, Clock, DaysClock

SECOND = 1000
DAY = 86_400 * SECOND
COMING_BACK = 10  # who takes a seat back has at least this part of the bank


class Clocks:
    __slots__ = ("clock", "flagged", "left", "running", "since")

    def __init__(self, clock: Clock, seats: int):
        self.clock = clock
        self.left = [full(clock)] * seats
        self.flagged: set[int] = set()  # seats whose shortage has been noted
        self.running: int | None = None
        self.since = 0  # the time at which `left` holds

    def copy(self) -> "Clocks":
        twin = copy.copy(self)
        twin.left, twin.flagged = list(self.left), set(self.flagged)
        return twin

    def tick(self, at: int) -> None:
        """Time goes on to the moment of an entry."""
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - max(0, at - self.since))
        self.since = at

    def skip(self, gaps: Iterable[tuple[int, int]]) -> None:
        """Time goes on to the end of the last of these gaps, and what lies in them counts for nobody."""
        for began, ended in gaps:
            self.tick(began)
            self.since = ended

    def missed(self, gaps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """As much of these gaps as the running time would be taken for."""
        if self.at_zero() is None:
            return []
        return [(max(began, self.since), ended) for began, ended in gaps if ended > self.since]

    def turn(self, seat: int | None) -> None:
        """From now on the time of this seat runs, or nobody's."""
        self.running = seat if full(self.clock) else None

    def answered(self, seat: int) -> None:
        if isinstance(self.clock, BankClock):
            self._grant(seat, self.left[seat] + self.clock.increment_s * SECOND)
        else:
            self._grant(seat, full(self.clock))

    def came_back(self, seat: int) -> None:
        """Somebody takes a seat back: with the time that was left, but enough to make a move."""
        least = full(self.clock)
        if isinstance(self.clock, BankClock):
            least = max(least // COMING_BACK, self.clock.increment_s * SECOND)
        self._grant(seat, max(self.left[seat], least))

    def _grant(self, seat: int, left: int) -> None:
        self.left[seat] = left
        if left:
            self.flagged.discard(seat)

    def at_zero(self) -> int | None:
        """When the running time ends; None if none runs, or the shortage has been noted."""
        if self.running is None or self.running in self.flagged:
            return None
        return self.since + self.left[self.running]

    def left_at(self, now: int) -> list[int] | None:
        """What each seat has left; None without a clock."""
        if not full(self.clock):
            return None
        left = list(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - max(0, now - self.since))
        return left


def full(clock: Clock) -> int:
    """What a seat starts with, in ms; 0 without a clock."""
    if isinstance(clock, BankClock):
        return clock.bank_s * SECOND
    return clock.days * DAY if isinstance(clock, DaysClock) else 0
