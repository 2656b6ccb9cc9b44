"""The time as the server counts it, and when nobody could have moved: the server was not running, or could store nothing.

Such a time is taken from nobody. The workers write down that one of them is there as long as clocks run anywhere; what is
missing in that is appended to the log of a table as an `outage` as soon as somebody looks at it.
"""

import time
from collections.abc import Callable

from mecenate.server.notices.batching import now_ms
from mecenate.server.storage import uptime as stored
from mecenate.server.storage.database import Database

GAP_MS = 3000  # without a sign of a worker; they give one every second
KEPT_MS = 60 * 86_400_000  # longer than the longest clock of a move


class Steady:
    """The time of the machine, but it never goes back: where that does, this one goes on at half the pace until they meet.

    Where the machine's time jumps ahead, this one follows, and `Uptime` sees a time in which nobody could have moved.
    """

    def __init__(self, wall: Callable[[], float] = now_ms, running: Callable[[], float] = time.monotonic):
        self._wall = wall
        self._running = running
        self._now = float(wall())
        self._seen = running()

    def __call__(self) -> int:
        seen = self._running()
        self._now = max(self._wall(), self._now + 500 * (seen - self._seen))
        self._seen = seen
        return int(self._now)

    def not_before(self, at: int) -> None:
        self._now = max(self._now, at)


class Uptime:
    """`gaps` are the times in which no worker was there, each from and until when, in order."""

    def __init__(self, database: Database, clock: Callable[[], int]):
        self.database = database
        self.clock = clock
        self.gaps: list[tuple[int, int]] = []
        self._alive = 0  # when this worker last looked

    async def beat(self) -> bool:
        """Write down that somebody is there, and learn when nobody was; says whether that is news."""
        now, known = self.clock(), self.gaps
        async with self.database.reading() as conn:
            wanted = await stored.wanted(conn)
        if wanted:
            async with self.database.transaction() as conn:
                await stored.beat(conn, now, self._alive, GAP_MS)
                self.gaps = await stored.gaps(conn, now - KEPT_MS, GAP_MS)
        self._alive = now
        return self.gaps[-1:] != known[-1:]

    async def look(self) -> None:
        """Before anything depends on what time it is: perhaps this worker did not run for a while itself."""
        if self.clock() - self._alive > GAP_MS:
            await self.beat()
