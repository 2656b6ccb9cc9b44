"""What a bot can teach: a hint for the seat that is asked, and how a game went that is over."""

import asyncio

from mecenate.insight.analysis import outlooks
from mecenate.insight.hint import reason
from mecenate.server import telling, wire
from mecenate.server.api.faults import of_table
from mecenate.server.api.operations import Call, TableId, operation
from mecenate.server.api.seeing import Looking, act, viewer, visible
from mecenate.server.insights import words
from mecenate.server.refused import Refused


class AnalysisQuery(Looking):
    since: wire.Count = 0  # how many decisions one has already


@operation(
    "POST",
    "/api/tables/{table}/hint",
    body=wire.HintRequest,
    answer=wire.Hint,
    who="person",
    errors=(404, 409, 422),
    limit="insights",
)
async def hint(call: Call, table: TableId, body: wire.HintRequest) -> wire.Hint:
    """What a bot would answer, and why, at a casual table; for the seat that is asked.

    It rests on what this seat may know. Where other people play, the log says that somebody asked.
    """
    me, hosted = call.me.id, await visible(call, table)
    it = hosted.table
    try:
        it.hint(me, body.seat, body.after, call.now)
    except Refused as refused:
        raise of_table(refused, hosted, viewer(call), call.language, call.now) from None
    found = await call.house.insights.hint(it)
    await act(call, table, lambda now_it, now: now_it.hint(me, body.seat, body.after, now))
    match = it.match.copy()
    match.names = tuple(telling.seat_names(it, hosted.names, call.language))
    return wire.Hint(
        position=body.after,
        seat=body.seat,
        move=match.game.moves.notation(found.action, match.state),
        sentence=match.sentence(found.action, call.language),
        reason=reason(match, found, call.language),
    )


@operation("GET", "/api/tables/{table}/analysis", query=AnalysisQuery, answer=wire.Analysis, errors=(404, 409))
async def analysis(call: Call, table: TableId, query: AnalysisQuery) -> wire.Analysis:
    """How a game went that is over: chances to win, expected scores, and which moves cost something.

    It is thought about in the background. Ask again with `since` until `done` is `total`.
    """
    hosted = await visible(call, table, query.watch)
    it = hosted.table
    if it.over and call.house.insights.known(table) is None:
        call.take("insights", call.person.id if call.person else call.address, call.services.settings.limits.insights)
    found = await call.house.insights.analysis(it)
    decisions = list(found.decisions)
    new, drawn = decisions[query.since :], outlooks(decisions)[query.since :]
    told = (
        await asyncio.to_thread(words, it, telling.seat_names(it, hosted.names, call.language), new, call.language)
        if new
        else {}
    )
    return wire.Analysis(
        table=table,
        done=len(decisions),
        total=found.total,
        since=min(query.since, len(decisions)),
        decisions=[
            wire.Weighed(
                position=one.position,
                seat=one.seat,
                chances=[round(chance, 3) for chance in seen.chances],
                scores=[round(score, 1) for score in seen.scores],
                cost=round(one.cost, 3),
                played=told[one.position][0] if one.position in told else None,
                preferred=told[one.position][1] if one.position in told else None,
            )
            for one, seen in zip(new, drawn, strict=True)
        ],
    )
