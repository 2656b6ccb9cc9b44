"""Playing over HTTP: a whole game, and everything that can be asked on the way."""

import hashlib

import pytest

from mecenate.games import GAMES
from mecenate.server.table import AWAY_MS


def play_to_the_end(table, *people):
    """Everybody takes the first offer. Bots play by themselves, so the table is looked at again."""
    for _ in range(100_000):
        for person in people:
            now = person.get(f"/api/tables/{table}/situation")
            while now and now["offers"]:
                now = person.play_one(table, now)
        if now and now["status"] == "over":
            return now
    raise AssertionError("the game does not end")


@pytest.fixture(scope="module", params=GAMES)
def over(request, served):
    """A finished game of two people and a bot: the people, the table, its end."""
    anna, bert = served.guest("Anna"), served.guest("Bert")
    made = anna.table(request.param, "person", "link", "random")
    table = made["info"]["table"]
    bert.post(f"/api/join/{made['invitations'][0]['token']}", {})
    return anna, bert, table, made["info"]["commitment"], play_to_the_end(table, anna, bert)


def test_a_whole_game(over, served):
    anna, bert, table, promised, end = over
    assert len(end["scores"]) == 3 and sorted(end["places"])[0] == 1
    assert hashlib.sha256(f"{end['seed']}:{end['salt']}".encode()).hexdigest() == promised
    assert anna.get(f"/api/tables/{table}/proof") == {
        "commitment": promised, "seed": end["seed"], "salt": end["salt"], "holds": True,
    }  # fmt: skip
    assert anna.get(f"/api/tables/{table}/replay/{end['position']}")["scores"] == end["scores"]
    assert bert.get(f"/api/tables/{table}/replay/0?seat=0")["seat"] == 0, "a finished game shows every seat"
    kinds = [one["kind"] for one in bert.get(f"/api/tables/{table}/entries")]
    assert kinds[0] == "join" and kinds[-1] == "over" and kinds.count("move") == end["position"]
    assert served.guest("Carl").get(f"/api/tables/{table}/record", expect=404)
    parts = anna.get(f"/api/tables/{table}/breakdown")
    assert [sum(part["points"][seat] for part in parts) for seat in range(3)] == end["scores"]
    assert all(part["text"] for part in parts)
    last = anna.get(f"/api/tables/{table}/replay/{end['position']}")
    assert last["move"] and last["sentence"], "a finished game tells every move, in words too"


def test_a_record_goes_out_and_comes_in(over, served):
    anna, _, table, _, end = over
    answer = anna.get(f"/api/tables/{table}/record", expect=None)
    assert (
        answer.headers["content-type"] == "text/plain; charset=utf-8" and "attachment" in answer.headers["content-disposition"]
    )
    carla = served.guest("Carla")
    half = end["position"] // 2
    body = {"seats": [{"kind": "person"}] * 3, "record": answer.text, "position": half, "takeover": "random"}
    made = carla.post("/api/tables", body, expect=201)
    assert made["info"]["opening"] == half and made["info"]["casual"]
    assert carla.get(f"/api/tables/{made['info']['table']}/situation")["position"] == half
    more = anna.post(
        f"/api/tables/{table}/continue",
        {"position": half, "seats": [{"kind": "person"}, {"kind": "link"}, {"kind": "open"}]},
        expect=201,
    )
    assert [one["seat"] for one in more["invitations"]] == [1]
    refused = anna.post(f"/api/tables/{table}/continue", {"position": half, "seats": [{"kind": "person"}]}, expect=422)
    assert refused["error"] == "other-seats"
    three = [{"kind": "person"}] * 3
    refused = anna.post(f"/api/tables/{table}/continue", {"position": end["position"], "seats": three}, expect=409)
    assert refused["error"] == "nothing-left"


def test_a_finished_record_opens_as_a_finished_table(over, served):
    anna, _, table, _, end = over
    record = anna.get(f"/api/tables/{table}/record", expect=None).text
    carla = served.guest("Carla")
    names = ["Anna", "Bert", "Dreamer"]
    seats = [{"kind": "person", "name": name} for name in names]
    key = carla.post("/api/tables", {"seats": seats, "record": record}, expect=201)["info"]["table"]
    now = carla.get(f"/api/tables/{key}/situation")
    assert (now["status"], now["scores"], now["places"]) == ("over", end["scores"], end["places"])
    assert now["seed"] == end["seed"] and [seat["name"] for seat in now["seats"]] == names
    assert carla.get(f"/api/tables/{key}/proof", expect=409)["error"] == "no-promise"
    for seat in range(3):
        view = carla.get(f"/api/tables/{key}/replay/{end['position'] // 2}?seat={seat}")["view"]
        assert view == anna.get(f"/api/tables/{table}/replay/{end['position'] // 2}?seat={seat}")["view"]
    assert carla.get(f"/api/tables/{key}/record", expect=None).text == record
    assert [one["summary"]["status"] for one in carla.get("/api/tables/mine")] == ["over"]
    forged = record.replace("check: ", "check: 0")
    assert "Prüfsumme" in carla.post("/api/tables?lang=de", {"seats": seats, "record": forged}, expect=422)["message"]


def test_links_to_positions(over, served):
    anna, bert, table, _, end = over
    made = anna.post(f"/api/tables/{table}/shares", {"position": 3, "seat": 1}, expect=201)
    assert served.visitor().get(f"/api/shares/{made['token']}")["position"]["seat"] == 1
    assert [one["token"] for one in bert.get(f"/api/tables/{table}/shares")] == [made["token"]]
    assert bert.delete(f"/api/tables/{table}/shares/{made['token']}", expect=403)["error"] == "not-host"
    anna.post(f"/api/tables/{table}/shares", {"position": end["position"] + 1}, expect=404)
    anna.post(f"/api/tables/{table}/shares", {"position": 0, "seat": 9}, expect=404)
    anna.delete(f"/api/tables/{table}/shares/{made['token']}")
    anna.delete(f"/api/tables/{table}/shares/{made['token']}", expect=404)
    assert served.visitor().get(f"/api/shares/{made['token']}", expect=404)["error"] == "no-link"


def test_the_same_again(over):
    anna, bert, table, _, _ = over
    again = anna.post(f"/api/tables/{table}/rematch", expect=201)["info"]
    assert [seat["name"] for seat in again["seats"]][1] == "Anna"
    also = bert.post(f"/api/tables/{table}/rematch", expect=201)["info"]["table"]
    if also == again["table"]:
        assert bert.get(f"/api/tables/{also}/situation")["status"] in ("open", "running")


@pytest.fixture
def pair(served):
    """A running game of two people."""
    anna, bert = served.guest("Anna"), served.guest("Bert")
    table = anna.table("princes", "person", "open", "random", public=True)["info"]["table"]
    bert.post(f"/api/tables/{table}/join", {"seat": 1})
    return anna, bert, f"/api/tables/{table}"


def asked(*people_and_path):
    """The one who is asked, the other, and the situation of the first. Bots are given time to play."""
    *people, path = people_and_path
    for _ in range(1000):
        for n, person in enumerate(people):
            now = person.get(f"{path}/situation")
            if now["offers"]:
                return person, people[1 - n], now
    raise AssertionError("nobody is asked")


def test_only_the_asked_seat_gets_offers_and_may_move(pair, served):
    anna, bert, path = pair
    mover, other, now = asked(anna, bert, path)
    body = {"seat": now["seat"], "move": now["offers"][0]["notation"], "after": now["position"]}
    assert other.get(f"{path}/situation")["offers"] == []
    assert other.post(f"{path}/move", body, expect=403)["error"] == "not-your-seat"
    assert served.visitor().post(f"{path}/move", body, expect=401)["error"] == "login-needed"
    assert served.guest("Eve").post(f"{path}/move", body, expect=403)["error"] == "not-your-seat"
    refused = mover.post(f"{path}/move?lang=de", {**body, "move": "dance"}, expect=422)
    assert refused["error"] == "not-offered" and refused["reason"] == "unknown" and "dance" in refused["message"]
    assert mover.post(f"{path}/move", body)["position"] > now["position"]


def test_a_stale_move_comes_back_with_the_situation(pair):
    anna, bert, path = pair
    mover, _, now = asked(anna, bert, path)
    body = {"seat": now["seat"], "move": now["offers"][0]["notation"], "after": now["position"], "seen": now["seq"]}
    mover.post(f"{path}/move", body)
    answer = mover.post(f"{path}/move", body, expect=409)
    assert answer["error"] == "repeated" and answer["stale"] and answer["repeated"]
    assert answer["situation"]["type"] == "situation" and answer["situation"]["position"] > now["position"]
    late = mover.post(f"{path}/move", {**body, "after": now["position"] + 50}, expect=409)
    assert late["error"] == "stale" and "repeated" not in late and late["situation"]["seat"] == now["seat"]


def test_why(pair):
    anna, bert, path = pair
    mover, other, now = asked(anna, bert, path)
    told = mover.post(f"{path}/why", {"move": now["offers"][0]["notation"]})
    assert told["offered"] and told["rule_text"]
    assert mover.post(f"{path}/why", {"move": "dance"})["offered"] is False
    assert other.post(f"{path}/why", {"move": "dance"}, expect=409)["error"] == "no-rule-now"


def test_undo_by_asking(pair):
    anna, bert, path = pair
    mover, other, now = asked(anna, bert, path)
    start = now["position"]
    while now["offers"]:
        body = {"seat": now["seat"], "move": now["offers"][-1]["notation"], "after": now["position"]}
        now = mover.post(f"{path}/move", body)
    _, _, now = asked(other, mover, path)
    after = now["position"]
    refused = mover.post(f"{path}/undo", {"to": start, "after": after}, expect=None)
    if refused.status_code == 200:
        assert refused.json()["position"] == start
        return
    assert refused.status_code == 409
    if refused.json()["error"] == "undo-needs-consent":
        assert mover.post(f"{path}/ask-undo", {"to": start, "after": after})["request"]["kind"] == "undo"
        assert other.get(f"{path}/situation")["request"]["yours"]
        assert other.post(f"{path}/refuse")["request"] is None
        mover.post(f"{path}/ask-undo", {"to": start, "after": after})
        assert other.post(f"{path}/consent")["position"] == start


def test_pause_resign_return_and_claim(pair, served):
    anna, bert, path = pair
    assert anna.post(f"{path}/pause")["request"]["kind"] == "pause"
    assert bert.post(f"{path}/consent")["status"] == "paused"
    mover_body = {"seat": 0, "move": "x", "after": 0}
    assert anna.post(f"{path}/move", mover_body, expect=409)["error"] == "paused"
    assert bert.post(f"{path}/resume")["status"] == "running"
    assert bert.post(f"{path}/refuse", expect=409)["error"] == "nothing-asked"
    asked(anna, bert, path)
    assert bert.post(f"{path}/resign", {"seat": 1})["seats"][1]["away"] == "resigned"
    assert bert.post(f"{path}/return", {"seat": 1})["seats"][1]["away"] == ""
    _, other, now = asked(anna, bert, path)
    assert other.post(f"{path}/claim", {"seat": now["seat"]}, expect=409)["error"] == "not-long-away"
    told = other.get(f"{path}/situation")
    assert 0 < told["claim_at"] - told["clock"]["at"] <= AWAY_MS
    assert other.post(f"{path}/claim", {"seat": 12}, expect=404)["error"] == "no-seat"


def test_plans_are_for_their_seat_alone(pair):
    anna, bert, path = pair
    mover, other, now = asked(anna, bert, path)
    seat = 1 - now["seat"]
    plan = {"kind": "exact", "moves": [now["offers"][0]["notation"]]}
    made = other.put(f"{path}/plan", {"seat": seat, "plan": plan})
    assert made["seat"] == seat and made["done"] == 0
    assert other.get(f"{path}/situation")["plans"] == [made]
    assert mover.get(f"{path}/situation")["plans"] == []
    assert mover.put(f"{path}/plan", {"seat": seat, "plan": plan}, expect=403)["error"] == "not-your-seat"
    assert (
        other.put(f"{path}/plan", {"seat": seat, "plan": {"kind": "exact", "moves": ["dance"]}}, expect=422)["error"]
        == "plan-move"
    )
    other.delete(f"{path}/plan/{seat}")
    assert other.get(f"{path}/situation")["plans"] == []


def test_a_running_game_keeps_its_secrets(pair):
    anna, _, path = pair
    for secret in ("record", "proof"):
        assert anna.get(f"{path}/{secret}", expect=409)["error"] in ("not-over", "no-seed-yet")
    anna.post(f"{path}/continue", {"position": 0, "seats": [{"kind": "person"}] * 3}, expect=409)
    assert anna.get(f"{path}/situation?seat=1", expect=403)["error"] == "not-watched"
    assert anna.get(f"{path}/replay/0?seat=1", expect=403)["error"] == "not-watched"
    assert anna.post(f"{path}/shares", {"position": 0, "seat": 0}, expect=409)["error"] == "share-later"
    anna.post(f"{path}/shares", {"position": 0}, expect=201)


def test_catching_up(pair):
    anna, bert, path = pair
    mover, other, now = asked(anna, bert, path)
    other.post(f"{path}/seen", {"seq": now["seq"]}, expect=204)
    mover.post(f"{path}/move", {"seat": now["seat"], "move": now["offers"][0]["notation"], "after": now["position"]})
    told = other.get(f"{path}/catch-up")
    assert told["since"] == now["seq"] and told["entries"][0]["kind"] == "move" and told["fork"] == now["position"]
    assert told["entries"][0]["move"] is None
    other.post(f"{path}/seen", {"seq": 1_000_000}, expect=204)
    assert other.get(f"{path}/catch-up?since=0")["entries"][0]["kind"] == "join"


def test_hotseat(served):
    anna = served.guest("Anna")
    table = anna.table("stanza", "person", "person")["info"]["table"]
    seen = set()
    for _ in range(40):
        now = anna.get(f"/api/tables/{table}/situation")
        if now["status"] == "over":
            break
        seen.add(now["seat"])
        assert now["offers"] and now["seat"] == now["asked"]
        anna.play_one(table, now)
    assert seen == {0, 1}


def test_words_in_the_language_of_the_person(pair):
    anna, bert, path = pair
    mover, _, _ = asked(anna, bert, path)
    asks = {mover.get(f"{path}/situation?lang={language}")["ask"] for language in ("en", "de", "nl")}
    assert len(asks) == 3
    mover.put("/api/me/language", {"language": "de"})
    assert mover.get(f"{path}/situation")["ask"] == mover.get(f"{path}/situation?lang=de")["ask"]
    mover.get(f"{path}/situation?lang=fr", expect=400)


def test_chat_of_players_and_spectators_is_apart(pair, served):
    anna, bert, path = pair
    eve = served.guest("Eve")
    assert anna.post(f"{path}/chat", {"text": " <b>hello</b> "}, expect=201)["text"] == "<b>hello</b>"
    eve.post(f"{path}/chat", {"text": "he bluffs"}, expect=201)
    assert [one["text"] for one in bert.get(f"{path}/chat")] == ["<b>hello</b>"]
    assert [one["text"] for one in eve.get(f"{path}/chat")] == ["he bluffs"]
    assert served.visitor().post(f"{path}/chat", {"text": "x"}, expect=401)
    assert eve.post(f"{path}/chat", {"text": "  "}, expect=422)["error"] == "chat-empty"
    eve.post(f"{path}/chat", {"text": "x" * 501}, expect=400)
    token = eve.post("/api/me/tokens", {}, expect=201)["token"]
    program = served.visitor(headers={"Authorization": f"Bearer {token}"})
    assert program.post(f"{path}/chat", {"text": "x"}, expect=403)["error"] == "session-needed"
