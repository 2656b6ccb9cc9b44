"""Making a person nobody: what tells who it was goes, what happened at the tables stays."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage import notices
from mecenate.server.storage.people import ids_of
from mecenate.server.storage.schema import messages, people, seats, sessions, subscriptions, tables, tokens
from mecenate.server.storage.text import read, write


async def anonymise(conn: AsyncConnection, person: str, now: int) -> bool:
    """Name, e-mail, password, sessions, tokens, addresses for notices and the text of messages are gone for good.

    The same for the guests that the account took over. The log is not touched: it knows people by ids that now lead nowhere.
    """
    ids = (await conn.execute(ids_of(person))).scalars().all()
    known = people.c.id.in_(ids) & people.c.anonymised.is_(None)
    nobody = {"name": "", **dict.fromkeys(("login", "skeleton", "email", "password", "language")), "anonymised": now}
    if (await conn.execute(update(people).where(known).values(nobody))).rowcount == 0:
        return False
    await conn.execute(delete(sessions).where(sessions.c.person.in_(ids)))
    await conn.execute(delete(tokens).where(tokens.c.person.in_(ids)))
    theirs = await conn.execute(select(subscriptions.c.id).where(subscriptions.c.person.in_(ids)))
    await notices.remove_all(conn, theirs.scalars().all())
    await conn.execute(update(messages).where(messages.c.person.in_(ids)).values(text=""))
    await _clear_names(conn, ids)
    return True


async def _clear_names(conn: AsyncConnection, ids: Sequence[str]) -> None:
    """The names written at the seats that this person holds or that were kept for it."""
    held = (await conn.execute(select(seats.c.table, seats.c.seat).where(seats.c.person.in_(ids)))).all()
    theirs = or_(tables.c.host.in_(ids), tables.c.id.in_(select(seats.c.table).where(seats.c.person.in_(ids))))
    rows = await conn.execute(select(tables.c.id, tables.c.setup).where(theirs))
    setups: dict[str, dict[str, Any]] = {table: read(text) for table, text in rows}
    for table, seat in held:
        setups[table]["seats"][seat].pop("name", None)
    for table, setup in setups.items():
        for seat in setup["seats"]:
            if seat.get("person") in ids:
                seat.pop("name", None)
        await conn.execute(update(tables).where(tables.c.id == table).values(setup=write(setup)))
