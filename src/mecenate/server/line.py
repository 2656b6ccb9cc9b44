"""The line of moves that counts, and the positions along it. Positions are made again by playing: kernels are fast."""

import copy
from array import array
from collections.abc import Sequence

import msgspec

from mecenate.core.match import Match
from mecenate.server.setup import Setup, game_of


def dealt(setup: Setup, names: Sequence[str] | None = None) -> Match:
    """The match of a table before its first move."""
    return Match(game_of(setup), len(setup.seats), setup.seed, setup.options, names)


def unrolled(setup: Setup) -> tuple[Setup, list[str]]:
    """A setup whose opening is a whole game becomes one without, and its moves, which belong into the log."""
    if not setup.opening or not Line(setup).match.over:
        return setup, []
    return msgspec.structs.replace(setup, opening=()), list(setup.opening)


class Line:
    """The moves from the deal on: for each its action, its seat, and whether it brought out something new."""

    __slots__ = ("actions", "match", "opening", "revealed", "seats", "setup")

    def __init__(self, setup: Setup):
        self.setup = setup
        self.match = dealt(setup)  # the position now; its own list of moves stays empty
        self.actions = array("i")
        self.seats = bytearray()
        self.revealed = bytearray()
        for notation in setup.opening:
            self.play(notation)
        self.opening = len(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def copy(self) -> "Line":
        twin = copy.copy(self)
        twin.match, twin.actions = self.match.copy(), self.actions[:]
        twin.seats, twin.revealed = self.seats[:], self.revealed[:]
        return twin

    def play(self, notation: str) -> int:
        """Make an offered move; says its action."""
        found = self.match.find(notation)
        self.match.game.step(self.match.rows, 0, found.action)
        self.actions.append(found.action)
        self.seats.append(found.seat)
        self.revealed.append(self.match.revealed)
        return found.action

    def cut(self, to: int) -> None:
        """Keep the first `to` moves."""
        self.match = self.at(to)
        del self.actions[to:], self.seats[to:], self.revealed[to:]

    def at(self, position: int, names: Sequence[str] | None = None) -> Match:
        """The match after so many moves, apart from the one that goes on."""
        match = dealt(self.setup, names)
        for action in self.actions[:position]:
            match.game.step(match.rows, 0, action)
        return match

    def recorded(self, names: Sequence[str]) -> Match:
        """The whole match with its list of moves, as records need it."""
        match = dealt(self.setup, names)
        for action in self.actions:
            match.play(action)
        return match
