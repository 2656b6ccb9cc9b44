"""A child process that answers questions about positions: how it is started, asked and ended, and the loop within it.

What it thinks is a `Work`, which the process gets when it starts. A process that does not answer in time, or no longer, is
ended at once, so that nothing that comes late is taken for the answer to the next question.
"""

import contextlib
import os
import signal
from abc import ABC, abstractmethod
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, Literal, TypeVar

import msgspec
import numpy as np

from mecenate.core.errors import MecenateError
from mecenate.core.match import Match
from mecenate.games import load

Why = Literal["start", "crash", "time", "error", "nonsense", "busy"]
WARM_UP = b""  # stands where else a job does


class Failed(MecenateError):
    """There is no answer that can be used."""

    def __init__(self, why: Why, detail: str = ""):
        super().__init__(f"{why} {detail}".strip())
        self.why: Why = why


class Job(msgspec.Struct, frozen=True):
    """A position. What is asked about it is for each work to add."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    rows: bytes
    seed: int


class Answer(msgspec.Struct, frozen=True):
    found: Any = None
    error: str = ""  # the kind of an error; its words might tell something of the position


Asked = TypeVar("Asked", bound=Job)
Found = TypeVar("Found")


class Work(ABC, Generic[Asked, Found]):
    """What a process does. It is pickled on its way there, and keeps there what it needs from job to job."""

    name: str  # of the process
    nicer: int  # so much others go before it
    asked: type[Asked]
    found: type[Found]

    def prepare(self) -> None:
        """What nobody should have to wait for later."""

    @abstractmethod
    def answer(self, match: Match, job: Asked) -> Found: ...


class Child(Generic[Asked, Found]):
    """The process, seen from the one thread that talks to it at a time. `stop` is for any thread, and for good."""

    _conn: Connection

    def __init__(self, work: Work[Asked, Found]):
        self.work = work
        self.process: SpawnProcess | None = None
        self.stopped = False

    @property
    def alive(self) -> bool:
        process = self.process
        return process is not None and process.is_alive()

    def start(self) -> None:
        """A new process, in place of the last one if there was any."""
        self.end()
        if self.stopped:
            raise Failed("start", "stopped")
        try:
            self._start()
        except (OSError, AssertionError) as error:  # no room for a process, or this one may have none
            raise Failed("start", type(error).__name__) from None
        if self.stopped:  # meanwhile: whoever stopped it has not seen this process
            self.end()
            raise Failed("start", "stopped")

    def _start(self) -> None:
        context = get_context("spawn")
        self._conn, theirs = context.Pipe()
        try:
            with theirs:
                process = context.Process(target=run, args=(theirs, self.work), name=self.work.name, daemon=True)
                process.start()
        except BaseException:
            self._conn.close()
            raise
        self.process = process

    def warm_up(self, limit_s: float) -> None:
        try:
            self._ask(WARM_UP, limit_s)
        except Failed:
            self.end()
            raise

    def ask(self, job: Asked, limit_s: float) -> Found:
        found = self._ask(msgspec.msgpack.encode(job), limit_s)
        try:
            return msgspec.convert(found, self.work.found)
        except msgspec.ValidationError:
            raise Failed("nonsense") from None

    def _ask(self, asked: bytes, limit_s: float) -> Any:
        try:
            self._conn.send_bytes(asked)
            if not self._conn.poll(limit_s):
                raise Failed("time")
            answer = msgspec.msgpack.decode(self._conn.recv_bytes(), type=Answer)
        except BaseException as error:
            self.end()
            if isinstance(error, EOFError | OSError | msgspec.DecodeError):
                raise Failed("crash") from None
            raise
        if answer.error:
            raise Failed("error", answer.error)
        return answer.found

    def stop(self) -> None:
        """The thread that talks to it sees that, and ends; then `end` is due."""
        self.stopped = True
        if process := self.process:
            process.kill()

    def end(self) -> None:
        """At once: who hangs does not listen."""
        if process := self.process:
            process.kill()
            process.join()
            self._conn.close()
            self.process = None


def run(conn: Connection, work: Work[Any, Any]) -> None:
    """Within the process: answer one job after the other until the other side is gone."""
    with contextlib.suppress(OSError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
        if hasattr(os, "nice"):
            os.nice(work.nicer)
    matches: dict[Any, Match] = {}
    with contextlib.suppress(EOFError, OSError):
        while True:
            asked = conn.recv_bytes()
            try:
                told = msgspec.msgpack.encode(Answer(_found(work, asked, matches)))
            except Exception as error:
                told = msgspec.msgpack.encode(Answer(error=type(error).__name__))
            conn.send_bytes(told)


def _found(work: Work[Any, Any], asked: bytes, matches: dict[Any, Match]) -> object:
    if asked == WARM_UP:
        return work.prepare()
    job = msgspec.msgpack.decode(asked, type=work.asked)
    kind = (job.game, job.seats, *sorted(job.options.items()))
    if kind not in matches:
        matches[kind] = Match(load(job.game), job.seats, 0, job.options)
    match = matches[kind]
    match.rows[0] = np.frombuffer(job.rows, np.uint8)
    return work.answer(match, job)
