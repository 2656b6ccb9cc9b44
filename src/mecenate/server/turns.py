"""Telling the courier whose turn it is. Whatever happens to a message, no table waits for it or fails with it."""

import asyncio
import logging
from collections.abc import Mapping

from mecenate.server import telling
from mecenate.server.notices.batching import Courier
from mecenate.server.notices.subscriptions import Turn
from mecenate.server.storage.people import Called
from mecenate.server.table import Table

logger = logging.getLogger("mecenate.turns")

TELL_S = 10.0  # for one turn; the courier only writes it down


class Turns:
    """What is still to be told: of a person at a table only the latest counts."""

    def __init__(self, courier: Courier):
        self.courier = courier
        self._waiting: dict[tuple[str, str], Turn | None] = {}  # None: no longer asked
        self._some = asyncio.Event()

    def note(self, before: Table, after: Table, names: Mapping[str, Called]) -> None:
        """A table went on."""
        asked, asks = before.awaited, after.awaited
        if asked == asks:
            return
        if asked:
            self._put(asked, after.key, None)
        if asks:
            others = [name for n, name in enumerate(telling.seat_names(after, names)) if after.seats[n].person != asks]
            link = f"{self.courier.base.rstrip('/')}/table/{after.key}"
            self._put(asks, after.key, Turn(after.key, ", ".join(others), after.game.title, link, after.at))

    def _put(self, person: str, table: str, turn: Turn | None) -> None:
        self._waiting[person, table] = turn
        self._some.set()

    async def run(self) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            await self.flush()

    async def flush(self) -> None:
        """Tell what is to be told; one after the other, so that nothing overtakes what came before it."""
        while self._waiting:
            (person, table), turn = next(iter(self._waiting.items()))
            del self._waiting[person, table]
            try:
                async with asyncio.timeout(TELL_S):
                    if turn is None:
                        await self.courier.settled(person, table)
                    else:
                        await self.courier.turn(person, turn)
            except Exception as error:
                logger.warning("a turn at table %s could not be told: %s", table, type(error).__name__)
