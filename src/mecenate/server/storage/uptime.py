"""When some worker was there to be reached. What lies between two rows is time in which nobody could have moved."""

from itertools import pairwise

from sqlalchemy import insert, literal, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.schema import RUNNING, tables, uptime


async def wanted(conn: AsyncConnection) -> bool:
    """Whether a clock runs at any table."""
    running = select(literal(1)).where(tables.c.due.is_not(None), tables.c.status == RUNNING).limit(1)
    return (await conn.execute(running)).first() is not None


async def last(conn: AsyncConnection) -> int | None:
    """Until when a worker was there, as far as it was written down."""
    return (await conn.execute(select(uptime.c.until).order_by(uptime.c.began.desc()).limit(1))).scalar()


async def beat(conn: AsyncConnection, now: int, alive: int, gap_ms: int) -> None:
    """A worker is there. `alive` is when it last knew that one was; if nobody was for longer than the gap, a row begins."""
    if conn.dialect.name == "postgresql":  # one worker after the other, each with what the last one wrote before its eyes
        await conn.execute(text("LOCK TABLE uptime IN EXCLUSIVE MODE"))
    row = (await conn.execute(select(uptime).order_by(uptime.c.began.desc()).limit(1))).first()
    if row is None or max(row.until, alive) < now - gap_ms:
        await conn.execute(insert(uptime).values(began=now, until=now))
    else:
        await conn.execute(update(uptime).where(uptime.c.began == row.began).values(until=max(row.until, now)))


async def gaps(conn: AsyncConnection, since: int, gap_ms: int) -> list[tuple[int, int]]:
    """The times since then in which no worker was there for longer than the gap, each from and until when."""
    rows = (await conn.execute(select(uptime).where(uptime.c.until >= since).order_by(uptime.c.began))).all()
    return [(before.until, after.began) for before, after in pairwise(rows) if after.began - before.until > gap_ms]
