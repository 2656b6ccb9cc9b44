"""The turns of one person at all tables, for programs that play at many."""

import asyncio
from collections.abc import AsyncGenerator

import msgspec

from mecenate.core.errors import MecenateError
from mecenate.server import wire
from mecenate.server.ending import end
from mecenate.server.hosting import House
from mecenate.server.storage import tables
from mecenate.server.storage.schema import RUNNING

LOOK_S = 2.0  # how soon a table is found that one sat down at elsewhere
PING_S = 20.0
MOST = 50


class Turn(msgspec.Struct, tag_field="type", tag="turn"):
    """A table waits for one's move. `position` is what the move has to name as `after`."""

    table: str
    game: str
    seat: int
    position: int
    seq: int
    at: int
    v: int = wire.VERSION


async def stream(house: House, person: str) -> AsyncGenerator[Turn | wire.Ping, None]:
    """Each turn once, as soon as it comes up. The first message is a ping: the connection stands."""
    changed = asyncio.Event()
    told: dict[str, int] = {}
    unreadable: set[str] = set()
    heard: dict[str, asyncio.Task] = {}
    pinged = 0
    try:
        while True:
            now = house.clock()
            if now - pinged >= PING_S * 1000:
                pinged = now
                yield wire.Ping(now)
            changed.clear()
            async with house.database.reading() as conn:
                mine = await tables.mine(conn, person, MOST)
            running = [key for one in mine if one.table.status == RUNNING and (key := one.table.id) not in unreadable]
            for key in running:
                if key not in heard:
                    heard[key] = asyncio.ensure_future(_hear(house, key, changed))
            for key in heard.keys() - set(running):
                heard.pop(key).cancel()
            for key in running:
                try:
                    turn = await _turn(house, key, person, told)
                except MecenateError:
                    unreadable.add(key)  # of another version; the other tables go on
                    continue
                if turn:
                    yield turn
            await _wait(changed)
    finally:
        await end(heard.values())


async def _hear(house: House, key: str, changed: asyncio.Event) -> None:
    async with house.listen(key) as listener:
        while True:
            await listener.wait()
            changed.set()


async def _wait(changed: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(LOOK_S):
            await changed.wait()
    except TimeoutError:
        pass


async def _turn(house: House, key: str, person: str, told: dict[str, int]) -> Turn | None:
    table = (await house.read(key)).table
    seat = table.asked
    if table.awaited != person or seat is None or told.get(key) == table.line_seq:
        return None
    told[key] = table.line_seq
    return Turn(key, table.setup.game, seat, table.position, table.seq, table.at)
