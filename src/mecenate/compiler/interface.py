"""The functions of a game for other languages: what they are handed, and what else their kernels take.

C hands over numbers as they are, and of an array its first item; how long an array is, the game knows. Some arguments are the
same in every call of a game, so that nobody is asked for them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mecenate.bots.judging import judge, judged
from mecenate.bots.tuning import tuned
from mecenate.core.entries import SHARED
from mecenate.core.game import Game
from mecenate.games import load

FUNCTIONS = (
    "start", "legal", "step", "why", "redeal", "result", "rollout", "value", "features", "search_memory", "search",
)  # fmt: skip
READING = {"legal", "why", "result", "value", "features", "search"}  # the functions that leave a state as it is


@dataclass(frozen=True)
class Argument:
    """An argument of a kernel, as C sees it."""

    name: str
    shape: tuple[int, ...] = ()  # of an array
    fixed: Any = None  # what it always is: then C is not asked
    read: bool = False  # an array that is only read


def weights(game: Game) -> np.ndarray:
    """All that a search knows of a game: its network, and behind it the instinct if that is another one."""
    judges = judge(game)
    return judges.weights if judges.instinct is judges.weights else np.concatenate([judges.weights, judges.instinct])


@cache
def arguments(key: str) -> Mapping[str, Argument]:
    """Every argument by the name that kernels have for it, in a game."""
    game = load(key)
    seats, width = max(game.seats), game.state.itemsize
    found = [
        Argument("states", (1, width)),
        Argument("i", fixed=0),
        *(Argument(name) for name in ("seed", "action", "seat", "players", "simulations")),
        Argument("options", (1 + len(game.options),), read=True),
        Argument("mask", (game.moves.words,)),
        Argument("generator", (1,)),
        Argument("out", (2 * seats,)),
        Argument("width", fixed=width),
        Argument("actions", fixed=game.moves.size),
    ]
    if judged(game):
        judges = judge(game)
        found += [
            Argument("weights", weights(game).shape, read=True),
            Argument("memory", (0,)),
            Argument("expected", (2 * seats,)),
            Argument("inputs", fixed=judges.inputs),
            Argument("figures", fixed=judges.weights.size),
            Argument("tuning", fixed=judges.tuning),
            Argument("quick", fixed=tuned()),
        ]
    return {one.name: one for one in found}


def interface(unit: str, name: str, names: Sequence[str]) -> list[Argument] | None:
    """What C hands to a function whose kernel has arguments of these names; None if it is not for C."""
    if unit == SHARED or name not in FUNCTIONS:
        return None
    found = arguments(unit)
    if name == "features":
        found = {**found, "out": Argument("out", (found["inputs"].fixed,))}
    return [found[one] for one in names]
