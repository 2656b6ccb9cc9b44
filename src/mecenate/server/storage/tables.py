"""Tables, and the index of their seats: the lobby, a person's own tables, and those where the server itself must act."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import RowMapping, bindparam, case, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.ids import new_id
from mecenate.server.storage.people import ids_of
from mecenate.server.storage.schema import CLOSED, OPEN, OVER, PAUSED, RUNNING, seats, seen, tables
from mecenate.server.storage.text import write

if TYPE_CHECKING:
    from mecenate.server.setup import Setup

# Run with every entry; made once, as that takes longer than to run it.
PROGRESS = (
    update(tables)
    .where(tables.c.id == bindparam("of_table"))
    .values({name: bindparam(name) for name in ("seq", "status", "due", "asked_person", "updated")})
)

STATUSES = (OPEN, RUNNING, PAUSED, OVER, CLOSED)


class StoredTable(msgspec.Struct, frozen=True):
    id: str
    engine: str  # the version of the program it was set up with
    setup: "Setup"
    host: str
    public: bool
    status: str
    created: int
    updated: int
    seq: int
    due: int | None
    asked_person: str | None


class StoredSeat(msgspec.Struct, frozen=True):
    """No person and no bot: open. Both: the bot plays on for the person."""

    seat: int
    person: str | None
    bot: str | None


class MyTable(msgspec.Struct, frozen=True):
    table: StoredTable
    to_move: bool
    seen: int  # the last entry this person has seen


def _table(row: RowMapping) -> StoredTable:
    from mecenate.server.setup import Setup  # knows the games, which whoever only keeps or moves tables need not load

    fields: dict[str, Any] = {name: row[name] for name in StoredTable.__struct_fields__}
    fields["setup"] = msgspec.json.decode(row["setup"], type=Setup)
    return StoredTable(**fields)


async def create(conn: AsyncConnection, setup: "Setup", engine: str, now: int) -> StoredTable:
    """A new table under a new id, with the bots at their seats and nobody else."""
    table = StoredTable(
        id=new_id(),
        engine=engine,
        setup=setup,
        host=setup.host,
        public=setup.public,
        status=OPEN,
        created=now,
        updated=now,
        seq=0,
        due=None,
        asked_person=None,
    )
    row = {name: getattr(table, name) for name in StoredTable.__struct_fields__}
    row |= {"game": setup.game, "rules": setup.rules, "components": setup.components, "seats": len(setup.seats)}
    await conn.execute(insert(tables).values(row | {"setup": write(setup)}))
    places = [{"table": table.id, "seat": n, "bot": seat.level or None} for n, seat in enumerate(setup.seats)]
    await conn.execute(insert(seats), places)
    return table


async def find(conn: AsyncConnection, table: str) -> StoredTable | None:
    row = (await conn.execute(select(tables).where(tables.c.id == table))).mappings().first()
    return _table(row) if row else None


async def progress(
    conn: AsyncConnection, table: str, *, seq: int, status: str, due: int | None, asked_person: str | None, now: int
) -> None:
    """What the lists and the sweeper must know after an entry; belongs into the transaction that appends it."""
    if status not in STATUSES:
        raise ValueError(f"a table is {', '.join(STATUSES)}, not {status}")
    new = {"seq": seq, "status": status, "due": due, "asked_person": asked_person, "updated": now}
    await conn.execute(PROGRESS, {"of_table": table, **new})


async def set_due(conn: AsyncConnection, table: str, due: int | None) -> None:
    """When the server must look at a table again, although nothing happened there."""
    await conn.execute(update(tables).where(tables.c.id == table).values(due=due))


async def lock(conn: AsyncConnection, table: str) -> int | None:
    """The number of a table's last entry, which stays the last until the transaction ends; None if there is no such table."""
    return (await conn.execute(select(tables.c.seq).where(tables.c.id == table).with_for_update())).scalar()


async def last_of(conn: AsyncConnection, wanted: Iterable[str]) -> dict[str, int]:
    """The number of the last entry of each of these tables."""
    rows = await conn.execute(select(tables.c.id, tables.c.seq).where(tables.c.id.in_(list(wanted))))
    return {row.id: row.seq for row in rows}


async def set_seat(conn: AsyncConnection, table: str, seat: int, person: str | None, bot: str | None = None) -> None:
    await conn.execute(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(person=person, bot=bot))


async def drop_seats(conn: AsyncConnection, table: str, left: int) -> None:
    """The table goes on with fewer seats."""
    await conn.execute(delete(seats).where(seats.c.table == table, seats.c.seat >= left))
    await conn.execute(update(tables).where(tables.c.id == table).values(seats=left))


async def seats_of(conn: AsyncConnection, wanted: Iterable[str]) -> dict[str, list[StoredSeat]]:
    """The seats of each of these tables, in order."""
    ids = list(wanted)
    found: dict[str, list[StoredSeat]] = {table: [] for table in ids}
    query = select(seats.c.table, seats.c.seat, seats.c.person, seats.c.bot).where(seats.c.table.in_(ids))
    for table, seat, person, bot in await conn.execute(query.order_by(seats.c.table, seats.c.seat)):
        found[table].append(StoredSeat(seat, person, bot))
    return found


async def lobby(
    conn: AsyncConnection, status: str = OPEN, limit: int = 50, before: tuple[int, str] | None = None
) -> list[StoredTable]:
    """Public tables, the newest first: open ones to sit down at, running ones to watch.

    `before` is the (created, id) of the last one on the page before.
    """
    query = select(tables).where(tables.c.public.is_(True), tables.c.status == status)
    if before is not None:
        query = query.where(tuple_(tables.c.created, tables.c.id) < before)
    rows = await conn.execute(query.order_by(tables.c.created.desc(), tables.c.id.desc()).limit(limit))
    return [_table(row) for row in rows.mappings()]


async def mine(conn: AsyncConnection, person: str, limit: int = 100, offset: int = 0) -> list[MyTable]:
    """The tables where a person sits or is host: first those that wait for its move, the rest by how alive they are."""
    me = ids_of(person)
    waits = (tables.c.status == RUNNING) & tables.c.asked_person.in_(me)
    rank = case((waits, 0), (tables.c.status.in_([RUNNING, PAUSED]), 1), (tables.c.status == OPEN, 2), else_=3)
    last = select(func.max(seen.c.seq)).where(seen.c.table == tables.c.id, seen.c.person.in_(me)).scalar_subquery()
    query = select(tables, rank.label("rank"), func.coalesce(last, 0).label("last"))
    query = query.where(or_(tables.c.host.in_(me), tables.c.id.in_(select(seats.c.table).where(seats.c.person.in_(me)))))
    query = query.order_by(rank, tables.c.updated.desc(), tables.c.id).limit(limit).offset(offset)
    rows = (await conn.execute(query)).mappings()
    return [MyTable(_table(row), row["rank"] == 0, row["last"]) for row in rows]


async def kept_for(conn: AsyncConnection, person: str, limit: int = 100) -> list[StoredTable]:
    """Open tables with a seat that is kept for a person who does not sit there yet."""
    sits = select(seats.c.table).where(seats.c.person == person)
    query = select(tables).where(
        tables.c.status == OPEN, tables.c.setup.contains(f'"person":"{person}"'), tables.c.id.not_in(sits)
    )
    rows = await conn.execute(query.order_by(tables.c.created.desc()).limit(limit))
    return [_table(row) for row in rows.mappings()]


async def due(conn: AsyncConnection, now: int, limit: int = 100) -> list[str]:
    """The tables where the server must act by now, the longest overdue first."""
    query = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due, tables.c.id).limit(limit)
    return list((await conn.execute(query)).scalars())


async def next_due(conn: AsyncConnection) -> int | None:
    """When the sweeper has to look again."""
    return (await conn.execute(select(func.min(tables.c.due)))).scalar()


async def count(conn: AsyncConnection) -> dict[str, int]:
    """How many tables there are of each status."""
    rows = await conn.execute(select(tables.c.status, func.count()).group_by(tables.c.status))
    return dict.fromkeys(STATUSES, 0) | {row[0]: row[1] for row in rows}


async def latest(conn: AsyncConnection, status: str | None = None, limit: int = 50) -> list[StoredTable]:
    """All tables, or those of a status, the last changed first; for whoever runs the server."""
    query = select(tables).order_by(tables.c.updated.desc(), tables.c.id).limit(limit)
    rows = await conn.execute(query.where(tables.c.status == status) if status else query)
    return [_table(row) for row in rows.mappings()]
