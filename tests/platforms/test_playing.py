"""Games are played, at a terminal and at a server with a bot that thinks, where nothing is that only some systems have."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from mecenate.core.machine import targets

from .lacking import MAC, NOT_ON_WINDOWS, WINDOWS, lacking

CHANGED = ("asyncio", "errno", "mmap", "os", "select", "signal", "socket", "sys", "time")  # modules that have less elsewhere


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory) -> dict[str, str]:
    """The environment of a process for which this system has nothing of its own."""
    told = tmp_path_factory.mktemp("elsewhere") / "lacking.json"
    names = {module: sorted(lacking(module, WINDOWS) | lacking(module, MAC)) for module in CHANGED}
    assert "nice" in names["os"] and "sched_getaffinity" in names["os"] and "SIGKILL" in names["signal"]
    told.write_text(json.dumps([sorted(NOT_ON_WINDOWS), names]), encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "LACKING": str(told), "PYTHONPATH": path, "PYTHONIOENCODING": "cp1252"}


def python(elsewhere: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        check=False,
        env=elsewhere,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="cp1252",
        timeout=600,
    )


@pytest.mark.parametrize(
    "question", ["import os; os.nice", "import os; os.getuid", "import signal; signal.SIGKILL", "import fcntl"]
)
def test_it_is_really_gone(question, elsewhere):
    assert python(elsewhere, "-c", question).returncode


@pytest.mark.parametrize("game", ["princes", "carrara", "stanza"])
def test_a_whole_game_at_the_terminal(game, elsewhere, tmp_path):
    command = ["-m", "mecenate", "play", game, "--seats", "2", "--names", "", "--bots", "greedy,random"]
    done = python({**elsewhere, "MECENATE_DATA": str(tmp_path)}, *command)
    assert done.returncode == 0, done.stderr
    assert re.search(r"(wins|win)\.$", done.stdout.strip()), done.stdout[-500:]


@pytest.mark.parametrize(
    "command", ["simulate stanza --seats 2 --games 20", "soak stanza --seats 2 --games 5", "scenario tests/scenarios/stanza"]
)
def test_commands(command, elsewhere):
    done = python(elsewhere, "-m", "mecenate", *command.split())
    assert done.returncode == 0, done.stderr


def test_compiling(elsewhere, tmp_path):
    """With an empty cache."""
    program = (
        "from mecenate.bots import play; from mecenate.core import units; play.stream(7, 3); print(units.unit('shared').target)"
    )
    done = python({**elsewhere, "MECENATE_CACHE": str(tmp_path), "MECENATE_COMPILE": "before"}, "-c", program)
    assert (done.returncode, done.stdout.strip()) == (0, targets()[0]), done.stderr


@pytest.fixture
def server(elsewhere, tmp_path) -> Iterator[str]:
    said = tmp_path / "said"
    own = {"MECENATE_DATA": str(tmp_path), "MECENATE_BOT_PAUSE": "0", "MECENATE_BOT_SECONDS": "0.1"}
    with said.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "mecenate", "serve", "--port", "0"], env={**elsewhere, **own}, stderr=file
        )
    try:
        while not (found := re.search(r"serving at (http://[^/]+)/", said.read_text(encoding="utf-8"))):
            assert process.poll() is None, said.read_text(encoding="utf-8")
            time.sleep(0.05)
        yield found[1]
    finally:
        process.terminate()
        process.wait(60)
    rest = said.read_text(encoding="utf-8")
    assert "no process for bots" not in rest and "gave no answer" not in rest, rest


def test_a_move_at_a_server_and_the_answer_of_a_bot(server):
    cookie = ""

    def ask(path: str, body: dict | None = None) -> Any:
        nonlocal cookie
        headers = {"Origin": server, "Content-Type": "application/json", "Cookie": cookie}
        with urlopen(
            Request(server + path, json.dumps(body).encode() if body is not None else None, headers), timeout=60
        ) as given:
            cookie = (given.headers.get("Set-Cookie") or cookie).partition(";")[0]
            content = given.read()
        return json.loads(content) if content else None

    def awaited(fits: Any) -> dict:
        for _ in range(1200):
            if fits(now := ask(f"/api/tables/{table}/situation?seat=0")):
                return now
            time.sleep(0.05)
        raise AssertionError("the bot does not answer")

    ask("/api/register", {"name": "Anna", "password": "long enough"})
    seats = [{"kind": "person"}, {"kind": "bot", "level": "master"}]
    table = ask("/api/tables", {"game": "stanza", "seats": seats})["info"]["table"]
    while not thought(server):
        now = awaited(lambda one: one["offers"])
        ask(
            f"/api/tables/{table}/move",
            {"seat": 0, "move": now["offers"][0]["notation"], "after": now["position"], "seen": now["seq"]},
        )
        awaited(lambda one, before=now["position"]: one["offers"] and one["position"] > before)


def thought(server: str) -> bool:
    """Whether the process for bots has answered."""
    figures = urlopen(f"{server}/metrics", timeout=60).read().decode()
    found = re.search(r"^mecenate_bot_answers\S* (\S+)", figures, re.M)
    assert found
    return float(found[1]) > 0
