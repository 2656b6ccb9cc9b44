"""Up to where a person has seen a table."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.people import ids_of
from mecenate.server.storage.schema import seen
from mecenate.server.storage.upsert import upsert


async def mark(conn: AsyncConnection, table: str, person: str, seq: int) -> None:
    """It never goes back: of two browsers the one that is ahead counts."""
    new = upsert(conn, seen).values(table=table, person=person, seq=seq)
    ahead = seen.c.seq < new.excluded.seq
    await conn.execute(
        new.on_conflict_do_update(index_elements=["table", "person"], set_={"seq": new.excluded.seq}, where=ahead)
    )


async def find(conn: AsyncConnection, table: str, person: str) -> int:
    """The last entry seen by a person, or by a guest it has taken over; 0 if none."""
    query = select(func.max(seen.c.seq)).where(seen.c.table == table, seen.c.person.in_(ids_of(person)))
    return (await conn.execute(query)).scalar() or 0
