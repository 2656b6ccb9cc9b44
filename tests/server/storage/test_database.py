"""Opening a database: what works, what is refused with which words, and that nothing is lost or half done."""

import asyncio
import logging
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError

from mecenate.server.storage import NoDatabase, open_database, sqlite
from mecenate.server.storage.schema import keys

pytestmark = pytest.mark.anyio


async def names(database):
    async with database.reading() as conn:
        return sorted((await conn.execute(select(keys.c.name))).scalars())


async def test_what_is_written_is_there_after_opening_again(database_url):
    for value in "ab":
        database = await open_database(database_url)
        async with database.transaction() as conn:
            await conn.execute(insert(keys).values(name=value, value=value))
        await database.close()
    database = await open_database(database_url)
    assert await names(database) == ["a", "b"]
    await database.close()


async def test_a_transaction_is_all_or_nothing(database):
    with pytest.raises(ZeroDivisionError):
        async with database.transaction() as conn:
            await conn.execute(insert(keys).values(name="a", value=""))
            raise ZeroDivisionError
    assert await names(database) == []


async def test_a_cancelled_transaction_leaves_nothing_and_blocks_nobody(database):
    inside = asyncio.Event()

    async def write():
        async with database.transaction() as conn:
            await conn.execute(insert(keys).values(name="a", value=""))
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(write())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with database.transaction() as conn:
        await conn.execute(insert(keys).values(name="b", value=""))
    assert await names(database) == ["b"]


async def test_reading_can_not_write(database):
    with pytest.raises(DBAPIError):
        async with database.reading() as conn:
            await conn.execute(insert(keys).values(name="a", value=""))
    async with database.transaction() as conn:  # and the connection it used can write again
        await conn.execute(insert(keys).values(name="b", value=""))
    assert await names(database) == ["b"]


async def test_a_reader_does_not_wait_for_a_writer(database):
    async with database.transaction() as conn:
        await conn.execute(insert(keys).values(name="a", value=""))
        assert await names(database) == []
    assert await names(database) == ["a"]


async def test_a_snapshot_sees_nothing_that_happens_meanwhile(database):
    async with database.snapshot() as conn:
        assert (await conn.execute(select(keys.c.name))).all() == []
        async with database.transaction() as other:
            await other.execute(insert(keys).values(name="a", value=""))
        assert (await conn.execute(select(keys.c.name))).all() == []
    assert await names(database) == ["a"]


async def test_many_writers_at_once(database):
    async def write(n):
        async with database.transaction() as conn:
            await conn.execute(insert(keys).values(name=f"{n:02}", value=""))

    await asyncio.gather(*(write(n) for n in range(30)))
    assert await names(database) == [f"{n:02}" for n in range(30)]


async def test_how_sqlite_is_set_up(new_sqlite):
    database = await open_database(new_sqlite())
    async with database.reading() as conn:
        found = {
            name: (await conn.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    await database.close()


async def test_without_a_url_it_is_a_file_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("MECENATE_DATA", str(tmp_path / "new" / "folder"))
    database = await open_database()
    await database.close()
    file = tmp_path / "new" / "folder" / "tables.sqlite"
    assert database.where == str(file)
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "can't be read"),
        ("mysql://root:hunter2@localhost/x", "`mysql` are not known"),
        ("postgresql://anna:hunter2@localhost", "names no database"),
        ("postgresql://anna:x@hunter2@localhost/name", "signs that a URL must escape"),
        ("postgresql://anna/x@hunter2@localhost/name", "signs that a URL must escape"),
        ("postgresql://anna:hunter2@localhost:port/name", "can't be read"),
        ("postgresql://anna:hunter2@127.0.0.1:1/name", "name at 127.0.0.1:1 can't be used"),
        ("postgresql://127.0.0.1:1/name?user=anna&password=hunter2", "name at 127.0.0.1:1 can't be used"),
        ("postgresql://anna:hunter2@nowhere.invalid/name", "name at nowhere.invalid can't be used"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
    ],
)
async def test_a_database_that_can_not_be_opened_is_told_in_words_without_the_password(url, words, caplog):
    caplog.set_level(logging.DEBUG)
    with pytest.raises(NoDatabase, match=words) as error:
        await open_database(url)
    assert "hunter2" not in str(error.value) + repr(error.value) + caplog.text
    assert error.value.__cause__ is None


async def test_a_database_the_server_does_not_have(postgres):
    with pytest.raises(NoDatabase, match='"nothing_here" does not exist'):
        await open_database(postgres.format("nothing_here"))


async def test_a_folder_that_can_not_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NoDatabase, match=r"x\.sqlite can't be made or written"):
        await open_database(f"sqlite:///{tmp_path}/file/folder/x.sqlite")


async def test_a_file_that_is_no_database(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("Buy bread. " * 500)
    with pytest.raises(NoDatabase, match=r"notes\.txt can't be used: file is not a database"):
        await open_database(f"sqlite:///{file}")
    assert file.read_text() == "Buy bread. " * 500


async def test_parameters_are_in_no_error(database):
    with pytest.raises(DBAPIError) as error:
        async with database.transaction() as conn:
            await conn.execute(insert(keys).values(name="a", value=""))
            await conn.execute(insert(keys).values(name="a", value="hunter2"))
    assert "hunter2" not in str(error.value)


async def test_the_loop_goes_on_while_another_program_writes(new_sqlite):
    url = new_sqlite()
    database = await open_database(url)
    other = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def write():
        async with database.transaction() as conn:
            await conn.execute(insert(keys).values(name="a", value=""))

    writing = asyncio.create_task(write())
    for _ in range(5):
        await asyncio.sleep(0.01)
        assert await names(database) == []
    assert not writing.done()
    other.execute("ROLLBACK")
    await writing
    assert await names(database) == ["a"]
    other.close()
    await database.close()


async def test_who_is_cancelled_while_the_disk_writes_leaves_the_connection_whole(new_sqlite, monkeypatch):
    database = await open_database(new_sqlite())
    begun, go_on = threading.Event(), threading.Event()
    apart = sqlite._apart

    async def slowly(work):
        await apart(lambda: (begun.set(), go_on.wait(), work()))

    monkeypatch.setattr(sqlite, "_apart", slowly)

    async def write(name):
        async with database.transaction() as conn:
            await conn.execute(insert(keys).values(name=name, value=""))

    writing = asyncio.create_task(write("a"))
    while not begun.is_set():
        await asyncio.sleep(0.01)
    writing.cancel()
    await asyncio.sleep(0.01)
    assert not writing.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await write("b")
    assert await names(database) == ["a", "b"]
    await database.close()


OPEN = """
import asyncio, sys
from sqlalchemy import insert
from mecenate.server.storage import open_database
from mecenate.server.storage.schema import keys

async def main():
    database = await open_database(sys.argv[1])
    async with database.transaction() as conn:
        await conn.execute(insert(keys).values(name=sys.argv[2], value=""))
    await database.close()

asyncio.run(main())
"""


async def test_programs_that_open_a_new_database_at_once(database_url):
    programs = [subprocess.Popen([sys.executable, "-c", OPEN, database_url, str(n)]) for n in range(4)]
    assert [program.wait() for program in programs] == [0] * 4
    database = await open_database(database_url)
    assert await names(database) == ["0", "1", "2", "3"]
    await database.close()


@pytest.mark.parametrize("copied", [True, False])
async def test_a_file_without_the_log_beside_it_is_noticed(new_sqlite, tmp_path, caplog, copied):
    """A copy of a running database, or one whose log was tidied away after a crash."""
    database = await open_database(new_sqlite())
    path = Path(database.where)
    async with database.transaction() as conn:
        await conn.execute(insert(keys).values(name="a", value=""))
    there = tmp_path / "copy.sqlite"
    shutil.copy(path, there)
    if not copied:
        shutil.copy(f"{path}-wal", f"{there}-wal")
    await database.close()
    for _ in range(2):
        again = await open_database(f"sqlite:///{there}")
        assert await names(again) == ([] if copied else ["a"])
        await again.close()
    assert [one.getMessage().partition(" was")[0] for one in caplog.records] == ([str(there)] if copied else [])


async def test_the_last_to_close_a_database_leaves_one_file(new_sqlite, caplog):
    url = new_sqlite()
    one, two = await open_database(url), await open_database(url)
    await one.close()
    assert Path(f"{two.where}-wal").exists()
    async with two.transaction() as conn:
        await conn.execute(insert(keys).values(name="a", value=""))
    await two.close()
    assert not Path(f"{two.where}-wal").exists()
    shutil.copy(two.where, f"{two.where}.copy")
    copy = await open_database(f"sqlite:///{two.where}.copy")
    assert await names(copy) == ["a"] and not caplog.records
    await copy.close()
