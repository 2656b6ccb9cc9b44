"""SQLite as the event loop uses it: a statement runs at once where it is called, and only what waits has a thread.

What the server asks of the file takes a few hundredths of a millisecond, less than the way to a thread and back. A commit
waits for the disk, and who wants to write may have to wait for another program; the loop does neither.
"""

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, event
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.base import SQLiteExecutionContext
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.util import await_

from mecenate.server.storage.errors import NoDatabase

logger = logging.getLogger("mecenate.storage")

BUSY_S = 30  # how long one program waits while another writes to the same file
WRITING = "IMMEDIATE"  # what the execution option `begins` says of a transaction that is to write

FOLDS_UP = 1  # the user_version of files that programs close in order; older ones left the log of an idle database away
IN_WAL = 2  # the byte in a file's head that says that there is a write-ahead log beside it
LOOK_S = 0.005  # and how often it looks whether that one is done

_disk = ThreadPoolExecutor(2, "disk")


def open_sqlite(path: Path) -> AsyncEngine:
    """A file, which is made if it is not there."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)  # there are addresses in it: for its owner alone
        if not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError(13, "no permission to write")
    except OSError as error:
        raise NoDatabase(
            f"The database {path} can't be made or written: {error.strerror}. Name another file or folder."
        ) from None
    if _lacks_log(path):
        logger.warning(
            "%s was not closed in order, and %s-wal beside it is missing: what was stored last is lost with it. "
            "Stop, and put the file back or restore a backup, if you have one. A copy of a running database needs both files.",
            path, path,
        )  # fmt: skip
    engine = create_async_engine(
        URL.create("sqlite+mecenate", database=str(path)), hide_parameters=True, connect_args={"factory": _Connection}
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _lacks_log(path: Path) -> bool:
    """Whether what was written last lay in a file that is gone. The last program to close a database folds it up."""
    with path.open("rb") as file:
        head = file.read(64)
    marked = len(head) == 64 and int.from_bytes(head[60:64], "big") == FOLDS_UP
    return marked and head[18] == IN_WAL and not Path(f"{path}-wal").exists()


async def fold_up(path: Path) -> None:
    """Everything into the one file, if no other program uses it."""

    def fold() -> None:
        with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=0)) as plain:
            plain.execute("PRAGMA journal_mode = DELETE")

    await asyncio.get_running_loop().run_in_executor(_disk, fold)


class _Cursor(sqlite3.Cursor):
    """Runs where it is called. SQLAlchemy wants to see that something was awaited, and gets it."""

    def execute(self, sql, parameters=(), /):
        await_(_at_once())
        return super().execute(sql, parameters)

    def executemany(self, sql, parameters, /):
        await_(_at_once())
        return super().executemany(sql, parameters)

    async def _async_soft_close(self) -> None:
        pass  # rows can be fetched without waiting


class _Connection(sqlite3.Connection):
    changes = 0  # before the transaction began

    def cursor(self, factory=_Cursor):
        return super().cursor(factory)

    def begin(self, script: str) -> None:
        self.executescript(script)
        self.changes = self.total_changes

    def commit(self) -> None:
        if self.total_changes == self.changes:  # nothing has to go to the disk
            super().commit()
        else:
            await_(_apart(super().commit))


async def _at_once() -> None:
    pass


async def _apart(work: Callable[[], object]) -> None:
    """In a thread, and to its end: meanwhile nobody else may use the connection."""
    done = asyncio.get_running_loop().run_in_executor(_disk, work)
    try:
        await asyncio.shield(done)
    except asyncio.CancelledError:
        await asyncio.wait([done])
        raise


class _Context(SQLiteExecutionContext):
    def create_server_side_cursor(self):
        return self._dbapi_connection.cursor()  # every cursor fetches as it goes


class Dialect(SQLiteDialect_pysqlite):
    driver = "mecenate"
    is_async = True
    has_terminate = True
    supports_statement_cache = True
    supports_server_side_cursors = True
    execution_ctx_cls = _Context

    @classmethod
    def get_pool_class(cls, url: URL) -> type[AsyncAdaptedQueuePool]:
        return AsyncAdaptedQueuePool

    def get_driver_connection(self, connection):
        return connection


registry.register("sqlite.mecenate", __name__, "Dialect")


def _prepare(connection: _Connection, _record) -> None:
    connection.isolation_level = None  # the driver begins no transactions of its own; `_begin` does
    cursor = connection.cursor()
    _use_wal(cursor)
    cursor.execute("PRAGMA synchronous = FULL")  # a move that was answered survives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _use_wal(cursor) -> None:
    """A new file is told once. Of several programs that do it at once one succeeds, and the others must not wait for it to go
    away again, as SQLite would, but look anew."""
    cursor.execute("PRAGMA busy_timeout = 50")
    for attempt in range(100):
        try:
            cursor.execute("PRAGMA journal_mode")
            if cursor.fetchone()[0] != "wal":
                cursor.execute(f"PRAGMA user_version = {FOLDS_UP}")
                cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if attempt == 99 or "locked" not in str(error):
                raise


def _begin(conn: Connection) -> None:
    driver: _Connection = conn.connection.dbapi_connection  # type: ignore[assignment]
    try:
        if conn.get_execution_options().get("begins") == WRITING:
            await_(_begin_writing(driver))
        else:
            driver.begin(f"PRAGMA busy_timeout = {BUSY_S * 1000}; PRAGMA query_only = ON; BEGIN")
    except sqlite3.Error as error:
        raise OperationalError("BEGIN", None, error) from error


async def _begin_writing(driver: _Connection) -> None:
    """Another program may be writing: then the loop goes on meanwhile, where SQLite itself would hold it up."""
    until = time.monotonic() + BUSY_S
    while True:
        try:
            driver.begin(f"PRAGMA busy_timeout = 0; PRAGMA query_only = OFF; BEGIN {WRITING}")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        await asyncio.sleep(LOOK_S)
