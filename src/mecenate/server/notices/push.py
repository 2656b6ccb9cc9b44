"""Messages to a browser by Web Push. The endpoint is a URL that the browser names, so it goes the guarded way of a hook."""

import time
from collections.abc import Callable
from typing import Any

import msgspec

from mecenate.server.notices import words
from mecenate.server.notices.addresses import read_url
from mecenate.server.notices.outside import Outside
from mecenate.server.notices.sealing import LONGEST_TEXT, BrowserKeys, ServerKey, read_browser_keys, read_written_keys, seal
from mecenate.server.notices.subscriptions import BadSubscription, Notice, Outcome, Subscription
from mecenate.server.notices.webhook import deliver

LISTED = 5
KEPT_S = 86400  # how long the push service keeps a message for a browser that is switched off


async def read_browser(given: Any, outside: Outside, schemes: tuple[str, ...] = ("https",)) -> tuple[str, BrowserKeys]:
    """What `PushSubscription.toJSON()` gave in the browser, checked: the endpoint and the keys; raises BadSubscription."""
    match given:
        case {"endpoint": str(endpoint), "keys": {"p256dh": str(p256dh), "auth": str(auth)}}:
            target = read_url(endpoint, schemes)
            keys = read_browser_keys(p256dh, auth)
            await outside.check(target)
            return target.url, keys
    raise BadSubscription("push-unusable")


class PushSender:
    """`contact` is a mailto: or https: address under which a push service can reach the operator."""

    def __init__(self, outside: Outside, key: ServerKey, contact: str, clock: Callable[[], float] = time.time):
        self.outside = outside
        self.key = key
        self.contact = contact
        self.clock = clock

    async def send(self, to: Subscription, notice: Notice) -> Outcome:
        target = read_url(to.address)
        headers = {
            "Authorization": self.key.authorization(target.origin, self.contact, int(self.clock())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_S),
            "Urgency": "normal",
        }
        body = seal(payload(to.language, notice), read_written_keys(to.keys))
        return await deliver(self.outside, target, body, headers, gone=(404, 410))


def payload(language: str, notice: Notice) -> bytes:
    """What the service worker gets: enough to show and to click, as many tables as fit."""
    for listed in range(LISTED, -1, -1):
        lines = [words.table_line(language, turn) for turn in notice.turns[:listed]]
        rest = words.more_line(language, len(notice.turns) - listed)
        message = msgspec.json.encode(
            {
                "v": 1,
                "kind": "turn",
                "title": words.headline(language, notice.turns),
                "body": "\n".join([*lines, rest] if rest else lines),
                "link": notice.link,
                "unsubscribe": notice.unsubscribe,
                "stop": words.TEXTS.say(language, "turn.stop"),
            }
        )
        if len(message) <= LONGEST_TEXT:
            return message
    raise ValueError("the links of the server are too long for a push message")
