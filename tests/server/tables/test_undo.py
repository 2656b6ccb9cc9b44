"""Taking back: free while nothing new came out, else with everybody's consent, or alone at a casual table."""

import pytest

from mecenate.server import showing, undo
from mecenate.server.refused import Refused, Stale
from mecenate.server.storage.people import Called


def after_own_quiet_move(sit, game, seats=2, **more):
    """A table where the seat that is asked has just made a move that brought out nothing."""
    for chance in range(20):
        sat = sit(game, seats, chance=chance, **more)
        while not sat.table.over:
            sat.move()
            line = sat.table.line
            if not line.revealed[-1] and sat.person(line.seats[-1]):
                return sat
    raise AssertionError("no such move")


def test_own_moves_go_back_freely_while_nothing_new_came_out(sit, game):
    sat = after_own_quiet_move(sit, game)
    seat, at = sat.table.line.seats[-1], sat.table.position
    before = sat.table.line.at(at - 1).rows.copy()
    assert showing.situation(sat.table, showing.Viewer(f"p{seat}"), "en", sat.now).undo.free_to <= at - 1
    sat.do("undo", f"p{seat}", at - 1, at)
    assert sat.log[-1].body == {"to": at - 1, "how": "free"}
    assert (sat.table.match.rows == before).all()


def test_nobody_takes_back_freely_what_another_did(sit, game):
    sat = after_own_quiet_move(sit, game)
    seat, at = sat.table.line.seats[-1], sat.table.position
    other = f"p{1 - seat}"
    assert undo.free_to(sat.table, other) == at
    with pytest.raises(Refused) as caught:
        sat.table.undo(other, at - 1, at, sat.now)
    assert caught.value.key == "undo-needs-consent"
    with pytest.raises(Refused):
        sat.table.undo("stranger", at - 1, at, sat.now)


def test_what_is_free_is_what_the_engine_says(sit, game):
    """Along whole games: a position is free exactly if all moves after it are own and none of them revealed anything."""
    sat = sit(game, 3, chance=5)
    while not sat.table.over:
        sat.move()
        line, at = sat.table.line, sat.table.position
        for seat in range(3):
            free = undo.free_to(sat.table, f"p{seat}")
            assert all(line.seats[n] == seat and not line.revealed[n] for n in range(free, at))
            assert free == 0 or line.seats[free - 1] != seat or line.revealed[free - 1]


def test_beyond_that_all_others_must_agree(sit, game):
    sat = sit(game, 3).until(lambda table: table.position > 3 and table.line.revealed[-1])
    at = sat.table.position
    sat.do("ask_undo", "p0", at - 2, at)
    assert sat.table.request.waiting == {"p1", "p2"}
    info = showing.situation(sat.table, showing.Viewer("p1"), "en", sat.now).request
    assert info
    assert (info.kind, info.to, info.yours, info.waiting) == ("undo", at - 2, True, [1, 2])
    sat.do("consent", "p2")
    done = sat.do("consent", "p1")
    assert [entry.kind for entry in done] == ["consent", "undo"]
    assert done[1].body == {"to": at - 2, "how": "agreed"}
    assert sat.table.position == at - 2
    assert sat.table.request is None


def test_one_no_is_enough_and_bots_are_not_asked(sit, game):
    sat = sit(game, 3, kinds=["person", "open", "bot"]).until(lambda table: any(table.line.revealed))
    at = sat.table.position
    sat.do("ask_undo", "p0", 0, at)
    assert sat.table.request.waiting == {"p1"}
    sat.do("refuse", "p1")
    assert sat.table.request is None
    assert sat.table.position == at


def test_who_resigned_is_not_asked(sit, game):
    sat = sit(game, 3).until(lambda table: any(table.line.revealed))
    sat.do("resign", "p2", 2)
    sat.do("ask_undo", "p0", 0, sat.table.position)
    assert sat.table.request.waiting == {"p1"}


def test_alone_at_a_casual_table_everything_goes_back_and_the_log_says_so(sit, game):
    sat = sit(game, 3, kinds=["person", "bot", "bot"]).until(lambda table: table.position > 9)
    sat.do("undo", "p0", 0, sat.table.position)
    assert sat.log[-1].body["how"] == "alone"
    told = showing.entries_since(sat.table, sat.table.seq - 1, showing.SPECTATOR, "en", {"p0": Called("Anna")})
    assert told[0].how == "alone"
    assert "Anna" in told[0].text
    assert sat.table.position == 0


def test_alone_at_a_serious_table_what_is_known_stays(sit, game):
    sat = sit(game, 3, kinds=["person", "bot", "bot"], casual=False).until(lambda table: table.position > 9)
    assert showing.situation(sat.table, showing.Viewer("p0"), "en", sat.now).undo.beyond == "no"
    with pytest.raises(Refused) as caught:
        sat.table.ask_undo("p0", 0, sat.table.position, sat.now)
    assert caught.value.key == "undo-final"


def test_one_person_on_several_seats_is_no_other_person(sit, game):
    """The turn of another seat has brought out something new, whoever holds it; but there is nobody to ask."""
    sat = sit(game, 2, kinds=["person", "person"]).moves(6)
    sat.do("undo", "p0", 0, 6)
    assert sat.log[-1].body["how"] in ("alone", "free")
    serious = sit(game, 2, kinds=["person", "person"], casual=False).until(
        lambda table: table.position and table.line.revealed[-1]
    )
    with pytest.raises(Refused) as caught:
        serious.table.undo("p0", serious.table.position - 1, serious.table.position, serious.now)
    assert caught.value.key == "undo-final"


def test_an_undo_for_another_position_is_stale(sit, game):
    sat = sit(game, 2, kinds=["person", "bot"]).moves(6)
    for after in (5, 7):
        with pytest.raises(Stale):
            sat.table.undo("p0", 2, after, sat.now)
    for to in (6, 7, 99):
        with pytest.raises(Refused) as caught:
            sat.table.undo("p0", to, 6, sat.now)
        assert caught.value.key == "no-move-back"


def test_nothing_goes_back_once_the_game_is_over(sit, game):
    sat = sit(game, 2, kinds=["person", "bot"]).moves()
    with pytest.raises(Refused) as caught:
        sat.table.undo("p0", 0, sat.table.position, sat.now)
    assert caught.value.key == "ended"


def test_the_hint_leads_before_ones_own_last_move(sit, game):
    sat = sit(game, 3, kinds=["person", "bot", "bot"]).until(lambda table: table.position > 9 and 0 in table.line.seats)
    to = undo.last_own(sat.table, "p0")
    sat.do("undo", "p0", to, sat.table.position)
    assert sat.table.asked == 0
