"""Links to look at a table: one position of it, or (without a position) the table as it goes on.

The tokens are stored as they are: they show what a spectator may see, and the same link can be given again.
"""

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.ids import new_id
from mecenate.server.storage.schema import shares


class Share(msgspec.Struct, frozen=True):
    token: str
    table: str
    position: int | None  # after so many moves; None is the watch link
    seat: int | None  # whose view; None is a spectator's
    person: str | None  # who made it
    created: int


COLUMNS = [shares.c[name] for name in Share.__struct_fields__]


async def make(
    conn: AsyncConnection, table: str, position: int | None, seat: int | None, person: str | None, now: int
) -> Share:
    """A link; the one that is there already if the same was shared before."""
    same = [shares.c.table == table, shares.c.position.is_not_distinct_from(position), shares.c.seat.is_not_distinct_from(seat)]
    row = (await conn.execute(select(*COLUMNS).where(*same).order_by(shares.c.created, shares.c.token))).first()
    if row:
        return Share(*row)
    share = Share(new_id(), table, position, seat, person, now)
    await conn.execute(insert(shares).values(msgspec.structs.asdict(share)))
    return share


async def find(conn: AsyncConnection, token: str) -> Share | None:
    row = (await conn.execute(select(*COLUMNS).where(shares.c.token == token))).first()
    return Share(*row) if row else None


async def of_table(conn: AsyncConnection, table: str) -> list[Share]:
    rows = await conn.execute(select(*COLUMNS).where(shares.c.table == table).order_by(shares.c.created, shares.c.token))
    return [Share(*row) for row in rows]


async def withdraw(conn: AsyncConnection, table: str, token: str) -> bool:
    return (await conn.execute(delete(shares).where(shares.c.table == table, shares.c.token == token))).rowcount > 0
