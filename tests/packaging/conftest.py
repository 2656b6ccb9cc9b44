"""A copy of the package with machine code inside, as a wheel installs it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import mecenate
from mecenate.core.entries import SHARED
from mecenate.core.machine import targets

PACKAGE = Path(mecenate.__file__).parent
BUILD = """
import sys
from pathlib import Path
from mecenate.compiler.build import build
build(Path(sys.argv[1]), sys.argv[2:], ["shared"])
"""
STREAM = """
import json, sys
if "bare" in sys.argv:  # what a wheel is installed without
    sys.modules["numba"] = sys.modules["llvmlite"] = None
from mecenate.bots.play import stream
from mecenate.core.units import unit
value = int(stream(7, 3))
modules = unit("shared")._modules
if "twice" in sys.argv:
    import subprocess
    again = "import sys; sys.modules['numba'] = None; from mecenate.bots.play import stream; stream(7, 3)"
    subprocess.run([sys.executable, "-c", again], check=True)
print(json.dumps([value, modules[-1].description.code if modules else None, bool(sys.modules.get("numba"))]))
"""


@pytest.fixture(scope="session")
def libraries(tmp_path_factory) -> Path:
    """The libraries of what all games share, for this machine and for another one."""
    pytest.importorskip("ziglang")
    folder = tmp_path_factory.mktemp("native")
    other = "linux-arm64" if targets()[0] != "linux-arm64" else "linux-x86-64"
    subprocess.run([sys.executable, "-c", BUILD, str(folder), targets()[0], other], check=True, timeout=600)
    return folder


@pytest.fixture
def installed(tmp_path, libraries) -> Path:
    """The package with these libraries, where nothing else is."""
    copy = tmp_path / "site" / "mecenate"
    left_out = shutil.ignore_patterns("__pycache__", "web", "native")
    shutil.copytree(PACKAGE, copy, ignore=left_out)
    shutil.copytree(libraries, copy / "native")
    return copy


@pytest.fixture
def stream(tmp_path) -> Callable[..., tuple[list, list[str]]]:
    """Ask an installed package for something: what comes out, which library did it, whether Numba was there; what was said."""

    def ask(package: Path, *how: str, **environment: str) -> tuple[list, list[str]]:
        given = {name: value for name, value in os.environ.items() if not name.startswith("MECENATE_")}
        given |= {
            "PYTHONPATH": str(package.parent),
            "MECENATE_CACHE": str(tmp_path / "cache"),
            "MECENATE_COMPILE": "before",
            **environment,
        }
        done = subprocess.run(
            [sys.executable, "-c", STREAM, *how], env=given, capture_output=True, text=True, check=False, timeout=600
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout), done.stderr.splitlines()

    return ask


def description(package: Path, target: str = "") -> Path:
    return package / "native" / f"{SHARED}-{target or targets()[0]}.json"
