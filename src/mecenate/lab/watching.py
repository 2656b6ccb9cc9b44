"""Games among bots, watched: what each seat began with, did and had, beside how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mecenate.core.factors import Choice, Count, Factors
from mecenate.core.game import Game
from mecenate.games import load
from mecenate.lab.games import Lineup, Played, Table

SEATS = "seat"
BOTS = "bot"


@dataclass(frozen=True)
class Watched:
    """A game and what was read from its story, for each bot of the line-up."""

    played: Played
    values: np.ndarray  # bot, factor


def factors_of(game: Game, chosen: Lineup) -> Factors:
    return game.factors.of(chosen.options)


def columns(factors: Factors) -> list[Count | Choice]:
    return [*factors.opening, *factors.early, *factors.end, *factors.holdings]


def watch(chosen: Lineup, first: int, last: int) -> list[Watched]:
    """Like `games.play`."""
    table, factors = Table(chosen), columns(factors_of(load(chosen.game), chosen))
    found = []
    for number in range(first, last):
        played, story = table.play(number), table.story()
        at = chosen.at(number)
        values = np.stack([factor.read(story) for factor in factors], 1)
        found.append(Watched(played, values[[at.index(bot) for bot in range(len(at))]]))
    return found


@dataclass(frozen=True)
class Sample:
    """Many games: arrays by game and seat. The seats of a game, and the games of a deal, say something about each other."""

    deals: np.ndarray  # of each game
    scores: np.ndarray
    wins: np.ndarray  # a shared win counts in part
    values: dict[str, np.ndarray]  # of each factor

    @property
    def seats(self) -> int:
        return self.scores.shape[1]


def sample(chosen: Lineup, factors: Sequence[Count | Choice], watched: Sequence[Watched]) -> Sample:
    values = np.stack([one.values for one in watched])
    numbers = [one.played.number for one in watched]
    bots = range(len(chosen.names))
    kinds = list(dict.fromkeys(chosen.names))
    own = {
        SEATS: np.array([[1 << chosen.at(number).index(bot) for bot in bots] for number in numbers]),
        BOTS: np.array([[1 << kinds.index(name) for name in chosen.names]] * len(numbers)),
    }
    return Sample(
        np.array([chosen.deal(number) for number in numbers]),
        np.array([one.played.scores for one in watched], float),
        np.array([one.played.wins for one in watched], float),
        own | {factor.key: values[:, :, k] for k, factor in enumerate(factors)},
    )
