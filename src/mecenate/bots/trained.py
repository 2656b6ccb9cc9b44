"""Weights of one's own, as `mecenate train` and `mecenate imitate` write them, and bots that play with them: `master:FILE`.

A file is a network or an instinct. What it is not, a bot takes from the game's own.
"""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.lib import format as npy

from mecenate.bots import net
from mecenate.bots.judging import Judge, judge
from mecenate.core.errors import Refusal
from mecenate.core.files import write_bytes
from mecenate.core.game import Game

INSTINCT = 0.0  # in place of its sharpness: nobody asks an instinct for chances


def read_weights(path: Path, game: Game) -> np.ndarray:
    """The weights in a file, if they are those of a network of this game."""
    try:
        with path.open("rb") as file:
            weights = npy.read_array(file, allow_pickle=False)
    except OSError as error:
        raise Refusal("weights-unreadable", path=path, why=error.strerror) from None
    except (ValueError, MemoryError):
        raise Refusal("weights-other", path=path) from None
    judged = judge(game)
    needed = net.size(judged.inputs, judged.heads)
    if weights.shape != (needed,):
        raise Refusal("weights-size", path=path, game=game.called, found=weights.size, needed=needed)
    if weights.dtype != np.float32 or not np.isfinite(weights).all():
        raise Refusal("weights-other", path=path)
    return weights


def write_weights(path: Path, weights: np.ndarray) -> None:
    file = io.BytesIO()
    np.save(file, weights)
    write_bytes(path, file.getvalue())


def as_instinct(weights: np.ndarray) -> np.ndarray:
    """The same, marked as those of an instinct."""
    marked = weights.copy()
    marked[net.SHARPNESS] = INSTINCT
    return marked


def judge_with(game: Game, weights: np.ndarray | None) -> Judge:
    """How positions are judged with these weights, if any, in place of those of the game's own network or instinct."""
    own = judge(game)
    if weights is None:
        return own
    if weights[net.SHARPNESS] == INSTINCT:
        return replace(own, instinct=weights)
    return replace(own, weights=weights, instinct=weights if own.instinct is own.weights else own.instinct)
