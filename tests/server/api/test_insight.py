"""Hints and analyses over HTTP: for whom, when, and that nobody else learns anything from them."""

import sys
import time
from pathlib import Path

import pytest

from mecenate.server import insights
from mecenate.server.insights import Insights
from mecenate.server.settings import Limits, Rate

PATIENCE_S = 300  # only what hangs takes so long, on however busy a machine
BAD = Path(__file__).parents[1] / "hosting/bad"


@pytest.fixture(scope="module")
def ways():
    sys.path.insert(0, str(BAD))
    import bad_insights  # pyright: ignore[reportMissingImports]

    yield bad_insights
    sys.path.remove(str(BAD))


@pytest.fixture
def thinking(served, ways, monkeypatch):
    """Lets the server think in some way. What works has all the time that it takes on a busy machine."""
    for limit in ("ANSWER_S", "WAITING_S"):
        monkeypatch.setattr(insights, limit, PATIENCE_S)
    monkeypatch.setattr(insights, "Pondering", ways.Eager)

    def choose(way):
        old, served.house.insights = served.house.insights, Insights(getattr(ways, way))
        served.do(old.stop())

    yield choose
    choose("quick")


@pytest.fixture
def pair(served):
    """A running game of two people; whose turn it is comes first."""
    anna, bert = served.guest("Anna"), served.guest("Bert")
    made = anna.table("princes", "person", "link")
    bert.post(f"/api/join/{made['invitations'][0]['token']}", {})
    table = made["info"]["table"]
    now = anna.get(f"/api/tables/{table}/situation")
    return (anna, bert, table) if now["asked"] == 0 else (bert, anna, table)


def ask(person, table, expect=200, **more):
    now = person.get(f"/api/tables/{table}/situation")
    body = {"seat": now["asked"], "after": now["position"], **more}
    return person.post(f"/api/tables/{table}/hint", body, expect=expect)


def kinds(person, table):
    return [one["kind"] for one in person.get(f"/api/tables/{table}/entries")]


def test_a_hint_against_bots_is_between_you_and_the_bot(served, thinking):
    thinking("real")
    anna = served.guest("Anna")
    table = anna.table("carrara", "person", "greedy")["info"]["table"]
    now = awaited(lambda: anna.get(f"/api/tables/{table}/situation"), lambda now: now["offers"])
    found = ask(anna, table)
    offers = {one["notation"]: one["sentence"] for one in now["offers"]}
    assert offers[found["move"]] == found["sentence"]
    assert found["reason"].endswith(".")
    assert (found["position"], found["seat"]) == (now["position"], now["asked"])
    assert ask(anna, table) == found, "the same question has the same hint"
    german = anna.post(f"/api/tables/{table}/hint?lang=de", {"seat": now["asked"], "after": now["position"]})
    assert german["move"] == found["move"] and german["reason"] != found["reason"]
    assert "hint" not in kinds(anna, table)
    body = {"seat": now["asked"], "move": found["move"], "after": now["position"]}
    assert anna.post(f"/api/tables/{table}/move", body)["position"] > now["position"]


def test_others_learn_that_somebody_asked_and_nothing_else(pair, served, thinking):
    thinking("real")
    anna, bert, table = pair
    before = bert.get(f"/api/tables/{table}/entries")
    found = ask(anna, table)
    told = bert.get(f"/api/tables/{table}/entries")[len(before) :]
    assert [(one["kind"], one["text"], one["events"], one.get("move")) for one in told] == [
        ("hint", f"{anna.name} asks for a hint.", [], None)
    ]
    assert found["move"] not in str(told) and found["reason"] not in str(told)
    ask(anna, table)
    assert kinds(bert, table).count("hint") == 1, "once for each question"
    played = anna.play_one(table)
    assert played["position"] == 1, "the hint did not make what she saw stale"


def test_a_hint_is_for_the_seat_that_is_asked(pair, served, thinking):
    thinking("quick")
    anna, bert, table = pair
    now = anna.get(f"/api/tables/{table}/situation")
    asked, other = now["asked"], 1 - now["asked"]
    path = f"/api/tables/{table}/hint"
    assert bert.post(path, {"seat": asked, "after": 0}, expect=403)["error"] == "not-your-seat"
    assert bert.post(path, {"seat": other, "after": 0}, expect=409)["error"] == "not-your-turn"
    assert anna.post(path, {"seat": 9, "after": 0}, expect=404)["error"] == "no-seat"
    stale = anna.post(path, {"seat": asked, "after": 3}, expect=409)
    assert stale["stale"] and stale["situation"]["position"] == 0
    assert served.guest("Carl").post(path, {"seat": asked, "after": 0}, expect=404)["error"] == "no-table"
    served.visitor().post(path, {"seat": asked, "after": 0}, expect=401)
    assert "hint" not in kinds(anna, table), "what was refused is not told"


def test_a_table_that_is_not_casual_has_no_hints(served, thinking):
    thinking("quick")
    anna = served.guest("Anna")
    table = anna.table("princes", "person", "person", casual=False)["info"]["table"]
    assert ask(anna, table, expect=409)["error"] == "no-hints"


@pytest.mark.parametrize("way", ["crash", "fail"])
def test_a_bot_that_fails_is_told_and_the_game_goes_on(pair, served, thinking, way):
    thinking(way)
    anna, _, table = pair
    assert ask(anna, table, expect=503)["error"] == "insight-failed"
    assert "hint" not in kinds(anna, table), "there was none"
    assert anna.play_one(table)["position"] == 1


def test_one_person_gets_only_so_many(serve):
    served = serve(limits=Limits(insights=Rate(1, 0.001)))
    served.house.insights._hints = Known()
    anna = served.guest("Anna")
    table = anna.table("princes", "person", "person")["info"]["table"]
    ask(anna, table)
    assert ask(anna, table, expect=429)["error"] == "too-many"


class Known(dict):
    """Knows every hint already."""

    def __contains__(self, key):
        return True

    def __missing__(self, key):
        from mecenate.insight.hint import Hint

        return Hint(0)


def finished(served, person):
    """A table that shows a game that is over."""
    record = (Path(__file__).parents[2] / "games/princes/stored/2-seats-greedy.record").read_text()
    made = person.post("/api/tables", {"seats": [{"kind": "person"}] * 2, "record": record}, expect=201)
    return made["info"]["table"]


def awaited(asked, answered):
    """What somebody is told, once it is what they wait for."""
    late = time.monotonic() + PATIENCE_S
    while not answered(found := asked()):
        assert time.monotonic() < late, found
        time.sleep(0.02)
    return found


def whole(person, table, **more):
    return awaited(lambda: person.get(f"/api/tables/{table}/analysis", **more), lambda found: found["done"] == found["total"])


def test_an_analysis_tells_how_a_game_went(served, thinking):
    thinking("quick")
    anna = served.guest("Anna")
    table = finished(served, anna)
    first = anna.get(f"/api/tables/{table}/analysis")
    assert 0 <= first["done"] <= first["total"]
    found = whole(anna, table)
    assert len(found["decisions"]) == found["total"] > 50
    dear = [one for one in found["decisions"] if one["cost"]]
    assert dear and all(one["played"] and one["preferred"] and one["played"] != one["preferred"] for one in dear)
    assert all(one["preferred"] is None for one in found["decisions"] if not one["cost"])
    shown = anna.get(f"/api/tables/{table}/replay/{dear[0]['position'] + 1}")
    assert (shown["sentence"], shown["mover"]) == (dear[0]["played"], dear[0]["seat"])
    rest = anna.get(f"/api/tables/{table}/analysis?since={found['total'] - 2}")
    assert rest["since"] == found["total"] - 2 and rest["decisions"] == found["decisions"][-2:]
    assert anna.get(f"/api/tables/{table}/analysis?since=99999")["decisions"] == []
    assert whole(anna, table, params={"lang": "nl"})["decisions"] != found["decisions"]


def test_an_analysis_thinks_for_real(served, thinking):
    thinking("real")
    anna = served.guest("Anna")
    table = finished(served, anna)
    found = awaited(lambda: anna.get(f"/api/tables/{table}/analysis")["decisions"], lambda found: len(found) >= 3)
    assert all(sum(one["chances"]) == pytest.approx(1, abs=0.01) and len(one["scores"]) == 2 for one in found)


def test_an_analysis_is_for_who_may_see_the_table_once_it_is_over(pair, served, thinking):
    thinking("quick")
    anna, _, table = pair
    refused = anna.get(f"/api/tables/{table}/analysis", expect=409)
    assert refused["error"] == "not-over" and refused["message"]
    private = finished(served, anna)
    assert served.guest("Carl").get(f"/api/tables/{private}/analysis", expect=404)["error"] == "no-table"
    token = anna.post(f"/api/tables/{private}/watch")["token"]
    assert served.visitor().get(f"/api/tables/{private}/analysis?watch={token}")["total"] > 0


def test_an_analysis_that_fails_is_told_and_may_be_tried_again(served, thinking):
    thinking("fail_at_games")
    anna = served.guest("Anna")
    table = finished(served, anna)
    anna.get(f"/api/tables/{table}/analysis")
    answer = awaited(lambda: anna.get(f"/api/tables/{table}/analysis", expect=None), lambda answer: answer.status_code != 200)
    assert answer.status_code == 503 and answer.json()["error"] == "insight-failed"
    thinking("quick")
    assert whole(anna, table)["total"] > 50
