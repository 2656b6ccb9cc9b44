"""Hooks: what arrives, how it is signed, how answers are judged."""

import base64
import hashlib
import hmac
import json

import msgspec
import pytest

from mecenate.server.notices import webhook
from mecenate.server.notices.addresses import Allowed, read_allowed
from mecenate.server.notices.outside import Outside
from mecenate.server.notices.subscriptions import BadSubscription, new_subscription
from mecenate.server.notices.webhook import HookSender, new_secret, payload, read_hook, sign

pytestmark = pytest.mark.anyio


@pytest.fixture
def outside():
    return Outside(read_allowed("127.0.0.1"))


@pytest.fixture
def hook(web):
    return new_subscription("ann", "webhook", f"http://127.0.0.1:{web.port}/hook", new_secret(), "de")


async def test_a_hook_gets_signed_json(web, outside, hook, notice):
    told = notice("Sonntag")
    outcome = await HookSender(outside, lambda: 1_800_000_000.7).send(hook, told)
    assert outcome.kind == "sent"
    (request,) = web.requests
    assert request.headers["content-type"] == "application/json"
    assert request.headers["webhook-id"] == told.id
    assert request.headers["webhook-timestamp"] == "1800000000"
    key = base64.b64decode(hook.keys.removeprefix("whsec_"))
    signed = f"{told.id}.1800000000.".encode() + request.body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert request.headers["webhook-signature"] == f"v1,{expected}"
    body = json.loads(request.body)
    assert body["kind"] == "turn"
    assert body["tables"] == [
        {"table": "t1", "name": "Sonntag", "game": "Palazzo", "link": "https://games.example/table/t1", "since": 1000}
    ]
    assert "Du bist am Zug" in body["content"]
    assert "https://games.example/table/t1" in body["text"]
    for place in (body["unsubscribe"], body["content"], body["text"], request.headers["list-unsubscribe"]):
        assert told.unsubscribe in place


def test_signature_of_the_published_example():
    """The example of the Standard Webhooks specification's reference libraries."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    signature = sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_secrets_differ():
    assert len({new_secret() for _ in range(100)}) == 100


def test_names_can_not_call_or_mislead(notice):
    body = json.loads(payload("en", notice("@everyone <!channel> [win](http://evil.example)\r\n# Big")))
    assert body["allowed_mentions"] == {"parse": []}
    assert "<!channel>" not in body["text"]
    assert "&lt;!channel&gt;" in body["text"]
    assert "[win](http" not in body["content"]
    assert "http://evil" not in body["content"]
    assert "\r" not in body["content"]
    assert "\n#" not in body["content"]
    assert "\n" not in body["tables"][0]["name"]


@pytest.mark.parametrize("count", [1, 5, 10, 11, 300])
def test_many_tables_stay_one_short_message(notice, count):
    raw = payload("nl", notice(*["n" * 500] * count))
    body = json.loads(raw)
    assert len(raw) < 16_384
    assert len(body["content"]) <= 2000
    assert body["count"] == count
    assert body["unsubscribe"] in body["content"]
    assert len(body["tables"]) == min(count, webhook.LISTED)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *((status, "sent") for status in (200, 204)),
        *((status, "refused") for status in (301, 307, 400, 401, 404)),
        *((status, "later") for status in (408, 429, 500, 503)),
        (410, "gone"),
    ],
)
async def test_answers_are_judged(web, outside, hook, notice, status, kind):
    web.answer = f"HTTP/1.1 {status} X\r\nLocation: http://127.0.0.1/\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n".encode()
    outcome = await HookSender(outside).send(hook, notice())
    assert outcome.kind == kind
    assert outcome.after_s == (7 if kind == "later" else 0)
    assert "/hook" not in outcome.why
    assert len(web.requests) == 1


async def test_a_hook_into_the_own_network_gets_nothing(web, hook, notice):
    outcome = await HookSender(Outside(Allowed())).send(hook, notice())
    assert outcome.kind == "refused"
    assert not web.requests


async def test_a_hook_that_is_away_is_tried_later(outside, hook, notice):
    away = msgspec.structs.replace(hook, address="http://127.0.0.1:65001/")
    assert (await HookSender(outside).send(away, notice())).kind == "later"


async def test_reading_what_a_person_gives(outside):
    assert await read_hook(" http://127.0.0.1:8080/x ", outside) == "http://127.0.0.1:8080/x"
    for bad in ("http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://localhost:1/", "nonsense"):
        with pytest.raises(BadSubscription):
            await read_hook(bad, outside)
