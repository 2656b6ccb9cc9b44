"""A backup holds everything, goes into either kind of database, and is whole or refused."""

import gzip
import os

import msgspec
import pytest
from sqlalchemy import insert, select

from mecenate.core.errors import MecenateError
from mecenate.server.entry import Entry
from mecenate.server.notices.subscriptions import Turn, new_subscription
from mecenate.server.plans import Held
from mecenate.server.storage import (
    BadBackup,
    NoDatabase,
    backup,
    chat,
    entries,
    existing_database,
    invitations,
    keys,
    notices,
    open_database,
    people,
    plans,
    seen,
    sessions,
    shares,
    tables,
    uptime,
)
from mecenate.server.storage.backup import back_up, check, restore
from mecenate.server.storage.database import connect, ready
from mecenate.server.storage.migrations import NEWEST, STEPS, Step, migrate
from mecenate.server.storage.schema import metadata
from mecenate.server.wire import ExactPlan

pytestmark = pytest.mark.anyio

KINDS = ["sqlite", "postgresql"]


@pytest.fixture
def new_url(request):
    return lambda kind: request.getfixturevalue(f"new_{kind}")()


async def fill(database, add_table):
    """Something in every table."""
    async with database.transaction() as conn:
        anna, bruno = [await people.create(conn, name, None, 1) for name in ("Anna ☃", "Bruno\n\"'")]
        await people.make_account(conn, bruno.id, "Bruno", "bruno", "hash", "b@example.org")
        await people.adopt(conn, anna.id, bruno.id, 2)
        await sessions.begin(conn, bruno.id, 1, 1 << 42)
        await sessions.new_bot_token(conn, bruno.id, "bot", "mec_x", 1)
        table = await add_table(conn, bruno.id, seed=(1 << 64) - 1)
        await add_table(conn, bruno.id, public=False)
        await entries.append(conn, table.id, [Entry(n, n, "move", 0, {"notation": f"bid {n}"}) for n in range(1, 1203)])
        await invitations.make(conn, table.id, 1, 5)
        await shares.make(conn, table.id, 7, None, anna.id, 5)
        await chat.say(conn, table.id, anna.id, chat.PLAYERS, "Grüezi\n", 5)
        await plans.hold(conn, table.id, Held("a", 0, 7, ExactPlan(("bid 400",)), {}, True), 5)
        await seen.mark(conn, table.id, anna.id, 9)
        subscription = new_subscription(bruno.id, "mail", "b@example.org")
        await notices.subscribe(conn, subscription, 1, True)
        await notices.queue(conn, [subscription.id], Turn(table.id, "", "Chess", "", 1))
        await keys.get_or_make(conn, "push", lambda: "secret")
        await uptime.beat(conn, 1, 0, 3000)


async def everything(database):
    async with database.reading() as conn:
        found = {
            name: sorted(map(tuple, await conn.execute(select(table))), key=repr) for name, table in metadata.tables.items()
        }
    del found["schema_version"]
    return found


async def test_only_a_database_of_ours_is_there(database_url):
    with pytest.raises(NoDatabase, match="no database of a server"):
        await existing_database(database_url)
    await (await open_database(database_url)).close()
    await (await existing_database(database_url)).close()


async def test_an_empty_backup_does_not_replace_a_full_one(new_sqlite, add_table, tmp_path):
    file = tmp_path / "kept"
    empty, full = await open_database(new_sqlite()), await open_database(new_sqlite())
    assert await back_up(empty, file) == await back_up(empty, file) == 0  # of a server that is new
    await fill(full, add_table)
    await back_up(full, file)
    kept = file.read_bytes()
    with pytest.raises(BadBackup, match="is empty"):
        await back_up(empty, file)
    assert file.read_bytes() == kept
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    file.write_text("no backup at all")
    assert await back_up(empty, file) == 0
    await empty.close()
    await full.close()


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
async def test_everything_comes_back_in_either_kind(new_url, add_table, tmp_path, source, target):
    file, url = tmp_path / "tables.backup", new_url(target)
    database = await open_database(new_url(source))
    await fill(database, add_table)
    before = await everything(database)
    rows = await back_up(database, file)
    await database.close()
    assert all(before.values()), "something in every table"
    assert rows == sum(map(len, before.values()))
    assert await restore(url, file) == rows
    database = await open_database(url)
    assert await everything(database) == before
    async with database.reading() as conn:
        (table,) = await tables.lobby(conn)
        assert table.setup.seed == (1 << 64) - 1
        assert len(await entries.load(conn, table.id)) == 1202
    await database.close()


@pytest.fixture
async def file(database, add_table, tmp_path):
    await fill(database, add_table)
    await back_up(database, tmp_path / "tables.backup")
    return tmp_path / "tables.backup"


async def test_an_empty_database_that_was_opened_before_can_be_filled(database_url, new_sqlite, file):
    url = new_sqlite()
    await (await open_database(url)).close()
    assert await restore(url, file) > 0


async def test_only_into_an_empty_database(database, database_url, file):
    before = await everything(database)
    with pytest.raises(BadBackup, match="is not empty"):
        await restore(database_url, file)
    assert await everything(database) == before


def rewrite(file, change):
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(change(lines))))


DAMAGES = {
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:-100]),
    "a bit": lambda file: file.write_bytes(bytes([*(data := file.read_bytes())[:500], data[500] ^ 1, *data[501:]])),
    "last line gone": lambda file: rewrite(file, lambda lines: lines[:-1]),
    "a row gone": lambda file: rewrite(file, lambda lines: [*lines[:40], *lines[41:]]),
    "a row changed": lambda file: rewrite(file, lambda lines: [line.replace(b"bid 77", b"bid 99") for line in lines]),
    "a row twice": lambda file: rewrite(file, lambda lines: [*lines[:40], lines[40], *lines[40:]]),
    "more after the end": lambda file: rewrite(file, lambda lines: [*lines, lines[40]]),
    "no backup": lambda file: file.write_text("Buy bread."),
    "another gzip": lambda file: file.write_bytes(gzip.compress(b'{"a": 1}\n')),
    "empty": lambda file: file.write_bytes(b""),
    "not there": lambda file: file.unlink(),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
}


async def test_a_damaged_backup_changes_nothing(database, add_table, new_sqlite, tmp_path):
    await fill(database, add_table)
    for name, damage in DAMAGES.items():
        file, url = tmp_path / f"{name}.backup", new_sqlite()
        await back_up(database, file)
        damage(file)
        with pytest.raises(BadBackup, match=name):
            await restore(url, file)
        restored = await open_database(url)
        assert not any((await everything(restored)).values()), name
        await restored.close()


async def test_a_backup_of_a_newer_program_is_refused(file, new_sqlite):
    import hashlib

    def newer(lines):
        head = msgspec.json.decode(lines[0]) | {"version": NEWEST + 1}
        body = [msgspec.json.encode(head) + b"\n", *lines[1:-1]]
        end = msgspec.json.decode(lines[-1]) | {"sha256": hashlib.sha256(b"".join(body)).hexdigest()}
        return [*body, msgspec.json.encode(end) + b"\n"]

    rewrite(file, newer)
    with pytest.raises(BadBackup, match="newer program"):
        await restore(new_sqlite(), file)


async def test_an_older_backup_is_brought_to_the_newest_schema(database_url, file, new_sqlite, monkeypatch):
    """A program that knows one step more fills a new database with a backup of this one."""
    step = Step(NEWEST + 1, "ALTER TABLE people ADD COLUMN club TEXT;\n")
    later = [*STEPS, step]

    async def migrate_later(conn, steps=later, upto=None):
        return await migrate(conn, steps, upto)

    monkeypatch.setattr(backup, "migrate", migrate_later)
    monkeypatch.setattr(backup, "NEWEST", step.version)
    url = new_sqlite()
    assert await restore(url, file) > 0
    database = connect(url)
    async with ready(database) as conn:
        assert (await conn.exec_driver_sql("SELECT name, club FROM people ORDER BY name")).all() == [
            ("Anna ☃", None),
            ("Bruno", None),
        ]
        assert await migrate(conn, later) == []
    await database.close()
    ahead = new_sqlite()
    database = connect(ahead)
    async with ready(database) as conn:
        await migrate(conn, later)
    await database.close()
    with pytest.raises(BadBackup, match="Name a new one"):
        await restore(ahead, file)


async def test_check_tells_what_is_inside(file):
    found = check(file)
    assert (found["version"], found["rows"] > 1000) == (NEWEST, True)
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0


async def test_a_backup_is_whole_or_not_there(database, tmp_path, monkeypatch):
    file = tmp_path / "tables.backup"
    file.write_text("the backup of yesterday")

    async def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(backup, "_write_all", fail)
    with pytest.raises(ZeroDivisionError):
        await back_up(database, file)
    assert [one.name for one in tmp_path.iterdir() if "backup" in one.name] == ["tables.backup"]
    assert file.read_text() == "the backup of yesterday"


async def test_a_place_that_can_not_be_written(database, tmp_path):
    with pytest.raises(MecenateError, match="can't be written"):
        await back_up(database, tmp_path / "no folder" / "tables.backup")


async def test_a_target_that_can_not_be_reached(file):
    with pytest.raises(NoDatabase, match="can't be used"):
        await restore("postgresql://anna:hunter2@127.0.0.1:1/name", file)


async def test_people_play_on_while_it_is_written(database, add_table, tmp_path, monkeypatch):
    """What comes in between is not in the backup: all of it is from one moment."""
    await fill(database, add_table)
    before = sum(map(len, (await everything(database)).values()))
    write_all = backup._write_all

    async def meanwhile(conn, file):
        await conn.execute(select(metadata.tables["people"]).limit(1))
        async with database.transaction() as other:
            await people.create(other, "Late", None, 9)
            await other.execute(insert(metadata.tables["keys"]).values(name="late", value=""))
        return await write_all(conn, file)

    monkeypatch.setattr(backup, "_write_all", meanwhile)
    assert await back_up(database, tmp_path / "tables.backup") == before
