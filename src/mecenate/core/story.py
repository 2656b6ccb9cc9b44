"""What happened in a game from its start to its end: every event of every move."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.header import MOST_EVENTS, header
from mecenate.core.kernel import INT, INTS, STATES, TABLE, Signature

if TYPE_CHECKING:
    from mecenate.core.game import Game

MOVE, KIND, SEAT, A, B = range(5)  # columns of the events


@entry(Signature((STATES, INTS, TABLE), INT))
def retell(step, states, actions, told):
    """Make moves in row 0, and write down every event that they cause: how many those are."""
    s = header(states, 0)
    n = 0
    for k in range(actions.size):
        step(states, 0, actions[k])
        for which in range(s.happened):
            e = s.events[which]
            told[n, MOVE] = k
            told[n, KIND] = e.kind
            told[n, SEAT] = e.seat
            told[n, A] = e.a
            told[n, B] = e.b
            n += 1
    return n


def events_of(game: "Game", rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Make moves in row 0: every event that they cause."""
    told = np.empty((len(actions) * MOST_EVENTS, 5), np.int64)
    return told[: retell.of(game.step)(rows, actions, told)].copy()


@dataclass(frozen=True)
class Story:
    """Figures are arrays with one for each seat. `until` is the number of an event that no longer counts."""

    seats: int
    moves: int
    start: Any  # the state before the first move
    end: Any  # and after the last
    events: np.ndarray

    def count(self, *kinds: int, a: Iterable[int] | None = None, b: Iterable[int] | None = None, until: int | None = None):
        """How many events of some kinds there were, about these things."""
        return np.bincount(self._found(kinds, a, b, until)[:, SEAT], minlength=self.seats)

    def total(self, *kinds: int, of: int = A) -> np.ndarray:
        """What the first or second numbers of some events add up to."""
        found = self._found(kinds)
        return np.bincount(found[:, SEAT], found[:, of], self.seats).astype(np.int64)

    def first(self, *kinds: int, of: int = A) -> np.ndarray:
        """The thing that the first such event of each seat was about, as a set of bits; empty if there was none."""
        found = self._found(kinds)
        mine = [found[found[:, SEAT] == seat, of] for seat in range(self.seats)]
        return np.array([1 << int(one[0]) if one.size else 0 for one in mine], np.int64)

    def each(self, field: str) -> np.ndarray:
        """A field of each seat at the end."""
        return self.end.seats[field][: self.seats].astype(np.int64)

    def when(self, kind: int, a: int | None = None) -> int:
        """The number of the first such event; of one behind the last if it never came."""
        found = self.events[:, KIND] == kind
        if a is not None:
            found &= self.events[:, A] == a
        return int(found.argmax()) if found.any() else len(self.events)

    @property
    def half(self) -> int:
        """The number of the first event in the second half of the moves."""
        return int(np.searchsorted(self.events[:, MOVE], self.moves / 2))

    def _found(
        self,
        kinds: tuple[int, ...],
        a: Iterable[int] | None = None,
        b: Iterable[int] | None = None,
        until: int | None = None,
    ) -> np.ndarray:
        events = self.events[:until]
        found = np.isin(events[:, KIND], kinds)
        for column, things in ((A, a), (B, b)):
            if things is not None:
                found &= np.isin(events[:, column], list(things))
        return events[found]


def story(game: "Game", rows: np.ndarray, seats: int, actions: np.ndarray) -> Story:
    """Plays the moves in row 0 and tells what they caused."""
    start = rows.copy()
    events = events_of(game, rows, actions)
    return Story(seats, len(actions), game.at(start, 0), game.at(rows.copy(), 0), events)


def bits(sets: np.ndarray) -> np.ndarray:
    """How many things are in each set."""
    return np.bitwise_count(sets).astype(np.int64)
