"""Several houses at one PostgreSQL, as workers of one server."""

import asyncio
from functools import partial

import pytest
from sqlalchemy import text

from mecenate.server import people, wire
from mecenate.server.refused import Stale
from mecenate.server.showing import Viewer
from mecenate.server.storage import entries
from mecenate.server.storage import people as stored_people

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)]


@pytest.fixture
async def two(open_house, database_url, database):
    houses = [await open_house(database_url) for _ in range(2)]
    await listening(database, 2)
    return houses


async def listening(database, houses):
    """Until so many houses are connected to hear of others."""
    query = text(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'mecenate listening' AND query LIKE 'LISTEN%'"
        " AND datname = current_database()"
    )
    async with asyncio.timeout(10):
        while True:
            async with database.reading() as conn:
                if (await conn.execute(query)).scalar() == houses:
                    return
            await asyncio.sleep(0.02)


def answer(seat, move, after, table, now):
    return table.play(table.person_at(seat), seat, move, after, now)


async def test_racing_for_every_move(two, sit, live, database):
    """Both houses are told to make the same answer, or two different ones, at the same moment; one of them counts."""
    sitting = await sit(two[0], "pbp", "carrara")
    done = 0
    async with live(two[0], sitting.key, since=0) as here, live(two[1], sitting.key, since=0) as there:
        while True:
            table = await sitting.until(lambda it: it.over or it.awaited)
            if table.over or done == 40:
                break
            seat, after, offered = table.asked, table.position, table.match.legal()
            answers = [partial(answer, seat, sitting.chance.choice(offered).notation, after) for _ in two]
            tries = [house.act(sitting.key, one) for house, one in zip(two, answers, strict=True)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            lost = [one for one in results if isinstance(one, Exception)]
            assert len(lost) == 1 and isinstance(lost[0], Stale)
            done += 1
            for house in two:
                assert (await house.read(sitting.key)).table.position > after
        last = table.seq
        await here.at(last)
        await there.at(last)
    async with database.reading() as conn:
        log = await entries.load(conn, sitting.key)
    assert sum(one.body.get("by") == "person" for one in log) == done
    seqs = [[one.seq for one in each.of(wire.EntryMessage)] for each in (here, there)]
    assert seqs[0] == seqs[1] == list(range(1, last + 1))
    assert two[0].stats.races + two[1].stats.races > 0
    assert [entry for entry, _ in two[1].memory.table(sitting.key).log.after(0)] == log


async def test_who_watches_is_known_to_all(two, sit):
    """Bots wait for people who look, wherever they are connected, and not for programs."""
    sitting = await sit(two[0], "pp")
    person = sitting.persons[0].id

    async def until(true):
        async with asyncio.timeout(10):
            while not true():
                await asyncio.sleep(0.01)

    with two[0].present(sitting.key, person, program=True):
        await until(lambda: sitting.key in two[1].here.elsewhere)
        assert not any(house.here.watched(sitting.key) for house in two)
        with two[0].present(sitting.key, person):
            await until(lambda: two[1].here.watched(sitting.key))
            assert two[0].here.watched(sitting.key)
        await until(lambda: not two[1].here.watched(sitting.key))


async def test_what_is_taken_from_somebody_is_told_to_all(two, database):
    with two[1].revocations.heard("a-person") as taken, two[1].revocations.heard("a-table") as other:
        two[0].revoked("a-person")
        async with asyncio.timeout(10):
            await taken.wait()
        assert not other.is_set()
        async with database.transaction() as conn:  # what is told while a worker does not hear counts as told
            others = "application_name = 'mecenate listening' AND datname = current_database()"
            await conn.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
        async with asyncio.timeout(10):
            await other.wait()


async def test_a_broken_connection_is_made_again(two, sit, live, database):
    sitting = await sit(two[0], "pp")
    async with live(two[1], sitting.key, since=0) as there:
        await there.at(sitting.table.seq)
        async with database.transaction() as conn:
            others = "application_name = 'mecenate listening' AND datname = current_database()"
            await conn.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
        await sitting.play(most=3)
        await there.at(sitting.table.seq)
        await listening(database, 2)
        await sitting.play(most=3)
        await there.at(sitting.table.seq)
        assert [one.seq for one in there.of(wire.EntryMessage)] == list(range(1, sitting.table.seq + 1))


async def test_words_presence_and_plans_cross_over(two, sit, live):
    sitting = await sit(two[0], "pp", "princes")
    waits = 1 - sitting.table.asked
    me = sitting.persons[waits]
    async with live(two[1], sitting.key, Viewer(me.id)) as there:
        async with live(two[0], sitting.key) as here:
            await here.until(lambda one: one == wire.Presence(seats=[waits], watching=1))
            assert await two[0].is_live(me.id)
            await two[0].say(sitting.key, me, "hello", "players")
            assert (await there.until(lambda one: isinstance(one, wire.Chat))).text == "hello"
            plan = wire.RepeatPlan(question="bid", move="pass", within=("open", "bid"))
            info = await two[0].plan(sitting.key, me.id, waits, plan)
            await there.until(lambda one: isinstance(one, wire.Situation) and one.plans == [info])
        await there.until(lambda one: one == wire.Presence(seats=[waits], watching=0))
        await sitting.move(two[1])
        await two[1].drop_plan(sitting.key, me.id, waits)
    async with asyncio.timeout(10):
        while (await two[0].read(sitting.key)).table.plans.of:
            await asyncio.sleep(0.01)


async def test_a_guest_becomes_an_account_while_playing(two, sit, live, database, clock):
    sitting = await sit(two[0], "pp")
    guest = sitting.persons[0]
    async with database.transaction() as conn:
        account = await stored_people.create(conn, "Anna", "en", clock())
        await stored_people.make_account(conn, account.id, "Anna", "anna", "hash", None)
    async with live(two[0], sitting.key, Viewer(guest.id)) as here, live(two[1], sitting.key, Viewer(guest.id)) as there:
        await here.until(lambda one: isinstance(one, wire.Presence))
        await there.until(lambda one: isinstance(one, wire.Presence))
        async with database.transaction() as conn:
            assert await stored_people.adopt(conn, guest.id, account.id, clock())
        await two[0].adopt(guest.id, account.id)
        for connection in (here, there):
            shown = await connection.until(lambda one: isinstance(one, wire.Situation) and one.seats[0].name == "Anna")
            assert shown.my_seats == [0]
    for house in two:
        assert house.memory.table(sitting.key).held(account.id) == [0]
    await sitting.play(most=6)


async def test_names_follow_and_the_forgotten_are_played_for(two, sit, live, database, clock):
    sitting = await sit(two[0], "pp")
    one, two_ = sitting.persons[0], sitting.persons[1]
    async with live(two[1], sitting.key, Viewer(two_.id)) as there:
        await there.at(1)
        await people.rename(database, one, "Berta")
        await two[0].renamed(one.id)
        await there.until(lambda it: isinstance(it, wire.Situation) and it.seats[0].name == "Berta")
        await two[0].say(sitting.key, one, "goodbye", "players")
        await people.forget(database, one.id, clock())
        await two[0].forget(one.id)
        await there.until(lambda it: isinstance(it, wire.Situation) and it.seats[0].name == "Seat 1")
        await sitting.until(lambda it: it.awaited == two_.id, two[1])
    assert two[1].memory.table(sitting.key).seats[0].away == "resigned"
    assert await two[1].chat(sitting.key, ["players"]) == []


async def test_rematches_cross_over(two, sit):
    sitting = await sit(two[0], "pbp", "stanza")
    await sitting.play()
    again = await two[0].rematch(sitting.key, sitting.persons[0])
    async with asyncio.timeout(10):
        while sitting.key not in two[1]._rematches:
            await asyncio.sleep(0.01)
    assert (await two[1].rematch(sitting.key, sitting.persons[2])).key == again.key
