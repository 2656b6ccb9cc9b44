"""How to call this program again, so that what is printed can be typed as it stands."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

NAME = "mecenate"


def program() -> list[str]:
    """What this program was called by: its name where the shell finds it, its path elsewhere, as behind `make`."""
    called, found = Path(sys.argv[0]), shutil.which(NAME)
    if called.suffix == ".py":
        return [sys.executable, "-m", f"{NAME}.cli"]
    if not called.exists() or (found and called.samefile(found)):
        return [NAME]
    return [str(called)]


def command(*arguments: str | Path) -> str:
    """A line for the shell, with quotes where they are needed."""
    parts = [*program(), *map(str, arguments)]
    return subprocess.list2cmdline(parts) if os.name == "nt" else shlex.join(parts)
