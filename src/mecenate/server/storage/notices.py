"""Who wants to be told where, and which turns each is still to be told of.

`DatabaseStore` is what the courier asks; the functions below it are what a person does with the own subscriptions.
"""

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import RowMapping, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.notices.subscriptions import Subscription, Turn
from mecenate.server.storage.database import Database
from mecenate.server.storage.ids import hash_token, new_token
from mecenate.server.storage.people import ids_of, resolve
from mecenate.server.storage.schema import notices, subscriptions
from mecenate.server.storage.text import write
from mecenate.server.storage.upsert import upsert


class Listed(msgspec.Struct, frozen=True):
    subscription: Subscription
    created: int
    verified: int | None


def _subscription(row: RowMapping) -> Subscription:
    return Subscription(**{name: row[name] for name in Subscription.__struct_fields__})


class DatabaseStore:
    """The courier's `Store`, kept in the database. Each call is a transaction of its own."""

    def __init__(self, database: Database):
        self.database = database

    async def subscriptions_of(self, person: str) -> list[Subscription]:
        async with self.database.reading() as conn:
            owner = (await resolve(conn, [person]))[person]
            return [one.subscription for one in await of_person(conn, owner) if one.verified is not None]

    async def queue(self, subscriptions: Iterable[str], turn: Turn) -> None:
        async with self.database.transaction() as conn:
            await queue(conn, subscriptions, turn)

    async def settle(self, person: str, table: str) -> None:
        async with self.database.transaction() as conn:
            owner = (await resolve(conn, [person]))[person]
            theirs = select(subscriptions.c.id).where(subscriptions.c.person.in_(ids_of(owner)))
            await conn.execute(delete(notices).where(notices.c.table == table, notices.c.subscription.in_(theirs)))

    async def waiting(self, now: int) -> list[Subscription]:
        query = select(subscriptions).where(subscriptions.c.not_before <= now, subscriptions.c.verified.is_not(None))
        query = query.where(subscriptions.c.id.in_(select(notices.c.subscription))).order_by(subscriptions.c.id)
        async with self.database.reading() as conn:
            return [_subscription(row) for row in (await conn.execute(query)).mappings()]

    async def claim(self, subscription: str, now: int, until: int) -> Subscription | None:
        one = subscriptions.c.id == subscription
        async with self.database.transaction() as conn:
            row = (await conn.execute(select(subscriptions).where(one).with_for_update())).mappings().first()
            if row is None or row["not_before"] > now:
                return None
            await conn.execute(update(subscriptions).where(one).values(not_before=until))
            return _subscription(row)

    async def turns(self, subscription: str) -> list[Turn]:
        query = select(notices.c.turn).where(notices.c.subscription == subscription).order_by(notices.c.at, notices.c.table)
        async with self.database.reading() as conn:
            return [msgspec.json.decode(text, type=Turn) for text in (await conn.execute(query)).scalars()]

    async def finish(self, subscription: str, turns: Sequence[Turn], at: int) -> None:
        async with self.database.transaction() as conn:
            for turn in turns:
                told = (notices.c.subscription == subscription) & (notices.c.table == turn.table) & (notices.c.at == turn.at)
                await conn.execute(delete(notices).where(told))
            done = update(subscriptions).where(subscriptions.c.id == subscription)
            await conn.execute(done.values(last_sent=at, attempts=0, not_before=0))

    async def postpone(self, subscription: str, attempts: int, not_before: int) -> None:
        async with self.database.transaction() as conn:
            later = update(subscriptions).where(subscriptions.c.id == subscription)
            await conn.execute(later.values(attempts=attempts, not_before=not_before))

    async def drop(self, subscription: str) -> None:
        async with self.database.transaction() as conn:
            await remove_all(conn, [subscription])

    async def unsubscribe(self, token: str) -> bool:
        async with self.database.transaction() as conn:
            found = await conn.execute(select(subscriptions.c.id).where(subscriptions.c.token == token))
            return await remove_all(conn, found.scalars().all()) > 0


async def queue(conn: AsyncConnection, ids: Iterable[str], turn: Turn) -> None:
    """A table waits; of one table only the latest turn is told. A subscription that is gone is passed over."""
    there = await conn.execute(select(subscriptions.c.id).where(subscriptions.c.id.in_(list(ids))))
    rows = [{"subscription": one, "table": turn.table, "at": turn.at, "turn": write(turn)} for one in there.scalars()]
    if rows:
        new = upsert(conn, notices).values(rows)
        newer = {"at": new.excluded.at, "turn": new.excluded.turn}
        await conn.execute(new.on_conflict_do_update(index_elements=["subscription", "table"], set_=newer))


async def subscribe(conn: AsyncConnection, new: Subscription, now: int, verified: bool) -> str | None:
    """Keep a subscription, instead of an older one to the same address.

    Unless it is `verified` already (a browser has answered), returns the token that the owner of the address has to send back.
    """
    same = (subscriptions.c.person == new.person) & (subscriptions.c.channel == new.channel)
    older = await conn.execute(select(subscriptions.c.id).where(same, subscriptions.c.address == new.address))
    await remove_all(conn, older.scalars().all())
    proof = None if verified else new_token()
    row = {name: getattr(new, name) for name in Subscription.__struct_fields__}
    row |= {"created": now, "verified": now if verified else None, "verify_hash": hash_token(proof) if proof else None}
    await conn.execute(insert(subscriptions).values(row))
    return proof


async def verify(conn: AsyncConnection, proof: str, now: int) -> str | None:
    """The owner of an address said yes; returns the subscription's id."""
    change = update(subscriptions).where(subscriptions.c.verify_hash == hash_token(proof))
    return (await conn.execute(change.values(verified=now, verify_hash=None).returning(subscriptions.c.id))).scalar()


async def of_person(conn: AsyncConnection, person: str) -> list[Listed]:
    query = select(subscriptions).where(subscriptions.c.person.in_(ids_of(person)))
    rows = await conn.execute(query.order_by(subscriptions.c.created, subscriptions.c.id))
    return [Listed(_subscription(row), row["created"], row["verified"]) for row in rows.mappings()]


async def remove(conn: AsyncConnection, person: str, subscription: str) -> bool:
    query = select(subscriptions.c.id).where(subscriptions.c.person.in_(ids_of(person)), subscriptions.c.id == subscription)
    return await remove_all(conn, (await conn.execute(query)).scalars().all()) > 0


async def remove_all(conn: AsyncConnection, ids: Iterable[str]) -> int:
    """Subscriptions with everything that waits for them."""
    gone = list(ids)
    await conn.execute(delete(notices).where(notices.c.subscription.in_(gone)))
    return (await conn.execute(delete(subscriptions).where(subscriptions.c.id.in_(gone)))).rowcount
