"""The log of a table. Entries are added at its end and never changed."""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.entry import Entry
from mecenate.server.storage.errors import Raced
from mecenate.server.storage.schema import entries
from mecenate.server.storage.text import read, write

# Made once: to put such a statement together takes longer than to run it.
LAST = select(func.max(entries.c.seq)).where(entries.c.table == bindparam("in_table"))
INSERT = insert(entries)


async def append(conn: AsyncConnection, table: str, new: Sequence[Entry]) -> None:
    """Write entries at the end of the log, all or none; raises Raced if somebody else wrote the first of their numbers."""
    if not new:
        return
    first = new[0].seq
    if [entry.seq for entry in new] != list(range(first, first + len(new))):
        raise ValueError(f"the entries of table {table} are not numbered one after the other")
    last = await last_seq(conn, table)
    if first <= last:
        raise Raced(f"Entry {first} of table {table} is already written.")
    if first > last + 1:
        raise ValueError(f"table {table} has {last} entries; entry {first} would leave a gap")
    rows = [
        {"table": table, "seq": one.seq, "at": one.at, "seat": one.seat, "kind": one.kind, "body": write(one.body)}
        for one in new
    ]
    try:
        await conn.execute(INSERT, rows)
    except IntegrityError as error:
        if "foreign key" in str(error.orig).lower():
            raise ValueError(f"there is no table {table}") from None
        raise Raced(f"Entry {first} of table {table} was written by somebody else.") from None


async def last_seq(conn: AsyncConnection, table: str) -> int:
    """The number of the last entry; 0 for an empty log."""
    return (await conn.execute(LAST, {"in_table": table})).scalar() or 0


async def load(conn: AsyncConnection, table: str, since: int = 0) -> list[Entry]:
    """The entries after number `since`, in order."""
    query = select(entries.c.seq, entries.c.at, entries.c.seat, entries.c.kind, entries.c.body)
    rows = await conn.execute(query.where(entries.c.table == table, entries.c.seq > since).order_by(entries.c.seq))
    return [Entry(seq, at, kind, seat, read(body)) for seq, at, seat, kind, body in rows]
