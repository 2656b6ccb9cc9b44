"""The sources are tidy and their types fit: what `make lint` and `make checked` say, beside the other tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        [BIN / "pyright"],
        [sys.executable, "web/build.py", "--check"],
        [BIN / "ruff", "check", "."],
        [BIN / "ruff", "format", "--check", "."],
    ],
    ids=lambda command: " ".join(Path(part).name for part in command),
)
def test_there_is_nothing_to_mend(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
