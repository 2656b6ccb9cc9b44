"""The log: what is written stays, in order, without gaps; of two that write the same number exactly one wins."""

import asyncio

import pytest

from mecenate.server.entry import Entry
from mecenate.server.storage import Raced, entries, open_database, people

pytestmark = pytest.mark.anyio


def entry(seq, who="", kind="move"):
    return Entry(seq, 1000 + seq, kind, 0, {"notation": f"bid {seq}00", "by": who})


async def load(database, table, since=0):
    async with database.reading() as conn:
        return await entries.load(conn, table.id, since)


async def test_what_was_appended_is_loaded(database, table):
    first = [entry(1), Entry(2, 5, "start"), Entry(3, 1 << 41, "move", 1, {"notation": "ü\0☃", "n": [1, None]})]
    async with database.transaction() as conn:
        await entries.append(conn, table.id, first)
        await entries.append(conn, table.id, [])
    async with database.transaction() as conn:
        await entries.append(conn, table.id, [entry(4)])
        assert await entries.last_seq(conn, table.id) == 4
    assert await load(database, table) == [*first, entry(4)]
    assert await load(database, table, 3) == [entry(4)]
    assert await load(database, table, 4) == []


@pytest.mark.parametrize("numbers", [[2], [0, 1], [1, 3], [1, 1], [2, 1]])
async def test_numbers_that_leave_a_gap_are_a_mistake(database, table, numbers):
    with pytest.raises((ValueError, Raced)):
        async with database.transaction() as conn:
            await entries.append(conn, table.id, [entry(n) for n in numbers])
    assert await load(database, table) == []


async def test_a_table_that_does_not_exist(database):
    with pytest.raises(ValueError, match="there is no table"):
        async with database.transaction() as conn:
            await entries.append(conn, "nothing", [entry(1)])


async def test_a_number_that_is_taken(database, table):
    async with database.transaction() as conn:
        await entries.append(conn, table.id, [entry(1, "first")])
    with pytest.raises(Raced):
        async with database.transaction() as conn:
            await entries.append(conn, table.id, [entry(1, "second"), entry(2, "second")])
    assert await load(database, table) == [entry(1, "first")]


async def test_two_servers_that_write_the_same_number_at_the_same_time(database_url, database, table):
    """Both have looked, both see an empty log, both write."""
    databases = [await open_database(database_url) for _ in range(2)]

    async def write(database, name):
        async with database.transaction() as conn:
            await entries.append(conn, table.id, [entry(1, name), entry(2, name)])
        return name

    done = await asyncio.gather(*(write(one, name) for one, name in zip(databases, "ab", strict=True)), return_exceptions=True)
    winner = next(one for one in done if isinstance(one, str))
    assert sum(isinstance(one, Raced) for one in done) == 1
    assert await load(database, table) == [entry(1, winner), entry(2, winner)]
    for one in databases:
        await one.close()


async def test_the_second_waits_for_the_first_and_is_told(new_postgresql, add_table):
    """With PostgreSQL both are truly inside their transactions; the one that is not first learns it when the first is done."""
    database = await open_database(new_postgresql())
    async with database.transaction() as conn:
        table = await add_table(conn, (await people.create(conn, "Anna", None, 1)).id)
    written, go = asyncio.Event(), asyncio.Event()

    async def first():
        async with database.transaction() as conn:
            await entries.append(conn, table.id, [entry(1, "first")])
            written.set()
            await go.wait()

    async def second():
        async with database.transaction() as conn:
            assert await entries.last_seq(conn, table.id) == 0
            task = asyncio.ensure_future(entries.append(conn, table.id, [entry(1, "second")]))
            await asyncio.sleep(0.05)
            assert not task.done()
            go.set()
            await task

    running = asyncio.create_task(first())
    await written.wait()
    with pytest.raises(Raced):
        await second()
    await running
    assert await load(database, table) == [entry(1, "first")]
    await database.close()


async def test_many_who_append_each_get_their_place(database_url, database, table):
    """Who was too late looks again, as the server does; at the end everybody is in the log once and there is no gap."""
    databases = [await open_database(database_url) for _ in range(3)]

    async def write(database, name):
        while True:
            try:
                async with database.reading() as conn:
                    last = await entries.last_seq(conn, table.id)
                async with database.transaction() as conn:
                    await entries.append(conn, table.id, [entry(last + 1, name)])
                return
            except Raced:
                continue

    await asyncio.gather(*(write(databases[n % 3], f"{n}") for n in range(24)))
    found = await load(database, table)
    assert [one.seq for one in found] == list(range(1, 25))
    assert sorted(int(one.body["by"]) for one in found) == list(range(24))
    for one in databases:
        await one.close()
