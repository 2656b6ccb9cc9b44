"""What happened at the table, told to each person as that person may know it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from mecenate.core.match import Event, Match, Move
from mecenate.core.undoing import free_to, last_own

NOBODY = -1


@dataclass(frozen=True)
class Entry:
    """One move and what came of it; the first entry, without a move, is the setup."""

    move: Move | None
    told: dict[int | None, list[Event]]  # by who may know it; None is a spectator
    revealed: bool = True  # whether it brought out something new, so that it stays
    forced: bool = False  # played by the table, being the only answer


class Log:
    """The entries of a game, one more than it has moves."""

    def __init__(self, match: Match, people: Sequence[int]):
        self.match = match
        self.viewers = (*people, None)
        self.entries = [Entry(None, self._told())]

    def _told(self) -> dict[int | None, list[Event]]:
        return {viewer: self.match.events(viewer) for viewer in self.viewers}

    def note(self, move: Move, forced: bool = False) -> None:
        """The match has just made this move."""
        self.entries.append(Entry(move, self._told(), self.match.revealed, forced))

    def last_chosen(self, seat: int) -> int | None:
        """The position before the last move that a seat chose itself, which one undo takes back with all that followed."""
        return last_own([NOBODY if entry.forced else move.seat for entry, move in self._moves()], {seat})

    def free_to(self, seat: int) -> int:
        """How far a seat goes back without asking."""
        moves = self._moves()
        return free_to([move.seat for _, move in moves], [entry.revealed for entry, _ in moves], {seat})

    def _moves(self) -> list[tuple[Entry, Move]]:
        return [(entry, entry.move) for entry in self.entries if entry.move]

    def back_to(self, moves: int) -> None:
        self.match.back_to(moves)
        del self.entries[moves + 1 :]

    def lines(self, viewer: int | None, first: int, language: str, only_answer: str = "") -> list[str]:
        """The entries from the first one on; what one move did to one seat stands on one line."""
        found = []
        for entry in self.entries[first:]:
            events = entry.told[viewer]
            told = [
                " ".join(self.match.line(event, language) for event in same)
                for _, same in groupby(events, lambda event: event.seat)
            ]
            if entry.forced and entry.move and entry.move.seat == viewer:
                told = [f"{(told or [entry.move.notation])[0]} {only_answer}", *told[1:]]
            found += told
        return found


def replayed(match: Match, people: Sequence[int]) -> tuple[Match, Log]:
    """The same game with a log of all its moves; a new game has none."""
    fresh = Match(match.game, match.seats, match.seed, match.options, match.names)
    log = Log(fresh, people)
    for move in match.moves:
        log.note(fresh.play(move.action))
    return fresh, log
