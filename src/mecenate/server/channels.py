"""The channels for messages that this server can use, as its settings say."""

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING

from mecenate.core.errors import NeedsExtra
from mecenate.server.notices.addresses import read_allowed
from mecenate.server.notices.batching import Courier
from mecenate.server.notices.mail import MailSender, read_smtp_url
from mecenate.server.notices.outside import Outside
from mecenate.server.notices.subscriptions import Channel, Sender
from mecenate.server.notices.webhook import HookSender
from mecenate.server.settings import Settings
from mecenate.server.storage import keys
from mecenate.server.storage.database import Database
from mecenate.server.storage.notices import DatabaseStore

if TYPE_CHECKING:  # a server without Web Push does without the library that seals its messages
    from mecenate.server.notices.sealing import ServerKey

NO_PUSH = NeedsExtra("Web Push needs cryptography.", "push")


@dataclass
class Channels:
    outside: Outside = field(default_factory=Outside)
    mail: MailSender | None = None
    push_key: "ServerKey | None" = None
    contact: str = ""

    def senders(self) -> dict[Channel, Sender]:
        found: dict[Channel, Sender] = {"webhook": HookSender(self.outside)}
        if self.mail:
            found["mail"] = self.mail
        if self.push_key:
            from mecenate.server.notices.push import PushSender

            found["push"] = PushSender(self.outside, self.push_key, self.contact)
        return found


def can_seal() -> bool:
    return find_spec("cryptography") is not None


async def open_channels(settings: Settings, database: Database) -> Channels:
    """Mail where a mail server is named; push where push services can reach somebody, with a key that all workers share."""
    return Channels(
        outside=Outside(read_allowed(settings.webhook_allow)),
        mail=MailSender(read_smtp_url(settings.smtp_url)) if settings.smtp_url else None,
        push_key=await _push_key(settings, database) if settings.contact else None,
        contact=settings.contact,
    )


async def _push_key(settings: Settings, database: Database) -> "ServerKey | None":
    if not can_seal():
        if settings.vapid_key:
            raise NO_PUSH
        return None  # an address alone is no wish for it
    from mecenate.server.notices.sealing import new_server_key, read_server_key

    if settings.vapid_key:
        return read_server_key(settings.vapid_key)
    async with database.transaction() as conn:
        pem = await keys.get_or_make(conn, "vapid", lambda: new_server_key().pem())
    return read_server_key(pem, "the key in the database")


def make_courier(channels: Channels, settings: Settings, database: Database, is_live) -> Courier:
    return Courier(DatabaseStore(database), channels.senders(), settings.public, is_live)
