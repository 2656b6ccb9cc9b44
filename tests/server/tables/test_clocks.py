"""Clocks follow from the log: who loses time, who earns some, and what comes of none left."""

from mecenate.server import showing, wire
from mecenate.server.clocks import DAY
from mecenate.server.table import Wanted

BANK = wire.BankClock(60, 5)


def left(sat):
    return sat.table.clocks.left_at(sat.now)


def test_the_asked_seat_loses_time_and_an_answer_earns_some(sit, game):
    sat = sit(game, 2, clock=BANK)
    seat = sat.table.asked
    sat.now += 9000
    assert left(sat)[seat] == 51_000
    assert left(sat)[1 - seat] == 60_000
    sat.move()  # one second later
    assert left(sat)[seat] == 60_000 - 10_000 + 5000
    assert sat.table.clocks.running == sat.table.asked


def test_days_are_full_again_after_each_answer(sit, game):
    sat = sit(game, 2, clock=wire.DaysClock(2))
    seat = sat.table.asked
    sat.now += DAY
    assert left(sat)[seat] == DAY
    sat.move()
    assert sat.table.clocks.left[seat] == 2 * DAY


def test_without_a_clock_nobody_loses_anything(sit, game):
    sat = sit(game, 2)
    sat.now += 10 * DAY
    assert left(sat) is None
    assert sat.table.due(sat.now) is None
    assert sat.table.clocked(sat.now) == []
    assert showing.situation(sat.table, showing.SPECTATOR, "en", sat.now).clock.left_ms is None


def test_a_pause_stops_the_time(sit, game):
    sat = sit(game, 2, clock=BANK)
    seat = sat.table.asked
    sat.now += 5000
    sat.do("ask_pause", "p0")
    sat.now += 5000
    sat.do("consent", "p1")
    sat.now += 10 * DAY
    assert left(sat)[seat] == 50_000
    assert sat.table.due(sat.now) is None
    sat.do("resume", "p1")
    sat.now += 1000
    assert left(sat)[seat] == 49_000


def test_bots_have_no_clock(sit, game):
    sat = sit(game, 2, kinds=["person", "bot"], clock=BANK).until(lambda table: table.asked == 1)
    before = left(sat)
    sat.now += 1_000_000
    assert left(sat) == before
    sat.move()
    assert sat.table.clocks.left[1] == 60_000


def test_at_zero_a_bot_takes_over_and_who_comes_back_has_time_for_a_move(sit, game):
    sat = sit(game, 2, clock=BANK)
    seat = sat.table.asked
    assert sat.table.due(sat.now) == sat.now + 60_000
    assert sat.table.wanted(sat.now + 59_999) is None
    sat.now += 60_000
    assert sat.table.wanted(sat.now) == Wanted("clock", seat)
    assert [(entry.kind, entry.seat) for entry in sat.do("clocked")] == [("absent", seat)]
    assert sat.table.wanted(sat.now).kind == "bot"
    assert sat.table.clocked(sat.now) == []
    sat.do("back", f"p{seat}", seat)
    assert left(sat)[seat] == 6000
    assert sat.table.due(sat.now) == sat.now + 6000


def test_a_flag_is_raised_once_for_each_shortage(sit, game):
    sat = sit(game, 2, clock=BANK, at_zero="flag")
    seat = sat.table.asked
    sat.now += 70_000
    assert [entry.kind for entry in sat.do("clocked")] == ["flag"]
    assert sat.table.clocked(sat.now) == []
    assert sat.table.due(sat.now) is None
    assert showing.situation(sat.table, showing.SPECTATOR, "en", sat.now).clock.flagged == [seat]
    sat.move()
    assert seat not in sat.table.clocks.flagged, "the increment ended the shortage"
    sat.until(lambda table: table.asked == seat)
    sat.now += 1_000_000
    assert [(entry.kind, entry.seat) for entry in sat.table.clocked(sat.now)] == [("flag", seat)]


def test_a_late_move_raises_the_flag_first(sit, game):
    sat = sit(game, 2, clock=BANK, at_zero="flag")
    sat.now += 70_000
    assert [entry.kind for entry in sat.move()][:2] == ["flag", "move"]


def test_the_time_of_the_log_never_goes_back(sit, game):
    sat = sit(game, 2, clock=BANK).moves(2)
    before, at = left(sat), sat.now
    sat.now -= 30_000
    sat.move()
    assert sat.log[-1].at == at
    assert sum(sat.table.clocks.left) >= sum(before)


def test_clocks_of_a_loaded_table_are_the_same(sit, game):
    for clock in (BANK, wire.DaysClock(1)):
        sat = sit(game, 3, clock=clock, at_zero="flag").moves(30)
        sat.now += 12_345
        again = sat.again().clocks
        assert again.left_at(sat.now) == left(sat)
        assert again.at_zero() == sat.table.clocks.at_zero()
