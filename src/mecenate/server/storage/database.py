"""Opening the database. SQLite in a file needs nothing installed; PostgreSQL is given by a URL.

Three ways to use it, each a transaction of its own:
`transaction()` reads and writes, `reading()` only reads, `snapshot()` reads for long and sees nothing that happens meanwhile.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from mecenate.core.errors import NeedsExtra
from mecenate.server.storage.errors import NoDatabase
from mecenate.server.storage.migrations import begun, migrate
from mecenate.server.storage.sqlite import WRITING, fold_up, open_sqlite

FILE_NAME = "tables.sqlite"
CONNECT_S = 10
ADVICE = "Give postgresql://USER:PASSWORD@HOST/NAME, sqlite:///FILE, or nothing for a file in your data folder."


class Database:
    """An open database; `where` is for people and holds no password."""

    def __init__(self, engine: AsyncEngine, where: str):
        self.engine = engine
        self.where = where
        self.kind = engine.dialect.name
        self._writing = asyncio.Lock()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Read and write; all of it is kept when the block ends, and nothing of it when it raises.

        Not inside another one of the same task: with SQLite it would wait for itself.
        """
        if self.kind != "sqlite":
            async with self.engine.begin() as conn:
                yield conn
            return
        # SQLite has one writer. Waiting in line here is fair and wakes up at once; its own waiting polls.
        async with self._writing, self.engine.connect() as plain:
            conn = await plain.execution_options(begins=WRITING)
            async with conn.begin():
                yield conn

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Only read; an attempt to write fails. With SQLite readers never wait for the writer."""
        async with self.engine.connect() as plain:
            conn = await plain.execution_options(postgresql_readonly=True)
            async with conn.begin():
                yield conn

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Read the database as it is at one moment, however long it takes."""
        async with self.engine.connect() as plain:
            conn = plain
            if self.kind != "sqlite":  # a reader of SQLite always has a snapshot
                conn = await plain.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            async with conn.begin():
                yield conn

    async def close(self) -> None:
        await self.engine.dispose()
        if self.kind == "sqlite":
            await fold_up(Path(self.where))


async def open_database(url: str | None = None) -> Database:
    """Open, make it first if it is a file, and bring it to the newest schema."""
    return await _brought_up(connect(url))


async def existing_database(url: str | None = None) -> Database:
    """Open one that a server or a backup has filled; whoever means that one must not get a new one for a slip of the pen."""
    if not is_there(url):
        raise _not_there(_read_url(url).database)
    database = connect(url)
    try:
        async with ready(database) as conn:
            if not await begun(conn):
                raise _not_there(database.where)
    except BaseException:
        await database.close()
        raise
    return await _brought_up(database)


async def _brought_up(database: Database) -> Database:
    try:
        async with ready(database) as conn:
            await migrate(conn)
    except BaseException:
        await database.close()
        raise
    return database


def is_there(url: str | None = None) -> bool:
    """Whether there is a file, where the database is one."""
    address = _read_url(url)
    return address.get_backend_name() != "sqlite" or Path(address.database or "").is_file()


def _not_there(where: str | None) -> NoDatabase:
    return NoDatabase(
        f"There is no database of a server at {where}. "
        "Give the same --database, MECENATE_DATABASE_URL or MECENATE_DATA as the server has."
    )


def connect(url: str | None = None) -> Database:
    """The database as it is, without any change to its schema."""
    address = _read_url(url)
    if address.get_backend_name() == "sqlite":
        path = Path(address.database or "")
        return Database(open_sqlite(path), str(path))
    return _postgresql(address)


@asynccontextmanager
async def ready(database: Database) -> AsyncIterator[AsyncConnection]:
    """A first transaction; that the database is out of reach or no database is told in words."""
    try:
        async with database.transaction() as conn:
            yield conn
    except DBAPIError as error:
        address = database.engine.url
        reason = " ".join(str(error.orig).split())
        for secret in (address.password, address.query.get("password")):
            reason = reason.replace(str(secret), "***") if secret else reason
        raise NoDatabase(f"The database {database.where} can't be used: {reason}") from None
    except OSError as error:
        raise NoDatabase(f"The database {database.where} can't be reached: {error.strerror or error}") from None


def default_file() -> Path:
    """In the folder MECENATE_DATA, or the user's data folder."""
    return Path(os.environ.get("MECENATE_DATA") or platformdirs.user_data_path("mecenate", appauthor=False)) / FILE_NAME


def _read_url(url: str | None) -> URL:
    if not url:
        return URL.create("sqlite", database=str(default_file()))
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):  # their words may quote the password
        raise NoDatabase(f"The URL of the database can't be read. {ADVICE}") from None
    kind = address.drivername
    if kind == "sqlite":
        if not address.database or address.database == ":memory:":
            raise NoDatabase(f"The URL of the database names no file. {ADVICE}")
        return address
    if kind not in ("postgresql", "postgres"):
        raise NoDatabase(f"Databases of the kind `{kind}` are not known. {ADVICE}")
    if not address.database or "@" in address.database + (
        address.host or ""
    ):  # an @ or / of the password, read as the end of it
        raise NoDatabase(
            f"The URL of the database names no database, or its password has signs that a URL must escape. {ADVICE}"
        )
    return address.set(drivername="postgresql+psycopg")


def _postgresql(address: URL) -> Database:
    if find_spec("psycopg") is None:
        raise NeedsExtra("PostgreSQL needs psycopg.", "postgres")
    engine = create_async_engine(
        address,
        hide_parameters=True,
        pool_pre_ping=True,
        connect_args={"connect_timeout": CONNECT_S, "application_name": "mecenate"},
    )
    host = address.host or address.query.get("host") or "localhost"
    port = f":{address.port}" if address.port else ""
    return Database(engine, f"{address.database} at {host}{port}")
