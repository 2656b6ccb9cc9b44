"""Tables and their lists."""

import pytest
from sqlalchemy.exc import IntegrityError

from mecenate.server.setup import SeatSetup
from mecenate.server.storage import people, seen, tables
from mecenate.server.storage.schema import CLOSED, OPEN, OVER, PAUSED, RUNNING
from mecenate.server.storage.tables import StoredSeat

pytestmark = pytest.mark.anyio


async def test_a_table_is_found_as_it_was_made(database, anna, add_table):
    async with database.transaction() as conn:
        seats = (SeatSetup("person", person=anna.id), SeatSetup("bot", level="strong"))
        made = await add_table(conn, anna.id, seed=(1 << 64) - 1, seats=seats, public=False)
        assert await tables.find(conn, made.id) == made
        assert await tables.find(conn, "nothing") is None
        assert await tables.seats_of(conn, [made.id]) == {made.id: [StoredSeat(0, None, None), StoredSeat(1, None, "strong")]}
    assert made.setup.seed == (1 << 64) - 1
    assert (made.status, made.seq, made.due, made.asked_person) == (OPEN, 0, None, None)


async def test_ids_are_drawn(database, anna, add_table):
    async with database.transaction() as conn:
        ids = {(await add_table(conn, anna.id)).id for _ in range(5)}
    assert len(ids) == 5
    assert all(len(table) == 20 and table.isalnum() for table in ids)


async def test_a_host_that_does_not_exist(database, add_table):
    with pytest.raises(IntegrityError):
        async with database.transaction() as conn:
            await add_table(conn, "nobody")


async def test_progress_and_seats(database, anna, bruno, table):
    async with database.transaction() as conn:
        await tables.progress(conn, table.id, seq=3, status=RUNNING, due=5000, asked_person=bruno.id, now=2000)
        await tables.set_seat(conn, table.id, 0, anna.id)
        await tables.set_seat(conn, table.id, 1, bruno.id, "easy")
        found = await tables.find(conn, table.id)
        assert found is not None
        assert (found.seq, found.status, found.due, found.asked_person, found.updated) == (3, RUNNING, 5000, bruno.id, 2000)
        assert (await tables.seats_of(conn, [table.id]))[table.id] == [
            StoredSeat(0, anna.id, None),
            StoredSeat(1, bruno.id, "easy"),
        ]
        with pytest.raises(ValueError, match="not asleep"):
            await tables.progress(conn, table.id, seq=3, status="asleep", due=None, asked_person=None, now=1)
        assert await tables.count(conn) == {OPEN: 0, RUNNING: 1, PAUSED: 0, OVER: 0, CLOSED: 0}


async def test_the_lobby_has_open_public_tables_the_newest_first(database, anna, add_table):
    async with database.transaction() as conn:
        made = [await add_table(conn, anna.id, now=n // 2) for n in range(5)]  # some at the same moment
        await add_table(conn, anna.id, public=False)
        running = await add_table(conn, anna.id)
        await tables.progress(conn, running.id, seq=1, status=RUNNING, due=None, asked_person=None, now=1)
        expected = sorted(made, key=lambda table: (table.created, table.id), reverse=True)
        assert await tables.lobby(conn) == expected
        page = await tables.lobby(conn, limit=2)
        pages = []
        while page:
            pages += page
            page = await tables.lobby(conn, limit=2, before=(page[-1].created, page[-1].id))
        assert pages == expected
        assert [table.id for table in await tables.lobby(conn, RUNNING)] == [running.id]


async def test_my_tables_begin_with_those_that_wait_for_me(database, anna, bruno, add_table):
    async with database.transaction() as conn:

        async def add(name, host, sits, status, asked, updated):
            table = await add_table(conn, host.id, options={"name": name})
            if sits:
                await tables.set_seat(conn, table.id, 0, anna.id)
                await tables.set_seat(conn, table.id, 1, anna.id)
            await tables.progress(conn, table.id, seq=9, status=status, due=None, asked_person=asked and asked.id, now=updated)
            return table

        await add("over", bruno, True, OVER, None, 90)
        await add("waits, long", bruno, True, RUNNING, anna, 10)
        await add("not mine", bruno, False, RUNNING, bruno, 80)
        await add("running", bruno, True, RUNNING, bruno, 70)
        last = await add("waits", bruno, True, RUNNING, anna, 20)
        await add("host", anna, False, OPEN, None, 50)
        await seen.mark(conn, last.id, anna.id, 4)
        mine = await tables.mine(conn, anna.id)
        assert [(one.table.setup.options["name"], one.to_move, one.seen) for one in mine] == [
            ("waits", True, 4),
            ("waits, long", True, 0),
            ("running", False, 0),
            ("host", False, 0),
            ("over", False, 0),
        ]
        assert await tables.mine(conn, anna.id, limit=2, offset=1) == mine[1:3]


async def test_the_tables_of_a_guest_come_along(database, anna, bruno, table):
    async with database.transaction() as conn:
        await tables.set_seat(conn, table.id, 0, anna.id)
        await tables.progress(conn, table.id, seq=7, status=RUNNING, due=None, asked_person=anna.id, now=2)
        await seen.mark(conn, table.id, anna.id, 5)
        await people.make_account(conn, bruno.id, "Bruno", "bruno", "hash", None)
        assert await people.adopt(conn, anna.id, bruno.id, 10)
        (mine,) = await tables.mine(conn, bruno.id)
        assert (mine.table.id, mine.to_move, mine.seen) == (table.id, True, 5)


async def test_tables_where_the_server_must_act(database, anna, add_table):
    async with database.transaction() as conn:
        assert await tables.next_due(conn) is None
        made = {}
        for due in (300, None, 100, 200):
            table = made[due] = await add_table(conn, anna.id)
            await tables.progress(conn, table.id, seq=1, status=RUNNING, due=due, asked_person=None, now=1)
        assert await tables.due(conn, 99) == []
        assert await tables.due(conn, 200) == [made[100].id, made[200].id]
        assert await tables.due(conn, 900, limit=1) == [made[100].id]
        assert await tables.next_due(conn) == 100


async def test_what_was_seen_never_goes_back(database, anna, table):
    async with database.transaction() as conn:
        assert await seen.find(conn, table.id, anna.id) == 0
        for seq in (3, 9, 4):
            await seen.mark(conn, table.id, anna.id, seq)
        assert await seen.find(conn, table.id, anna.id) == 9
