"""What a house does by itself: plans, clocks, bots; stopping, and going on where another one stopped."""

import asyncio

import pytest
from sqlalchemy import text

from mecenate.server import wire
from mecenate.server.notices.batching import Courier
from mecenate.server.notices.store import MemoryStore
from mecenate.server.notices.subscriptions import new_subscription
from mecenate.server.presence import Presence
from mecenate.server.stats import Stopping
from mecenate.server.storage import entries, plans, tables
from mecenate.server.table import Table

pytestmark = pytest.mark.anyio
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # where the database is of no matter
BANK = wire.BankClock(bank_s=10)


async def test_a_plan_is_carried_out(house, sit, database):
    sitting = await sit(house, "ppp", "princes")
    while (await sitting.until(lambda it: it.awaited or it.over)).match.question != "open":
        await sitting.move()
    opener = sitting.table.asked
    bidder = next(n for n in range(3) if n != opener)
    plan = wire.RepeatPlan(question="bid", move="pass", within=("open", "bid"))
    info = await house.plan(sitting.key, sitting.persons[bidder].id, bidder, plan)
    async with database.reading() as conn:
        assert [held.id for held in await plans.load(conn, sitting.key)] == [info.id]
    for _ in range(200):
        table = await sitting.until(lambda it: it.over or (it.awaited and it.wanted(0) is None))
        if bidder not in table.plans.of:
            break
        await sitting.move()
    async with database.reading() as conn:
        log = await entries.load(conn, sitting.key)
        assert await plans.load(conn, sitting.key) == []
    assert [one.body["notation"] for one in log if one.body.get("by") == "plan"]
    assert {one.seat for one in log if one.body.get("by") == "plan"} == {bidder}
    assert house.stats.plan_moves == sum(one.body.get("by") == "plan" for one in log)


async def test_plans_are_there_after_a_restart(open_house, sit):
    house = await open_house()
    sitting = await sit(house, "pp", "princes")
    waits = 1 - sitting.table.asked
    plan = wire.RepeatPlan(question="bid", move="pass", within=("open", "bid"))
    info = await house.plan(sitting.key, sitting.persons[waits].id, waits, plan)
    again = await open_house()
    assert (await again.read(sitting.key)).table.plans.of[waits].info() == info


async def test_a_clock_at_zero_calls_a_bot(house, sit, clock):
    sitting = await sit(house, "pp", clock=BANK)
    late = sitting.table.asked
    clock.now += 9_000
    await house.sweeper.sweep()
    assert sitting.table.seats[late].away == ""
    clock.now += 2_000
    await house.sweeper.sweep()
    table = await sitting.until(lambda it: it.awaited == sitting.persons[1 - late].id)
    assert table.seats[late].away == "absent" and house.stats.clock_acts == 1
    await house.act(sitting.key, lambda it, now: it.back(sitting.persons[late].id, late, now))
    assert sitting.table.seats[late].away == ""


@on_sqlite
async def test_a_clock_that_only_flags(house, sit, clock):
    sitting = await sit(house, "pp", clock=BANK, at_zero="flag")
    clock.now += 11_000
    for _ in range(3):
        await house.sweeper.sweep()
        await sitting.until(lambda it: it.clocks.flagged)
    assert house.stats.clock_acts == 1
    await sitting.move()


@on_sqlite
async def test_a_pause_stops_the_clock(house, sit, clock, database):
    sitting = await sit(house, "pp", clock=BANK)
    one, two = (person.id for person in sitting.persons.values())
    await house.act(sitting.key, lambda it, now: it.ask_pause(one, now))
    await house.act(sitting.key, lambda it, now: it.consent(two, now))
    clock.now += 3_600_000
    await house.sweeper.sweep()
    async with database.reading() as conn:
        assert await tables.due(conn, clock.now) == []
    await house.act(sitting.key, lambda it, now: it.resume(two, now))
    await house.sweeper.sweep()
    assert sitting.table.clocks.left_at(clock.now) == [10_000, 10_000] and house.stats.clock_acts == 0


async def test_a_stop_in_the_middle_and_another_house_goes_on(open_house, sit, database):
    house = await open_house()
    sitting = await sit(house, "bbb", "princes")
    await sitting.until(lambda it: it.position >= 10)
    await house.__aexit__()
    with pytest.raises(Stopping):
        await house.act(sitting.key, lambda it, now: it.close(now))
    async with database.reading() as conn:
        stored = await tables.find(conn, sitting.key)
        log = await entries.load(conn, sitting.key)
    assert stored is not None
    table = Table.load(stored.setup, log)
    assert not table.over and stored.seq == len(log) == sitting.table.seq
    again = await open_house()
    assert (await sitting.until(lambda it: it.over, again)).over


async def test_what_is_overdue_is_done_by_anybody(open_house, sit, clock, database):
    house = await open_house()
    sitting = await sit(house, "pp", clock=BANK)
    other = await open_house()
    await other.sweeper.sweep()
    house.sweeper._due.clear()  # as if it had died
    clock.now += 15_000
    await other.sweeper.sweep()
    assert sitting.key not in other.sweeper._working
    clock.now += 15_000
    await other.sweeper.sweep()
    await sitting.until(lambda it: any(seat.away for seat in it.seats), other)


@on_sqlite
async def test_a_table_that_is_due_for_no_reason_is_mended(house, sit, clock, database):
    sitting = await sit(house, "pp")
    async with database.transaction() as conn:
        await tables.set_due(conn, sitting.key, 1)
    await house.sweeper.sweep()
    async with asyncio.timeout(10):
        while house.sweeper._working:
            await asyncio.sleep(0.01)
    async with database.reading() as conn:
        assert await tables.due(conn, clock.now) == []


async def test_a_table_of_another_version_rests(open_house, sit, database, clock, caplog):
    house = await open_house()
    broken, fine = await sit(house, "pp"), await sit(house, "pp")
    async with database.transaction() as conn:
        await conn.execute(text("UPDATE tables SET due = 1"))
        older = text("UPDATE tables SET setup = replace(setup, :now, :then) WHERE id = :id")
        await conn.execute(older, {"id": broken.key, "now": '"rules":', "then": '"rules":9'})
    again = await open_house()
    for _ in range(3):
        await again.sweeper.sweep()
        clock.now += 20_000
        while again.sweeper._working:
            await asyncio.sleep(0.01)
    async with database.reading() as conn:
        assert await tables.due(conn, clock.now - 60_000) == []
    assert "Use the version it was played with" in caplog.text
    await fine.move(again)


@on_sqlite
async def test_a_bot_without_a_choice_takes_its_time_too(open_house, sit, monkeypatch):
    """Else its pace would tell that it can't afford a bid."""
    house = await open_house(bot_pause_s=600)
    chosen, choose = asyncio.Event(), house.opponents.choose

    async def noted(level, match):
        action = await choose(level, match)
        if len(match.legal_actions()) == 1:
            chosen.set()
        return action

    monkeypatch.setattr(house.opponents, "choose", noted)
    monkeypatch.setattr(Presence, "watched", lambda _, key: forced(house.memory.table(key)))
    sitting = await sit(house, "pb", "princes")
    while not forced(await sitting.until(lambda it: it.awaited or it.over or forced(it))):
        await sitting.move()
    async with asyncio.timeout(10):
        await chosen.wait()
    for _ in range(20):
        await asyncio.sleep(0)
    assert sitting.key in house.sweeper._thoughts, "it has chosen, and waits"


def forced(table):
    """Whether a bot is asked and has one answer."""
    return table.asked is not None and not table.awaited and len(table.match.legal_actions()) == 1


async def test_a_cancelled_act_is_done_or_not_done(house, sit, database):
    sitting = await sit(house, "pp")
    for turns in range(0, 60, 3):
        before = sitting.table.seq
        task = asyncio.create_task(sitting.move())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        while house._storing:
            await asyncio.wait(house._storing)
        async with database.reading() as conn:
            stored = await entries.load(conn, sitting.key)
        assert len(stored) == sitting.table.seq in (before, before + 1)
        assert [entry for entry, _ in sitting.table.log.after(0)] == stored
    await sitting.play(most=3)


async def test_what_can_not_be_stored_does_not_happen(house, guest, database):
    host = await guest("Host")
    new = wire.NewTable(game="carrara", seats=[wire.SeatRequest("person"), wire.SeatRequest("open")])
    key = (await house.create(new, host)).key
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await house.act(key, lambda it, now: it.join("nobody-there", 1, now))
    assert (await house.read(key)).table.seats[1].person is None
    other = await guest("Other")
    hosted = await house.act(key, lambda it, now: it.join(other.id, 1, now))
    assert hosted.table.status == "running" and hosted.names[other.id].name == "Other"


class Broken(MemoryStore):
    async def subscriptions_of(self, person):
        raise OSError("the store is away")


async def awake(_person):
    return False


async def told(store, queue, keys):
    async with asyncio.timeout(10):
        while list(store.queues[queue]) != keys:
            await asyncio.sleep(0.01)


@on_sqlite
async def test_who_is_awaited_is_told(open_house, sit, clock):
    store = MemoryStore()
    courier = Courier(store, {"webhook": None}, "https://games.example", awake, clock=clock)  # type: ignore[dict-item]
    house = await open_house(courier=courier)
    sitting = await sit(house, "pp", "princes")
    ids = {n: store.add(new_subscription(one.id, "webhook", "https://hook")).id for n, one in sitting.persons.items()}
    asked = sitting.table.asked
    while sitting.table.asked == asked:
        await sitting.move()
    await told(store, ids[1 - asked], [sitting.key])
    turn = store.queues[ids[1 - asked]][sitting.key]
    assert (turn.name, turn.link) == (f"Person {asked}", f"https://games.example/table/{sitting.key}")
    while sitting.table.asked != asked:
        await sitting.move()
    await told(store, ids[asked], [sitting.key])
    await told(store, ids[1 - asked], [])


@on_sqlite
async def test_a_broken_courier_disturbs_nobody(open_house, sit, clock):
    house = await open_house(courier=Courier(Broken(), {}, "", awake, clock=clock))
    sitting = await sit(house, "pb", "stanza")
    assert (await sitting.play()).over
