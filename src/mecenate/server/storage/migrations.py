"""Bringing a database to the schema this program knows: numbered files of SQL, each run once, in order, in one transaction.

The SQL is the part that SQLite and PostgreSQL have in common. A file that was ever released does not change again; `schema.py`
tells where all of them lead, and a test compares the two.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from sqlalchemy import func, insert, inspect, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mecenate.server.alike import skeleton
from mecenate.server.storage.errors import NoDatabase
from mecenate.server.storage.ids import hash_token
from mecenate.server.storage.schema import people, schema_version, shares

LOCK = 0x6D6563656E617465  # PostgreSQL's advisory locks have numbers; this one is "mecenate"


@dataclass(frozen=True)
class Step:
    version: int
    sql: str

    def statements(self) -> list[str]:
        """A statement ends with a semicolon at the end of a line."""
        lines = [line for line in self.sql.splitlines() if not line.lstrip().startswith("--")]
        return [one.strip() for one in "\n".join(lines).split(";\n") if one.strip(" \n;")]


def _read_steps() -> tuple[Step, ...]:
    found = (file for file in files("mecenate.server.storage").joinpath("steps").iterdir() if file.name.endswith(".sql"))
    steps = [Step(int(file.name.split("_")[0]), file.read_text(encoding="utf-8") + "\n") for file in found]
    return tuple(sorted(steps, key=lambda step: step.version))


async def _hash_watch_links(conn: AsyncConnection) -> None:
    links = await conn.execute(select(shares.c.token).where(shares.c.position.is_(None)))
    for token in links.scalars().all():
        await conn.execute(update(shares).where(shares.c.token == token).values(token=hash_token(token)))


async def _fill_skeletons(conn: AsyncConnection) -> None:
    """Of accounts that look alike already the oldest has the skeleton, and keeps others from it."""
    accounts = await conn.execute(
        select(people.c.id, people.c.name).where(people.c.login.is_not(None)).order_by(people.c.created, people.c.id)
    )
    found: dict[str, str] = {}
    for person, name in accounts.all():
        found.setdefault(skeleton(name), person)
    for looks, person in found.items():
        await conn.execute(update(people).where(people.c.id == person).values(skeleton=looks))


ALSO = {3: _hash_watch_links, 4: _fill_skeletons}  # what the SQL of a step can't say
STEPS = _read_steps()
NEWEST = STEPS[-1].version


async def migrate(conn: AsyncConnection, steps: Sequence[Step] = STEPS, upto: int | None = None) -> list[int]:
    """Run the steps that were not run yet, inside the caller's transaction; returns their numbers.

    Two programs that open a database at once are no trouble: with SQLite the transaction already holds the only right to write,
    with PostgreSQL the second waits here for the first and then finds nothing to do.
    """
    if conn.dialect.name == "postgresql":
        await conn.execute(select(func.pg_advisory_xact_lock(LOCK)))
    await conn.execute(
        text("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL PRIMARY KEY, at BIGINT NOT NULL)")
    )
    there = await version(conn)
    newest = steps[-1].version
    if there > newest:
        raise NoDatabase(
            f"This database has version {there}, and this program knows only versions up to {newest}. "
            "Use the newer program that wrote it, or restore a backup into another database."
        )
    done = []
    for step in steps:
        if there < step.version <= (upto or newest):
            for statement in step.statements():
                await conn.exec_driver_sql(statement)
            if step.version in ALSO:
                await ALSO[step.version](conn)
            await conn.execute(insert(schema_version).values(version=step.version, at=time.time_ns() // 1_000_000))
            done.append(step.version)
    return done


async def begun(conn: AsyncConnection) -> bool:
    """Whether there is a schema of ours at all."""
    return await conn.run_sync(lambda plain: inspect(plain).has_table(schema_version.name))


async def version(conn: AsyncConnection) -> int:
    """The version of the schema; 0 before the first step."""
    return (await conn.execute(select(func.max(schema_version.c.version)))).scalar() or 0
