"""Messages as a POST of JSON to a URL of the person's choice.

The body has `content` and `text`, which Discord and Slack (and those that follow them) show as they are, and the same
as data for programs. It is signed as standardwebhooks.com says, so that a receiver finds a ready verifier in most languages:
`webhook-signature: v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the hook's secret.
"""

import base64
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable

import msgspec

from mecenate.server.notices import words
from mecenate.server.notices.addresses import Target, read_url
from mecenate.server.notices.outside import Answer, NotAllowed, Outside, Unreachable
from mecenate.server.notices.subscriptions import SENT, Notice, Outcome, Subscription

LISTED = 10
LONGEST_CONTENT = 2000  # Discord refuses more


async def read_hook(text: str, outside: Outside) -> str:
    """The URL a person gave for a hook, checked; raises BadSubscription."""
    target = read_url(text.strip())
    await outside.check(target)
    return target.url


def new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


class HookSender:
    def __init__(self, outside: Outside, clock: Callable[[], float] = time.time):
        self.outside = outside
        self.clock = clock

    async def send(self, to: Subscription, notice: Notice) -> Outcome:
        body = payload(to.language, notice)
        timestamp = int(self.clock())
        headers = {
            "Content-Type": "application/json",
            "webhook-id": notice.id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": sign(to.keys, notice.id, timestamp, body),
            "List-Unsubscribe": f"<{notice.unsubscribe}>",
        }
        return await deliver(self.outside, read_url(to.address), body, headers, gone=(410,))


def payload(language: str, notice: Notice) -> bytes:
    return msgspec.json.encode(
        {
            "v": 1,
            "kind": "turn",
            "content": _content(language, notice, _escape_markdown),
            "text": _content(language, notice, _escape_slack),
            "allowed_mentions": {"parse": []},  # a table called @everyone calls nobody
            "tables": [
                {
                    "table": turn.table,
                    "name": words.one_line(turn.name),
                    "game": words.one_line(turn.game),
                    "link": turn.link,
                    "since": turn.at,
                }
                for turn in notice.turns[:LISTED]
            ],
            "count": len(notice.turns),
            "unsubscribe": notice.unsubscribe,
        }
    )


def _content(language: str, notice: Notice, escape: Callable[[str], str]) -> str:
    """As many tables as the room allows, never half a link."""
    stop = f"{words.TEXTS.say(language, 'turn.stop')}: {notice.unsubscribe}"
    for listed in range(LISTED, -1, -1):
        lines = words.listing(language, notice.turns, escape, listed)
        text = "\n".join([words.TEXTS.say(language, "turn.greeting"), *lines, stop])
        if len(text) <= LONGEST_CONTENT:
            return text
    return stop


def _escape_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _escape_markdown(text: str) -> str:
    # A link out of a name would look like one of ours; "://" is broken up because bare addresses become links too.
    return re.sub(r"([\\`*_~|<>\[\]()#@-])", r"\\\1", text).replace("://", ":\u200b//")


async def deliver(outside: Outside, target: Target, body: bytes, headers: dict[str, str], gone: tuple[int, ...]) -> Outcome:
    """POST and judge the answer; for hooks and push services alike."""
    try:
        answer = await outside.post(target, body, headers)
    except NotAllowed as error:
        return Outcome("refused", str(error))
    except Unreachable as error:
        return Outcome("later", str(error))
    return _judge(target, answer, gone)


def _judge(target: Target, answer: Answer, gone: tuple[int, ...]) -> Outcome:
    why = f"{target.host} answers {answer.status}"
    if 200 <= answer.status < 300:
        return SENT
    if answer.status in gone:
        return Outcome("gone", why)
    if answer.status in (408, 425, 429) or answer.status >= 500:
        return Outcome("later", why, answer.retry_after_s)
    return Outcome("refused", why)  # redirects too: where they lead was not checked, and the person did not choose it
