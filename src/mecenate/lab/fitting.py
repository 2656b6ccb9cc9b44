"""How a network learns from positions and what became of them: gradient descent in plain numpy, with Adam's step sizes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from mecenate.bots.net import FIRST, HEAD, MARGIN, OUTPUTS, SCALE, SCORE, SECOND, SHARPNESS, WIN, size

BATCH = 4096
POINTS = 0.25  # what the share of the points' variance that is not foretold counts beside the surprise about who wins
HELD_BACK = 20  # one row in so many is kept for the test
MEAN, SPREAD, TINY = 0.9, 0.999, 1e-8  # Adam's memory of gradients and their squares
CALM = 0.002  # how fast the steady weights follow
LAYER = tuple[np.ndarray, np.ndarray]  # its weights and biases, as views into the one array


@dataclass(frozen=True)
class Fit:
    """How well a network foretells rows that it was not shown."""

    surprise: float  # cross entropy of the chance
    ignorance: float  # the same for one who only knows how many seats there are
    error: float  # of the points, root mean square
    spread: float  # of the points themselves


def layer(weights: np.ndarray, at: int, n: int, m: int) -> LAYER:
    return weights[at : at + n * m].reshape(n, m), weights[at + n * m : at + (n + 1) * m]


def first_layer(weights: np.ndarray, inputs: int) -> LAYER:
    return layer(weights, 0, inputs, FIRST)


def head_layers(weights: np.ndarray, inputs: int, head: int) -> tuple[LAYER, LAYER]:
    at = (inputs + 1) * FIRST + head * HEAD
    return layer(weights, at, FIRST, SECOND), layer(weights, at + (FIRST + 1) * SECOND, SECOND, OUTPUTS)


def fresh(inputs: int, heads: int, margin: float, rng: np.random.Generator) -> np.ndarray:
    """A network that knows nothing. About a hundred inputs are not 0 at a time, whatever their number."""
    weights = np.zeros(size(inputs, heads), np.float32)
    weights[SHARPNESS], weights[MARGIN] = 1, margin
    drawn = [(first_layer(weights, inputs), 100)]
    for head in range(heads):
        drawn += zip(head_layers(weights, inputs, head), (FIRST, 200 * SECOND), strict=True)
    for (matrix, _), reach in drawn:
        matrix[:] = rng.standard_normal(matrix.shape) * np.sqrt(2 / reach)
    return weights


def by_head(rows: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Each head that some rows need, with their places. The last figure of a row is its head."""
    heads = rows[:, -1].astype(np.int64)
    return [(int(head), np.flatnonzero(heads == head)) for head in np.unique(heads)]


def forward(weights: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What each layer makes of some rows."""
    inputs = rows.shape[1] - 1
    matrix, bias = first_layer(weights, inputs)
    one = np.maximum(rows[:, :-1] @ matrix + bias, 0)
    two, out = (np.empty((len(rows), m), one.dtype) for m in (SECOND, OUTPUTS))
    for head, some in by_head(rows):
        second, last = head_layers(weights, inputs, head)
        two[some] = np.maximum(one[some] @ second[0] + second[1], 0)
        out[some] = two[some] @ last[0] + last[1]
    return one, two, out


def gradient(weights: np.ndarray, rows: np.ndarray, steepness: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """How an error grows with each weight. `steepness`: how it grows with what comes out."""
    inputs, found = rows.shape[1] - 1, np.zeros_like(weights)
    one, two, out = forward(weights, rows)
    back, below = steepness(out), np.empty_like(one)
    for head, some in by_head(rows):
        second, last = head_layers(weights, inputs, head)
        into_second, into_last = head_layers(found, inputs, head)
        slope = descend(last, into_last, two[some], back[some])
        below[some] = descend(second, into_second, one[some], slope)
    descend(first_layer(weights, inputs), first_layer(found, inputs), rows[:, :-1], below)
    return found


def descend(own: LAYER, into: LAYER, values: np.ndarray, slope: np.ndarray) -> np.ndarray:
    """Note how the error grows with a layer's weights: how it grows with what the layer was given, where that is not 0."""
    into[0][:] = values.T @ slope
    into[1][:] = slope.sum(0)
    return (slope @ own[0].T) * (values > 0)


def chance(out: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-out[:, WIN]))


def cross_entropy(p: np.ndarray | float, wanted: np.ndarray) -> float:
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return float(-(wanted * np.log(p) + (1 - wanted) * np.log(1 - p)).mean())


def error(out: np.ndarray, targets: np.ndarray, points: float) -> float:
    """What learning from what became of positions makes smaller."""
    return cross_entropy(chance(out), targets[:, WIN]) + points * float(((out - targets)[:, SCORE] ** 2).mean())


def error_slope(out: np.ndarray, targets: np.ndarray, points: float) -> np.ndarray:
    """How that error grows with what comes out."""
    slope = np.empty_like(out)
    slope[:, WIN] = chance(out) - targets[:, WIN]
    slope[:, SCORE] = 2 * points * (out - targets)[:, SCORE]
    return slope / len(out)


def steps(count: int, size: int = BATCH) -> int:
    """How many steps it takes to go through so many things."""
    return max(count - size, 0) // size + 1


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
        """Go through all rows so many times."""
        points = POINTS / float(targets[:, SCORE].var())
        for _ in range(epochs):
            for some in self.parts(len(rows), BATCH):
                part, wanted = rows[some].astype(np.float32), targets[some]
                self.step(gradient(self.weights, part, lambda out, wanted=wanted: error_slope(out, wanted, points)), rate)
                progress(1)

    def parts(self, count: int, size: int) -> Iterator[np.ndarray]:
        """So many things, in any order, some at a time; the last few wait for another time."""
        order = self._rng.permutation(count)
        for k in range(steps(count, size)):
            yield np.sort(order[k * size : (k + 1) * size])

    def test(self, rows: np.ndarray, targets: np.ndarray) -> Fit:
        out = forward(self.steady, rows.astype(np.float32))[-1]
        wanted = targets[:, WIN]
        return Fit(
            cross_entropy(chance(out), wanted), cross_entropy(float(wanted.mean()), wanted),
            SCALE * float(np.sqrt(((out - targets)[:, SCORE] ** 2).mean())), SCALE * float(targets[:, SCORE].std()),
        )  # fmt: skip
