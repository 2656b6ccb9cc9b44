"""Opponents. They see a game through its contract alone, and judge its positions by one evaluation file a game.

>>> import mecenate
>>> from mecenate.bots import make
>>> match = mecenate.new("princes", seats=4, seed=7)
>>> bot = make("random", match.game, seed=1)
>>> bot.choose(match) in match.legal_actions()
True
"""

from importlib import import_module
from typing import Protocol

import numpy as np

from mecenate.bots import play
from mecenate.bots.greedy import SCRATCH_ROWS
from mecenate.core.errors import MecenateError, Refusal
from mecenate.core.game import Game
from mecenate.core.kernel import Entry
from mecenate.core.match import SEED_LIMIT, Match

BOTS = {
    "random": "answers by chance",
    "greedy": "takes the answer after which its position looks best",
}
LEVELS = {"random": play.RANDOM, "greedy": play.GREEDY}

# The one place where bots know a game by name.
EVALUATIONS = {
    "princes": "mecenate.bots.evaluations.princes",
    "carrara": "mecenate.bots.evaluations.carrara",
    "stanza": "mecenate.bots.evaluations.stanza",
}


class Bot(Protocol):
    """Somebody who answers for the seat that is asked. It knows what this seat may know, and nothing else."""

    name: str

    def choose(self, match: Match) -> int:
        """The number of an offered move."""
        ...


def level(name: str) -> int:
    """How compiled code knows a bot."""
    if name not in LEVELS:
        raise Refusal("no-bot", bot=name, bots=", ".join(BOTS))
    return LEVELS[name]


def evaluation(game: Game, *names: str) -> Entry:
    """What a position of this game is worth to a seat, if some of these bots, or any at all, want to know that."""
    if names and all(level(name) == play.RANDOM for name in names):
        return play.indifferent
    if game.key not in EVALUATIONS:
        raise MecenateError(f"Only random can play {game.title} yet.")
    return import_module(EVALUATIONS[game.key]).value


def judged(game: Game) -> bool:
    """Whether there are bots that can judge positions of this game."""
    return game.key in EVALUATIONS


class CompiledBot:
    """A bot whose thinking is one compiled function."""

    def __init__(self, name: str, game: Game, seed: int):
        self.name = name
        self.game = game
        self._level = level(name)
        self._thinking = (game.legal, game.step, game.redeal, evaluation(game, name))
        self._scratch = game.rows(SCRATCH_ROWS)
        self._mask = game.mask()
        self._generator = np.array([seed], np.uint64)

    def choose(self, match: Match) -> int:
        if match.game.key != self.game.key:
            raise MecenateError(f"This bot plays {self.game.title}, not {match.game.title}.")
        if match.over:
            raise MecenateError("The game is over; there is nothing to choose.")
        for entry in self._thinking:
            entry.compile()
        functions = [entry.function for entry in self._thinking]
        return int(play.choice(self._level, *functions, match.rows, 0, self._scratch, self._mask, self._generator))


def make(name: str, game: Game, seed: int) -> Bot:
    """A bot for one game; the same seed makes it choose the same again."""
    if not 0 <= seed < SEED_LIMIT:
        raise Refusal("bad-seed", most=SEED_LIMIT - 1, seed=seed)
    return CompiledBot(name, game, seed)
