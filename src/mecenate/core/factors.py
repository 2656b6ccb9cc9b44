"""What may go with winning: a game names it, the laboratory finds out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from mecenate.core.story import Story

Read = Callable[[Story], np.ndarray]


@dataclass(frozen=True)
class Count:
    """How many of something each seat has."""

    key: str
    label: str  # {name} in it is the name of a thing
    read: Read
    name: tuple[str, int] | None = None  # this thing: its kind, as in the game's `things`, and number
    needs: tuple[str, object] | None = None  # an option with a value, without which it means nothing
    whole: bool = False  # it is the sum of others, so nothing is left of it when the others are equal
    result: bool = False  # it comes of the others, which are therefore compared without it
    instead: str = ""  # one more of it comes in place of others with the same word, as a purchase in place of another


@dataclass(frozen=True)
class Choice:
    """Which of some things each seat has, as a set of bits."""

    key: str
    label: str
    things: str  # their kind, as in the game's `things`
    read: Read
    needs: tuple[str, object] | None = None


@dataclass(frozen=True)
class Factors:
    opening: tuple[Choice, ...]  # how a seat began
    early_label: str  # up to when
    early: tuple[Count, ...]
    end: tuple[Count, ...]
    holdings: tuple[Choice, ...]  # what a seat had at the end

    def of(self, options: Mapping[str, object]) -> "Factors":
        """Those that mean something with these options."""

        def meant(all_of_them: tuple) -> tuple:
            return tuple(one for one in all_of_them if one.needs is None or options.get(one.needs[0]) == one.needs[1])

        return Factors(meant(self.opening), self.early_label, meant(self.early), meant(self.end), meant(self.holdings))
