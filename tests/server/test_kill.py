"""The server is killed while people play, and nothing that was answered is lost; see bench/kill.py."""

import json
import subprocess
import sys
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
