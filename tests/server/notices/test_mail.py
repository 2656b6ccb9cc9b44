"""Mail: the setting, the headers, the conversation with a real server."""

import re
from urllib.parse import quote

import pytest

from mecenate.server.notices import mail
from mecenate.server.notices.mail import BadMailServer, MailSender, read_mail_address, read_smtp_url, turn_message
from mecenate.server.notices.subscriptions import BadSubscription, new_subscription

FROM = "from=" + quote("Mecenate <games@example.org>")
ANN = new_subscription("ann", "mail", "ann@example.org", language="en")


def server(port: int, **options: str):
    login = options.get("login", "")
    return read_smtp_url(f"smtp://{login}127.0.0.1:{port}?{FROM}&starttls={options.get('starttls', '0')}")


@pytest.mark.parametrize(
    ("url", "port", "security"),
    [
        (f"smtp://u:p@mail.example?{FROM}", 587, "starttls"),
        (f"smtp://u:p@mail.example:2525?starttls=1&{FROM}", 2525, "starttls"),
        (f"smtp://mail.example:25?starttls=0&{FROM}", 25, "none"),
        (f"smtps://u:p@mail.example?{FROM}", 465, "tls"),
        (f"smtp://u:p@localhost?starttls=0&{FROM}", 587, "none"),
    ],
)
def test_urls(url, port, security):
    read = read_smtp_url(url)
    assert (read.port, read.security) == (port, security)
    assert (read.sender.display_name, read.sender.addr_spec) == ("Mecenate", "games@example.org")


def test_passwords_may_be_percent_encoded():
    read = read_smtp_url(f"smtp://me%40example.org:p%23%2F%3F%40x@mail.example?{FROM}")
    assert (read.user, read.password) == ("me@example.org", "p#/?@x")
    assert "p#" not in repr(read)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "geheim",
        "http://u:geheim@mail.example?from=a@b.example",
        "smtp://u:geheim@mail.example",
        "smtp://u:geheim@mail.example?from=",
        "smtp://u:geheim@mail.example?from=nonsense",
        "smtp://u:geheim@mail.example?from=a@b.example%0d%0aBcc:%20c@d.example",
        "smtp://u:geheim@?from=a@b.example",
        "smtp://u:geheim#1@mail.example?from=a@b.example",
        "smtp://u:geheim/1@mail.example?from=a@b.example",
        "smtp://u:geheim?1@mail.example?from=a@b.example",
        "smtp://u:geheim@mail.example:port?from=a@b.example",
        "smtp://u:geheim@mail.example:99999?from=a@b.example",
        "smtp://u:geheim@mail.example/geheim?from=a@b.example",
        "smtp://u:geheim@mail.example?from=a@b.example&geheim=1",
        "smtp://u:geheim@mail.example?from=a@b.example&starttls=yes",
        "smtp://u:geheim@mail.example?from=a@b.example&starttls=0",
        "smtp://geheim@mail.example?from=a@b.example",
        "smtp://:geheim@mail.example?from=a@b.example",
        "smtp://u:geheim@[mail.example?from=a@b.example",
    ],
)
def test_bad_urls_are_told_without_the_password(url):
    with pytest.raises(BadMailServer, match="MECENATE_SMTP_URL") as caught:
        read_smtp_url(url)
    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    "address", ["ann@example.org", "a.b+c@sub.example.org", " ann@EXAMPLE.org ", "o'x@b-c.example", "a@bücher.example"]
)
def test_addresses(address):
    assert re.fullmatch(r"[!-~]+@[a-z0-9.-]+", read_mail_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "@example.org",
        "ann@",
        "a@b@c",
        "a b@example.org",
        "a@example.org,b@example.org",
        "a@example.org\r\nBcc: b@c.d",
        "<a@example.org>",
        "Ann <a@example.org>",
        "a@-b.example",
        "a@b..c",
        ".a@b.example",
        "a..b@c.example",
        '"a"@b.example',
        "a@[127.0.0.1]",
        "ä@example.org",
        "a@b.example\0",
        "x" * 65 + "@b.example",
        "a@" + "b." * 130 + "example",
        "a@b\u2028.c",
    ],
)
def test_doubtful_addresses_are_refused(address):
    with pytest.raises(BadSubscription):
        read_mail_address(address)


@pytest.mark.anyio
async def test_a_mail_arrives(post, notice):
    told = notice("Sunday", "<b>Monday</b>")
    outcome = await MailSender(server(post.port)).send(ANN, told)
    assert outcome.kind == "sent"
    (message,) = post.messages
    assert message["From"] == "Mecenate <games@example.org>"
    assert message["To"] == "ann@example.org"
    assert message["Subject"] == "Your turn at 2 tables"
    assert message["Date"]
    assert re.fullmatch(r"<[^@\s]+@example\.org>", message["Message-ID"])
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["MIME-Version"] == "1.0"
    assert [part.get_content_type() for part in message.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    plain, page = (part.get_content() for part in message.iter_parts())
    assert "<b>Monday</b> (Palazzo): https://games.example/table/t2" in plain
    assert "&lt;b&gt;Monday&lt;/b&gt;" in page
    assert "<b>" not in page
    for text in (plain, page):
        assert "https://games.example/table/t1" in text
        assert told.unsubscribe in text
    assert "MAIL FROM:<GAMES@EXAMPLE.ORG>" in [command.split(" size")[0].upper() for command in post.commands]
    assert "ehlo example.org" in post.commands


@pytest.mark.anyio
@pytest.mark.parametrize("base", ["https://games.example", "https://" + "a-long-name." * 12 + "example/with/a/path"])
async def test_one_click_unsubscribe_as_rfc_8058_says(post, notice, base):
    told = notice(base=base)
    await MailSender(server(post.port)).send(ANN, told)
    lines = post.raw[0].split(b"\r\n\r\n")[0].decode("ascii").split("\r\n")
    assert f"List-Unsubscribe: <{told.unsubscribe}>" in lines
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
    assert all(len(line) < 998 for line in lines)


def test_one_click_needs_https(notice):
    message = turn_message(server(25).sender, "a@b.example", "en", notice(base="http://127.0.0.1:8000"))
    assert message["List-Unsubscribe"]
    assert message["List-Unsubscribe-Post"] is None


EVIL = [
    "x\r\nBcc: evil@example.org",
    "x\nBcc: evil@example.org",
    "x\rBcc: evil@example.org",
    "x\r\n\r\nevil body",
    "x\u2028Bcc: evil@example.org",
    "x\u0085Bcc: evil@example.org",
    "x\x0bBcc: evil@example.org",
    "\0",
    "=?utf-8?b?eA0KQmNjOiBldmlsQGV4YW1wbGUub3Jn?=",
    "x =?utf-8?q?=0d=0aBcc:_evil@example.org?= =?utf-8?q?y?=",
    "==?utf-8?q?=0d=0aBcc:_evil@example.org?=",
    "=\u202e?utf-8?q?=0d=0aBcc:_evil@example.org?=",
    "=?utf-8?q?x=0d=0aBcc:_evil@example.org?=",
    "\ud800",
    "x\r\n.\r\nMAIL FROM:<evil@example.org>",
    "{name} {0.__class__} %s",
    "é" * 300,
]


@pytest.mark.anyio
@pytest.mark.parametrize("name", EVIL)
async def test_names_can_not_add_headers_or_recipients(post, notice, name):
    assert (await MailSender(server(post.port)).send(ANN, notice(name))).kind == "sent"
    (message,) = post.messages
    assert message["Bcc"] is None
    assert [command for command in post.commands if command.lower().startswith("rcpt")] == ["rcpt TO:<ann@example.org>"]
    assert len([command for command in post.commands if command.lower().startswith("mail")]) == 1
    head = post.raw[0].split(b"\r\n\r\n")[0]
    assert head.count(b"\nSubject:") == 1
    assert not re.search(rb"^Bcc", head, re.MULTILINE | re.IGNORECASE)
    assert head.isascii()


@pytest.mark.anyio
async def test_starttls_and_login(secure_post, trusting, notice):
    sender = MailSender(read_smtp_url(f"smtp://me:geheim@localhost:{secure_post.port}?{FROM}"), trusting)
    assert (await sender.send(ANN, notice())).kind == "sent"
    assert secure_post.encrypted == [True]
    assert secure_post.logins == [b"\0me\0geheim"]


@pytest.mark.anyio
async def test_without_starttls_no_password_is_told(post, notice):
    outcome = await MailSender(server(post.port, login="me:geheim@", starttls="1")).send(ANN, notice())
    assert outcome.kind == "later"
    assert "starttls=0" in outcome.why
    assert not post.logins
    assert not post.raw


@pytest.mark.anyio
async def test_an_unknown_certificate_is_refused(secure_post, notice):
    sender = MailSender(read_smtp_url(f"smtp://me:geheim@localhost:{secure_post.port}?{FROM}"))
    outcome = await sender.send(ANN, notice())
    assert outcome.kind == "later"
    assert not secure_post.logins


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("command", "answer", "kind"),
    [
        ("RCPT", "550 geheim unknown", "refused"),
        ("RCPT", "450 greylisted", "later"),
        ("MAIL", "550 no", "refused"),
        ("MAIL", "451 wait", "later"),
        ("DATA", "554 no", "refused"),
        ("AUTH", "535 geheim is wrong", "later"),
        ("EHLO", "421 busy", "later"),
    ],
)
async def test_answers_are_judged_and_not_repeated(post, notice, command, answer, kind):
    post.refuse = {command: answer} | ({"HELO": answer} if command == "EHLO" else {})
    login = "me:geheim@" if command == "AUTH" else ""
    outcome = await MailSender(server(post.port, login=login)).send(ANN, notice())
    assert outcome.kind == kind
    assert "geheim" not in outcome.why
    assert not post.raw


@pytest.mark.anyio
async def test_a_server_that_is_away_or_silent_is_tried_later(post, notice):
    assert (await MailSender(server(65001)).send(ANN, notice())).kind == "later"
    post.refuse = {"EHLO": "250-never ends"}
    assert (await MailSender(server(post.port), step_limit_s=0.2).send(ANN, notice())).kind == "later"


@pytest.mark.anyio
async def test_asking_whether_an_address_wants_mail(post):
    link = "https://games.example/confirm/abc"
    assert (await MailSender(server(post.port)).ask("ann@example.org", "nl", link)).kind == "sent"
    (message,) = post.messages
    assert message["Subject"] == "Berichten wanneer jij aan de beurt bent"
    assert all(link in part.get_content() for part in message.iter_parts())


def test_the_message_is_in_the_language_of_the_person(notice):
    for language, subject in (("de", "Du bist am Zug: Sunday (Palazzo)"), ("nl", "Jij bent aan de beurt: Sunday (Palazzo)")):
        message = turn_message(server(25).sender, "a@b.example", language, notice("Sunday"))
        assert message["Subject"] == subject
        assert message["Content-Language"] == language


def test_many_tables_are_counted(notice):
    message = turn_message(server(25).sender, "a@b.example", "en", notice(*["Sunday"] * 30))
    assert "and at 10 more tables" in message.as_string()
    assert mail.words.LISTED == 20
