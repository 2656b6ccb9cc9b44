"""People at the door: names, passwords, sessions, guests who become accounts, tokens for programs."""

import asyncio

import pytest
from argon2 import PasswordHasher

from mecenate.core.texts import LANGUAGES
from mecenate.server import people
from mecenate.server.people import DAY_MS, SESSION_MS
from mecenate.server.refused import Refused
from mecenate.server.storage import people as stored
from mecenate.server.storage import sessions

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse"
REAL = people.hasher
NOW = 1_700_000_000_000


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch):
    """The real thing with the least work, so that the tests do not wait for it."""
    monkeypatch.setattr(people, "hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    people._nobody.cache_clear()
    yield
    people._nobody.cache_clear()


async def refused(awaitable) -> str:
    with pytest.raises(Refused) as error:
        await awaitable
    assert len({error.value.message(language) for language in LANGUAGES}) == len(LANGUAGES)
    return error.value.key


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria ", "Anna Maria"),
        ("Zoe\u0308", "Zoë"),
        ("李小龍", "李小龍"),
        ("مريم", "مريم"),
        ("O'Neill-Müller 2", "O'Neill-Müller 2"),
        ("🎲", "🎲"),
        ("x" * 32, "x" * 32),
    ],
)
async def test_names_that_are_taken(typed, name):
    assert people.check_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "name-empty"),
        ("  \n ", "name-empty"),
        ("\u0301", "name-empty"),
        ("x" * 33, "name-long"),
        ("An\0na", "name-signs"),
        ("An\x1b[31mna", "name-signs"),
        ("Anna\u202e", "name-signs"),
        ("\u2066Anna", "name-signs"),
        ("An\u200bna", "name-signs"),
        ("\u3164", "name-signs"),
        ("An\ud800na", "name-signs"),
    ],
)
async def test_names_that_are_refused(typed, key):
    with pytest.raises(Refused) as error:
        people.check_name(typed)
    assert error.value.key == key


@pytest.mark.parametrize("email", ["anna@example.org", " a.b+c@sub.example.museum ", "jörg@exämple.de"])
async def test_addresses_that_are_taken(email):
    assert people.check_email(email) == email.strip()


@pytest.mark.parametrize(
    "email",
    [
        "anna",
        "anna@",
        "@example.org",
        "anna@example",
        "a b@example.org",
        "a@b@c.org",
        "a@example..org",
        "a@x.org\nBcc: b@x.org",
        "<a@example.org>",
        "a@example.org,b@example.org",
        f"{'x' * 250}@example.org",
        "a\u202e@example.org",
    ],
)
async def test_addresses_that_are_refused(email):
    with pytest.raises(Refused):
        people.check_email(email)


async def test_a_password_is_hashed_and_verified():
    hashed = await people.hash_password(PASSWORD)
    assert hashed.startswith("$argon2id$") and PASSWORD not in hashed
    assert await people.verify_password(hashed, PASSWORD)
    assert not await people.verify_password(hashed, PASSWORD + " ")
    assert not await people.verify_password(hashed, "x" * 100_000)
    assert not await people.verify_password(None, PASSWORD)
    assert not await people.verify_password("no hash", PASSWORD)
    assert await people.verify_password(await people.hash_password("Zoë and her dog"), "Zoe\u0308 and her dog")


async def test_hashing_leaves_the_event_loop_alone(monkeypatch):
    """While a slow hash is made, the loop goes on."""
    going = asyncio.Event()

    class Slow:
        def hash(self, _):
            asyncio.run_coroutine_threadsafe(_set(going), loop).result(10)
            return "hash"

    async def _set(event):
        event.set()

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(people, "hasher", Slow())
    assert await people.hash_password(PASSWORD) == "hash"
    assert going.is_set()


async def test_a_name_that_does_not_exist_takes_a_hash_too(database, monkeypatch):
    """Measured in work, not in time: an unknown name is verified against a hash of the same cost."""
    seen = []
    real = people.hasher

    class Counting:
        def verify(self, stored, password):
            seen.append(stored.rsplit("$", 2)[0])
            return real.verify(stored, password)

        def __getattr__(self, name):
            return getattr(real, name)

    guest, _ = await people.new_guest(database, "Anna", NOW)
    await people.register(database, guest.id, "Anna", PASSWORD)
    monkeypatch.setattr(people, "hasher", Counting())
    assert await refused(people.login(database, "Anna", "wrong password", NOW)) == "login-wrong"
    assert await refused(people.login(database, "Nobody", "wrong password", NOW)) == "login-wrong"
    assert len(seen) == 2 and seen[0] == seen[1]


async def test_a_guest_registers_in_place_and_comes_back(database):
    guest, token = await people.new_guest(database, " Anna ", NOW, "de")
    assert (guest.name, guest.guest, guest.language) == ("Anna", True, "de")
    assert await people.of_session(database, token, NOW) == guest
    account = await people.register(database, guest.id, "Anna", PASSWORD, "anna@example.org")
    assert (account.id, account.guest, account.email) == (guest.id, False, "anna@example.org")
    assert await people.of_session(database, token, NOW) == account
    assert await refused(people.register(database, guest.id, "Anna2", PASSWORD)) == "no-guest"
    again, other = await people.login(database, " ANNA ", PASSWORD, NOW)
    assert again == account and other != token
    assert await people.of_session(database, other, NOW) == account
    assert await refused(people.login(database, "Anna", PASSWORD.upper(), NOW)) == "login-wrong"


async def test_names_of_guests_repeat_and_names_of_accounts_do_not(database):
    first, _ = await people.new_guest(database, "Anna", NOW)
    second, _ = await people.new_guest(database, "Anna", NOW)
    third, _ = await people.new_guest(database, "Straße", NOW)
    await people.register(database, first.id, "Anna", PASSWORD)
    for same in ("Anna", "aNNa", "\uff21nna"):
        assert await refused(people.register(database, second.id, same, PASSWORD)) == "name-taken"
    other = await people.register(database, third.id, "Straße", PASSWORD)
    assert await refused(people.register(database, second.id, "STRASSE", PASSWORD)) == "name-taken"
    assert await refused(people.rename(database, other, "ANNA")) == "name-taken"
    await people.rename(database, other, "STRASSE")
    assert await refused(people.rename(database, second, "ANNA")) == "name-taken", "guests have other names than accounts"
    assert await refused(people.new_guest(database, "strasse", NOW)) == "name-taken"
    await people.rename(database, second, "Anne")
    assert (await people.login(database, "strasse", PASSWORD, NOW))[0].name == "STRASSE"


async def test_what_registering_refuses(database):
    guest, _ = await people.new_guest(database, "Anna", NOW)
    assert await refused(people.register(database, guest.id, "Anna", "short")) == "password-short"
    assert await refused(people.register(database, guest.id, "Anna", "x" * 257)) == "password-long"
    assert await refused(people.register(database, guest.id, "", PASSWORD)) == "name-empty"
    assert await refused(people.register(database, guest.id, "Anna", PASSWORD, "nonsense")) == "email-shape"
    assert await refused(people.register(database, "nobody", "Anna", PASSWORD)) == "no-guest"
    assert await refused(people.new_guest(database, "\u202e", NOW)) == "name-signs"


async def test_a_login_takes_the_guest_along(database):
    account, _ = await people.new_guest(database, "Anna", NOW)
    await people.register(database, account.id, "Anna", PASSWORD)
    guest, old = await people.new_guest(database, "Anna on the phone", NOW)
    person, token = await people.login(database, "Anna", PASSWORD, NOW, guest.id)
    assert person.id == account.id
    assert await people.of_session(database, old, NOW) is None
    assert await people.of_session(database, token, NOW) == person
    async with database.reading() as conn:
        assert await stored.resolve(conn, [guest.id]) == {guest.id: account.id}
    other, its = await people.new_guest(database, "Bruno", NOW)
    await people.register(database, other.id, "Bruno", PASSWORD)
    await people.login(database, "Anna", PASSWORD, NOW, other.id)  # another account is nobody's guest
    assert await people.of_session(database, its, NOW) is not None
    async with database.reading() as conn:
        assert await stored.resolve(conn, [other.id]) == {other.id: other.id}


async def test_a_wrong_password_takes_nobody_along(database):
    account, _ = await people.new_guest(database, "Anna", NOW)
    await people.register(database, account.id, "Anna", PASSWORD)
    guest, token = await people.new_guest(database, "Guest", NOW)
    assert await refused(people.login(database, "Anna", "wrong password", NOW, guest.id)) == "login-wrong"
    assert await people.of_session(database, token, NOW) == guest


async def test_an_old_hash_is_made_anew_at_login(database, monkeypatch):
    guest, _ = await people.new_guest(database, "Anna", NOW)
    await people.register(database, guest.id, "Anna", PASSWORD)
    monkeypatch.setattr(people, "hasher", PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    for _ in range(2):
        await people.login(database, "Anna", PASSWORD, NOW)
        async with database.reading() as conn:
            hashed = await stored.password_of(conn, guest.id)
        assert hashed is not None and "m=16,t=2,p=1" in hashed


async def test_a_session_that_is_used_goes_on(database):
    guest, token = await people.new_guest(database, "Anna", NOW)
    half = NOW + SESSION_MS // 2
    assert await people.of_session(database, token, half) == guest
    assert await people.of_session(database, token, NOW + SESSION_MS + DAY_MS) == guest
    assert await people.of_session(database, token, NOW + 3 * SESSION_MS) is None
    assert await people.of_session(database, "nonsense", NOW) is None


async def test_a_session_is_written_at_most_once_a_day(database):
    _, token = await people.new_guest(database, "Anna", NOW)
    for later, expires in ((DAY_MS // 2, 0), (DAY_MS + 1, DAY_MS + 1), (DAY_MS + 2, DAY_MS + 1)):
        await people.of_session(database, token, NOW + later)
        async with database.reading() as conn:
            found = await sessions.find(conn, token, NOW)
        assert found is not None and found[1] == NOW + SESSION_MS + expires


async def test_logging_out_here_and_everywhere(database):
    guest, first = await people.new_guest(database, "Anna", NOW)
    await people.register(database, guest.id, "Anna", PASSWORD)
    more = [(await people.login(database, "Anna", PASSWORD, NOW))[1] for _ in range(3)]
    await people.logout(database, first)
    assert await people.of_session(database, first, NOW) is None
    assert await people.logout_everywhere(database, guest.id, keep=more[0]) == 2
    assert [await people.of_session(database, token, NOW) is not None for token in more] == [True, False, False]
    assert await people.logout_everywhere(database, guest.id) == 1


async def test_changing_the_password(database):
    guest, here = await people.new_guest(database, "Anna", NOW)
    assert await refused(people.change_password(database, guest.id, "", "a new password")) == "password-wrong"
    await people.register(database, guest.id, "Anna", PASSWORD)
    _, there = await people.login(database, "Anna", PASSWORD, NOW)
    assert await refused(people.change_password(database, guest.id, "wrong", "a new password")) == "password-wrong"
    assert await refused(people.change_password(database, guest.id, PASSWORD, "short")) == "password-short"
    await people.change_password(database, guest.id, PASSWORD, "a new password", keep=here)
    assert await people.of_session(database, here, NOW) is not None
    assert await people.of_session(database, there, NOW) is None
    assert await refused(people.login(database, "Anna", PASSWORD, NOW)) == "login-wrong"
    await people.set_password(database, guest.id, "another new one")
    assert await people.of_session(database, here, NOW) is None
    assert (await people.login(database, "Anna", "another new one", NOW))[0].id == guest.id


async def test_address_and_language(database):
    guest, token = await people.new_guest(database, "Anna", NOW)
    await people.set_email(database, guest.id, "anna@example.org")
    await people.set_language(database, guest.id, "nl")
    found = await people.of_session(database, token, NOW)
    assert found is not None and (found.email, found.language) == ("anna@example.org", "nl")
    await people.set_email(database, guest.id, None)
    assert await refused(people.set_email(database, guest.id, "nonsense")) == "email-shape"


async def test_tokens_for_programs(database):
    guest, _ = await people.new_guest(database, "Anna", NOW)
    row, token = await people.new_bot_token(database, guest.id, "  my \n bot ", NOW)
    assert row.label == "my bot" and token.startswith("mec_")
    assert await people.of_bot_token(database, token, NOW) == guest
    assert await people.of_bot_token(database, token[:-1], NOW) is None
    assert await people.of_bot_token(database, "nonsense", NOW) is None
    assert await refused(people.new_bot_token(database, guest.id, "a\u202eb", NOW)) == "label-signs"
    async with database.transaction() as conn:
        assert [one.used for one in await sessions.bot_tokens(conn, guest.id)] == [NOW]
        await sessions.end_bot_token(conn, guest.id, row.id)
    assert await people.of_bot_token(database, token, NOW) is None


async def test_who_is_forgotten_can_not_come_back(database):
    guest, token = await people.new_guest(database, "Anna", NOW)
    await people.register(database, guest.id, "Anna", PASSWORD)
    assert await people.forget(database, guest.id, NOW)
    assert not await people.forget(database, guest.id, NOW)
    assert await people.of_session(database, token, NOW) is None
    assert await refused(people.login(database, "Anna", PASSWORD, NOW)) == "login-wrong"
    assert await refused(people.register(database, guest.id, "Anna", PASSWORD)) == "no-guest"


async def test_the_real_hasher_is_argon2id_with_parameters_of_today():
    assert (REAL.type.name, REAL.memory_cost >= 19 * 1024, REAL.time_cost >= 2) == ("ID", True, True)
