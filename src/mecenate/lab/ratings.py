"""Ratings of bots from the places they took, by Plackett and Luce's model; and what a budget twice as large is worth."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mecenate.core.errors import NeedsExtra
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


def plackett_luce() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise NeedsExtra("Ratings need openskill.", "lab") from None
    return PlackettLuce()


def rate(games: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Rating]:
    """Ratings after some games, each told as names and places. A bot that sits twice at a table learns from both seats."""
    model = plackett_luce()
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


def logistic(odds: Any) -> Any:
    """A chance from log odds, however large; or many of them."""
    return (1 + np.tanh(odds / 2)) / 2


def doubling(ahead: Sequence[float], won: Sequence[float], points: Sequence[float], deals: Sequence[int]) -> Doubling:
    """What a budget brings against half of it, if each doubling brings the same log odds and the same points.

    Games of two: by how many doublings the first one is ahead, its part of the win, its lead in points, and the deal.
    Games of one deal hang together: in some deals a long search finds more than in others.
    """
    by, of = np.array(ahead, float), np.array(deals)
    return Doubling(_share(by, np.array(won), of), estimate(*ratio(by * np.array(points), by * by, of)))


def _share(by: np.ndarray, won: np.ndarray, deals: np.ndarray) -> Estimate:
    """The log odds are those under which the games are likeliest: the more are won than foretold, the higher they are."""
    low, high = -STEEPEST, STEEPEST
    for _ in range(HALVINGS):
        odds = (low + high) / 2
        if by @ (won - logistic(odds * by)) > 0:
            low = odds
        else:
            high = odds
    odds = (low + high) / 2
    chance = logistic(odds * by)
    known = by * by * chance * (1 - chance)
    if not known.sum():
        return Estimate(float(logistic(odds)), 0.0, 1.0)
    alone, together = 1 / math.sqrt(known.sum()), ratio(by * (won - chance), known, deals)[1]
    half = Z * max(alone, together)  # that few deals happen to agree makes nothing surer
    return Estimate(*(float(logistic(one)) for one in (odds, odds - half, odds + half)))
