"""The server is killed while people play, and nothing that was answered is lost; see bench/kill.py."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_killed_again_and_again(tmp_path):
    result = tmp_path / "result.json"
    done = subprocess.run(
        [sys.executable, "-m", "bench.kill", "--kills", "6", "--tables", "4", "--json", result],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(result.read_text())
    assert found["kills"] == 6 and found["moves"] > 0 and found["faults"] == []


def running_children(pid):
    """The processes that a process started, but not those that are dead already."""
    found = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]
    return [one for one in found if alive(one)]


def alive(pid):
    try:
        return (Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]) != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("what", ["kill", "load"])
def test_told_to_stop_it_ends_its_server_too(what):
    bench = subprocess.Popen(
        [sys.executable, "-m", f"bench.{what}"], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while not (servers := running_children(bench.pid)):
            assert bench.poll() is None
            time.sleep(0.05)
        bench.send_signal(signal.SIGTERM)
        assert bench.wait(90) == 128 + signal.SIGTERM
        assert not any(map(alive, servers))
    finally:
        bench.kill()
        bench.wait()
