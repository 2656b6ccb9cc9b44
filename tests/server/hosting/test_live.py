"""What connections get while a game goes on."""

import random
from contextlib import aclosing
from typing import Any

import msgspec
import pytest

from mecenate.server import wire
from mecenate.server.live import stream
from mecenate.server.refused import Refused
from mecenate.server.showing import SPECTATOR, Viewer

pytestmark = pytest.mark.anyio
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # where the database is of no matter


def plain(message):
    """A message without the moment at which its clocks were read."""
    found = msgspec.to_builtins(message)
    if isinstance(message, wire.Situation):
        found["clock"].pop("at")
    return found


async def beginning(house, key, viewer, since, language="en") -> list[Any]:
    """All that comes before something happens."""
    found = []
    async with aclosing(stream(house, key, viewer, language, since, ["players"])) as messages:
        async for message in messages:
            found.append(message)
            if isinstance(message, wire.Presence):
                break
    return found


@on_sqlite
async def test_the_order_of_a_beginning(house, sit):
    sitting = await sit(house, "pp")
    await sitting.play(most=3)
    found = await beginning(house, sitting.key, Viewer(sitting.persons[0].id), 0)
    kinds = [type(one) for one in found]
    assert kinds == [wire.Hello, *[wire.EntryMessage] * sitting.table.seq, wire.Situation, wire.Presence]
    found = await beginning(house, sitting.key, SPECTATOR, None)
    assert [type(one) for one in found] == [wire.Hello, wire.Situation, wire.Presence]
    assert found[-1] == wire.Presence(seats=[], watching=1)


async def test_resuming_anywhere_gives_the_same(house, sit):
    sitting = await sit(house, "pbp", "princes")
    chance = random.Random(3)
    for _ in range(5):
        await sitting.play(most=9)
        await sitting.until(lambda it: it.awaited)
        seq = sitting.table.seq
        for viewer in (SPECTATOR, Viewer(sitting.persons[0].id), Viewer(sitting.persons[2].id)):
            whole = [plain(one) for one in (await beginning(house, sitting.key, viewer, 0))[1:-1]]
            for since in (chance.randint(0, seq), seq - 1, seq, seq + 5):
                again = [plain(one) for one in (await beginning(house, sitting.key, viewer, since))[1:-1]]
                assert again == whole[min(since, seq) :]


async def test_who_comes_and_goes_misses_nothing(house, sit, live):
    sitting = await sit(house, "pb", "stanza")
    viewer, got = Viewer(sitting.persons[0].id), []
    while not sitting.table.over:
        async with live(house, sitting.key, viewer, since=got[-1] if got else 0) as me:
            await sitting.play(most=20)
            await me.at(sitting.table.seq)
            got += [entry.seq for entry in me.of(wire.EntryMessage)]
    assert got == list(range(1, sitting.table.seq + 1))


@on_sqlite
async def test_a_slow_one_gets_all_entries_and_one_situation(house, sit):
    sitting = await sit(house, "pp")
    async with aclosing(stream(house, sitting.key, SPECTATOR, "de", None, [])) as messages:
        while not isinstance(await anext(messages), wire.Presence):
            pass
        await sitting.play(most=5)
        found: list[Any] = [await anext(messages) for _ in range(6)]
        assert [one.seq for one in found] == [*range(sitting.table.seq - 4, sitting.table.seq + 1), sitting.table.seq]
        assert isinstance(found[-1], wire.Situation)


@on_sqlite
async def test_spectators_share_what_is_the_same_for_all(house, sit, clock):
    sitting = await sit(house, "pp")
    one, two = [(await beginning(house, sitting.key, viewer, None))[1] for viewer in (SPECTATOR, Viewer("somebody"))]
    assert one.view is two.view and one.offers == []
    clock.now += 5000
    later = (await beginning(house, sitting.key, SPECTATOR, None))[1]
    assert later.view is one.view and later.clock.at == one.clock.at + 5000
    german = (await beginning(house, sitting.key, SPECTATOR, None, "de"))[1]
    assert german.ask != one.ask
    asked = Viewer(sitting.table.awaited)
    assert (await beginning(house, sitting.key, asked, None))[1].offers


async def test_chat_reaches_its_audience(house, sit, live):
    sitting = await sit(house, "pp")
    anna = sitting.persons[0]
    async with (
        live(house, sitting.key, Viewer(anna.id), audiences=["players"]) as player,
        live(house, sitting.key, audiences=["spectators"]) as watcher,
    ):
        await player.until(lambda one: isinstance(one, wire.Presence))
        await watcher.until(lambda one: isinstance(one, wire.Presence))
        await house.say(sitting.key, anna, "my cards are fine", "players")
        await house.say(sitting.key, anna, "hello", "spectators")
        said = await watcher.until(lambda one: isinstance(one, wire.Chat))
        assert (said.text, said.name, said.seat) == ("hello", "Person 0", 0)
        await player.until(lambda one: isinstance(one, wire.Chat) and one.text == "my cards are fine")
        assert len(watcher.of(wire.Chat)) == len(player.of(wire.Chat)) == 1
    assert [one.text for one in await house.chat(sitting.key, ["players", "spectators"])] == ["my cards are fine", "hello"]


@on_sqlite
async def test_presence(house, sit, live):
    sitting = await sit(house, "pp")
    anna = sitting.persons[0].id
    async with live(house, sitting.key) as watcher:
        async with live(house, sitting.key, Viewer(anna)), live(house, sitting.key, Viewer(anna)):
            await watcher.until(lambda one: one == wire.Presence(seats=[0], watching=1))
            assert await house.is_live(anna)
        await watcher.until(lambda one: one == wire.Presence(seats=[], watching=1))
        assert wire.Presence(seats=[0], watching=2) not in watcher.messages  # two screens of one person
    assert not await house.is_live(anna) and house.connections == 0


@on_sqlite
async def test_a_sign_of_life_keeps_a_seat(house, sit, clock, refused):
    sitting = await sit(house, "pp")
    missing, seat = sitting.table.awaited, sitting.table.asked
    other = next(one.id for one in sitting.persons.values() if one.id != missing)

    def claim(it, now):
        return it.claim(other, seat, house.last_sign(sitting.key, missing), now)

    clock.now += 4 * 60_000
    house.sign(sitting.key, missing)
    clock.now += 4 * 60_000
    await refused("not-long-away", house.act(sitting.key, claim))
    with house.present(sitting.key, missing):
        clock.now += 10 * 60_000
        await refused("not-long-away", house.act(sitting.key, claim))
    clock.now += 6 * 60_000
    await house.act(sitting.key, claim)
    await sitting.until(lambda it: it.awaited == other)


@on_sqlite
async def test_pings(house, sit, live):
    sitting = await sit(house, "pp")
    async with live(house, sitting.key, ping_s=0.01) as me:
        await me.until(lambda one: isinstance(one, wire.Ping))


@on_sqlite
async def test_only_ones_own_seat(house, sit):
    sitting = await sit(house, "pp")
    with pytest.raises(Refused):
        await beginning(house, sitting.key, Viewer(sitting.persons[0].id, seat=1), None)
    assert house.connections == 0


@on_sqlite
async def test_a_seat_that_is_lost_ends_the_stream(house, guest, live):
    host = await guest("Host")
    new = wire.NewTable(game="carrara", seats=[wire.SeatRequest("person"), wire.SeatRequest("open")])
    key = (await house.create(new, host)).key
    async with live(house, key, Viewer(host.id, seat=0)) as me:
        await me.at(1)
        await house.act(key, lambda it, now: it.leave(host.id, 0, now))
        await me.ended()
        assert me.messages[-1].error == "not-watched"


@on_sqlite
async def test_a_plan_shows_to_nobody_else(house, sit, live):
    sitting = await sit(house, "pp", "princes")
    await sitting.until(lambda it: it.awaited)
    mine = 1 - sitting.table.asked
    me, other = sitting.persons[mine], sitting.persons[1 - mine]
    async with live(house, sitting.key, Viewer(me.id)) as own, live(house, sitting.key, Viewer(other.id)) as another:
        await another.until(lambda one: isinstance(one, wire.Presence) and len(one.seats) == 2)
        plan = wire.RepeatPlan(question="bid", move="pass", within=("open", "bid"))
        info = await house.plan(sitting.key, me.id, mine, plan)
        await own.until(lambda one: isinstance(one, wire.Situation) and one.plans == [info])
        await house.say(sitting.key, me, "well", "players")
        await another.until(lambda one: isinstance(one, wire.Chat))
        assert len(another.of(wire.Situation)) == 1
        await house.drop_plan(sitting.key, me.id, mine)
        await own.until(lambda one: len(own.of(wire.Situation)) == 3)
        assert own.of(wire.Situation)[-1].plans == []
