"""Time in which nobody could have moved is taken from nobody."""

import pytest

from mecenate.server import showing, wire
from mecenate.server.uptime import Steady, Uptime

pytestmark = pytest.mark.anyio
BANK = wire.BankClock(bank_s=10)


@pytest.fixture
def open_up(open_house, database, clock):
    """Houses that are there for people, as those of a server are."""

    async def make():
        return await open_house(uptime=Uptime(database, clock))

    return make


async def pass_by(house, clock, seconds):
    """Time goes by while the house is there."""
    for _ in range(seconds):
        clock.now += 1000
        await house.sweeper.sweep()


@pytest.mark.parametrize("at_zero", ["bot", "flag"])
async def test_the_time_without_a_server_does_not_count(open_up, sit, clock, at_zero):
    house = await open_up()
    sitting = await sit(house, "pp", clock=BANK, at_zero=at_zero)
    seat = sitting.table.asked
    await pass_by(house, clock, 2)
    await house.__aexit__()
    clock.now += 62_000
    again = await open_up()
    await again.sweeper.sweep()
    table = (await again.read(sitting.key)).table
    assert table.clocks.left_at(clock.now)[seat] == 8_000
    assert not table.seats[seat].away and not table.clocks.flagged
    told = showing.entries_since(table, 0, showing.SPECTATOR, "en")
    assert [one.text for one in told if one.kind == "outage"] == ["The server was away for 62 s, which counts for nobody."]
    await pass_by(again, clock, 3)
    assert (await again.read(sitting.key)).table.clocks.left_at(clock.now)[seat] == 5_000, "from then on it counts"
    await sitting.move(again)
    await pass_by(again, clock, 11)
    assert await sitting.until(lambda it: any(one.away for one in it.seats) or it.clocks.flagged, again)


async def test_a_move_right_after_the_time_without_a_server(open_up, sit, clock):
    house = await open_up()
    sitting = await sit(house, "pp", clock=BANK, at_zero="flag")
    await pass_by(house, clock, 1)
    clock.now += 30_000  # the process did not run, the database was away, or the machine slept: nobody looked
    await sitting.move(house)
    kinds = [entry.kind for entry, _ in sitting.table.log.after(0)]
    assert "outage" in kinds and "flag" not in kinds
    assert min(sitting.table.clocks.left) == 8_000, "one second before and the one of the move"


async def test_two_times_without_a_server_and_one_with(open_up, sit, clock):
    house = await open_up()
    sitting = await sit(house, "pp", clock=BANK)
    seat = sitting.table.asked
    for seconds in (1, 2):
        await pass_by(house, clock, seconds)
        await house.__aexit__()
        clock.now += 60_000
        house = await open_up()
        await house.sweeper.sweep()
    table = (await house.read(sitting.key)).table
    assert table.clocks.left_at(clock.now)[seat] == 7_000
    loaded = type(table).load(table.setup, [entry for entry, _ in table.log.after(0)])
    assert loaded.clocks.left_at(clock.now) == table.clocks.left_at(clock.now)


async def test_tables_without_a_clock_are_left_alone(open_up, sit, clock):
    house = await open_up()
    sitting = await sit(house, "pp")
    await house.__aexit__()
    clock.now += 60_000
    again = await open_up()
    await again.sweeper.sweep()
    assert (await again.read(sitting.key)).table.seq == sitting.table.seq


async def test_the_time_follows_the_machine_forward_and_never_back():
    wall, running = [1_000_000.0], [0.0]

    def go(seconds, jump=0.0):
        running[0] += seconds
        wall[0] += 1000 * (seconds + jump)
        return time()

    time = Steady(lambda: wall[0], lambda: running[0])
    assert go(10) == 1_010_000
    assert go(1, jump=3600) == 4_611_000
    assert go(10, jump=-3600) == 4_616_000, "it goes on, at half the pace"
    assert go(7000) == 8_116_000
    assert go(1000) == wall[0], "until they meet"
    time.not_before(20_000_000)
    assert go(1) == 20_000_500
