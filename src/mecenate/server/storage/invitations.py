"""Invitations to a seat: a link that one person can use once."""

import msgspec
from sqlalchemy import RowMapping, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.ids import hash_token, new_token
from mecenate.server.storage.schema import invitations


class Invitation(msgspec.Struct, frozen=True):
    table: str
    seat: int
    created: int
    used: int | None
    used_by: str | None


def _invitation(row: RowMapping) -> Invitation:
    return Invitation(row["table"], row["seat"], row["created"], row["used"], row["used_by"])


async def make(conn: AsyncConnection, table: str, seat: int, now: int) -> str:
    """A new invitation; returns its token. An older one to the same seat that nobody used is void from now on."""
    await withdraw(conn, table, seat)
    token = new_token()
    await conn.execute(insert(invitations).values(hash=hash_token(token), table=table, seat=seat, created=now))
    return token


async def withdraw(conn: AsyncConnection, table: str, seat: int) -> bool:
    here = (invitations.c.table == table) & (invitations.c.seat == seat)
    return (await conn.execute(delete(invitations).where(here, invitations.c.used.is_(None)))).rowcount > 0


async def find(conn: AsyncConnection, token: str) -> Invitation | None:
    """Used or not; the caller looks at `used`."""
    row = (await conn.execute(select(invitations).where(invitations.c.hash == hash_token(token)))).mappings().first()
    return _invitation(row) if row else None


async def use(conn: AsyncConnection, token: str, person: str, now: int) -> Invitation | None:
    """Take the seat's invitation; None if there is none or somebody was faster."""
    fresh = (invitations.c.hash == hash_token(token)) & invitations.c.used.is_(None)
    change = update(invitations).where(fresh).values(used=now, used_by=person).returning(invitations)
    row = (await conn.execute(change)).mappings().first()
    return _invitation(row) if row else None


async def waiting(conn: AsyncConnection, table: str) -> dict[int, int]:
    """The seats with an invitation that nobody has used yet, and when it was made."""
    query = select(invitations.c.seat, invitations.c.created).where(invitations.c.table == table, invitations.c.used.is_(None))
    return {row.seat: row.created for row in await conn.execute(query)}
