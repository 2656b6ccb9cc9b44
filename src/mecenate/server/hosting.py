"""All tables of one worker: in memory, up to date, and changed by one act after the other.

    async with Opponents(2) as opponents, House(database, opponents) as house:
        hosted = await house.act(key, lambda table, now: table.play(person, seat, "bid 400", after, now))

An act is stored in one transaction with everything that is kept about its table elsewhere, and takes effect in memory only
then. Who is no longer interested in an act cannot stop it halfway.
"""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Self, TypeVar

from sqlalchemy.exc import DBAPIError

import mecenate
from mecenate.server import chatting, planning, readiness, storing, wire
from mecenate.server.ending import end
from mecenate.server.entry import Entry
from mecenate.server.fanout import Note, fanout_for
from mecenate.server.hosted import Hosted, Listener, NoTable, add_names, names_of_new
from mecenate.server.insights import Insights
from mecenate.server.line import unrolled
from mecenate.server.memory import Memory
from mecenate.server.notices.batching import Courier, now_ms
from mecenate.server.opponents import Opponents
from mecenate.server.presence import Presence
from mecenate.server.refused import Refused, Stale
from mecenate.server.revoking import Revocations
from mecenate.server.settings import PAUSE_S
from mecenate.server.setup import Setup, set_up
from mecenate.server.stats import Stats, Stopping
from mecenate.server.storage import seen, tables
from mecenate.server.storage.database import Database
from mecenate.server.storage.errors import Raced
from mecenate.server.storage.ids import new_id
from mecenate.server.storage.people import Person
from mecenate.server.sweeping import Sweeper
from mecenate.server.table import Table, rematch
from mecenate.server.turns import Turns
from mecenate.server.uptime import Uptime

__all__ = ["Hosted", "House", "Listener", "NoTable", "Stopping"]

logger = logging.getLogger("mecenate.hosting")

STOP_S = 5.0  # for what is being stored when the server stops, and for what is to be told then
MOST_REMATCHES = 1000


Make = Callable[[Table, int], list[Entry]]
Result = TypeVar("Result")


class House:
    def __init__(
        self,
        database: Database,
        opponents: Opponents,
        clock: Callable[[], int] = now_ms,
        courier: Courier | None = None,
        *,
        most_tables: int = 500,
        bot_pause_s: float = PAUSE_S,
        insights: Insights | None = None,
        uptime: Uptime | None = None,
    ):
        self.database = database
        self.opponents = opponents
        self.clock = clock
        self.courier = courier
        self.bot_pause_s = bot_pause_s  # before a bot's move where somebody watches who is no program
        self.insights = insights or Insights(seconds=opponents.seconds)
        self.uptime = uptime  # a house that only does something for an administrator is not there for people
        self.stats = Stats()
        self.stopping = False
        self.fanout = fanout_for(database)
        self.memory = Memory(database, most_tables)
        self.here = Presence(clock())
        self.revocations = Revocations()
        self.sweeper = Sweeper(self)
        self._turns: Turns | None = None
        self._one_rematch = asyncio.Lock()  # two people want it at the same moment
        self._rematches: OrderedDict[str, str] = OrderedDict()
        self._serving: list[asyncio.Task[None]] = []
        self._storing: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        work: list[Coroutine[Any, Any, None]] = [self.sweeper.run(), self.fanout.run(self._heard, self._missed)]
        if self.courier:
            self._turns = Turns(self.courier)
            work += [self._turns.run(), self.courier.run()]
        self._serving = [asyncio.create_task(one) for one in work]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Finish what is being stored, and tell it."""
        self.hang_up()
        await self.insights.stop()
        await self.sweeper.stop()
        if self._storing:
            await asyncio.wait(self._storing, timeout=STOP_S)
        await end(self._serving)
        await self.memory.stop()
        if self.uptime:
            with suppress(Exception):
                await self.uptime.beat()
        for key in self.here.here:
            self.fanout.soon(Note("presence", key))
        with suppress(Exception):
            async with asyncio.timeout(STOP_S):
                if self._turns:
                    await self._turns.flush()
                await self.fanout.flush()

    def hang_up(self) -> None:
        """The server is about to stop: live connections end, and nothing new is begun."""
        self.stopping = True
        self.memory.wake_all()

    # Tables

    async def create(self, wanted: wire.NewTable, host: Person) -> Hosted:
        """A new table; the host sits down where the setup says so."""
        return await self._create(*unrolled(set_up(wanted, host.id, secrets.randbits(64), secrets.token_hex(16))))

    async def _create(self, setup: Setup, played: Sequence[str] = ()) -> Hosted:
        return await self._stored(self._created(setup, played))

    async def _created(self, setup: Setup, played: Sequence[str]) -> Hosted:
        readiness.soon(setup.game)
        now = self.clock()
        async with self.database.transaction() as conn:
            stored = await tables.create(conn, setup, mecenate.__version__, now)
            before = Table(setup, stored.id)
            new = before.created(now, played)
            after = _applied(before, new)
            await storing.write(conn, before, after, new, now)
        hosted = await self.at_hand(after.key)
        self._follow(hosted, before, after)
        return hosted

    async def read(self, key: str) -> Hosted:
        """A table as it is stored now."""
        async with self.memory.using(key) as hosted:
            if self.fanout.shared and hosted.current:
                async with self.database.reading() as conn:
                    hosted.newest = max(hosted.newest, (await tables.last_of(conn, [key])).get(key, 0))
            await self.memory.bring_up(hosted)
            await self._keep_time(hosted)
            return hosted

    async def at_hand(self, key: str) -> Hosted:
        """A table as far as it is known here; other workers may be a moment ahead."""
        async with self.memory.using(key) as hosted:
            await self.memory.bring_up(hosted)
            await self._keep_time(hosted)
            return hosted

    async def _keep_time(self, hosted: Hosted) -> None:
        """Time in which nobody could have moved does not count, for the clock that ran then."""
        if self.uptime and not self.stopping:
            with suppress(DBAPIError, Stopping):  # the table can be looked at all the same
                await self.uptime.look()
                if hosted.table.clocks.missed(self.uptime.gaps):
                    await self.act(hosted.key, lambda table, now: [])

    # Acts

    async def act(self, key: str, make: Make) -> Hosted:
        """What `make` says is to be appended to the log, on the table as it is and at the time it is.

        `make` is called again if another worker was faster. What it raises passes through; no entries, nothing happens.
        """
        return await self._stored(self._act(key, make))

    async def _stored(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Work that goes on to its end even if nobody waits for it any more."""
        if self.stopping:
            work.close()
            raise Stopping
        task = asyncio.create_task(work)
        self._storing.add(task)
        task.add_done_callback(self._storing.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody is left to be told
        return await asyncio.shield(task)

    async def _act(self, key: str, make: Make) -> Hosted:
        began = time.perf_counter()
        if self.uptime:
            await self.uptime.look()
        async with self.memory.using(key) as hosted, hosted.lock:
            while True:
                await self.memory.bring_up_locked(hosted)
                before = hosted.table
                try:
                    new = self._made(before, make)
                except Refused:
                    self.stats.refused += 1
                    raise
                if not new:
                    return hosted
                after = _applied(before, new)
                try:
                    await self._write(hosted, before, after, new)
                    break
                except Raced:
                    self.stats.races += 1
                    hosted.newest = max(hosted.newest, before.seq + 1)
        self.stats.acts += 1
        self.stats.act_ms.append(1000 * (time.perf_counter() - began))
        self._follow(hosted, before, after)
        return hosted

    def _made(self, table: Table, make: Make) -> list[Entry]:
        """The entries of an act, after what must be in the log before it."""
        now = self.clock()
        outage = table.outage(self.uptime.gaps, now) if self.uptime else []
        return [*outage, *make(_applied(table, outage) if outage else table, now)]

    async def _write(self, hosted: Hosted, before: Table, after: Table, new: list[Entry]) -> None:
        try:
            async with self.database.transaction() as conn:
                await storing.write(conn, before, after, new, self.clock())
                come = await names_of_new(conn, hosted, new)
                await self.fanout.within(conn, Note("entries", after.key, after.seq))
        except Raced:
            raise
        except BaseException:
            hosted.whole = True  # whether it was stored is not known: look
            raise
        hosted.table = after
        add_names(hosted, come)

    def _follow(self, hosted: Hosted, before: Table, after: Table) -> None:
        """After a table went on by this worker: tell who looks, and do what the server has to do."""
        hosted.wake()
        if self._turns:
            try:
                self._turns.note(before, after, hosted.names)
            except Exception:
                logger.exception("a turn at table %s was not noted", after.key)
        self.sweeper.look(hosted.table)

    async def close_table(self, key: str) -> Hosted:
        return await self.act(key, lambda table, now: table.close(now))

    async def rematch(self, key: str, person: Person) -> Hosted:
        """The same table again. Who is not the first to want it sits down at the one that there is."""
        old = (await self.read(key)).table
        setup = rematch(old, person.id, secrets.randbits(64), secrets.token_hex(16))
        async with self._one_rematch:
            if key not in self._rematches:
                hosted = await self._create(setup)
                self._remember_rematch(key, hosted.key)
                self.fanout.soon(Note("rematch", key, other=hosted.key))
                return hosted
        again = self._rematches[key]
        new = (await self.read(again)).table
        for seat, wanted in enumerate(new.setup.seats):
            if new.aliases.get(wanted.person or "", wanted.person) == person.id:
                with suppress(Refused):  # already there, or it is over again
                    await self.act(again, lambda table, now, seat=seat: table.join(person.id, seat, now))
        return await self.read(again)

    def _remember_rematch(self, key: str, again: str) -> None:
        self._rematches.setdefault(key, again)
        while len(self._rematches) > MOST_REMATCHES:
            self._rematches.popitem(last=False)

    # Plans

    async def plan(self, key: str, person: str, seat: int, plan: wire.Plan) -> wire.PlanInfo:
        """Hold a plan for a seat, instead of the one it had."""

        def change(table: Table) -> None:
            table.hold(table.plan(person, seat, plan, new_id(16)))

        after = await self._stored(planning.change(self, key, seat, change))
        progress = after.plans.of.get(seat)
        if progress is None:
            raise Stale(repeated=False)
        return progress.info()

    async def drop_plan(self, key: str, person: str, seat: int) -> None:
        await self._stored(planning.change(self, key, seat, lambda table: table.drop(person, seat)))

    # Words, and what people have seen

    async def say(self, key: str, person: Person, text: str, audience: str) -> wire.Chat:
        hosted = await self.at_hand(key)
        return await self._stored(chatting.say(self, hosted, person, text, audience))

    async def chat(self, key: str, audiences: Collection[str], since: int = 0) -> list[wire.Chat]:
        """The latest messages after number `since`, in order."""
        return await chatting.load(self, (await self.at_hand(key)).table, audiences, since)

    async def seen(self, key: str, person: str, seq: int) -> None:
        """A person has seen the table up to an entry."""
        table = (await self.read(key)).table
        async with self.database.transaction() as conn:
            await seen.mark(conn, key, person, max(0, min(seq, table.seq)))
        self.sign(key, person)

    async def last_seen(self, key: str, person: str) -> int:
        async with self.database.reading() as conn:
            return await seen.find(conn, key, person)

    # People who change. The database has been changed already; tables in memory follow, here and in other workers.

    async def renamed(self, person: str) -> None:
        await self._changed([person])

    async def adopt(self, guest: str, account: str) -> None:
        await self._changed([guest, account])

    async def forget(self, person: str) -> None:
        """Bots play on for somebody who has left for good, and seats that wait for the start are free again."""
        async with self.database.reading() as conn:
            mine = [one.table for one in await tables.mine(conn, person, limit=1000)]
        for stored in mine:
            if stored.status in ("open", "running", "paused"):
                with suppress(Refused):
                    await self._leave(stored.id, person)
        await self._changed([person])
        self.revoked(person)

    def revoked(self, *ids: str) -> None:
        """Something was taken from people or tables: a session, a token, a seat, a link. Live connections look again."""
        self.fanout.soon(Note("revoked", persons=ids))
        self.revocations.tell(ids)

    async def _leave(self, key: str, person: str) -> None:
        for seat in (await self.read(key)).table.active(person):
            await self.act(
                key,
                lambda table, now, seat=seat: (table.leave if table.line is None else table.resign)(person, seat, now),
            )

    async def _changed(self, persons: list[str]) -> None:
        self.fanout.soon(Note("people", persons=tuple(persons)))
        await self.memory.changed(persons)

    # Who is there

    @asynccontextmanager
    async def listen(self, key: str) -> AsyncIterator[Listener]:
        """A listener that is woken when something changes at a table; `listener.hosted` is the table."""
        async with self.memory.using(key) as hosted:
            await self.read(key)
            listener = Listener(hosted)
            hosted.listeners.add(listener)
            try:
                yield listener
            finally:
                hosted.listeners.discard(listener)

    @contextmanager
    def present(self, key: str, person: str | None, program: bool = False) -> Iterator[None]:
        """A live connection; `live.stream` is one."""
        self.here.come(key, person, program)
        self._presence_changed(key)
        try:
            yield
        finally:
            self.here.go(key, person, self.clock(), program)
            self._presence_changed(key)

    def presence(self, hosted: Hosted) -> wire.Presence:
        return self.here.info(hosted.table)

    async def is_live(self, person: str) -> bool:
        """Whether a person is connected to any table, on any worker; for the courier."""
        return self.here.is_live(person)

    def sign(self, key: str, person: str) -> None:
        """A sign of life without a live connection."""
        self.here.sign(key, person, self.clock())

    def last_sign(self, key: str, person: str | None) -> int:
        """When a person was last seen at a table, for `table.claim`."""
        table = self.memory.table(key)
        return self.here.last_sign(table, person, self.clock()) if table else self.clock()

    def claim_at(self, table: Table) -> int | None:
        """From when on the others may let a bot play for somebody who is asked and not there; None while nobody is missing."""
        person = table.awaited
        if person is None or person in self.here.persons(table.key):
            return None
        return table.claimable(self.here.last_sign(table, person, self.clock()))

    def _presence_changed(self, key: str) -> None:
        self._tell_presence(key)
        self.memory.wake(key)

    def _tell_presence(self, key: str) -> None:
        persons, others = self.here.tell(key)
        self.fanout.soon(Note("presence", key, others, tuple(persons), watched=self.here.eyes[key] > 0))

    def tell_presence(self) -> None:
        """Tell other workers again who is here, so that they know that this one is alive."""
        for key in self.here.here:
            self._tell_presence(key)
        for key in self.here.forget_silent(self.clock()):
            self.memory.wake(key)

    # What other workers tell

    def _missed(self) -> None:
        self.memory.missed()
        self.revocations.tell_all()

    def _heard(self, note: Note) -> None:
        if note.kind == "rematch":
            self._remember_rematch(note.table, note.other)
            return
        if note.kind == "revoked":
            self.revocations.tell(note.persons)
            return
        if note.kind == "presence":
            self.here.told(note.table, note.worker, note.persons, note.number, self.clock(), note.watched)
        self.memory.heard(note)
        table = self.memory.table(note.table)
        if note.kind == "entries":
            self.sweeper.leave(note.table, bool(table and table.plans.of))
        elif note.kind == "plans" and table:
            self.sweeper.soon(note.table)  # the plan may answer what this worker has just made the table ask

    # For metrics

    @property
    def tables_in_memory(self) -> int:
        return len(self.memory)

    @property
    def connections(self) -> int:
        return self.here.connections


def _applied(before: Table, new: list[Entry]) -> Table:
    after = before.copy()
    for entry in new:
        after.apply(entry)
    return after
