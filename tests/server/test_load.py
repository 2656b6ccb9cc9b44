"""bench/load.py does what it says, in small; how fast it is is not asked here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_few_tables_for_a_moment(tmp_path):
    result = tmp_path / "result.json"
    arguments = ["--tables", "5", "--rate", "5", "--warm", "0.5", "--seconds", "2", "--cold", "0", "--json", result]
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (step,) = json.loads(result.read_text())["steps"]
    assert step["tables"] == 5 and step["players"] == 20
    assert step["moves"] and 0 < step["p50"] <= step["p95"] <= step["p99"] <= step["longest"]
