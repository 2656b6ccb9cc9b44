"""The process in which games are looked back on and hints are found, one question after the other."""

import contextlib
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import numpy as np

from mecenate.core.match import Match
from mecenate.games import load
from mecenate.insight.analysis import Decision, decide
from mecenate.insight.hint import Hint, hint

NICER = 15  # people's requests go before it, and so do bots that somebody waits for


class Job(msgspec.Struct, frozen=True):
    """A question of a game. With an answer that was played it is looked back on, without one a hint is wanted."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    rows: bytes
    seed: int
    simulations: int
    position: int
    played: int | None = None


class Found(msgspec.Struct, frozen=True):
    decision: Decision | None = None
    hint: Hint | None = None
    error: str = ""  # the kind of an error; its words might tell something of the position


Ponder = Callable[[Match, Job], Found]


def ponder(match: Match, job: Job) -> Found:
    if job.played is None:
        return Found(hint=hint(match, job.seed, job.simulations))
    return Found(decide(match, job.position, job.played, job.simulations, job.seed))


def work(conn: Connection, answer: Ponder) -> None:
    """Answer one job after the other until the other side is gone."""
    with contextlib.suppress(OSError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
        os.nice(NICER)
    matches: dict[Any, Match] = {}
    while True:
        try:
            job = msgspec.msgpack.decode(conn.recv_bytes(), type=Job)
        except (EOFError, OSError):
            return
        try:
            kind = (job.game, job.seats, *sorted(job.options.items()))
            if kind not in matches:
                matches[kind] = Match(load(job.game), job.seats, 0, job.options)
            match = matches[kind]
            match.rows[0] = np.frombuffer(job.rows, np.uint8)
            found = answer(match, job)
        except Exception as error:
            found = Found(error=type(error).__name__)
        conn.send_bytes(msgspec.msgpack.encode(found))
