"""What the channels and the courier pass to each other: who wants messages where, what there is to say, how it went."""

import hashlib
import secrets
from typing import Literal, Protocol

import msgspec

from mecenate.core.texts import LANGUAGES
from mecenate.server.refused import Refused

Channel = Literal["mail", "webhook", "push"]

# Seconds between two messages to one subscription, unless the person chooses otherwise.
USUAL_INTERVAL_S: dict[Channel, int] = {"mail": 3600, "webhook": 300, "push": 300}
SHORTEST_INTERVAL_S = 60
LONGEST_INTERVAL_S = 7 * 86400


class BadSubscription(Refused):
    """An address, a hook or a browser's subscription that can't be used; the message is meant for the person who gave it."""

    status = 422


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """One channel that a person has switched on. No row of this kind: nothing is sent.

    `address` is a mail address, a hook's URL or a push endpoint. `keys` is the hook's secret or the browser's two keys.
    `token` stands in the unsubscribe link of every message and is good for nothing else.
    """

    id: str
    person: str
    channel: Channel
    address: str
    keys: str = ""
    language: str = "en"
    token: str
    interval_s: int
    last_sent: int = 0
    attempts: int = 0
    not_before: int = 0

    def __repr__(self) -> str:
        # Address, keys and token are secrets of the person; a stray log line or traceback must not show them.
        return f"Subscription({self.channel} {self.id})"


class Turn(msgspec.Struct, frozen=True):
    """A table that waits for a person since `at` (ms); `game` is the game's title in the person's language."""

    table: str
    name: str
    game: str
    link: str
    at: int


class Notice(msgspec.Struct, frozen=True):
    """One message: the tables that wait, oldest first. `home` is the page with all of them."""

    id: str
    turns: tuple[Turn, ...]
    home: str
    unsubscribe: str

    @property
    def link(self) -> str:
        """Where a click on the message leads."""
        return self.turns[0].link if len(self.turns) == 1 else self.home


class Outcome(msgspec.Struct, frozen=True):
    """How sending went. `why` is for the log and holds no secret.

    sent: done. later: try again, not before `after_s`. refused: this message will never go through.
    gone: the address no longer exists, forget the subscription.
    """

    kind: Literal["sent", "later", "refused", "gone"]
    why: str = ""
    after_s: int = 0


SENT = Outcome("sent")


class Sender(Protocol):
    async def send(self, to: Subscription, notice: Notice) -> Outcome: ...


def new_subscription(
    person: str, channel: Channel, address: str, keys: str = "", language: str = "en", interval_s: int | None = None
) -> Subscription:
    """A subscription with its own id and token. The address has been read by the channel's own `read_...` function."""
    chosen = USUAL_INTERVAL_S[channel] if interval_s is None else interval_s
    if not SHORTEST_INTERVAL_S <= chosen <= LONGEST_INTERVAL_S:
        raise BadSubscription("interval", seconds=chosen, least=SHORTEST_INTERVAL_S, most=LONGEST_INTERVAL_S)
    if language not in LANGUAGES:
        raise BadSubscription("no-language", language=language, languages=", ".join(LANGUAGES))
    return Subscription(
        id=secrets.token_hex(8),
        person=person,
        channel=channel,
        address=address,
        keys=keys,
        language=language,
        token=secrets.token_urlsafe(32),
        interval_s=chosen,
    )


def unsubscribe_link(base: str, token: str) -> str:
    """GET shows a page with one button (mail scanners follow links); POST switches the channel off at once (RFC 8058)."""
    return f"{base.rstrip('/')}/unsubscribe/{token}"


def new_notice(to: Subscription, turns: tuple[Turn, ...], base: str) -> Notice:
    """The message about these tables. The same tables give the same id, so that a receiver knows a repeated message."""
    told = "\n".join([to.id, *(f"{turn.table} {turn.at}" for turn in turns)])
    return Notice(
        id=hashlib.sha256(told.encode()).hexdigest()[:32],
        turns=turns,
        home=base.rstrip("/") + "/",
        unsubscribe=unsubscribe_link(base, to.token),
    )
