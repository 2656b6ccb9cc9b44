"""Moves that seats have planned ahead, at most one plan a seat. Only the seat itself may read it."""

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.schema import plans
from mecenate.server.storage.text import write
from mecenate.server.storage.upsert import upsert

if TYPE_CHECKING:
    from mecenate.server.plans import Held


async def hold(conn: AsyncConnection, table: str, held: "Held", now: int) -> None:
    """Keep a plan, instead of the one that the seat had."""
    new = upsert(conn, plans).values(table=table, seat=held.seat, created=now, held=write(held))
    newer = {"created": new.excluded.created, "held": new.excluded.held}
    await conn.execute(new.on_conflict_do_update(index_elements=["table", "seat"], set_=newer))


async def load(conn: AsyncConnection, table: str) -> "list[Held]":
    """The plans of all seats, for the server itself."""
    from mecenate.server.plans import Held

    rows = await conn.execute(select(plans.c.held).where(plans.c.table == table).order_by(plans.c.seat))
    return [msgspec.json.decode(text, type=Held) for text in rows.scalars()]


async def drop(conn: AsyncConnection, table: str, seat: int) -> bool:
    """The plan of a seat has ended, or is not wanted any more."""
    return (await conn.execute(delete(plans).where(plans.c.table == table, plans.c.seat == seat))).rowcount > 0


async def drop_ended(conn: AsyncConnection, table: str, held: "Held") -> None:
    """This very plan has ended; one that has taken its place meanwhile stays."""
    this = (plans.c.table == table) & (plans.c.seat == held.seat) & (plans.c.held == write(held))
    await conn.execute(delete(plans).where(this))


async def drop_all(conn: AsyncConnection, table: str) -> int:
    return (await conn.execute(delete(plans).where(plans.c.table == table))).rowcount
