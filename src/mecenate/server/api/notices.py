"""Being told that it is one's turn: by mail, by webhook, by Web Push. All off until switched on."""

from typing import Annotated

import msgspec

from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import Call, operation
from mecenate.server.notices.mail import read_mail_address
from mecenate.server.notices.subscriptions import (
    LONGEST_INTERVAL_S,
    SHORTEST_INTERVAL_S,
    USUAL_INTERVAL_S,
    Channel,
    Subscription,
    new_subscription,
)
from mecenate.server.notices.webhook import new_secret, read_hook
from mecenate.server.storage import notices
from mecenate.server.storage.notices import Listed

MOST = 10  # of one person
Interval = Annotated[int, msgspec.Meta(ge=SHORTEST_INTERVAL_S, le=LONGEST_INTERVAL_S)]
SubscriptionId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{4,32}$")]


class MailRequest(msgspec.Struct, forbid_unknown_fields=True):
    address: Annotated[str, msgspec.Meta(max_length=400)]
    interval_s: Interval | None = None


class HookRequest(msgspec.Struct, forbid_unknown_fields=True):
    url: Annotated[str, msgspec.Meta(max_length=2048)]
    interval_s: Interval | None = None


class PushKeys(msgspec.Struct):
    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


class PushRequest(msgspec.Struct):
    """What `PushSubscription.toJSON()` gives in a browser."""

    endpoint: Annotated[str, msgspec.Meta(max_length=2048)]
    keys: PushKeys
    interval_s: Interval | None = None


class ChannelInfo(msgspec.Struct):
    channel: Channel
    there: bool  # whether this server can use it
    usual_interval_s: int


class NoticeInfo(msgspec.Struct):
    """Something that one has switched on; of a hook and a browser only the host is told."""

    id: str
    channel: Channel
    address: str
    interval_s: int
    created: int
    confirmed: bool  # nothing is sent before


class NoticeSettings(msgspec.Struct):
    channels: list[ChannelInfo]
    push_key: str | None
    notices: list[NoticeInfo]


class NewHook(msgspec.Struct):
    """A hook and the secret that signs its messages (standardwebhooks.com); it is shown this once."""

    info: NoticeInfo
    secret: str


def _shown(listed: Listed) -> NoticeInfo:
    one = listed.subscription
    address = one.address if one.channel == "mail" else one.address.split("/")[2]
    return NoticeInfo(one.id, one.channel, address, one.interval_s, listed.created, listed.verified is not None)


async def _mine(call: Call) -> list[Listed]:
    async with call.database.reading() as conn:
        return await notices.of_person(conn, call.me.id)


async def _keep(call: Call, new: Subscription, verified: bool) -> tuple[NoticeInfo, str | None]:
    known = await _mine(call)
    if len(known) >= MOST and all(one.subscription.address != new.address for one in known):
        raise Fault(429, "too-many", seconds=60)
    async with call.database.transaction() as conn:
        proof = await notices.subscribe(conn, new, call.now, verified)
    return _shown(Listed(new, call.now, call.now if verified else None)), proof


@operation("GET", "/api/me/notices", answer=NoticeSettings, who="session")
async def settings(call: Call) -> NoticeSettings:
    """The channels of this server, and what one has switched on."""
    channels = call.services.channels
    there = channels.senders()
    return NoticeSettings(
        [ChannelInfo(channel, channel in there, usual) for channel, usual in USUAL_INTERVAL_S.items()],
        channels.push_key.public if channels.push_key else None,
        [_shown(one) for one in await _mine(call)],
    )


@operation(
    "POST", "/api/me/notices/mail", body=MailRequest, answer=NoticeInfo, status=201, who="session", errors=(409, 422, 502)
)
async def mail(call: Call, body: MailRequest) -> NoticeInfo:
    """Messages by mail. The address gets a link first, and nothing else before somebody follows it."""
    sender = call.services.channels.mail
    if sender is None:
        raise Fault(409, "no-mail")
    address = read_mail_address(body.address)
    rate = call.services.settings.limits.mail
    call.take("mail", call.me.id, rate)
    call.take("mail to", address.lower(), rate)
    new = new_subscription(call.me.id, "mail", address, language=call.language, interval_s=body.interval_s)
    info, proof = await _keep(call, new, verified=False)
    outcome = await sender.ask(address, call.language, f"{call.services.settings.public}/confirm/{proof}")
    if outcome.kind != "sent":
        async with call.database.transaction() as conn:
            await notices.remove(conn, call.me.id, new.id)
        raise Fault(502, "mail-failed")
    return info


@operation(
    "POST",
    "/api/me/notices/webhook",
    body=HookRequest,
    answer=NewHook,
    status=201,
    who="session",
    errors=(422,),
    limit="tables",
)
async def webhook(call: Call, body: HookRequest) -> NewHook:
    """Messages to a URL, for Discord, Slack or a program of one's own."""
    url = await read_hook(body.url, call.services.channels.outside)
    secret = new_secret()
    new = new_subscription(call.me.id, "webhook", url, secret, call.language, body.interval_s)
    info, _ = await _keep(call, new, verified=True)
    return NewHook(info, secret)


@operation(
    "POST",
    "/api/me/notices/push",
    body=PushRequest,
    answer=NoticeInfo,
    status=201,
    who="session",
    errors=(409, 422),
    limit="tables",
)
async def push(call: Call, body: PushRequest) -> NoticeInfo:
    """Messages to this browser, with the `push_key` of the settings as `applicationServerKey`."""
    from mecenate.server.notices.push import read_browser  # what it seals with is not for servers without Web Push

    if call.services.channels.push_key is None:
        raise Fault(409, "no-push")
    given = {"endpoint": body.endpoint, "keys": {"p256dh": body.keys.p256dh, "auth": body.keys.auth}}
    endpoint, keys = await read_browser(given, call.services.channels.outside)
    new = new_subscription(call.me.id, "push", endpoint, keys.written(), call.language, body.interval_s)
    return (await _keep(call, new, verified=True))[0]


@operation("DELETE", "/api/me/notices/{subscription}", status=204, who="session", errors=(404,))
async def remove(call: Call, subscription: SubscriptionId) -> None:
    """Switch something off."""
    async with call.database.transaction() as conn:
        if not await notices.remove(conn, call.me.id, subscription):
            raise Fault(404, "no-subscription")
