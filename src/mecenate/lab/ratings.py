"""Ratings of bots from the places they took, by Plackett and Luce's model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Rating:
    """Between two that differ by 4.2 (beta) the better one wins about three times of four."""

    value: float
    deviation: float


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
