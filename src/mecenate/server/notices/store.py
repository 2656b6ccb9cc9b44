"""What the courier needs kept, as a protocol for the database, and a version in memory that shows what each call means."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from mecenate.server.notices.subscriptions import Subscription, Turn


class Store(Protocol):
    """Times are ms. Several servers may share one store, so `claim` has to be a single conditional update."""

    async def subscriptions_of(self, person: str) -> list[Subscription]:
        """What the person has switched on (and, for mail, confirmed)."""
        ...

    async def queue(self, subscriptions: Iterable[str], turn: Turn) -> None:
        """Note for each subscription that the table waits; a table is noted once, the newer note replaces the older."""
        ...

    async def settle(self, person: str, table: str) -> None:
        """Take the table out of all queues of the person."""
        ...

    async def waiting(self, now: int) -> list[Subscription]:
        """Subscriptions with something queued whose `not_before` has passed."""
        ...

    async def claim(self, subscription: str, now: int, until: int) -> Subscription | None:
        """Set `not_before` to `until` if it has passed, and return the subscription as it was. None: another was faster."""
        ...

    async def turns(self, subscription: str) -> list[Turn]:
        """What is queued, oldest first."""
        ...

    async def finish(self, subscription: str, turns: Sequence[Turn], at: int) -> None:
        """Take exactly these (same table, same `at`) out of the queue; `last_sent` becomes `at`, the rest 0."""
        ...

    async def postpone(self, subscription: str, attempts: int, not_before: int) -> None: ...

    async def drop(self, subscription: str) -> None:
        """Forget the subscription and its queue."""
        ...

    async def unsubscribe(self, token: str) -> bool:
        """Drop the subscription with this token. A second click finds nothing and is no error for the person."""
        ...


class MemoryStore:
    """A store that lasts as long as the process."""

    def __init__(self) -> None:
        self.subscriptions: dict[str, Subscription] = {}
        self.queues: dict[str, dict[str, Turn]] = {}

    def add(self, subscription: Subscription) -> Subscription:
        self.subscriptions[subscription.id] = subscription
        self.queues[subscription.id] = {}
        return subscription

    async def subscriptions_of(self, person: str) -> list[Subscription]:
        return [one for one in self.subscriptions.values() if one.person == person]

    async def queue(self, subscriptions: Iterable[str], turn: Turn) -> None:
        for one in subscriptions:
            if one in self.queues:
                self.queues[one][turn.table] = turn

    async def settle(self, person: str, table: str) -> None:
        for one in self.subscriptions.values():
            if one.person == person:
                self.queues[one.id].pop(table, None)

    async def waiting(self, now: int) -> list[Subscription]:
        return [one for one in self.subscriptions.values() if self.queues[one.id] and one.not_before <= now]

    async def claim(self, subscription: str, now: int, until: int) -> Subscription | None:
        found = self.subscriptions.get(subscription)
        if found is None or found.not_before > now:
            return None
        self._change(subscription, not_before=until)
        return found

    async def turns(self, subscription: str) -> list[Turn]:
        return sorted(self.queues.get(subscription, {}).values(), key=lambda turn: turn.at)

    async def finish(self, subscription: str, turns: Sequence[Turn], at: int) -> None:
        queue = self.queues.get(subscription, {})
        for turn in turns:
            if turn.table in queue and queue[turn.table].at == turn.at:
                del queue[turn.table]
        self._change(subscription, last_sent=at, attempts=0, not_before=0)

    async def postpone(self, subscription: str, attempts: int, not_before: int) -> None:
        self._change(subscription, attempts=attempts, not_before=not_before)

    async def drop(self, subscription: str) -> None:
        self.subscriptions.pop(subscription, None)
        self.queues.pop(subscription, None)

    async def unsubscribe(self, token: str) -> bool:
        found = [one.id for one in self.subscriptions.values() if one.token == token]
        for one in found:
            await self.drop(one)
        return bool(found)

    def _change(self, subscription: str, **values: int) -> None:
        if subscription in self.subscriptions:
            self.subscriptions[subscription] = msgspec.structs.replace(self.subscriptions[subscription], **values)
