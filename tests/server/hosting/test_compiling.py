"""Games are compiled while people play them."""

import os
import subprocess
import sys
from pathlib import Path

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
