"""Live connections: a table over a WebSocket or as lines of JSON, and for programs a stream of turns.

Both ways carry the same messages. Whoever logs out, loses the token, or may not see the table any more is cut off at once; that
is also looked at now and then, as an administrator may have been at work beside the server. When the server stops, its
connections end so that clients know to come back.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import msgspec
from sqlalchemy.exc import DBAPIError
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from mecenate.server import live, people, wire
from mecenate.server.api import turns
from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import NDJSON, Call, TableId, admitted, operation, refusal
from mecenate.server.api.seeing import Looking, audiences, viewer, visible
from mecenate.server.api.services import Services
from mecenate.server.ending import first
from mecenate.server.limits import TooMany
from mecenate.server.refused import Refused

MOST_HEARD = 100  # messages of a client; it has nothing to say
SEND_S = 20.0  # a client that takes no message for so long is gone
LOOK_S = 20.0  # how often a connection is looked at without being told that something was taken from somebody
STOPPING, NO_LONGER, SLOW = 1012, 1008, 1013  # service restart, policy violation, try again later


class LiveQuery(Looking):
    since: wire.Count | None = None  # the last entry that one knows; entries after it come first


class CutOff(Exception):
    """A connection that has to end from this side."""

    def __init__(self, code: int):
        super().__init__(code)
        self.code = code


async def _still(call: Call) -> bool:
    """Whether session or token are still good."""
    if call.person is None:
        return True
    find = people.of_session if call.by == "session" else people.of_bot_token
    found = await find(call.database, call.secret, call.services.now())
    return found is not None and found.id == call.person.id


async def _messages(call: Call, table: str, query: LiveQuery) -> AsyncGenerator[wire.Live, None]:
    """The messages of a table, for as long as they are this person's to have."""
    if query.since is not None:
        call.take("history", call.person.id if call.person else call.address, call.services.settings.limits.history)
    hosted = await visible(call, table, query.watch)
    whom, program = audiences(call, hosted.table), call.by == "token"
    started = live.stream(
        call.house, table, viewer(call, query.seat), call.language, query.since, whom, program=program
    )  # fmt: skip
    async with aclosing(started) as messages:
        async for message in messages:
            yield message
            del message  # it may be long until the next one, and there are many connections


async def _thrown_out(call: Call, table: str = "", watch: str = "") -> None:
    """Until the session or the token is void, or the table is not for this person any more."""
    ids = [one for one in (call.person.id if call.person else "", table) if one]
    with call.house.revocations.heard(*ids) as taken:
        while True:
            taken.clear()
            try:
                if not await _still(call):
                    raise CutOff(NO_LONGER)
                if table:
                    await visible(call, table, watch)
            except DBAPIError:
                pass  # the database is away; it will be asked again
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await taken.wait()


async def _stopping(services: Services) -> None:
    await services.stopping.wait()
    raise CutOff(STOPPING)


class Lines(Response):
    """Messages as lines of JSON, one after the other as they come."""

    media_type = NDJSON

    def __init__(self, call: Call, messages: AsyncGenerator[msgspec.Struct, None], table: str = "", watch: str = ""):
        super().__init__(status_code=200)
        del self.headers["content-length"]
        self.headers["X-Accel-Buffering"] = "no"  # proxies that collect lines would hold them back
        self.call = call
        self.messages = messages
        self.table = table
        self.watch = watch

    async def __call__(self, scope, receive, send) -> None:
        call = self.call
        try:
            with call.services.connections.one(call.person.id if call.person else None, call.address):
                await self._carry(receive, send)
        except TooMany as error:
            await refusal(error, call.language)(scope, receive, send)

    async def _carry(self, receive, send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})

        async def tell() -> None:
            async with aclosing(self.messages) as messages:
                async for message in messages:
                    async with asyncio.timeout(SEND_S):
                        line = msgspec.json.encode(message) + b"\n"
                        await send({"type": "http.response.body", "body": line, "more_body": True})

        async def gone() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        with suppress(
            CutOff, TimeoutError, Fault, Refused, DBAPIError, OSError
        ):  # a new connection will be told what is true then
            await first(tell(), gone(), _stopping(self.call.services), _thrown_out(self.call, self.table, self.watch))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


@operation("GET", "/api/tables/{table}/stream", query=LiveQuery, answer=wire.Live, errors=(404,), content=NDJSON)
async def stream(call: Call, table: TableId, query: LiveQuery) -> Lines:
    """A table as it goes on, one message a line: `hello`, the entries after `since`, `situation`, and whatever happens."""
    return await _lines(call, _messages(call, table, query), table, query.watch)


@operation("GET", "/api/stream", answer=turns.Event, who="person", content=NDJSON)
async def my_turns(call: Call) -> Lines:
    """For programs: a line whenever a seat is kept for one, a game starts, a table waits for one's move, or a game ends.

    First come the games that run already and the tables that wait now.
    """
    return await _lines(call, turns.stream(call.house, call.me.id))


async def _lines(call: Call, messages: AsyncGenerator[msgspec.Struct, None], table: str = "", watch: str = "") -> Lines:
    """The first message is awaited before the answer begins, so that a refusal still has its status."""
    first = await anext(messages)

    async def all_of_them() -> AsyncGenerator[msgspec.Struct, None]:
        yield first
        async with aclosing(messages) as rest:
            async for message in rest:
                yield message

    return Lines(call, all_of_them(), table, watch)


async def socket(services: Services, websocket: WebSocket) -> None:
    """`/api/tables/{table}/live`: the same messages as `stream`, over a WebSocket. The client has nothing to say."""
    language = "en"
    try:
        call = await admitted(services, websocket, "anyone")
        language = call.language
        table = websocket.path_params["table"]
        query = msgspec.convert(dict(websocket.query_params), LiveQuery, strict=False)
        await visible(call, table, query.watch)
        with services.connections.one(call.person.id if call.person else None, call.address):
            await websocket.accept()
            await _carry(call, websocket, table, query)
    except Exception as error:
        if websocket.application_state.name == "CONNECTING":
            await websocket.send_denial_response(refusal(error, language))
        else:
            raise


async def _carry(call: Call, websocket: WebSocket, table: str, query: LiveQuery) -> None:
    async def tell() -> None:
        async with aclosing(_messages(call, table, query)) as messages:
            async for message in messages:
                text = msgspec.json.encode(message).decode()
                del message
                async with asyncio.timeout(SEND_S):
                    await websocket.send_text(text)
                del text

    async def gone() -> None:
        for _ in range(MOST_HEARD):
            if (await websocket.receive())["type"] == "websocket.disconnect":
                return
        raise CutOff(NO_LONGER)

    code = 1000
    try:
        await first(tell(), gone(), _stopping(call.services), _thrown_out(call, table, query.watch))
    except CutOff as cut:
        code = cut.code
    except TimeoutError:
        code = SLOW
    except (TooMany, DBAPIError):
        code = SLOW
    except (Fault, Refused):
        code = NO_LONGER
    except (WebSocketDisconnect, OSError):
        return
    if call.services.stopping.is_set():
        code = STOPPING
    if websocket.client_state.name == "CONNECTED":
        await websocket.close(code)
