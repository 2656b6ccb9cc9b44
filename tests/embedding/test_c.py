"""From C: the header says the same as Python, and the same games come out."""

import shutil
import subprocess
from pathlib import Path

import pytest
from making import GAME, ROOT, machine_code_of

from bench.platforms import jobs, play, written
from mecenate.core.header import EVENT, HEADER

HERE = Path(__file__).parent


def run(program: Path, *words: str, given: str = "") -> str:
    done = subprocess.run([str(program), *words], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_head_of_a_state_is_where_the_header_says(cc):
    lines = run(cc(HERE / "head.c", "-pedantic", machine_code=False)).splitlines()
    places = [f"{name} {field[1]}" for name, field in (HEADER.fields or {}).items()]
    assert lines == [*places, f"event {EVENT.itemsize}", "1 22 pass", "2 1"]


def test_the_header_is_good_for_cpp(folder):
    compiler = shutil.which("c++")
    if not compiler:
        pytest.skip("there is no C++ compiler")
    command = [compiler, "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-x", "c++", str(folder / "mecenate.h")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_machine_code_needs_nothing_from_outside(folder):
    if not shutil.which("nm"):
        pytest.skip("there is no nm")
    command = ["nm", str(machine_code_of(folder))]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert {line.split()[-1] for line in listed if " U " in line} <= {"memcpy", "memmove", "memset"}
    assert any(line.endswith(f" T {GAME}_search") for line in listed)


def test_games_and_searches_are_the_same_in_c(cc, folder):
    program = cc(ROOT / "bench/platforms.c", "-O1", f"-DGAMES=GAME({GAME}, {GAME.upper()})")
    some = [job for job in jobs(200, 6, 100) if job[0] == GAME]
    assert len(some) == 12
    assert run(program, str(folder), given=written(some)).split() == [play(job) for job in some]


def test_the_example_plays_and_searches(cc, folder):
    program = cc(ROOT / "examples/embed/play.c")
    told = run(program, str(folder / f"{GAME}.weights"))
    assert "after a search" in told
    assert told.count("points, place") == 3
    assert "after a search" not in run(program)
