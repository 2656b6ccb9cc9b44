"""Everything in one file, from either database and into either.

The file is gzip'd lines of JSON: a head, then for each table a line with its name and columns and a line a row, and at the end
the number of rows and a hash of all lines before. It is written whole or not at all, read in pieces, and checked before
anything changes.
"""

import asyncio
import gzip
import hashlib
import os
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, column, insert, inspect, select, table, text
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.core.errors import MecenateError
from mecenate.server.storage.database import Database, connect, is_there, ready
from mecenate.server.storage.errors import BadBackup
from mecenate.server.storage.migrations import NEWEST, begun, migrate, version
from mecenate.server.storage.schema import metadata, schema_version

FORMAT = "mecenate backup 1"
BATCH = 500
LONGEST_LINE = 64 << 20


async def back_up(database: Database, path: Path) -> int:
    """Write everything to a file, as it is at this moment; people may play on meanwhile. Returns the number of rows."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise MecenateError(f"{path} can't be written: {error.strerror}.") from None
    try:
        with os.fdopen(handle, "wb") as file:
            with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
                async with database.snapshot() as conn:
                    rows = await _write_all(conn, packed)
            file.flush()
            os.fsync(file.fileno())
        if not rows and await asyncio.to_thread(_holds_something, path):
            raise BadBackup(f"The database {database.where} is empty. {path} is a backup with something in it and stays.")
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise MecenateError(f"{path} can't be written: {error.strerror}.") from None
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return rows


async def _write_all(conn: AsyncConnection, file: gzip.GzipFile) -> int:
    hash = hashlib.sha256()
    count = 0

    def write(lines: list[Any]) -> None:
        data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        hash.update(data)
        file.write(data)

    write([{"format": FORMAT, "version": await version(conn), "at": time.time_ns() // 1_000_000}])
    for one in metadata.sorted_tables:
        if one is schema_version:
            continue
        write([{"table": str(one.name), "columns": [str(column.name) for column in one.columns]}])
        result = await conn.stream(select(one))
        async for rows in result.partitions(BATCH):
            count += len(rows)
            await asyncio.to_thread(write, [list(row) for row in rows])
    file.write(msgspec.json.encode({"rows": count, "sha256": hash.hexdigest()}) + b"\n")
    return count


def _holds_something(path: Path) -> bool:
    try:
        return path.exists() and check(path)["rows"] > 0
    except BadBackup:
        return False


async def look(url: str | None, path: Path) -> dict[str, Any]:
    """What is in a backup, if it could be restored here; nothing is changed."""
    head = await asyncio.to_thread(check, path)
    if is_there(url):
        database = connect(url)
        try:
            async with ready(database) as conn:
                if await begun(conn):
                    await _must_be_empty(conn, database.where)
        finally:
            await database.close()
    return head


async def restore(url: str | None, path: Path) -> int:
    """Fill an empty database from a backup and bring it to the newest schema. Returns the number of rows."""
    head = await asyncio.to_thread(check, path)
    database = connect(url)
    try:
        async with ready(database) as conn:
            await _restore_into(conn, path, head, database.where)
            return head["rows"]
    finally:
        await database.close()


async def _restore_into(conn: AsyncConnection, path: Path, head: dict[str, Any], where: str) -> None:
    if await begun(conn):
        await _must_be_empty(conn, where)
        if await version(conn) > head["version"]:
            raise BadBackup(
                f"The backup has schema {head['version']}, and the database {where} has a newer one. Name a new one."
            )
    await migrate(conn, upto=head["version"])
    there = await conn.run_sync(_columns)
    hash = hashlib.sha256()
    target, names, rows = "", [], []

    async def flush() -> None:
        if rows:
            await conn.execute(insert(table(target, *(column(name) for name in names))), rows)
            rows.clear()

    for line in _lines(path, hash):
        if isinstance(line, list):
            if len(line) != len(names):
                raise BadBackup(f"{path} has a row of `{target}` with {len(line)} values for {len(names)} columns.")
            rows.append(dict(zip(names, line, strict=True)))
            if len(rows) == BATCH:
                await flush()
        elif "table" in line:
            await flush()
            target, names = line["table"], line["columns"]
            if not set(names) <= there.get(target, set()):
                raise BadBackup(f"{path} has columns of `{target}` that this program does not know.")
        elif "sha256" in line:
            await flush()
    if hash.hexdigest() != head["sha256"]:
        raise BadBackup(f"{path} changed while it was read; nothing was restored.")
    await migrate(conn)


def check(path: Path) -> dict[str, Any]:
    """Read a whole backup and see that it is what was written; returns `version`, `at`, `rows` and `sha256`."""
    hash = hashlib.sha256()
    head: dict[str, Any] = {}
    last: Any = None
    rows = 0
    for line in _lines(path, hash):
        if not head:
            if not isinstance(line, dict) or line.get("format") != FORMAT or not isinstance(line.get("version"), int):
                raise BadBackup(f"{path} is not a backup of this program.")
            head = line
        if isinstance(line, list):
            rows += 1
            if not isinstance(last, list) and not (isinstance(last, dict) and "columns" in last):
                raise BadBackup(f"{path} is damaged: there is a row without a table.")
        last = line
    if not isinstance(last, dict) or "sha256" not in last:
        raise BadBackup(f"{path} was cut off; its last line is missing.")
    if last != {"rows": rows, "sha256": hash.hexdigest()}:
        raise BadBackup(f"{path} is damaged: its check does not fit what is in it.")
    if head["version"] > NEWEST:
        raise BadBackup(f"{path} was written by a newer program (schema {head['version']}, here {NEWEST}). Use that one.")
    return head | last


def _lines(path: Path, hash: Any) -> Iterator[Any]:
    """The lines of a backup; all but the last go into the hash."""
    try:
        with gzip.open(path, "rb") as file:
            while line := file.readline(LONGEST_LINE):
                value = msgspec.json.decode(line)
                if not (isinstance(value, dict) and "sha256" in value):
                    hash.update(line)
                yield value
    except FileNotFoundError:
        raise BadBackup(f"There is no file {path}.") from None
    except EOFError:
        raise BadBackup(f"{path} was cut off.") from None
    except (gzip.BadGzipFile, zlib.error, ValueError, msgspec.DecodeError):
        raise BadBackup(f"{path} is damaged, or is not a backup.") from None
    except OSError as error:
        raise BadBackup(f"{path} can't be read: {error.strerror}.") from None


def _columns(conn: Connection) -> dict[str, set[str]]:
    look = inspect(conn)
    return {name: {str(one["name"]) for one in look.get_columns(name)} for name in look.get_table_names()}


async def _must_be_empty(conn: AsyncConnection, where: str) -> None:
    for name in await conn.run_sync(_columns):
        if name != "schema_version" and (await conn.execute(select(text("1")).select_from(table(name)).limit(1))).first():
            raise BadBackup(f"The database {where} is not empty (there is something in `{name}`). A backup needs an empty one.")
