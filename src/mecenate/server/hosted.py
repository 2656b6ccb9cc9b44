"""A table in memory, and how it is read from the database.

The fold in memory is never changed: what happens makes a new one that takes its place once it is stored. So whoever looks at
a table sees it whole, and as it was stored.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.core.errors import MecenateError
from mecenate.server.entry import Entry
from mecenate.server.plans import Held
from mecenate.server.setup import Setup
from mecenate.server.storage import chat, entries, people, plans, tables
from mecenate.server.storage.database import Database
from mecenate.server.table import Table

TRIES = 5  # to catch up with a table that goes on meanwhile


class NoTable(MecenateError):
    """There is no such table."""

    def __init__(self, key: str):
        super().__init__(f"There is no table {key[:40]!r}. Look at the link again, or ask who sent it.")
        self.key = key


class Listener:
    """Remembers that something changed, however often; so a slow one holds up nobody and fills no memory."""

    __slots__ = ("_changed", "hosted")

    def __init__(self, hosted: "Hosted"):
        self.hosted = hosted
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def wait(self) -> None:
        """Until something changed since the last call: entries, plans, names, chat or presence."""
        await self._changed.wait()
        self._changed.clear()


class Hosted:
    """`table` is the fold, for reading only, and `names` are those of its people by id, as they are called now."""

    __slots__ = (
        "_table", "key", "lately", "listeners", "lock", "names", "newest", "renamed", "replan", "said", "shown", "users",
        "whole",
    )  # fmt: skip

    def __init__(self, key: str):
        self.key = key
        self.names: Mapping[str, people.Called] = MappingProxyType({})
        self.lock = asyncio.Lock()  # held by whoever changes the table
        self.listeners: set[Listener] = set()
        self.users = 0  # who must not lose it from memory just now
        self.newest = 0  # the last entry known to be stored
        self.whole = True  # whether it must be read from the beginning
        self.replan = False  # whether another worker changed its plans
        self.renamed = 0  # how often names changed
        self.said = 0  # the last message
        self.lately: tuple[Any, asyncio.Future[Any]] | None = None  # messages that several listeners ask for
        self.shown: dict[tuple[int, int, str], Any] = {}  # the situation for spectators, by entry, names and language
        self._table: Table | None = None

    @property
    def loaded(self) -> bool:
        return self._table is not None

    @property
    def table(self) -> Table:
        if self._table is None:
            raise NoTable(self.key)
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table
        self.newest = max(self.newest, table.seq)

    @property
    def current(self) -> bool:
        """Whether all that is known to be stored is in memory."""
        return self._table is not None and not self.whole and not self.replan and self._table.seq >= self.newest

    @property
    def idle(self) -> bool:
        return not self.users and not self.listeners and not self.lock.locked()

    def involves(self, persons: Collection[str]) -> bool:
        table = self._table
        return table is None or not persons_of(table.setup, [], table).isdisjoint(persons)

    def wake(self) -> None:
        for listener in self.listeners:
            listener.wake()

    def rename(self, found: Iterable[people.Person]) -> None:
        """People whom the table knows have other names now."""
        self.names = MappingProxyType({**self.names, **{one.id: people.Called(one.name, one.guest) for one in found}})
        self.renamed += 1
        self.wake()

    def call(self, found: Iterable[people.Person]) -> None:
        """Take over the names that people have now; who is nobody any more has none."""
        new = people.called(found)
        if new != dict(self.names):
            self.names = MappingProxyType(new)
            self.renamed += 1


def persons_of(setup: Setup, log: Iterable[Entry], table: Table | None = None) -> set[str]:
    """Everybody whom a table knows, by the ids in its setup and log."""
    found = {setup.host, *(seat.person for seat in setup.seats), *(one.body["person"] for one in log if one.kind == "join")}
    if table is not None:
        found |= {*(seat.person for seat in table.seats), *table.aliases, *table.aliases.values()}
    return {person for person in found if person}


async def bring_up(hosted: Hosted, database: Database) -> bool:
    """Read what is stored and not yet in memory; says whether something was. The caller holds the table's lock."""
    if hosted.current:
        return False
    for _ in range(TRIES):
        if hosted.whole or not await _read_on(hosted, database):
            await _read_whole(hosted, database)
        if hosted.current:
            break
    else:
        hosted.newest = hosted.table.seq  # somebody told of entries that there are not
    return True


async def _read_whole(hosted: Hosted, database: Database) -> None:
    hosted.whole = hosted.replan = False  # before reading: what is told meanwhile counts
    try:
        async with database.snapshot() as conn:
            stored = await tables.find(conn, hosted.key)
            if stored is None:
                raise NoTable(hosted.key)
            log = await entries.load(conn, hosted.key)
            held = await plans.load(conn, hosted.key)
            said = await chat.load(conn, hosted.key, (chat.PLAYERS, chat.SPECTATORS), limit=1)
            known = await people.who(conn, persons_of(stored.setup, log))
        aliases = {then: person.id for then, person in known.items() if person.id != then}
        # In a thread: long games take a while, and a game that nobody has played yet must be read or even compiled first.
        table = await asyncio.to_thread(Table.load, stored.setup, log, held, hosted.key, aliases)
    except BaseException:
        hosted.whole = True
        raise
    hosted.table = table
    hosted.said = max([hosted.said, *(message.number for message in said)])
    hosted.call(known.values())


async def _read_on(hosted: Hosted, database: Database) -> bool:
    """Read the entries that are new; False if that is not enough."""
    before = hosted.table
    replan, hosted.replan = hosted.replan, False
    try:
        async with database.snapshot() as conn:
            log = await entries.load(conn, hosted.key, before.seq)
            held = await plans.load(conn, hosted.key) if replan or before.plans.of or log else []
            come = [one.body["person"] for one in log if one.kind == "join" and one.body["person"] not in hosted.names]
            known = await people.who(conn, come) if come else {}
    except BaseException:
        hosted.replan = hosted.replan or replan
        raise
    if hosted.newest > before.seq + len(log) or any(person.id != then for then, person in known.items()):
        return False  # entries are missing, or a guest is somebody else by now
    table = _gone_on(before, log, held)
    if table is None:
        return False
    hosted.table = table
    if known:
        add_names(hosted, known.values())
    return True


def _gone_on(before: Table, log: list[Entry], held: list[Held]) -> Table | None:
    """The table after more entries, with the plans that are stored now; None if a plan was made before what is known."""
    known = {progress.held.id for progress in before.plans.of.values()}
    fresh = sorted((plan for plan in held if plan.id not in known), key=lambda plan: plan.seq)
    if fresh and fresh[0].seq < before.seq:
        return None
    table = before.copy()
    for entry in log:
        while fresh and fresh[0].seq < entry.seq:
            table.hold(fresh.pop(0))
        table.apply(entry)
    for plan in fresh:
        table.hold(plan)
    for seat, progress in list(table.plans.of.items()):
        if progress.held not in held:
            table.plans.drop(seat)
    return table


def add_names(hosted: Hosted, found: Iterable[people.Person]) -> None:
    """Somebody sat down."""
    hosted.names = MappingProxyType({**hosted.names, **people.called(found)})


async def names_of_new(conn: AsyncConnection, hosted: Hosted, new: Iterable[Entry]) -> list[people.Person]:
    """The people whom these entries bring to a table."""
    come = [one.body["person"] for one in new if one.kind == "join" and one.body["person"] not in hosted.names]
    return list((await people.who(conn, come)).values()) if come else []
