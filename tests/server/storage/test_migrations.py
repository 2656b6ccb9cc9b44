"""Migrations: from nothing and from the first version to the newest, each step once, nothing lost; a newer one is refused."""

import asyncio

import pytest
from sqlalchemy import inspect, text

from mecenate.server.storage import NoDatabase, open_database, people, shares
from mecenate.server.storage.database import connect, ready
from mecenate.server.storage.migrations import NEWEST, STEPS, Step, migrate, version
from mecenate.server.storage.schema import metadata

pytestmark = pytest.mark.anyio

NEXT = Step(
    NEWEST + 1,
    """-- a semicolon ; in a comment is no end
CREATE TABLE clubs (
    id TEXT NOT NULL PRIMARY KEY
);

ALTER TABLE people ADD COLUMN club TEXT;
""",
)


def shape(look):
    """What a database has, in words that both kinds share."""
    found = {}
    for table in look.get_table_names():
        found[table] = {
            "columns": {c["name"]: (str(c["type"]), bool(c["nullable"])) for c in look.get_columns(table)},
            "key": look.get_pk_constraint(table)["constrained_columns"],
            "foreign": sorted((f["constrained_columns"], f["referred_table"]) for f in look.get_foreign_keys(table)),
            "unique": sorted(u["column_names"] for u in look.get_unique_constraints(table) + unique_indexes(look, table)),
            "indexes": sorted(i["column_names"] for i in look.get_indexes(table) if not i["unique"]),
        }
    return found


def unique_indexes(look, table):
    """Those that are not the index of a constraint."""
    return [i for i in look.get_indexes(table) if i["unique"] and "duplicates_constraint" not in i]


def described():
    found = {}
    for table in metadata.tables.values():
        found[table.name] = {
            "columns": {c.name: (str(c.type), bool(c.nullable)) for c in table.columns},
            "key": [c.name for c in table.primary_key],
            "foreign": sorted(([f.parent.name], f.column.table.name) for f in table.foreign_keys),
            "unique": sorted([c.name] for c in table.columns if c.unique),
            "indexes": sorted([c.name for c in index.columns] for index in table.indexes if not index.unique),
        }
    return found


async def test_the_steps_lead_to_the_schema(database):
    async with database.reading() as conn:
        assert await conn.run_sync(lambda sync: shape(inspect(sync))) == described()
        assert await version(conn) == NEWEST


async def test_the_steps_are_numbered_one_after_the_other():
    assert [step.version for step in STEPS] == list(range(1, NEWEST + 1))


async def test_from_the_first_version_to_the_newest(database_url):
    database = connect(database_url)
    async with ready(database) as conn:
        assert await migrate(conn, upto=1) == [1]
    await database.close()
    database = await open_database(database_url)
    async with database.reading() as conn:
        assert await version(conn) == NEWEST
    await database.close()


async def test_watch_links_of_before_go_on(database_url):
    database = connect(database_url)
    async with ready(database) as conn:
        await migrate(conn, upto=2)
        await conn.execute(text("INSERT INTO people (id, name, created) VALUES ('anna', 'Anna', 1)"))
        table = "'t', 'chess', 1, 'c', '0', 2, '{}', :private, 'anna', 'open', 1, 1, 0"
        columns = "id, game, rules, components, engine, seats, setup, public, host, status, created, updated, seq"
        await conn.execute(text(f"INSERT INTO tables ({columns}) VALUES ({table})"), {"private": False})
        for token, position in (("watching", None), ("position", 7)):
            row = {"token": token, "position": position}
            await conn.execute(text("INSERT INTO shares VALUES (:token, 't', :position, NULL, 'anna', 1)"), row)
    await database.close()
    database = await open_database(database_url)
    async with database.reading() as conn:
        assert await shares.watched_by(conn, "watching") == "t" and await shares.find(conn, "watching") is None
        assert (found := await shares.find(conn, "position")) and found.position == 7
        assert "watching" not in (await conn.execute(text("SELECT token FROM shares"))).scalars().all()
    await database.close()


async def test_accounts_of_before_keep_others_from_names_that_look_alike(database_url):
    database = connect(database_url)
    async with ready(database) as conn:
        await migrate(conn, upto=3)
        # Tom, the same in Cyrillic, and a guest who is called so
        for who, name, login, created in (
            ("b", "\u0422\u043e\u043c", "\u0442\u043e\u043c", 2),
            ("a", "Tom", "tom", 1),
            ("c", "Tom", None, 0),
        ):
            row = {"id": who, "name": name, "login": login, "created": created}
            await conn.execute(text("INSERT INTO people (id, name, login, created) VALUES (:id, :name, :login, :created)"), row)
    await database.close()
    database = await open_database(database_url)
    async with database.transaction() as conn:
        found = await conn.execute(text("SELECT id, skeleton FROM people ORDER BY id"))
        assert [tuple(row) for row in found] == [("a", "tom"), ("b", None), ("c", None)]
        assert await people.is_taken(conn, "\u0422\u041e\u041c", "\u0442\u043e\u043c 2"), "by what it looks like"
        assert not await people.is_taken(conn, "Tim", "tim")
    await database.close()


async def test_a_new_step_runs_once_and_keeps_what_is_there(database):
    async with database.transaction() as conn:
        anna = await people.create(conn, "Anna", "de", 1)
    async with database.transaction() as conn:
        assert await migrate(conn, [*STEPS, NEXT]) == [NEXT.version]
    async with database.transaction() as conn:
        assert await migrate(conn, [*STEPS, NEXT]) == []
        await conn.execute(text("UPDATE people SET club = 'chess'"))
        assert await people.find(conn, anna.id) == anna
        assert (await conn.execute(text("SELECT version FROM schema_version ORDER BY version"))).scalars().all() == [
            *range(1, NEXT.version + 1)
        ]


async def test_a_step_that_fails_leaves_the_database_as_it_was(database):
    bad = Step(NEWEST + 1, "CREATE TABLE clubs (id TEXT);\nALTER TABLE nothing ADD COLUMN x TEXT;\n")
    with pytest.raises(NoDatabase):
        async with ready(database) as conn:
            await migrate(conn, [*STEPS, bad])
    async with database.reading() as conn:
        assert await conn.run_sync(lambda sync: shape(inspect(sync))) == described()
        assert await version(conn) == NEWEST


async def test_two_that_migrate_at_once(database_url):
    databases = [connect(database_url) for _ in range(3)]

    async def run(database):
        async with ready(database) as conn:
            return await migrate(conn, [*STEPS, NEXT])

    done = await asyncio.gather(*map(run, databases))
    assert sorted(done) == [[], [], [*range(1, NEXT.version + 1)]]
    for database in databases:
        await database.close()


async def test_a_database_of_a_newer_program_is_refused_and_not_touched(database_url):
    database = await open_database(database_url)
    async with database.transaction() as conn:
        await migrate(conn, [*STEPS, NEXT])
    await database.close()
    with pytest.raises(NoDatabase, match=f"has version {NEWEST + 1}, and this program knows only versions up to {NEWEST}"):
        await open_database(database_url)
