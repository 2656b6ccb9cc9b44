"""What the server does at tables by itself: plans, bots, clocks. And what has to be done now and then.

The worker that made the last entry of a table does what follows from it, at once. Only if it is overdue do others: that worker
may be gone. If two do the same after all, one of them is too late, and looks again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from mecenate.core.errors import MecenateError
from mecenate.server.ending import end, first
from mecenate.server.entry import Entry
from mecenate.server.hosted import NoTable
from mecenate.server.refused import Refused, Stale
from mecenate.server.storage import sessions, tables
from mecenate.server.table import Table, Wanted

if TYPE_CHECKING:
    from mecenate.server.hosting import House

logger = logging.getLogger("mecenate.sweeping")

SWEEP_S = 1.0
COMPARE_S = 5.0  # how often tables in memory are compared with the database
HEARTBEAT_S = 20.0  # how often other workers are told who is here
SESSIONS_S = 3600.0
SPARE_MS = 5000  # how long after its time something is overdue, beyond the longest thought of a bot
REST_MS = (1000, 10_000, 60_000, 600_000)  # how long a table is left alone after failures
MOST_AT_ONCE = 200


class Sweeper:
    def __init__(self, house: "House"):
        self.house = house
        self._due: dict[str, int] = {}  # tables that this worker has to look after, and when
        self._working: dict[str, asyncio.Task[None]] = {}
        self._thoughts: dict[str, tuple[Table, asyncio.Future[tuple[int, None]]]] = {}  # of bots, and about which table
        self._overdue: set[str] = set()  # tables that the database says nobody looked after
        self._failures: dict[str, int] = {}
        self._first = True

    def look(self, table: Table) -> None:
        """This worker made the last entry: what follows is its work."""
        now = self.house.clock()
        due = table.due(now)
        about, thought = self._thoughts.get(table.key, (table, None))
        if thought and (about.line_seq, about.wanted(now)) != (table.line_seq, table.wanted(now)):
            thought.cancel()  # taken back, closed, or no longer the bot's to answer
        if due is None:
            self._due.pop(table.key, None)
        else:
            self._due[table.key] = due
            if due <= now:
                self._start(table.key)

    def leave(self, key: str, planned: bool) -> None:
        """Another worker made the last entry. If plans are held, it is seen to later that it knew of them."""
        self._due.pop(key, None)
        if planned:
            self._due[key] = self.house.clock() + SPARE_MS

    def soon(self, key: str) -> None:
        """With the next sweep."""
        self._due[key] = self.house.clock()

    def _start(self, key: str) -> None:
        if key not in self._working and not self.house.stopping:
            self._working[key] = asyncio.create_task(self._work(key))

    async def _work(self, key: str) -> None:
        try:
            while await self._step(key):
                self._failures.pop(key, None)
        except NoTable:
            self._due.pop(key, None)
        except Exception as error:
            await self._rest(key, error)
        finally:
            del self._working[key]

    async def _rest(self, key: str, error: Exception) -> None:
        """Something is wrong with a table, or with the database: leave it alone for a while, in all workers."""
        failures = self._failures[key] = self._failures.get(key, 0) + 1
        until = self.house.clock() + REST_MS[min(failures, len(REST_MS)) - 1]
        self._due[key] = until
        what = str(error) if isinstance(error, MecenateError) else type(error).__name__
        logger.warning("table %s could not go on by itself: %s", key, what)
        if failures > 1:
            try:
                async with self.house.database.transaction() as conn:
                    await tables.set_due(conn, key, until)
            except Exception as another:
                logger.warning("table %s could not be put off: %s", key, type(another).__name__)

    async def _step(self, key: str) -> bool:
        """One thing that is to be done at a table; False when there is none."""
        house = self.house
        table = (await (house.read(key) if key in self._overdue else house.at_hand(key))).table
        now = house.clock()
        wanted = table.wanted(now)
        if wanted is None:
            due = table.due(now)
            if key in self._overdue:
                await self._mend(key, table, due)
                return True
            self._due.pop(key, None)
            if due is not None:
                self._due[key] = due
            return False
        self._overdue.discard(key)
        try:
            make = await self._bot(table, wanted) if wanted.kind == "bot" else MAKERS[wanted.kind]
            await house.act(key, make)
        except Stale:
            return True  # the table has gone on meanwhile
        except Refused as refused:
            if house.memory.table(key) is not table:
                return True
            raise MecenateError(f"{wanted.kind} at seat {wanted.seat + 1}: {refused}") from None
        setattr(house.stats, COUNTED[wanted.kind], getattr(house.stats, COUNTED[wanted.kind]) + 1)
        return True

    async def _bot(self, table: Table, wanted: Wanted) -> Callable[[Table, int], list[Entry]]:
        """A bot's move, not faster than people who watch can follow, and as fast whether or not there was a choice."""
        house = self.house
        pause = house.bot_pause_s if house.here.watched(table.key) else 0.0
        thought = asyncio.gather(house.opponents.choose(wanted.level, table.match), asyncio.sleep(pause))
        self._thoughts[table.key] = (table, thought)
        try:
            await asyncio.wait([thought])
        finally:
            del self._thoughts[table.key]
            thought.cancel()
        if thought.cancelled():
            raise Stale(repeated=False)
        action, _ = thought.result()

        def make(then: Table, now: int) -> list[Entry]:
            if then.line_seq != table.line_seq:
                raise Stale(repeated=False)
            return then.bot_move(wanted.seat, action, table.position, now)

        return make

    async def sweep(self) -> None:
        """Start what is to be done by now."""
        if self.house.uptime and await self.house.uptime.beat():
            for key in self.house.memory.all():
                self.soon(key)
        now = self.house.clock()
        overdue = now - (0 if self._first else int(self.house.opponents.limit_s * 1000) + SPARE_MS)
        async with self.house.database.reading() as conn:
            found = await tables.due(conn, overdue, MOST_AT_ONCE)
        self._first = False
        for key in found:
            if self._due.setdefault(key, now) <= now:
                self._overdue.add(key)
        for key in [key for key, due in self._due.items() if due <= now]:
            self._start(key)

    async def _mend(self, key: str, table: Table, due: int | None) -> None:
        """The database says that there is something to do at a table, and there is not."""
        self._overdue.discard(key)
        async with self.house.database.transaction() as conn:
            if await tables.lock(conn, key) == table.seq:
                await tables.set_due(conn, key, due)

    async def run(self) -> None:
        """Until cancelled."""
        await first(
            self._every(SWEEP_S, self.sweep),
            self._every(COMPARE_S, self.house.memory.compare),
            self._every(HEARTBEAT_S, self._heartbeat),
            self._every(SESSIONS_S, self._sessions),
        )

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            began = time.monotonic()
            try:
                await work()
            except Exception as error:
                logger.warning("%s failed: %s", work.__name__.strip("_"), type(error).__name__)
            await asyncio.sleep(max(0.05, began + seconds - time.monotonic()))

    async def _heartbeat(self) -> None:
        self.house.tell_presence()

    async def _sessions(self) -> None:
        async with self.house.database.transaction() as conn:
            await sessions.sweep(conn, self.house.clock())

    async def stop(self) -> None:
        """Think no further; what is being stored is stored all the same."""
        await end(self._working.values())


MAKERS: dict[str, Callable[[Table, int], list[Entry]]] = {"plan": Table.planned, "clock": Table.clocked}
COUNTED = {"bot": "bot_moves", "plan": "plan_moves", "clock": "clock_acts"}
