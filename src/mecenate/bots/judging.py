"""How bots judge positions: one evaluation file a game, and here is where bots know the games by name."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from mecenate.core.errors import MecenateError
from mecenate.core.game import Game
from mecenate.core.kernel import Entry

EVALUATIONS = {
    "princes": "mecenate.bots.evaluations.princes",
    "carrara": "mecenate.bots.evaluations.carrara",
    "stanza": "mecenate.bots.evaluations.stanza",
}


@dataclass(frozen=True)
class Judge:
    """A game's evaluation."""

    value: Entry  # how much a seat likes a position, in points
    score: Entry  # the points that it may expect at the end
    settled: Entry  # whether all seats have done alike since this seat was here before: a good place to judge
    tuning: np.ndarray  # how a search goes about this game: see tuning.py

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (self.value, self.score, self.settled)

    def functions(self, game: Game) -> list[Any]:
        """The compiled functions that a search takes."""
        entries = (game.legal, game.step, game.redeal, *self.entries)
        for one in entries:
            one.compile()
        return [one.function for one in entries]


def judged(game: Game) -> bool:
    """Whether there are bots that can judge positions of this game."""
    return game.key in EVALUATIONS


def judge(game: Game) -> Judge:
    if not judged(game):
        raise MecenateError(f"Only random can play {game.title} yet.")
    module = import_module(EVALUATIONS[game.key])
    return Judge(module.value, module.score, module.settled, module.TUNING)
