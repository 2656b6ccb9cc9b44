"""A table with two people and a bot, played to its end: `python handing_over.py FILE [behind]`, printing its whole log.

With `behind` it begins uncompiled; while a plan waits and an undo is asked for, machine code is made, and it goes on with that.
"""

import asyncio
import itertools
import random
import secrets
import sys
import time
from contextlib import suppress

import msgspec

from mecenate import bots
from mecenate.core.units import unit, want
from mecenate.games import load
from mecenate.server import opponents, wire
from mecenate.server.hosting import House
from mecenate.server.live import stream
from mecenate.server.refused import Refused
from mecenate.server.showing import SPECTATOR
from mecenate.server.storage import open_database, people

GAME = "stanza"
bots.UNCOMPILED_S = opponents.SIMPLE_S = 3600.0  # on a busy machine an answer cut short would be another one
numbers = itertools.count(1)
secrets.randbelow = lambda below: next(numbers) * 0x9E3779B97F4A7C15 % below
secrets.randbits = lambda bits: 11
secrets.token_hex = lambda nbytes=None: "00" * 16


async def main(file: str, behind: bool) -> None:
    game, clock = load(GAME), itertools.count(1_000_000, 1000)
    database = await open_database(f"sqlite:///{file}")
    now = next(clock)
    async with opponents.Opponents(1) as company, House(database, company, lambda: now, bot_pause_s=0) as house:
        async with database.transaction() as conn:
            persons = [await people.create(conn, name, "en", now) for name in ("Anna", "Bruno")]
        seats = [wire.SeatRequest("person"), wire.SeatRequest("open"), wire.SeatRequest("bot", level="greedy")]
        key = (await house.create(wire.NewTable(game=GAME, seats=seats), persons[0])).key
        await house.act(key, lambda table, at: table.join(persons[1].id, 1, at))
        heard, chance, handed, table = [], random.Random(3), False, None
        live = asyncio.create_task(listen(house, key, heard))
        while not (table := await asked(house, key)).over:
            now = next(clock)
            seat = table.asked
            move = chance.choice(table.match.legal()).notation
            if not handed and table.position > 12 and (ahead := planned(table)):
                other = 1 - seat
                with suppress(Refused):  # it can be undone at once, or not at all
                    await house.act(key, lambda it, at, o=other: asks_undo(it, persons[o].id, at))
                    handed, (move, plan) = True, ahead
                    await house.plan(key, persons[other].id, other, wire.ExactPlan((plan,)))
                    if behind:
                        await hand_over(game)
                    await house.act(key, lambda it, at, s=seat: it.refuse(persons[s].id, at))
            await house.act(key, lambda it, at, s=seat, m=move: it.play(persons[s].id, s, m, it.position, at))
        assert handed and not live.done(), "a live connection is never gone"
        live.cancel()
        log = [msgspec.json.encode(entry).decode() for entry, _ in table.log.after(0)]
        assert any('"by":"plan"' in line for line in log) and len(heard) > 10
    await database.close()
    told = "\n".join(log)
    for n, person in enumerate(persons):
        told = told.replace(person.id, f"person {n}")
    print(told)
    print("compiled" if game.step.is_compiled else "uncompiled", file=sys.stderr)


def asks_undo(table, person, now):
    entries = table.ask_undo(person, table.position - 1, table.position, now)
    if entries[0].kind != "ask_undo":
        raise Refused("undo-needs-consent")
    return entries


async def asked(house, key):
    """The table as soon as a person has to answer, or the game is over."""
    async with asyncio.timeout(300), house.listen(key) as listener:
        while not ((table := listener.hosted.table).over or (table.awaited and table.wanted(house.clock()) is None)):
            await listener.wait()
        return table


def planned(table):
    """A move after which the other person is asked, and what it could answer then."""
    seat = table.asked
    for move in table.match.legal():
        then = table.match.copy()
        then.play(move)
        if then.seat == 1 - seat:
            return move.notation, then.legal()[-1].notation
    return None


async def listen(house, key, heard):
    async for message in stream(house, key, SPECTATOR, "en", None, ("spectators",), 20.0):
        heard.append(message)


async def hand_over(game):
    assert not game.step.is_compiled and not unit(GAME).has(False), "it began uncompiled"
    want(GAME, True, soon=True)
    until = time.monotonic() + 500
    while not game.step.is_compiled:
        assert time.monotonic() < until
        await asyncio.sleep(0.1)


asyncio.run(main(sys.argv[1], "behind" in sys.argv))
