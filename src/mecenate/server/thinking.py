"""The process in which bots think. It gets positions with everything hidden dealt anew, and answers with numbers of moves."""

import contextlib
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import numpy as np

from mecenate import bots
from mecenate.bots import levels
from mecenate.core.game import Game
from mecenate.core.match import Match
from mecenate.games import GAMES, load

NICER = 10  # people's requests go before bots' thoughts
READY = b"ready"

Maker = Callable[[str, Game, int], bots.Bot]


class Job(msgspec.Struct, frozen=True):
    number: int
    level: str
    game: str
    seats: int
    options: dict[str, bool | int | str]
    rows: bytes
    seed: int
    seconds: float


class Answer(msgspec.Struct, frozen=True):
    number: int
    action: int = -1
    error: str = ""  # the kind of an error; its words might tell something of the position


def think(conn: Connection, make: Maker) -> None:
    """Answer one job after the other until the other side is gone."""
    with contextlib.suppress(OSError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
        os.nice(NICER)
    prepare()
    with contextlib.suppress(OSError):
        conn.send_bytes(READY)
    matches: dict[Any, Match] = {}
    made: dict[Any, bots.Bot] = {}
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
            if (job.level, job.game) not in made:  # a bot keeps the memory of its search for the next one
                made[job.level, job.game] = make(job.level, match.game, job.seed)
            bot = made[job.level, job.game]
            bot.seconds = job.seconds
            answer = Answer(job.number, int(bot.choose(match)))
        except Exception as error:
            answer = Answer(job.number, error=type(error).__name__)
        conn.send_bytes(msgspec.msgpack.encode(answer))


def prepare() -> None:
    """Read, or even compile, what bots think with; nobody at a table should wait for that."""
    for key in GAMES:
        game = load(key)
        for level in levels.offered(game):
            with contextlib.suppress(Exception):  # told when somebody asks this bot
                bots.make(level, game, 0, seconds=0.0).choose(Match(game, game.seats[0], 0))
