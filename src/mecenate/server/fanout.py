"""How workers tell each other that something happened. Alone there is nobody to tell; with PostgreSQL it is LISTEN and NOTIFY.

A note says what changed, not how: who wants to know reads the database. Notes can get lost while a connection is broken;
after that everything in memory counts as out of date.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.ending import first
from mecenate.server.storage.database import Database
from mecenate.server.storage.ids import new_id

if TYPE_CHECKING:
    import psycopg

logger = logging.getLogger("mecenate.fanout")

CHANNEL = "mecenate"
QUIET_S = 30.0  # after so long without a note: is the connection still there?
AGAIN_S = (0.1, 0.5, 1.0, 2.0, 5.0)  # pauses before another try to connect

Kind = Literal["entries", "plans", "chat", "presence", "people", "rematch", "revoked"]


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: Kind
    table: str = ""
    number: int = 0  # of the last entry or message; of a presence, how many are nobody in particular
    persons: tuple[str, ...] = ()
    other: str = ""  # of a rematch: the new table
    watched: bool = False  # of a presence: whether one of them is no program
    worker: str = ""


class Fanout(Protocol):
    shared: bool  # whether there may be other workers

    async def within(self, conn: AsyncConnection, note: Note) -> None:
        """Tell the others once this transaction is kept."""
        ...

    def soon(self, note: Note) -> None:
        """Tell the others; of a kind and table only the latest note counts."""
        ...

    async def run(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """Listen and tell until cancelled. `missed`: something may not have been heard."""
        ...

    async def flush(self) -> None:
        """Tell what is still to be told."""
        ...


class Alone:
    """One worker."""

    shared = False

    async def within(self, conn: AsyncConnection, note: Note) -> None:
        pass

    def soon(self, note: Note) -> None:
        pass

    async def run(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        pass

    async def flush(self) -> None:
        pass


class Notifying:
    """Workers at one PostgreSQL."""

    shared = True

    def __init__(self, database: Database):
        self._database = database
        self._worker = new_id(8)
        self._waiting: dict[tuple[str, str, tuple[str, ...]], Note] = {}
        self._some = asyncio.Event()

    def _written(self, note: Note) -> str:
        return msgspec.json.encode(msgspec.structs.replace(note, worker=self._worker)).decode()

    async def within(self, conn: AsyncConnection, note: Note) -> None:
        await conn.execute(text("SELECT pg_notify(:channel, :note)"), {"channel": CHANNEL, "note": self._written(note)})

    def soon(self, note: Note) -> None:
        self._waiting[note.kind, note.table, note.persons if note.kind in ("people", "revoked") else ()] = note
        self._some.set()

    async def flush(self) -> None:
        notes, self._waiting = self._waiting, {}
        if notes:
            async with self._database.transaction() as conn:
                for note in notes.values():
                    await self.within(conn, note)

    async def run(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        await first(self._listen(heard, missed), self._tell())

    async def _tell(self) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            try:
                await self.flush()
            except Exception as error:
                logger.warning("other workers could not be told: %s", type(error).__name__)
                await asyncio.sleep(1)

    async def _listen(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        import psycopg  # a server with SQLite needs no driver

        tries = 0
        address = self._database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                conn = await psycopg.AsyncConnection.connect(address, autocommit=True, application_name="mecenate listening")
                async with conn:
                    await conn.execute(f"LISTEN {CHANNEL}".encode())
                    tries = 0
                    missed()
                    await self._hear(conn, heard)
            except Exception as error:  # whatever it is, without others' notes this worker must not stay
                pause = AGAIN_S[min(tries, len(AGAIN_S) - 1)]
                logger.warning("not connected to other workers: %s; trying again in %s s", type(error).__name__, pause)
                tries += 1
                await asyncio.sleep(pause)

    async def _hear(self, conn: "psycopg.AsyncConnection", heard: Callable[[Note], None]) -> None:
        while True:
            async for one in conn.notifies(timeout=QUIET_S):
                try:
                    note = msgspec.json.decode(one.payload, type=Note)
                except msgspec.MsgspecError:  # a newer version of the program
                    logger.warning("a note of another worker can't be read")
                    continue
                if note.worker != self._worker:
                    try:
                        heard(note)
                    except Exception:
                        logger.exception("a note of the kind %s was not understood", note.kind)
            async with asyncio.timeout(QUIET_S):
                await conn.execute(b"SELECT 1")


def fanout_for(database: Database) -> Fanout:
    return Notifying(database) if database.kind == "postgresql" else Alone()
