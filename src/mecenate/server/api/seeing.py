"""Which tables a person may look at, and what they get of one."""

from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec

from mecenate.server import sealed, showing, wire
from mecenate.server.api.faults import Fault, no_table, of_table
from mecenate.server.api.operations import Call, Query
from mecenate.server.entry import Entry
from mecenate.server.fold import Fold
from mecenate.server.hosting import Hosted, NoTable
from mecenate.server.refused import Refused
from mecenate.server.showing import Viewer
from mecenate.server.storage import shares
from mecenate.server.storage.chat import PLAYERS, SPECTATORS
from mecenate.server.storage.people import Called
from mecenate.server.table import Table

WatchToken = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{0,64}$")]


class Looking(Query):
    """Through which of one's own seats, where there are several; and the token of a watch link, where one came by it."""

    seat: wire.SeatNumber | None = None
    watch: WatchToken = ""


async def visible(call: Call, key: str, watch: str = "") -> Hosted:
    """A table that this person may see; for all others it is not there."""
    try:
        hosted = await call.house.read(key)
    except NoTable:
        raise no_table() from None
    except Refused:  # of another version; that is told only to who may see it
        await _check(call, (await sealed.read(call.database, key))[0], watch)
        raise
    await _check(call, hosted.table, watch)
    return hosted


async def legible(call: Call, key: str, watch: str = "") -> tuple[Fold, Mapping[str, Called]]:
    """A table that this person may see, and the names of its people; also one that this program can't replay."""
    try:
        hosted = await visible(call, key, watch)
    except Refused:
        return await sealed.read(call.database, key)
    return hosted.table, hosted.names


async def _check(call: Call, table: Fold, watch: str) -> None:
    if not (table.setup.public or belongs(call, table) or (watch and await _watched(call, table.key, watch))):
        raise no_table()


def belongs(call: Call, table: Fold) -> bool:
    """Whether the person is host, sits there, or has a seat kept for them."""
    if call.person is None:
        return False
    kept = {table.aliases.get(seat.person, seat.person) for seat in table.setup.seats if seat.person}
    return call.person.id in {table.host, *kept} or bool(table.held(call.person.id))


async def _watched(call: Call, key: str, watch: str) -> bool:
    async with call.database.reading() as conn:
        return await shares.watched_by(conn, watch) == key


async def own(call: Call, key: str) -> Hosted:
    """A table that the person belongs to."""
    hosted = await visible(call, key)
    if not belongs(call, hosted.table):
        raise Fault(403, "not-yours")
    return hosted


async def hosted_by_me(call: Call, key: str) -> Hosted:
    hosted = await visible(call, key)
    if hosted.table.host != call.me.id:
        raise Fault(403, "not-host")
    return hosted


def viewer(call: Call, seat: int | None = None) -> Viewer:
    return Viewer(call.person.id if call.person else None, seat)


def audiences(call: Call, table: Fold) -> tuple[str, ...]:
    """Players and spectators talk apart, so that nobody whispers into a game; once it is over all may read all."""
    if table.over:
        return PLAYERS, SPECTATORS
    return (PLAYERS,) if call.person and table.held(call.person.id) else (SPECTATORS,)


def situation(call: Call, hosted: Hosted, seat: int | None = None) -> wire.Situation:
    found = showing.situation(hosted.table, viewer(call, seat), call.language, call.services.now(), hosted.names)
    if found.my_seats:
        found.claim_at = call.house.claim_at(hosted.table)
    return found


def info(call: Call, hosted: Hosted) -> wire.TableInfo:
    return showing.info(hosted.table, viewer(call), hosted.names, call.language)


async def act(call: Call, key: str, make: Callable[[Table, int], list[Entry]], seat: int | None = None) -> Hosted:
    """Do something at a table. A refusal tells why in the words of the game; what is stale comes with how it is now."""
    await visible(call, key)
    call.house.sign(key, call.me.id)
    try:
        return await call.house.act(key, make)
    except Refused as refused:
        hosted = await call.house.read(key)
        eyes = viewer(call, seat if seat in hosted.table.held(call.me.id) else None)
        raise of_table(refused, hosted, eyes, call.language, call.services.now()) from None
