"""The tables that a worker has in memory: as many as it may, those that were not used for longest go first."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from mecenate.server import readiness
from mecenate.server.ending import end
from mecenate.server.fanout import Note
from mecenate.server.hosted import Hosted, NoTable, bring_up
from mecenate.server.storage import people, tables
from mecenate.server.storage.database import Database
from mecenate.server.table import Table

logger = logging.getLogger("mecenate.memory")


class Memory:
    def __init__(self, database: Database, most: int):
        self.database = database
        self.most = most
        self.loads = 0  # how often a table was read from its beginning
        self.evictions = 0
        self._tables: OrderedDict[str, Hosted] = OrderedDict()  # the least recently used first
        self._background: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._tables)

    def table(self, key: str) -> Table | None:
        """A table if it is in memory, as it is there."""
        hosted = self._tables.get(key)
        return hosted.table if hosted is not None and hosted.loaded else None

    def all(self) -> list[str]:
        """The keys of all that are in memory."""
        return [key for key, hosted in self._tables.items() if hosted.loaded]

    @asynccontextmanager
    async def using(self, key: str) -> AsyncIterator[Hosted]:
        """The place of a table in memory, read or not, which stays while somebody uses it."""
        new = key not in self._tables
        if new:
            self._tables[key] = Hosted(key)
        hosted = self._tables[key]
        self._tables.move_to_end(key)
        hosted.users += 1
        if new:
            self._make_room()
        try:
            yield hosted
        finally:
            hosted.users -= 1
            if hosted.idle:  # only then there can be more room than before
                if not hosted.loaded:
                    self._tables.pop(key, None)  # there is none, or it could not be read
                self._make_room()

    def _make_room(self) -> None:
        if len(self._tables) > self.most:
            idle = [key for key, hosted in self._tables.items() if hosted.idle]
            for key in idle[: len(self._tables) - self.most]:
                del self._tables[key]
                self.evictions += 1

    async def bring_up(self, hosted: Hosted) -> None:
        """Read what is stored and not yet in memory."""
        if not hosted.current:
            async with hosted.lock:
                await self.bring_up_locked(hosted)

    async def bring_up_locked(self, hosted: Hosted) -> None:
        """The same for who holds the table's lock."""
        self.loads += hosted.whole
        new = hosted.whole
        if await bring_up(hosted, self.database):
            hosted.wake()
        if new and hosted.loaded and hosted.table.status in ("running", "paused"):
            readiness.soon(hosted.table.setup.game)

    # What changes tables from outside

    def wake(self, key: str) -> None:
        if key in self._tables:
            self._tables[key].wake()

    def wake_all(self) -> None:
        for hosted in self._tables.values():
            hosted.wake()

    def heard(self, note: Note) -> None:
        """Another worker has told something."""
        if note.kind == "people":
            self._later(self.changed(note.persons))
        hosted = self._tables.get(note.table)
        if hosted is None:
            return
        if note.kind == "entries":
            hosted.newest = max(hosted.newest, note.number)
        elif note.kind == "plans":
            hosted.replan = True
        elif note.kind == "chat":
            hosted.said = max(hosted.said, note.number)
        if hosted.current:
            hosted.wake()
        elif hosted.listeners:
            self._later(self.bring_up(hosted))

    def missed(self) -> None:
        """Something may not have been heard: all tables are read again, those that are watched at once."""
        for hosted in self._tables.values():
            hosted.whole = True
            if hosted.listeners:
                self._later(self.bring_up(hosted))

    async def changed(self, persons: Sequence[str]) -> None:
        """People have another name, or are somebody else or nobody now. For a name alone no table is read."""
        async with self.database.reading() as conn:
            known = await people.who(conn, persons)
        named = [one for then, one in known.items() if one.id == then and not one.anonymised]
        affected = [hosted for hosted in self._tables.values() if hosted.involves(persons)]
        for hosted in affected:
            hosted.lately = None
            if len(named) < len(persons) or hosted.lock.locked() or not hosted.current:
                hosted.whole = True
            else:
                hosted.rename(named)
        for hosted in affected:
            if hosted.whole and hosted.loaded:
                with suppress(NoTable):
                    await self.bring_up(hosted)

    async def compare(self) -> None:
        """Look whether tables have gone on unheard, as when an administrator closed one; watched ones follow at once."""
        loaded = [hosted for hosted in self._tables.values() if hosted.loaded]
        if loaded:
            async with self.database.reading() as conn:
                last = await tables.last_of(conn, [hosted.key for hosted in loaded])
            for hosted in loaded:
                hosted.newest = max(hosted.newest, last.get(hosted.key, 0))
                if hosted.listeners:
                    await self.bring_up(hosted)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Work that nobody waits for; if it fails, the next look at the database mends it."""
        task = asyncio.create_task(_quietly(work))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def stop(self) -> None:
        await end(self._background)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        logger.warning("a table could not be brought up to date: %s", type(error).__name__)
