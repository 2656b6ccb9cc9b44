"""Live connections: WebSocket, lines of JSON, the stream of turns, and how they end."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from mecenate.games import GAMES
from mecenate.server.api import live as api_live
from mecenate.server.storage import sessions

EXAMPLES = Path(__file__).parents[3] / "examples"
NODE = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")


def open_socket(person, path, origin=None, **headers):
    server = person.served.url
    cookie = person.client.cookies.get("mecenate")
    given = {"Cookie": f"mecenate={cookie}"} if cookie else {}
    return connect(
        server.replace("http", "ws") + path, origin=origin or server, additional_headers={**given, **headers}, open_timeout=20
    )  # fmt: skip


def until(messages, type_, **wanted):
    """The next message of a kind."""
    for message in messages:
        if message["type"] == type_ and all(message[key] == value for key, value in wanted.items()):
            return message
    raise AssertionError(f"the stream ended without {type_}")


def received(socket):
    while True:
        yield json.loads(socket.recv(timeout=20))


@pytest.fixture
def pair(served):
    anna, bert = served.guest("Anna"), served.guest("Bert")
    table = anna.table("princes", "person", "open", "open", public=True)["info"]["table"]
    bert.post(f"/api/tables/{table}/join", {"seat": 1})
    return anna, bert, table


def test_a_table_over_a_websocket(pair, served):
    anna, bert, table = pair
    with open_socket(bert, f"/api/tables/{table}/live?since=0&lang=de") as socket:
        messages = received(socket)
        assert next(messages)["type"] == "hello"
        first = next(messages)
        assert first["type"] == "entry" and first["seq"] == 1 and first["text"] == "Anna setzt sich."
        assert until(messages, "situation")["status"] == "open"
        served.guest("Carla").post(f"/api/tables/{table}/join", {"seat": 2})
        assert until(messages, "entry", kind="start")
        assert until(messages, "situation")["status"] == "running"
        anna.post(f"/api/tables/{table}/chat", {"text": "Hello"}, expect=201)
        assert until(messages, "chat")["text"] == "Hello"


def test_lines_carry_the_same_messages(pair):
    _, bert, table = pair
    with open_socket(bert, f"/api/tables/{table}/live?since=0") as socket:
        over_socket = []
        for message in received(socket):
            over_socket.append(message)
            if message["type"] == "situation":
                break
    with bert.lines(f"/api/tables/{table}/stream?since=0") as lines:
        over_lines = [next(lines) for _ in over_socket]
    for one in (*over_socket, *over_lines):
        if one["type"] == "situation":
            one["clock"].pop("at")
    assert over_lines == over_socket


def test_a_spectator_gets_what_all_may_see(pair, served):
    anna, _, table = pair
    served.guest("Carla").post(f"/api/tables/{table}/join", {"seat": 2})
    with open_socket(served.visitor(), f"/api/tables/{table}/live") as socket:
        now = until(received(socket), "situation")
        assert now["seat"] is None and now["offers"] == [] and now["my_seats"] == []
    with open_socket(anna, f"/api/tables/{table}/live") as socket:
        assert until(received(socket), "presence")["seats"] == [0]


def test_what_is_refused_never_becomes_a_connection(pair, served):
    anna, bert, table = pair
    private = anna.table("princes", "person", "open", "open")["info"]["table"]
    for person, path, origin, status in (
        (bert, f"/api/tables/{private}/live", None, 404),
        (bert, "/api/tables/aaaaaaaaaaaaaaaaaaaa/live", None, 404),
        (bert, f"/api/tables/{table}/live", "https://evil.example", 403),
        (bert, f"/api/tables/{table}/live", "null", 403),
        (served.visitor(), f"/api/tables/{table}/live", "https://evil.example", 403),
        (bert, f"/api/tables/{table}/live?since=x", None, 400),
    ):
        with pytest.raises(InvalidStatus) as refused, open_socket(person, path, origin):
            pass
        assert refused.value.response.status_code == status, path
    bert.get(f"/api/tables/{table}/stream?seat=0", expect=403)


def test_so_many_connections_and_no_more(serve):
    from mecenate.server.settings import Limits

    served = serve(limits=Limits(live_of_person=2, live_of_address=3))
    anna, bert = served.guest("Anna"), served.guest("Bert")
    table = anna.table("princes", "person", "open", "open", public=True)["info"]["table"]
    path = f"/api/tables/{table}/live"
    with open_socket(anna, path), open_socket(anna, path):
        with pytest.raises(InvalidStatus) as refused, open_socket(anna, path):
            pass
        assert refused.value.response.status_code == 429
        with open_socket(bert, path):
            assert bert.get(f"/api/tables/{table}/stream", expect=429)["error"] == "too-many"
    assert "mecenate_live_connections" in served.visitor().get("/metrics", expect=None).text


def test_a_stop_asks_live_connections_to_come_back(serve):
    served = serve()
    anna = served.guest("Anna")
    table = anna.table("princes", "person", "open", "open", public=True)["info"]["table"]
    with open_socket(anna, f"/api/tables/{table}/live") as socket, anna.lines(f"/api/tables/{table}/stream") as lines:
        next(lines)
        next(received(socket))
        served.server.should_exit = True
        assert [line["type"] for line in lines][-1] in ("presence", "situation"), "the stream ends"
        with pytest.raises(ConnectionClosed) as closed:
            for _ in received(socket):
                pass
        assert closed.value.rcvd and closed.value.rcvd.code == 1012


def account(served, name):
    """Somebody with two sessions, each with the same table before it."""
    first, second = served.guest(name), served.visitor()
    first.post("/api/register", {"name": name, "password": "long enough"}, expect=201)
    second.post("/api/login", {"name": name, "password": "long enough"})
    return first, second


def log_out(anna, _):
    anna.post("/api/logout", expect=204)


def log_out_everywhere(_, also_anna):
    also_anna.post("/api/logout-everywhere", expect=204)


def change_the_password(_, also_anna):
    also_anna.put("/api/me/password", {"old": "long enough", "new": "another one"}, expect=204)


def be_forgotten(_, also_anna):
    also_anna.post("/api/me/forget", {"password": "long enough"}, expect=204)


@pytest.mark.parametrize("taken", [log_out, log_out_everywhere, change_the_password, be_forgotten])
def test_who_is_no_longer_logged_in_is_cut_off_at_once(served, monkeypatch, taken):
    """Also where the table is so busy that no ping ever comes; and nobody else is."""
    monkeypatch.setattr(api_live, "LOOK_S", 600)
    anna, also_anna = account(served, f"Anna {taken.__name__}")
    bert = served.guest("Bert")
    table = bert.table("princes", "person", "open", "open", public=True)["info"]["table"]
    path = f"/api/tables/{table}/live"
    with open_socket(anna, path) as hers, open_socket(bert, path) as his:
        assert until(received(hers), "situation")
        taken(anna, also_anna)
        assert cut_off(hers) == 1008
        bert.post(f"/api/tables/{table}/chat", {"text": "Hello"}, expect=201)
        assert until(received(his), "chat")


def cut_off(socket):
    with pytest.raises(ConnectionClosed) as closed:
        for _ in received(socket):
            pass
    assert closed.value.rcvd
    return closed.value.rcvd.code


def test_a_token_that_is_deleted_hears_no_more(served, monkeypatch):
    monkeypatch.setattr(api_live, "LOOK_S", 600)
    anna = served.guest("Anna")
    made = anna.post("/api/me/tokens", {"label": "bot"}, expect=201)
    program = served.visitor(headers={"Authorization": f"Bearer {made['token']}"})
    table = anna.table("princes", "person", "open", "open")["info"]["table"]
    with program.lines(f"/api/tables/{table}/stream") as lines, program.lines("/api/stream") as turns:
        assert until(lines, "situation") and next(turns)["type"] == "ping"
        anna.delete(f"/api/me/tokens/{made['info']['id']}")
        assert [one["type"] for one in lines][1:] == [] and list(turns) == [], "both end"


def test_who_watched_by_a_link_that_is_withdrawn_hears_no_more(served, monkeypatch):
    monkeypatch.setattr(api_live, "LOOK_S", 600)
    anna = served.guest("Anna")
    table = anna.table("princes", "person", "open", "open")["info"]["table"]
    token = anna.post(f"/api/tables/{table}/watch")["token"]
    path = f"/api/tables/{table}/live"
    with open_socket(served.visitor(), f"{path}?watch={token}") as watching, open_socket(anna, path) as hers:
        assert until(received(watching), "situation")
        anna.delete(f"/api/tables/{table}/watch")
        assert cut_off(watching) == 1008
        anna.post(f"/api/tables/{table}/chat", {"text": "Alone"}, expect=201)
        assert until(received(hers), "chat")


def test_whose_seat_is_freed_hears_no_more(served, monkeypatch):
    monkeypatch.setattr(api_live, "LOOK_S", 600)
    anna, bert = served.guest("Anna"), served.guest("Bert")
    made = anna.table("princes", "person", "link", "open")
    table = made["info"]["table"]
    bert.post(f"/api/join/{made['invitations'][0]['token']}", {})
    with open_socket(bert, f"/api/tables/{table}/live") as socket:
        assert until(received(socket), "situation")
        anna.post(f"/api/tables/{table}/leave", {"seat": 1}, expect=204)
        assert cut_off(socket) == 1008


def test_what_an_administrator_takes_is_seen_too(served, monkeypatch):
    """Beside SQLite nobody tells the server."""
    monkeypatch.setattr(api_live, "LOOK_S", 0.1)
    anna = served.guest("Anna")
    table = anna.table("princes", "person", "open", "open", public=True)["info"]["table"]

    async def end():
        async with served.services.database.transaction() as conn:
            await sessions.end(conn, anna.cookie)

    with open_socket(anna, f"/api/tables/{table}/live") as socket:
        assert until(received(socket), "situation")
        served.do(end())
        assert cut_off(socket) == 1008


def test_who_talks_too_much_is_cut_off(served):
    anna = served.guest("Anna")
    table = anna.table("princes", "person", "open", "open", public=True)["info"]["table"]
    with open_socket(anna, f"/api/tables/{table}/live") as socket, pytest.raises(ConnectionClosed) as closed:
        for _ in range(10_000):
            socket.send("x")
    assert closed.value.rcvd and closed.value.rcvd.code == 1008


def test_bots_wait_for_people_and_not_for_programs(served):
    anna = served.guest("Anna")
    token = anna.post("/api/me/tokens", {"label": "bot"}, expect=201)["token"]
    program = served.visitor(headers={"Authorization": f"Bearer {token}"})
    table = anna.table("princes", "person", "open", "open")["info"]["table"]
    with program.lines(f"/api/tables/{table}/stream") as lines:
        assert until(lines, "situation")
        assert not served.house.here.watched(table)
        with anna.lines(f"/api/tables/{table}/stream") as hers:
            assert until(hers, "situation")
            assert served.house.here.watched(table)


def test_the_stream_of_turns(served):
    anna, bert = served.guest("Anna"), served.guest("Bert")
    token = bert.post("/api/me/tokens", {"label": "bot"}, expect=201)["token"]
    program = served.visitor(headers={"Authorization": f"Bearer {token}"})
    served.visitor().get("/api/stream", expect=401)
    with program.lines("/api/stream") as turns:
        assert next(turns)["type"] == "ping"
        made = anna.table("stanza", "person", "link")
        table = made["info"]["table"]
        program.post(f"/api/join/{made['invitations'][0]['token']}", {})
        for _ in range(50):
            if anna.play_one(table) is None:
                break
        turn = until(turns, "turn")
        assert (turn["table"], turn["seat"]) == (table, 1)
        situation = program.get(f"/api/tables/{table}/situation")
        assert turn["position"] == situation["position"] and situation["offers"]


def test_the_stream_tells_of_invitations_starts_and_ends(served):
    anna, bert = served.guest("Anna"), served.guest("Bert")
    token = bert.post("/api/me/tokens", {"label": "bot"}, expect=201)["token"]
    program = served.visitor(headers={"Authorization": f"Bearer {token}"})
    made = anna.table("stanza", "person", "link")
    table = made["info"]["table"]
    program.post(f"/api/join/{made['invitations'][0]['token']}", {})
    closed = anna.table("carrara", "person", "open", public=True)["info"]["table"]
    with program.lines("/api/stream") as lines:
        events = (one for one in lines if one["type"] not in ("ping", "turn"))
        assert next(events) == {"type": "started", "table": table, "game": "stanza", "seats": [1], "v": 1}
        program.post(f"/api/tables/{closed}/join", {"seat": 1})
        assert next(events) == {"type": "started", "table": closed, "game": "carrara", "seats": [1], "v": 1}
        served.do(served.house.close_table(closed))
        ended = {
            "type": "finished",
            "table": closed,
            "game": "carrara",
            "status": "closed",
            "scores": None,
            "places": None,
            "v": 1,
        }
        assert next(events) == ended
        while (now := anna.get(f"/api/tables/{table}/situation"))["status"] != "over":
            (anna if now["offers"] else program).play_one(table)
        ended = {key: now[key] for key in ("status", "scores", "places")}
        assert next(events) == {"type": "finished", "table": table, "game": "stanza", **ended, "v": 1}
        again = anna.post(f"/api/tables/{table}/rematch", expect=201)["info"]["table"]
        assert next(events) == {"type": "invited", "table": again, "game": "stanza", "seats": [0], "v": 1}
        program.post(f"/api/tables/{again}/join", {"seat": 0})
        assert next(events)["type"] == "started"


def python_bot(*args):
    return [sys.executable, str(EXAMPLES / "bot.py"), *args]


def node_bot(*args):
    return ["node", str(EXAMPLES / "bot.mjs"), *args]


@pytest.mark.parametrize("command", [python_bot, pytest.param(node_bot, marks=NODE)])
@pytest.mark.parametrize("game", GAMES)
def test_the_example_bots_play_a_whole_game(served, game, command):
    anna = served.guest("Anna")
    table = anna.table(game, "person", "random", "random")["info"]["table"]
    token = anna.post("/api/me/tokens", {"label": "example"}, expect=201)["token"]
    bot = subprocess.Popen(command(served.url, token), stdout=subprocess.PIPE, text=True)
    assert bot.stdout
    try:
        last = ""
        with anna.lines(f"/api/tables/{table}/stream") as lines:
            last = until((one for one in lines if one["type"] == "situation"), "situation", status="over")
        assert last["scores"]
        said = next(line for line in bot.stdout if "over:" in line)
        assert said.split() == [table, "is", "over:", *map(str, last["scores"])]
    finally:
        bot.terminate()
        bot.wait(10)
        bot.stdout.close()
