"""People: guests and accounts, and the guests that accounts have taken over.

The log and every index keep the id a person had at the time. Who a guest has become is asked when something is read, so that
a login rewrites nothing.
"""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from sqlalchemy import RowMapping, Select, Text, func, insert, literal, or_, select, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import CompoundSelect

from mecenate.server.alike import skeleton
from mecenate.server.storage.ids import PERSON_LENGTH, new_id
from mecenate.server.storage.schema import aliases, people, subscriptions, tokens


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str  # empty once anonymised
    guest: bool
    email: str | None
    language: str | None
    created: int
    anonymised: bool = False


class Called(NamedTuple):
    """What somebody is called at a table, and whether an account stands for the name."""

    name: str
    guest: bool = False


class LoginTaken(Exception):
    """Another account has this name, or one that looks like it."""


def person_of(row: RowMapping) -> Person:
    return Person(
        row["id"],
        row["name"],
        row["login"] is None and row["anonymised"] is None,
        row["email"],
        row["language"],
        row["created"],
        row["anonymised"] is not None,
    )


def called(persons: Iterable[Person]) -> dict[str, Called]:
    """By id; who is nobody any more has no name."""
    return {person.id: Called(person.name, person.guest) for person in persons if person.name}


def ids_of(person: str) -> CompoundSelect:
    """A person's own id and those of the guests it has taken over, for `column.in_(...)`."""
    return union_all(select(literal(person, Text)), select(aliases.c.guest).where(aliases.c.account == person))


async def create(conn: AsyncConnection, name: str, language: str | None, now: int) -> Person:
    """A guest."""
    person = new_id(PERSON_LENGTH)
    await conn.execute(insert(people).values(id=person, name=name, language=language, created=now))
    return Person(person, name, True, None, language, now)


async def find(conn: AsyncConnection, person: str) -> Person | None:
    return await _one(conn, select(people).where(people.c.id == person))


async def _one(conn: AsyncConnection, query: Select) -> Person | None:
    row = (await conn.execute(query)).mappings().first()
    return person_of(row) if row else None


async def find_login(conn: AsyncConnection, login: str) -> tuple[Person, str] | None:
    """An account and its password hash by its folded name."""
    row = (await conn.execute(select(people).where(people.c.login == login))).mappings().first()
    return (person_of(row), row["password"]) if row else None


async def is_taken(conn: AsyncConnection, name: str, login: str) -> bool:
    """Whether an account has this name, or one that looks like it."""
    alike = or_(people.c.login == login, people.c.skeleton == skeleton(name))
    return (await conn.execute(select(people.c.id).where(alike))).first() is not None


async def password_of(conn: AsyncConnection, person: str) -> str | None:
    return (await conn.execute(select(people.c.password).where(people.c.id == person))).scalar()


async def make_account(
    conn: AsyncConnection, person: str, name: str, login: str, password: str, email: str | None
) -> Person | None:
    """A guest becomes an account in place; None if it is no guest (any more)."""
    await conn.execute(select(people.c.id).where(people.c.id == person).with_for_update())  # not while it is being taken over
    guest = people.c.login.is_(None) & people.c.anonymised.is_(None) & people.c.id.not_in(select(aliases.c.guest))
    change = update(people).where(people.c.id == person, guest)
    new = {"name": name, "login": login, "skeleton": skeleton(name), "password": password, "email": email}
    try:
        row = await conn.execute(change.values(new).returning(people))
    except IntegrityError:
        raise LoginTaken(login) from None
    found = row.mappings().first()
    return person_of(found) if found else None


async def set_name(conn: AsyncConnection, person: str, name: str, login: str | None) -> None:
    """`login` is None for a guest."""
    new = {"name": name, "login": login, "skeleton": None if login is None else skeleton(name)}
    try:
        await conn.execute(update(people).where(people.c.id == person).values(new))
    except IntegrityError:
        raise LoginTaken(login) from None


async def set_password(conn: AsyncConnection, person: str, password: str) -> None:
    await conn.execute(update(people).where(people.c.id == person, people.c.login.is_not(None)).values(password=password))


async def set_email(conn: AsyncConnection, person: str, email: str | None) -> None:
    await conn.execute(update(people).where(people.c.id == person).values(email=email))


async def set_language(conn: AsyncConnection, person: str, language: str | None) -> None:
    await conn.execute(update(people).where(people.c.id == person).values(language=language))


async def adopt(conn: AsyncConnection, guest: str, account: str, now: int) -> bool:
    """An account takes over a guest with all its tables; False if there was no such guest to take over."""
    rows = await conn.execute(select(people).where(people.c.id.in_([guest, account])).order_by(people.c.id).with_for_update())
    both = {row["id"]: person_of(row) for row in rows.mappings()}
    if guest not in both or account not in both or not both[guest].guest or both[account].guest or both[account].anonymised:
        return False
    if (await conn.execute(select(aliases.c.guest).where(aliases.c.guest == guest))).first():
        return False
    await conn.execute(insert(aliases).values(guest=guest, account=account, at=now))
    await conn.execute(update(subscriptions).where(subscriptions.c.person == guest).values(person=account))
    await conn.execute(update(tokens).where(tokens.c.person == guest).values(person=account))
    return True


async def resolve(conn: AsyncConnection, persons: Iterable[str]) -> dict[str, str]:
    """Each id with the id of who it is now: the account for a guest that was taken over, else itself."""
    wanted = set(persons)
    rows = await conn.execute(select(aliases.c.guest, aliases.c.account).where(aliases.c.guest.in_(wanted)))
    return {person: person for person in wanted} | {row.guest: row.account for row in rows}


async def who(conn: AsyncConnection, persons: Iterable[str]) -> dict[str, Person]:
    """Each id, as the log has it, with the person it is now; unknown ids are left out."""
    wanted = set(persons)
    asked = people.alias("asked")
    found = asked.outerjoin(aliases, aliases.c.guest == asked.c.id).join(
        people, people.c.id == func.coalesce(aliases.c.account, asked.c.id)
    )
    rows = await conn.execute(select(people, asked.c.id.label("asked")).select_from(found).where(asked.c.id.in_(wanted)))
    return {row["asked"]: person_of(row) for row in rows.mappings()}
