"""How answers come and what is taken: packed, whole numbers as some write them, ways that an address does not know."""

import gzip
import json

import httpx
import pytest

from mecenate.server.api.openapi import document
from mecenate.server.api.people import RegisterRequest
from mecenate.server.app import OPERATIONS


def raw(served, path, encoding, cookie=""):
    """The bytes as they come."""
    headers = {"Accept-Encoding": encoding, "Cookie": f"mecenate={cookie}"}
    with httpx.stream("GET", served.url + path, headers=headers) as answer:
        return answer.headers, b"".join(answer.iter_raw())


def test_long_answers_come_packed_to_who_can_unpack_them(served):
    anna = served.guest("Anna")
    table = anna.table("princes", "person", "person", "person")["info"]["table"]
    paths = ("/api/games/princes/texts/en", "/api/games/princes/components", f"/api/tables/{table}/situation", "/openapi.json")
    for path in paths:
        headers, plain = raw(served, path, "identity", anna.cookie)
        assert "content-encoding" not in headers and headers["vary"] == "Accept-Encoding"
        for encoding in ("gzip", "br, gzip;q=0.5", "GZIP"):
            headers, packed = raw(served, path, encoding, anna.cookie)
            assert headers["content-encoding"] == "gzip" and int(headers["content-length"]) == len(packed) < len(plain) / 2
            assert json.loads(gzip.decompress(packed)).keys() == json.loads(plain).keys()
        assert "content-encoding" not in raw(served, path, "gzip;q=0, br", anna.cookie)[0]
    assert "content-encoding" not in raw(served, "/api/me", "gzip", anna.cookie)[0], "too short"
    with anna.lines(f"/api/tables/{table}/stream", headers={"Accept-Encoding": "gzip"}) as lines:
        assert next(lines)["type"] == "hello", "lines come as they are, each at once"


def test_a_whole_number_may_have_a_point(served):
    anna = served.guest("Anna")
    made = anna.post(
        "/api/tables", {"game": "carrara", "seats": [{"kind": "person"}] * 2, "clock": {"kind": "days", "days": 2.0}}, 201
    )
    table = made["info"]["table"]
    assert made["info"]["clock"]["days"] == 2
    now = anna.get(f"/api/tables/{table}/situation")
    move = {"seat": float(now["asked"]), "move": now["offers"][0]["notation"], "after": 0.0, "seen": float(now["seq"])}
    for wrong in (0.5, 1e300, -1.0, "0"):
        assert anna.post(f"/api/tables/{table}/move", {**move, "after": wrong}, expect=400)["error"] == "bad-request"
    assert anna.post(f"/api/tables/{table}/move", move)["position"] == 1


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/me/name", "PUT"),
        ("HEAD", "/api/me/name", "PUT"),
        ("POST", "/api/me/name", "PUT"),
        ("GET", "/api/login", "POST"),
        ("PATCH", "/api/tables", "POST, GET"),
        ("GET", "/api/tables/aaaaaaaa/plan", "PUT"),
    ],
)
def test_what_an_address_does_not_know_is_told_with_what_it_does(served, method, path, allowed):
    answer = served.visitor().client.request(method, path)
    assert answer.status_code == 405 and set(answer.headers["allow"].split(", ")) == set(allowed.split(", "))
    assert method == "HEAD" or answer.json()["error"] == "no-method"
    assert served.visitor().get("/api/nothing", expect=404)["error"] == "no-page"


def test_the_document_tells_what_is_refused_in_words(served):
    schemas = document(OPERATIONS)["components"]["schemas"]
    fields = schemas[RegisterRequest.__name__]["properties"]
    assert (fields["password"]["minLength"], fields["password"]["maxLength"], fields["name"]["minLength"]) == (8, 256, 1)
    assert schemas["PlayRequest"]["properties"]["move"]["pattern"] == r"\S"
    refused = served.visitor().post("/api/register", {"name": "Eva", "password": "short"}, expect=422)
    assert refused["error"] == "password-short"
