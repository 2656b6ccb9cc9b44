"""Playing: moves, what is asked of the others, plans, and why a move is possible or not."""

from mecenate.server import showing, wire
from mecenate.server.api.faults import of_table
from mecenate.server.api.operations import Call, TableId, operation
from mecenate.server.api.seeing import Looking, act, situation, viewer, visible
from mecenate.server.refused import Refused
from mecenate.server.table import Table

REFUSALS = (404, 409, 422)


@operation("POST", "/api/tables/{table}/move", body=wire.PlayRequest, answer=wire.Situation, who="person", errors=REFUSALS)
async def move(call: Call, table: TableId, body: wire.PlayRequest) -> wire.Situation:
    """Answer the question. What was meant for an older position is not played: 409 with the situation as it is."""
    me = call.me.id
    hosted = await act(
        call, table, lambda it, now: it.play(me, body.seat, body.move, body.after, now, seen=body.seen), body.seat
    )  # fmt: skip
    return situation(call, hosted, body.seat if len(hosted.table.held(me)) == 1 else None)


@operation("POST", "/api/tables/{table}/undo", body=wire.UndoRequest, answer=wire.Situation, who="person", errors=REFUSALS)
async def undo(call: Call, table: TableId, body: wire.UndoRequest) -> wire.Situation:
    """Take moves back where that is fair without asking."""
    return situation(call, await act(call, table, lambda it, now: it.undo(call.me.id, body.to, body.after, now)))


@operation("POST", "/api/tables/{table}/ask-undo", body=wire.UndoRequest, answer=wire.Situation, who="person", errors=REFUSALS)
async def ask_undo(call: Call, table: TableId, body: wire.UndoRequest) -> wire.Situation:
    """Take moves back, and where something new has come out ask the others first."""
    return situation(call, await act(call, table, lambda it, now: it.ask_undo(call.me.id, body.to, body.after, now)))


async def _simply(call: Call, table: str, make) -> wire.Situation:
    return situation(call, await act(call, table, make))


@operation("POST", "/api/tables/{table}/consent", answer=wire.Situation, who="person", errors=REFUSALS)
async def consent(call: Call, table: TableId) -> wire.Situation:
    """Agree to what somebody asks for."""
    return await _simply(call, table, lambda it, now: it.consent(call.me.id, now))


@operation("POST", "/api/tables/{table}/refuse", answer=wire.Situation, who="person", errors=REFUSALS)
async def refuse(call: Call, table: TableId) -> wire.Situation:
    """Say no to what somebody asks for, or withdraw what one asked for oneself."""
    return await _simply(call, table, lambda it, now: it.refuse(call.me.id, now))


@operation("POST", "/api/tables/{table}/pause", answer=wire.Situation, who="person", errors=REFUSALS)
async def pause(call: Call, table: TableId) -> wire.Situation:
    """Ask for a pause; where nobody else plays it begins at once."""
    return await _simply(call, table, lambda it, now: it.ask_pause(call.me.id, now))


@operation("POST", "/api/tables/{table}/resume", answer=wire.Situation, who="person", errors=REFUSALS)
async def resume(call: Call, table: TableId) -> wire.Situation:
    """End a pause."""
    return await _simply(call, table, lambda it, now: it.resume(call.me.id, now))


@operation("POST", "/api/tables/{table}/resign", body=wire.SeatAct, answer=wire.Situation, who="person", errors=REFUSALS)
async def resign(call: Call, table: TableId, body: wire.SeatAct) -> wire.Situation:
    """Leave a seat to a bot."""
    return await _simply(call, table, lambda it, now: it.resign(call.me.id, body.seat, now))


@operation("POST", "/api/tables/{table}/return", body=wire.SeatAct, answer=wire.Situation, who="person", errors=REFUSALS)
async def back(call: Call, table: TableId, body: wire.SeatAct) -> wire.Situation:
    """Take a seat back from the bot that plays on."""
    return await _simply(call, table, lambda it, now: it.back(call.me.id, body.seat, now))


@operation("POST", "/api/tables/{table}/claim", body=wire.SeatAct, answer=wire.Situation, who="person", errors=REFUSALS)
async def claim(call: Call, table: TableId, body: wire.SeatAct) -> wire.Situation:
    """Let a bot play on for somebody who has been away for long."""

    def make(it: Table, now: int):
        missing = it.person_at(body.seat) if 0 <= body.seat < len(it.seats) else None
        return it.claim(call.me.id, body.seat, call.house.last_sign(table, missing), now)

    return await _simply(call, table, make)


@operation("PUT", "/api/tables/{table}/plan", body=wire.PlanRequest, answer=wire.PlanInfo, who="person", errors=REFUSALS)
async def plan(call: Call, table: TableId, body: wire.PlanRequest) -> wire.PlanInfo:
    """Plan moves ahead for a seat; an older plan is dropped. Nobody else ever sees it."""
    await visible(call, table)
    try:
        return await call.house.plan(table, call.me.id, body.seat, body.plan)
    except Refused as refused:
        raise of_table(refused, await call.house.read(table), viewer(call), call.language, call.now) from None


@operation("DELETE", "/api/tables/{table}/plan/{seat}", status=204, who="person", errors=REFUSALS)
async def drop_plan(call: Call, table: TableId, seat: wire.SeatNumber) -> None:
    """Drop the plan of a seat."""
    await visible(call, table)
    await call.house.drop_plan(table, call.me.id, seat)


@operation("POST", "/api/tables/{table}/why", body=wire.WhyRequest, answer=wire.Why, who="person", errors=REFUSALS)
async def why(call: Call, table: TableId, body: wire.WhyRequest) -> wire.Why:
    """The rule behind a move, whether it is offered or not; for the seat that is asked."""
    hosted = await visible(call, table)
    return showing.why(hosted.table, viewer(call, body.seat), body.move, call.language, hosted.names)


@operation("GET", "/api/tables/{table}/situation", query=Looking, answer=wire.Situation, errors=(404,))
async def now(call: Call, table: TableId, query: Looking) -> wire.Situation:
    """All that one may know of the table now."""
    hosted = await visible(call, table, query.watch)
    if call.person:
        call.house.sign(table, call.person.id)
    return situation(call, hosted, query.seat)
