"""Machine code: made in processes of its own, kept by what it was made from, and never missed by a change."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import mecenate
from mecenate.core import native
from mecenate.core.kernel import PACKAGE
from mecenate.games import GAMES, load

SRC = Path(mecenate.__file__).parents[1]
ASK = """
from mecenate.bots.play import stream
from mecenate.core.units import unit
before = unit("shared").is_there(True)
print(before, int(stream(1, 2)), "compiled" if type(stream.call).__name__ == "builtin_function_or_method" else "")
"""
INTERRUPTED = """
import signal
from mecenate.core import compiling
signal.signal(signal.SIGINT, signal.default_int_handler)
begin = compiling.Compiler.__init__
def begin_and_tell(self, *told):
    begin(self, *told)
    print(self._process.pid, flush=True)
compiling.Compiler.__init__ = begin_and_tell
from mecenate.games import load
from mecenate.terminal.warmup import compile_games
compile_games([load({game!r})], complete=True)
"""


def start(code: str, cache: Path, source: Path = SRC, **environment: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "MECENATE_CACHE": str(cache), "PYTHONPATH": str(source), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ask(cache: Path, source: Path = SRC, **environment: str) -> tuple[str, str]:
    process = start(ASK, cache, source, **environment)
    told, complaint = process.communicate(timeout=300)
    assert process.returncode == 0, complaint
    return told.strip(), complaint.strip()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(SRC / "mecenate", tmp_path / "src" / "mecenate", ignore=shutil.ignore_patterns("__pycache__", "web"))
    return tmp_path / "src"


def test_a_change_in_an_imported_file_reaches_the_machine_code(tmp_path, copy):
    cache = tmp_path / "cache"
    first = ask(cache, copy)[0].split()
    assert first[0] == "False" and first[2] == "compiled"
    assert ask(cache, copy)[0].split() == ["True", *first[1:]]
    assert ask(cache, SRC)[0].split() == ["True", *first[1:]], "another checkout with the same content finds the same code"
    generator = copy / "mecenate" / "core" / "rng.py"
    generator.write_text(generator.read_text().replace("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"))
    second = ask(cache, copy)[0].split()
    assert second[0] == "False" and second[1] != first[1]
    assert ask(cache, copy, MECENATE_UNCOMPILED="1")[0].split()[1] == second[1]
    assert ask(cache, SRC)[0].split() == ["True", *first[1:]]


@pytest.mark.parametrize(
    "damage", [lambda told: told[:-1] + bytes([told[-1] ^ 1]), lambda told: told[:400], lambda _: b"\xff\n"]
)
def test_damaged_code_is_made_anew(tmp_path, damage):
    right = ask(tmp_path)[0].split()[1:]
    (kept,) = (tmp_path / "code").iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(damage(whole))
    assert ask(tmp_path)[0].split() == ["False", *right]
    assert kept.read_bytes() == whole, "the same source gives the same code"


@pytest.mark.parametrize("key", GAMES)
def test_machine_code_depends_on_its_component_table(key):
    load(key).legal.ready()
    found = [native.read_description(path.read_bytes()) for path in native.shipped(key)] + [
        told for told, _ in native.kept(key)
    ]
    assert found and all(f"games/{key}/components.toml" in told.files for told in found)
    assert all((PACKAGE / file).exists() for told in found for file in told.files)


def test_what_can_not_be_compiled_runs_uncompiled_and_one_line_says_so(tmp_path, copy):
    right = ask(tmp_path / "cache")[0].split()[1]
    (copy / "mecenate" / "compiler" / "emit.py").write_text("raise ImportError('no front end for this Python')\n")
    told, complaint = ask(tmp_path / "empty", copy)
    assert told.split() == ["False", right]
    (line,) = complaint.splitlines()
    assert "uncompiled" in line and "no front end for this Python" in line


def test_ctrl_c_ends_those_who_compile(tmp_path):
    process = start(INTERRUPTED.format(game=next(iter(GAMES))), tmp_path)
    assert process.stdout
    child = int(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert complaint.splitlines()[-1] == "KeyboardInterrupt" and process.returncode != 0
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_the_parts_of_numba_that_are_used_are_as_they_were():
    from mecenate.compiler.frontend import changed_parts

    assert changed_parts() == []


def test_a_module_calls_nothing_outside():
    from mecenate.compiler.emit import TARGETS, Code, needed_from_outside
    from mecenate.compiler.modules import exports

    code = Code("shared", exports("shared", complete=True))
    assert all(needed_from_outside(code.optimised(target)[0]) == [] for target in TARGETS.values())
