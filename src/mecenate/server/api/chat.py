"""Talking at a table: those who play among themselves, those who watch among themselves, and all together afterwards."""

from typing import Annotated

import msgspec

from mecenate.server import chatting, wire
from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import Call, TableId, operation
from mecenate.server.api.seeing import Looking, audiences, legible, visible
from mecenate.server.storage.chat import PLAYERS, SPECTATORS


class ChatRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500, extra_json_schema=wire.SOMETHING)]


class ChatQuery(Looking):
    since: wire.Count = 0


@operation("GET", "/api/tables/{table}/chat", query=ChatQuery, answer=list[wire.Chat], errors=(404,))
async def chat(call: Call, table: TableId, query: ChatQuery) -> list[wire.Chat]:
    """What was said, as far as it is for oneself."""
    it, _ = await legible(call, table, query.watch)
    return await chatting.load(call.house, it, audiences(call, it), query.since)


@operation(
    "POST",
    "/api/tables/{table}/chat",
    body=ChatRequest,
    query=Looking,
    answer=wire.Chat,
    status=201,
    who="session",
    errors=(404, 422),
    limit="chat",
)
async def say(call: Call, table: TableId, body: ChatRequest, query: Looking) -> wire.Chat:
    """Say something; programs can't."""
    hosted = await visible(call, table, query.watch)
    text = body.text.strip().replace("\0", "")
    if not text:
        raise Fault(422, "chat-empty")
    audience = PLAYERS if hosted.table.held(call.me.id) else SPECTATORS
    return await call.house.say(table, call.me, text, audience)
