"""Web Push: encrypted as RFC 8291 says, signed as RFC 8292 says, and nothing that leads inside."""

import base64
import json
import stat

import pytest
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from mecenate.core.errors import MecenateError
from mecenate.server.notices.addresses import Allowed, read_allowed
from mecenate.server.notices.outside import Outside
from mecenate.server.notices.push import PushSender, payload, read_browser
from mecenate.server.notices.sealing import (
    LONGEST_TEXT,
    ServerKey,
    point,
    read_browser_keys,
    read_server_key,
    seal,
    server_key_in,
    to_base64url,
)
from mecenate.server.notices.subscriptions import BadSubscription, new_subscription

pytestmark = pytest.mark.anyio


def unbase(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """The other end, written from the RFC with plain HMAC instead of a ready key derivation."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"0123456789abcdef"):
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth
        self.public = point(self.private.public_key())

    def subscription(self, endpoint: str) -> dict:
        return {"endpoint": endpoint, "keys": {"p256dh": to_base64url(self.public), "auth": to_base64url(self.auth)}}

    def open(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender = body[21 : 21 + length]
        record = body[21 + length :]
        assert length == 65
        assert len(record) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        first = mac(self.auth, shared)
        material = mac(first, b"WebPush: info\0" + self.public + sender + b"\x01")
        second = mac(salt, material)
        key = mac(second, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = mac(second, b"Content-Encoding: nonce\0\x01")[:12]
        return AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0").removesuffix(b"\x02")


def mac(key: bytes, data: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(unbase(text), "big"), ec.SECP256R1())


@pytest.fixture
def outside():
    return Outside(read_allowed("127.0.0.1"))


@pytest.fixture
def server_key():
    return ServerKey(ec.generate_private_key(ec.SECP256R1()))


def subscribed(browser: Browser, port: int):
    keys = read_browser_keys(to_base64url(browser.public), to_base64url(browser.auth))
    return new_subscription("ann", "push", f"http://127.0.0.1:{port}/push/abc", keys.written(), "en")


def test_the_example_of_the_rfc():
    """RFC 8291, section 5: same keys and salt, same message to the last sign."""
    browser = Browser(private_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), unbase("BTBZMqHH6r4Tts7J_aSIgg"))
    public = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    assert to_base64url(browser.public) == public
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        read_browser_keys(public, "BTBZMqHH6r4Tts7J_aSIgg"),
        private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        unbase("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_base64url(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.open(sealed) == b"When I grow up, I want to be a watermelon"


async def test_a_browser_can_read_what_arrives(web, outside, server_key, notice):
    web.answer = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"
    browser = Browser()
    told = notice("Sunday", "Monday")
    sender = PushSender(outside, server_key, "mailto:ops@games.example", lambda: 1_800_000_000)
    assert (await sender.send(subscribed(browser, web.port), told)).kind == "sent"
    (request,) = web.requests
    assert request.path == "/push/abc"
    assert request.headers["content-encoding"] == "aes128gcm"
    assert int(request.headers["ttl"]) > 0
    assert b"Sunday" not in request.body
    message = json.loads(browser.open(request.body))
    assert message["title"] == "Your turn at 2 tables"
    assert message["body"] == "Sunday (Palazzo)\nMonday (Palazzo)"
    assert message["link"] == "https://games.example/"
    assert message["unsubscribe"] == told.unsubscribe


async def test_the_server_signs_for_the_push_service(web, outside, server_key, notice):
    sender = PushSender(outside, server_key, "mailto:ops@games.example", lambda: 1_800_000_000)
    await sender.send(subscribed(Browser(), web.port), notice())
    scheme, _, rest = web.requests[0].headers["authorization"].partition(" ")
    values = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert values["k"] == server_key.public
    head, claims, signature = values["t"].split(".")
    assert json.loads(unbase(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(unbase(claims))
    assert said["aud"] == f"http://127.0.0.1:{web.port}"
    assert said["sub"] == "mailto:ops@games.example"
    assert 0 < said["exp"] - 1_800_000_000 <= 86400
    raw = unbase(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unbase(values["k"]))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(("status", "kind"), [(404, "gone"), (410, "gone"), (403, "refused"), (413, "refused"), (429, "later")])
async def test_answers_are_judged(web, outside, server_key, notice, status, kind):
    web.answer = f"HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n".encode()
    outcome = await PushSender(outside, server_key, "https://games.example").send(subscribed(Browser(), web.port), notice())
    assert outcome.kind == kind


async def test_an_endpoint_in_the_own_network_gets_nothing(web, server_key, notice):
    sender = PushSender(Outside(Allowed()), server_key, "https://games.example")
    assert (await sender.send(subscribed(Browser(), web.port), notice())).kind == "refused"
    assert not web.requests


async def test_reading_what_a_browser_gives(outside):
    browser = Browser()
    given = browser.subscription("https://127.0.0.1:4443/push/abc")
    endpoint, keys = await read_browser(given, outside)
    assert (endpoint, keys.public) == ("https://127.0.0.1:4443/push/abc", browser.public)
    assert to_base64url(browser.auth) not in repr(keys)


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://127.0.0.1:4443/"},
        {"endpoint": "https://169.254.169.254/"},
        {"endpoint": "https://10.0.0.1/"},
        {"endpoint": 7},
        {"keys": None},
        {"keys": {"p256dh": "", "auth": ""}},
        {"keys": {"p256dh": to_base64url(b"\x04" + b"\x01" * 64), "auth": to_base64url(b"x" * 16)}},
        {"keys": {"p256dh": "€", "auth": "!"}},
    ],
)
async def test_bad_subscriptions_are_refused(outside, change):
    with pytest.raises(BadSubscription):
        await read_browser(Browser().subscription("https://127.0.0.1:4443/") | change, outside)


async def test_short_secrets_and_strange_shapes_are_refused(outside):
    for given in (None, [], "x", {}, Browser(auth=b"short").subscription("https://127.0.0.1:4443/")):
        with pytest.raises(BadSubscription):
            await read_browser(given, outside)


@pytest.mark.parametrize("count", [1, 5, 6, 500])
def test_many_tables_fit_into_one_message(notice, count):
    message = payload("de", notice(*["\U0001f3a8" * 300] * count))
    assert len(message) <= LONGEST_TEXT
    assert len(seal(message, read_browser_keys(to_base64url(Browser().public), to_base64url(b"x" * 16)))) <= 4096


def test_one_table_is_opened_by_a_click(notice):
    assert json.loads(payload("en", notice("Sunday")))["link"] == "https://games.example/table/t1"


def test_the_key_is_made_once_and_kept(tmp_path):
    made = server_key_in(tmp_path / "data")
    assert server_key_in(tmp_path / "data").public == made.public
    assert stat.S_IMODE((tmp_path / "data" / "vapid.pem").stat().st_mode) == 0o600
    assert read_server_key(made.pem()).public == made.public
    assert len(unbase(made.public)) == 65


@pytest.mark.parametrize("text", ["", "nonsense", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_damaged_key_is_not_replaced_but_told(tmp_path, text):
    path = tmp_path / "vapid.pem"
    path.write_text(text)
    with pytest.raises(MecenateError, match=r"vapid\.pem is no private key"):
        server_key_in(tmp_path)
    assert path.read_text() == text
