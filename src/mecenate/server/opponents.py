"""Bots that play at tables. They think in processes of their own, and a bot that fails never stops a game.

A position leaves the server's memory only after everything that the seat can't know has been dealt anew. A process that
thinks for too long is ended and replaced; then a simpler bot answers.
"""

import asyncio
import itertools
import logging
import random
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import Literal, Self

import msgspec
import numpy as np

from mecenate import bots
from mecenate.core.errors import MecenateError
from mecenate.core.match import SEED_LIMIT, Match
from mecenate.server.thinking import Answer, Job, Maker, think

logger = logging.getLogger("mecenate.opponents")

SIMPLE = "greedy"  # the bot that answers when another fails
SIMPLE_S = 5.0
FIRST_S = 60.0  # the first answer of a bot may take longer: at worst the game has to be compiled
AGAIN_S = 10.0  # and the first one of each process: it reads the game

Why = Literal["start", "crash", "time", "error", "nonsense"]


class Failed(MecenateError):
    """A bot gave no answer that can be used."""

    def __init__(self, why: Why, detail: str = ""):
        super().__init__(f"{why} {detail}".strip())
        self.why: Why = why


class Thinker:
    """A process, seen from the one thread that talks to it."""

    def __init__(self, make: Maker):
        context = get_context("spawn")
        try:
            self.conn, theirs = context.Pipe()
            self.process = context.Process(target=think, args=(theirs, make), name="mecenate-bot", daemon=True)
            self.process.start()
            theirs.close()
        except (OSError, AssertionError) as error:  # no room for a process, or this one may have none
            raise Failed("start", type(error).__name__) from None
        self.known: set[tuple[str, str]] = set()  # levels and games that it has answered for

    def ask(self, job: Job, limit_s: float) -> int:
        try:
            self.conn.send_bytes(msgspec.msgpack.encode(job))
            if not self.conn.poll(limit_s):
                self.end()
                raise Failed("time")
            answer = msgspec.msgpack.decode(self.conn.recv_bytes(), type=Answer)
        except (EOFError, OSError, msgspec.DecodeError):
            self.end()
            raise Failed("crash") from None
        self.known.add((job.level, job.game))
        if answer.error or answer.number != job.number:
            raise Failed("error", answer.error)
        return answer.action

    def end(self) -> None:
        """At once: who hangs does not listen."""
        self.process.kill()
        self.process.join()
        self.conn.close()

    @property
    def alive(self) -> bool:
        return not self.conn.closed and self.process.is_alive()


class Opponents:
    """`processes` bots can think at once; a process starts when it is first needed. Used as `async with Opponents(2):`."""

    def __init__(self, processes: int = 1, make: Maker = bots.make):
        self.answers = 0
        self.failures = 0
        self._make = make
        self._threads = ThreadPoolExecutor(processes, "opponents")  # a thread waits for a process of its own
        self._own = threading.local()
        self._thinkers: set[Thinker] = set()
        self._tried: set[tuple[str, str]] = set()  # levels and games
        self._stopped = threading.Event()
        self._numbers = itertools.count()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stopped.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for thinker in list(self._thinkers):
            thinker.process.kill()  # its thread sees that, and ends
        await asyncio.to_thread(self._threads.shutdown)

    async def choose(self, level: str, match: Match, budget_s: float) -> int:
        """The number of an offered move for the seat that is asked. There is always one, whatever happens to the bot."""
        offered = match.legal_actions()
        if len(offered) == 1:
            return offered[0]
        apart = blind(match)
        try:
            action = await self._thought(level, apart, budget_s)
            if action not in offered:
                raise Failed("nonsense")
            self.answers += 1
            return action
        except Failed as failed:
            self.failures += 1
            logger.warning("bot %s at %s gave no answer: %s", level, match.game.key, failed)
            return await self._simple(level, failed.why, apart, offered)

    async def _thought(self, level: str, match: Match, budget_s: float) -> int:
        seed = secrets.randbelow(SEED_LIMIT)
        job = Job(next(self._numbers), level, match.game.key, match.seats, match.options, match.rows.tobytes(), seed)
        for attempt in (1, 2):
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, job, budget_s)
            except Failed as failed:
                if failed.why != "crash" or attempt == 2 or self._stopped.is_set():  # it may not have been the bot's fault
                    raise
            except RuntimeError:  # the pool is being shut down
                raise Failed("start", "stopped") from None
        raise AssertionError

    def _ask(self, job: Job, limit_s: float) -> int:
        thinker: Thinker | None = getattr(self._own, "thinker", None)
        if self._stopped.is_set():
            raise Failed("start", "stopped")
        if thinker is None or not thinker.alive:
            thinker = self._own.thinker = Thinker(self._make)
            self._thinkers.add(thinker)
            if self._stopped.is_set():  # meanwhile: whoever stops has not seen this one
                thinker.end()
                raise Failed("start", "stopped")
        kind = (job.level, job.game)
        if kind not in thinker.known:
            limit_s += AGAIN_S if kind in self._tried else FIRST_S
            self._tried.add(kind)
        try:
            return thinker.ask(job, limit_s)
        finally:
            if not thinker.alive:
                self._thinkers.discard(thinker)

    async def _simple(self, level: str, why: Why, match: Match, offered: list[int]) -> int:
        """The answer of the greedy bot, thought here, or any. What crashed or hung elsewhere is not tried here again."""
        if bots.judged(match.game) and (level != SIMPLE or why == "start"):
            bot = bots.make(SIMPLE, match.game, secrets.randbelow(SEED_LIMIT))
            try:
                async with asyncio.timeout(SIMPLE_S):
                    action = await asyncio.to_thread(bot.choose, match)
                if action in offered:
                    return action
            except Exception as error:
                logger.warning("bot %s at %s failed too: %s", SIMPLE, match.game.key, type(error).__name__)
        return random.choice(offered)


def blind(match: Match) -> Match:
    """The position as the seat that is asked may imagine it, and without the last move's events, which tell of hidden cards."""
    twin = match.copy()
    twin.game.redeal(twin.rows, 0, twin.seat, np.uint64(secrets.randbelow(SEED_LIMIT)))
    twin.state.happened = 0
    twin.state.events[:] = np.zeros_like(twin.state.events)
    return twin
