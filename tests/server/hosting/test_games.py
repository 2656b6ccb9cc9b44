"""Whole games at hosted tables."""

import asyncio
from typing import Any

import pytest

from mecenate.games import GAMES
from mecenate.server import people, showing, sweeping, wire
from mecenate.server.showing import Viewer
from mecenate.server.storage import entries, plans, tables
from mecenate.server.storage.people import Called

pytestmark = pytest.mark.anyio
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # where the database is of no matter


async def stored(database, key) -> tuple[Any, ...]:
    async with database.reading() as conn:
        return (
            await tables.find(conn, key),
            await entries.load(conn, key),
            (await tables.seats_of(conn, [key]))[key],
            await plans.load(conn, key),
        )


@pytest.mark.parametrize("game", GAMES)
async def test_people_and_bots_play_to_the_end(house, sit, database, game):
    sitting = await sit(house, "pbp", game)
    table = await sitting.play()
    row, log, seats, _ = await stored(database, sitting.key)
    assert table.over and table.scores
    assert [entry.seq for entry in log] == list(range(1, table.seq + 1)) and log[-1].kind == "over"
    assert (row.status, row.seq, row.due, row.asked_person) == ("over", table.seq, None, None)
    assert [(seat.person, seat.bot) for seat in seats] == [
        (sitting.persons[0].id, None), (None, "random"), (sitting.persons[2].id, None),
    ]  # fmt: skip
    assert house.stats.bot_moves == sum(entry.body.get("by") == "bot" for entry in log) > 0
    assert house.opponents.counts.failures == 0


async def test_a_finished_record_is_a_finished_table(house, open_house, sit, guest, database):
    sitting = await sit(house, "pbp")
    played = await sitting.play()
    record = showing.record(played, {person.id: Called(person.name) for person in sitting.persons.values()})
    seats = [wire.SeatRequest("person", name=f"Player {n}") for n in range(2)] + [wire.SeatRequest("open")]
    clock = wire.BankClock(60, 5)
    opened = await house.create(
        wire.NewTable(seats=seats, record=record, clock=clock, takeover="random"), await guest("Reader")
    )
    for key, table in ((opened.key, opened.table), (opened.key, (await (await open_house()).read(opened.key)).table)):
        row, log, _, _ = await stored(database, key)
        assert (row.status, row.seq, row.due, row.asked_person) == ("over", table.seq, None, None)
        assert [entry.kind for entry in log] == ["join"] * 3 + ["start"] + ["move"] * played.position + ["over"]
        assert (table.scores, table.places, table.position) == (played.scores, played.places, played.position)
        assert showing.record(table).splitlines()[7:-1] == record.splitlines()[7:-1]
        assert table.setup.casual and table.setup.known
    told = showing.entries_since(opened.table, 0, showing.SPECTATOR, "en")
    line = [entry for entry in showing.entries_since(played, 0, showing.SPECTATOR, "en") if entry.kind == "move"]
    again = [entry for entry in told if entry.kind == "move"]
    assert [entry.move for entry in again] == [entry.move for entry in line] and {entry.by for entry in again} == {"record"}
    now = showing.situation(opened.table, showing.SPECTATOR, "en", 0)
    assert (now.seed, now.salt, now.commitment) == (str(played.setup.seed), None, "")


@on_sqlite
async def test_a_greedy_bot_plays_alone(house, sit, database):
    sitting = await sit(house, "gb")
    table = await sitting.until(lambda it: it.over)
    assert table.scores[0] > table.scores[1]


async def test_the_index_follows_the_log(house, sit, database):
    sitting = await sit(house, "pp")
    await sitting.move()
    row, log, _, _ = await stored(database, sitting.key)
    table = sitting.table
    assert (row.status, row.seq, row.asked_person) == ("running", len(log), table.awaited)
    asked = sitting.persons[table.asked].id
    await house.act(sitting.key, lambda it, now: it.resign(asked, it.held(asked)[0], now))
    await sitting.until(lambda it: it.awaited not in (None, asked))
    _, _, seats, _ = await stored(database, sitting.key)
    assert [seat.bot for seat in seats if seat.person == asked] == ["random"]
    await house.act(sitting.key, lambda it, now: it.back(asked, it.held(asked)[0], now))
    _, _, seats, _ = await stored(database, sitting.key)
    assert [seat.bot for seat in seats] == [None, None]


@on_sqlite
async def test_eviction_and_reload(open_house, sit):
    house = await open_house(most_tables=2)
    sittings = [await sit(house, "pp") for _ in range(4)]
    assert house.tables_in_memory == 2 and house.memory.evictions >= 2
    for _ in range(3):
        for sitting in sittings:
            await sitting.move()
    async with house.listen(sittings[0].key), house.listen(sittings[1].key), house.listen(sittings[2].key):
        await sittings[3].move()
        assert house.tables_in_memory == 3  # who listens keeps a table, even beyond the limit
    assert [(await house.read(one.key)).table.position for one in sittings] == [3, 3, 3, 4]
    assert house.tables_in_memory == 2


@on_sqlite
async def test_a_rematch_is_one_table_for_all(house, sit, live):
    sitting = await sit(house, "pbp")
    await sitting.play()
    again = await house.rematch(sitting.key, sitting.persons[2])
    assert again.table.status == "open"
    same = await house.rematch(sitting.key, sitting.persons[0])
    assert same.key == again.key and same.table.status == "running"
    assert same.table.held(sitting.persons[0].id) == [1] and same.table.held(sitting.persons[2].id) == [0]
    assert {called.name for called in same.names.values()} == {"Person 0", "Person 2"}


async def test_a_new_name_is_everywhere_and_no_table_is_read_for_it(house, sit, live, database):
    sittings = [await sit(house, "pp"), await sit(house, "pp")]
    anna = sittings[0].persons[0]
    loads = house.memory.loads
    async with live(house, sittings[0].key) as watching, live(house, sittings[1].key) as elsewhere:
        await watching.until(lambda one: isinstance(one, wire.Presence))
        await people.rename(database, anna, "Annabel")
        await house.renamed(anna.id)
        await watching.until(lambda one: isinstance(one, wire.Situation) and one.seats[0].name == "Annabel")
        await sittings[1].move()
        await elsewhere.until(lambda one: isinstance(one, wire.Situation) and one.seq == sittings[1].table.seq)
        assert "Annabel" not in str(elsewhere.messages)
    assert house.memory.loads == loads


@on_sqlite
async def test_no_such_table(house):
    from mecenate.server.hosting import NoTable

    for call in (house.read("nowhere"), house.act("nowhere", lambda it, now: []), house.chat("nowhere", ["players"])):
        with pytest.raises(NoTable):
            await call
    assert house.tables_in_memory == 0


async def test_seen_marks(house, sit):
    sitting = await sit(house, "pp")
    me = sitting.persons[0].id
    await house.seen(sitting.key, me, 2**40)
    assert await house.last_seen(sitting.key, me) == sitting.table.seq
    await house.seen(sitting.key, me, 1)
    assert await house.last_seen(sitting.key, me) == sitting.table.seq


@on_sqlite
async def test_closing(house, sit, live):
    sitting = await sit(house, "pp")
    async with live(house, sitting.key, Viewer(sitting.persons[0].id)) as me:
        await house.close_table(sitting.key)
        assert (await me.at(sitting.table.seq)).status == "closed"


async def test_what_another_program_did_is_noticed(open_house, sit, database_url, monkeypatch):
    """As `mecenate admin close` beside a running server: nobody watches the table here, and nobody writes to it."""
    monkeypatch.setattr(sweeping, "COMPARE_S", 0.05)
    here, beside = await open_house(), await open_house(database_url)
    sitting = await sit(here, "pp")
    await beside.close_table(sitting.key)
    async with asyncio.timeout(20):
        while (await here.at_hand(sitting.key)).table.status != "closed":
            await asyncio.sleep(0.02)
