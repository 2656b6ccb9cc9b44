"""Bots that play at tables. Whatever happens to one, a move comes, and in time.

Those that think do so in processes of their own, for the seconds that the server allows. If more want to think than there are
processes, they share the time: the longer the queue, the shorter the thoughts, down to none. Where a bot gives no answer,
or none in time, the simple one answers instead, here and at once.
A position leaves the server's memory only after everything that the seat can't know has been dealt anew.
"""

import asyncio
import logging
import random
import secrets
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

import numpy as np

from mecenate import bots
from mecenate.bots.levels import AT_ONCE, CHANCE, SIMPLE
from mecenate.core.game import Game
from mecenate.core.match import SEED_LIMIT, Match
from mecenate.games import GAMES, load
from mecenate.server.child import Failed
from mecenate.server.thinkers import Thinkers
from mecenate.server.thinking import Job, Maker

logger = logging.getLogger("mecenate.opponents")

SECONDS = 1.0  # that a bot may think about an answer
LEAST_S = 0.02  # less is not worth the way to another process
PATIENCE = 2  # times the seconds of a thought: to wait for a process and to think there
SPARE_S = 3.0  # beyond that, before a process that does not answer is ended: it may only get little of a busy machine
SIMPLE_S = 5.0
TOOK = 20
LOOK_S = 0.5  # between two looks whether there is a game that can be searched


@dataclass
class Counts:
    """What came of questions to bots; those with one answer and those of bots that answer at once are not among them."""

    answers: int = 0  # that bots thought about
    hurried: int = 0  # of these, in less time than they would have had alone
    stood_in: int = 0  # no process was free in time, or ready yet: the simple bot answered
    failures: int = 0  # a bot gave no answer, or a wrong one: the simple bot answered
    late: int = 0  # answers that came after the limit
    longest_ms: int = 0  # from the question to the answer


class Opponents:
    """`processes` bots can think at once. Used as `async with Opponents(2):`."""

    def __init__(
        self,
        processes: int = 1,
        make: Maker = bots.make,
        *,
        seconds: float = SECONDS,
        spare_s: float = SPARE_S,
        searches: Callable[[Game], bool] = bots.can_search,
    ):
        self.searches = searches  # whether a game is compiled as far as bots need it that search
        self.seconds = seconds
        self.limit_s = PATIENCE * seconds + spare_s  # from the question to the answer, whatever happens
        self.counts = Counts()
        self._spare_s = spare_s
        self._thinkers = Thinkers(processes, make)
        self._simple_thread = ThreadPoolExecutor(1, "opponents-simple")
        self._simple_bots: dict[str, bots.Bot] = {}
        self._warming: asyncio.Task[None] | None = None
        self._took: dict[tuple[str, str], deque[float]] = {}  # seconds of the last answers of each level at each game

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._warming:
            self._warming.cancel()
        self._simple_thread.shutdown(wait=False, cancel_futures=True)
        await self._thinkers.stop()

    def warm_up(self) -> None:
        """Start the processes in the background as soon as there is something to think with, not when the first bot has to."""
        self._warming = asyncio.create_task(self._warm_up())

    async def _warm_up(self) -> None:
        while not any(self.searches(load(key)) for key in GAMES):
            await asyncio.sleep(LOOK_S)
        self._thinkers.start()

    async def ready(self) -> None:
        await self._thinkers.all_ready()

    @property
    def waiting(self) -> int:
        """How many think or wait for it."""
        return self._thinkers.asking

    async def choose(self, level: str, match: Match) -> int:
        """The number of an offered move for the seat that is asked. There is always one, whatever happens to the bot."""
        offered = match.legal_actions()
        if level == CHANCE:
            return random.choice(offered)
        took = self._took.setdefault((level, match.game.key), deque(maxlen=TOOK))
        if len(offered) == 1:  # that there was no choice may be nobody's business: a hand, or hidden money
            await asyncio.sleep(random.choice(took) if took else 0)
            return offered[0]
        began = time.monotonic()
        try:
            return await self._choice(level, match, offered)
        finally:
            took.append(time.monotonic() - began)

    async def _choice(self, level: str, match: Match, offered: list[int]) -> int:
        apart = blind(match)
        if level in AT_ONCE:
            return await self._simple(apart, offered)
        if not self.searches(match.game):
            self.counts.stood_in += 1
            return await self._simple(apart, offered)
        began = time.monotonic()
        try:
            return await self._thought(level, apart, offered, began)
        except Failed as failed:
            if failed.why == "busy":
                self.counts.stood_in += 1
            else:
                self.counts.failures += 1
                logger.warning("bot %s at %s gave no answer: %s", level, match.game.key, failed)
            return await self._simple(apart, offered)
        finally:
            took = time.monotonic() - began
            self.counts.longest_ms = max(self.counts.longest_ms, round(1000 * took))
            self.counts.late += took > self.limit_s

    async def _thought(self, level: str, match: Match, offered: list[int], began: float) -> int:
        patience_s = PATIENCE * self.seconds
        hurried = False

        def job() -> tuple[Job, float]:
            nonlocal hurried
            seconds = min(self._share(), began + patience_s - time.monotonic())
            if seconds < LEAST_S:
                raise Failed("busy", "too many wait")
            hurried = seconds < self.seconds
            return _job(level, match, seconds), seconds + self._spare_s

        action = await self._thinkers.ask(job, patience_s)
        if action not in offered:
            raise Failed("nonsense")
        self.counts.answers += 1
        self.counts.hurried += hurried
        return action

    def _share(self) -> float:
        """So long that all who wait now will be answered in the time of one thought."""
        return self.seconds * min(1.0, self._thinkers.most / max(1, self._thinkers.asking))

    async def _simple(self, match: Match, offered: list[int]) -> int:
        """The answer of the simple bot, or any."""
        if bots.judged(match.game):
            try:
                async with asyncio.timeout(SIMPLE_S):
                    loop = asyncio.get_running_loop()
                    action = await loop.run_in_executor(self._simple_thread, self._simply, match)
                if action in offered:
                    return action
            except Exception as error:
                logger.warning("bot %s at %s failed: %s", SIMPLE, match.game.key, type(error).__name__)
        return random.choice(offered)

    def _simply(self, match: Match) -> int:
        key = match.game.key
        if key not in self._simple_bots:
            self._simple_bots[key] = bots.make(SIMPLE, match.game, secrets.randbelow(SEED_LIMIT))
        return self._simple_bots[key].choose(match)


def _job(level: str, match: Match, seconds: float) -> Job:
    rows, seed = match.rows.tobytes(), secrets.randbelow(SEED_LIMIT)
    return Job(match.game.key, match.seats, match.options, rows, seed, level, seconds)


def blind(match: Match) -> Match:
    """The position as the seat that is asked may imagine it, and without the last move's events, which tell of hidden cards."""
    twin = match.copy()
    twin.game.redeal(twin.rows, 0, twin.seat, np.uint64(secrets.randbelow(SEED_LIMIT)))
    twin.state.happened = 0
    twin.state.events[:] = np.zeros_like(twin.state.events)
    return twin
