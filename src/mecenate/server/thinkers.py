"""The processes in which bots think, and the queue before them.

Processes start in the background and are made ready before anybody gets one; one that died is replaced in the same way. Who
waits for one is served in the order in which they came: a table asks one bot at a time, so that is also fair to tables.
"""

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from typing import Literal, TypeVar

import msgspec

from mecenate.core.errors import MecenateError
from mecenate.server.thinking import READY, Answer, Job, Maker, think

logger = logging.getLogger("mecenate.opponents")

START_S = 600.0  # for a process to get ready: at worst it has to compile every game
REST_S = 10.0  # after a process that did not get ready
NONE_READY = "no process is ready"

Why = Literal["start", "crash", "time", "error", "nonsense", "busy"]
Result = TypeVar("Result")


class Failed(MecenateError):
    """A bot gave no answer that can be used."""

    def __init__(self, why: Why, detail: str = ""):
        super().__init__(f"{why} {detail}".strip())
        self.why: Why = why


class Thinker:
    """A process, seen from the one thread that talks to it at a time."""

    def __init__(self, make: Maker):
        context = get_context("spawn")
        try:
            self.conn, theirs = context.Pipe()
            self.process = context.Process(target=think, args=(theirs, make), name="mecenate-bot", daemon=True)
            self.process.start()
            theirs.close()
        except (OSError, AssertionError) as error:  # no room for a process, or this one may have none
            raise Failed("start", type(error).__name__) from None

    def wait_ready(self) -> None:
        if self._received(START_S) != READY:
            self.end()
            raise Failed("start")

    def ask(self, job: Job, limit_s: float) -> int:
        try:
            self.conn.send_bytes(msgspec.msgpack.encode(job))
            answer = msgspec.msgpack.decode(self._received(limit_s), type=Answer)
        except (OSError, msgspec.DecodeError):
            self.end()
            raise Failed("crash") from None
        if answer.error or answer.number != job.number:
            raise Failed("error", answer.error)
        return answer.action

    def _received(self, limit_s: float) -> bytes:
        try:
            if self.conn.poll(limit_s):
                return self.conn.recv_bytes()
        except (EOFError, OSError):
            self.end()
            raise Failed("crash") from None
        self.end()
        raise Failed("time")

    def end(self) -> None:
        """At once: who hangs does not listen."""
        self.process.kill()
        self.process.join()
        self.conn.close()

    @property
    def alive(self) -> bool:
        return not self.conn.closed and self.process.is_alive()


class Thinkers:
    """At most `most` processes."""

    def __init__(self, most: int, make: Maker):
        self.most = most
        self.asking = 0  # how many wait for a process or have one
        self._make = make
        self._threads = ThreadPoolExecutor(most, "opponents")  # a process is talked to, or waited for, in a thread
        self._all: set[Thinker] = set()
        self._ready: set[Thinker] = set()  # those that can be asked or are being asked
        self._idle: deque[Thinker] = deque()
        self._waiting: deque[asyncio.Future[Thinker]] = deque()
        self._starting: set[asyncio.Task[None]] = set()
        self._rest_until = 0.0
        self._stopped = threading.Event()

    async def stop(self) -> None:
        self._stopped.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for thinker in list(self._all):
            thinker.process.kill()  # its thread sees that, and ends
        await asyncio.to_thread(self._threads.shutdown)
        for thinker in list(self._all):
            thinker.end()
        await asyncio.gather(*self._starting, return_exceptions=True)

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def start(self) -> None:
        """Start, in the background, what is missing."""
        for thinker in [one for one in self._idle if not one.alive]:  # died while nobody asked it
            self._idle.remove(thinker)
            self._drop(thinker)
        if self.stopped or time.monotonic() < self._rest_until:
            return
        for _ in range(self.most - len(self._ready) - len(self._starting)):
            task = asyncio.create_task(self._start())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def all_ready(self) -> None:
        """Until as many processes as there may be can be asked."""
        while len(self._ready) < self.most and not self.stopped:
            self.start()
            await asyncio.gather(*self._starting)
            await asyncio.sleep(0.01)

    async def _start(self) -> None:
        try:
            thinker = await self._run(self._started)
        except Failed as failed:
            self._rest_until = time.monotonic() + REST_S
            if not self.stopped:
                logger.warning("no process for bots: %s", failed)
            return
        self._ready.add(thinker)
        self._hand_out(thinker)

    def _started(self) -> Thinker:
        if self.stopped:
            raise Failed("start", "stopped")
        thinker = Thinker(self._make)
        self._all.add(thinker)
        try:
            if self.stopped:  # meanwhile: whoever stops has not seen this one
                thinker.end()
                raise Failed("start", "stopped")
            thinker.wait_ready()
        except Failed:
            self._all.discard(thinker)
            raise
        return thinker

    async def ask(self, job: Callable[[], tuple[Job, float]], patience_s: float) -> int:
        """The answer to a job, which is made when a process is free for it, with the time that it may take at most.

        Who waits longer than `patience_s` has failed, and so has at once who asks while no process is ready.
        """
        self.asking += 1
        try:
            thinker = await self._next(patience_s)
        except BaseException:
            self.asking -= 1
            raise
        try:
            work = asyncio.ensure_future(self._run(thinker.ask, *job()))
        except BaseException:
            self._put(thinker)
            raise
        work.add_done_callback(lambda done: (done.cancelled() or done.exception(), self._put(thinker)))
        return await asyncio.shield(work)  # who no longer waits for the answer does not stop the thought: it ends soon

    async def _run(self, work: Callable[..., Result], *args: object) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
        except RuntimeError:  # the threads are being shut down
            raise Failed("start", "stopped") from None

    async def _next(self, patience_s: float) -> Thinker:
        self.start()
        if self._idle:
            return self._idle.popleft()
        if not self._ready:
            raise Failed("busy", NONE_READY)
        place: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            async with asyncio.timeout(patience_s):
                return await place
        except BaseException as gone:
            if place.done() and not place.cancelled() and not place.exception():  # it came a moment too late
                self._hand_out(place.result())
            if isinstance(gone, TimeoutError):
                raise Failed("busy", "no process was free") from None
            raise
        finally:
            with suppress(ValueError):
                self._waiting.remove(place)

    def _put(self, thinker: Thinker) -> None:
        self.asking -= 1
        if thinker.alive:
            self._hand_out(thinker)
        else:
            self._drop(thinker)
            self.start()

    def _hand_out(self, thinker: Thinker) -> None:
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(thinker)
                return
        self._idle.append(thinker)

    def _drop(self, thinker: Thinker) -> None:
        self._ready.discard(thinker)
        self._all.discard(thinker)
        for place in [] if self._ready else self._waiting:
            if not place.done():
                place.set_exception(Failed("busy", NONE_READY))
