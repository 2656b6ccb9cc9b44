"""What is said at a table. Players and spectators are two audiences, so that nobody whispers into a game."""

from collections.abc import Collection

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.schema import messages, tables

PLAYERS, SPECTATORS = "players", "spectators"


class Message(msgspec.Struct, frozen=True):
    number: int  # from 1, in the order of the table
    at: int
    person: str
    audience: str
    text: str  # empty once its writer was anonymised


COLUMNS = [messages.c[name] for name in Message.__struct_fields__]


async def say(conn: AsyncConnection, table: str, person: str, audience: str, text: str, now: int) -> Message:
    if audience not in (PLAYERS, SPECTATORS):
        raise ValueError(f"one speaks to {PLAYERS} or {SPECTATORS}, not to {audience}")
    # Holding the table's row makes speakers take turns, so that numbers become visible in their order.
    if (await conn.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())).first() is None:
        raise ValueError(f"there is no table {table}")
    last = (await conn.execute(select(func.max(messages.c.number)).where(messages.c.table == table))).scalar() or 0
    message = Message(last + 1, now, person, audience, text.replace("\0", ""))  # PostgreSQL keeps no zero bytes
    await conn.execute(insert(messages).values(table=table, **msgspec.structs.asdict(message)))
    return message


async def load(
    conn: AsyncConnection, table: str, audiences: Collection[str], since: int = 0, limit: int = 200
) -> list[Message]:
    """The latest messages after number `since` to these audiences, in order."""
    query = select(*COLUMNS).where(messages.c.table == table, messages.c.number > since, messages.c.audience.in_(audiences))
    rows = (await conn.execute(query.order_by(messages.c.number.desc()).limit(limit))).all()
    return [Message(*row) for row in reversed(rows)]
