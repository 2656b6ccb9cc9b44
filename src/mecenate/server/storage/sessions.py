"""Sessions of browsers and tokens of programs. Only hashes are stored: who reads the database can't act for anybody."""

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.storage.ids import PERSON_LENGTH, hash_token, new_id, new_token
from mecenate.server.storage.people import Person, person_of
from mecenate.server.storage.schema import people, sessions, tokens

# Asked with every request; made once, as that takes longer than to run it.
FIND = (
    select(people, sessions.c.expires)
    .join(sessions, sessions.c.person == people.c.id)
    .where(sessions.c.hash == bindparam("wanted"), sessions.c.expires > bindparam("now"))
)


class BotToken(msgspec.Struct, frozen=True):
    id: str
    label: str
    created: int
    used: int | None


async def begin(conn: AsyncConnection, person: str, now: int, expires: int) -> str:
    """A new session; returns its token, which is stored nowhere else."""
    token = new_token()
    await conn.execute(insert(sessions).values(hash=hash_token(token), person=person, created=now, expires=expires))
    return token


async def find(conn: AsyncConnection, token: str, now: int) -> tuple[Person, int] | None:
    """Whose session it is and when it ends."""
    row = (await conn.execute(FIND, {"wanted": hash_token(token), "now": now})).mappings().first()
    return (person_of(row), row["expires"]) if row else None


async def renew(conn: AsyncConnection, token: str, expires: int) -> None:
    await conn.execute(update(sessions).where(sessions.c.hash == hash_token(token)).values(expires=expires))


async def end(conn: AsyncConnection, token: str) -> None:
    await conn.execute(delete(sessions).where(sessions.c.hash == hash_token(token)))


async def end_all(conn: AsyncConnection, person: str, keep: str | None = None) -> int:
    """Log out everywhere, except for the session of the token `keep`."""
    gone = delete(sessions).where(sessions.c.person == person)
    if keep is not None:
        gone = gone.where(sessions.c.hash != hash_token(keep))
    return (await conn.execute(gone)).rowcount


async def sweep(conn: AsyncConnection, now: int) -> int:
    """Throw away the sessions that have ended by themselves."""
    return (await conn.execute(delete(sessions).where(sessions.c.expires <= now))).rowcount


async def new_bot_token(conn: AsyncConnection, person: str, label: str, token: str, now: int) -> BotToken:
    row = BotToken(new_id(PERSON_LENGTH), label, now, None)
    await conn.execute(insert(tokens).values(id=row.id, hash=hash_token(token), person=person, label=label, created=now))
    return row


async def find_bot_token(conn: AsyncConnection, token: str) -> tuple[Person, BotToken] | None:
    query = select(people, tokens.c.id.label("token"), tokens.c.label, tokens.c.created.label("made"), tokens.c.used)
    query = query.join(tokens, tokens.c.person == people.c.id).where(tokens.c.hash == hash_token(token))
    row = (await conn.execute(query)).mappings().first()
    return (person_of(row), BotToken(row["token"], row["label"], row["made"], row["used"])) if row else None


async def bot_token_used(conn: AsyncConnection, token_id: str, now: int) -> None:
    await conn.execute(update(tokens).where(tokens.c.id == token_id).values(used=now))


async def bot_tokens(conn: AsyncConnection, person: str) -> list[BotToken]:
    query = select(tokens.c.id, tokens.c.label, tokens.c.created, tokens.c.used)
    rows = await conn.execute(query.where(tokens.c.person == person).order_by(tokens.c.created, tokens.c.id))
    return [BotToken(*row) for row in rows]


async def end_bot_token(conn: AsyncConnection, person: str, token_id: str) -> bool:
    gone = await conn.execute(delete(tokens).where(tokens.c.id == token_id, tokens.c.person == person))
    return gone.rowcount > 0
