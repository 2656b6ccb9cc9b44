"""What Python may hand to the functions of a game's rules.

Kernels trust whoever calls them: a number that is not there would spoil a game without a word, or end the process. So there
is a guard at each way in from Python. Machine code has it compiled in, before the function itself; what runs uncompiled has it
in front. Kernels that call each other pass none.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mecenate.core.errors import MecenateError
from mecenate.core.kernel import INTS, kernel

# Where a game's limits are: the bytes of a state and which of them has the number of seats, the words of a mask, the moves,
# the least and the most seats, the stocks of a seat, and behind them how many values each setup option has.
WIDTH, PLAYERS, WORDS, ACTIONS, LEAST, MOST, STOCKS, OPTIONS = range(8)

FAULTS = (
    "",
    "a state of this game has another number of bytes",
    "there is no row of this number",
    "no game was started in this row",
    "the mask is too short",
    "there is no move of this number",
    "the move is not offered in this position",
    "there is no seat of this number",
    "the array for the result is too short",
    "there is no game with these options; `Game.settings` makes them",
)
FINE, OTHER_STATES, NO_ROW, NO_GAME, SHORT_MASK, NO_MOVE, NOT_OFFERED, NO_SEAT, SHORT_RESULT, NO_OPTIONS = range(len(FAULTS))


@kernel
def row(limits, states, i):
    if states.shape[1] != limits[WIDTH]:
        return OTHER_STATES
    return FINE if 0 <= i < states.shape[0] else NO_ROW


@kernel
def game(limits, states, i):
    fault = row(limits, states, i)
    if fault == FINE and not limits[LEAST] <= states[i, limits[PLAYERS]] <= limits[MOST]:
        return NO_GAME
    return fault


@kernel
def start(why, limits, states, i, seed, options):
    count = limits.size - OPTIONS
    if options.size != 1 + count or not limits[LEAST] <= options[0] <= limits[MOST]:
        return NO_OPTIONS
    for k in range(count):
        if not 0 <= options[1 + k] < limits[OPTIONS + k]:
            return NO_OPTIONS
    return row(limits, states, i)


@kernel
def legal(why, limits, states, i, mask):
    return game(limits, states, i) if mask.size >= limits[WORDS] else SHORT_MASK


@kernel
def ask_why(why, limits, states, i, action):
    return game(limits, states, i) if 0 <= action < limits[ACTIONS] else NO_MOVE


@kernel
def step(why, limits, states, i, action):
    fault = ask_why(why, limits, states, i, action)
    if fault == FINE and why(states, i, action) != 0:
        return NOT_OFFERED
    return fault


@kernel
def redeal(why, limits, states, i, seat, seed):
    fault = game(limits, states, i)
    if fault == FINE and not 0 <= seat < states[i, limits[PLAYERS]]:
        return NO_SEAT
    return fault


@kernel
def check(why, limits, states, i):
    return game(limits, states, i)


@kernel
def room(limits, states, i, out, each):
    fault = game(limits, states, i)
    if fault == FINE and out.size < each * np.int64(states[i, limits[PLAYERS]]):
        return SHORT_RESULT
    return fault


@kernel
def result(why, limits, states, i, out):
    return room(limits, states, i, out, 2)


@kernel
def stocks(why, limits, states, i, out):
    return room(limits, states, i, out, limits[STOCKS])


GUARDS: Mapping[str, Callable[..., int]] = {
    "start": start, "legal": legal, "step": step, "why": ask_why, "redeal": redeal, "result": result, "check": check,
    "stocks": stocks,
}  # fmt: skip
LIMITS = INTS  # the type of a game's limits


@dataclass(frozen=True)
class Guard:
    """What stands before one function of a game's rules."""

    function: Callable[..., int]
    why: Callable[..., int]  # of the same game
    limits: tuple[int, ...]


def guard(unit: str, name: str) -> Guard | None:
    """The guard of an entry point; None if it has none."""
    if unit not in _GAMES or name not in GUARDS:
        return None
    return Guard(GUARDS[name], *_GAMES[unit])


_GAMES: dict[str, tuple[Callable[..., int], tuple[int, ...]]] = {}


def note(unit: str, why: Callable[..., int], limits: tuple[int, ...]) -> None:
    """Say what a game's functions may be handed."""
    _GAMES[unit] = (why, limits)


def guarded(unit: str, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function with its guard before it, both as they stand."""
    found = guard(unit, name)
    if found is None:
        return function
    limits = np.array(found.limits, np.int64)

    def call(*args: Any) -> Any:
        if fault := found.function(found.why, limits, *args):
            raise MecenateError(words(unit, name, fault))
        return function(*args)

    return call


def words(unit: str, name: str, fault: int) -> str:
    return f"{unit}'s {name}: {FAULTS[fault]}."
