"""The first compilation: on all cores, by helpers that may fail and that end when nobody needs them any more."""

import os
import signal
import subprocess
import sys

import pytest

from mecenate.core.compiling import find
from mecenate.games import GAMES, load
from mecenate.terminal import warmup

ENTRIES = """
import signal, sys
from mecenate.bots.play import indifferent, stream
from mecenate.core import compiling
from mecenate.terminal.warmup import compile_entries
entries = [indifferent, stream]
"""
TOLD = """
compiling.compile_apart(entries, lambda entry: print(entry.name))
print([entry.kept for entry in entries], [entry.ready for entry in entries])
"""
FAILING = """
sys.executable = {false!r}
compile_entries(entries)
print([entry.kept for entry in entries], [entry.ready for entry in entries])
"""
INTERRUPTED = """
signal.signal(signal.SIGINT, signal.default_int_handler)
begin = compiling.Helper.compile
def tell_and_begin(self, entry):
    print(self._process.pid, flush=True)
    begin(self, entry)
compiling.Helper.compile = tell_and_begin
compiling.cores = lambda: 1
from mecenate.games import load
compile_entries([load({game!r}).step, *entries])
"""


def start(code: str, folder) -> subprocess.Popen:
    environment = {**os.environ, "MECENATE_CACHE": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", ENTRIES + code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_helpers_compile_for_everybody(tmp_path):
    told, _ = start(TOLD, tmp_path).communicate(timeout=300)
    assert sorted(told.splitlines()[:2]) == ["bots.play.indifferent", "bots.play.stream"]
    assert told.splitlines()[2] == "[True, True] [False, False]"


def test_where_helpers_fail_it_is_compiled_all_the_same(tmp_path):
    failing = tmp_path / "false"
    failing.write_text("#!/bin/sh\nexit 1\n")
    failing.chmod(0o755)
    told, _ = start(FAILING.format(false=str(failing)), tmp_path / "cache").communicate(timeout=300)
    assert told.strip() == "[True, True] [True, True]"


def test_ctrl_c_ends_the_helpers(tmp_path):
    process = start(INTERRUPTED.format(game=next(iter(GAMES))), tmp_path)
    assert process.stdout
    helper = int(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert complaint.splitlines()[-1] == "KeyboardInterrupt" and process.returncode != 0
    with pytest.raises(ProcessLookupError):
        os.kill(helper, 0)


def test_helpers_find_everything_by_its_name(monkeypatch):
    wanted = []
    monkeypatch.setattr(warmup, "compile_entries", wanted.extend)
    warmup.compile_all([load(key) for key in GAMES])
    assert len(wanted) > 10 * len(GAMES)
    assert all(find(entry.name) is entry for entry in wanted)
