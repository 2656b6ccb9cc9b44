"""Invitations, shared links, chat, plans and keys."""

import asyncio

import pytest
from sqlalchemy import text

from mecenate.server.plans import Held
from mecenate.server.storage import chat, invitations, keys, plans, shares
from mecenate.server.wire import ExactPlan, RepeatPlan, UntilPlan

pytestmark = pytest.mark.anyio


async def test_an_invitation_is_used_once(database, anna, bruno, table):
    async with database.transaction() as conn:
        token = await invitations.make(conn, table.id, 1, 10)
        found = await invitations.find(conn, token)
        assert found is not None and (found.table, found.seat, found.used) == (table.id, 1, None)
        assert await invitations.waiting(conn, table.id) == {1: 10}

    async def use(person):
        async with database.transaction() as conn:
            return await invitations.use(conn, token, person.id, 20)

    done = await asyncio.gather(use(anna), use(bruno), use(anna))
    assert sum(one is not None for one in done) == 1
    async with database.reading() as conn:
        found = await invitations.find(conn, token)
        assert found is not None and found.used == 20 and found.used_by in (anna.id, bruno.id)
        assert await invitations.waiting(conn, table.id) == {}


async def test_a_new_invitation_makes_the_old_one_void(database, anna, table):
    async with database.transaction() as conn:
        old = await invitations.make(conn, table.id, 1, 10)
        new = await invitations.make(conn, table.id, 1, 11)
        other = await invitations.make(conn, table.id, 0, 11)
        assert await invitations.use(conn, old, anna.id, 12) is None
        assert await invitations.use(conn, "nonsense \ud800", anna.id, 12) is None
        assert await invitations.withdraw(conn, table.id, 0)
        assert await invitations.find(conn, other) is None
        assert await invitations.use(conn, new, anna.id, 12) is not None
        assert not await invitations.withdraw(conn, table.id, 1)


async def test_the_same_thing_shared_twice_is_one_link(database, anna, table):
    async with database.transaction() as conn:
        position = await shares.make(conn, table.id, 17, None, anna.id, 5)
        assert await shares.make(conn, table.id, 17, None, anna.id, 6) == position
        seat = await shares.make(conn, table.id, 17, 0, anna.id, 6)
        assert position.token != seat.token
        assert await shares.of_table(conn, table.id) == [position, seat]
        assert await shares.withdraw(conn, table.id, seat.token)
        assert not await shares.withdraw(conn, table.id, seat.token)
        assert await shares.find(conn, seat.token) is None


async def test_watch_links_are_not_in_the_database(database, anna, table):
    async with database.transaction() as conn:
        one, two = [await shares.make_watch(conn, table.id, anna.id, at) for at in (7, 8)]
        stored = (await conn.execute(text("SELECT token FROM shares"))).scalars().all()
        assert len(stored) == 2 and not {one, two} & set(stored)
        assert await shares.watched_by(conn, one) == await shares.watched_by(conn, two) == table.id
        for token in stored:  # who reads the database can't watch with what is there
            assert await shares.watched_by(conn, token) is None and await shares.find(conn, token) is None
        assert await shares.of_table(conn, table.id) == []
        assert await shares.withdraw_watches(conn, table.id) and not await shares.withdraw_watches(conn, table.id)
        assert await shares.watched_by(conn, one) is None


async def test_chat_has_two_audiences_and_an_order(database, anna, table):
    async def say(n):
        async with database.transaction() as conn:
            return await chat.say(conn, table.id, anna.id, [chat.PLAYERS, chat.SPECTATORS][n % 2], f"Nr. {n} \0☃", 100 + n)

    said = sorted(await asyncio.gather(*map(say, range(10))), key=lambda message: message.number)
    assert [message.number for message in said] == list(range(1, 11))
    async with database.reading() as conn:
        assert await chat.load(conn, table.id, [chat.PLAYERS, chat.SPECTATORS]) == said
        players = [message for message in said if message.audience == chat.PLAYERS]
        assert await chat.load(conn, table.id, [chat.PLAYERS]) == players
        assert await chat.load(conn, table.id, [chat.PLAYERS], limit=2) == players[-2:]
        assert await chat.load(conn, table.id, [chat.PLAYERS, chat.SPECTATORS], since=8) == said[8:]


@pytest.mark.parametrize(("table_id", "audience"), [("nothing", chat.PLAYERS), (None, "everybody")])
async def test_chat_that_is_a_mistake(database, anna, table, table_id, audience):
    with pytest.raises(ValueError):
        async with database.transaction() as conn:
            await chat.say(conn, table_id or table.id, anna.id, audience, "Hello", 1)


async def test_a_seat_has_one_plan(database, table):
    first = Held("a", 0, 7, ExactPlan(("bid 400",), {"object": "bell"}), {"object": 3}, True)
    second = Held("b", 0, 8, UntilPlan("bid", "bid", 600, "pass"), {}, False)
    other = Held("c", 1, 9, RepeatPlan("bid", "pass", ("bid", "open")), {}, False)
    async with database.transaction() as conn:
        await plans.hold(conn, table.id, other, 1)
        await plans.hold(conn, table.id, first, 2)
        assert await plans.load(conn, table.id) == [first, other]
        await plans.hold(conn, table.id, second, 3)
        assert await plans.load(conn, table.id) == [second, other]
        assert await plans.drop(conn, table.id, 0)
        assert not await plans.drop(conn, table.id, 0)
        assert await plans.drop_all(conn, table.id) == 1


async def test_a_key_is_made_once(database):
    made = iter("abcdef")

    async def get():
        async with database.transaction() as conn:
            return await keys.get_or_make(conn, "push", lambda: next(made))

    found = await asyncio.gather(*(get() for _ in range(5)))
    assert len(set(found)) == 1
