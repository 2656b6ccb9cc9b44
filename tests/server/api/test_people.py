"""Guests, accounts, sessions and tokens, over HTTP."""

import pytest


def test_a_guest_comes_in_with_a_name(served):
    anna = served.guest("Anna")
    me = anna.get("/api/me")
    assert (me["name"], me["guest"], me["email"]) == ("Anna", True, None)
    assert served.visitor().get("/api/me", expect=401)["error"] == "login-needed"


def test_a_guest_can_say_a_language(served):
    person = served.visitor()
    assert person.post("/api/guest", {"name": "Bea", "language": "de"}, expect=201)["language"] == "de"
    assert person.post("/api/guest", {"name": "Bea"}, expect=409)["message"].startswith("Nur ein Gast")


def test_the_cookie_is_for_the_server_alone(served):
    person = served.visitor()
    header = person.post("/api/guest", {"name": "Carl"}, expect=None).headers["set-cookie"]
    assert "HttpOnly" in header and "SameSite=Lax" in header and "Path=/;" in header and "Secure" not in header


def test_register_login_logout(served):
    dora = served.guest("Dora")
    before = dora.get("/api/me")["id"]
    assert dora.post("/api/register", {"name": "Dora", "password": "long enough"}, expect=201)["guest"] is False
    assert dora.get("/api/me")["id"] == before
    again = served.visitor()
    assert again.post("/api/login", {"name": "DORA", "password": "wrong"}, expect=401)["error"] == "login-wrong"
    assert again.post("/api/login", {"name": "dora", "password": "long enough"})["id"] == before
    again.post("/api/logout", expect=204)
    again.get("/api/me", expect=401)
    dora.get("/api/me")


def test_a_visitor_registers_at_once(served):
    emil = served.visitor()
    emil.post("/api/register", {"name": "Emil", "password": "long enough", "email": "e@example.org"}, expect=201)
    assert emil.get("/api/me")["email"] == "e@example.org"
    other = served.visitor()
    assert other.post("/api/register", {"name": "emil", "password": "long enough"}, expect=409)["error"] == "name-taken"
    other.get("/api/me", expect=401)
    assert other.post("/api/register", {"name": "Eva", "password": "short"}, expect=422)["error"] == "password-short"


def test_nobody_is_called_as_an_account_is(served):
    nora, guest = served.visitor(), served.guest("Somebody")
    nora.post("/api/register", {"name": "Nora Real", "password": "long enough"}, expect=201)
    for name in ("Nora Real", "nora  real", "\uff2eora Real", "admin", "Server", "ad min"):
        assert served.visitor().post("/api/guest", {"name": name}, expect=409)["error"] == "name-taken", name
        assert guest.put("/api/me/name", {"name": name}, expect=409)["error"] == "name-taken", name
    for name in ("N\u043era Real", "\u039dora Real"):  # a Cyrillic o, a Greek N
        assert served.visitor().post("/api/guest", {"name": name}, expect=422)["error"] == "name-mixed"
    for name in (
        "\u041d\u043e\u0440\u0430",
        "Nora Real 2",
        "\u30ce\u30e9 Nora",
        "Zo\u00eb \u0141uczak",
        "\u039d\u03cc\u03c1\u03b1 3",
    ):
        served.visitor().post("/api/guest", {"name": name}, expect=201)
    nora.put("/api/me/name", {"name": "nora real"})


def test_nobody_looks_like_an_account_in_another_alphabet(served):
    first, second, third, guest = served.visitor(), served.visitor(), served.visitor(), served.guest("Somebody")
    first.post("/api/register", {"name": "Oscar", "password": "long enough"}, expect=201)
    first.put("/api/me/name", {"name": "Toma Posca"})
    second.post("/api/register", {"name": "\u0421\u043e\u0440\u0430", "password": "long enough"}, expect=201)  # Cyrillic
    third.post("/api/register", {"name": "Third", "password": "long enough"}, expect=201)
    alike = (
        "\u0422\u043e\u043c\u0430 \u0420\u043e\u0455\u0441\u0430",  # all Cyrillic
        "\u0422\u041e\u041c\u0410 \u0420\u041e\u0405\u0421\u0410",  # and in capitals
        "Copa",  # Latin, as an account in Cyrillic
        "\u0455\u0443\u0455\u0442\u0435\u043c",  # system
    )
    for name in alike:
        assert served.visitor().post("/api/guest", {"name": name}, expect=409)["error"] == "name-taken", name
        assert guest.put("/api/me/name", {"name": name}, expect=409)["error"] == "name-taken", name
        assert third.put("/api/me/name", {"name": name}, expect=409)["error"] == "name-taken", name
        new = {"name": name, "password": "long enough"}
        assert served.visitor().post("/api/register", new, expect=409)["error"] == "name-taken", name
    served.guest("Oscar")  # who has it no more
    first.put("/api/me/name", {"name": alike[0]})  # one may look like oneself


def test_what_a_guest_began_comes_along_with_the_login(served):
    frida = served.visitor()
    frida.post("/api/register", {"name": "Frida", "password": "long enough"}, expect=201)
    guest = served.guest("Frida the guest")
    table = guest.table("princes", "person", "open", "open")["info"]["table"]
    token = guest.post("/api/me/tokens", {"label": "laptop"}, expect=201)["token"]
    guest.post("/api/login", {"name": "Frida", "password": "long enough"})
    assert [one["summary"]["table"] for one in guest.get("/api/tables/mine")] == [table]
    assert guest.get(f"/api/tables/{table}/situation")["my_seats"] == [0]
    assert guest.get("/api/tables/mine")[0]["summary"]["seats"][0]["name"] == "Frida"
    assert served.visitor().get("/api/me", headers={"Authorization": f"Bearer {token}"})["name"] == "Frida"


def test_logout_everywhere_keeps_this_browser(served):
    first = served.visitor()
    first.post("/api/register", {"name": "Gina", "password": "long enough"}, expect=201)
    second = served.visitor()
    second.post("/api/login", {"name": "Gina", "password": "long enough"})
    second.post("/api/logout-everywhere", expect=204)
    second.get("/api/me")
    first.get("/api/me", expect=401)


def test_name_language_email_and_password(served):
    hans = served.visitor()
    hans.post("/api/register", {"name": "Hans", "password": "long enough"}, expect=201)
    table = hans.table("princes", "person", "open", "open", public=True)["info"]["table"]
    assert hans.put("/api/me/name", {"name": "  Hans   im Glück "})["name"] == "Hans im Glück"
    assert served.visitor().get(f"/api/tables/{table}")["seats"][0]["name"] == "Hans im Glück"
    assert hans.put("/api/me/language", {"language": "nl"})["language"] == "nl"
    assert hans.put("/api/me/name", {"name": ""}, expect=422)["message"] == "Een naam heeft ten minste één letter."
    assert hans.put("/api/me/language", {"language": None})["language"] is None
    assert hans.put("/api/me/email", {"email": "hans@example.org"})["email"] == "hans@example.org"
    assert hans.put("/api/me/email", {"email": "nonsense"}, expect=422)["error"] == "email-shape"
    wrong = hans.put("/api/me/password", {"old": "not it", "new": "even longer"}, expect=403)
    assert wrong["error"] == "password-wrong"
    other = served.visitor()
    other.post("/api/login", {"name": "Hans im Glück", "password": "long enough"})
    hans.put("/api/me/password", {"old": "long enough", "new": "even longer"}, expect=204)
    hans.get("/api/me")
    other.get("/api/me", expect=401)


def test_tokens_for_programs(served):
    ida = served.guest("Ida")
    new = ida.post("/api/me/tokens", {"label": "my bot"}, expect=201)
    program = served.visitor(headers={"Authorization": f"Bearer {new['token']}"})
    assert program.get("/api/me")["name"] == "Ida"
    assert program.post("/api/me/tokens", {}, expect=403)["error"] == "session-needed"
    listed = ida.get("/api/me/tokens")
    assert [one["label"] for one in listed] == ["my bot"] and new["token"] not in str(listed)
    assert served.guest("Ivan").delete(f"/api/me/tokens/{new['info']['id']}", expect=404)["error"] == "no-token"
    ida.delete(f"/api/me/tokens/{new['info']['id']}")
    assert program.get("/api/me", expect=401)["error"] == "token-wrong"


def test_being_forgotten(served):
    jana, kurt = served.guest("Jana"), served.guest("Kurt")
    table = jana.table("princes", "person", "open", "random", public=True)["info"]["table"]
    kurt.post(f"/api/tables/{table}/join", {"seat": 1})
    jana.post(f"/api/tables/{table}/chat", {"text": "my secret"}, expect=201)
    assert jana.post("/api/me/forget", {}, expect=403)["error"] == "forget-name"
    jana.post("/api/me/forget", {"name": "Jana"}, expect=204)
    jana.get("/api/me", expect=401)
    seats = kurt.get(f"/api/tables/{table}/situation")["seats"]
    assert seats[0]["name"] == "Seat 1" and seats[0]["away"] == "resigned"
    assert "my secret" not in kurt.get(f"/api/tables/{table}/chat", expect=None).text


def test_an_account_is_forgotten_with_its_password(served):
    lena = served.visitor()
    lena.post("/api/register", {"name": "Lena", "password": "long enough"}, expect=201)
    assert lena.post("/api/me/forget", {"password": "not it"}, expect=403)["error"] == "password-wrong"
    lena.post("/api/me/forget", {"password": "long enough"}, expect=204)
    served.visitor().post("/api/login", {"name": "Lena", "password": "long enough"}, expect=401)


@pytest.mark.parametrize("body", ["", "{", "[]", '{"name": 5}', '{"name": "A", "more": 1}', "{" * 5000, '"\\ud800"', "\xff"])
def test_what_cannot_be_read_is_refused(served, body):
    answer = served.visitor().client.post(
        "/api/guest", content=body.encode("latin-1"), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 400 and answer.json()["error"] in ("bad-request", "too-deep")
