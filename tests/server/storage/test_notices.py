"""Subscriptions are off until verified, a table is queued once for each, and of two senders one gets the claim."""

import asyncio

import pytest

from mecenate.server.notices.store import Store
from mecenate.server.notices.subscriptions import Channel, Turn, new_subscription
from mecenate.server.storage import notices, people
from mecenate.server.storage.notices import DatabaseStore

pytestmark = pytest.mark.anyio


def turn(table, at=100):
    return Turn(table.id, "Anna's table", "Chess", f"https://example.org/t/{table.id}", at)


async def add(database, person, channel: Channel = "webhook", address="https://example.org/", verified=True):
    subscription = new_subscription(person.id, channel, address, interval_s=60)
    async with database.transaction() as conn:
        return subscription, await notices.subscribe(conn, subscription, 1, verified)


async def test_nothing_is_sent_before_the_owner_said_yes(database, anna, table):
    store: Store = DatabaseStore(database)
    subscription, proof = await add(database, anna, "mail", "anna@example.org", verified=False)
    assert proof
    assert await store.subscriptions_of(anna.id) == []
    await store.queue([subscription.id], turn(table))
    assert await store.waiting(1000) == []
    async with database.transaction() as conn:
        assert await notices.verify(conn, "nonsense", 5) is None
        assert await notices.verify(conn, proof, 5) == subscription.id
        assert await notices.verify(conn, proof, 6) is None
        (listed,) = await notices.of_person(conn, anna.id)
    assert (listed.subscription, listed.verified) == (subscription, 5)
    assert await store.subscriptions_of(anna.id) == [subscription]
    assert await store.waiting(1000) == [subscription]


async def test_a_table_is_queued_once_and_the_newer_turn_counts(database, anna, table, add_table):
    store = DatabaseStore(database)
    subscription, _ = await add(database, anna)
    async with database.transaction() as conn:
        other = await add_table(conn, anna.id)
    for one in (turn(table, 100), turn(other, 200), turn(table, 300)):
        await store.queue([subscription.id, "gone"], one)
    assert await store.turns(subscription.id) == [turn(other, 200), turn(table, 300)]
    await store.finish(subscription.id, [turn(other, 200), turn(table, 100)], 1000)
    assert await store.turns(subscription.id) == [turn(table, 300)]
    (after,) = await store.waiting(0)
    assert (after.last_sent, after.attempts, after.not_before) == (1000, 0, 0)


async def test_who_has_moved_is_not_told(database, anna, bruno, table):
    store = DatabaseStore(database)
    subscription, _ = await add(database, anna)
    await store.queue([subscription.id], turn(table))
    await store.settle(bruno.id, table.id)
    assert await store.waiting(1000) == [subscription]
    await store.settle(anna.id, table.id)
    assert await store.waiting(1000) == []


async def test_one_of_two_senders_gets_the_claim(database, anna):
    store = DatabaseStore(database)
    subscription, _ = await add(database, anna)
    claims = await asyncio.gather(*(store.claim(subscription.id, 1000, 2000) for _ in range(5)))
    assert [one for one in claims if one is not None] == [subscription]
    assert await store.claim(subscription.id, 1999, 3000) is None
    assert await store.claim(subscription.id, 2000, 3000) is not None
    assert await store.claim("gone", 2000, 3000) is None


async def test_failing_waits_longer(database, anna, table):
    store = DatabaseStore(database)
    subscription, _ = await add(database, anna)
    await store.queue([subscription.id], turn(table))
    await store.postpone(subscription.id, 3, 9000)
    assert await store.waiting(8999) == []
    (again,) = await store.waiting(9000)
    assert again.attempts == 3


async def test_switching_off(database, anna, bruno, table):
    store = DatabaseStore(database)
    first, _ = await add(database, anna)
    await store.queue([first.id], turn(table))
    second, _ = await add(database, anna)  # the same address: instead of the first
    assert await store.subscriptions_of(anna.id) == [second]
    assert await store.turns(first.id) == []
    assert not await store.unsubscribe(first.token)
    await store.queue([second.id], turn(table))
    assert await store.unsubscribe(second.token)
    assert not await store.unsubscribe(second.token)
    third, _ = await add(database, anna)
    async with database.transaction() as conn:
        assert not await notices.remove(conn, bruno.id, third.id)
        assert await notices.remove(conn, anna.id, third.id)
    fourth, _ = await add(database, anna)
    await store.drop(fourth.id)
    assert await store.subscriptions_of(anna.id) == []


async def test_a_guest_that_was_taken_over_is_told_at_the_account(database, anna, bruno, table):
    store = DatabaseStore(database)
    await add(database, bruno)
    await add(database, anna, address="https://example.org/guest")
    async with database.transaction() as conn:
        await people.make_account(conn, bruno.id, "Bruno", "bruno", "hash", None)
        await people.adopt(conn, anna.id, bruno.id, 3)
    found = await store.subscriptions_of(anna.id)
    assert found == await store.subscriptions_of(bruno.id)
    assert len(found) == 2
    await store.queue([one.id for one in found], turn(table))
    await store.settle(anna.id, table.id)
    assert await store.waiting(1000) == []
