"""What the server makes for itself once and all its programs share: keys that sign, and the like."""

from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.schema import keys
from mecenate.server.storage.upsert import upsert


async def probe(conn: AsyncConnection, value: str) -> None:
    """Write something, to see whether that is possible."""
    row = upsert(conn, keys).values(name="probe", value=value)
    await conn.execute(row.on_conflict_do_update(index_elements=[keys.c.name], set_={"value": value}))


async def get_or_make(conn: AsyncConnection, name: str, make: Callable[[], str]) -> str:
    """The value of this name; the first to ask makes it."""
    found = (await conn.execute(select(keys.c.value).where(keys.c.name == name))).scalar()
    if found is not None:
        return found
    await conn.execute(upsert(conn, keys).values(name=name, value=make()).on_conflict_do_nothing())
    return (await conn.execute(select(keys.c.value).where(keys.c.name == name))).scalar_one()
