"""Who somebody is: guests, accounts, passwords, sessions, and tokens for programs.

Passwords are hashed outside any transaction and in threads of their own: a hash takes time and much memory, and neither
the event loop nor the database's only writer should wait for it.
"""

import asyncio
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from mecenate.server.alike import skeleton
from mecenate.server.refused import Refused
from mecenate.server.storage import forgetting, people, sessions
from mecenate.server.storage.database import Database
from mecenate.server.storage.ids import new_token
from mecenate.server.storage.people import Person
from mecenate.server.storage.sessions import BotToken

DAY_MS = 86_400_000
SESSION_MS = 180 * DAY_MS  # from the last day on which it was used
LONGEST_NAME = 32
PASSWORD_LENGTHS = (8, 256)
LONGEST_EMAIL = 254
LONGEST_LABEL = 60
BOT_PREFIX = "mec_"  # so that a token that went astray is recognised for what it is
TOKEN_USED_MS = 3_600_000  # `used` is for people to look at; more exact is not worth the writing

hasher = PasswordHasher()  # argon2id, with the parameters its authors recommend now
_threads = ThreadPoolExecutor(2, "passwords")  # bounds memory: each hash takes 64 MiB

Answer = TypeVar("Answer")


# What may be typed


def check_name(name: str) -> str:
    """A name as it is shown: trimmed, one blank between words, nothing that is invisible or turns the text around it."""
    clean = unicodedata.normalize("NFC", " ".join(name.split()))
    if not clean:
        raise Refused("name-empty")
    if len(clean) > LONGEST_NAME:
        raise Refused("name-long", most=LONGEST_NAME, letters=len(clean))
    # Control, format (bidi marks, zero-width), surrogate, private and unassigned; and nothing but marks would be invisible too.
    if any(unicodedata.category(sign).startswith("C") for sign in clean) or any(sign in _BLANKS for sign in clean):
        raise Refused("name-signs")
    if all(unicodedata.category(sign)[0] in "MZ" for sign in clean):
        raise Refused("name-empty")
    if len({unicodedata.name(sign, "").partition(" ")[0] for sign in clean} & _ALIKE) > 1:
        raise Refused("name-mixed")
    if skeleton(clean).replace(" ", "") in _reserved():
        raise Refused("name-taken", name=clean)
    return clean


# Scripts with letters that look the same: who mixes them means to look like somebody else.
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})
_RESERVED = ("admin", "administrator", "mecenate", "moderator", "root", "server", "support", "system")
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800\u2028\u2029"  # letters by their category, but nothing to see


@cache
def _reserved() -> frozenset[str]:
    return frozenset(skeleton(written) for name in _RESERVED for written in (name, name.capitalize(), name.upper()))


def login_of(name: str) -> str:
    """A name folded for comparing: `Anna`, `ANNA` and full-width letters are one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def check_email(email: str) -> str:
    """The shape of an address; whether it is somebody's own is only known once a message was answered."""
    clean = email.strip()
    if len(clean) > LONGEST_EMAIL or not re.fullmatch(
        r"[^\s@<>()\[\],;:\\\"\x00-\x1f\x7f]+@[^\s@<>()\[\],;:\\\"]+\.[^\s@.,;:]{2,}", clean
    ):
        raise Refused("email-shape")
    if any(unicodedata.category(sign).startswith("C") for sign in clean) or ".." in clean:
        raise Refused("email-shape")
    return clean


def check_password(password: str) -> str:
    shortest, longest = PASSWORD_LENGTHS
    if len(password) < shortest:
        raise Refused("password-short", least=shortest)
    if len(password) > longest:
        raise Refused("password-long", most=longest)
    return password


# Passwords


async def hash_password(password: str) -> str:
    return await _thread(lambda: hasher.hash(_bytes(password)))


async def verify_password(stored: str | None, password: str) -> bool:
    """Whether a password is right. Without a stored hash it takes as long and is wrong."""
    return await _thread(lambda: _verify(stored if stored is not None else _nobody(), password) and stored is not None)


def _verify(stored: str, password: str) -> bool:
    try:
        return hasher.verify(stored, _bytes(password[: PASSWORD_LENGTHS[1] + 1]))
    except (VerificationError, InvalidHashError):
        return False


def _bytes(password: str) -> bytes:
    """The same on every keyboard: an é is an é whether typed as one sign or two."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


@cache
def _nobody() -> str:
    """A hash that nobody's password has, to spend the same time on names that do not exist."""
    return hasher.hash(new_token())


async def _thread(work: Callable[[], Answer]) -> Answer:
    return await asyncio.get_running_loop().run_in_executor(_threads, work)


# Guests and accounts


async def new_guest(database: Database, name: str, now: int, language: str | None = None) -> tuple[Person, str]:
    """A guest and the token of its session. Nobody is a guest by the name of an account, or what looks like it."""
    clean = check_name(name)
    async with database.transaction() as conn:
        if await people.is_taken(conn, clean, login_of(clean)):
            raise Refused("name-taken", name=clean)
        person = await people.create(conn, clean, language, now)
        return person, await sessions.begin(conn, person.id, now, now + SESSION_MS)


async def register(database: Database, guest: str, name: str, password: str, email: str | None = None) -> Person:
    """A guest becomes an account in place and keeps its tables."""
    clean, address = check_name(name), check_email(email) if email else None
    hashed = await hash_password(check_password(password))
    try:
        async with database.transaction() as conn:
            person = await people.make_account(conn, guest, clean, login_of(clean), hashed, address)
    except people.LoginTaken:
        raise Refused("name-taken", name=clean) from None
    if person is None:
        raise Refused("no-guest")
    return person


async def find_account(database: Database, name: str) -> tuple[Person, str] | None:
    """The account of a name and the hash of its password."""
    async with database.reading() as conn:
        return await people.find_login(conn, login_of(" ".join(name.split())))


async def login(database: Database, name: str, password: str, now: int, guest: str | None = None) -> tuple[Person, str]:
    """An account and the token of a new session. The tables of `guest`, who was here before, come along."""
    found = await find_account(database, name)
    stored = found[1] if found else None
    right = await verify_password(stored, password)
    if found is None or stored is None or not right:
        raise Refused("login-wrong")
    person = found[0]
    better = await hash_password(password) if hasher.check_needs_rehash(stored) else None
    async with database.transaction() as conn:
        if await people.password_of(conn, person.id) != stored:  # it was changed, or the person left, in this very moment
            raise Refused("login-wrong")
        if better is not None:
            await people.set_password(conn, person.id, better)
        if guest is not None and guest != person.id and await people.adopt(conn, guest, person.id, now):
            await sessions.end_all(conn, guest)
        return person, await sessions.begin(conn, person.id, now, now + SESSION_MS)


async def change_password(database: Database, person: str, old: str, new: str, keep: str | None = None) -> None:
    """Needs the old one, and logs out everywhere but in the session `keep`."""
    check_password(new)
    async with database.reading() as conn:
        stored = await people.password_of(conn, person)
    if not await verify_password(stored, old):
        raise Refused("password-wrong")
    hashed = await hash_password(new)
    async with database.transaction() as conn:
        if await people.password_of(conn, person) != stored:
            raise Refused("password-wrong")
        await people.set_password(conn, person, hashed)
        await sessions.end_all(conn, person, keep)


async def set_password(database: Database, person: str, new: str) -> None:
    """For whoever runs the server, when a password is lost; logs out everywhere."""
    hashed = await hash_password(check_password(new))
    async with database.transaction() as conn:
        await people.set_password(conn, person, hashed)
        await sessions.end_all(conn, person)


async def rename(database: Database, person: Person, name: str) -> None:
    clean = check_name(name)
    try:
        async with database.transaction() as conn:
            if person.guest and await people.is_taken(conn, clean, login_of(clean)):
                raise people.LoginTaken(clean)
            await people.set_name(conn, person.id, clean, None if person.guest else login_of(clean))
    except people.LoginTaken:
        raise Refused("name-taken", name=clean) from None


async def set_email(database: Database, person: str, email: str | None) -> None:
    address = check_email(email) if email else None
    async with database.transaction() as conn:
        await people.set_email(conn, person, address)


async def set_language(database: Database, person: str, language: str | None) -> None:
    async with database.transaction() as conn:
        await people.set_language(conn, person, language)


async def forget(database: Database, person: str, now: int) -> bool:
    """Make a person nobody, for good."""
    async with database.transaction() as conn:
        return await forgetting.anonymise(conn, person, now)


# Sessions and tokens


async def of_session(database: Database, token: str, now: int) -> Person | None:
    """Whose session this is. One that is used goes on; it ends half a year after its last day."""
    async with database.reading() as conn:
        found = await sessions.find(conn, token, now)
    if found is None:
        return None
    person, expires = found
    if expires < now + SESSION_MS - DAY_MS:
        async with database.transaction() as conn:
            await sessions.renew(conn, token, now + SESSION_MS)
    return person


async def new_session(database: Database, person: str, old: str, now: int) -> str:
    """The token of a session in the place of another one, which somebody else may have learnt while it was worth less."""
    async with database.transaction() as conn:
        await sessions.end(conn, old)
        return await sessions.begin(conn, person, now, now + SESSION_MS)


async def logout(database: Database, token: str) -> None:
    async with database.transaction() as conn:
        await sessions.end(conn, token)


async def logout_everywhere(database: Database, person: str, keep: str | None = None) -> int:
    async with database.transaction() as conn:
        return await sessions.end_all(conn, person, keep)


async def new_bot_token(database: Database, person: str, label: str, now: int) -> tuple[BotToken, str]:
    """A token for the bot API and what is stored about it; the token itself is shown this once."""
    clean = " ".join(label.split())[:LONGEST_LABEL] or "bot"
    if any(unicodedata.category(sign).startswith("C") for sign in clean):
        raise Refused("label-signs")
    token = BOT_PREFIX + new_token()
    async with database.transaction() as conn:
        return await sessions.new_bot_token(conn, person, clean, token, now), token


async def of_bot_token(database: Database, token: str, now: int) -> Person | None:
    if not token.startswith(BOT_PREFIX):
        return None
    async with database.reading() as conn:
        found = await sessions.find_bot_token(conn, token)
    if found is None:
        return None
    person, known = found
    if known.used is None or known.used < now - TOKEN_USED_MS:
        async with database.transaction() as conn:
            await sessions.bot_token_used(conn, known.id, now)
    return person
