"""The TypeScript types of the page are those of the Python program."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_types_are_up_to_date():
    done = subprocess.run(
        [sys.executable, ROOT / "web" / "make_types.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
