"""Kernels: records, room on the stack, calls from Python; compiled and uncompiled are one; bounds hold."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from numba.core.errors import NumbaError

from mecenate.core.entries import entry
from mecenate.core.kernel import (
    FLOAT,
    INT,
    INTS,
    MASK,
    NATURAL,
    STATES,
    Signature,
    kernel,
    local,
    lowest,
    popcount,
    record,
    record_at,
)
from mecenate.games import GAMES, load


def run(*args: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *args], env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("key", GAMES)
def test_no_index_runs_out_of_bounds(key):
    told = run("-m", "mecenate.cli", "soak", key, "--games", "60", MECENATE_BOUNDSCHECK="1")
    assert told.strip() == "Every promise was kept."


@pytest.mark.parametrize("key", GAMES)
def test_a_state_is_small(key):
    assert load(key).state.itemsize <= 2048


a_table = local(np.int64, 2, 3)


@entry(Signature((INT,), INT))
def filled(times):
    total = 0
    for k in range(times):
        table = a_table()
        row = table[1]
        total += row[2]  # nothing is left of the time before
        row[2] = k + 1
        total += 10 * table[1, 2]
    return total


def test_local_room_is_empty_and_does_not_grow(machine_code):
    compiled = machine_code(filled)
    assert compiled(3) == filled.function(3) == 60
    assert compiled(1_000_000) == 5_000_005_000_000


@entry(Signature((INT,), FLOAT))
def wasteful(n):
    return np.zeros(n)[0]


def test_a_kernel_can_not_allocate(machine_code):
    with pytest.raises(NumbaError, match=r"NRT required|array passed into"):
        machine_code(wasteful)


PAIR = record(("a", "i4"), ("b", "f8"))
pair = record_at(PAIR)


@kernel
def half(x):
    return x / 2


@entry(Signature((STATES, INT, MASK, NATURAL, FLOAT), FLOAT))
def everything(states, i, mask, bits, x):
    s = pair(states, i)
    s.a += 1
    s.b = half(x)
    mask[0] |= bits
    return s.b + s.a


@entry(Signature((INTS,), NATURAL))
def quotient(numbers):
    return np.uint64(numbers[0] // numbers[1])


def test_calls_take_and_give_numbers_and_arrays(machine_code):
    compiled = machine_code(everything)
    for function in (compiled, everything.function):
        states, mask = np.zeros((3, PAIR.itemsize), np.uint8), np.zeros(2, np.uint64)
        assert function(states, 2, mask, np.uint64(1 << 63), 5) == 3.5
        assert function(states, np.int64(2), mask, np.uint64(1), 2.0) == 3.0
        assert mask.tolist() == [(1 << 63) | 1, 0] and pair(states, 2).a == 2 and not states[:2].any()
    big = machine_code(quotient)(np.array([-1, 1]))
    assert isinstance(big, int) and big == (1 << 64) - 1


@pytest.mark.parametrize(
    ("place", "given"),
    [
        (0, np.zeros(16, np.uint8)), (0, [[0]]), (0, np.zeros((1, 16), np.int8)), (2, np.zeros(2, np.int64)),
        (2, np.zeros(4, np.uint64)[::2]), (2, b"12345678"), (1, "one"), (1, None), (1, 1.5), (4, "x"), (3, 0.5),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_refused_and_nothing_happens(machine_code, place, given):
    compiled = machine_code(everything)
    arguments: list = [np.zeros((1, PAIR.itemsize), np.uint8), 0, np.zeros(2, np.uint64), 1, 1.0]
    right = list(arguments)
    arguments[place] = given
    with pytest.raises(TypeError, match=r"argument|interpreted as an integer|must be real number"):
        compiled(*arguments)
    with pytest.raises(TypeError, match="takes 5 arguments"):
        compiled(*right[:4])
    assert not any(one.any() for one in right if isinstance(one, np.ndarray))


def test_a_read_only_array_is_refused_and_an_equal_type_taken(machine_code):
    compiled = machine_code(everything)
    states, mask = np.zeros((1, PAIR.itemsize), np.uint8), np.zeros(2, np.uint64)
    mask.flags.writeable = False
    with pytest.raises(TypeError, match="writable"):
        compiled(states, 0, mask, 1, 1.0)
    again = pickle.loads(pickle.dumps(np.zeros(2, np.uint64)))
    assert compiled(states, 0, again, 1, 1.0) == 1.5


def test_a_division_by_zero_is_an_error(machine_code):
    with pytest.raises(RuntimeError, match="division by zero"):
        machine_code(quotient)(np.array([1, 0]))


def test_other_threads_run_while_a_game_is_played():
    """What plays whole games lets go of the interpreter: a thread that counts goes on counting."""
    import threading

    from mecenate.core.playout import random_games

    game = load(next(iter(GAMES)))
    play = random_games.of(game.start, game.legal, game.step, game.result).compiled()
    done, counted = threading.Event(), []

    def count() -> None:
        while not done.is_set():
            counted.append(None)
            done.wait(0.001)

    numbers, generator = game.settings(game.seats[0])[1], np.array([1], np.uint64)
    thread = threading.Thread(target=count)
    thread.start()
    before, results = len(counted), np.zeros(2 * game.seats[0], np.int64)
    while len(counted) < before + 20:  # in one call at last
        play(game.rows(1), game.mask(), numbers, generator, 3000, np.zeros(2, np.int64), results)
    done.set()
    thread.join()


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
