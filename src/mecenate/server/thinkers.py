"""The processes in which bots think, and the queue before them.

Processes start in the background and are made ready before anybody gets one; one that died is replaced in the same way. Who
waits for one is served in the order in which they came: a table asks one bot at a time, so that is also fair to tables.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from mecenate.server.child import Child, Failed
from mecenate.server.thinking import Job, Maker, Thinking

logger = logging.getLogger("mecenate.opponents")

START_S = 60.0  # for a process to get ready
REST_S = 10.0  # after a process that did not get ready
NONE_READY = "no process is ready"

Result = TypeVar("Result")
Thinker = Child[Job, int]


class Thinkers:
    """At most `most` processes."""

    def __init__(self, most: int, make: Maker):
        self.most = most
        self.asking = 0  # how many wait for a process or have one
        self.stopped = False
        self._threads = ThreadPoolExecutor(most, "opponents")  # a process is talked to, or waited for, in a thread
        self._all: list[Thinker] = [Child(Thinking(make)) for _ in range(most)]
        self._ready: set[Thinker] = set()  # those that can be asked or are being asked
        self._idle: deque[Thinker] = deque()
        self._waiting: deque[asyncio.Future[Thinker]] = deque()
        self._starting: dict[Thinker, asyncio.Task[None]] = {}
        self._rest_until = 0.0

    async def stop(self) -> None:
        self.stopped = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for thinker in self._all:
            thinker.stop()
        await asyncio.to_thread(self._threads.shutdown)
        for thinker in self._all:
            thinker.end()
        await asyncio.gather(*self._starting.values(), return_exceptions=True)

    def start(self) -> None:
        """Start, in the background, what is missing."""
        for thinker in [one for one in self._idle if not one.alive]:  # died while nobody asked it
            self._idle.remove(thinker)
            self._drop(thinker)
        if self.stopped or time.monotonic() < self._rest_until:
            return
        for thinker in self._all:
            if thinker not in self._ready and thinker not in self._starting:
                task = self._starting[thinker] = asyncio.create_task(self._start(thinker))
                task.add_done_callback(lambda _, thinker=thinker: self._starting.pop(thinker))

    async def all_ready(self) -> None:
        """Until as many processes as there may be can be asked."""
        while len(self._ready) < self.most and not self.stopped:
            self.start()
            await asyncio.gather(*self._starting.values())
            await asyncio.sleep(0.01)

    async def _start(self, thinker: Thinker) -> None:
        try:
            await self._run(thinker.start)
            await self._run(thinker.warm_up, START_S)
        except Failed as failed:
            self._rest_until = time.monotonic() + REST_S
            if not self.stopped:
                logger.warning("no process for bots: %s", failed)
            return
        self._ready.add(thinker)
        self._hand_out(thinker)

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
        for place in [] if self._ready else self._waiting:
            if not place.done():
                place.set_exception(Failed("busy", NONE_READY))
