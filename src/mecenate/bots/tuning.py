"""How a search goes about a game, found by letting variants play in the arena. Only how it plays on depends on the game."""

import numpy as np

EXPLORE, WARMTH, WIDTH, AHEAD, LOOKS, POINTS, LOST = range(7)
PATIENT = 64  # simulations; a search of fewer judges at once, and so can afford more of them


def tuned(
    *, explore: float = 0.15, warmth: float = 0.25, width: float = 8, ahead: int = 0, looks: int = 8,
    points: float = 0.000005, lost: float = 0.0005,
) -> np.ndarray:  # fmt: skip
    """As the search takes it.

    `explore`: how much weights and few visits count against what was found.
    `warmth`: log odds by which an answer must look better to have e times the weight.
    `width`: answers with which a question in the tree begins.
    `ahead`: answers that are played on from something new, before it is judged.
    `looks`: answers among which it plays on; if more are offered, so many are drawn.
    `points`, `lost`: a point is worth `points` / (`lost` + chance) of a chance to win, to a seat that has such a chance.
    """
    return np.array([explore, warmth, width, ahead, looks, points, lost], float)
