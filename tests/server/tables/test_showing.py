"""What each viewer gets: views, offers, entries, replays; and the whole of it again from the log."""

import random

import msgspec
import pytest

from mecenate.core import records
from mecenate.games import load
from mecenate.server import showing, wire
from mecenate.server.refused import Refused
from mecenate.server.setup import commitment, proven, set_up
from mecenate.server.showing import SPECTATOR, Viewer
from mecenate.server.storage.people import Called
from mecenate.server.table import Table

NAMES = {"p0": Called("Anna"), "p1": Called("Bruno"), "p2": Called("Clara")}


def test_offers_are_for_the_seat_that_is_asked(sit, game):
    sat = sit(game, 3)
    while not sat.table.over:
        asked = sat.table.asked
        for viewer in sat.viewers():
            found = showing.situation(sat.table, viewer, "en", sat.now)
            notations = [offer.notation for offer in found.offers]
            expected = [move.notation for move in sat.table.match.legal()] if viewer.person == f"p{asked}" else []
            assert notations == expected
            assert found.asked == asked
            assert found.ask
        sat.move()


def test_an_offer_has_all_its_faces(sit, game):
    sat = sit(game, 2).moves(10)
    match = sat.table.match
    for language in ("en", "de", "nl"):
        for offer in showing.situation(sat.table, Viewer(f"p{match.seat}"), language, sat.now).offers:
            assert match.find(offer.notation).action == offer.action
            assert offer.notation == f"{offer.word} {offer.about}".strip()
            assert offer.sentence == match.sentence(offer.action, language)
            assert match.game.texts.has(language, f"rules.{offer.rule}")
            if offer.thing:
                assert match.game.texts.has(language, f"names.{offer.thing}")


def test_nobody_chooses_anothers_eyes_while_the_game_goes_on(sit, game):
    sat = sit(game, 2).moves(4)
    for viewer in (Viewer("p0", 1), Viewer(None, 0), Viewer("stranger", 1)):
        for show in (
            lambda v: showing.situation(sat.table, v, "en", sat.now),
            lambda v: showing.replay(sat.table, 2, v, "en"),
            lambda v: showing.entries_since(sat.table, 0, v, "en"),
            lambda v: showing.catch_up(sat.table, 0, v, "en"),
            lambda v: showing.hello(sat.table, v),
        ):
            with pytest.raises(Refused) as caught:
                show(viewer)
            assert caught.value.key == "not-watched"
    with pytest.raises(Refused) as caught:
        showing.record(sat.table)
    assert caught.value.key == "not-over"
    with pytest.raises(Refused):
        showing.situation(sat.table, Viewer("p0", 7), "en", sat.now)


def test_a_finished_game_gives_all(sit, game):
    sat = sit(game, 2).moves()
    for seat in range(2):
        view = showing.situation(sat.table, Viewer(None, seat), "en", sat.now).view
        assert view == sat.table.match.view(seat)
        assert showing.replay(sat.table, 3, Viewer(None, seat), "en").view == sat.table.line.at(3).view(seat)
    told = showing.entries_since(sat.table, 0, SPECTATOR, "en")
    assert [entry.move for entry in told if entry.kind == "move"] == [
        entry.body["notation"] for entry in sat.log if entry.kind == "move"
    ]
    found = showing.situation(sat.table, SPECTATOR, "en", sat.now)
    assert found.seed
    assert found.salt
    assert proven(found.commitment, found.seed, found.salt).holds
    assert not proven(found.commitment, found.seed, "other").holds
    assert found.commitment == commitment(sat.setup)
    again = records.loads(showing.record(sat.table, NAMES), load)
    assert again.scores() == found.scores
    assert again.names == ("Anna", "Bruno")


def test_one_screen_for_several_people(sit, game):
    sat = sit(game, 3, kinds=["person", "person", "bot"])
    me = Viewer("p0")
    while not sat.table.over:
        seat = showing.eyes(sat.table, me)
        if sat.table.asked in (0, 1):
            assert seat == sat.table.asked
        found = showing.situation(sat.table, me, "en", sat.now)
        assert found.view == sat.table.match.view(seat)
        assert found.my_seats == [0, 1]
        assert showing.situation(sat.table, Viewer("p0", 1), "en", sat.now).view == sat.table.match.view(1)
        for own in (0, 1):
            offers = showing.situation(sat.table, Viewer("p0", own), "en", sat.now).offers
            assert bool(offers) == (own == sat.table.asked)
        told = showing.entries_since(sat.table, sat.table.seq - 1, me, "en")
        assert told == showing.entries_since(sat.table, sat.table.seq - 1, SPECTATOR, "en")
        sat.move()


def test_names_come_from_the_people(sit, game):
    sat = sit(game, 3, kinds=["person", "person", "bot"])
    names = [seat.name for seat in showing.seats(sat.table, SPECTATOR, NAMES)]
    assert names == ["Anna", "Anna 2", "Dreamer"]
    assert [seat.name for seat in showing.seats(sat.table, SPECTATOR, {})] == ["Seat 1", "Seat 2", "Dreamer"]
    german = showing.situation(sat.table, SPECTATOR, "de", sat.now, NAMES).seats
    assert [seat.name for seat in german] == ["Anna", "Anna 2", "Träumer"], "bots go by the name that people chose them by"
    texts = [entry.text for entry in showing.entries_since(sat.table, 0, SPECTATOR, "de", NAMES)]
    assert texts == ["Anna setzt sich.", "Anna 2 setzt sich.", "Das Spiel beginnt."]


def test_names_typed_by_somebody_anonymous_are_gone_too(game):
    seats = [wire.SeatRequest("person", name="Annas Mutter"), wire.SeatRequest("bot", level="random", name="Bot Bruno")]
    table = Table(set_up(wire.NewTable(game=game, seats=seats), "p0", 1, "salt"))
    for entry in table.created(1):
        table.apply(entry)
    assert [seat.name for seat in showing.seats(table, SPECTATOR, NAMES)] == ["Annas Mutter", "Bot Bruno"]
    assert [seat.name for seat in showing.seats(table, SPECTATOR, {})] == ["Seat 1", "Bot Bruno"]


def test_a_replay_shows_each_position_as_it_was(sit, game):
    sat = sit(game, 2)
    seen = {viewer: [] for viewer in sat.viewers()}

    def look():
        for viewer in sat.viewers():
            seen[viewer].append(msgspec.json.encode(showing.situation(sat.table, viewer, "en", sat.now).view))

    look()
    for _ in range(40):
        sat.move()
        look()
    before = sat.table.match.rows.copy()
    for viewer, views in seen.items():
        for position, view in enumerate(views):
            found = showing.replay(sat.table, position, viewer, "en")
            assert msgspec.json.encode(found.view) == view
            own = found.mover is not None and viewer.person == f"p{found.mover}"
            assert (found.move is not None) == own
    assert (sat.table.match.rows == before).all()
    for position in (-1, 41):
        with pytest.raises(Refused):
            showing.replay(sat.table, position, SPECTATOR, "en")


def test_moves_that_were_taken_back_are_still_told(sit, game):
    sat = sit(game, 2, kinds=["person", "bot"])
    told = {viewer: [] for viewer in sat.viewers()}

    def note():
        for viewer in sat.viewers():
            told[viewer] += showing.entries_since(sat.table, len(told[viewer]), viewer, "en", NAMES)

    note()
    for turn in range(60):
        sat.move()
        note()
        if turn % 9 == 8:
            sat.do("undo", "p0", sat.table.position - sat.chance.randrange(1, 8), sat.table.position)
            note()
    for viewer, live in told.items():
        assert showing.entries_since(sat.table, 0, viewer, "en", NAMES) == live
        for since in (3, 20, 50, len(live) - 1, len(live)):
            assert showing.entries_since(sat.table, since, viewer, "en", NAMES) == live[since:]


def test_catching_up_says_from_where_to_play(sit, game):
    sat = sit(game, 2, kinds=["person", "bot"]).moves(12)
    since = sat.table.seq
    sat.moves(3)
    assert showing.catch_up(sat.table, since, SPECTATOR, "en").fork == 12
    sat.do("undo", "p0", 7, sat.table.position)
    sat.moves(2)
    found = showing.catch_up(sat.table, since, SPECTATOR, "en")
    assert (found.fork, found.position, len(found.entries)) == (7, 9, 6)
    assert showing.catch_up(sat.table, 999, SPECTATOR, "en").entries == []


def test_the_rule_behind_a_move_is_told_to_the_asked_seat_alone(sit, game):
    sat = sit(game, 2).moves(6)
    seat = sat.table.asked
    moves, match = sat.table.game.moves, sat.table.match
    offered = match.legal()[0].notation
    found = showing.why(sat.table, Viewer(f"p{seat}"), offered, "nl")
    assert found.offered
    assert found.rule_text
    legal = set(match.legal_actions())
    other = moves.notation(next(n for n in range(moves.size) if n not in legal), match.state)
    found = showing.why(sat.table, Viewer(f"p{seat}"), other, "de")
    assert not found.offered
    assert found.reason_text
    assert "dance" in showing.why(sat.table, Viewer(f"p{seat}"), "dance", "en").reason_text
    for viewer in (Viewer(f"p{1 - seat}"), SPECTATOR, Viewer("stranger")):
        with pytest.raises(Refused) as caught:
            showing.why(sat.table, viewer, other, "en")
        assert caught.value.key == "no-rule-now"


def test_a_summary_for_lists(sit, game):
    sat = sit(game, 3, kinds=["person", "open", "bot"])
    found = showing.summary(sat.table, Viewer("p1"), NAMES)
    assert [seat.kind for seat in found.seats] == ["person", "person", "bot"]
    assert [seat.mine for seat in found.seats] == [False, True, False]
    assert found.my_turn == (sat.table.asked == 1)
    sat.moves()
    assert showing.summary(sat.table, SPECTATOR, NAMES).scores == sat.table.scores


def test_before_the_start_nothing_of_the_deal_is_shown(game):
    seats = [wire.SeatRequest("person"), wire.SeatRequest("open")]
    table = Table(set_up(wire.NewTable(game=game, seats=seats), "p0", 1, "salt"))
    for entry in table.created(1):
        table.apply(entry)
    found = showing.situation(table, Viewer("p0"), "en", 5)
    assert (found.status, found.view, found.asked, found.offers) == ("open", None, None, [])
    assert showing.entries_since(table, 0, Viewer("p0"), "en")[0].events == []


RARE = ["undo", "ask_undo", "consent", "refuse", "ask_pause", "resume", "resign", "back", "back", "plan", "planned", "late"]
ACTS = ["move"] * 9 + RARE


def act_by_chance(sat, chance):
    """Something that a person or the server may do now, or nothing if it is refused."""
    table = sat.table
    act = chance.choice(ACTS)
    seat = chance.randrange(len(table.seats))
    person = table.person_at(seat) or "p0"
    sat.now += chance.randrange(20_000)
    try:
        if act == "move" and not table.paused:
            sat.move()
        elif act in ("undo", "ask_undo"):
            sat.do(act, person, max(0, table.position - chance.randrange(1, 6)), table.position)
        elif act in ("consent", "refuse", "ask_pause", "resume"):
            sat.do(act, person)
        elif act in ("resign", "back"):
            sat.do(act, person, seat)
        elif act == "plan" and not table.paused:
            question, moves = table.match.question, [move.notation for move in table.match.legal()]
            plan = chance.choice([
                wire.ExactPlan(tuple(chance.choices(moves, k=2))),
                wire.RepeatPlan(question, chance.choice(moves), table.game.questions[:3]),
                wire.UntilPlan(question, moves[0].split()[0], chance.randrange(2000), moves[-1]),
            ])  # fmt: skip
            sat.do("plan", person, seat, plan)
        elif act == "planned":
            sat.do("planned")
        elif act == "late":
            sat.now += chance.randrange(200_000)
            sat.do("clocked")
    except Refused:
        pass


@pytest.mark.parametrize("at_zero", ["bot", "flag"])
def test_a_table_is_the_fold_of_its_log(sit, game_and_seats, at_zero):
    """Whatever people do: the table made again from its log shows everybody the same."""
    game, seats = game_and_seats
    kinds = ["person", *["open"] * (seats - 2), "bot"] if seats > 2 else None
    sat = sit(game, seats, kinds=kinds, clock=wire.BankClock(1500, 3), at_zero=at_zero, chance=seats)
    chance = random.Random(seats)
    for n in range(600):
        if sat.table.over:
            break
        act_by_chance(sat, chance)
        if n % 30 == 0 or sat.table.over:
            again = sat.again()
            for viewer in sat.viewers():
                assert sat.situation(viewer, again) == sat.situation(viewer)
            assert again.due(sat.now) == sat.table.due(sat.now)
            assert again.wanted(sat.now) == sat.table.wanted(sat.now)
    assert len({entry.kind for entry in sat.log}) > 7


def test_a_list_tells_how_far_a_game_is_and_what_is_not_as_usual(sit):
    told = {}
    for game, options in {
        "princes": {"edition": "qwg", "characters": True, "money": "open"},
        "carrara": {"version": "advanced"},
        "stanza": {},
    }.items():
        sat = sit(game, 3, options=options).moves(30)
        told[game] = [showing.summary(sat.table, SPECTATOR, language=language) for language in ("en", "de")]
        sat.moves()
        assert showing.summary(sat.table, SPECTATOR).stage == ""
    assert [one.stage.split()[0] for one in told["princes"] + told["stanza"]] == ["Round", "Runde"] * 2
    assert told["carrara"][1].stage.endswith("Gebäude im Stapel")
    assert [one.options for one in told["princes"]] == [  # moving back comes along with this edition
        ["QWG", "open Florins", "Muse & Princess"],
        ["QWG", "offene Florin", "Muse & Prinzessin"],
    ]
    assert [one.options for one in told["carrara"]] == [["Advanced version"], ["Fortgeschrittene Version"]]
    assert [one.options for one in told["stanza"]] == [[], []]
