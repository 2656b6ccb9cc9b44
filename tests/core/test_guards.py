"""Whoever calls a game's functions with what is not there is told so: nothing crashes, and nothing changes."""

import random

import numpy as np
import pytest

import mecenate
from mecenate import MecenateError
from mecenate.core.guards import GUARDS
from mecenate.games import GAMES, load

FAR = (-(1 << 63), -1, 2, 1 << 40, (1 << 63) - 1)  # numbers that no row, seat, or option has
FUNCTIONS = ("start", "legal", "step", "why", "redeal", "result", "check", "stocks")


@pytest.fixture(params=GAMES)
def game(request):
    return load(request.param)


@pytest.fixture
def match(game):
    match = mecenate.new(game.key, 2, 7)
    chance = random.Random(4)
    for _ in range(30):
        match.play(chance.choice(match.legal()))
    return match


def good(match):
    """Arguments that are as they should be, for each function."""
    game, rows = match.game, match.rows
    numbers, out = game.settings(match.seats, match.options)[1], np.zeros(2 * match.seats, np.int64)
    return {
        "start": [rows, 0, np.uint64(1), numbers],
        "legal": [rows, 0, game.mask()],
        "step": [rows, 0, match.legal_actions()[0]],
        "why": [rows, 0, 0],
        "redeal": [rows, 0, 1, np.uint64(1)],
        "result": [rows, 0, out],
        "check": [rows, 0],
        "stocks": [rows, 0, np.zeros(len(game.stock_names) * match.seats, np.int64)],
    }


def refused(match, name, place, wrong, words):
    before, args = match.rows.tobytes(), good(match)[name]
    args[place] = wrong
    with pytest.raises(MecenateError, match=words) as told:
        getattr(match.game, name)(*args)
    assert str(told.value).startswith(f"{match.game.key}'s {name}: ")
    assert match.rows.tobytes() == before


def test_all_functions_of_a_game_are_guarded(match):
    assert set(GUARDS) == set(FUNCTIONS)
    for name in FUNCTIONS:
        getattr(match.game, name)(*good(match.copy())[name])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_that_are_not_there(match, name):
    for number in (1, *FAR):
        refused(match, name, 1, number, "no row of this number")
    width = match.game.state.itemsize
    for rows in (np.zeros((1, width - 8), np.uint8), np.zeros((1, width + 8), np.uint8), np.zeros((4, 0), np.uint8)):
        refused(match, name, 0, rows, "another number of bytes")
    refused(match, name, 0, match.game.rows(0), "no row of this number")


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "start"])
def test_rows_without_a_game(match, name):
    full = match.game.rows(1)
    full[:] = 255
    for rows in (match.game.rows(1), full):
        refused(match, name, 0, rows, "no game was started")


def test_moves_that_are_not_there_or_not_offered(match):
    size, offered = match.game.moves.size, match.legal_actions()
    for name in ("why", "step"):
        for action in (size, *FAR):
            if not 0 <= action < size:
                refused(match, name, 2, action, "no move of this number")
    for action in set(range(size)) - set(offered):
        refused(match, "step", 2, action, "not offered")
    while not match.over:
        match.play(match.legal()[0])
    for action in range(size):
        with pytest.raises(MecenateError, match="not offered"):
            match.game.step(match.rows, 0, action)


def test_seats_that_are_not_there(match):
    for seat in FAR:
        refused(match, "redeal", 2, seat, "no seat of this number")


def test_arrays_that_are_too_short(match):
    refused(match, "legal", 2, match.game.mask()[:-1], "mask is too short")
    for name in ("result", "stocks"):
        refused(match, name, 2, good(match)[name][2][:-1], "result is too short")


def test_setups_that_can_not_be(match):
    numbers = good(match)["start"][3]
    for place in range(numbers.size):
        for number in (-1, 6, *FAR[:1], *FAR[3:]):
            wrong = numbers.copy()
            wrong[place] = number
            refused(match, "start", 3, wrong, "no game with these options")
    for wrong in (numbers[:-1].copy(), np.append(numbers, 0), numbers[:0].copy()):
        refused(match, "start", 3, wrong, "no game with these options")


SCRIPT = """
import numpy as np
from mecenate.games import GAMES, load
for key in GAMES:
    game = load(key)
    rows, numbers = game.rows(1), game.settings(2)[1]
    calls = (
        lambda: game.legal(rows, 0, game.mask()), lambda: game.start(rows, 0, np.uint64(1), numbers[:1]),
        lambda: game.start(rows, 1, np.uint64(1), numbers), lambda: game.start(rows, 0, np.uint64(1), numbers),
        lambda: game.step(rows, 0, game.moves.size), lambda: game.step(rows, 0, game.moves.size - 1),
        lambda: game.redeal(rows, 0, 2, np.uint64(1)), lambda: game.result(rows, 0, np.zeros(3, np.int64)),
        lambda: game.legal(rows[:, 8:].copy(), 0, game.mask()), lambda: game.legal(rows, 0, game.mask()[:0].copy()),
    )
    for call in calls:
        try:
            call()
            print("fine")
        except Exception as error:
            print(type(error).__name__, error)
"""


def test_uncompiled_the_same_is_refused_in_the_same_words(both_ways):
    compiled, uncompiled = both_ways(SCRIPT)
    assert compiled == uncompiled
    assert compiled.count("MecenateError") == 9 * len(GAMES)
