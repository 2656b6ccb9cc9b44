"""The process in which bots think. It gets positions with everything hidden dealt anew, and answers with numbers of moves."""

import contextlib
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import numpy as np

from mecenate.bots import Bot
from mecenate.core.game import Game
from mecenate.core.match import Match
from mecenate.games import load

NICER = 10  # people's requests go before bots' thoughts

Maker = Callable[[str, Game, int], Bot]


class Job(msgspec.Struct, frozen=True):
    number: int
    level: str
    game: str
    seats: int
    options: dict[str, bool | int | str]
    rows: bytes
    seed: int


class Answer(msgspec.Struct, frozen=True):
    number: int
    action: int = -1
    error: str = ""  # the kind of an error; its words might tell something of the position


def think(conn: Connection, make: Maker) -> None:
    """Answer one job after the other until the other side is gone."""
    with contextlib.suppress(OSError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
        os.nice(NICER)
    matches: dict[Any, Match] = {}
    made: dict[Any, Bot] = {}
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
            if (job.level, job.game) not in made:
                made[job.level, job.game] = make(job.level, match.game, job.seed)
            answer = Answer(job.number, int(made[job.level, job.game].choose(match)))
        except Exception as error:
            answer = Answer(job.number, error=type(error).__name__)
        conn.send_bytes(msgspec.msgpack.encode(answer))
