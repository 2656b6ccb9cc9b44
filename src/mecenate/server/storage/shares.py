"""Links to look at a table: one position of it, or (without a position) the table as it goes on.

The tokens of positions are stored as they are, so that the same link can be given again; of a watch link, which shows what is
still to come, there is only a hash, and who asks again gets another one.
"""

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.ids import hash_token, new_id, new_token
from mecenate.server.storage.schema import shares


class Share(msgspec.Struct, frozen=True):
    token: str
    table: str
    position: int  # after so many moves
    seat: int | None  # whose view; None is a spectator's
    person: str | None  # who made it
    created: int


WATCH = shares.c.position.is_(None)
COLUMNS = [shares.c[name] for name in Share.__struct_fields__]


async def make(conn: AsyncConnection, table: str, position: int, seat: int | None, person: str | None, now: int) -> Share:
    """A link to a position; the one that is there already if the same was shared before."""
    same = [shares.c.table == table, shares.c.position == position, shares.c.seat.is_not_distinct_from(seat)]
    row = (await conn.execute(select(*COLUMNS).where(*same).order_by(shares.c.created, shares.c.token))).first()
    if row:
        return Share(*row)
    share = Share(new_id(), table, position, seat, person, now)
    await conn.execute(insert(shares).values(msgspec.structs.asdict(share)))
    return share


async def find(conn: AsyncConnection, token: str) -> Share | None:
    row = (await conn.execute(select(*COLUMNS).where(shares.c.token == token, ~WATCH))).first()
    return Share(*row) if row else None


async def make_watch(conn: AsyncConnection, table: str, person: str, now: int) -> str:
    """The token of a new link to the table as it goes on; older ones stay good."""
    token = new_token()
    await conn.execute(insert(shares).values(token=hash_token(token), table=table, person=person, created=now))
    return token


async def watched_by(conn: AsyncConnection, token: str) -> str | None:
    """The table that somebody with this token may watch."""
    return (await conn.execute(select(shares.c.table).where(shares.c.token == hash_token(token), WATCH))).scalar()


async def withdraw_watches(conn: AsyncConnection, table: str) -> bool:
    return (await conn.execute(delete(shares).where(shares.c.table == table, WATCH))).rowcount > 0


async def of_table(conn: AsyncConnection, table: str) -> list[Share]:
    rows = await conn.execute(
        select(*COLUMNS).where(shares.c.table == table, ~WATCH).order_by(shares.c.created, shares.c.token)
    )
    return [Share(*row) for row in rows]


async def withdraw(conn: AsyncConnection, table: str, token: str) -> bool:
    return (await conn.execute(delete(shares).where(shares.c.table == table, shares.c.token == token))).rowcount > 0
