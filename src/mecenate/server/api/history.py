"""What happened: the log, any position, what changed since one looked, links to positions, records, the proof of the deal."""

from typing import Annotated, Literal

import msgspec

from mecenate.server import security, showing, wire
from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import Call, TableId, Token, operation
from mecenate.server.api.seeing import Looking, legible, own, viewer, visible
from mecenate.server.api.tables import Created, created
from mecenate.server.refused import Refused
from mecenate.server.setup import commitment, proven
from mecenate.server.showing import Viewer
from mecenate.server.storage import shares
from mecenate.server.storage.shares import Share

Position = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class SinceQuery(Looking):
    since: wire.Count = 0


class CatchUpQuery(Looking):
    since: wire.Count | None = None  # the entry that one has marked as seen, if not given


class SeenRequest(msgspec.Struct, forbid_unknown_fields=True):
    seq: wire.Count


class ShareRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A position, through the eyes of a seat once the game is over, or of a spectator."""

    position: Position
    seat: wire.SeatNumber | None = None


class ShareLink(msgspec.Struct):
    token: str
    link: str
    position: int
    seat: int | None
    created: int


class ContinueRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Who goes on playing from a position, and how."""

    position: Position
    seats: Annotated[list[wire.SeatRequest], msgspec.Meta(min_length=1, max_length=16)]
    clock: wire.Clock = msgspec.field(default_factory=wire.NoClock)
    at_zero: Literal["bot", "flag"] = "bot"
    takeover: Annotated[str, msgspec.Meta(max_length=20)] = ""  # as for any new table
    public: bool = False


@operation(
    "GET", "/api/tables/{table}/entries", query=SinceQuery, answer=list[wire.EntryMessage], errors=(404,), limit="history"
)
async def entries(call: Call, table: TableId, query: SinceQuery) -> list[wire.EntryMessage]:
    """The log after an entry, as one may know it."""
    hosted = await visible(call, table, query.watch)
    return showing.entries_since(hosted.table, query.since, viewer(call, query.seat), call.language, hosted.names)


@operation("GET", "/api/tables/{table}/replay/{position}", query=Looking, answer=wire.Replay, errors=(404, 409))
async def replay(call: Call, table: TableId, position: Position, query: Looking) -> wire.Replay:
    """A position of the game, as one may know it."""
    hosted = await visible(call, table, query.watch)
    return showing.replay(hosted.table, position, viewer(call, query.seat), call.language, hosted.names)


@operation("GET", "/api/tables/{table}/catch-up", query=CatchUpQuery, answer=wire.CatchUp, errors=(404,), limit="history")
async def catch_up(call: Call, table: TableId, query: CatchUpQuery) -> wire.CatchUp:
    """What happened since one looked last."""
    hosted = await visible(call, table, query.watch)
    since = query.since
    if since is None:
        since = await call.house.last_seen(table, call.person.id) if call.person else 0
    return showing.catch_up(hosted.table, since, viewer(call, query.seat), call.language, hosted.names)


@operation("POST", "/api/tables/{table}/seen", body=SeenRequest, query=Looking, status=204, who="person", errors=(404,))
async def seen(call: Call, table: TableId, body: SeenRequest, query: Looking) -> None:
    """Mark the log as seen up to an entry. The mark never goes back."""
    hosted = await visible(call, table, query.watch)
    call.house.sign(table, call.me.id)
    await call.house.seen(table, call.me.id, min(body.seq, hosted.table.seq))


# Links to positions


def _link(call: Call, share: Share) -> ShareLink:
    return ShareLink(share.token, call.link(f"/share/{share.token}"), share.position, share.seat, share.created)


@operation(
    "POST",
    "/api/tables/{table}/shares",
    body=ShareRequest,
    answer=ShareLink,
    status=201,
    who="person",
    errors=(404, 409),
    limit="tables",
)
async def share(call: Call, table: TableId, body: ShareRequest) -> ShareLink:
    """A link to a position. While the game goes on it shows what everybody may see."""
    it = (await own(call, table)).table
    if body.seat is not None and not it.over:
        raise Fault(409, "share-later")
    if body.seat is not None and body.seat >= len(it.seats):
        raise Refused("no-seat", seat=body.seat + 1, seats=len(it.seats))
    if it.line is None:
        raise Refused("not-started")
    if body.position > it.position:
        raise Refused("no-position", position=body.position, last=it.position)
    async with call.database.transaction() as conn:
        return _link(call, await shares.make(conn, table, body.position, body.seat, call.me.id, call.now))


@operation("GET", "/api/tables/{table}/shares", answer=list[ShareLink], who="person", errors=(404,))
async def shared_links(call: Call, table: TableId) -> list[ShareLink]:
    """The links to positions of a table; for those who belong to it."""
    await own(call, table)
    async with call.database.reading() as conn:
        return [_link(call, one) for one in await shares.of_table(conn, table)]


@operation("DELETE", "/api/tables/{table}/shares/{token}", status=204, who="person", errors=(404,))
async def unshare(call: Call, table: TableId, token: Token) -> None:
    """Make a link void; for who made it, and for the host."""
    it = (await own(call, table)).table
    async with call.database.transaction() as conn:
        found = await shares.find(conn, token)
        if found is None or found.table != table:
            raise Fault(404, "no-share")
        maker = it.aliases.get(found.person or "", found.person)
        if call.me.id not in (maker, it.host):
            raise Fault(403, "not-host")
        await shares.withdraw(conn, table, token)


@operation("GET", "/api/shares/{token}", answer=wire.Shared, errors=(404, 409))
async def shared(call: Call, token: Token) -> wire.Shared:
    """The position of a link, and the table that it is from."""
    async with call.database.reading() as conn:
        found = await shares.find(conn, token)
    if found is None:
        raise Fault(404, "no-link")
    hosted = await call.house.read(found.table)
    viewer = Viewer(None, found.seat)
    position = showing.replay(hosted.table, found.position, viewer, call.language, hosted.names)
    return wire.Shared(showing.info(hosted.table, showing.SPECTATOR, hosted.names, call.language), position)


# Records and the proof


@operation(
    "GET",
    "/api/tables/{table}/record",
    query=Looking,
    answer=str,
    errors=(404, 409),
    content="text/plain; charset=utf-8",
)
async def record(call: Call, table: TableId, query: Looking) -> str:
    """The whole game as a text, once it is over. `POST /api/tables` takes it as `record`."""
    it, names = await legible(call, table, query.watch)
    call.more["Content-Disposition"] = f'attachment; filename="{it.setup.game}-{table}.txt"'
    return showing.record(it, names)


@operation("GET", "/api/tables/{table}/breakdown", query=Looking, answer=list[wire.ScorePart], errors=(404, 409))
async def breakdown(call: Call, table: TableId, query: Looking) -> list[wire.ScorePart]:
    """What the scores are made of, once the game is over: where each seat's points came from."""
    hosted = await visible(call, table, query.watch)
    return showing.breakdown(hosted.table, call.language)


@operation(
    "POST",
    "/api/tables/{table}/continue",
    body=ContinueRequest,
    answer=Created,
    status=201,
    who="person",
    errors=(404, 409, 422),
    limit="tables",
    longest=security.LONGEST_BODY,
)
async def go_on(call: Call, table: TableId, body: ContinueRequest) -> Created:
    """A new table that goes on from a position of a game that is over."""
    hosted = await visible(call, table)
    if hosted.table.over and body.position == hosted.table.position:
        raise Refused("nothing-left")
    wanted = wire.NewTable(
        seats=body.seats,
        clock=body.clock,
        at_zero=body.at_zero,
        takeover=body.takeover,
        public=body.public,
        record=showing.record(hosted.table, hosted.names),
        position=body.position,
    )
    return await created(call, await call.house.create(wanted, call.me))


@operation("GET", "/api/tables/{table}/proof", query=Looking, answer=wire.Proof, errors=(404, 409))
async def proof(call: Call, table: TableId, query: Looking) -> wire.Proof:
    """Seed and salt, once the game is over, and whether they are those that the table promised at its start."""
    it = (await visible(call, table, query.watch)).table
    if not it.over:
        raise Fault(409, "no-seed-yet")
    promised = commitment(it.setup)
    if not promised:
        raise Fault(409, "no-promise")
    return proven(promised, str(it.setup.seed), it.setup.salt)
