"""How a search goes about a game: a game's evaluation names the figures that suit it."""

import numpy as np

EXPLORE, WARMTH, MARGIN, HORIZON, LOOK, WIDTH = range(6)


def tuned(*, explore: float, warmth: float, margin: float, horizon: int, look: int, width: int) -> np.ndarray:
    """As the search takes it.

    `explore`: how much weights and few visits count against what was found.
    `warmth`: points by which an answer must look better to have e times the weight.
    `margin`: points ahead that make the chance to win e times as high.
    `horizon`: settled positions after which a simulation is judged.
    `look`: answers that are tried at a question on the way there.
    `width`: answers with which a question in the tree begins.
    """
    return np.array([explore, warmth, margin, horizon, look, width], float)
