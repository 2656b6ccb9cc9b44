"""Whoever hears of a table looks again whether they still may, at the moment something was taken from them."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class Revocations:
    """Who waits for which ids, of people and of tables."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}

    @contextmanager
    def heard(self, *ids: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something is taken from one of these."""
        event = asyncio.Event()
        for one in ids:
            self._waiting.setdefault(one, set()).add(event)
        try:
            yield event
        finally:
            for one in ids:
                self._waiting[one].discard(event)
                if not self._waiting[one]:
                    del self._waiting[one]

    def tell(self, ids: Iterable[str]) -> None:
        for one in ids:
            for event in self._waiting.get(one, ()):
                event.set()

    def tell_all(self) -> None:
        self.tell(self._waiting)
