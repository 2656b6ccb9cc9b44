"""Pulls the plug on a busy server, again and again, and looks whether anything that was answered got lost.

    python -m bench.kill --kills 200

People play at several tables over HTTP and WebSocket; whoever loses the connection comes back by themselves, says the last
entry that arrived, and sends again what had no answer. In the end every move that was answered must be in the log once and in
its place, everything that anybody was told must be in it as it was told, and every table must go on.
"""

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from websockets.exceptions import WebSocketException

from bench.people import GONE, Person
from bench.serving import Server, ended_cleanly, some_database
from mecenate.games import GAMES, load
from mecenate.server.storage import entries, open_database, tables
from mecenate.server.table import Table

LOST = (*GONE, WebSocketException, TimeoutError)
AGAIN_S = 0.05  # before another try to reach the server
ANSWER_S = 60.0
SEATS = 3


@dataclass
class Sitting:
    """A table, and what its people know of it."""

    key: str
    game: str
    answered: dict[int, tuple[int, str]] = field(default_factory=dict)  # by position: the seat and its move
    told: dict[int, list[dict[str, Any]]] = field(default_factory=dict)  # by seat: entries, as they came
    over: bool = False
    faults: list[str] = field(default_factory=list)


@dataclass
class Counts:
    moves: int = 0
    repeated: int = 0  # moves without an answer that had been stored all the same
    anew: int = 0  # and those that had not
    connections: int = 0


class Group:
    """People who play one game after the other, as fast as they are asked."""

    def __init__(self, number: int, port: int, counts: Counts, pause_s: float):
        self.number = number
        self.people = [Person(port, number * SEATS + n) for n in range(SEATS)]
        self.counts = counts
        self.pause_s = pause_s
        self.chance = random.Random(number)
        self.sittings: list[Sitting] = []
        self.finishing = asyncio.Event()

    async def run(self) -> None:
        for person in self.people:
            await self._insist(person, "POST", "/api/guest", {"name": f"Person {person.number}"})
        while not self.finishing.is_set():
            sitting = await self._sit_down()
            self.sittings.append(sitting)
            async with asyncio.TaskGroup() as playing:
                for seat in range(SEATS):
                    playing.create_task(self._play(sitting, seat))

    async def _insist(self, person: Person, method: str, path: str, body: Any) -> tuple[int, Any, int]:
        """Ask until there is an answer; also says how often it was asked in vain."""
        tries = 0
        while True:
            try:
                async with asyncio.timeout(ANSWER_S):
                    status, answer = await person.ask(method, path, body)
                if status not in (429, 503):
                    return status, answer, tries
            except LOST:
                tries += 1
            await asyncio.sleep(AGAIN_S)

    async def _sit_down(self) -> Sitting:
        game = list(GAMES)[(self.number + len(self.sittings)) % len(GAMES)]
        seats = [{"kind": "person"}] + [{"kind": "open"}] * (SEATS - 1)
        wanted = {"game": game, "seats": seats, "public": True, "takeover": "random"}
        status, made, _ = await self._insist(self.people[0], "POST", "/api/tables", wanted)
        if status != 201:
            raise RuntimeError(f"no table: {status} {made}")
        sitting = Sitting(made["info"]["table"], game, told={seat: [] for seat in range(SEATS)})
        for n, person in enumerate(self.people[1:], start=1):
            path = f"/api/tables/{sitting.key}/join"
            status, answer, tries = await self._insist(person, "POST", path, {"seat": n})
            if status != 200 and not (status == 409 and tries):
                raise RuntimeError(f"no seat: {status} {answer}")
        return sitting

    async def _play(self, sitting: Sitting, seat: int) -> None:
        """Come back whenever the connection ends, until the game is over or everybody goes home."""
        while not sitting.over:
            try:
                await self._connected(sitting, seat)
                if self.finishing.is_set():
                    return
            except LOST:
                await asyncio.sleep(AGAIN_S)

    async def _connected(self, sitting: Sitting, seat: int) -> None:
        """Until the game is over, or everybody goes home; then whoever comes back first gets the rest."""
        async with self.people[seat].live(sitting.key, len(sitting.told[seat])) as socket:
            self.counts.connections += 1
            going = asyncio.ensure_future(self.finishing.wait())
            try:
                while not self.finishing.is_set():
                    heard = asyncio.ensure_future(socket.recv())
                    await asyncio.wait({heard, going}, return_when=asyncio.FIRST_COMPLETED)
                    if not heard.done():
                        heard.cancel()
                        return
                    now = _heard(sitting, seat, json.loads(heard.result()))
                    if now and now["status"] == "over":
                        sitting.over = True
                        return
                    if now and now["offers"] and now["asked"] == seat:
                        await self._move(sitting, seat, now)
            finally:
                going.cancel()

    async def catch_up(self) -> None:
        """Everybody looks in once more and gets what they do not know yet."""
        for sitting in self.sittings:
            for seat, person in enumerate(self.people):
                async with person.live(sitting.key, len(sitting.told[seat])) as socket:
                    while not _heard(sitting, seat, json.loads(await socket.recv())):
                        pass

    async def _move(self, sitting: Sitting, seat: int, now: dict[str, Any]) -> None:
        await asyncio.sleep(self.pause_s * self.chance.random())
        move, after = self.chance.choice(now["offers"])["notation"], now["position"]
        if after in sitting.answered:
            sitting.faults.append(f"position {after} is asked again although {sitting.answered[after]} was answered")
        body = {"seat": seat, "move": move, "after": after, "seen": now["seq"]}
        status, answer, tries = await self._insist(self.people[seat], "POST", f"/api/tables/{sitting.key}/move", body)
        if status == 409 and tries and answer.get("repeated"):
            self.counts.repeated += 1
        elif status != 200:
            sitting.faults.append(f"{move} after {after} moves: {status} {answer.get('message')}")
            return
        elif tries:
            self.counts.anew += 1
        sitting.answered[after] = (seat, move)
        self.counts.moves += 1


def _heard(sitting: Sitting, seat: int, message: dict[str, Any]) -> dict[str, Any] | None:
    """Note what somebody is told; a situation is passed on."""
    told = sitting.told[seat]
    if message["type"] == "entry":
        if message["seq"] != len(told) + 1:
            sitting.faults.append(f"entry {message['seq']} came after {len(told)} at seat {seat}")
        told.append(message)
    elif message["type"] == "situation":
        if message["seq"] != len(told):
            sitting.faults.append(f"the situation after {message['seq']} came after {len(told)} entries at seat {seat}")
        return message
    return None


async def _check(url: str, sittings: list[Sitting]) -> list[str]:
    """What the log says, compared with what people were told."""
    faults = [f"{one.key}: {fault}" for one in sittings for fault in one.faults]
    database = await open_database(url)
    try:
        for sitting in sittings:
            async with database.reading() as conn:
                stored = await tables.find(conn, sitting.key)
                log = await entries.load(conn, sitting.key)
            faults += [f"{sitting.key}: {fault}" for fault in _compare(sitting, log)]
            assert stored
            loaded = Table.load(stored.setup, log, key=sitting.key)
            if (loaded.seq, loaded.status) != (stored.seq, stored.status):
                faults.append(f"{sitting.key}: index {stored.seq} {stored.status}, log {loaded.seq} {loaded.status}")
    finally:
        await database.close()
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            whole = file.execute("PRAGMA integrity_check").fetchone()[0]
            faults += [] if whole == "ok" else [f"the file is damaged: {whole}"]
    return faults


def _compare(sitting: Sitting, log: list[Any]) -> list[str]:
    faults = []
    if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
        faults.append("the log has gaps")
    moves = [(entry.seat, entry.body["notation"]) for entry in log if entry.kind == "move"]
    answered = [sitting.answered.get(n) for n in range(len(moves))]
    faults += [f"move {n} is {moves[n]}, answered was {answered[n]}" for n in range(len(moves)) if moves[n] != answered[n]]
    faults += [f"move {n} was answered and is gone" for n in sitting.answered if n >= len(moves)]
    for seat, told in sitting.told.items():
        if len(told) != len(log):
            faults.append(f"seat {seat} was told {len(told)} of {len(log)} entries")
        for message in told:
            entry = log[message["seq"] - 1] if message["seq"] <= len(log) else None
            if entry is None or (entry.kind, entry.seat, entry.at) != (message["kind"], message["seat"], message["at"]):
                faults.append(f"seat {seat} was told an entry {message['seq']} that is not in the log")
            elif message["move"] is not None and message["move"] != entry.body.get("notation"):
                faults.append(f"seat {seat} was told another move than entry {entry.seq}")
    return faults


async def _going_on(groups: list[Group]) -> list[str]:
    """After the last start every table gets at least one more move, or comes to its end."""
    now = [(group, group.sittings[-1], len(group.sittings[-1].answered)) for group in groups if group.sittings]
    limit = time.monotonic() + ANSWER_S
    while waiting := [
        one for group, one, moves in now if not one.over and len(one.answered) <= moves and one is group.sittings[-1]
    ]:
        if time.monotonic() > limit:
            return [f"{one.key} does not go on" for one in waiting]
        await asyncio.sleep(AGAIN_S)
    return []


async def bombard(url: str, folder: Path, kills: int, groups: int, limit_s: float, seed: int, progress: Progress) -> dict:
    """Play and kill; says what happened."""
    chance, counts = random.Random(seed), Counts()
    server = Server(url, folder / "server.log")
    server.start()
    began, done, faults, back_s = time.monotonic(), 0, [], []
    orphans = set()
    task = progress.add_task("kill -9", total=kills)
    try:
        await server.ready()
        playing = [Group(number, server.port, counts, pause_s=0.02) for number in range(groups)]
        running = [asyncio.create_task(group.run()) for group in playing]
        while done < kills and time.monotonic() - began < limit_s:
            before, since = counts.moves, time.monotonic()
            if chance.random() < 0.9:  # the others are killed as soon as they answer
                while counts.moves <= before and time.monotonic() - since < ANSWER_S:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(chance.uniform(0, 0.6))
            for failed in (one for one in running if one.done()):
                failed.result()
            server.kill()
            since = time.monotonic()
            server_pid = server.pid
            server.start()
            await server.ready()
            back_s.append(time.monotonic() - since)
            orphans.add(server_pid)
            done += 1
            progress.advance(task)
        faults += await _going_on(playing)
        for group in playing:
            group.finishing.set()
        async with asyncio.timeout(2 * ANSWER_S):
            await asyncio.gather(*running)
            await asyncio.gather(*(group.catch_up() for group in playing))
    finally:
        server.stop()
        left = _orphans(orphans)
    sittings = [one for group in playing for one in group.sittings]
    faults += await _check(url, sittings)
    faults += [f"process {pid} outlived the server that started it" for pid in left]
    return {
        "kills": done,
        "seconds": round(time.monotonic() - began, 1),
        "moves": counts.moves,
        "tables": len(sittings),
        "finished": sum(one.over for one in sittings),
        "connections": counts.connections,
        "stored_without_answer": counts.repeated,
        "sent_again": counts.anew,
        "back_s_median": round(sorted(back_s)[len(back_s) // 2], 2) if back_s else None,
        "faults": faults,
    }


def _orphans(sessions: set[int]) -> list[int]:
    """Processes of servers that are gone. They should notice and go too; they get a moment for it."""
    limit = time.monotonic() + 10
    while True:
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) in sessions and fields[0] != "Z":
                found.append(int(folder.name))
        if not found or time.monotonic() > limit:
            return found
        time.sleep(0.2)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.kill", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=8, help="how many are played at the same time")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long, whatever the kills")
    parser.add_argument("--postgresql", action="store_true", help="a PostgreSQL of its own instead of a file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the result to this file")
    given = parser.parse_args(arguments)
    for key in GAMES:
        load(key)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with (
        ended_cleanly(),
        tempfile.TemporaryDirectory(prefix="kill") as folder,
        some_database(Path(folder), given.postgresql) as url,
        Progress(*columns, console=Console(stderr=True)) as progress,
    ):
        result = asyncio.run(
            bombard(url, Path(folder), given.kills, given.tables, given.seconds, given.seed, progress)
        )  # fmt: skip
        if result["faults"]:
            print((Path(folder) / "server.log").read_text()[-4000:], file=sys.stderr)
    text = json.dumps(result, indent=2)
    print(text)
    if given.json:
        given.json.write_text(text + "\n")
    return 1 if result["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
