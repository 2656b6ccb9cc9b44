"""The cache of compiled kernels sees every change; compiled and uncompiled are one; bounds hold."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import NumbaError

import mecenate
from mecenate.core.kernel import COMPILED, PACKAGE, content_hash, kernel, local, lowest, popcount, record, sources
from mecenate.games import GAMES, load

SRC = Path(mecenate.__file__).parents[1]
PLAY = Path(__file__).with_name("play_and_hash.py")


def run(*args: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *args], env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_change_in_an_imported_file_reaches_the_kernel(tmp_path):
    copy = tmp_path / "src"
    shutil.copytree(SRC / "mecenate", copy / "mecenate", ignore=shutil.ignore_patterns("__pycache__"))
    core = copy / "mecenate" / "core"
    (core / "figure.py").write_text("FIGURE = 200\n")
    (core / "price.py").write_text(
        "from numba import types\n"
        "from mecenate.core.figure import FIGURE\n"
        "from mecenate.core.kernel import entry\n"
        "@entry(types.int64(types.int64))\n"
        "def price(n):\n"
        "    return n * FIGURE\n"
    )
    ask = ("-c", "from mecenate.core.price import price; print(price.kept, price(2))")
    environment = {"PYTHONPATH": str(copy), "MECENATE_CACHE": str(tmp_path / "cache")}
    assert run(*ask, **environment).split() == ["False", "400"]
    assert run(*ask, **environment).split() == ["True", "400"]
    (core / "figure.py").write_text("FIGURE = 300\n")
    assert run(*ask, **environment).split() == ["False", "600"]
    for damaged in (tmp_path / "cache").rglob("*price*"):
        damaged.write_bytes(b"nothing that could be read")
    assert run(*ask, **environment).split() == ["True", "600"]
    assert run(*ask, **environment).split() == ["True", "600"]


def test_another_checkout_finds_the_same_kernels(tmp_path):
    copy = tmp_path / "elsewhere"
    shutil.copytree(SRC / "mecenate", copy / "mecenate", ignore=shutil.ignore_patterns("__pycache__"))
    code = "from mecenate.core import kernel; print(kernel.content_hash(kernel.PACKAGE / 'core' / 'playout.py'))"
    assert run("-c", code, PYTHONPATH=str(copy)).strip() == content_hash(PACKAGE / "core" / "playout.py")


@pytest.mark.parametrize("key", GAMES)
def test_kernels_depend_on_their_component_table(key):
    assert PACKAGE / "games" / key / "components.toml" in sources(PACKAGE / "games" / key / "rules.py")


@pytest.mark.parametrize("key", GAMES)
def test_compiled_and_uncompiled_play_the_same_games(key):
    game = load(key)
    for seats in game.seats:
        compiled = run(str(PLAY), key, str(seats), "1")
        assert run(str(PLAY), key, str(seats), "1", NUMBA_DISABLE_JIT="1") == compiled


@pytest.mark.parametrize("key", GAMES)
def test_no_index_runs_out_of_bounds(key):
    told = run("-m", "mecenate.cli", "soak", key, "--games", "60", MECENATE_BOUNDSCHECK="1")
    assert told.strip() == "Every promise was kept."


@pytest.mark.parametrize("key", GAMES)
def test_a_state_is_small(key):
    assert load(key).state.itemsize <= 2048


a_table = local(np.int64, 2, 3)


@kernel
def filled(times):
    total = 0
    for k in range(times):
        table = a_table()
        row = table[1]
        total += row[2]  # nothing is left of the time before
        row[2] = k + 1
        total += 10 * table[1, 2]
    return total


def test_local_room_is_empty_and_does_not_grow():
    assert filled(3) == getattr(filled, "py_func", filled)(3) == 60
    assert filled(1_000_000) == 5_000_005_000_000


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_kernel_can_not_allocate():
    with pytest.raises(NumbaError, match="NRT required"):
        kernel(lambda n: np.zeros(n)[0])(3)


def test_records_align_their_fields():
    kind = record(("a", "i2"), ("b", "u8"), ("c", record(("x", "u8"), ("y", "i2")), (2,)), ("d", "i4"))
    assert kind.fields
    assert [kind.fields[name][1] for name in ("a", "b", "c", "d")] == [0, 8, 16, 48]
    assert kind.itemsize == 56
    row = np.zeros(1, kind)[0]
    row.c[1].y = 3
    assert row.c[1].y == 3


@pytest.mark.parametrize("bits", [1, 0b1010, 1 << 63, (1 << 64) - 1])
def test_bits(bits):
    assert popcount(np.uint64(bits)) == bin(bits).count("1")
    assert lowest(np.uint64(bits)) == len(bin(bits)) - len(bin(bits).rstrip("0"))
