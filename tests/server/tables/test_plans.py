"""Plans: executed only when exactly offered, ended by any surprise, known to their own seat alone."""

import msgspec
import pytest

from mecenate.games import GAMES, load
from mecenate.server import showing, wire
from mecenate.server.plans import subject
from mecenate.server.refused import Refused
from mecenate.server.table import Wanted

AUCTIONS = [key for key in GAMES if any(kind.fixed for kind in load(key).moves.kinds)]  # games that fix figures


def plan_of(sat, seat):
    found = showing.situation(sat.table, showing.Viewer(f"p{seat}"), "en", sat.now)
    return found.plans, found.plan_ended


def waiting(sit, game, seats=3, **more):
    """A table where a seat is not asked now, and what it will be able to answer if the others go on like this."""
    for chance in range(50):
        sat = sit(game, seats, chance=chance, **more).moves(8)
        seat = next((n for n in range(seats) if n != sat.table.asked), 0)
        then = sat.table.match.copy()
        on_the_way = []
        while then.seat not in (None, seat):
            on_the_way.append(then.legal()[0].notation)
            then.play(then.legal()[0])
        if then.seat == seat and not subject(then):
            return sat, seat, on_the_way, [move.notation for move in then.legal()]
    raise AssertionError("no such table")


def test_an_exact_plan_answers_when_its_seat_is_asked(sit, game):
    sat, seat, on_the_way, offered = waiting(sit, game)
    sat.do("plan", f"p{seat}", seat, wire.ExactPlan((f"  {offered[-1].upper()} ",)))
    for notation in on_the_way:
        assert sat.table.planned(sat.now) == []
        sat.move(notation)
    assert sat.table.wanted(sat.now) == Wanted("plan", seat)
    assert sat.table.due(sat.now) == sat.now
    made = sat.do("planned")
    assert (made[0].seat, made[0].body) == (seat, {"notation": offered[-1], "by": "plan"})
    assert plan_of(sat, seat) == ([], "done")


def test_a_plan_that_is_not_offered_ends(sit, game):
    sat, seat, on_the_way, offered = waiting(sit, game)
    moves = sat.table.game.moves
    notations = {moves.notation(action, sat.table.match.state) for action in range(moves.size)}
    other = sorted(notations - set(offered))[0]
    sat.do("plan", f"p{seat}", seat, wire.ExactPlan((other,)))
    for notation in on_the_way:
        sat.move(notation)
    assert sat.table.wanted(sat.now) is None
    assert plan_of(sat, seat) == ([], "not-offered")


def test_an_undo_ends_every_plan(sit, game):
    sat, seat, _, offered = waiting(sit, game, kinds=["person", "person", "person"])
    plan = wire.ExactPlan((offered[0],))
    sat.held.append(sat.table.plan("p0", seat, plan, "key"))
    sat.table.hold(sat.held[-1])
    sat.do("undo", "p0", 2, sat.table.position)
    assert sat.table.plans.of == {}
    assert sat.table.plans.ended == {seat: "undo"}
    assert sat.again().plans.ended == {seat: "undo"}


def test_a_resigned_seat_has_no_plan(sit, game):
    sat, seat, _, offered = waiting(sit, game)
    sat.do("plan", f"p{seat}", seat, wire.ExactPlan((offered[0],)))
    sat.do("resign", f"p{seat}", seat)
    assert plan_of(sat, seat) == ([], "taken-over")


def test_a_plan_can_be_replaced_and_dropped(sit, game):
    sat, seat, _, offered = waiting(sit, game)
    for notation in (offered[0], offered[-1]):
        sat.do("plan", f"p{seat}", seat, wire.ExactPlan((notation,)))
    assert [info.plan for info in plan_of(sat, seat)[0]] == [wire.ExactPlan((offered[-1],))]
    with pytest.raises(Refused):
        sat.table.drop("stranger", seat)
    sat.table.drop(f"p{seat}", seat)
    assert plan_of(sat, seat) == ([], None)


def test_plans_are_checked(sit, game):
    sat, seat, _, offered = waiting(sit, game)
    question = sat.table.match.question
    other = next(key for key in sat.table.game.questions if key != question)
    word = offered[0].split()[0]
    for key, plan in (
        ("plan-move", wire.ExactPlan(("dance wildly",))),
        ("plan-move", wire.ExactPlan(("   ",))),
        ("plan-question", wire.RepeatPlan("dance", word)),
        ("plan-question", wire.RepeatPlan(question, word, ("dance",))),
        ("plan-about", wire.UntilPlan(other, word, 5)),
        ("plan-thing", wire.UntilPlan(other, word, 5, about={"dance": "tango"})),
    ):
        with pytest.raises(Refused) as caught:
            sat.table.plan(f"p{seat}", seat, plan, "key")
        assert caught.value.key == key
    with pytest.raises(Refused) as caught:
        sat.table.plan("stranger", seat, wire.ExactPlan((offered[0],)), "key")
    assert caught.value.key == "not-your-seat"


def test_a_plan_without_an_answer_to_the_question_asked_now_is_refused(sit, game):
    sat = sit(game, 2)
    seat = sat.table.asked
    offered = {move.notation for move in sat.table.match.legal()}
    moves = sat.table.game.moves
    other = next(n for a in range(moves.size) if (n := moves.notation(a, sat.table.match.state)) not in offered)
    with pytest.raises(Refused) as caught:
        sat.table.plan(f"p{seat}", seat, wire.ExactPlan((other,)), "key")
    assert caught.value.key == "plan-now"


def test_nobody_else_learns_of_a_plan(sit, game):
    sat, seat, on_the_way, offered = waiting(sit, game)
    others = [viewer for viewer in sat.viewers() if viewer.person != f"p{seat}"]
    before = [sat.situation(viewer) for viewer in others]
    sat.do("plan", f"p{seat}", seat, wire.ExactPlan((offered[-1],)))
    assert [sat.situation(viewer) for viewer in others] == before
    for notation in on_the_way:
        sat.move(notation)
    sat.do("planned")
    for viewer in others:
        told = showing.entries_since(sat.table, sat.table.seq - 1, viewer, "en")
        assert told[-1].by == "person"


def test_a_repeated_answer_goes_on_while_the_questions_stay(sit, game):
    """In random games: `repeat` answers its question, and its question only."""
    sat = sit(game, 2, chance=3)
    repeats = 0
    while not sat.table.over:
        seat = sat.table.asked
        if repeats < 40 and seat not in sat.table.plans.of:
            plan = wire.RepeatPlan(
                sat.table.match.question, sat.table.match.legal()[-1].notation, sat.table.game.questions[::2]
            )
            sat.do("plan", f"p{seat}", seat, plan)
        question = sat.table.match.question
        if sat.table.wanted(sat.now):
            plan = sat.table.plans.of[seat].held.plan
            made = sat.do("planned")
            assert (question, made[0].body["notation"]) == (plan.question, plan.move)
            repeats += 1
        else:
            sat.move()
    assert repeats
    assert sat.table.plans.of == {}


def test_plans_survive_storing(sit, game):
    sat, seat, on_the_way, offered = waiting(sit, game)
    sat.do("plan", f"p{seat}", seat, wire.ExactPlan((offered[-1], offered[0])))
    held = sat.held[-1]
    assert msgspec.json.decode(msgspec.json.encode(held), type=type(held)) == held
    for notation in on_the_way:
        sat.move(notation)
    sat.do("planned")
    again = sat.again()
    assert {n: p.info() for n, p in again.plans.of.items()} == {n: p.info() for n, p in sat.table.plans.of.items()}
    assert again.plans.ended == sat.table.plans.ended


# Bidding up to a limit: where a game fixes the figure of a move.


@pytest.fixture(params=AUCTIONS)
def auction(request, sit):
    """A table of three where the first seat has opened an auction and the others are asked one after the other."""

    def bidding(table):
        return any(table.game.moves.kind(action)[0].fixed for action in table.match.legal_actions())

    sat = sit(request.param, 3).until(bidding)
    words = [move.notation for move in sat.table.match.legal()]
    raises = next(notation for notation in words if notation.split()[-1].isdecimal())
    passes = next(notation for notation in words if notation != raises)
    return sat, raises.split()[0], int(raises.split()[1]), passes


def test_bidding_up_to_a_limit(auction):
    sat, word, first, passes = auction
    seat = sat.table.asked
    question = sat.table.match.question
    sat.do("plan", f"p{seat}", seat, wire.UntilPlan(question, word, first + 250, passes))
    figures = []
    while seat in sat.table.plans.of:
        if sat.table.wanted(sat.now):
            figures.append(sat.do("planned")[0].body["notation"])
        else:
            bid = next((m.notation for m in sat.table.match.legal() if m.notation.startswith(word)), None)
            sat.move(bid if sat.table.asked != seat else None)
    assert figures[-1] == passes
    assert all(int(notation.split()[1]) <= first + 250 for notation in figures[:-1])
    assert len(figures) > 1
    assert sat.table.plans.ended[seat] == "done"


def test_without_another_answer_the_person_is_asked(auction):
    sat, word, first, _ = auction
    seat, others = sat.table.asked, [n for n in range(3) if n != sat.table.asked]
    plan = wire.UntilPlan(sat.table.match.question, word, first, "")
    sat.do("plan", f"p{seat}", seat, plan)
    sat.do("planned")
    while sat.table.asked in others:
        sat.move(next(m.notation for m in sat.table.match.legal() if m.notation.startswith(word)))
    assert plan_of(sat, seat) == ([], "limit")
    assert sat.table.wanted(sat.now) is None


def test_a_limit_holds_for_one_object_only(auction):
    sat, word, first, passes = auction
    seat = sat.table.asked
    other = next(n for n in range(3) if n != seat)
    plan = wire.UntilPlan(sat.table.match.question, word, first + 9999, passes)
    sat.do("plan", f"p{other}", other, plan)
    while sat.table.match.question == plan.question:
        sat.move(passes)
    assert other not in sat.table.plans.of
    assert sat.table.plans.ended[other] in ("finished", "own-move")


def test_a_plan_for_another_object_is_not_carried_over(auction):
    sat, word, first, passes = auction
    game = sat.table.game
    seat = sat.table.asked
    what, number = next((k, v) for k, v in game.asking(sat.table.match.state).items() if k in game.things)
    elsewhere = {what: next(thing for n, thing in enumerate(game.things[what]) if n != number)}
    question = sat.table.match.question
    for plan in (wire.UntilPlan(question, word, 9999, passes, elsewhere), wire.ExactPlan((f"{word} {first}",), elsewhere)):
        with pytest.raises(Refused) as caught:
            sat.table.plan(f"p{seat}", seat, plan, "key")
        assert caught.value.key == "plan-now"
    here = {what: game.things[what][number]}
    assert sat.table.plan(f"p{seat}", seat, wire.UntilPlan(question, word, 9999, passes, here), "key").begun


def test_plans_on_the_wire():
    text = b'{"kind":"until","question":"bid","move":"bid","limit":600,"else":"pass"}'
    plan = msgspec.json.decode(text, type=wire.Plan)
    assert plan == wire.UntilPlan("bid", "bid", 600, "pass")
    text = b'{"kind":"repeat","question":"bid","move":"pass","while":["bid","open"]}'
    assert msgspec.json.decode(text, type=wire.Plan) == wire.RepeatPlan("bid", "pass", ("bid", "open"))
