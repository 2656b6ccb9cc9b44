"""A Python that is too old, or newer than what compiles knows: one sentence says so, before anything fails in another way."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from mecenate.core.machine import NEWEST_PYTHON

ROOT = Path(__file__).parents[2]
NEXT = (NEWEST_PYTHON[0], NEWEST_PYTHON[1] + 1)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OLDEST = tuple(map(int, PROJECT["requires-python"].removeprefix(">=").split(".")))
TOO_OLD = (OLDEST[0], OLDEST[1] - 1)
SENTENCE = f"Mecenate needs Python {OLDEST[0]}.{OLDEST[1]} or newer"


def run(version: tuple[int, ...], program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """As if this were another Python."""
    another = f"import msgspec, numpy, sys; sys.version_info = ({version[0]}, {version[1]}, 0, 'final', 0); {program}"
    given = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment}
    return subprocess.run(
        [sys.executable, "-c", another], cwd=ROOT, env=given, capture_output=True, encoding="utf-8", check=False, timeout=600
    )


def test_the_versions_are_the_same_everywhere():
    for one in PROJECT["optional-dependencies"]["compile"]:
        assert one.endswith(f"; python_version < '{NEXT[0]}.{NEXT[1]}'")
    told = {one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d", one)}
    assert f"{OLDEST[0]}.{OLDEST[1]}" in told and f"{NEXT[0]}.{NEXT[1]}" not in told


def test_building_with_an_old_one():
    pytest.importorskip("hatchling")
    done = run(TOO_OLD, "import hatch_build")
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and SENTENCE in done.stderr


def test_importing_with_an_old_one():
    done = run(TOO_OLD, "import mecenate")
    assert done.returncode == 1 and SENTENCE in done.stderr.splitlines()[-1]


def test_building_machine_code_with_a_new_one():
    pytest.importorskip("hatchling")
    ask = "import hatch_build; print(hatch_build.get_requires_for_build_wheel())"
    done = run(NEXT, ask)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and "newer than Numba knows" in done.stderr
    assert run(NEXT, ask, MECENATE_WHEEL_PLATFORM="any").returncode == 0


def test_playing_uncompiled_with_a_new_one(tmp_path):
    play = "sys.modules['numba'] = None; from mecenate.bots.play import stream; print(stream(7, 3))"
    done = run(NEXT, play, MECENATE_CACHE=str(tmp_path), MECENATE_SAID="")
    assert done.returncode == 0 and done.stdout.strip().isdigit(), done.stderr
    assert len(done.stderr.splitlines()) == 1 and "newer than Numba knows" in done.stderr and "uncompiled" in done.stderr


@pytest.fixture
def make(tmp_path):
    """The rule that makes the environment, as if Python were of another version."""
    if not shutil.which("make"):
        pytest.skip("make is not here")

    def make(version: tuple[int, int]) -> subprocess.CompletedProcess[str]:
        (tmp_path / "sitecustomize.py").write_text(
            f"import sys\nsys.version_info = (*{version}, 0, 'final', 0)\n", encoding="utf-8"
        )
        python = tmp_path / "python"
        python.write_text(f'#!/bin/sh\n[ "$2" = venv ] || exec {sys.executable} "$@"\n', encoding="utf-8")
        python.chmod(0o755)
        environment = tmp_path / "environment"
        return subprocess.run(
            ["make", "--silent", f"PYTHON={python}", f"VENV={environment}", f"{environment}/bin/python"],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip

    return make


def test_make_with_an_old_one(make):
    done = make(TOO_OLD)
    assert done.returncode and SENTENCE in done.stdout and "make PYTHON=" in done.stdout


def test_make_with_a_new_one_goes_on(make):
    done = make(NEXT)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1 and "newer than Numba knows" in done.stdout and "make PYTHON=" in done.stdout


def test_make_with_any_other_says_nothing(make):
    done = make(NEWEST_PYTHON)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
