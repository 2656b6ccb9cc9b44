"""Setting up, finding, sitting down, inviting, watching, playing again."""

import pytest

from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES


def test_the_games_tell_all_that_is_needed_to_set_up_a_table(served):
    games = served.visitor().get("/api/games")
    assert [one["game"] for one in games] == list(GAMES)
    for game in games:
        assert game["authors"] and game["publishers"] and game["seats"]
        assert all(bot["name"] and bot["about"] for bot in game["bots"])
        assert [bot["level"] for bot in game["bots"]] == ["greedy", "journeyman", "master"]
        assert [bot["level"] for bot in game["bots"] if bot["usual"]] == ["journeyman"]
        one = served.visitor().get(f"/api/games/{game['game']}")
        assert one == game
        for language in ("en", "de", "nl"):
            texts = served.visitor().get(f"/api/games/{game['game']}/texts/{language}")
            assert {"moves", "questions", "events"} <= texts.keys()
            assert all(texts["bots"][bot["level"]]["name"] for bot in game["bots"])
        assert "$defs" in served.visitor().get(f"/api/games/{game['game']}/schema")
    assert served.visitor().get("/api/games/chess", expect=404)["error"] == "no-game"
    assert served.visitor().get("/api/games/princes/texts/fr", expect=404)["error"] == "no-page"


def test_a_table_is_set_up_and_starts_when_it_is_full(served):
    anna, bert = served.guest("Anna"), served.guest("Bert")
    made = anna.table("princes", "person", "open", "random", public=True, options={"money": "open"})
    table = made["info"]["table"]
    assert made["info"]["options"]["money"] == "open" and made["info"]["host"] == "Anna"
    assert anna.get(f"/api/tables/{table}/situation")["status"] == "open"
    now = bert.post(f"/api/tables/{table}/join", {"seat": 1})
    assert now["status"] == "running" and now["my_seats"] == [1] and now["commitment"] and now["seed"] is None
    assert bert.post(f"/api/tables/{table}/join", {"seat": 1}, expect=409)["error"] == "started"


@pytest.mark.parametrize(
    ("wanted", "key", "words"),
    [
        ({"game": "chess", "seats": [{"kind": "person"}]}, "no-game", ("The games", "Die Spiele", "De spellen")),
        ({"game": "princes", "seats": [{"kind": "person"}]}, "seat-count", ("players", "Spieler", "spelers")),
        (
            {"game": "princes", "seats": [{"kind": "person"}] * 3, "options": {"dragons": 1}},
            "option-unknown",
            ("has no option 'dragons'", "hat keine Option 'dragons'", "heeft geen optie 'dragons'"),
        ),
        (
            {"game": "princes", "seats": [{"kind": "person"}, {"kind": "bot", "level": "deep"}]},
            "no-bot",
            ("no bot 'deep'", "keinen Bot 'deep'", "geen bot 'deep'"),
        ),
        (
            {"game": "princes", "seats": [{"kind": "person", "name": "a\u202eb"}] * 3},
            "name-signs",
            ("invisible", "unsichtbare", "onzichtbare"),
        ),
        ({"seats": [{"kind": "person"}] * 3, "record": "nonsense"}, "record-first", ("line 1", "Zeile 1", "regel 1")),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(served, wanted, key, words):
    guest = served.guest()
    for language, said in zip(LANGUAGES, words, strict=True):
        refused = guest.post(f"/api/tables?lang={language}", wanted, expect=422)
        assert refused["error"] == key and said in refused["message"]


def test_the_lobby_shows_public_tables_page_by_page(serve):
    served = serve()
    anna = served.guest("Anna")
    made = [anna.table("princes", "person", "open", "open", public=True)["info"]["table"] for _ in range(5)]
    anna.table("princes", "person", "open", "open")
    visitor = served.visitor()
    first = visitor.get("/api/tables?limit=3")
    assert len(first["tables"]) == 3 and first["next"]
    rest = visitor.get("/api/tables", params={"limit": 3, "before": first["next"]})
    assert rest["next"] is None
    assert {one["table"] for one in first["tables"] + rest["tables"]} == set(made)
    assert visitor.get("/api/tables?status=running") == {"tables": [], "next": None}
    visitor.get("/api/tables?status=over", expect=400)


def test_my_tables_begin_with_those_that_wait_for_me(serve):
    served = serve()
    anna, bert = served.guest("Anna"), served.guest("Bert")
    for _ in range(3):
        table = anna.table("princes", "person", "open", "open", public=True)["info"]["table"]
        bert.post(f"/api/tables/{table}/join", {"seat": 1})
        served.guest("Carla").post(f"/api/tables/{table}/join", {"seat": 2})
    waiting = anna.table("princes", "open", "open")["info"]["table"]
    for person in (anna, bert):
        turns = [one["summary"]["my_turn"] for one in person.get("/api/tables/mine")]
        assert turns == sorted(turns, reverse=True)
    assert anna.get("/api/tables/mine")[-1]["summary"]["table"] == waiting
    assert len(anna.get("/api/tables/mine?limit=2&offset=1")) == 2


def test_a_private_table_is_not_there_for_others(served):
    anna, bert = served.guest("Anna"), served.guest("Bert")
    table = anna.table("princes", "person", "open", "open")["info"]["table"]
    unknown = bert.get("/api/tables/aaaaaaaaaaaaaaaaaaaa", expect=404)
    for path in (
        "",
        "/situation",
        "/entries",
        "/catch-up",
        "/chat",
        "/replay/0",
        "/record",
        "/breakdown",
        "/proof",
        "/stream",
        "/invitations",
    ):
        assert bert.get(f"/api/tables/{table}{path}", expect=404) == unknown, path
    for path, body in (("join", {"seat": 1}), ("chat", {"text": "x"}), ("seen", {"seq": 1}), ("resign", {"seat": 0})):
        assert bert.post(f"/api/tables/{table}/{path}", body, expect=404) == unknown, path


def test_an_invitation_makes_a_visitor_a_guest_at_a_seat(served):
    anna = served.guest("Anna")
    made = anna.table("stanza", "person", "link", "link")
    table = made["info"]["table"]
    assert [one["seat"] for one in made["invitations"]] == [1, 2]
    assert [one["seat"] for one in anna.get(f"/api/tables/{table}/invitations")] == [1, 2]
    token = made["invitations"][0]["token"]
    assert made["invitations"][0]["link"] == f"/join/{token}"
    bert = served.visitor()
    shown = bert.get(f"/api/join/{token}")
    assert shown["free"] and shown["seat"] == 1 and shown["info"]["host"] == "Anna"
    assert bert.post(f"/api/join/{token}", {}, expect=422)["error"] == "name-needed"
    assert bert.post(f"/api/join/{token}", {"name": "Bert"})["my_seats"] == [1]
    assert bert.get("/api/me")["name"] == "Bert"
    assert bert.post(f"/api/join/{token}", {})["my_seats"] == [1], "a second click does no harm"
    carl = served.visitor()
    assert carl.post(f"/api/join/{token}", {"name": "Carl"}, expect=409)["error"] == "invitation-used"
    carl.get("/api/me", expect=401)
    second = made["invitations"][1]["token"]
    assert carl.post(f"/api/join/{second}", {"name": "Carl"})["status"] == "running"
    assert [seat["name"] for seat in anna.get(f"/api/tables/{table}")["seats"]] == ["Anna", "Bert", "Carl"]


def test_invitations_are_renewed_and_withdrawn_by_the_host(served):
    anna = served.guest("Anna")
    made = anna.table("princes", "person", "link", "open")
    table, old = made["info"]["table"], made["invitations"][0]["token"]
    new = anna.post(f"/api/tables/{table}/invitations", {"seat": 1}, expect=201)["token"]
    assert served.visitor().get(f"/api/join/{old}", expect=404)["error"] == "no-link"
    bert = served.guest("Bert")
    bert.post(f"/api/join/{new}", {})
    assert bert.post(f"/api/tables/{table}/invitations", {"seat": 2}, expect=403)["error"] == "not-host"
    assert anna.post(f"/api/tables/{table}/invitations", {"seat": 1}, expect=409)["error"] == "seat-taken"
    assert anna.post(f"/api/tables/{table}/invitations", {"seat": 9}, expect=404)["error"] == "no-seat"
    other = anna.post(f"/api/tables/{table}/invitations", {"seat": 2}, expect=201)["token"]
    anna.delete(f"/api/tables/{table}/invitations/2")
    anna.delete(f"/api/tables/{table}/invitations/2", expect=404)
    assert served.visitor().post(f"/api/join/{other}", {"name": "Carl"}, expect=404)["error"] == "no-link"
    bert.post(f"/api/tables/{table}/leave", {"seat": 1}, expect=204)
    assert served.visitor().post(f"/api/join/{new}", {"name": "Dora"}, expect=409)["error"] == "invitation-used"


def test_the_host_frees_a_seat(served):
    anna, bert = served.guest("Anna"), served.guest("Bert")
    table = anna.table("princes", "person", "open", "open", public=True)["info"]["table"]
    bert.post(f"/api/tables/{table}/join", {"seat": 1})
    served.guest().post(f"/api/tables/{table}/leave", {"seat": 1}, expect=403)
    anna.post(f"/api/tables/{table}/leave", {"seat": 1}, expect=204)
    assert bert.get(f"/api/tables/{table}/situation")["my_seats"] == []


def test_the_host_changes_who_is_to_come(served):
    anna, bruno = served.guest("Anna"), served.guest("Bruno")
    seats = [{"kind": "person"}, {"kind": "link"}, {"kind": "link"}]
    made = anna.post("/api/tables", {"game": "stanza", "seats": seats, "public": True}, expect=201)
    table, tokens = made["info"]["table"], [one["token"] for one in made["invitations"]]
    bruno.post(f"/api/tables/{table}/seat", {"seat": 1, "kind": "bot"}, expect=403)
    bruno.post(f"/api/tables/{table}/close", expect=403)
    now = anna.post(f"/api/tables/{table}/seat", {"seat": 1, "kind": "bot", "name": "Lorenzo"})
    assert now["seats"][1]["name"] == "Lorenzo" and now["status"] == "open"
    assert not bruno.get(f"/api/join/{tokens[0]}")["free"]
    anna.post(f"/api/tables/{table}/seat", {"seat": 1, "kind": "none"})
    assert bruno.post(f"/api/join/{tokens[1]}", {})["status"] == "running"
    assert len(anna.get(f"/api/tables/{table}/situation")["seats"]) == 2
    assert [one["summary"]["table"] for one in bruno.get("/api/tables/mine")] == [table]


def test_the_host_closes_a_table_that_waits(served):
    anna = served.guest("Anna")
    seats = [{"kind": "person"}, {"kind": "open"}]
    table = anna.post("/api/tables", {"game": "stanza", "seats": seats}, expect=201)["info"]["table"]
    anna.post(f"/api/tables/{table}/close", expect=204)
    assert anna.get(f"/api/tables/{table}/situation")["status"] == "closed"
    anna.post(f"/api/tables/{table}/close", expect=409)


def test_a_watch_link_opens_a_private_table_for_looking(served):
    anna, bert = served.guest("Anna"), served.guest("Bert")
    table = anna.table("princes", "person", "random", "random")["info"]["table"]
    assert bert.post(f"/api/tables/{table}/watch", expect=404)["error"] == "no-table"
    link = anna.post(f"/api/tables/{table}/watch")
    assert anna.post(f"/api/tables/{table}/watch") != link, "another one, and the first stays good"
    assert bert.get(f"/api/watch/{link['token']}")["table"] == table
    seen = bert.get(f"/api/tables/{table}/situation", params={"watch": link["token"]})
    assert seen["seat"] is None and seen["offers"] == []
    bert.get(f"/api/tables/{table}/situation", params={"watch": link["token"], "seat": 0}, expect=403)
    bert.post(f"/api/tables/{table}/chat", {"text": "hello"}, params={"watch": link["token"]}, expect=201)
    other = anna.table("princes", "person", "random", "random")["info"]["table"]
    bert.get(f"/api/tables/{other}/situation", params={"watch": link["token"]}, expect=404)
    anna.delete(f"/api/tables/{table}/watch")
    bert.get(f"/api/tables/{table}/situation", params={"watch": link["token"]}, expect=404)
    bert.get(f"/api/watch/{link['token']}", expect=404)


def test_guests_are_told_from_accounts(served):
    gina, vera = served.guest("Gina"), served.visitor()
    vera.post("/api/register", {"name": "Vera Real", "password": "long enough"}, expect=201)
    made = gina.table("princes", "person", "open", "random", public=True)
    table = made["info"]["table"]
    vera.post(f"/api/tables/{table}/join", {"seat": 1})
    assert gina.get(f"/api/tables/{table}")["host_guest"]
    seats = [("Gina", True), ("Vera Real", False), ("Dreamer", False)]
    for client in (gina, vera, served.visitor()):
        for answer in (f"/api/tables/{table}", f"/api/tables/{table}/situation"):
            assert [(one["name"], one["guest"]) for one in client.get(answer)["seats"]] == seats
    for client, guest in ((gina, True), (vera, False)):
        assert client.post(f"/api/tables/{table}/chat", {"text": "Hello"}, expect=201)["guest"] is guest
    assert [one["guest"] for one in vera.get(f"/api/tables/{table}/chat")] == [True, False]
    gina.post("/api/register", {"name": "Gina Real", "password": "long enough"}, expect=201)
    now = vera.get(f"/api/tables/{table}/situation")
    assert [one["guest"] for one in now["seats"]] == [False] * 3 and now["seats"][0]["name"] == "Gina Real"
    assert not vera.get(f"/api/tables/{table}")["host_guest"]


def test_who_plays_on_the_screen_of_an_account_is_as_good_as_a_guest(served):
    olga = served.visitor()
    olga.post("/api/register", {"name": "Olga Real", "password": "long enough"}, expect=201)
    seats = [{"kind": "person"}, {"kind": "person", "name": "Vera Real"}, {"kind": "person", "name": "Olga Real"}]
    made = olga.post("/api/tables", {"game": "princes", "seats": seats}, expect=201)
    assert [(one["name"], one["guest"]) for one in made["info"]["seats"]][:2] == [("Olga Real", False), ("Vera Real", True)]
    assert not made["info"]["host_guest"]
