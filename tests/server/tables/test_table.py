"""Sitting down, playing, resigning, pausing; what is refused, and that the log says it all."""

import re
from typing import Any

import msgspec
import pytest

from mecenate.core.errors import Refusal
from mecenate.core.texts import LANGUAGES
from mecenate.games import load
from mecenate.server import showing, wire
from mecenate.server.refused import WORDS, NotOffered, Refused, Stale
from mecenate.server.setup import SeatSetup, Setup, commitment, set_up
from mecenate.server.storage.people import Called
from mecenate.server.table import AWAY_MS, Table, Wanted, rematch


def refused(key, act, *args, **more):
    with pytest.raises(Refused) as caught:
        act(*args, **more)
    assert caught.value.key == key
    return caught.value


def test_a_game_from_sitting_down_to_the_end(sit, game):
    sat = sit(game, 3)
    assert [entry.kind for entry in sat.log] == ["join", "join", "join", "start"]
    sat.moves()
    assert [entry.kind for entry in sat.log[-2:]] == ["move", "over"]
    assert sat.table.status == "over"
    assert sat.table.asked is None
    assert sat.log[-1].body["scores"] == sat.table.match.scores()
    assert [entry.seq for entry in sat.log] == list(range(1, len(sat.log) + 1))
    refused("ended", sat.table.play, "p0", 0, "pass", sat.table.position, sat.now)
    refused("ended", sat.table.resign, "p0", 0, sat.now)


def test_a_table_of_other_rules_is_not_opened_but_one_whose_games_still_replay_is(sit):
    sat = sit("stanza", 2)
    rules = sat.setup.rules
    assert load("stanza").replays == (rules - 1,)
    older = msgspec.structs.replace(sat.setup, rules=rules - 1)
    assert Table.load(older, sat.log).match.rows.tobytes() == sat.table.match.rows.tobytes()
    for other in (rules - 2, rules + 1):
        refused("other-version", Table.load, msgspec.structs.replace(sat.setup, rules=other), sat.log)
    refused("other-version", Table.load, msgspec.structs.replace(sat.setup, components="-"), sat.log)


def test_acts_change_nothing_until_they_are_applied(sit, game):
    sat = sit(game, 2)
    before = sat.situation(showing.SPECTATOR)
    seat = sat.table.asked
    entries = sat.table.play(f"p{seat}", seat, sat.table.match.legal()[0].notation, 0, sat.now)
    assert entries[0].seq == sat.table.seq + 1
    assert sat.situation(showing.SPECTATOR) == before


def test_who_may_sit_where(sit, game):
    sat = sit(game, 2, kinds=["person", "bot"])
    assert sat.table.status == "running"
    wanted = [wire.SeatRequest("person"), wire.SeatRequest("link")]
    table = Table(set_up(wire.NewTable(game=game, seats=wanted), "host", 5, "salt"))
    for entry in table.created(10):
        table.apply(entry)
    assert table.status == "open"
    refused("not-started", table.play, "host", 0, "pass", 0, 20)
    refused("seat-kept", table.join, "guest", 1, 20)
    refused("seat-taken", table.join, "guest", 0, 20, invited=True)
    refused("no-seat", table.join, "guest", 2, 20)
    refused("not-your-seat", table.leave, "guest", 0, 20)
    joined = table.join("guest", 1, 20, invited=True)
    assert [entry.kind for entry in joined] == ["join", "start"]
    table.apply(joined[0])
    assert [entry.kind for entry in table.leave("host", 1, 30)] == ["leave"], "the host may free a seat"


def waiting(game, *kinds):
    wanted = wire.NewTable(game=game, seats=[wire.SeatRequest(kind) for kind in kinds])
    table = Table(set_up(wanted, "host", 5, "salt"))
    for entry in table.created(10):
        table.apply(entry)
    return table


def changed(table, seat, kind, **more):
    log = table.change(wire.SeatChange(seat, kind, **more), 20)
    for entry in log:
        table.apply(entry)
    return [entry.kind for entry in log]


def test_a_bot_takes_the_seat_of_a_friend_who_does_not_come(game):
    table = waiting(game, "person", "link", "link")
    assert changed(table, 1, "bot", level="random", name="Lorenzo") == ["seat"]
    refused("seat-taken", table.join, "guest", 1, 20, invited=True)
    assert changed(table, 1, "open") == ["seat"] and changed(table, 2, "bot", level="random") == ["seat"]
    assert [seat.kind for seat in showing.seats(table, showing.SPECTATOR, {})] == ["person", "open", "bot"]
    for entry in table.join("guest", 1, 30):
        table.apply(entry)
    assert table.status == "running" and table.bot_at(2) == "random"
    refused("started", table.change, wire.SeatChange(1, "bot"), 40)


def test_a_table_starts_with_fewer(game):
    """Seats are numbered anew, and what was told before is about the same people."""
    table = waiting(game, "person", "link", "link")
    table.apply(table.join("guest", 2, 15, invited=True)[0])
    refused("seat-taken", table.change, wire.SeatChange(2, "none"), 20)
    assert changed(table, 1, "none") == ["seat", "start"]
    assert [seat.person for seat in table.seats] == ["host", "guest"] and table.match.seats == 2
    again = Table.load(waiting(game, "person", "link", "link").setup, [table.log.read(n)[0] for n in range(1, table.seq + 1)])
    assert again.held("guest") == [1] and again.match.legal() == table.match.legal()
    names = {"host": Called("Anna"), "guest": Called("Bruno", guest=True)}
    told = showing.entries_since(table, 0, showing.SPECTATOR, "en", names)
    assert [(one.seat, one.text) for one in told][:3] == [
        (0, "Anna sits down."),
        (1, "Bruno sits down."),
        (None, "Seat 2 is taken away."),
    ]


def test_a_table_has_no_fewer_seats_than_its_game(game):
    table = waiting(game, "person", "link")
    with pytest.raises(Refusal):
        table.change(wire.SeatChange(1, "none"), 20)


def test_the_host_closes_a_table_that_waits(game):
    table = waiting(game, "person", "link")
    table.apply(table.give_up(20)[0])
    assert table.status == "closed"
    refused("ended", table.give_up, 30)


def test_a_stranger_takes_one_open_seat_only(sit, game):
    seats = [wire.SeatRequest("open")] * 2
    table = Table(set_up(wire.NewTable(game=game, seats=seats), "host", 5, "salt"))
    table.apply(table.join("guest", 0, 20)[0])
    refused("one-seat", table.join, "guest", 1, 20)
    assert table.join("host", 1, 20)


def test_only_the_person_of_the_asked_seat_plays(sit, game):
    sat = sit(game, 3)
    seat = sat.table.asked
    other = (seat + 1) % 3
    notation = sat.table.match.legal()[0].notation
    refused("not-your-seat", sat.table.play, f"p{other}", seat, notation, 0, sat.now)
    refused("not-your-turn", sat.table.play, f"p{other}", other, notation, 0, sat.now)
    refused("not-your-seat", sat.table.play, "stranger", seat, notation, 0, sat.now)


def test_a_move_that_is_not_offered_says_which_rule_refuses_it(sit, game):
    sat = sit(game, 2)
    seat = sat.table.asked
    offered = set(sat.table.match.legal_actions())
    action = next(n for n in range(sat.table.game.moves.size) if n not in offered)
    notation = sat.table.game.moves.notation(action, sat.table.match.state)
    with pytest.raises(NotOffered) as caught:
        sat.table.play(f"p{seat}", seat, notation, 0, sat.now)
    for language in LANGUAGES:
        error = showing.explained(sat.table, caught.value, language)
        assert error.reason in sat.table.game.reasons
        assert error.rule
        assert error.message
    with pytest.raises(NotOffered) as caught:
        sat.table.play(f"p{seat}", seat, "dance", 0, sat.now)
    assert "dance" in showing.explained(sat.table, caught.value, "de").message


def test_the_last_move_of_the_game_is_repeated_too(sit, game):
    """Whoever lost the answer to it sends it again, and is told that it was made, not that the game is over."""
    sat = sit(game, 2).moves()
    moves = [entry for entry in sat.log if entry.kind == "move"]
    last, after = moves[-1], len(moves) - 1
    with pytest.raises(Stale) as caught:
        sat.table.play(sat.person(last.seat), last.seat, last.body["notation"], after, sat.now)
    assert caught.value.repeated
    refused("ended", sat.table.play, sat.person(last.seat), last.seat, last.body["notation"], after + 1, sat.now)


def test_stale_and_repeated_moves_are_never_played(sit, game):
    sat = sit(game, 2).moves(4)
    at = sat.table.position
    seat = sat.table.asked
    made = sat.move()[0].body["notation"]
    with pytest.raises(Stale) as caught:
        sat.table.play(f"p{seat}", seat, made, at, sat.now)
    assert caught.value.repeated
    for after in (0, at + 2, 999):
        asked = sat.table.asked
        with pytest.raises(Stale) as caught:
            sat.table.play(f"p{asked}", asked, sat.table.match.legal()[0].notation, after, sat.now)
    assert showing.explained(sat.table, caught.value, "nl").stale


def test_a_move_sent_again_after_an_undo_is_stale(sit, game):
    """The number of moves is the same again, so only the last entry that was seen tells it."""
    sat = sit(game, 2, kinds=["person", "bot"]).until(lambda table: table.asked == 0)
    seen, at = sat.table.seq, sat.table.position
    made = sat.move()[0].body["notation"]
    sat.do("undo", "p0", at, sat.table.position)
    with pytest.raises(Stale):
        sat.table.play("p0", 0, made, at, sat.now, seen=seen)
    assert sat.table.play("p0", 0, made, at, sat.now, seen=sat.table.seq)


def test_a_resigned_seat_is_played_by_a_bot_until_its_person_comes_back(sit, game):
    sat = sit(game, 3)
    seat = sat.table.asked
    assert sat.table.awaited == f"p{seat}"
    sat.do("resign", f"p{seat}", seat)
    assert sat.table.awaited is None
    assert sat.table.wanted(sat.now) == Wanted("bot", seat, "random")
    assert sat.table.due(sat.now) == sat.now
    refused("bot-plays", sat.table.play, f"p{seat}", seat, "pass", 0, sat.now)
    sat.move()
    assert sat.log[-1].body["by"] == "bot"
    refused("not-your-seat", sat.table.back, "stranger", seat, sat.now)
    sat.do("back", f"p{seat}", seat)
    sat.until(lambda table: table.asked == seat)
    assert sat.table.wanted(sat.now) is None
    sat.moves()
    refused("ended", sat.table.back, f"p{seat}", seat, sat.now)


def test_all_may_resign_and_bots_end_the_game(sit, game):
    sat = sit(game, 2)
    for seat in range(2):
        sat.do("resign", f"p{seat}", seat)
    sat.moves()
    assert sat.table.over


def test_a_bot_takes_over_for_who_is_long_away_where_the_table_chose_that(sit, game):
    sat = sit(game, 3)
    seat, other = sat.table.asked, (sat.table.asked + 1) % 3
    refused("not-long-away", sat.table.claim, f"p{other}", seat, 0, sat.now)
    sat.now += AWAY_MS
    refused("not-long-away", sat.table.claim, f"p{other}", seat, sat.now - 1000, sat.now)
    refused("nobody-missing", sat.table.claim, f"p{other}", other, 0, sat.now)
    refused("not-seated", sat.table.claim, "stranger", seat, 0, sat.now)
    assert sat.table.claimable(sat.now - 1000) == sat.now - 1000 + AWAY_MS
    sat.do("claim", f"p{other}", seat, 0)
    assert sat.table.bot_at(seat)
    flags = sit(game, 3, at_zero="flag")
    flags.now += AWAY_MS
    refused("clock-decides", flags.table.claim, f"p{other}", flags.table.asked, 0, flags.now)


def test_a_pause_needs_everybody_and_ends_with_anybody(sit, game):
    sat = sit(game, 3).moves(2)
    sat.do("ask_pause", "p0")
    refused("request-open", sat.table.ask_pause, "p1", sat.now)
    refused("nothing-asked", sat.table.consent, "p0", sat.now)
    assert [entry.kind for entry in sat.do("consent", "p1")] == ["consent"]
    refused("nothing-asked", sat.table.consent, "p1", sat.now)
    assert [entry.kind for entry in sat.do("consent", "p2")] == ["consent", "pause"]
    assert sat.table.status == "paused"
    seat = sat.table.asked
    move = sat.table.match.legal()[0].notation
    refused("paused", sat.table.play, f"p{seat}", seat, move, sat.table.position, sat.now)
    assert showing.situation(sat.table, showing.Viewer(f"p{seat}"), "en", sat.now).offers == []
    refused("not-seated", sat.table.resume, "stranger", sat.now)
    sat.do("resume", "p2")
    refused("not-paused", sat.table.resume, "p2", sat.now)
    sat.do("ask_pause", "p0")
    sat.do("refuse", "p2")
    assert sat.table.request is None
    sat.do("ask_pause", "p0")
    sat.do("refuse", "p0")
    assert sat.table.request is None, "who asked may withdraw it"
    sat.do("ask_pause", "p0")
    sat.move()
    assert sat.table.request is None, "a move ends it"


def test_a_bot_does_not_move_while_the_game_is_paused(sit, game):
    sat = sit(game, 2, kinds=["person", "bot"]).until(lambda table: table.asked == 1)
    assert sat.do("ask_pause", "p0")[0].kind == "pause", "bots agree"
    assert sat.table.wanted(sat.now) is None
    assert sat.table.due(sat.now) is None
    sat.do("resume", "p0")
    assert sat.table.wanted(sat.now) == Wanted("bot", 1, "random")


def test_a_request_ends_when_the_last_who_could_answer_goes(sit, game):
    sat = sit(game, 3).moves(2)
    sat.do("ask_pause", "p0")
    sat.do("consent", "p1")
    sat.do("resign", "p2", 2)
    assert sat.table.request is None


def test_a_closed_table_is_still(sit, game):
    sat = sit(game, 2).moves(3)
    sat.do("close")
    assert sat.table.status == "closed"
    assert sat.table.wanted(sat.now) is None
    refused("ended", sat.table.close, sat.now)
    refused("ended", sat.table.resign, "p0", 0, sat.now)


def test_the_log_must_be_whole(sit, game):
    sat = sit(game, 2).moves(3)
    with pytest.raises(Exception, match="load the table again"):
        sat.table.apply(sat.log[-1])


def test_a_guest_who_becomes_an_account_keeps_the_seat(sit, game):
    sat = sit(game, 2)
    sat.do("ask_pause", "p0")
    sat.table.adopt("p1", "account")
    assert sat.table.held("account") == [1]
    assert sat.table.request.waiting == {"account"}
    again = Table.load(sat.setup, sat.log, aliases={"p1": "account"})
    assert again.held("account") == [1]
    assert again.request
    assert again.request.waiting == {"account"}


def test_a_rematch_rotates_the_seats_and_keeps_them_for_the_people(sit, game):
    sat = sit(game, 3, kinds=["person", "open", "bot"])
    refused("not-over", rematch, sat.table, "p0", 1, "s")
    sat.moves()
    refused("not-seated", rematch, sat.table, "stranger", 1, "s")
    setup = rematch(sat.table, "p1", 77, "other salt")
    assert setup.seats == (SeatSetup("bot", "random"), SeatSetup("person", person="p0"), SeatSetup("person", person="p1"))
    table = Table(setup)
    for entry in table.created(5):
        table.apply(entry)
    assert table.held("p1") == [2]
    refused("seat-kept", table.join, "p7", 1, 6)
    assert [entry.kind for entry in table.join("p0", 1, 6)] == ["join", "start"]


def test_a_table_goes_on_from_a_position_of_a_record(sit, game):
    sat = sit(game, 2).moves()
    text = showing.record(sat.table)
    half = sat.table.position // 2
    wanted = wire.NewTable(seats=[wire.SeatRequest("person")] * 2, record=text, position=half, casual=False)
    setup = set_up(wanted, "me", 1, "salt")
    assert setup.casual, "who has the record knows the deal"
    table = Table(setup)
    for entry in table.created(5):
        table.apply(entry)
    assert table.position == half
    assert [entry.kind for entry in [e for e, _ in table.log.after(0)]] == ["join", "join", "start"]
    assert (table.match.rows == sat.table.line.at(half).rows).all()
    refused("no-move-back", table.undo, "me", half - 1, half, 6)
    assert commitment(setup) == commitment(msgspec.structs.replace(setup, opening=())) == "", "nothing can be promised"
    refused("no-position", set_up, msgspec.structs.replace(wanted, position=half * 9), "me", 1, "salt")
    three = msgspec.structs.replace(wanted, seats=[wire.SeatRequest("person")] * 3)
    refused("other-seats", set_up, three, "me", 1, "salt")


def test_the_setup_survives_storing(sit, game):
    setup = sit(game, 2, clock=wire.BankClock(60, 5)).setup
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup) == setup


def test_a_setup_is_checked(game):
    two = [wire.SeatRequest("person")] * 2
    wrongs: list[dict[str, Any]] = [
        {"seats": [wire.SeatRequest("person")]},
        {"seats": [wire.SeatRequest("person"), wire.SeatRequest("bot", level="genius")]},
        {"seats": two, "takeover": "nobody"},
        {"seats": two, "options": {"colour": "red"}},
    ]
    for wrong in wrongs:
        with pytest.raises(Exception, match=r"There is no bot|players|has no option"):
            set_up(wire.NewTable(game=game, **wrong), "me", 1, "salt")


def test_the_words_are_complete():
    def shape(table):
        return {key: shape(one) if isinstance(one, dict) else sorted(re.findall(r"{\w+", one)) for key, one in table.items()}

    for texts in (WORDS, Refusal.texts):
        english = shape(texts.table("en"))
        assert shape(texts.table("de")) == english == shape(texts.table("nl"))


def test_views_have_types():
    types = wire.view_types()
    assert all(issubclass(kind, msgspec.Struct) for kind in types.values())
    assert all(isinstance(load(key).view, object) for key in types)
    msgspec.json.schema_components([wire.Live, wire.NewTable, wire.PlanRequest, *types.values()])
