"""How bots judge positions: for each game an evaluation written by hand, which answers at once, and a network that has learnt.

Here is where bots know the games by name.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources

import numpy as np

from mecenate.bots.tuning import tuned
from mecenate.core.entries import Entry
from mecenate.core.errors import MecenateError
from mecenate.core.game import Game

# For each game how a search goes about it, and how many simulations a Journeyman and a Master take: a Journeyman enough to win
# clearly against Apprentices, a Master what fits into a tenth of a second. A search plays on as far as it takes to see what an
# answer is good for: in La Stanza to the end of a turn of several answers, in The Princes of Florence, by its instinct,
# a round with two seats.
GAMES = {
    "princes": (tuned(ahead=24, looks=32), {"journeyman": 12, "master": 256}),
    "carrara": (tuned(ahead=2), {"journeyman": 8, "master": 2048}),
    "stanza": (tuned(ahead=12), {"journeyman": 15, "master": 1536}),
}


@dataclass(frozen=True)
class Judge:
    """How positions of a game are judged."""

    value: Entry  # how much a seat likes a position, in points, by the evaluation
    features: Entry  # a position in figures
    inputs: int  # how many figures
    heads: int  # of the network
    weights: np.ndarray  # what was learnt, see net
    instinct: np.ndarray  # the weights of a network that likes the answers which long searches choose
    tuning: np.ndarray  # how a search goes about it
    simulations: Mapping[str, int]  # of the bots that search

    def functions(self, game: Game) -> tuple[Entry, ...]:
        """What a search takes of the game: the rules that it needs, and the features."""
        return (game.legal, game.step, game.redeal, game.result, self.features)


def judged(game: Game) -> bool:
    """Whether there are bots that can judge positions of this game."""
    return game.key in GAMES


@cache
def learnt(key: str) -> tuple[np.ndarray, np.ndarray]:
    """The weights of a game's network and of its instinct; where it has none, the network stands in for it."""
    folder = resources.files("mecenate.bots").joinpath("weights")
    files = [file for name in (key, f"{key}-instinct") if (file := folder.joinpath(f"{name}.npy")).is_file()]
    network, *instinct = [np.load(io.BytesIO(file.read_bytes())) for file in files]
    return network, *(instinct or [network])


def judge(game: Game) -> Judge:
    if not judged(game):
        raise MecenateError(f"Only random can play {game.title} yet.")
    evaluation = import_module(f"mecenate.bots.evaluations.{game.key}")
    figures = import_module(f"mecenate.bots.features.{game.key}")
    heads = len(game.questions) + 1
    return Judge(evaluation.value, figures.features, figures.COUNT, heads, *learnt(game.key), *GAMES[game.key])
