"""What whoever runs the server can do besides: backups, closing tables, making people nobody, lost passwords."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from mecenate.core.errors import MecenateError
from mecenate.server import people
from mecenate.server.fanout import Note, fanout_for
from mecenate.server.hosting import House
from mecenate.server.opponents import Opponents
from mecenate.server.storage import backup as backups
from mecenate.server.storage import existing_database, tables
from mecenate.server.storage import people as stored
from mecenate.server.storage.database import Database
from mecenate.server.storage.people import Person
from mecenate.server.storage.tables import StoredTable

Result = TypeVar("Result")
ENDED = ("over", "closed")

NAMED = "mecenate-%Y-%m-%dT%H%M%SZ.backup"
NAMES = "mecenate-????-??-??T??????Z.backup"


def run(work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(work)


async def _with(url: str | None, work: Callable[[Database], Awaitable[Result]]) -> Result:
    database = await existing_database(url)
    try:
        return await work(database)
    finally:
        await database.close()


def back_up(url: str | None, path: Path) -> int:
    """Everything into one file; the server may go on meanwhile."""
    return run(_with(url, lambda database: backups.back_up(database, path)))


def new_backup(folder: Path) -> Path:
    """The name of a backup of now. Sorted by name, backups are sorted by time."""
    return folder / time.strftime(NAMED, time.gmtime())


def keep_latest(folder: Path, number: int) -> None:
    """Delete the older ones of the backups that `new_backup` named; whatever else lies there stays."""
    for path in sorted(folder.glob(NAMES))[:-number]:
        path.unlink()


def restore(url: str | None, path: Path) -> int:
    """Fill an empty database from a backup."""
    return run(backups.restore(url, path))


def look(url: str | None, path: Path) -> dict[str, Any]:
    """What is in a backup, after it and the database that it is for were checked."""
    return run(backups.look(url, path))


def look_for_database(url: str | None) -> None:
    """Refuse one that is not there."""

    async def nothing(_: Database) -> None:
        return None

    run(_with(url, nothing))


def find_person(url: str | None, wanted: str) -> Person:
    """A person by id, or an account by its name."""

    async def find(database: Database) -> Person:
        async with database.reading() as conn:
            account = await stored.find_login(conn, people.login_of(" ".join(wanted.split())))
            found = account[0] if account else await stored.find(conn, wanted)
        if found is None or found.anonymised:
            raise MecenateError(f"There is no account or person {wanted!r}. Name an account, or the id of a guest.")
        return found

    return run(_with(url, find))


def anonymise(url: str | None, person: Person, now: int) -> None:
    """Make a person nobody; bots play on for them."""

    async def work(database: Database) -> None:
        await people.forget(database, person.id, now)
        async with Opponents(1) as opponents, House(database, opponents) as house:
            await house.forget(person.id)

    run(_with(url, work))


def new_token(url: str | None, person: Person, label: str, now: int) -> str:
    """A token with which a program plays in this person's name; it is shown this once."""

    async def work(database: Database) -> str:
        return (await people.new_bot_token(database, person.id, label, now))[1]

    return run(_with(url, work))


def set_password(url: str | None, person: Person, password: str) -> None:
    if person.guest:
        raise MecenateError(f"{person.name} is a guest and has no password.")

    async def work(database: Database) -> None:
        await people.set_password(database, person.id, password)
        fanout = fanout_for(database)
        fanout.soon(Note("revoked", persons=(person.id,)))
        await fanout.flush()

    run(_with(url, work))


def list_tables(url: str | None, status: str | None, limit: int) -> tuple[dict[str, int], list[StoredTable]]:
    """How many tables there are, and the latest ones."""
    if status is not None and status not in tables.STATUSES:
        raise MecenateError(f"--status {status}: a table is {', '.join(tables.STATUSES)}.")

    async def work(database: Database) -> tuple[dict[str, int], list[StoredTable]]:
        async with database.reading() as conn:
            return await tables.count(conn), await tables.latest(conn, status, limit)

    return run(_with(url, work))


def find_table(url: str | None, table: str) -> StoredTable:
    """A table that can still be closed."""

    async def find(database: Database) -> StoredTable:
        async with database.reading() as conn:
            found = await tables.find(conn, table)
        if found is None:
            raise MecenateError(f"There is no table {table!r}. `mecenate admin tables` lists them.")
        if found.status in ENDED:
            raise MecenateError(f"The table {table} is {found.status} already.")
        return found

    return run(_with(url, find))


def close_table(url: str | None, table: str) -> None:
    """End a table, also one that a running server holds: it sees the entry within seconds, and before its next one."""

    async def work(database: Database) -> None:
        async with Opponents(1) as opponents, House(database, opponents) as house:
            await house.close_table(table)

    run(_with(url, work))
