"""Many tables at once: how long a move takes from the request to the last screen at its table.

    python -m bench.load                          10, 50, 250 and 1000 tables of four, a move a table every five seconds
    python -m bench.load --tables 250 --rate 50   one step, with so many moves a second in all

The server has a core of its own and so have the clients, who all live in one process. A delivery counts when the situation
after the move has arrived and its head was read. Live connections compress as browsers do; --plain leaves that out.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Shown

from bench.people import Person, sit
from bench.serving import Server, ended_cleanly, some_database
from mecenate.games import GAMES, load

SEATS = 4
EVERY_S = 5.0  # a move at each table
MOST_MS = 100.0  # what the 99th of a hundred moves may take, at most
SEQ = re.compile(rb'"seq":(\d+)')
AT_ONCE = 16  # people who sit down at the same time


@dataclass
class Measured:
    tables: int
    players: int
    wanted: float  # moves a second
    moves: int = 0
    late: int = 0  # moves that were not delivered before the table's next one was due
    p50: float = 0.0
    p95: float = 0.0
    p99: float = 0.0
    longest: float = 0.0
    answer_p50: float = 0.0  # until the request was answered
    rate: float = 0.0  # moves a second that were made
    core: float = 0.0  # share of its core that the server used
    cpu_ms: float = 0.0  # of the processor for a move, all in all: also at a busy machine the same
    clients: float = 0.0  # and the clients of theirs
    memory_mb: float = 0.0
    sent_kb: float = 0.0  # a move, to all at the table
    load: float = 0.0  # of the machine, beside this

    @property
    def holds(self) -> bool:
        return self.p99 < MOST_MS and self.rate > 0.95 * self.wanted


class LoadTable:
    """A table whose people listen, and whose moves are made when they are told to."""

    def __init__(self, people: list[Person], key: str):
        self.people, self.key = people, key
        self.now: dict[str, Any] = {}
        self.seen = [0] * len(people)
        self.received = 0
        self.over = False
        self._all = asyncio.Event()
        self._wanted = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def listen(self, compressed: bool) -> None:
        ready = [asyncio.Event() for _ in self.people]
        self._tasks = [asyncio.create_task(self._hear(n, ready[n], compressed)) for n in range(len(self.people))]
        for one in ready:
            await one.wait()

    async def _hear(self, seat: int, ready: asyncio.Event, compressed: bool) -> None:
        async with self.people[seat].live(self.key, compressed=compressed) as socket:
            while True:
                data = await socket.recv(decode=False)
                self.received += len(data)
                head = data[:120]
                if b'"type":"situation"' in head:
                    found = SEQ.search(head)
                    assert found
                    self.seen[seat] = int(found[1])
                    ready.set()
                    if self._wanted and min(self.seen) >= self._wanted:
                        self._all.set()

    async def move(self, chance: random.Random) -> tuple[float, float] | None:
        """Milliseconds until the answer, and until the last delivery; None if the game is over."""
        if not self.now:
            self.now = await self.people[0].must("GET", f"/api/tables/{self.key}/situation")
        seat = self.now["asked"]
        if not self.now["offers"]:
            self.now = await self.people[seat].must("GET", f"/api/tables/{self.key}/situation")
        body = {
            "seat": seat, "move": chance.choice(self.now["offers"])["notation"], "after": self.now["position"],
            "seen": self.now["seq"],
        }  # fmt: skip
        self._all.clear()
        self._wanted = self.now["seq"] + 1
        began = time.perf_counter()
        self.now = await self.people[seat].must("POST", f"/api/tables/{self.key}/move", body)
        answered = time.perf_counter()
        if min(self.seen) < self._wanted:
            await self._all.wait()
        done = time.perf_counter()
        self.over = self.now["status"] == "over"
        return 1000 * (answered - began), 1000 * (done - began)

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@dataclass
class Crowd:
    """Everybody who plays, and how tables are made for them."""

    server: Server
    compressed: bool
    tables: list[LoadTable] = field(default_factory=list)
    people: int = 0

    async def grow(self, to: int) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                people = [Person(self.server.port, SEATS * number + n) for n in range(SEATS)]
                for person in people:
                    await person.enter()
                self.tables.append(await self._table(people, number))

        await asyncio.gather(*(one(number) for number in range(len(self.tables), to)))
        self.people = SEATS * len(self.tables)

    async def _table(self, people: list[Person], number: int) -> LoadTable:
        game = list(GAMES)[number % len(GAMES)]
        table = LoadTable(people, await sit(people, game))
        await table.listen(self.compressed)
        return table

    async def again(self, table: LoadTable) -> None:
        """A new game where one has ended."""
        await table.leave()
        number = self.tables.index(table)
        self.tables[number] = await self._table(table.people, number)


async def measure(crowd: Crowd, rate: float, warm_s: float, seconds: float, seed: int = 1) -> Measured:
    """Moves at all tables in turn, so many a second in all, at even distances whatever they take."""
    server, chance = crowd.server, random.Random(seed)
    found = Measured(len(crowd.tables), crowd.people, rate)
    took: list[float] = []
    answers: list[float] = []
    busy: set[int] = set()
    running: set[asyncio.Task[None]] = set()
    counts = {"received": 0, "moves": 0}

    async def one(number: int, counted: bool) -> None:
        table = crowd.tables[number]
        before = table.received
        try:
            made = await table.move(chance)
            if made and counted:
                answers.append(made[0])
                took.append(made[1])
                counts["received"] += table.received - before
            if table.over:
                await crowd.again(table)
        finally:
            busy.discard(number)

    async def go(duration: float, counted: bool) -> None:
        began, number = time.perf_counter(), 0
        while (due := began + number / rate) < began + duration:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            which = number % len(crowd.tables)
            number += 1
            if which in busy:
                found.late += counted
                continue
            busy.add(which)
            task = asyncio.create_task(one(which, counted))
            running.add(task)
            task.add_done_callback(running.discard)
            task.add_done_callback(lambda done: done.cancelled() or done.result())
        if running:
            await asyncio.wait(running, timeout=30)

    await go(warm_s, counted=False)
    gc.collect()
    began, used, own = time.perf_counter(), server.seconds(), time.process_time()
    await go(seconds, counted=True)
    passed = time.perf_counter() - began
    spent = server.seconds() - used
    found.core, found.cpu_ms = spent / passed, 1000 * spent / max(1, len(took))
    found.clients = (time.process_time() - own) / passed
    found.moves, found.rate = len(took), len(took) / passed
    found.p50, found.p95, found.p99, found.longest = (_at(took, share) for share in (0.5, 0.95, 0.99, 1.0))
    found.answer_p50 = _at(answers, 0.5)
    found.memory_mb = server.memory() / 1e6
    found.sent_kb = counts["received"] / 1000 / max(1, len(took))
    found.load = os.getloadavg()[0]
    return found


def _at(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def highest(crowd: Crowd, seconds: float, console: Console) -> list[Measured]:
    """Half as much again from step to step, until it is too much; then once in the middle."""
    tried: list[Measured] = []
    rate = 10.0
    while True:
        found = await measure(crowd, rate, min(3.0, seconds), seconds)
        tried.append(found)
        console.print(f"{rate:.0f} moves a second: p99 {found.p99:.0f} ms, {100 * found.core:.0f}% of the core")
        if not found.holds:
            break
        rate *= 1.5
    if len(tried) > 1:
        tried.append(await measure(crowd, (tried[-1].wanted + tried[-2].wanted) / 2, min(3.0, seconds), seconds))
    return tried


async def cold(server: Server, folder: Path, database: str, games: int = 5) -> dict[str, float]:
    """What it takes to show a finished game that is not in memory: the server is started anew before."""
    people = [Person(server.port, 60_000 + n) for n in range(2)]
    for person in people:
        await person.enter()
    chance, keys = random.Random(3), []
    for number in range(games):
        key = await sit(people, list(GAMES)[number % len(GAMES)])
        keys.append(key)
        now = await people[0].must("GET", f"/api/tables/{key}/situation")
        while now["status"] == "running":
            seat = now["asked"]
            now = await people[seat].must("GET", f"/api/tables/{key}/situation")
            body = {"seat": seat, "move": chance.choice(now["offers"])["notation"], "after": now["position"]}
            now = await people[seat].must("POST", f"/api/tables/{key}/move", body)
            await asyncio.sleep(0.02)  # thirty acts a second and person are allowed
    server.stop()
    server.start()
    await server.ready()
    people[0].hang_up()
    await people[0].must("GET", "/api/me")
    first, second = [], []
    for key in keys:
        for times in (first, second):
            began = time.perf_counter()
            await people[0].must("GET", f"/api/tables/{key}/situation")
            times.append(1000 * (time.perf_counter() - began))
    return {"games": games, "cold_ms": _at(first, 0.5), "longest_cold_ms": max(first), "warm_ms": _at(second, 0.5)}


def shown(found: Iterable[Measured], title: str) -> Shown:
    table = Shown(title=title)
    heads = (
        "tables", "players", "moves/s", "p50 ms", "p95 ms", "p99 ms", "longest", "answer p50", "late", "core", "cpu ms",
        "clients", "MB", "kB a move", "load",
    )  # fmt: skip
    for head in heads:
        table.add_column(head, justify="right")
    for one in found:
        table.add_row(
            str(one.tables), str(one.players), f"{one.rate:.1f}", f"{one.p50:.1f}", f"{one.p95:.1f}", f"{one.p99:.1f}",
            f"{one.longest:.0f}", f"{one.answer_p50:.1f}", str(one.late), f"{100 * one.core:.0f}%", f"{one.cpu_ms:.1f}",
            f"{100 * one.clients:.0f}%", f"{one.memory_mb:.0f}", f"{one.sent_kb:.1f}", f"{one.load:.1f}",
        )  # fmt: skip
    return table


async def run(given: argparse.Namespace, database: str, folder: Path, console: Console) -> dict[str, Any]:
    cores = sorted(os.sched_getaffinity(0))
    server = Server(database, folder / "server.log", cores[0] if len(cores) > 1 else None, tuple(given.wrapped))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    server.start()
    try:
        await server.ready()
        crowd = Crowd(server, not given.plain)
        await crowd.grow(1)
        await measure(crowd, 5, 1, 0.5)  # everything is loaded once
        empty, steps, alone = server.memory() / 1e6, [], 1
        for tables in given.tables:
            began = time.monotonic()
            await crowd.grow(tables)
            console.print(f"{tables} tables, {crowd.people} people connected ({time.monotonic() - began:.0f} s)")
            steps.append(await measure(crowd, given.rate or tables / EVERY_S, given.warm, given.seconds))
            console.print(shown(steps[-1:], ""))
        last = steps[-1]
        result: dict[str, Any] = {
            "steps": steps,
            "kb_a_table": 1000 * (last.memory_mb - empty) / max(1, last.tables - alone),
        }
        if given.highest:
            tried = await highest(crowd, given.highest, console)
            held = [one for one in tried if one.holds]
            result |= {"tried": tried, "highest": max((one.rate for one in held), default=0)}
        for table in crowd.tables:
            await table.leave()
        if given.cold:
            result["cold"] = await cold(server, folder, database, given.cold)
        return result
    finally:
        server.stop()
        os.sched_setaffinity(0, set(cores))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50, 250, 1000])
    parser.add_argument("--rate", type=float, default=0, help="moves a second in all; a move a table every 5 s if not given")
    parser.add_argument("--warm", type=float, default=10, help="seconds before it counts")
    parser.add_argument("--seconds", type=float, default=60, help="seconds that count, at each step")
    parser.add_argument("--highest", type=float, default=0, help="then look for the highest rate, in steps of so many seconds")
    parser.add_argument("--cold", type=int, default=5, help="finished games to load from the database")
    parser.add_argument("--plain", action="store_true", help="live connections without compression")
    parser.add_argument("--postgresql", action="store_true", help="a PostgreSQL of its own instead of a file")
    parser.add_argument("--json", type=Path, help="write the result to this file")
    parser.add_argument("--wrapped", nargs="*", default=[], help="what runs the server, as: --wrapped -m cProfile -o FILE")
    given = parser.parse_args(arguments)
    for key in GAMES:
        load(key)
    console = Console(stderr=True, width=150)
    with (
        ended_cleanly(),
        tempfile.TemporaryDirectory(prefix="load") as folder,
        some_database(Path(folder), given.postgresql) as url,
    ):
        result = asyncio.run(run(given, url, Path(folder), console))
    console.print(shown([*result["steps"], *result.get("tried", [])], "from the request to the last delivery"))
    plain = json.dumps(result, indent=2, default=lambda one: {**vars(one), "holds": one.holds})
    print(plain)
    if given.json:
        given.json.write_text(plain + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
