"""Houses with real databases, a time that the test sets, and people who play by chance."""

import asyncio
import random
from contextlib import AsyncExitStack, aclosing

import pytest

from mecenate.server import wire
from mecenate.server.hosting import House
from mecenate.server.live import stream
from mecenate.server.opponents import Opponents
from mecenate.server.refused import Refused
from mecenate.server.showing import SPECTATOR
from mecenate.server.storage import open_database, people

SOON_S = 20.0  # nothing here takes so long; what does is a failure


class Clock:
    def __init__(self):
        self.now = 1_000_000

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="session")
def opponents():
    """For all tests in which bots answer at once: it starts no process."""
    shared = Opponents(1)
    yield shared
    asyncio.run(shared.__aexit__())


@pytest.fixture
async def open_house(database, opponents, clock, anyio_backend):
    """Makes houses on the one database, or on connections of their own to it."""
    async with AsyncExitStack() as stack:

        async def make(url=None, **settings):
            own = database
            if url:
                own = await open_database(url)
                stack.push_async_callback(own.close)
            house = House(own, settings.pop("opponents", opponents), clock, **{"bot_pause_s": 0.0, **settings})
            return await stack.enter_async_context(house)

        yield make


@pytest.fixture
async def house(open_house):
    return await open_house()


@pytest.fixture
def guest(database, clock):
    async def make(name):
        async with database.transaction() as conn:
            return await people.create(conn, name, "en", clock())

    return make


class Sitting:
    """A table with its people, one on each seat that is none of a bot's; they may come in by several houses."""

    def __init__(self, house, key, persons, clock):
        self.house, self.key, self.persons, self.clock = house, key, persons, clock
        self.chance = random.Random(1)

    @property
    def table(self):
        return self.house.memory.table(self.key)

    async def move(self, house=None):
        """The person who is asked answers by chance."""
        house = house or self.house
        table = (await house.read(self.key)).table
        seat = table.asked
        assert seat is not None and not table.bot_at(seat)
        notation = self.chance.choice(table.match.legal()).notation
        self.clock.now += 1000
        person, after = table.person_at(seat), table.position
        await house.act(self.key, lambda it, now: it.play(person, seat, notation, after, now))
        return notation

    async def until(self, true, house=None):
        """Wait for something that the house does by itself."""
        house = house or self.house
        async with asyncio.timeout(SOON_S), house.listen(self.key) as listener:
            while not true(listener.hosted.table):
                await listener.wait()
            return listener.hosted.table

    async def play(self, house=None, most=100_000):
        """Moves of people whenever one is asked, until the game is over or so many were made."""
        for _ in range(most):
            table = await self.until(lambda it: it.over or it.awaited, house)
            if table.over:
                break
            await self.move(house)
        return self.house.memory.table(self.key)


@pytest.fixture
def sit(guest, clock):
    async def make(house, kinds="pp", game="carrara", **wanted):
        """`p` is a person of its own, `b` a random bot, `g` a greedy one, `m` a master."""
        requests, persons = [], {}
        for n, kind in enumerate(kinds):
            if kind == "p":
                persons[n] = await guest(f"Person {n}")
                requests.append(wire.SeatRequest("person" if len(persons) == 1 else "open"))
            else:
                requests.append(wire.SeatRequest("bot", level={"b": "random", "g": "greedy", "m": "master"}[kind]))
        first = next(iter(persons), None)
        host = persons[first] if first is not None else await guest("Host")
        hosted = await house.create(wire.NewTable(game=game, seats=requests, **{"takeover": "random", **wanted}), host)
        for n, person in persons.items():
            if n != first:
                await house.act(hosted.key, lambda table, now, n=n, person=person: table.join(person.id, n, now))
        return Sitting(house, hosted.key, persons, clock)

    return make


class Live:
    """Somebody who is connected, and all that arrived."""

    def __init__(
        self, house, key, viewer=SPECTATOR, since=None, audiences=("players", "spectators"), language="en", ping_s=20.0
    ):
        self.messages = []
        self._news = asyncio.Event()
        self._stream = stream(house, key, viewer, language, since, audiences, ping_s)

    async def _read(self):
        async with aclosing(self._stream) as messages:
            async for message in messages:
                self.messages.append(message)
                self._news.set()

    async def __aenter__(self):
        self._task = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_):
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def until(self, true):
        async with asyncio.timeout(SOON_S):
            while not any(true(message) for message in self.messages):
                self._news.clear()
                await self._news.wait()
        return next(message for message in self.messages if true(message))

    async def at(self, seq):
        """The situation at an entry, or a later one."""
        return await self.until(lambda one: isinstance(one, wire.Situation) and one.seq >= seq)

    async def ended(self):
        async with asyncio.timeout(SOON_S):
            await asyncio.wait([self._task])

    def of(self, kind):
        return [message for message in self.messages if isinstance(message, kind)]


@pytest.fixture
def live():
    return Live


@pytest.fixture
def refused():
    async def check(key, work):
        with pytest.raises(Refused) as found:
            await work
        assert found.value.key == key

    return check
