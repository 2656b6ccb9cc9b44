"""Opponents. They see a game through its contract alone, and judge its positions by one evaluation file a game.

>>> import mecenate
>>> from mecenate.bots import make
>>> match = mecenate.new("princes", seats=4, seed=7)
>>> bot = make("random", match.game, seed=1)
>>> bot.choose(match) in match.legal_actions()
True
"""

from pathlib import Path
from typing import Protocol

import numpy as np

from mecenate.bots import play
from mecenate.bots.greedy import SCRATCH_ROWS, in_time
from mecenate.bots.judging import judge, judged
from mecenate.bots.levels import BOTS, STRONGEST, parted, unknown
from mecenate.bots.thinking import Result, Searcher, Thought
from mecenate.bots.trained import judge_with, read_weights
from mecenate.core.entries import SHARED, Entry
from mecenate.core.errors import MecenateError, Refusal
from mecenate.core.game import Game
from mecenate.core.match import SEED_LIMIT, Match
from mecenate.core.units import has_code

__all__ = ["BOTS", "MOST", "SEARCH", "Bot", "SearchBot", "can_search", "evaluation", "judged", "level", "make", "own_weights"]

LEVELS = {"random": play.RANDOM, "greedy": play.GREEDY}  # of others it is the number of simulations, which depends on the game
SEARCH = "search:"  # a bot with any number of simulations, like search:1000,
UNCOMPILED_S = 1.0  # for an answer of a bot that answers at once, as long as it is not compiled
MOST = 1_000_000  # up to so many: each takes about a kilobyte


class Bot(Protocol):
    """Somebody who answers for the seat that is asked. It knows what this seat may know, and nothing else."""

    name: str
    seconds: float | None  # that it may think about an answer; a bot that answers at once needs none

    def choose(self, match: Match) -> int:
        """The number of an offered move."""
        ...


def level(name: str, game: Game) -> int:
    """How compiled code knows a bot: one that thinks by its number of simulations."""
    kind, file = parted(name)
    number = kind.removeprefix(SEARCH)
    if number != kind and number.isdecimal() and play.GREEDY < int(number) <= MOST:
        return int(number)
    if kind not in BOTS:
        raise unknown(name, BOTS, f"{SEARCH}N")
    if file and kind in LEVELS:
        raise Refusal("weights-unused", bot=kind)
    return LEVELS[kind] if kind in LEVELS else judge(game).simulations[kind]


def own_weights(name: str, game: Game) -> np.ndarray | None:
    """The weights in the file that a bot's name names, if it names one."""
    level(name, game)
    file = parted(name)[1]
    return read_weights(Path(file), game) if file else None


def evaluation(game: Game, *names: str) -> Entry:
    """What a position of this game is worth to a seat, if it can be judged; bots that want to know that need it."""
    if not judged(game) and names and all(level(name, game) == play.RANDOM for name in names):
        return play.indifferent
    return judge(game).value


class CompiledBot:
    """A bot that answers at once: its thinking is one compiled function, and until then as much of it as there is time for."""

    seconds: float | None = None

    def __init__(self, name: str, game: Game, seed: int):
        self.name = name
        self.game = game
        self._level = level(name, game)
        self._functions = (game.legal, game.step, game.redeal, evaluation(game, name))
        self._choice = play.choice.of(*self._functions)
        self._scratch = game.rows(SCRATCH_ROWS)
        self._mask = game.mask()
        self._generator = np.array([seed], np.uint64)

    def choose(self, match: Match) -> int:
        check(self.game, match)
        own = (self._level, match.rows, 0, self._scratch, self._mask, self._generator)
        if self._choice.is_compiled:
            return int(self._choice(*own))
        return int(play.choice.function(*in_time(UNCOMPILED_S, *(one.inside for one in self._functions)), *own))


class SearchBot:
    """A bot that thinks, for a number of simulations or as many as its seconds allow; a Master for all the seconds it gets."""

    def __init__(self, name: str, game: Game, seed: int, seconds: float | None = None, threads: int = 1):
        self.name, self.game, self.seconds = name, game, seconds
        judging, simulations = judge_with(game, own_weights(name, game)), level(name, game)
        self._searcher = Searcher(game, judging, simulations, threads, unbound=parted(name)[0] == STRONGEST)
        self._seed = seed

    def choose(self, match: Match) -> int:
        return self._searcher.choose(*self._question(match))

    def think(self, match: Match, whole: bool = True) -> Thought:
        """What it would choose, and what it makes of all answers. Unless `whole`, it ends when the choice is made."""
        return self._searcher.think(*self._question(match), whole)

    def _question(self, match: Match) -> tuple[np.ndarray, int, int, float | None]:
        check(self.game, match)
        self._seed = (self._seed + 1) % SEED_LIMIT
        return match.rows, match.seats, self._seed, self.seconds

    def insist(self, match: Match, action: int, simulations: int) -> list[Result]:
        """After `think` about the same question: what so many more simulations of one answer promise the seat."""
        return self._searcher.insist(match.rows, match.seats, action, simulations)


def can_search(game: Game) -> bool:
    """Whether there is the machine code that a search takes; without it a single thought would last for minutes."""
    return has_code(game.key, SHARED)


def check(game: Game, match: Match) -> None:
    if match.game.key != game.key:
        raise MecenateError(f"This bot plays {game.title}, not {match.game.title}.")
    if match.over:
        raise MecenateError("The game is over; there is nothing to choose.")


def make(name: str, game: Game, seed: int, seconds: float | None = None, threads: int = 1) -> Bot:
    """A bot for one game; the same seed makes it choose the same again, if there is no limit of seconds and one thread.

    A Master who is given seconds uses them, unless the choice is made before; others stop at their number of simulations.
    """
    if not 0 <= seed < SEED_LIMIT:
        raise Refusal("bad-seed", most=SEED_LIMIT - 1, seed=seed)
    if level(name, game) > play.GREEDY:
        return SearchBot(name, game, seed, seconds, threads)
    return CompiledBot(name, game, seed)
