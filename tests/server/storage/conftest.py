"""A table with two people, for the tests of what is stored about it."""

import pytest

from mecenate.server import wire
from mecenate.server.setup import SeatSetup, Setup
from mecenate.server.storage import people, tables


@pytest.fixture
def set_up():
    """The setup of a table, as its host may have chosen it. The game is never loaded here."""

    def make(host, **others):
        given = {"game": "chess", "rules": 1, "components": "c0ffee", "options": {"long": True}, "seed": 7, "salt": "pepper"}
        given |= {"seats": (SeatSetup("person", name="Anna", person=host), SeatSetup("open")), "clock": wire.NoClock()}
        given |= {"at_zero": "bot", "takeover": "easy", "public": True, "casual": False}
        return Setup(host=host, **given | others)

    return make


@pytest.fixture
def add_table(set_up):
    async def add(conn, host, now=1000, **others):
        return await tables.create(conn, set_up(host, **others), "0.1.0", now)

    return add


@pytest.fixture
async def anna(database):
    async with database.transaction() as conn:
        return await people.create(conn, "Anna", "de", 1)


@pytest.fixture
async def bruno(database):
    async with database.transaction() as conn:
        return await people.create(conn, "Bruno", None, 2)


@pytest.fixture
async def table(database, anna, add_table):
    async with database.transaction() as conn:
        return await add_table(conn, anna.id)
