"""Messages by mail, through any SMTP server that one URL names."""

import asyncio
import html
import re
import smtplib
import socket
import ssl
from email.headerregistry import Address, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, localtime, make_msgid, parseaddr
from typing import Any, Literal, cast
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from mecenate.core.errors import MecenateError
from mecenate.server.notices import words
from mecenate.server.notices.subscriptions import SENT, BadSubscription, Notice, Outcome, Subscription

STEP_LIMIT_S = 10.0
SETTING = "MECENATE_SMTP_URL"
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class BadMailServer(MecenateError):
    """A setting that names no usable mail server. The message never repeats the setting: it holds the password."""

    def __init__(self, what: str):
        super().__init__(f"{SETTING}: {what} Write it like smtp://user:password@host:587?from=games@example.org")


class MailServer(msgspec.Struct, frozen=True):
    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    user: str
    password: str
    sender: Address

    def __repr__(self) -> str:
        return f"MailServer({self.host}:{self.port}, {self.security})"


def read_smtp_url(url: str) -> MailServer:
    """`smtp://user:pass@host:587?from=...` (STARTTLS unless `starttls=0`) or `smtps://...` (TLS at once, port 465)."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise BadMailServer("the port can't be read; signs like # / ? @ : in a password have to be percent-encoded.") from None
    if parts.scheme not in ("smtp", "smtps"):
        raise BadMailServer("it has to begin with smtp:// or smtps://.")
    if parts.fragment or parts.path.strip("/"):
        raise BadMailServer("there is something after the port; signs like # / ? in a password have to be percent-encoded.")
    if not parts.hostname:
        raise BadMailServer("it names no host.")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    unknown = sorted(set(options) - {"starttls", "from"})
    if unknown:
        raise BadMailServer("after the ? only from= and starttls= are known.")
    if options.get("starttls", "1") not in ("0", "1"):
        raise BadMailServer("starttls= has to be 0 or 1.")
    if not options.get("from"):
        raise BadMailServer("from= is missing, the address that the messages come from.")
    if parts.scheme == "smtps":
        security = "tls"
    else:
        security = "starttls" if options.get("starttls", "1") == "1" else "none"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if bool(user) != bool(password):
        raise BadMailServer("name and password are needed both, or neither.")
    if password and security == "none" and parts.hostname not in LOOPBACK:
        raise BadMailServer("starttls=0 would send the password unencrypted; leave starttls=0 out or use smtps://.")
    return MailServer(
        parts.hostname, port or (465 if security == "tls" else 587), security, user, password, _read_sender(options["from"])
    )


def _read_sender(text: str) -> Address:
    name, address = parseaddr(text)
    try:
        plain = read_mail_address(address if text.isprintable() else "")
    except BadSubscription:
        raise BadMailServer("from= is no mail address.") from None
    return Address(_header_words(name), addr_spec=plain)


def read_mail_address(text: str) -> str:
    """A mail address as it can stand in a header; raises BadSubscription. Whether it exists only a mail can tell."""
    address = text.strip()
    local, _, domain = address.rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        domain = ""
    label = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
    good_local = re.fullmatch(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*", local)
    if not good_local or len(local) > 64 or len(domain) > 253 or not re.fullmatch(rf"{label}(\.{label})*", domain):
        raise BadSubscription("email-shape")
    return f"{local}@{domain}"


class MailSender:
    def __init__(self, server: MailServer, context: ssl.SSLContext | None = None, step_limit_s: float = STEP_LIMIT_S):
        self.server = server
        self.context = context or ssl.create_default_context()
        self.step_limit_s = step_limit_s

    async def send(self, to: Subscription, notice: Notice) -> Outcome:
        return await self._deliver(turn_message(self.server.sender, to.address, to.language, notice))

    async def ask(self, address: str, language: str, link: str) -> Outcome:
        """Ask the owner of an address whether they want messages, before any is sent to it."""
        return await self._deliver(confirm_message(self.server.sender, address, language, link))

    async def _deliver(self, message: EmailMessage) -> Outcome:
        # The standard library's client blocks, so it works in a thread; each of its steps has a time limit.
        return await asyncio.to_thread(_hand_over, self.server, message, self.context, self.step_limit_s)


class _UnsubscribeHeader(UnstructuredHeader):
    """Never folded: folding would encode a long link, and mail programs would not find it."""

    def fold(self, *, policy: Policy) -> str:
        return f"List-Unsubscribe: {self}{policy.linesep}"


HEADERS = HeaderRegistry()
HEADERS.map_to_type("list-unsubscribe", cast(Any, _UnsubscribeHeader))
POLICY = SMTP.clone(header_factory=HEADERS)


def turn_message(sender: Address, to: str, language: str, notice: Notice) -> EmailMessage:
    def say(key: str) -> str:
        return words.TEXTS.say(language, f"turn.{key}")

    text = "\n\n".join(
        [
            say("greeting"),
            *words.listing(language, notice.turns),
            f"-- \n{say('why')}\n{say('stop')}: {notice.unsubscribe}",
        ]
    )
    items = [f"<li>{_anchor(turn.link, words.table_line(language, turn))}</li>" for turn in notice.turns[: words.LISTED]]
    rest = words.more_line(language, len(notice.turns) - words.LISTED)
    body = [
        f"<p>{html.escape(say('greeting'))}</p>",
        f"<ul>{''.join(items)}</ul>",
        f"<p>{_anchor(notice.home, rest)}</p>" if rest else "",
        f"<p><small>{html.escape(say('why'))} {_anchor(notice.unsubscribe, say('stop'))}</small></p>",
    ]
    message = _message(sender, to, language, words.headline(language, notice.turns), text, body)
    message["List-Unsubscribe"] = f"<{notice.unsubscribe}>"
    if notice.unsubscribe.startswith("https://"):  # RFC 8058 asks for https
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def confirm_message(sender: Address, to: str, language: str, link: str) -> EmailMessage:
    subject, ask, otherwise = (words.TEXTS.say(language, f"confirm.{key}") for key in ("subject", "ask", "otherwise"))
    body = [f"<p>{html.escape(ask)}</p>", f"<p>{_anchor(link, link)}</p>", f"<p>{html.escape(otherwise)}</p>"]
    return _message(sender, to, language, subject, f"{ask}\n\n{link}\n\n{otherwise}", body)


def _anchor(link: str, text: str) -> str:
    return f'<a href="{html.escape(link)}">{html.escape(text)}</a>'


def _message(sender: Address, to: str, language: str, subject: str, text: str, body: list[str]) -> EmailMessage:
    message = EmailMessage(POLICY)
    message["From"] = sender
    message["To"] = Address(addr_spec=to)
    message["Subject"] = _header_words(subject)
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=sender.domain)  # the default would tell the machine's name
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: holiday answers stay away
    message.set_content(text + "\n")
    page = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><body>{"".join(body)}</body></html>\n'
    message.add_alternative(page, subtype="html")
    message["Content-Language"] = language
    return message


def _header_words(text: str) -> str:
    """One line without RFC 2047's `=?...?=`: the email package would decode it, line breaks and further headers included."""
    return words.one_line(text, 200).replace("=?", "= ?")


def _hand_over(server: MailServer, message: EmailMessage, context: ssl.SSLContext, step_limit_s: float) -> Outcome:
    """Talk to the mail server. What goes wrong is told by the kind of error and the server's code, never by its words."""
    try:
        with _connected(server, context, step_limit_s) as smtp:
            if server.security == "starttls":
                smtp.starttls(context=context)
            if server.user:
                smtp.login(server.user, server.password)
            smtp.sendmail(server.sender.addr_spec, [message["To"].addresses[0].addr_spec], message.as_bytes())
    except smtplib.SMTPNotSupportedError:
        return Outcome("later", "the mail server lacks STARTTLS or login; starttls=0 is for servers on this machine")
    except smtplib.SMTPAuthenticationError as error:
        return Outcome("later", f"the mail server refuses name and password ({error.smtp_code})")
    except smtplib.SMTPRecipientsRefused as error:
        code = next(iter(error.recipients.values()))[0]
        return Outcome("refused" if code >= 500 else "later", f"the mail server refuses the address ({code})")
    except smtplib.SMTPResponseException as error:
        # 5xx is final, but only from the server; smtplib itself tells a broken conversation by other numbers.
        final = 500 <= error.smtp_code < 600
        return Outcome("refused" if final else "later", f"the mail server answers {error.smtp_code}")
    except (smtplib.SMTPException, OSError, socket.gaierror) as error:
        return Outcome("later", f"the mail server can't be reached ({type(error).__name__})")
    return SENT


def _connected(server: MailServer, context: ssl.SSLContext, step_limit_s: float) -> smtplib.SMTP:
    own_name = server.sender.domain
    if server.security == "tls":
        return smtplib.SMTP_SSL(server.host, server.port, own_name, timeout=step_limit_s, context=context)
    return smtplib.SMTP(server.host, server.port, own_name, timeout=step_limit_s)
