"""What goes with winning, and how sure that is. Arrays are by game and seat.

The seats of a game are not independent: one wins because the others don't. So everything is compared within the table, and a
deal is one observation, with all its games and seats. Intervals are of 95%, for each figure alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mecenate.lab.intervals import Estimate, Z, share

MOST_LEVELS = 6
RARE = 0.01  # of the seats: a number that fewer have is told together with one beside it
NOTHING = 1e-6  # as good as none, in what is computed


@dataclass(frozen=True)
class Level:
    """Seats with so many of a thing."""

    low: int
    high: int
    label: str
    seats: int
    win_share: Estimate
    score: Estimate
    ahead: Estimate  # of the table's mean score


@dataclass(frozen=True)
class Difference:
    """What winners had on average, and what the others at the table had."""

    winners: float
    others: float
    difference: Estimate


@dataclass(frozen=True)
class Worth:
    """What one more goes with, all other factors being equal; or one more in place of an average other one that it excludes."""

    points: Estimate
    chance: Estimate  # to win
    points_a_spread: Estimate  # for as much more as seats of a table usually differ by


def ratio(above: np.ndarray, below: np.ndarray, deals: np.ndarray) -> tuple[float, float]:
    """The sum of one figure of each game by that of another, and its standard error."""
    total = below.sum()
    value = above.sum() / total
    left = _by_deal(above - value * below, deals)
    n = len(left)
    return float(value), float(np.sqrt(n / max(n - 1, 1) * (left**2).sum()) / total)


def estimate(value: float, error: float) -> Estimate:
    return Estimate(value, value - Z * error, value + Z * error)


def among(chosen: np.ndarray, wins: np.ndarray, scores: np.ndarray, deals: np.ndarray) -> tuple[Estimate, Estimate, Estimate]:
    """Win share, score and lead of the chosen seats."""
    n = chosen.sum(1).astype(float)
    won, error = ratio((wins * chosen).sum(1), n, deals)
    trials = min(n.sum(), won * (1 - won) / error**2) if error else np.unique(deals[n > 0]).size  # that would be as unsure
    lead = scores - scores.mean(1, keepdims=True)
    return (
        share(won * float(trials), float(trials)),
        estimate(*ratio((scores * chosen).sum(1), n, deals)),
        estimate(*ratio((lead * chosen).sum(1), n, deals)),
    )


def levels(values: np.ndarray, wins: np.ndarray, scores: np.ndarray, deals: np.ndarray) -> list[Level]:
    """How seats did that had so many, from few to many."""
    found = []
    steps = _steps(values.ravel())
    for k, (low, high) in enumerate(steps):
        chosen = (values >= low) & (values <= high)
        label = str(low) if low == high else f"{low}-{high}"
        if low != high and k == 0:
            label = f"≤{high}"
        elif low != high and k == len(steps) - 1:
            label = f"{low}+"
        found.append(Level(low, high, label, int(chosen.sum()), *among(chosen, wins, scores, deals)))
    return found


def _steps(values: np.ndarray) -> list[tuple[int, int]]:
    """Each number for itself if they are few, otherwise ranges that hold about equally many seats."""
    there, counts = np.unique(values, return_counts=True)
    steps = [(int(one), int(one), int(n)) for one, n in zip(there, counts, strict=True)]
    while len(steps) > 2 and min(n for _, _, n in steps) < RARE * values.size:
        k = min(range(len(steps)), key=lambda k: steps[k][2])
        beside = min((j for j in (k - 1, k + 1) if 0 <= j < len(steps)), key=lambda j: steps[j][2])
        first, second = sorted((k, beside))
        steps[first : second + 1] = [(steps[first][0], steps[second][1], steps[first][2] + steps[second][2])]
    if len(steps) > MOST_LEVELS:
        starts = np.unique(np.quantile(values, np.arange(MOST_LEVELS) / MOST_LEVELS, method="higher").astype(int)).tolist()
        return list(zip(starts, [*(start - 1 for start in starts[1:]), int(there[-1])], strict=True))
    return [(low, high) for low, high, _ in steps]


def difference(values: np.ndarray, wins: np.ndarray, deals: np.ndarray) -> Difference:
    """Winners against the others of the same table."""
    had = (values * wins).sum(1)
    rest = (values.sum(1) - had) / (values.shape[1] - 1)
    one = np.ones(len(values))
    return Difference(float(had.mean()), float(rest.mean()), estimate(*ratio(had - rest, one, deals)))


def worth(
    values: np.ndarray,
    instead: Sequence[str],
    controls: np.ndarray,
    wins: np.ndarray,
    scores: np.ndarray,
    deals: np.ndarray,
) -> tuple[list[Worth | None], float]:
    """What one more of each factor is worth when all others are equal, by a linear regression within the tables.

    The last axis of `values` and `controls` is the factors. Those with the same word in `instead` come in place of each other.
    None for one whose worth the games can't tell from that of others. The second answer: the share of the differences in score
    within a table that all of them tell together.
    """
    inside, n = _inside(np.concatenate([values, controls], 2)), values.shape[2]
    spread = inside.std(0)
    differ = np.flatnonzero(spread > NOTHING)
    if len(np.unique(deals)) <= differ.size + 1:
        return [None] * n, 0.0
    x, deal_of_row = inside[:, differ] / spread[differ], np.repeat(deals, values.shape[1])
    points, told = _regress(x, _inside(scores[:, :, None])[:, 0], deal_of_row)
    chance, _ = _regress(x, _inside(wins[:, :, None])[:, 0], deal_of_row)
    often = values.mean((0, 1))
    found: list[Worth | None] = [None] * n
    for k in range(n):
        others = np.array([often[j] if j != k and instead[k] and instead[j] == instead[k] else 0.0 for j in range(n)])
        more = np.zeros(inside.shape[1])
        more[:n] = -others / (others.sum() or 1)
        more[k] = 1
        step = more[differ] / spread[differ]
        if spread[k] > NOTHING and points.known(step):
            found[k] = Worth(points.along(step), chance.along(step), points.along(step * spread[k]))
    return found, told


def _inside(values: np.ndarray) -> np.ndarray:
    """What each seat has more than the table's mean, a row for each seat."""
    return (values - values.mean(1, keepdims=True)).reshape(-1, values.shape[2]).astype(float)


@dataclass(frozen=True)
class _Slopes:
    value: np.ndarray
    covariance: np.ndarray
    told: np.ndarray  # projects on what the games can tell

    def known(self, direction: np.ndarray) -> bool:
        return bool(np.linalg.norm(self.told @ direction - direction) < 0.001 * np.linalg.norm(direction))

    def along(self, direction: np.ndarray) -> Estimate:
        """What a step goes with that changes several factors at once."""
        return estimate(float(direction @ self.value), float(np.sqrt(direction @ self.covariance @ direction)))


def _regress(x: np.ndarray, y: np.ndarray, deals: np.ndarray) -> tuple[_Slopes, float]:
    """Least squares, with errors that allow for everything within a deal to hang together; and the share of y that is told."""
    square = x.T @ x
    bread = np.linalg.pinv(square, NOTHING, hermitian=True)
    slope = bread @ x.T @ y
    left = y - x @ slope
    scores = np.column_stack([_by_deal(x[:, k] * left, deals) for k in range(x.shape[1])])
    n, (rows, columns) = len(scores), x.shape
    covariance = bread @ (scores.T @ scores) @ bread * n / (n - 1) * (rows - 1) / (rows - columns)
    return _Slopes(slope, covariance, bread @ square), float(1 - (left**2).sum() / (y**2).sum()) if y.any() else 0.0


def _by_deal(values: np.ndarray, deals: np.ndarray) -> np.ndarray:
    """The sum over each deal."""
    return np.bincount(np.unique(deals, return_inverse=True)[1], values)
