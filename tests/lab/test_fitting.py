"""Learning: gradients are right, errors shrink, and something true is found in noise."""

import numpy as np
import pytest

from mecenate.bots.net import SCORE, SHARPNESS, WIN
from mecenate.lab.fitting import BATCH, Learner, error, error_slope, first_layer, forward, fresh, gradient, head_layers

INPUTS, HEADS = 6, 3


def lesson(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """The first figure decides who wins, the second how many points there are; the others are noise. The head: any."""
    rng = np.random.default_rng(seed)
    rows = np.column_stack([rng.random((n, INPUTS)), rng.integers(HEADS, size=n)]).astype(np.float32)
    wins = (rng.random(n) < 1 / (1 + np.exp(-6 * (rows[:, 0] - 0.5)))).astype(np.float32)
    return rows, np.stack([wins, rows[:, 1]], 1)


def test_a_slope_is_what_a_small_step_changes():
    rows, targets = (one.astype(float) for one in lesson(50))
    weights = fresh(INPUTS, HEADS, 3.0, np.random.default_rng(2)).astype(float)
    slope, tiny = gradient(weights, rows, lambda out: error_slope(out, targets, 3.0)), 1e-6
    for place in np.random.default_rng(3).permutation(weights.size)[:200]:
        up, down = weights.copy(), weights.copy()
        up[place] += tiny
        down[place] -= tiny
        higher, lower = (error(forward(near, rows)[-1], targets, 3.0) for near in (up, down))
        steep = (higher - lower) / (2 * tiny)
        assert slope[place] == pytest.approx(steep, abs=1e-5)
    assert not slope[SHARPNESS:].any()  # these are no weights


def test_layers_are_all_of_the_weights():
    weights = np.arange(fresh(INPUTS, HEADS, 3.0, np.random.default_rng()).size, dtype=np.float32)
    heads = [layer for head in range(HEADS) for layer in head_layers(weights, INPUTS, head)]
    parts = [part.ravel() for layer in (first_layer(weights, INPUTS), *heads) for part in layer]
    assert (np.concatenate(parts) == weights[:SHARPNESS]).all()


def test_what_is_true_is_learnt():
    learner = Learner(fresh(INPUTS, HEADS, 3.0, np.random.default_rng(4)), seed=4)
    unseen = lesson(4000, seed=9)
    before = learner.test(*unseen)
    steps = []
    learner.learn(*lesson(20 * BATCH), epochs=60, rate=2e-3, progress=steps.append)
    after = learner.test(*unseen)
    assert len(steps) == 60 * 20
    assert after.surprise < 0.8 * after.ignorance < before.surprise
    assert after.error < 0.3 * after.spread < before.error
    rows = np.full((2 * HEADS, INPUTS + 1), 0.5, np.float32)
    rows[:, 0], rows[:, -1] = np.repeat([0.9, 0.1], HEADS), np.tile(np.arange(HEADS), 2)
    likely, unlikely = forward(learner.weights, rows)[-1].reshape(2, HEADS, -1)
    assert (likely[:, WIN] > unlikely[:, WIN] + 2).all()
    assert likely[:, SCORE] == pytest.approx(unlikely[:, SCORE], abs=0.15)
    assert learner.weights[-1] == 3


def test_the_same_seed_learns_the_same():
    learners = [Learner(fresh(INPUTS, HEADS, 3.0, np.random.default_rng(4)), seed) for seed in (1, 1, 2)]
    for learner in learners:
        learner.learn(*lesson(2 * BATCH), epochs=1, rate=1e-3)
    assert (learners[0].weights == learners[1].weights).all()
    assert not (learners[0].weights == learners[2].weights).all()
