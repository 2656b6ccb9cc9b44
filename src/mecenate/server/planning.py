"""Changing the plan of a seat. Plans are not in the log, so nobody but the seat sees that there is one."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from mecenate.server.fanout import Note
from mecenate.server.storage import plans, tables
from mecenate.server.table import Table

if TYPE_CHECKING:
    from mecenate.server.hosting import House


async def change(house: "House", key: str, seat: int, changing: Callable[[Table], None]) -> Table:
    """Store what `changing` makes of the plan of a seat, on the table as it is; if it goes on meanwhile, it is called again."""
    async with house.memory.using(key) as hosted, hosted.lock:
        while True:
            await house.memory.bring_up_locked(hosted)
            after = hosted.table.copy()
            changing(after)
            last = await _store(house, after, seat)
            if last == after.seq:
                break
            hosted.newest = max(hosted.newest, last)
        hosted.table = after
    hosted.wake()
    house.sweeper.look(after)
    return after


async def _store(house: "House", table: Table, seat: int) -> int:
    """The number of the last entry; nothing was stored if that is not the one the plan was made on."""
    progress, now = table.plans.of.get(seat), house.clock()
    async with house.database.transaction() as conn:
        last = await tables.lock(conn, table.key) or 0
        if last == table.seq:
            if progress:
                await plans.hold(conn, table.key, progress.held, now)
            else:
                await plans.drop(conn, table.key, seat)
            await tables.set_due(conn, table.key, table.due(now))
            await house.fanout.within(conn, Note("plans", table.key))
    return last
