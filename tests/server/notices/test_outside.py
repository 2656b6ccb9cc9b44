"""Requests that people ask for go to public addresses and nowhere else."""

import asyncio

import pytest

from mecenate.server.notices.addresses import Allowed, read_allowed, read_url
from mecenate.server.notices.outside import Answer, NotAllowed, Outside, Unreachable, look_up
from mecenate.server.notices.subscriptions import BadSubscription

pytestmark = pytest.mark.anyio
LOCAL = read_allowed("127.0.0.1")


class Names:
    """A name server that gives the next answer at each question."""

    def __init__(self, *answers: list[str]):
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


async def test_post_arrives_with_the_name_in_host(web):
    names = Names(["127.0.0.1"])
    target = read_url(f"http://hooks.example:{web.port}/a?b=c")
    assert await Outside(LOCAL, names).post(target, b"hello", {"X-One": "1"}) == Answer(204)
    (request,) = web.requests
    assert (request.method, request.path, request.body) == ("POST", "/a?b=c", b"hello")
    assert request.headers["host"] == f"hooks.example:{web.port}"
    assert request.headers["x-one"] == "1"
    assert names.asked == ["hooks.example"]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "127.1", "0", "0x7f000001", "2130706433", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]"]
)
async def test_this_machine_is_not_reached_by_any_spelling(web, host):
    outside = Outside()
    target = read_url(f"http://{host}:{web.port}/")
    with pytest.raises((NotAllowed, Unreachable)):
        await outside.post(target, b"", {})
    with pytest.raises(BadSubscription, match="no public address"):
        await outside.check(target)
    assert not web.requests


async def test_one_private_address_among_public_ones_closes_the_host(web):
    for answer in (["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "8.8.8.8"], ["::ffff:127.0.0.1"], ["fe80::1%1"]):
        with pytest.raises(NotAllowed):
            await Outside(Allowed(), Names(answer)).post(read_url(f"http://hooks.example:{web.port}/"), b"", {})
    assert not web.requests


async def test_a_name_that_was_public_when_given_and_is_private_later(web):
    outside = Outside(Allowed(), Names(["8.8.8.8"], ["127.0.0.1"]))
    target = read_url(f"http://hooks.example:{web.port}/")
    await outside.check(target)
    with pytest.raises(NotAllowed):
        await outside.post(target, b"", {})
    assert not web.requests


async def test_the_checked_address_is_the_one_connected_to(web):
    """A second look-up would get the private address; there is none."""
    names = Names(["127.0.0.1"], ["10.0.0.1"])
    outside = Outside(LOCAL, names)
    assert (await outside.post(read_url(f"http://hooks.example:{web.port}/"), b"", {})).status == 204
    assert len(names.asked) == 1


async def test_the_next_address_is_tried(web):
    outside = Outside(read_allowed("127.0.0.0/8"), Names(["127.0.0.9", "127.0.0.1"]))
    assert (await outside.post(read_url(f"http://hooks.example:{web.port}/"), b"", {})).status == 204


async def test_tls_is_made_out_to_the_name(secure_web, trusting):
    outside = Outside(LOCAL, Names(["127.0.0.1"]), trusting)
    assert (await outside.post(read_url(f"https://hooks.example:{secure_web.port}/x"), b"", {})).status == 204
    assert secure_web.names == ["hooks.example"]
    assert secure_web.requests[0].headers["host"] == f"hooks.example:{secure_web.port}"


async def test_tls_with_another_name_or_an_unknown_maker_is_refused(secure_web, trusting):
    for outside, host in (
        (Outside(LOCAL, Names(["127.0.0.1"]), trusting), "other.example"),
        (Outside(LOCAL, Names(["127.0.0.1"])), "hooks.example"),
    ):
        with pytest.raises(Unreachable):
            await outside.post(read_url(f"https://{host}:{secure_web.port}/"), b"", {})
    assert not secure_web.requests


async def test_redirects_are_not_followed(web):
    web.answer = f"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{web.port}/elsewhere\r\n\r\n".encode()
    assert (await Outside(LOCAL).post(read_url(f"http://127.0.0.1:{web.port}/"), b"", {})).status == 302
    assert [request.path for request in web.requests] == ["/"]


async def test_proxies_of_the_environment_are_not_used(web, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert (await Outside(LOCAL).post(read_url(f"http://127.0.0.1:{web.port}/"), b"", {})).status == 204


async def test_slow_answers_are_cut_off(web):
    async def drip(writer: asyncio.StreamWriter) -> None:
        for sign in b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000:
            writer.write(bytes([sign]))
            await writer.drain()
            await asyncio.sleep(0.02)

    web.behave = drip
    with pytest.raises(Unreachable, match="in time"):
        await Outside(LOCAL, limit_s=0.2).post(read_url(f"http://127.0.0.1:{web.port}/"), b"", {})


async def test_a_huge_body_is_not_read(web):
    written = 0

    async def flood(writer: asyncio.StreamWriter) -> None:
        nonlocal written
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n")
        while written < 1_000_000_000:
            writer.write(b"x" * 65536)
            await writer.drain()
            written += 65536

    web.behave = flood
    assert (await Outside(LOCAL).post(read_url(f"http://127.0.0.1:{web.port}/"), b"", {})).status == 200
    assert written < 100_000_000


async def test_a_huge_head_is_refused(web):
    async def flood(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1_000_000)
        await writer.drain()

    web.behave = flood
    with pytest.raises(Unreachable):
        await Outside(LOCAL).post(read_url(f"http://127.0.0.1:{web.port}/"), b"", {})


@pytest.mark.parametrize("answer", [b"", b"\r\n\r\n", b"SSH-2.0-x\r\n", b"HTTP/1.1 abc\r\n\r\n"])
async def test_what_is_no_http_is_unreachable(web, answer):
    web.answer = answer
    with pytest.raises(Unreachable):
        await Outside(LOCAL).post(read_url(f"http://127.0.0.1:{web.port}/"), b"", {})


async def test_closed_ports_and_unknown_names_are_unreachable():
    async def nobody(host: str, port: int) -> list[str]:
        raise OSError

    with pytest.raises(Unreachable):
        await Outside(LOCAL).post(read_url("http://127.0.0.1:65001/"), b"", {})
    with pytest.raises(Unreachable):
        await Outside(LOCAL, nobody).post(read_url("http://hooks.example/"), b"", {})


async def test_errors_do_not_show_the_path(web):
    web.answer = b""
    with pytest.raises(Unreachable) as caught:
        await Outside(LOCAL).post(read_url(f"http://127.0.0.1:{web.port}/token-in-the-path"), b"", {})
    assert "token" not in str(caught.value)


async def test_too_long_a_body_never_leaves(web):
    with pytest.raises(ValueError, match="is the most"):
        await Outside(LOCAL).post(read_url(f"http://127.0.0.1:{web.port}/"), b"x" * 20_000, {})
    assert not web.requests


@pytest.mark.parametrize(("value", "seconds"), [("30", 30), ("-1", 0), ("Wed, 21 Oct 2026 07:28:00 GMT", 0), ("9" * 30, 0)])
async def test_retry_after(web, value, seconds):
    web.answer = f"HTTP/1.1 429 Wait\r\nRetry-After: {value}\r\nContent-Length: 0\r\n\r\n".encode()
    assert await Outside(LOCAL).post(read_url(f"http://127.0.0.1:{web.port}/"), b"", {}) == Answer(429, seconds)


async def test_look_up_reads_old_spellings():
    assert await look_up("127.1", 80) == ["127.0.0.1"]
