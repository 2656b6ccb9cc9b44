"""When a message goes out, and the courier that carries it.

A table that waits is noted for every channel its person has switched on and stays noted until it is told, answered or seen.
A message tells all tables noted by then. So one message serves several tables, nobody gets more than one in an interval,
and who answers quickly or is looking at the table gets none.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence

from mecenate.server.notices.store import Store
from mecenate.server.notices.subscriptions import Channel, Outcome, Sender, Subscription, Turn, new_notice

logger = logging.getLogger("mecenate.notices")

SETTLE_S = 60  # a turn this young may be answered at once, and others may join it
RETRY_S = (60, 300, 1800, 7200, 21600)  # after each failure; one more and the message is given up
LONGEST_WAIT_S = 86400
SEND_LIMIT_S = 60.0
CLAIM_S = 180  # longer than any sending takes; a server that dies meanwhile leaves the message to the others
AT_ONCE = 8


def due(
    pending: Sequence[Turn], last_sent: int, now: int, *, interval_s: int, settle_s: int = SETTLE_S, live: bool = False
) -> int | None:
    """When the message about these tables is to go out (ms, not before `now`). None: there is nothing to say for now.

    While a person is connected live the tables stay noted: they see them, but may leave without an answer.
    """
    if not pending or live:
        return None
    settled = min(turn.at for turn in pending) + settle_s * 1000
    return max(now, settled, last_sent + interval_s * 1000 if last_sent else 0)


def retry_at(attempts: int, now: int, after_s: int = 0) -> int | None:
    """When to try again after so many failures (ms). `after_s` is what the other side asked for. None: give up."""
    if attempts > len(RETRY_S):
        return None
    return now + 1000 * min(LONGEST_WAIT_S, max(RETRY_S[attempts - 1], after_s))


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Courier:
    """Takes notes of turns and sees to it that they are told.

    `senders` has the channels that the operator has set up; the others are not used. `base` is the server's public address.
    `is_live` tells whether a person is connected right now, on any server.
    """

    def __init__(
        self,
        store: Store,
        senders: Mapping[Channel, Sender],
        base: str,
        is_live: Callable[[str], Awaitable[bool]],
        *,
        clock: Callable[[], int] = now_ms,
        settle_s: int = SETTLE_S,
        send_limit_s: float = SEND_LIMIT_S,
    ):
        self.store = store
        self.senders = senders
        self.base = base
        self.is_live = is_live
        self.clock = clock
        self.settle_s = settle_s
        self.send_limit_s = send_limit_s
        self._at_once = asyncio.Semaphore(AT_ONCE)

    async def turn(self, person: str, turn: Turn) -> None:
        """The table now waits for the person."""
        subscriptions = [one.id for one in await self.store.subscriptions_of(person) if one.channel in self.senders]
        if subscriptions:
            await self.store.queue(subscriptions, turn)

    async def settled(self, person: str, table: str) -> None:
        """The person has answered, has been shown the table, or is no longer asked there."""
        await self.store.settle(person, table)

    async def run(self, pause_s: float = 15.0) -> None:
        """Carry messages until cancelled."""
        while True:
            try:
                await self.step()
            except Exception:
                # The store may be away for a while; whatever is queued is still there afterwards.
                logger.exception("notices could not be carried; trying again in %s s", pause_s)
            await asyncio.sleep(pause_s)

    async def step(self) -> int:
        """Send everything that is due; returns how many messages went out."""
        waiting = await self.store.waiting(self.clock())
        results = await asyncio.gather(*(self._carry_one(one) for one in waiting), return_exceptions=True)
        for one, result in zip(waiting, results, strict=True):
            if isinstance(result, BaseException):
                logger.error("notice to %s %s failed: %s", one.channel, one.id, type(result).__name__)
        return sum(result is True for result in results)

    async def _carry_one(self, subscription: Subscription) -> bool:
        async with self._at_once:
            if not await self._due_now(subscription):
                return False
            now = self.clock()
            claimed = await self.store.claim(subscription.id, now, now + CLAIM_S * 1000)
            if claimed is None:
                return False
            # Read again under the claim: meanwhile the person may have answered, or another server may have told them.
            turns = await self._due_now(claimed)
            if not turns:
                await self.store.postpone(claimed.id, claimed.attempts, claimed.not_before)
                return False
            outcome = await self._send(claimed, turns)
            await self._note(claimed, turns, outcome)
            return outcome.kind == "sent"

    async def _due_now(self, subscription: Subscription) -> tuple[Turn, ...]:
        turns = await self.store.turns(subscription.id)
        now = self.clock()
        live = bool(turns) and await self.is_live(subscription.person)
        when = due(turns, subscription.last_sent, now, interval_s=subscription.interval_s, settle_s=self.settle_s, live=live)
        return tuple(turns) if when is not None and when <= now else ()

    async def _send(self, to: Subscription, turns: tuple[Turn, ...]) -> Outcome:
        sender = self.senders.get(to.channel)
        if sender is None:
            return Outcome("refused", "the channel is not set up on this server")
        try:
            async with asyncio.timeout(self.send_limit_s):
                return await sender.send(to, new_notice(to, turns, self.base))
        except Exception as error:
            # The words of an unforeseen error may hold an address or a key; its kind does not.
            return Outcome("later", type(error).__name__)

    async def _note(self, to: Subscription, turns: tuple[Turn, ...], outcome: Outcome) -> None:
        now = self.clock()
        if outcome.kind == "sent":
            await self.store.finish(to.id, turns, now)
            return
        if outcome.kind == "gone":
            logger.info("%s %s is gone and forgotten: %s", to.channel, to.id, outcome.why)
            await self.store.drop(to.id)
            return
        attempts = to.attempts + 1
        again = retry_at(attempts, now, outcome.after_s) if outcome.kind == "later" else None
        if again is None:
            logger.warning("notice to %s %s given up after %s tries: %s", to.channel, to.id, attempts, outcome.why)
            await self.store.finish(to.id, turns, now)
        else:
            logger.info("notice to %s %s waits, try %s: %s", to.channel, to.id, attempts, outcome.why)
            await self.store.postpone(to.id, attempts, again)
