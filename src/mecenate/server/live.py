"""What a live connection gets, whatever carries it.

Who comes back says the last entry that arrived, and gets those after it. Nothing is queued for a connection: each looks at the
table when it is ready, gets all entries that are new by then, and the situation once.
"""

import asyncio
from collections.abc import AsyncGenerator, Collection
from dataclasses import replace
from typing import Any

import msgspec

from mecenate.server import showing, wire
from mecenate.server.hosted import Hosted
from mecenate.server.hosting import House
from mecenate.server.refused import Refused
from mecenate.server.showing import Viewer
from mecenate.server.table import Table

PING_S = 6.0  # pages that hear nothing for half as long again believe that the network is dead


async def stream(
    house: House,
    key: str,
    viewer: Viewer,
    language: str,
    since: int | None,
    audiences: Collection[str],
    ping_s: float = PING_S,
    program: bool = False,
) -> AsyncGenerator[wire.Live, None]:
    """Hello, the entries after `since`, the situation and who is there; then whatever happens, until the server stops.

    Entries and chat that came before and were not asked for are not told. To be used with `contextlib.aclosing`: when it is
    closed, the person is no longer present. Raises NoTable, and Refused for a seat that is not the viewer's; should it become
    somebody else's later, an error is the last message.
    """
    async with house.listen(key) as listener:
        hosted = listener.hosted
        with house.present(key, viewer.person, program):
            table, said, present, last = hosted.table, hosted.said, None, None
            yield showing.hello(table, _now(viewer, table), hosted.names, language)
            seq = table.seq if since is None else min(max(0, since), table.seq)
            while not house.stopping:
                table, names = hosted.table, hosted.names
                me = _now(viewer, table)
                try:
                    for message in showing.entries_since(table, seq, me, language, names) if table.seq > seq else ():
                        yield message
                    now = (table.seq, hosted.renamed, _plans(table, me))
                    if now != last:
                        yield _situation(house, hosted, table, me, language)
                except Refused as refused:
                    yield showing.explained(table, refused, language)
                    return
                seq, last = table.seq, now
                if hosted.said > said:
                    said, before = hosted.said, said
                    for chat in await _said(house, hosted, audiences, before):
                        yield chat
                there = house.presence(hosted)
                if there != present:
                    present = there
                    yield there
                while not house.stopping:
                    try:
                        async with asyncio.timeout(ping_s):
                            await listener.wait()
                        break
                    except TimeoutError:
                        yield wire.Ping(house.clock())


def _now(viewer: Viewer, table: Table) -> Viewer:
    """Who looks, also if a guest has turned out to be an account meanwhile."""
    account = table.aliases.get(viewer.person or "")
    return replace(viewer, person=account) if account else viewer


def _plans(table: Table, viewer: Viewer) -> list[Any]:
    """What a viewer sees of plans: their own. That somebody else has one must not even show in when messages come."""
    plans = table.plans
    return [
        (seat, plans.of[seat].held.id if seat in plans.of else None, plans.ended.get(seat))
        for seat in table.held(viewer.person)
    ]


def _situation(house: House, hosted: Hosted, table: Table, viewer: Viewer, language: str) -> wire.Situation:
    """The situation; for all who have no seat and speak one language it is made once, but for the time it tells."""
    if table.held(viewer.person) or viewer.seat is not None:
        return showing.situation(table, viewer, language, house.clock(), hosted.names)
    known = (table.seq, hosted.renamed, language)
    if known not in hosted.shown:
        hosted.shown = {key: shown for key, shown in hosted.shown.items() if key[:2] == known[:2]}
        hosted.shown[known] = showing.situation(table, showing.SPECTATOR, language, house.clock(), hosted.names)
    return msgspec.structs.replace(hosted.shown[known], clock=showing.clock(table, house.clock()))


async def _said(house: House, hosted: Hosted, audiences: Collection[str], since: int) -> list[wire.Chat]:
    """New messages; those who listen ask for the same ones, and the database is asked once."""
    wanted = (since, hosted.said, frozenset(audiences))
    if hosted.lately is None or hosted.lately[0] != wanted:
        hosted.lately = (wanted, asyncio.ensure_future(house.chat(hosted.key, audiences, since)))
    try:
        return await asyncio.shield(hosted.lately[1])
    except Exception:
        hosted.lately = None
        raise
