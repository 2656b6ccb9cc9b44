"""Machine code: made in processes of its own, kept by what it was made from, and never missed by a change."""

import os
import shutil
import signal
import subprocess
import sys
import time
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
def begin_and_tell(self, *told, **more):
    begin(self, *told, **more)
    print(self._process.pid, flush=True)
compiling.Compiler.__init__ = begin_and_tell
from mecenate.games import load
from mecenate.terminal.warmup import compile_games
compile_games([load({game!r})], complete=True)
"""


def start(code: str, cache: Path, source: Path = SRC, **environment: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "MECENATE_CACHE": str(cache),
            "MECENATE_COMPILE": "before",
            "PYTHONPATH": str(source),
            **environment,
        },
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
    load(key).legal.compiled()
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


STARTED = """
import sys, time
from mecenate.core import background, compiling
begin = compiling.Compiler.__init__
def begin_and_tell(self, *told, **more):
    begin(self, *told, **more)
    print(self._process.pid, flush=True)
compiling.Compiler.__init__ = begin_and_tell
background.DELAY_S = 0
import mecenate
match = mecenate.new({game!r}, seats=2, seed=1)
print(len(match.legal()), match.game.legal.is_compiled, flush=True)
sys.stdin.readline()
"""


def gone(pid: int) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, None])
def test_whoever_compiles_ends_with_the_program(tmp_path, end):
    """Killed, told to stop, or at its end while compiling goes on behind it: nobody compiles on."""
    code = STARTED.format(game=next(iter(GAMES)))
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "MECENATE_CACHE": str(tmp_path), "MECENATE_COMPILE": "background"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout and process.stdin
    lines = [process.stdout.readline().split(), process.stdout.readline().split()]
    answers = next(line for line in lines if len(line) == 2)
    (child,) = next(line for line in lines if len(line) == 1)
    assert int(answers[0]) > 0 and answers[1] == "False", "the first question is asked before anything is compiled"
    if end is None:
        process.stdin.write("\n")
        process.stdin.close()
    else:
        process.send_signal(end)
    process.wait(60)
    assert gone(int(child))


def test_a_compiler_that_is_killed_leaves_the_game_uncompiled_and_one_line_says_so(tmp_path):
    code = f"""
import mecenate, os, signal, time
from mecenate.core import background, compiling, units
background.DELAY_S = 0
finish = compiling.Compiler.finish
def killed(self, *told):
    self._process.kill()
    finish(self, *told)
compiling.Compiler.finish = killed
match = mecenate.new({next(iter(GAMES))!r}, seats=2, seed=1)
while units.COMPILING.outlook().units:
    time.sleep(0.05)
print(len(match.legal()), match.game.legal.is_compiled)
"""
    process = start(code, tmp_path, MECENATE_COMPILE="background")
    told, complaint = process.communicate(timeout=300)
    assert told.split()[1] == "False"
    (line,) = complaint.splitlines()
    assert "uncompiled" in line and "-9" in line


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"MECENATE_COMPILE": "never"}, "MECENATE_COMPILE is never"),
        ({"MECENATE_COMPILE": "nver"}, "it can be background, before or never"),
    ],
)
def test_where_nothing_may_be_compiled_one_line_says_so(tmp_path, environment, words):
    told, complaint = ask(tmp_path, **environment)
    assert told.split()[0] == "False" and "compiled" not in told.split()
    (line,) = complaint.splitlines()
    assert words in line


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same_and_one_line_says_so(tmp_path):
    (tmp_path / "file").write_text("no folder can be here")
    told, complaint = ask(tmp_path / "file")
    assert told.split()[0] == "False" and told.split()[-1] == "compiled"
    (line,) = complaint.splitlines()
    assert "anew at each start" in line


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are for Unix")
def test_a_full_disk_leaves_the_machine_code_in_memory_and_one_line_says_so(tmp_path):
    code = f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n{ASK}"
    told, complaint = start(code, tmp_path).communicate(timeout=300)
    assert told.split()[0] == "False" and told.split()[-1] == "compiled", complaint
    (line,) = complaint.strip().splitlines()
    assert "anew at each start" in line and str(tmp_path) in line
    assert not list((tmp_path / "code").iterdir()), "nothing is left half written"


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
