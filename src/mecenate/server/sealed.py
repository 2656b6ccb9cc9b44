"""A table that this program can't replay: another version of the game, or a log with things that are new.

Folded as far as that goes without the game, it still says who sat where, what was played and how it ended.
"""

from collections.abc import Mapping
from typing import Any

from mecenate.core import records
from mecenate.games import GAMES, load
from mecenate.server.entry import Entry
from mecenate.server.fold import Fold
from mecenate.server.hosted import NoTable, persons_of
from mecenate.server.refused import Refused
from mecenate.server.setup import Setup
from mecenate.server.storage import entries, people, tables
from mecenate.server.storage.database import Database
from mecenate.server.storage.people import Called


class Sealed(Fold):
    """The fold without the positions: nobody is asked, and nothing can be added."""

    __slots__ = ("moves",)

    def __init__(self, setup: Setup, key: str = "", aliases: Mapping[str, str] | None = None):
        super().__init__(setup, key, aliases)
        self.moves: list[tuple[int | None, str]] = []  # of each its seat and its notation

    def _find_game(self) -> Any:
        return None

    @property
    def title(self) -> str:
        return load(self.setup.game).title if self.setup.game in GAMES else self.setup.game

    @property
    def position(self) -> int:
        return len(self.setup.opening) + len(self.moves)

    @property
    def asked(self) -> int | None:
        return None

    def apply(self, entry: Entry) -> None:
        if on := getattr(self, f"_on_{entry.kind}", None):
            on(entry)
        self.log.append(entry)
        self.at = entry.at

    def _on_start(self, entry: Entry) -> None:
        self._close_ranks(entry)
        self.started = True

    def _on_move(self, entry: Entry) -> int:
        self.moves.append((entry.seat, entry.body["notation"]))
        return 0

    def _on_undo(self, entry: Entry) -> None:
        del self.moves[max(0, entry.body["to"] - len(self.setup.opening)) :]

    def record(self, names: list[str]) -> str:
        setup = self.setup
        if setup.opening:  # its moves do not say whose they are
            raise Refused("sealed-opening")
        head = records.Head(setup.game, setup.rules, setup.components, setup.options, tuple(names), setup.seed)
        return records.written(head, [(seat or 0, notation) for seat, notation in self.moves], self.scores)


async def read(database: Database, key: str) -> tuple[Sealed, dict[str, Called]]:
    """Such a table, and the names of its people by id."""
    async with database.snapshot() as conn:
        stored = await tables.find(conn, key)
        if stored is None:
            raise NoTable(key)
        log = await entries.load(conn, key)
        known = await people.who(conn, persons_of(stored.setup, log))
    aliases = {then: person.id for then, person in known.items() if person.id != then}
    table = Sealed.load(stored.setup, log, (), key, aliases)
    return table, people.called(known.values())
