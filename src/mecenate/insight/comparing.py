"""Two answers to a question, looked at equally often: what a search says of an answer that it hardly tried means little."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from mecenate import bots
from mecenate.bots.thinking import Result, Thought
from mecenate.core.match import Match

LEAST = 32  # simulations of each answer that are compared


class Thinker(Protocol):
    """A bot that tells what it thinks: see `mecenate.bots.SearchBot`."""

    def think(self, match: Match) -> Thought: ...

    def insist(self, match: Match, action: int, simulations: int) -> list[Result]: ...


@dataclass(frozen=True)
class Compared:
    """What two answers promise, as a chance to win or in points; a difference below `noise` may be luck."""

    first: float
    second: float
    noise: float

    @property
    def difference(self) -> float:
        """By how much the first answer is better, if that is no luck; else 0."""
        found = self.first - self.second
        return found if abs(found) > self.noise else 0.0

    def turned(self) -> "Compared":
        return Compared(self.second, self.first, self.noise)


def compare(
    bot: Thinker, match: Match, thought: Thought, first: int, second: int, most: int = bots.MOST
) -> tuple[Compared, Compared]:
    """Compare two answers to a question that the bot has just thought about: their chances to win, and their points.

    First both get the same number of simulations, as far as that is not more than `most`. Then only new ones count: those that
    made an answer look good can't speak for it again. Both answers see the same deals.
    """
    visits = {answer.action: answer.simulations for answer in thought.answers}
    equal = min(most, max(visits[first], visits[second]))
    for action in (first, second):
        bot.insist(match, action, max(0, equal - visits[action]))
    simulations = max(LEAST, min(most, thought.simulations) // 2)
    one, other = (list(zip(*bot.insist(match, action, simulations), strict=True)) for action in (first, second))
    chances, points = (_compared(*sides) for sides in zip(one, other, strict=True))
    return chances, points


def _compared(one: Sequence[float], other: Sequence[float]) -> Compared:
    n = len(one)
    return Compared(sum(one) / n, sum(other) / n, noise([a - b for a, b in zip(one, other, strict=True)]))


def together(opinions: Sequence[Compared]) -> Compared:
    """What several searches make of the same two answers. What may be luck is told by how far they differ.

    All simulations of one search go by what it found about the moves that follow, and may be wrong there together.
    """
    means = [sum(side) / len(opinions) for side in zip(*((one.first, one.second) for one in opinions), strict=True)]
    return Compared(means[0], means[1], noise([one.first - one.second for one in opinions]))


def noise(values: list[float]) -> float:
    """How far a mean may be off by luck: twice its standard error, and more where there are few values."""
    n = len(values)
    mean = sum(values) / n
    return (2 + 4 / n) * sqrt(sum((one - mean) ** 2 for one in values) / (n * (n - 1)))
