"""Games are compiled while people play them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from mecenate.games import GAMES

SCRIPT = Path(__file__).with_name("handing_over.py")


def played(tmp_path: Path, name: str, *more: str, **environment: str) -> tuple[list[str], str]:
    done = subprocess.run(
        [sys.executable, SCRIPT, tmp_path / f"{name}.sqlite", *more],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr.splitlines()[-1]


def test_going_over_to_machine_code_leaves_no_trace(tmp_path):
    """A plan waits and an undo is asked for meanwhile; the log is that of a server that had machine code from the start."""
    compiled, how = played(tmp_path, "compiled")
    assert how == "compiled"
    behind, how = played(tmp_path, "behind", "behind", MECENATE_CACHE=str(tmp_path / "empty"), MECENATE_COMPILE="background")
    assert how == "compiled"
    assert behind == compiled


def started(place: Path) -> tuple[subprocess.Popen, str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "mecenate.cli", "serve", "--port", "0", "--database", f"sqlite:///{place}/t.sqlite"],
        env={**os.environ, "MECENATE_CACHE": str(place / "empty"), "MECENATE_COMPILE": "background"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    for line in process.stderr:
        if found := re.search(r"serving at (\S+)/", line):
            return process, found[1]
    raise AssertionError("the server ended")


def children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes where Linux tells of them")
def test_the_server_is_open_before_anything_is_compiled_and_leaves_nobody_behind(tmp_path):
    process, url = started(tmp_path)
    try:
        with httpx.Client(base_url=url, timeout=60, headers={"Origin": url}) as client:
            assert client.get("/").status_code == 200
            health = client.get("/healthz").json()
            assert health["ok"] and not health["compiled"] and set(health["games"].values()) == {"uncompiled"}
            assert {one["game"] for one in client.get("/api/preparing").json()} == set(GAMES)
            client.post("/api/guest", json={"name": "Anna"})
            seats = [{"kind": "person"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "master"}]
            table = client.post("/api/tables", json={"game": "princes", "seats": seats}).json()["info"]["table"]
            made = 0
            while made < 2:
                now = client.get(f"/api/tables/{table}/situation", params={"seat": 0}).json()
                if now["offers"]:
                    move = {"seat": 0, "move": now["offers"][0]["notation"], "after": now["position"], "seen": now["seq"]}
                    assert client.post(f"/api/tables/{table}/move", json=move).status_code == 200
                    made += 1
            assert client.get("/healthz").json()["games"]["princes"] == "uncompiled"
            if now["offers"]:
                refused = client.post(f"/api/tables/{table}/hint", json={"seat": 0, "after": now["position"]})
                assert refused.status_code in (409, 503)
            figures = client.get("/metrics").text
        assert re.search(r"^mecenate_games_not_compiled\S* 3", figures, re.M)
        until = time.monotonic() + 60
        while not (compilers := [pid for pid in children(process.pid) if b"mecenate.compiler" in said_by(pid)]):
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.stderr
        said = process.stderr.read()
        process.wait(60)
    until = time.monotonic() + 60
    while any(said_by(pid) for pid in compilers):
        assert time.monotonic() < until, "who compiles goes on without the server"
        time.sleep(0.05)
    lines = [json.loads(line) for line in said.splitlines()]
    assert any("compiling" in line.get("message", "") for line in lines) and "Traceback" not in said


def said_by(pid: int) -> bytes:
    """How a process was called; nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
