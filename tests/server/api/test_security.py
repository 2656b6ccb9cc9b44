"""What strangers try."""

import logging
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mecenate.core.errors import MecenateError
from mecenate.server import logs
from mecenate.server import serve as serving
from mecenate.server.limits import Buckets, Connections, TooMany, whose
from mecenate.server.security import HEADERS
from mecenate.server.settings import Limits, Rate, Settings, checked, from_environment, read_limits

MUCH = Rate(1_000_000, 1_000_000)
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def private(served):
    anna = served.guest("Anna")
    return anna, anna.table("princes", "person", "random", "random")["info"]["table"]


def test_every_answer_has_the_headers(served, private):
    anna, table = private
    answers = [
        anna.get(path, expect=None)
        for path in (
            "/api/games",
            "/api/me",
            f"/api/tables/{table}",
            "/nothing",
            "/healthz",
            "/metrics",
            "/openapi.json",
            "/verify",
        )
    ]
    answers += [
        anna.post("/api/guest", {}, expect=None),
        anna.post("/healthz", expect=None),
        anna.client.post("/api/tables", content=b"{", headers=JSON),
        anna.client.post("/api/login", content=b"x" * 300_000, headers=JSON),
        anna.client.post("/unsubscribe/abc"),
    ]
    for answer in answers:
        for name, value in HEADERS.items():
            if name != "Referrer-Policy":
                assert answer.headers[name] == value, answer.url
        assert answer.headers["referrer-policy"] in ("same-origin", "no-referrer")
        assert "strict-transport-security" not in answer.headers
        assert "server" not in answer.headers
    assert anna.get("/api/me", expect=None).headers["cache-control"] == "no-store"


def test_the_server_goes_by_its_own_names_only(serve, served):
    """Else a page of another site whose name points at this machine would be one of our own."""

    def ask(served, host, path="/api/guest", **more):
        with httpx.Client(base_url=served.url, headers={"Host": host, "Origin": f"http://{host}"}) as client:
            return client.post(path, json={"name": "Eve"}, **more) if path == "/api/guest" else client.get(path)

    for host in ("127.0.0.1", "127.0.0.1:80", "localhost:1", "LOCALHOST", "a.localhost", "[::1]:8000", "192.168.1.7"):
        assert ask(served, host).status_code == 201, host
    for host in ("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "", "[", "a b"):
        for path in ("/api/guest", "/metrics", "/healthz", "/"):
            assert ask(served, host, path).status_code in (400, 421), (host, path)
    assert ask(served, "evil.example").json()["error"] == "other-host"
    with pytest.raises(InvalidStatus) as refused:
        connect(
            served.url.replace("http", "ws") + "/api/tables/aaaaaaaaaaaaaaaaaaaa/live",
            additional_headers={"Host": "evil.example"},
        )
    assert refused.value.response.status_code in (400, 421)
    named = serve(url="https://games.example.org")
    assert ask(named, "games.example.org").status_code == 201
    assert ask(named, "evil.example").status_code == 421
    assert ask(serve(proxies=("127.0.0.1",)), "what.the.proxy.says").status_code == 201


@pytest.mark.parametrize(("prefix", "name"), [("", "__Host-mecenate"), ("/games", "__Secure-mecenate")])
def test_cookies_under_https_can_be_set_by_nobody_else(serve, prefix, name):
    served = serve(url=f"https://games.example.org{prefix}", prefix=prefix)
    url, origin = f"{served.url}{prefix}/api", {"Origin": "https://games.example.org"}
    made = httpx.post(f"{url}/guest", json={"name": "Anna"}, headers=origin)
    (cookie,) = made.headers.get_list("set-cookie")
    assert cookie.startswith(f"{name}=") and "Secure" in cookie and f"Path={prefix or '/'};" in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    for called, status in ((name, 200), ("mecenate", 401)):
        assert httpx.get(f"{url}/me", headers={"Cookie": f"{called}={token}"}).status_code == status


def test_a_session_has_to_say_where_it_comes_from(served):
    anna = served.guest("Anna")
    url, cookie = f"{served.url}/api/me/tokens", {"Cookie": f"mecenate={anna.cookie}"}
    refused = httpx.post(url, json={}, headers=cookie)
    assert (refused.status_code, refused.json()["error"]) == (403, "no-origin") and "Origin: http" in refused.json()["message"]
    assert httpx.post(url, json={}, headers={**cookie, "Origin": served.url}).status_code == 201


def test_who_registers_gets_another_session(served):
    """Somebody else may know the guest's."""
    anna = served.guest("Anna before")
    before = anna.cookie
    anna.post("/api/register", {"name": "Anna afterwards", "password": "long enough"}, expect=201)
    assert anna.get("/api/me")["guest"] is False
    assert httpx.get(f"{served.url}/api/me", headers={"Cookie": f"mecenate={before}"}).status_code == 401


def test_who_logs_in_gets_another_session(served):
    served.guest("Berta at home").post("/api/register", {"name": "Berta Real", "password": "long enough"}, expect=201)
    berta = served.guest("Berta elsewhere")
    before = berta.cookie
    berta.post("/api/login", {"name": "Berta Real", "password": "long enough"})
    assert berta.get("/api/me")["guest"] is False
    assert httpx.get(f"{served.url}/api/me", headers={"Cookie": f"mecenate={before}"}).status_code == 401


def test_another_persons_cookie_and_forged_ones(served, private):
    anna, table = private
    eve = served.guest("Eve")
    assert eve.get(f"/api/tables/{table}", expect=404)["error"] == "no-table"
    for forged in (
        "",
        "x",
        "A" * 43,
        anna.cookie[:-1] + ("A" if anna.cookie[-1] != "A" else "B"),
        anna.cookie + "=",
        "'; drop",
    ):
        answer = httpx.get(f"{served.url}/api/me", headers={"Cookie": f"mecenate={forged}"})
        assert answer.status_code == 401, forged
    old = anna.cookie
    anna.post("/api/logout", expect=204)
    assert httpx.get(f"{served.url}/api/me", headers={"Cookie": f"mecenate={old}"}).status_code == 401


def test_forged_and_old_tokens(served, private):
    anna, _ = private
    for forged in ("x", "mec_", "mec_" + "A" * 43, anna.cookie):
        answer = httpx.get(f"{served.url}/api/me", headers={"Authorization": f"Bearer {forged}"})
        assert answer.status_code == 401, forged
    token = anna.post("/api/me/tokens", {}, expect=201)["token"]
    both = {"Authorization": "Bearer wrong", "Cookie": f"mecenate={anna.cookie}"}
    assert httpx.get(f"{served.url}/api/me", headers=both).status_code == 401, "a wrong token is not made good by a cookie"
    as_cookie = {"Cookie": f"mecenate={token}"}
    assert httpx.get(f"{served.url}/api/me", headers=as_cookie).status_code == 401
    for token in ("aaaaaaaaaaaaaaaaaaaa", "A" * 43, "%00", "../../etc"):
        for path in ("join", "watch", "shares"):
            assert served.visitor().get(f"/api/{path}/{token}", expect=None).status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "SELF"},
    ],
)
def test_other_sites_cannot_act_for_somebody(served, private, headers):
    anna, table = private
    sent = {key: served.url if value == "SELF" else value for key, value in headers.items()}
    answer = httpx.post(
        f"{served.url}/api/tables/{table}/resign", json={"seat": 0}, headers={"Cookie": f"mecenate={anna.cookie}", **sent}
    )
    assert answer.status_code == 403 and answer.json()["error"] == ("foreign-site" if sent else "no-origin")
    assert anna.get(f"/api/tables/{table}/situation")["seats"][0]["away"] == ""


def test_other_sites_cannot_log_somebody_in(served):
    answer = httpx.post(f"{served.url}/api/guest", json={"name": "Victim"}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403 and "set-cookie" not in answer.headers


def test_zero_bytes_go_nowhere(serve, new_postgresql):
    served = serve(database=new_postgresql())
    anna = served.guest("Anna")
    table = anna.table("princes", "person", "random", "open", public=True)["info"]["table"]
    for method, path, body in (
        ("POST", "/api/login", {"name": "a\0b", "password": "a\0b"}),
        ("POST", "/api/guest", {"name": "a\0b"}),
        ("POST", "/api/register", {"name": "a\0b", "password": "long enough\0"}),
        ("PUT", "/api/me/email", {"email": "a\0@example.org"}),
        ("POST", "/api/me/tokens", {"label": "a\0b"}),
        ("GET", "/api/join/abcdefgh%00", None),
        ("GET", f"/api/tables/{table}?watch=%00", None),
        ("GET", f"/api/tables/{table}%00", None),
        ("GET", "/api/tables?before=1.%00", None),
        ("POST", "/unsubscribe/%00", None),
        ("POST", "/confirm/%00", None),
        ("POST", "/api/tables", {"game": "princes\0", "seats": [{"kind": "person", "name": "a\0"}] * 3}),
        ("POST", f"/api/tables/{table}/chat", {"text": "a\0b"}),
    ):
        assert anna.ask(method, path, body, expect=None).status_code < 500, path


def test_a_form_is_no_request(served, private):
    anna, _ = private
    answer = anna.client.post("/api/tables", content=b'{"seats": []}', headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415
    assert anna.client.post("/api/login", data={"name": "x", "password": "y"}).status_code == 415


def test_script_stays_text(served):
    script = "<script>alert(1)</script>"
    anna = served.guest(script)
    table = anna.table("princes", "person", "random", "open", public=True)["info"]["table"]
    anna.post(f"/api/tables/{table}/chat", {"text": script}, expect=201)
    for path in ("/api/me", f"/api/tables/{table}", f"/api/tables/{table}/chat", f"/api/tables/{table}/entries", "/api/tables"):
        answer = anna.get(path, expect=None)
        assert answer.headers["content-type"] == "application/json" and answer.headers["x-content-type-options"] == "nosniff"
    for path in (
        f"/{script}",
        f"/unsubscribe/{script}",
        f"/confirm/{script}",
        f"/verify?lang={script}",
        f"/api/games/{script}",
    ):
        answer = served.visitor().get(path, expect=None)
        assert "<script>alert" not in answer.text


def test_a_long_body_is_refused_before_it_was_sent(served):
    ten = 10 << 20
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        head = f"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\nContent-Length: {ten}\r\n\r\n"
        raw.sendall(head.encode())
        assert b" 413 " in raw.recv(4096).split(b"\r\n")[0], "not a byte of the body was needed"


def test_a_long_body_in_pieces_is_refused_on_the_way(served):
    piece = b"x" * 65536
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        raw.sendall(
            b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        sent = 0
        try:
            for _ in range(160):
                raw.sendall(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                sent += len(piece)
        except OSError:
            pass
        raw.settimeout(10)
        try:
            answer = raw.recv(4096)
        except OSError:
            answer = b""
        assert b" 413 " in answer.split(b"\r\n")[0] or sent < 10 << 20


def test_records_may_be_longer_than_other_bodies(served):
    anna = served.guest()
    body = {"seats": [{"kind": "person"}] * 3, "record": "x" * 150_000}
    anna.post("/api/tables", body, expect=422)
    anna.post("/api/tables", {**body, "record": "x" * 300_000}, expect=400)
    anna.post("/api/tables", {**body, "record": "x" * 600_000}, expect=413)


def test_one_address_is_limited_while_another_is_served(serve):
    served = serve(limits=Limits(requests=Rate(100, 20)), proxies=("127.0.0.1",))

    def ask(n):
        with httpx.Client(base_url=served.url, headers={"X-Forwarded-For": "203.0.113.7"}) as client:
            return [client.get("/healthz").status_code for _ in range(n)]

    with ThreadPoolExecutor(4) as threads:
        busy = [threads.submit(ask, 100) for _ in range(4)]
        calm = [
            httpx.get(f"{served.url}/healthz", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(20, 40)
        ]
        statuses = [status for one in busy for status in one.result()]
    assert calm == [200] * 20
    assert statuses.count(429) > 100 and statuses.count(200) >= 100
    last = httpx.get(f"{served.url}/healthz", headers={"X-Forwarded-For": "203.0.113.7"})
    if last.status_code == 429:
        assert int(last.headers["retry-after"]) >= 1 and last.json()["error"] == "too-many"


def test_who_is_no_proxy_is_not_believed(serve):
    served = serve(limits=Limits(requests=Rate(5, 0.01)))
    statuses = [
        httpx.get(f"{served.url}/healthz", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(10)
    ]
    assert statuses.count(429) == 5


def test_limits_come_from_the_environment():
    assert read_limits({"MECENATE_URL": "http://x"}) == Limits()
    given = read_limits({"MECENATE_LIMIT_CHAT": "10 30/m", "MECENATE_LIMIT_MAIL": "0", "MECENATE_LIMIT_LIVE_OF_PERSON": "7"})
    assert given == Limits(chat=Rate(10, 0.5), mail=Rate(0, 0), live_of_person=7)
    wrongs = [
        ("CHAT", "10"),
        ("CHAT", "0 1/s"),
        ("CHAT", "9 0/s"),
        ("CHAT", "9 1/d"),
        ("LIVE_OF_PERSON", "-1"),
        ("SHARED", "1"),
        ("TALK", "1 1/s"),
    ]
    for name, text in wrongs:
        with pytest.raises(MecenateError, match=f"MECENATE_LIMIT_{name}"):
            read_limits({f"MECENATE_LIMIT_{name}": text})


def test_how_long_bots_think_comes_from_the_environment():
    assert from_environment({}).bot_seconds == Settings().bot_seconds == 1
    assert from_environment({"MECENATE_BOT_SECONDS": " 2.5"}).bot_seconds == 2.5
    assert from_environment({"MECENATE_BOT_PAUSE": "0"}).bot_pause == 0
    with pytest.raises(MecenateError, match="MECENATE_BOT_PAUSE"):
        checked(from_environment({"MECENATE_BOT_PAUSE": "11"}))
    for text in ("", "soon", "-1", "1,5", "nan"):
        with pytest.raises(MecenateError, match="MECENATE_BOT_SECONDS"):
            from_environment({"MECENATE_BOT_SECONDS": text})
    for seconds in (0.05, 61):
        with pytest.raises(MecenateError, match=r"0\.1 to 60"):
            checked(Settings(bot_seconds=seconds))


def test_workers_share_what_is_allowed():
    part = Limits(mail=Rate(0, 0), logins=Rate(10, 1)).shared(4)
    assert part.requests == Rate(75, 15) and part.live_of_person == 5 and part.live_of_address == 20
    assert part.logins == Rate(4, 0.25) and part.mail == Rate(0, 0), "a few at once always, and no limit stays none"
    assert Limits().shared(1) == Limits()


def test_a_limit_of_nothing_is_none():
    buckets, connections = Buckets(), Connections(Limits(live_of_person=0, live_of_address=0))
    with ExitStack() as stack:
        for _ in range(1000):
            buckets.take("x", "a", Rate(0, 0))
            stack.enter_context(connections.one("anna", "1.2.3.4"))
        assert connections.all == 1000
    assert connections.all == 0


def test_logins_are_limited_by_address_and_by_name(serve):
    served = serve(limits=Limits(entries=Rate(3, 0.001)))
    statuses = [
        served.visitor().post("/api/login", {"name": f"n{n}", "password": "x"}, expect=None).status_code for n in range(5)
    ]
    assert statuses == [401, 401, 401, 429, 429]
    served = serve(limits=Limits(entries=Rate(100, 1), logins=Rate(3, 0.001)), proxies=("127.0.0.1",))
    statuses = [
        served.visitor().post(
            "/api/login", {"name": "Anna", "password": "x"}, expect=None, headers={"X-Forwarded-For": f"203.0.113.{n}"}
        )
        for n in range(5)
    ]
    assert [one.status_code for one in statuses] == [401] * 5, "each address for itself"
    statuses = [
        served.visitor().post(
            "/api/login", {"name": "ANNA", "password": "x"}, expect=None, headers={"X-Forwarded-For": "203.0.113.1"}
        )
        for _ in range(4)
    ]
    assert [one.status_code for one in statuses] == [401, 401, 429, 429]


def test_strangers_do_not_keep_the_owner_out(serve):
    served = serve(limits=Limits(entries=MUCH, logins=Rate(3, 0.001), logins_anywhere=Rate(6, 0.001)), proxies=("127.0.0.1",))
    right, wrong = {"name": "Anna", "password": "long enough"}, {"name": "Anna", "password": "x"}
    anna, newcomer = served.visitor(), served.visitor()
    anna.post("/api/register", right, expect=201)
    served.visitor().post("/api/register", {**right, "name": "Eve"}, expect=201)
    for n in range(20):  # from everywhere, with proofs of another person and forged ones
        eve = served.visitor()
        eve.client.cookies["mecenate-device"] = ("", "x.y", "." * 90)[n % 3]
        eve.post("/api/login", wrong, expect=None, headers={"X-Forwarded-For": f"203.0.113.{n}"})
    elsewhere = {"X-Forwarded-For": "198.51.100.1"}
    assert newcomer.post("/api/login", right, expect=None, headers=elsewhere).status_code == 429, "slowly by name alone"
    anna.post("/api/logout", expect=204)
    anna.post("/api/login", right, headers=elsewhere)
    device = anna.client.cookies["mecenate-device"]
    assert [anna.post("/api/login", wrong, expect=None).status_code for _ in range(3)] == [401, 401, 429], "but not for ever"
    stolen = httpx.get(f"{served.url}/api/me", headers={"Cookie": f"mecenate-device={device}"})
    assert stolen.status_code == 401, "it lets nobody in"
    bert = served.visitor()
    made = bert.client.post("/api/register", json={**right, "name": "Bert"}, headers={"Cookie": f"mecenate-device={device}"})
    assert made.cookies["mecenate-device"] != device, "good for one person"


def test_who_is_logged_in_already_counts_as_having_logged_in(served):
    anna = served.visitor()
    anna.post("/api/register", {"name": "Anna of old", "password": "long enough"}, expect=201)
    del anna.client.cookies["mecenate-device"]
    anna.get("/api/me")
    device = anna.client.cookies["mecenate-device"]
    anna.get("/api/me")
    assert anna.client.cookies["mecenate-device"] == device
    guest = served.guest("Bert")
    guest.get("/api/me")
    assert "mecenate-device" not in guest.client.cookies


def test_names_are_not_taken_one_after_the_other(serve):
    anna = serve(limits=Limits(names=Rate(2, 0.001))).guest("Anna")
    statuses = [anna.put("/api/me/name", {"name": f"Anna {n}"}, expect=None).status_code for n in range(3)]
    assert statuses == [200, 200, 429]


def test_a_bucket_fills_up_again():
    now = [0.0]
    buckets = Buckets(lambda: now[0], most=3)
    for _ in range(2):
        buckets.take("x", "a", Rate(2, 0.5))
    with pytest.raises(TooMany) as refused:
        buckets.take("x", "a", Rate(2, 0.5))
    assert refused.value.wait_s == 2
    now[0] = 2
    buckets.take("x", "a", Rate(2, 0.5))
    for key in "bcde":
        buckets.take("x", key, Rate(2, 0.5))
    assert len(buckets) == 3


def test_an_ipv6_network_is_one_address():
    assert whose("2001:db8:1:2:3:4:5:6") == whose("2001:db8:1:2:ffff::1") != whose("2001:db8:1:3::1")
    assert whose("::ffff:192.0.2.1") == whose("192.0.2.1") == "192.0.2.1"
    assert whose(None) == "local"


def test_behind_https_the_cookie_is_secure(serve):
    served = serve(proxies=("127.0.0.1",))
    sent = {"X-Forwarded-Proto": "https", "Origin": f"https://127.0.0.1:{served.port}"}
    answer = httpx.post(f"{served.url}/api/guest", json={"name": "Anna"}, headers=sent)
    assert answer.status_code == 201 and "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"]
    assert httpx.post(f"{served.url}/api/guest", json={"name": "A"}, headers={**sent, "Origin": served.url}).status_code == 403


@pytest.mark.parametrize("path", ["/mecenate/api", "/api"], ids=["prefix left", "prefix taken off"])
def test_below_a_prefix(serve, path):
    served = serve(prefix="/mecenate/")
    anna = served.visitor()
    header = anna.post(f"{path}/guest", {"name": "Anna"}, expect=None).headers["set-cookie"]
    assert "Path=/mecenate;" in header
    sent = {"Cookie": header.split(";")[0]}
    seats = [{"kind": "person"}, {"kind": "link"}, {"kind": "link"}]
    made = anna.post(f"{path}/tables", {"game": "princes", "seats": seats}, expect=201, headers=sent)
    assert made["invitations"][0]["link"].startswith("/mecenate/join/")
    assert anna.get("/openapi.json")["servers"] == [{"url": "/mecenate"}]
    assert 'href="/mecenate/plain/plain.css"' in anna.get("/verify", expect=None).text


def test_measuring_is_for_this_machine_or_with_the_token(serve):
    served = serve()
    assert b"mecenate_requests_total" in httpx.get(f"{served.url}/metrics").content
    assert httpx.get(f"{served.url}/metrics", headers={"X-Forwarded-For": "1.2.3.4"}).status_code == 404
    served = serve(metrics_token="let me see")
    assert httpx.get(f"{served.url}/metrics").status_code == 404
    assert httpx.get(f"{served.url}/metrics", headers={"Authorization": "Bearer let me see"}).status_code == 200


def test_the_silent_and_the_slow_are_cut_off(served, monkeypatch):
    monkeypatch.setattr(serving, "HEAD_S", 0.3)
    with (
        socket.create_connection(("127.0.0.1", served.port)) as silent,
        socket.create_connection(("127.0.0.1", served.port)) as slow,
    ):
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHo")
        for one in (silent, slow):
            one.settimeout(10)
            with suppress(ConnectionResetError):
                assert one.recv(100) == b""


def test_a_body_that_never_ends_is_given_up(served, monkeypatch):
    from mecenate.server import security

    monkeypatch.setattr(security.read_body, "__defaults__", (0.3,))
    with socket.create_connection(("127.0.0.1", served.port)) as slow:
        slow.sendall(
            b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        slow.settimeout(10)
        assert b" 408 " in slow.recv(4096).split(b"\r\n")[0]


def test_a_failure_tells_its_id_and_nothing_else(served, private, monkeypatch, caplog):
    anna, table = private

    async def broken(key):
        raise ZeroDivisionError("the poet is on top")

    monkeypatch.setattr(served.house, "read", broken)
    with caplog.at_level(logging.ERROR, "mecenate"):
        answer = anna.get(f"/api/tables/{table}", expect=500)
    assert answer.keys() == {"type", "error", "message", "id"} and "poet" not in str(answer)
    assert answer["id"] in caplog.text and "ZeroDivisionError" in caplog.text


def test_the_log_holds_no_secret(served, caplog):
    with caplog.at_level(logging.INFO, "mecenate"):
        anna = served.visitor()
        anna.post("/api/register", {"name": "Secretive", "password": "the password", "email": "hidden@example.org"}, expect=201)
        made = anna.table("princes", "person", "link", "random")
        table, invitation = made["info"]["table"], made["invitations"][0]["token"]
        token = anna.post("/api/me/tokens", {"label": "secret label"}, expect=201)["token"]
        watch = anna.post(f"/api/tables/{table}/watch")["token"]
        served.visitor().get(f"/api/tables/{table}", params={"watch": watch})
        served.visitor().get(f"/api/join/{invitation}")
        anna.post(f"/api/tables/{table}/chat", {"text": "a whisper"}, expect=201)
        served.visitor(headers={"Authorization": f"Bearer {token}"}).get("/api/me")
        served.visitor().get("/unsubscribe/an-unsubscribe-token", expect=None)
        for _ in range(100):
            if any("/unsubscribe" in str(getattr(record, "fields", "")) for record in caplog.records):
                break
            time.sleep(0.01)
    lines = [logs.JsonLines().format(record) for record in caplog.records]
    told = "\n".join(lines + [logs.Lines().format(record) for record in caplog.records])
    assert '"route":"/api/join/{token}"' in told and '"status":201' in told
    for secret in (
        anna.cookie,
        token,
        invitation,
        watch,
        "the password",
        "hidden@",
        "a whisper",
        "unsubscribe-token",
        "secret label",
    ):
        assert secret not in told
