"""Ratings of bots from the places they took, by Plackett and Luce's model; and what a budget twice as large is worth."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from mecenate.lab.effects import estimate, ratio
from mecenate.lab.intervals import Estimate, Z

STEEPEST = 30.0  # log odds that a doubling may bring
HALVINGS = 60  # of the range in which they are sought


@dataclass(frozen=True)
class Rating:
    """Between two that differ by 4.2 (beta) the better one wins about three times of four."""

    value: float
    deviation: float


@dataclass(frozen=True)
class Doubling:
    """What a budget brings against half of it."""

    share: Estimate  # of the games that it wins
    points: Estimate  # by which it ends ahead


def rate(games: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Rating]:
    """Ratings after some games, each told as names and places. A bot that sits twice at a table learns from both seats."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {}
    for names, places in games:
        before = [ratings.setdefault(name, model.rating(name=name)) for name in names]
        if len(set(names)) == 1:
            continue
        after = model.rate([[one] for one in before], ranks=list(map(float, places)))
        for name in set(names):
            own = [team[0] for team, other in zip(after, names, strict=True) if other == name]
            mean, spread = sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own)
            ratings[name] = model.rating(mu=mean, sigma=spread, name=name)
    return {name: Rating(one.mu, one.sigma) for name, one in ratings.items()}


def logistic(odds: float) -> float:
    """A chance from log odds, however large."""
    return (1 + math.tanh(odds / 2)) / 2


def doubling(ahead: Sequence[float], won: Sequence[float], points: Sequence[float], deals: Sequence[int]) -> Doubling:
    """What a budget brings against half of it, if each doubling brings the same log odds and the same points.

    Games of two: by how many doublings the first one is ahead, its part of the win, its lead in points, and the deal.
    """
    by = np.array(ahead, float)
    return Doubling(
        _share(list(zip(ahead, won, strict=True))), estimate(*ratio(by * np.array(points), by * by, np.array(deals)))
    )


def _share(games: Sequence[tuple[float, float]]) -> Estimate:
    """The log odds are those under which the games are likeliest: the more are won than foretold, the higher they are."""
    low, high = -STEEPEST, STEEPEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum(ahead * (won - logistic(middle * ahead)) for ahead, won in games) > 0:
            low = middle
        else:
            high = middle
    odds = (low + high) / 2
    chances = [(ahead, logistic(odds * ahead)) for ahead, _ in games]
    known = sum(ahead * ahead * chance * (1 - chance) for ahead, chance in chances)
    half = Z / math.sqrt(known) if known else math.inf
    return Estimate(logistic(odds), logistic(odds - half), logistic(odds + half))
