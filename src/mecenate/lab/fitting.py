"""How a network learns from positions and what became of them: gradient descent in plain numpy, with Adam's step sizes."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mecenate.bots.net import FIRST, HEAD, MARGIN, OUTPUTS, SCALE, SCORE, SECOND, SHARPNESS, WIN, size

BATCH = 4096
POINTS = 0.25  # what the share of the points' variance that is not foretold counts beside the surprise about who wins
HELD_BACK = 20  # one row in so many is kept for the test
MEAN, SPREAD, TINY = 0.9, 0.999, 1e-8  # Adam's memory of gradients and their squares
CALM = 0.002  # how fast the steady weights follow


@dataclass(frozen=True)
class Fit:
    """How well a network foretells rows that it was not shown."""

    surprise: float  # cross entropy of the chance
    ignorance: float  # the same for one who only knows how many seats there are
    error: float  # of the points, root mean square
    spread: float  # of the points themselves


def shapes(inputs: int) -> list[tuple[int, int]]:
    return [(inputs, FIRST), (FIRST, SECOND), (SECOND, OUTPUTS)]


def layers(weights: np.ndarray, inputs: int, head: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """The weights and biases of each layer with one of the heads, as views into the one array."""
    found, at = [], 0
    for k, (n, m) in enumerate(shapes(inputs)):
        if k == 1:
            at += head * HEAD
        found.append((weights[at : at + n * m].reshape(n, m), weights[at + n * m : at + (n + 1) * m]))
        at += (n + 1) * m
    return found


def fresh(inputs: int, heads: int, margin: float, rng: np.random.Generator) -> np.ndarray:
    """A network that knows nothing. About a hundred inputs are not 0 at a time, whatever their number."""
    weights = np.zeros(size(inputs, heads), np.float32)
    weights[SHARPNESS], weights[MARGIN] = 1, margin
    for head in range(heads):
        for (matrix, _), reach in zip(layers(weights, inputs, head), (100, FIRST, 200 * SECOND), strict=True):
            matrix[:] = rng.standard_normal(matrix.shape) * np.sqrt(2 / reach)
    return weights


def by_head(rows: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Each head that some rows need, with their places."""
    heads = rows[:, -1].astype(np.int64)
    return [(int(head), np.flatnonzero(heads == head)) for head in np.unique(heads)]


def forward(weights: np.ndarray, rows: np.ndarray) -> list[np.ndarray]:
    """What each layer makes of some rows. The last figure of a row is its head."""
    inputs = rows.shape[1] - 1
    found = [rows[:, :-1], *(np.zeros((len(rows), m), rows.dtype) for _, m in shapes(inputs))]
    matrix, bias = layers(weights, inputs, 0)[0]
    found[1] = np.maximum(found[0] @ matrix + bias, 0)
    for head, some in by_head(rows):
        (_, two, out) = layers(weights, inputs, head)
        found[2][some] = np.maximum(found[1][some] @ two[0] + two[1], 0)
        found[3][some] = found[2][some] @ out[0] + out[1]
    return found


def gradient(weights: np.ndarray, rows: np.ndarray, targets: np.ndarray, points: float) -> np.ndarray:
    """How the error grows with each weight."""
    values, inputs = forward(weights, rows), rows.shape[1] - 1
    out, found = values[-1], np.zeros_like(weights)
    back = np.empty_like(out)
    back[:, WIN] = chance(out) - targets[:, WIN]
    back[:, SCORE] = 2 * points * (out[:, SCORE] - targets[:, SCORE])
    back /= len(rows)
    below = np.empty_like(values[1])
    for head, some in by_head(rows):
        own, into, slope = layers(weights, inputs, head), layers(found, inputs, head), back[some]
        for k in (2, 1):
            into[k][0][:] = values[k][some].T @ slope
            into[k][1][:] = slope.sum(0)
            slope = (slope @ own[k][0].T) * (values[k][some] > 0)
        below[some] = slope
    matrix, bias = layers(found, inputs, 0)[0]
    matrix[:] = values[0].T @ below
    bias[:] = below.sum(0)
    return found


def chance(out: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-out[:, WIN]))


def cross_entropy(p: np.ndarray | float, wanted: np.ndarray) -> float:
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return float(-(wanted * np.log(p) + (1 - wanted) * np.log(1 - p)).mean())


def error(weights: np.ndarray, rows: np.ndarray, targets: np.ndarray, points: float) -> float:
    """What gradient descent makes smaller."""
    out = forward(weights, rows)[-1]
    return cross_entropy(chance(out), targets[:, WIN]) + points * float(((out - targets)[:, SCORE] ** 2).mean())


class Learner:
    """Weights, and Adam's memory of how they were moved. `steady`: their running mean, which is better than any of them."""

    def __init__(self, weights: np.ndarray, seed: int):
        self.weights, self.steady = weights.copy(), weights.copy()
        self._mean, self._square = np.zeros_like(weights), np.zeros_like(weights)
        self._steps = 0
        self._rng = np.random.default_rng(seed)

    def step(self, slope: np.ndarray, rate: float) -> None:
        self._steps += 1
        self._mean += (1 - MEAN) * (slope - self._mean)
        self._square += (1 - SPREAD) * (slope * slope - self._square)
        mean, square = self._mean / (1 - MEAN**self._steps), self._square / (1 - SPREAD**self._steps)
        self.weights -= rate * mean / (np.sqrt(square) + TINY)
        self.steady += max(CALM, 1 / self._steps) * (self.weights - self.steady)

    def learn(
        self, rows: np.ndarray, targets: np.ndarray, epochs: int, rate: float, progress: Callable[[int], None] = lambda _: None
    ) -> None:
        """Go through all rows so many times, in any order."""
        points = POINTS / float(targets[:, SCORE].var())
        for _ in range(epochs):
            order = self._rng.permutation(len(rows))
            for k in range(0, max(len(rows) - BATCH, 0) + 1, BATCH):
                some = np.sort(order[k : k + BATCH])
                slope = gradient(self.weights, rows[some].astype(np.float32), targets[some], points)
                self.step(slope, rate)
                progress(1)

    def test(self, rows: np.ndarray, targets: np.ndarray) -> Fit:
        out = forward(self.steady, rows.astype(np.float32))[-1]
        wanted = targets[:, WIN]
        return Fit(
            cross_entropy(chance(out), wanted), cross_entropy(float(wanted.mean()), wanted),
            SCALE * float(np.sqrt(((out - targets)[:, SCORE] ** 2).mean())), SCALE * float(targets[:, SCORE].std()),
        )  # fmt: skip
