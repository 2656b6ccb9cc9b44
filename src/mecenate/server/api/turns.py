"""What one person's tables want of them: for programs that play at many."""

import asyncio
from collections.abc import AsyncGenerator

import msgspec

from mecenate.core.errors import MecenateError
from mecenate.server import wire
from mecenate.server.ending import end
from mecenate.server.hosting import House
from mecenate.server.storage import tables
from mecenate.server.storage.schema import RUNNING
from mecenate.server.storage.tables import StoredTable

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


class Invited(msgspec.Struct, tag_field="type", tag="invited"):
    """A seat at an open table is kept for one, as at a rematch; POST `/api/tables/{table}/join` takes it."""

    table: str
    game: str
    seats: list[int]
    v: int = wire.VERSION


class Started(msgspec.Struct, tag_field="type", tag="started"):
    """A game goes on in which one has these seats: first those that run already, then each as it starts."""

    table: str
    game: str
    seats: list[int]
    v: int = wire.VERSION


class Finished(msgspec.Struct, tag_field="type", tag="finished"):
    """A game has ended; without scores if it was closed before its end."""

    table: str
    game: str
    status: wire.Status
    scores: list[int] | None
    places: list[int] | None
    v: int = wire.VERSION


Event = Invited | Started | Turn | Finished | wire.Ping


async def stream(house: House, person: str) -> AsyncGenerator[Event, None]:
    """Each thing once, as soon as it comes up. The first message is a ping: the connection stands."""
    invited: set[str] = set()
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
                kept = await tables.kept_for(conn, person, MOST)
            running = [key for one in mine if one.table.status == RUNNING and (key := one.table.id) not in unreadable]
            new: list[str] = []
            for key in running:
                if key not in heard:
                    heard[key] = asyncio.ensure_future(_hear(house, key, changed))
                    new.append(key)
            for one in kept:
                if one.id not in invited and (seats := _kept(one, person)):
                    invited.add(one.id)
                    yield Invited(one.id, one.setup.game, seats)
            for key in heard.keys() - set(running):
                heard.pop(key).cancel()
                if finished := await _finished(house, key):
                    yield finished
            for key in running:
                try:
                    if key in new and (started := await _started(house, key, person)):
                        yield started
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


def _kept(stored: StoredTable, person: str) -> list[int]:
    return [n for n, seat in enumerate(stored.setup.seats) if seat.person == person and stored.host != person]


async def _started(house: House, key: str, person: str) -> Started | None:
    table = (await house.read(key)).table
    seats = table.held(person)
    return Started(key, table.setup.game, seats) if seats else None


async def _finished(house: House, key: str) -> Finished | None:
    table = (await house.read(key)).table
    if table.status not in ("over", "closed"):
        return None  # paused
    return Finished(key, table.setup.game, table.status, table.scores, table.places)


async def _turn(house: House, key: str, person: str, told: dict[str, int]) -> Turn | None:
    table = (await house.read(key)).table
    seat = table.asked
    if table.awaited != person or seat is None or told.get(key) == table.line_seq:
        return None
    told[key] = table.line_seq
    return Turn(key, table.setup.game, seat, table.position, table.seq, table.at)
