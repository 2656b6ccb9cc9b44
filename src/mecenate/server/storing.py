"""Writing what happened at a table: entries, and with them everything that is kept about the table elsewhere."""

from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.entry import Entry
from mecenate.server.storage import entries, plans, tables
from mecenate.server.table import Table


async def write(conn: AsyncConnection, before: Table, after: Table, new: list[Entry], now: int) -> None:
    """All of it in the caller's transaction; raises Raced if another worker was faster."""
    key = after.key
    await entries.append(conn, key, new)
    for n, seat in enumerate(after.seats):
        bot = after.bot_at(n) or None
        if (seat.person, bot) != (before.seats[n].person, before.bot_at(n) or None):
            await tables.set_seat(conn, key, n, seat.person, bot)
    if len(after.seats) < len(before.seats):
        await tables.drop_seats(conn, key, len(after.seats))
    for seat, progress in before.plans.of.items():
        if seat not in after.plans.of:
            await plans.drop_ended(conn, key, progress.held)
    await tables.progress(
        conn, key, seq=after.seq, status=after.status, due=after.due(now), asked_person=after.awaited, now=after.at
    )
