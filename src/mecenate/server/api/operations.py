"""How an operation is declared. From the declaration come the route, all checks before the work, and the documentation.

    @operation("POST", "/api/tables", body=wire.NewTable, answer=wire.TableInfo, status=201, who="person", errors=(422,))
    async def create(call: Call, body: wire.NewTable) -> wire.TableInfo:
        '''Set up a table.'''

The parts of the path and, where they are declared, `body` and `query` are arguments by name. Types are msgspec's throughout.
"""

import math
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from types import ModuleType
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from mecenate.core.texts import LANGUAGES
from mecenate.server import logs, people, security, wire
from mecenate.server.api.faults import Fault, explain
from mecenate.server.api.packing import pack
from mecenate.server.api.services import Services
from mecenate.server.hosting import House
from mecenate.server.limits import TooMany
from mecenate.server.settings import Rate
from mecenate.server.storage.database import Database
from mecenate.server.storage.errors import out_of_order
from mecenate.server.storage.people import Person

Who = Literal["anyone", "person", "session"]
SAFE = ("GET", "HEAD", "OPTIONS")
NDJSON = "application/x-ndjson"
trouble = logs.Seldom(10.0)

TableId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{4,32}$")]
Token = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{8,64}$")]


class Query(msgspec.Struct):
    """What may stand behind the ? of every address."""

    lang: wire.Language | None = None  # of sentences and messages; else the person's, else the browser's


@dataclass
class Call:
    """A request that passed all checks, and who makes it."""

    services: Services
    request: HTTPConnection
    address: str
    person: Person | None
    by: Literal["", "session", "token"]
    secret: str  # the token of the session or the program
    language: str
    now: int
    cookie: str | None = None  # a session to give to the browser; empty takes it away
    device: str | None = None  # the proof that it has logged in
    more: dict[str, str] = field(default_factory=dict)  # headers of the answer

    @property
    def house(self) -> House:
        return self.services.house

    @property
    def database(self) -> Database:
        return self.services.database

    @property
    def me(self) -> Person:
        if self.person is None:
            raise Fault(401, "login-needed")
        return self.person

    def link(self, path: str) -> str:
        return self.services.settings.base + path

    def take(self, what: str, whose: str, rate: Rate) -> None:
        self.services.buckets.take(what, whose, rate)


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    run: Callable[..., Any]
    body: Any
    query: type[Query]
    answer: Any
    status: int
    who: Who
    errors: tuple[int, ...]
    limit: str  # a rate of `Limits` besides the usual ones: `entries` counts by address, others by person
    longest: int
    content: str
    parts: Mapping[str, Any]  # the types of the parts of the path

    @property
    def name(self) -> str:
        return self.run.__name__

    @property
    def subject(self) -> str:
        return self.run.__module__.rpartition(".")[2]

    @property
    def words(self) -> str:
        return (self.run.__doc__ or "").strip()


def operation(
    method: str,
    path: str,
    *,
    body: Any = None,
    query: type[Query] = Query,
    answer: Any = None,
    status: int = 200,
    who: Who = "anyone",
    errors: tuple[int, ...] = (),
    limit: str = "",
    longest: int = security.LONGEST_BODY,
    content: str = "application/json",
):
    def declare(run: Callable[..., Any]) -> Callable[..., Any]:
        hints = get_type_hints(run, sys.modules[run.__module__].__dict__, include_extras=True)
        parts = {part: hints[part] for part in re.findall(r"{(\w+)}", path)}
        declared = Operation(
            method, path, run, body, query, answer, status, who, errors, limit, longest, content, parts
        )  # fmt: skip
        run.operation = declared  # type: ignore[attr-defined]
        return run

    return declare


def operations_of(module: ModuleType) -> list[Operation]:
    """The operations that a module declares, in their order."""
    own = [found for found in vars(module).values() if getattr(found, "__module__", "") == module.__name__]
    return [found.operation for found in own if hasattr(found, "operation")]


async def answer(services: Services, one: Operation, request: Request) -> Response:
    """Check a request, do the work, and write the answer."""
    language = language_of(request.headers, None, request.query_params.get("lang"))
    call = None
    try:
        call = await admitted(services, request, one.who)
        language = call.language
        arguments = await _arguments(one, request, call)
        _limit(services, one, call)
        found = await one.run(call, **arguments)
        response = found if isinstance(found, Response) else _written(one, found)
        response.headers.update(call.more)
        pack(response, request.headers)
    except Exception as error:
        response = refusal(error, language)
    if call is not None and response.status_code < 400:
        for name, value in ((security.COOKIE, call.cookie), (security.DEVICE, call.device)):
            if value is not None:
                response.headers.append("Set-Cookie", security.cookie(name, value, request.scope, services.settings))
    return response


def refusal(error: Exception, language: str) -> Response:
    """The answer to what can't be done; what nobody foresaw is noted under an id, and the id is all that is told."""
    if out_of_order(error):
        _note_trouble(error)
        error = Fault(503, "not-ready", {"Retry-After": "5"})
    found = explain(_readable(error), language)
    if found is None:
        id = secrets.token_hex(6)
        logs.events.error("failure %s", id, exc_info=error)
        failed = Fault(500, "failed", id=id)
        status, body, headers = 500, wire.Error(error=failed.key, message=failed.message(language), id=id), {}
    else:
        status, body, headers = found
    return Response(msgspec.json.encode(body), status, {**headers, "Content-Type": "application/json"})


def _note_trouble(error: Exception) -> None:
    """The database is in trouble: one line now and then, as all requests have the same trouble, and a disk may be full."""
    if trouble.now():
        logs.events.error("the database can't be used: %s", " ".join(str(getattr(error, "orig", error)).split()))


def _readable(error: Exception) -> Exception:
    match error:
        case TooMany():
            seconds = max(1, math.ceil(error.wait_s))
            return Fault(429, "too-many", {"Retry-After": str(seconds)}, seconds=seconds)
        case security.TooSlow() | security.Gone():
            return Fault(408, "too-slow", {"Connection": "close"})
        case msgspec.DecodeError() | UnicodeDecodeError():
            return Fault(400, "bad-request", why=str(error))
        case RecursionError():
            return Fault(400, "too-deep")
    return error


def _written(one: Operation, found: Any) -> Response:
    if one.status == 204:
        return Response(status_code=204)
    content = found.encode() if one.content.startswith("text/") else msgspec.json.encode(found)
    return Response(content, one.status, {"Content-Type": one.content})


async def admitted(services: Services, request: HTTPConnection, who: Who) -> Call:
    """Who asks, and whether they may: nobody acts for somebody else from another site, and nobody asks too much."""
    settings = services.settings
    now = services.now()
    person, by, secret = await _identify(services, request, now)
    language = language_of(request.headers, person.language if person else None, request.query_params.get("lang"))
    call = Call(services, request, request.scope["state"]["address"], person, by, secret, language, now)
    if by != "token" and (request.scope["type"] == "websocket" or request.scope["method"] not in SAFE):
        own = security.from_own_site(request.headers, request.scope, settings)
        if own is False:
            raise Fault(403, "foreign-site")
        if own is None and by == "session":
            raise Fault(403, "no-origin", origin=settings.public)
    request.scope["state"]["person"] = person.id if person else ""
    if person:
        services.buckets.take("acts", person.id, settings.limits.acts)
    if who != "anyone" and person is None:
        raise Fault(401, "login-needed")
    if who == "session" and by != "session":
        raise Fault(403, "session-needed")
    return call


async def _identify(services: Services, request: HTTPConnection, now: int) -> tuple[Person | None, Any, str]:
    """A program by its token, a browser by its cookie. With both the token counts, and the cookie is not looked at."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        person = await people.of_bot_token(services.database, token.strip(), now)
        if person is None:
            raise Fault(401, "token-wrong")
        return person, "token", token.strip()
    if cookie := cookie_of(services, request, security.COOKIE):
        person = await people.of_session(services.database, cookie, now)
        if person is not None:
            return person, "session", cookie
    return None, "", ""


def cookie_of(services: Services, request: HTTPConnection, name: str) -> str:
    try:
        cookies = SimpleCookie(request.headers.get("cookie", ""))
        found = cookies.get(security.cookie_name(name, request.scope, services.settings))
    except CookieError:
        return ""
    return found.value if found else ""


def language_of(headers: Headers, of_person: str | None, wanted: str | None) -> str:
    for choice in (wanted, of_person):
        if choice in LANGUAGES:
            return str(choice)
    for part in headers.get("accept-language", "").split(","):
        found = part.partition(";")[0].strip().lower()[:2]
        if found in LANGUAGES:
            return found
    return LANGUAGES[0]


async def _arguments(one: Operation, request: Request, call: Call) -> dict[str, Any]:
    try:
        arguments = {name: msgspec.convert(request.path_params[name], kind, strict=False) for name, kind in one.parts.items()}
    except msgspec.ValidationError:
        raise Fault(404, "no-page") from None
    query = msgspec.convert(dict(request.query_params), one.query, strict=False)
    if one.query is not Query:
        arguments["query"] = query
    if one.body is not None:
        if not security.is_json(request.headers):
            raise Fault(415, "not-json", {"Connection": "close"})
        try:
            data = await security.read_body(request.receive, request.headers, one.longest)
        except security.TooLong:
            raise Fault(413, "too-long", {"Connection": "close"}, most=one.longest) from None
        arguments["body"] = _body(data, one.body)
    return arguments


def _body(data: bytes, kind: Any) -> Any:
    """A body as its type says. A whole number may be written 2.0, as some languages do and JSON Schema allows."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        if "got `float`" not in str(error):
            raise
        return msgspec.convert(_whole(msgspec.json.decode(data)), kind)


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    return [_whole(one) for one in value] if isinstance(value, list) else value


def _limit(services: Services, one: Operation, call: Call) -> None:
    if one.limit:
        whose = call.address if one.limit == "entries" or call.person is None else call.person.id
        services.buckets.take(one.limit, whose, getattr(services.settings.limits, one.limit))
