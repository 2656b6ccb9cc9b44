"""When messages go out, and what the courier does when they don't get through."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from mecenate.server.notices.addresses import read_allowed
from mecenate.server.notices.batching import CLAIM_S, RETRY_S, Courier, due, retry_at
from mecenate.server.notices.mail import MailSender, read_smtp_url
from mecenate.server.notices.outside import Outside
from mecenate.server.notices.store import MemoryStore
from mecenate.server.notices.subscriptions import (
    SENT,
    BadSubscription,
    Channel,
    Notice,
    Outcome,
    Sender,
    Subscription,
    new_subscription,
)
from mecenate.server.notices.webhook import HookSender, new_secret

MINUTE = 60_000
HOUR = 60 * MINUTE
START = 1_800_000_000_000


def test_nothing_to_say():
    assert due([], 0, START, interval_s=60) is None


def test_a_young_turn_waits_for_others(turn):
    first, second = turn("t1", at=START), turn("t2", at=START + 50_000)
    assert due([first], 0, START, interval_s=3600, settle_s=60) == START + MINUTE
    assert due([first, second], 0, START + 50_000, interval_s=3600, settle_s=60) == START + MINUTE
    assert due([first], 0, START + HOUR, interval_s=3600, settle_s=60) == START + HOUR


def test_the_interval_is_kept(turn):
    waiting = [turn(at=START)]
    assert due(waiting, START - 10 * MINUTE, START, interval_s=3600) == START + 50 * MINUTE
    assert due(waiting, START - 10 * MINUTE, START + 50 * MINUTE, interval_s=3600) == START + 50 * MINUTE
    assert due(waiting, START - 2 * HOUR, START, interval_s=3600, settle_s=0) == START


def test_who_is_there_needs_no_message(turn):
    assert due([turn(at=0)], 0, START, interval_s=60, live=True) is None


def test_retries_take_longer_and_end():
    waits = [retry_at(attempts, 0) for attempts in range(1, len(RETRY_S) + 2)]
    assert waits == [*(seconds * 1000 for seconds in RETRY_S), None]
    assert retry_at(1, 0, after_s=900) == 900_000
    assert retry_at(1, 0, after_s=10**6) == 86_400_000


def test_subscriptions_are_checked():
    made = new_subscription("ann", "push", "https://push.example/secret", "keys")
    assert "secret" not in repr(made)
    assert made.token not in repr(made)
    assert len(made.token) >= 43
    for language, interval_s in (("en", 5), ("en", 10**9), ("xx", 60)):
        with pytest.raises(BadSubscription):
            new_subscription("ann", "mail", "a@b.example", "", language, interval_s)


class Recorder:
    """A channel that keeps what it is given and answers with the next of its outcomes, at last with the last."""

    def __init__(self, *outcomes: Outcome | Exception):
        self.outcomes = list(outcomes) or [SENT]
        self.told: list[tuple[Subscription, Notice]] = []
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    async def send(self, to: Subscription, notice: Notice) -> Outcome:
        self.told.append((to, notice))
        if self.meanwhile:
            await self.meanwhile()
        outcome = self.outcomes[min(len(self.told), len(self.outcomes)) - 1]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    @property
    def tables(self) -> list[list[str]]:
        return [[turn.table for turn in notice.turns] for _, notice in self.told]


class House:
    """A courier with a clock that a test sets, and people who come and go."""

    def __init__(self, **senders: Sender):
        self.now = START
        self.live: set[str] = set()
        self.store = MemoryStore()
        self.senders = cast(dict[Channel, Sender], senders)
        self.courier = self.another()

    def another(self) -> Courier:
        return Courier(self.store, self.senders, "https://games.example", self.is_live, clock=lambda: self.now)

    async def is_live(self, person: str) -> bool:
        return person in self.live

    def switch_on(self, person="ann", channel: Channel = "mail", address="ann@example.org", keys="", **options) -> Subscription:
        return self.store.add(new_subscription(person, channel, address, keys, **options))

    async def after(self, ms: int) -> int:
        self.now += ms
        return await self.courier.step()


@pytest.fixture
def mails():
    return Recorder()


@pytest.fixture
def house(mails):
    return House(mail=mails)


@pytest.mark.anyio
async def test_off_by_default(house, mails, turn):
    await house.courier.turn("ann", turn(at=START))
    assert await house.after(HOUR) == 0
    assert not mails.told


@pytest.mark.anyio
async def test_one_message_for_several_tables(house, mails, turn):
    house.switch_on()
    for number in range(3):
        await house.courier.turn("ann", turn(f"t{number}", at=START + number))
    assert await house.after(30_000) == 0
    assert await house.after(30_000) == 1
    assert mails.tables == [["t0", "t1", "t2"]]
    assert await house.after(HOUR) == 0, "told once"


@pytest.mark.anyio
async def test_at_most_one_message_in_an_interval(house, mails, turn):
    house.switch_on(interval_s=3600)
    for minute in range(0, 180, 5):
        await house.courier.turn("ann", turn(f"t{minute}", at=house.now))
        await house.after(5 * MINUTE)
    assert len(mails.told) == 3
    assert [len(tables) for tables in mails.tables] == [1, 12, 12]


@pytest.mark.anyio
async def test_who_answers_meanwhile_gets_nothing(house, mails, turn):
    house.switch_on()
    await house.courier.turn("ann", turn("t1", at=START))
    await house.courier.turn("ann", turn("t2", at=START))
    await house.courier.settled("ann", "t1")
    await house.courier.settled("bob", "t2")
    await house.after(HOUR)
    assert mails.tables == [["t2"]]


@pytest.mark.anyio
async def test_who_is_connected_gets_nothing_until_they_leave(house, mails, turn):
    house.switch_on()
    house.live.add("ann")
    await house.courier.turn("ann", turn(at=START))
    assert await house.after(HOUR) == 0
    house.live.clear()
    assert await house.after(MINUTE) == 1


@pytest.mark.anyio
async def test_people_and_channels_do_not_wait_for_each_other(turn):
    mails, hooks = Recorder(), Recorder()
    house = House(mail=mails, webhook=hooks)
    house.switch_on("ann", "mail")
    house.switch_on("ann", "webhook")
    house.switch_on("bob", "mail")
    await house.courier.turn("ann", turn("t1", at=START))
    await house.courier.turn("bob", turn("t2", at=START))
    assert await house.after(MINUTE) == 3
    await house.courier.turn("ann", turn("t3", at=house.now))
    assert await house.after(5 * MINUTE) == 1
    assert hooks.tables == [["t1"], ["t3"]]
    assert sorted(mails.tables) == [["t1"], ["t2"]]


@pytest.mark.anyio
async def test_channels_the_operator_has_not_set_up_are_left_alone(house, turn):
    house.switch_on(channel="push")
    await house.courier.turn("ann", turn(at=START))
    assert await house.after(HOUR) == 0
    assert not await house.store.waiting(house.now)


@pytest.mark.anyio
async def test_every_message_has_its_unsubscribe_link(house, mails, turn):
    subscription = house.switch_on()
    await house.courier.turn("ann", turn(at=START))
    await house.after(MINUTE)
    _, notice = mails.told[0]
    assert notice.unsubscribe == f"https://games.example/unsubscribe/{subscription.token}"
    assert await house.store.unsubscribe(subscription.token)
    assert not await house.store.unsubscribe(subscription.token)
    assert not await house.store.unsubscribe("")
    await house.courier.turn("ann", turn(at=house.now))
    assert await house.after(HOUR) == 0


@pytest.mark.anyio
async def test_failures_are_retried_and_the_newest_is_told(turn):
    mails = Recorder(Outcome("later", "busy"), Outcome("later", "busy"), SENT)
    house = House(mail=mails)
    house.switch_on()
    await house.courier.turn("ann", turn("t1", at=START))
    await house.after(MINUTE)
    assert await house.after(30_000) == 0
    assert len(mails.told) == 1
    await house.courier.turn("ann", turn("t2", at=house.now))
    await house.after(30_000)
    assert await house.after(299_000) == 0
    assert await house.after(1_000) == 1
    assert mails.tables == [["t1"], ["t1", "t2"], ["t1", "t2"]]
    assert mails.told[1][1].id == mails.told[2][1].id != mails.told[0][1].id


@pytest.mark.anyio
async def test_the_other_side_may_ask_for_more_time(turn):
    mails = Recorder(Outcome("later", "busy", after_s=3600), SENT)
    house = House(mail=mails)
    house.switch_on()
    await house.courier.turn("ann", turn(at=START))
    await house.after(MINUTE)
    assert await house.after(59 * MINUTE) == 0
    assert await house.after(MINUTE) == 1


@pytest.mark.anyio
async def test_at_last_a_message_is_given_up_and_told_without_secrets(caplog, turn):
    mails = Recorder(RuntimeError("https://hooks.example/geheim"))
    house = House(mail=mails)
    subscription = house.switch_on()
    await house.courier.turn("ann", turn(name="geheim", at=START))
    with caplog.at_level(logging.DEBUG, "mecenate.notices"):
        for _ in range(20):
            await house.after(8 * HOUR)
    assert len(mails.told) == len(RETRY_S) + 1
    assert "given up" in caplog.text
    assert "RuntimeError" in caplog.text
    for secret in ("geheim", subscription.token, subscription.address):
        assert secret not in caplog.text
    await house.courier.turn("ann", turn("t2", at=house.now))
    await house.after(8 * HOUR)
    assert mails.tables[-1] == ["t2"], "the next message has all its tries again"


@pytest.mark.anyio
async def test_a_refused_message_is_not_tried_again(turn):
    mails = Recorder(Outcome("refused", "550"))
    house = House(mail=mails)
    house.switch_on()
    await house.courier.turn("ann", turn(at=START))
    for _ in range(5):
        await house.after(8 * HOUR)
    assert len(mails.told) == 1


@pytest.mark.anyio
async def test_what_is_gone_is_forgotten(turn):
    pushes = Recorder(Outcome("gone", "410"))
    house = House(push=pushes)
    house.switch_on(channel="push")
    await house.courier.turn("ann", turn(at=START))
    await house.after(MINUTE)
    assert await house.store.subscriptions_of("ann") == []


@pytest.mark.anyio
async def test_a_turn_that_comes_while_a_message_goes_is_not_lost(house, mails, turn):
    house.switch_on()
    await house.courier.turn("ann", turn("t1", at=START))

    async def asked_again():
        await house.courier.settled("ann", "t1")
        await house.courier.turn("ann", turn("t1", at=house.now + 1))
        mails.meanwhile = None

    mails.meanwhile = asked_again
    await house.after(MINUTE)
    await house.after(2 * HOUR)
    assert mails.tables == [["t1"], ["t1"]]


@pytest.mark.anyio
async def test_two_servers_send_one_message(house, mails, turn):
    house.switch_on()
    await house.courier.turn("ann", turn(at=START))
    house.now += MINUTE
    other = house.another()
    mails.meanwhile = lambda: asyncio.sleep(0)
    assert sum(await asyncio.gather(house.courier.step(), other.step(), other.step())) == 1
    assert len(mails.told) == 1


@pytest.mark.anyio
async def test_a_server_that_dies_leaves_its_message_to_the_others(house, mails, turn):
    subscription = house.switch_on()
    await house.courier.turn("ann", turn(at=START))
    house.now += MINUTE
    assert await house.store.claim(subscription.id, house.now, house.now + CLAIM_S * 1000)
    assert await house.courier.step() == 0
    assert await house.after(CLAIM_S * 1000) == 1


@pytest.mark.anyio
async def test_a_sender_that_hangs_is_left(turn):
    hanging = Recorder()
    hanging.meanwhile = asyncio.Event().wait
    house = House(mail=hanging)
    house.courier.send_limit_s = 0.05
    subscription = house.switch_on()
    await house.courier.turn("ann", turn(at=START))
    assert await house.after(MINUTE) == 0
    assert house.store.subscriptions[subscription.id].attempts == 1


@pytest.mark.anyio
async def test_the_courier_goes_on_when_the_store_is_away(house, mails, turn, monkeypatch, caplog):
    house.switch_on()
    await house.courier.turn("ann", turn(at=START))
    house.now += MINUTE
    waiting, calls, done = house.store.waiting, 0, asyncio.Event()

    async def away_at_first(now: int):
        nonlocal calls
        calls += 1
        if calls == 1:
            raise OSError("away")
        return await waiting(now)

    async def arrived():
        done.set()

    monkeypatch.setattr(house.store, "waiting", away_at_first)
    mails.meanwhile = arrived
    running = asyncio.create_task(house.courier.run(pause_s=0.01))
    await asyncio.wait_for(done.wait(), 5)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert len(mails.told) == 1


@pytest.mark.anyio
async def test_real_channels_together(post, web, turn):
    house = House(
        mail=MailSender(read_smtp_url(f"smtp://127.0.0.1:{post.port}?starttls=0&from=games@example.org")),
        webhook=HookSender(Outside(read_allowed("127.0.0.1"))),
    )
    house.switch_on(language="nl")
    hook = house.switch_on(channel="webhook", address=f"http://127.0.0.1:{web.port}/", keys=new_secret())
    await house.courier.turn("ann", turn(at=START))
    assert await house.after(MINUTE) == 2
    assert post.messages[0]["Subject"] == "Jij bent aan de beurt: Sunday (Palazzo)"
    assert hook.token in web.requests[0].body.decode()
