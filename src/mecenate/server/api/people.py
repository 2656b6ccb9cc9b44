"""Who somebody is: guests, accounts, sessions, and tokens for programs."""

from typing import Annotated

import msgspec

from mecenate.server import devices, people, security, wire
from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import Call, cookie_of, operation
from mecenate.server.refused import Refused
from mecenate.server.storage import people as stored
from mecenate.server.storage import sessions
from mecenate.server.storage.people import Person
from mecenate.server.storage.sessions import BotToken

NameText = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00]*$")]  # a zero byte fits into no database
Password = Annotated[str, msgspec.Meta(max_length=1000)]
SHORTEST, LONGEST = people.PASSWORD_LENGTHS  # told to programs; people are refused in words
NewPassword = Annotated[str, msgspec.Meta(extra_json_schema={"minLength": SHORTEST, "maxLength": LONGEST})]
NewName = Annotated[NameText, msgspec.Meta(extra_json_schema={"minLength": 1})]
Address = Annotated[str, msgspec.Meta(max_length=400)]
TokenId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{4,32}$")]


class GuestRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: NewName
    language: wire.Language | None = None


class RegisterRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: NewName
    password: NewPassword
    email: Address | None = None


class LoginRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: NameText
    password: Password


class NameRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: NewName


class LanguageRequest(msgspec.Struct, forbid_unknown_fields=True):
    language: wire.Language | None


class PasswordRequest(msgspec.Struct, forbid_unknown_fields=True):
    old: Password
    new: NewPassword


class EmailRequest(msgspec.Struct, forbid_unknown_fields=True):
    email: Address | None


class ForgetRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The password of an account, or of a guest the name: nobody does this by mistake."""

    password: Password = ""
    name: NameText = ""


class TokenRequest(msgspec.Struct, forbid_unknown_fields=True):
    label: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Me(msgspec.Struct):
    """Oneself, as nobody else sees it."""

    id: str
    name: str
    guest: bool
    email: str | None
    language: str | None


class NewToken(msgspec.Struct):
    """A token for a program; it is shown this once."""

    token: str
    info: BotToken


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.guest, person.email, person.language)


async def _me_again(call: Call) -> Me:
    found = await people.of_session(call.database, call.secret, call.now) if call.by == "session" else call.me
    return _me(found or call.me)


async def enter_as_guest(call: Call, name: str) -> Person:
    """A visitor becomes a guest, with a session from this answer on."""
    call.take("entries", call.address, call.services.settings.limits.entries)
    call.person, call.cookie = await people.new_guest(call.database, name, call.now, call.language)
    return call.person


@operation("POST", "/api/guest", body=GuestRequest, answer=Me, status=201, errors=(409, 422))
async def guest(call: Call, body: GuestRequest) -> Me:
    """Come in with a name and nothing else."""
    if call.person is not None:
        raise Refused("no-guest")
    person = await enter_as_guest(call, body.name)
    if body.language:
        await people.set_language(call.database, person.id, body.language)
        person = msgspec.structs.replace(person, language=body.language)
    return _me(person)


@operation("POST", "/api/register", body=RegisterRequest, answer=Me, status=201, errors=(409, 422), limit="entries")
async def register(call: Call, body: RegisterRequest) -> Me:
    """Make an account; a guest becomes one and keeps all tables."""
    if call.by == "token":
        raise Fault(403, "session-needed")
    if call.person is not None:
        person = await people.register(call.database, call.person.id, body.name, body.password, body.email)
        await call.house.renamed(person.id)
        call.cookie = await people.new_session(call.database, person.id, call.secret, call.now)
        call.house.revoked(person.id)
        await _remember_device(call, person)
        return _me(person)
    new, call.cookie = await people.new_guest(call.database, body.name, call.now, call.language)
    try:
        person = await people.register(call.database, new.id, body.name, body.password, body.email)
    except Refused:
        await people.forget(call.database, new.id, call.now)
        raise
    await _remember_device(call, person)
    return _me(person)


@operation("POST", "/api/login", body=LoginRequest, answer=Me, errors=(401,), limit="entries")
async def login(call: Call, body: LoginRequest) -> Me:
    """Log in; what one began as a guest comes along."""
    await _limit_guesses(call, body.name)
    before = call.person.id if call.person and call.person.guest and call.by == "session" else None
    person, call.cookie = await people.login(call.database, body.name, body.password, call.now, before)
    if before:
        await call.house.adopt(before, person.id)
        call.house.revoked(before)
    elif call.by == "session":
        await people.logout(call.database, call.secret)
        call.house.revoked(call.me.id)
    await _remember_device(call, person)
    return _me(person)


async def _limit_guesses(call: Call, name: str) -> None:
    """By name and address, and slowly by name alone; a browser that has logged in before counts for itself."""
    limits, folded = call.services.settings.limits, people.login_of(" ".join(name.split()))[:64]
    account, shown = await people.find_account(call.database, name), cookie_of(call.services, call.request, security.DEVICE)
    if account and shown and (device := devices.device_of(await call.services.device_key(), account[0].id, shown)):
        call.take("logins", device, limits.logins)
        return
    call.take("logins", f"{folded} {call.address}", limits.logins)
    call.take("logins_anywhere", folded, limits.logins_anywhere)


async def _remember_device(call: Call, person: Person) -> None:
    key, shown = await call.services.device_key(), cookie_of(call.services, call.request, security.DEVICE)
    if not (shown and devices.device_of(key, person.id, shown)):
        call.device = devices.proof(key, person.id)


@operation("POST", "/api/logout", status=204, who="session")
async def logout(call: Call) -> None:
    """End the session of this browser. A guest who logs out can't come back."""
    await people.logout(call.database, call.secret)
    call.house.revoked(call.me.id)
    call.cookie = ""


@operation("POST", "/api/logout-everywhere", status=204, who="session")
async def logout_everywhere(call: Call) -> None:
    """End all sessions but this one."""
    await people.logout_everywhere(call.database, call.me.id, keep=call.secret)
    call.house.revoked(call.me.id)


class Visitor(msgspec.Struct):
    """Who asks; nobody if the server does not know them."""

    me: Me | None


@operation("GET", "/api/visitor", answer=Visitor)
async def visitor(call: Call) -> Visitor:
    """Who one is, also for who is nobody yet: a page asks this first."""
    return Visitor(await me(call) if call.person else None)


@operation("GET", "/api/me", answer=Me, who="person")
async def me(call: Call) -> Me:
    """Who one is."""
    if call.by == "session":
        call.cookie = call.secret  # goes on in the browser as it does here
        if not call.me.guest:
            await _remember_device(call, call.me)
    return _me(call.me)


@operation("PUT", "/api/me/name", body=NameRequest, answer=Me, who="session", errors=(409, 422), limit="names")
async def rename(call: Call, body: NameRequest) -> Me:
    """Take another name; an account logs in with it from now on."""
    await people.rename(call.database, call.me, body.name)
    await call.house.renamed(call.me.id)
    return await _me_again(call)


@operation("PUT", "/api/me/language", body=LanguageRequest, answer=Me, who="session")
async def language(call: Call, body: LanguageRequest) -> Me:
    """Choose a language for all devices; null leaves it to each browser."""
    await people.set_language(call.database, call.me.id, body.language)
    return await _me_again(call)


@operation("PUT", "/api/me/password", body=PasswordRequest, status=204, who="session", errors=(422,), limit="entries")
async def password(call: Call, body: PasswordRequest) -> None:
    """Change the password; all other sessions end."""
    await people.change_password(call.database, call.me.id, body.old, body.new, keep=call.secret)
    call.house.revoked(call.me.id)


@operation("PUT", "/api/me/email", body=EmailRequest, answer=Me, who="session", errors=(422,))
async def email(call: Call, body: EmailRequest) -> Me:
    """Leave an address, or take it away. It is shown to nobody, and nothing is sent to it unasked."""
    await people.set_email(call.database, call.me.id, body.email)
    return await _me_again(call)


@operation("GET", "/api/me/tokens", answer=list[BotToken], who="session")
async def tokens(call: Call) -> list[BotToken]:
    """The tokens of one's programs, without the tokens themselves."""
    async with call.database.reading() as conn:
        return await sessions.bot_tokens(conn, call.me.id)


@operation(
    "POST", "/api/me/tokens", body=TokenRequest, answer=NewToken, status=201, who="session", errors=(422,), limit="tables"
)
async def new_token(call: Call, body: TokenRequest) -> NewToken:
    """A token with which a program plays in one's name: `Authorization: Bearer TOKEN`."""
    info, token = await people.new_bot_token(call.database, call.me.id, body.label, call.now)
    return NewToken(token, info)


@operation("DELETE", "/api/me/tokens/{token}", status=204, who="session", errors=(404,))
async def end_token(call: Call, token: TokenId) -> None:
    """Make a token void."""
    async with call.database.transaction() as conn:
        if not await sessions.end_bot_token(conn, call.me.id, token):
            raise Fault(404, "no-token")
    call.house.revoked(call.me.id)


@operation("POST", "/api/me/forget", body=ForgetRequest, status=204, who="session", limit="entries")
async def forget(call: Call, body: ForgetRequest) -> None:
    """Be forgotten for good: name, address, password and what one wrote. Games that were played stay, without the name."""
    if call.me.guest:
        if body.name != call.me.name:
            raise Fault(403, "forget-name")
    else:
        await _check_password(call, body.password)
    await people.forget(call.database, call.me.id, call.now)
    await call.house.forget(call.me.id)
    call.cookie = ""


async def _check_password(call: Call, given: str) -> None:
    async with call.database.reading() as conn:
        found = await stored.password_of(conn, call.me.id)
    if not await people.verify_password(found, given):
        raise Refused("password-wrong")
