"""Tables: setting up, finding, sitting down, inviting, watching, playing again."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

from mecenate.core.errors import MecenateError
from mecenate.server import logs, people, sealed, security, showing, wire
from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import Call, Query, TableId, Token, operation
from mecenate.server.api.people import NameText, enter_as_guest
from mecenate.server.api.seeing import Looking, act, hosted_by_me, info, own, situation, viewer, visible
from mecenate.server.fold import Fold
from mecenate.server.hosting import Hosted, NoTable
from mecenate.server.refused import Refused
from mecenate.server.storage import invitations, shares, tables
from mecenate.server.storage.invitations import Invitation
from mecenate.server.storage.people import Called

CURSOR = r"^[0-9]{1,15}\.[a-z0-9]{4,32}$"


class LobbyQuery(Query):
    status: Literal["open", "running"] = "open"
    limit: Annotated[int, msgspec.Meta(ge=1, le=50)] = 20
    before: Annotated[str, msgspec.Meta(pattern=CURSOR)] | None = None  # `next` of the page before


class MineQuery(Query):
    limit: Annotated[int, msgspec.Meta(ge=1, le=50)] = 20
    offset: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0


class Page(msgspec.Struct):
    tables: list[wire.Summary]
    next: str | None


class MyTable(msgspec.Struct):
    summary: wire.Summary
    seq: int
    seen: int  # the last entry that one has seen


class SeatLink(msgspec.Struct):
    """An invitation; the token is shown this once."""

    seat: int
    token: str
    link: str


class Created(msgspec.Struct):
    """A new table, and the invitations to its seats of kind `link`."""

    info: wire.TableInfo
    invitations: list[SeatLink]


class Invited(msgspec.Struct):
    """What an invitation is to."""

    info: wire.TableInfo
    seat: int
    status: wire.Status
    free: bool  # whether it can still be used


class JoinByLink(msgspec.Struct, forbid_unknown_fields=True):
    name: NameText = ""  # of a visitor who has no session yet


class OpenInvitation(msgspec.Struct):
    seat: int
    created: int


class WatchLink(msgspec.Struct):
    token: str
    link: str


async def _seat_link(call: Call, key: str, seat: int) -> SeatLink:
    async with call.database.transaction() as conn:
        token = await invitations.make(conn, key, seat, call.now)
    return SeatLink(seat, token, call.link(f"/join/{token}"))


async def created(call: Call, hosted: Hosted) -> Created:
    """The answer to a new table, with an invitation to each seat that waits for one."""
    seats = [n for n, seat in enumerate(hosted.table.setup.seats) if seat.kind == "link"]
    links = [await _seat_link(call, hosted.key, seat) for seat in seats]
    return Created(info(call, hosted), links)


@operation(
    "POST",
    "/api/tables",
    body=wire.NewTable,
    answer=Created,
    status=201,
    who="person",
    errors=(404, 409, 422),
    limit="tables",
    longest=security.LONGEST_RECORD,
)
async def create(call: Call, body: wire.NewTable) -> Created:
    """Set up a table, with a fresh deal or from a record. It starts by itself once every seat is taken."""
    for seat in body.seats:
        if seat.name.strip():
            seat.name = people.check_name(seat.name)
    return await created(call, await call.house.create(body, call.me))


@operation("GET", "/api/tables", query=LobbyQuery, answer=Page)
async def lobby(call: Call, query: LobbyQuery) -> Page:
    """Public tables, the newest first: open ones to sit down at, running ones to watch."""
    before = None
    if query.before:
        at, _, key = query.before.partition(".")
        before = (int(at), key)
    async with call.database.reading() as conn:
        found = await tables.lobby(conn, query.status, query.limit, before)
    shown = [summary for _, summary in await _read(call, [one.id for one in found]) if not summary.unreadable]
    return Page(shown, f"{found[-1].created}.{found[-1].id}" if len(found) == query.limit else None)


@operation("GET", "/api/tables/mine", query=MineQuery, answer=list[MyTable], who="person")
async def mine(call: Call, query: MineQuery) -> list[MyTable]:
    """One's own tables: first those that wait for one's move, then the others by how alive they are."""
    async with call.database.reading() as conn:
        found = await tables.mine(conn, call.me.id, query.limit, query.offset)
    seen = {one.table.id: one.seen for one in found}
    return [MyTable(summary, table.seq, seen[table.key]) for table, summary in await _read(call, seen)]


async def _read(call: Call, keys: Iterable[str]) -> list[tuple[Fold, wire.Summary]]:
    """These tables as a list shows them; one of another version says so, and one with which something is wrong is left out."""
    found = []
    for key in keys:
        try:
            table, names, unreadable = await _legibly(call, key)
        except MecenateError as error:
            logs.events.warning("table %s can't be read: %s", key, error)
        else:
            found.append((table, showing.summary(table, viewer(call), names, call.language, unreadable)))
    return found


async def _legibly(call: Call, key: str) -> tuple[Fold, Mapping[str, Called], str]:
    """A table, the names of its people, and why this program can't show it if that is so."""
    try:
        hosted = await call.house.read(key)
    except Refused as error:
        return *await sealed.read(call.database, key), error.message(call.language)
    return hosted.table, hosted.names, ""


@operation("GET", "/api/tables/{table}", query=Looking, answer=wire.TableInfo, errors=(404,))
async def one(call: Call, table: TableId, query: Looking) -> wire.TableInfo:
    """What does not change at a table."""
    return info(call, await visible(call, table, query.watch))


@operation("POST", "/api/tables/{table}/join", body=wire.JoinRequest, answer=wire.Situation, who="person", errors=(404, 409))
async def join(call: Call, table: TableId, body: wire.JoinRequest) -> wire.Situation:
    """Sit down on an open seat, or on one that is kept for oneself."""
    return situation(call, await act(call, table, lambda it, now: it.join(call.me.id, body.seat, now)))


@operation("POST", "/api/tables/{table}/leave", body=wire.SeatAct, status=204, who="person", errors=(404, 409))
async def leave(call: Call, table: TableId, body: wire.SeatAct) -> None:
    """Get up before the start; the host can also free the seat of somebody else."""
    await act(call, table, lambda it, now: it.leave(call.me.id, body.seat, now))
    call.house.revoked(table)


@operation(
    "POST", "/api/tables/{table}/seat", body=wire.SeatChange, answer=wire.Situation, who="person", errors=(403, 404, 409, 422)
)
async def seat(call: Call, table: TableId, body: wire.SeatChange) -> wire.Situation:
    """Before the start the host has a bot, a friend, anybody or nobody on a free seat; with the last one the game starts."""
    await hosted_by_me(call, table)
    if body.name.strip():
        body.name = people.check_name(body.name)
    return situation(call, await act(call, table, lambda it, now: it.change(body, now)))


@operation("POST", "/api/tables/{table}/close", status=204, who="person", errors=(403, 404, 409))
async def close(call: Call, table: TableId) -> None:
    """The host ends a table that waits for people."""
    await hosted_by_me(call, table)
    await act(call, table, lambda it, now: it.give_up(now))


@operation("POST", "/api/tables/{table}/rematch", answer=Created, status=201, who="person", errors=(404, 409), limit="tables")
async def rematch(call: Call, table: TableId) -> Created:
    """The same table again, everybody one seat further; people find their seats kept for them."""
    await visible(call, table)
    hosted = await call.house.rematch(table, call.me)
    return Created(info(call, hosted), [])


# Invitations


async def _invitation(call: Call, token: str) -> tuple[Invitation, Hosted]:
    async with call.database.reading() as conn:
        found = await invitations.find(conn, token)
    if found is None:
        raise Fault(404, "no-link")
    try:
        return found, await call.house.read(found.table)
    except NoTable:
        raise Fault(404, "no-link") from None


def _free(found: Invitation, hosted: Hosted) -> bool:
    table = hosted.table
    waits = table.status == "open" and table.setup.seats[found.seat].kind not in ("bot", "none")
    return found.used is None and waits and table.person_at(found.seat) is None


@operation("GET", "/api/join/{token}", answer=Invited, errors=(404,))
async def invited(call: Call, token: Token) -> Invited:
    """What an invitation is to."""
    found, hosted = await _invitation(call, token)
    return Invited(info(call, hosted), found.seat, hosted.table.status, _free(found, hosted))


@operation("POST", "/api/join/{token}", body=JoinByLink, answer=wire.Situation, errors=(404, 409, 422))
async def join_by_link(call: Call, token: Token, body: JoinByLink) -> wire.Situation:
    """Take the seat of an invitation. A visitor without a session says a name and becomes a guest."""
    found, hosted = await _invitation(call, token)
    if call.person and hosted.table.person_at(found.seat) == call.person.id:
        return situation(call, hosted)  # a second click
    if found.used is not None:
        raise Fault(409, "invitation-used")
    if not _free(found, hosted):
        raise Refused("seat-taken" if hosted.table.status == "open" else "started", seat=found.seat + 1)
    if call.person is None:
        if not body.name.strip():
            raise Fault(422, "name-needed")
        await enter_as_guest(call, body.name)
    me = call.me.id
    # The seat decides who was first; the invitation is spent afterwards, so that a failure in between costs nobody a seat.
    hosted = await call.house.act(found.table, lambda it, now: it.join(me, found.seat, now, invited=True))
    async with call.database.transaction() as conn:
        await invitations.use(conn, token, me, call.now)
    return situation(call, hosted)


@operation("GET", "/api/tables/{table}/invitations", answer=list[OpenInvitation], who="person", errors=(404,))
async def waiting(call: Call, table: TableId) -> list[OpenInvitation]:
    """The seats with an invitation that nobody has used yet; for the host."""
    await hosted_by_me(call, table)
    async with call.database.reading() as conn:
        return [OpenInvitation(seat, at) for seat, at in sorted((await invitations.waiting(conn, table)).items())]


@operation(
    "POST",
    "/api/tables/{table}/invitations",
    body=wire.JoinRequest,
    answer=SeatLink,
    status=201,
    who="person",
    errors=(404, 409),
    limit="tables",
)
async def invite(call: Call, table: TableId, body: wire.JoinRequest) -> SeatLink:
    """An invitation to a free seat; an older one to it becomes void."""
    it = (await hosted_by_me(call, table)).table
    if not 0 <= body.seat < len(it.seats):
        raise Refused("no-seat", seat=body.seat + 1, seats=len(it.seats))
    if it.status != "open":
        raise Refused("started")
    if it.person_at(body.seat) or it.bot_at(body.seat):
        raise Refused("seat-taken", seat=body.seat + 1)
    return await _seat_link(call, table, body.seat)


@operation("DELETE", "/api/tables/{table}/invitations/{seat}", status=204, who="person", errors=(404,))
async def uninvite(call: Call, table: TableId, seat: wire.SeatNumber) -> None:
    """Make the invitation to a seat void."""
    await hosted_by_me(call, table)
    async with call.database.transaction() as conn:
        if not await invitations.withdraw(conn, table, seat):
            raise Fault(404, "no-link")


# Watching


@operation("POST", "/api/tables/{table}/watch", answer=WatchLink, who="person", errors=(404,), limit="tables")
async def watch_link(call: Call, table: TableId) -> WatchLink:
    """A link with which anybody can watch the table; for those who belong to it. Its token is shown this once."""
    await own(call, table)
    async with call.database.transaction() as conn:
        token = await shares.make_watch(conn, table, call.me.id, call.now)
    return WatchLink(token, call.link(f"/watch/{token}"))


@operation("DELETE", "/api/tables/{table}/watch", status=204, who="person", errors=(404,))
async def unwatch(call: Call, table: TableId) -> None:
    """Make all watch links of the table void; for the host."""
    await hosted_by_me(call, table)
    async with call.database.transaction() as conn:
        if not await shares.withdraw_watches(conn, table):
            raise Fault(404, "no-share")
    call.house.revoked(table)


@operation("GET", "/api/watch/{token}", answer=wire.TableInfo, errors=(404,))
async def watched(call: Call, token: Token) -> wire.TableInfo:
    """The table of a watch link. To read on, name the token: `?watch=TOKEN`."""
    async with call.database.reading() as conn:
        table = await shares.watched_by(conn, token)
    if table is None:
        raise Fault(404, "no-link")
    return info(call, await call.house.read(table))
