"""People as they are stored: guests, accounts, who was taken over, sessions and tokens, and being forgotten."""

import asyncio

import pytest
from sqlalchemy import select

from mecenate.server.entry import Entry
from mecenate.server.notices.subscriptions import Turn, new_subscription
from mecenate.server.setup import SeatSetup
from mecenate.server.storage import chat, entries, forgetting, notices, people, sessions, tables
from mecenate.server.storage.schema import metadata

pytestmark = pytest.mark.anyio


async def test_a_guest_becomes_an_account_once(database, anna):
    async with database.transaction() as conn:
        made = await people.make_account(conn, anna.id, "Anna", "anna", "hash", "anna@example.org")
        assert made is not None and (made.id, made.guest, made.email) == (anna.id, False, "anna@example.org")
        assert await people.find(conn, anna.id) == made
        assert await people.find_login(conn, "anna") == (made, "hash")
        assert await people.password_of(conn, anna.id) == "hash"
        assert await people.find_login(conn, "bruno") is None
        assert await people.make_account(conn, anna.id, "Anna", "anna2", "hash", None) is None
        assert await people.make_account(conn, "nobody", "Anna", "anna2", "hash", None) is None


async def test_of_two_who_want_a_name_one_gets_it(database, anna, bruno):
    async def take(person):
        async with database.transaction() as conn:
            return await people.make_account(conn, person.id, "Caesar", "caesar", "hash", None)

    done = await asyncio.gather(take(anna), take(bruno), return_exceptions=True)
    assert sum(isinstance(one, people.LoginTaken) for one in done) == 1
    assert sum(isinstance(one, people.Person) for one in done) == 1


async def test_a_guest_is_taken_over(database, anna, bruno):
    async with database.transaction() as conn:
        assert not await people.adopt(conn, anna.id, bruno.id, 5)  # no account yet
        account = await people.make_account(conn, bruno.id, "Bruno", "bruno", "hash", None)
        assert await people.adopt(conn, anna.id, bruno.id, 5)
        assert not await people.adopt(conn, anna.id, bruno.id, 6)
        assert not await people.adopt(conn, bruno.id, bruno.id, 6)
        assert await people.make_account(conn, anna.id, "Anna", "anna", "hash", None) is None
        assert await people.resolve(conn, [anna.id, bruno.id, "x"]) == {anna.id: bruno.id, bruno.id: bruno.id, "x": "x"}
        assert await people.who(conn, [anna.id, bruno.id, "x"]) == {anna.id: account, bruno.id: account}
        assert await people.who(conn, []) == {}


async def test_a_session_ends_by_itself_or_by_hand(database, anna, bruno):
    async with database.transaction() as conn:
        first, second = [await sessions.begin(conn, anna.id, 10, expires) for expires in (100, 200)]
        other = await sessions.begin(conn, bruno.id, 10, 100)
        assert await sessions.find(conn, first, 99) == (anna, 100)
        assert await sessions.find(conn, first, 100) is None
        assert await sessions.find(conn, first + "x", 50) is None
        await sessions.renew(conn, first, 300)
        assert await sessions.find(conn, first, 299) == (anna, 300)
        assert await sessions.end_all(conn, anna.id, keep=second) == 1
        assert await sessions.find(conn, second, 50) == (anna, 200)
        await sessions.end(conn, second)
        assert await sessions.find(conn, second, 50) is None
        assert await sessions.sweep(conn, 99) == 0
        assert await sessions.sweep(conn, 100) == 1
        assert await sessions.find(conn, other, 50) is None


async def everything(database) -> str:
    async with database.reading() as conn:
        return "\n".join([str(row) for table in metadata.tables.values() for row in await conn.execute(select(table))])


async def test_no_token_is_stored(database, anna):
    async with database.transaction() as conn:
        token = await sessions.begin(conn, anna.id, 10, 100)
        row = await sessions.new_bot_token(conn, anna.id, "my bot", "mec_secret", 10)
        assert await sessions.find_bot_token(conn, "mec_secret") == (anna, row)
        await sessions.bot_token_used(conn, row.id, 20)
        assert [(one.label, one.used) for one in await sessions.bot_tokens(conn, anna.id)] == [("my bot", 20)]
    found = await everything(database)
    assert token not in found and "mec_secret" not in found
    async with database.transaction() as conn:
        assert not await sessions.end_bot_token(conn, "other", row.id)
        assert await sessions.end_bot_token(conn, anna.id, row.id)
        assert await sessions.find_bot_token(conn, "mec_secret") is None


async def test_who_is_forgotten_leaves_only_what_happened(database, anna, bruno, add_table):
    """An account with a guest it took over, with something in every corner; another person keeps all of theirs."""
    log = [
        Entry(1, 5, "join", 0, {"seat": 0, "person": anna.id}),
        Entry(2, 6, "move", 0, {"notation": "bid 400", "by": "person"}),
    ]
    seats = (
        SeatSetup("person", name="Annamaria", person=anna.id),
        SeatSetup("open", name="Annamaria too"),
        SeatSetup("open", name="Bruno"),
    )
    async with database.transaction() as conn:
        guest = await people.create(conn, "Annamaria the guest", None, 1)
        await people.make_account(conn, anna.id, "Annamaria", "annamaria", "annamaria's hash", "annamaria@example.org")
        await people.adopt(conn, guest.id, anna.id, 2)
        table = await add_table(conn, anna.id, seats=seats)
        await tables.set_seat(conn, table.id, 1, guest.id)
        await tables.set_seat(conn, table.id, 2, bruno.id)
        await entries.append(conn, table.id, log)
        for person in (anna, guest, bruno):
            await chat.say(conn, table.id, person.id, chat.PLAYERS, f"Annamaria {person.id}", 3)
        token = await sessions.begin(conn, anna.id, 1, 100)
        await sessions.new_bot_token(conn, anna.id, "annamaria's bot", "mec_x", 1)
        subscription = new_subscription(anna.id, "mail", "annamaria@example.org")
        await notices.subscribe(conn, subscription, 1, True)
        await notices.queue(conn, [subscription.id], Turn(table.id, "Annamaria's table", "Chess", "", 1))
    async with database.transaction() as conn:
        assert await forgetting.anonymise(conn, anna.id, 50)
        assert not await forgetting.anonymise(conn, anna.id, 51)
        assert not await forgetting.anonymise(conn, "nobody", 51)
    async with database.reading() as conn:
        for person in (anna, guest):
            nobody = (await people.who(conn, [person.id]))[person.id]
            assert (nobody.name, nobody.email, nobody.language, nobody.guest, nobody.anonymised) == (
                "",
                None,
                None,
                False,
                True,
            )
        assert await sessions.find(conn, token, 2) is None
        assert await entries.load(conn, table.id) == log
        said = await chat.load(conn, table.id, [chat.PLAYERS])
        assert [message.text for message in said] == ["", "", f"Annamaria {bruno.id}"]
        stored = await tables.find(conn, table.id)
        assert stored is not None
        assert [seat.name for seat in stored.setup.seats] == ["", "", "Bruno"]
        assert (await people.who(conn, [bruno.id]))[bruno.id] == bruno
    found = await everything(database)
    assert found.lower().replace(f"annamaria {bruno.id}", "").count("annamaria") == 0


async def test_the_name_of_who_was_forgotten_is_free_again(database, anna, bruno):
    async with database.transaction() as conn:
        await people.make_account(conn, anna.id, "Anna", "anna", "hash", None)
        await forgetting.anonymise(conn, anna.id, 5)
        assert await people.find_login(conn, "anna") is None
        assert await people.make_account(conn, bruno.id, "Anna", "anna", "hash", None) is not None
        assert not await people.adopt(conn, anna.id, bruno.id, 6)
