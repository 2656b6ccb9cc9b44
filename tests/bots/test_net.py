"""Networks: compiled code computes what they are, and what is kept of each game fits its features."""

import numpy as np
import pytest

import mecenate
from mecenate.bots import net
from mecenate.bots.judging import judge
from mecenate.games import GAMES, load
from mecenate.lab.fitting import forward, fresh


@pytest.mark.parametrize("key", GAMES)
def test_what_was_learnt_fits_the_features(key):
    judged = judge(load(key))
    assert judged.weights.shape == (net.size(judged.inputs, judged.heads),) and judged.weights.dtype == np.float32
    assert np.isfinite(judged.weights).all()
    assert judged.weights[net.MARGIN] > 0 and judged.weights[net.SHARPNESS] >= 1


@pytest.mark.parametrize("used", [0, 1, 2, 3, 4, 9, 40])
def test_a_layer_leaves_out_zeros_and_nothing_else(used):
    """Inputs are taken four at a time: whatever is left over counts too."""
    rng = np.random.default_rng(used)
    x, y = np.zeros(40, np.float32), np.zeros(net.SECOND, np.float32)
    x[rng.permutation(40)[:used]] = rng.standard_normal(used)
    weights = rng.standard_normal(3 + 41 * net.SECOND).astype(np.float32)
    end = net.second_layer(weights, 3, x, y, np.zeros(41, np.int64))
    matrix, bias = weights[3 : 3 + 40 * net.SECOND].reshape(40, -1), weights[-net.SECOND :]
    assert end == weights.size
    assert y == pytest.approx(x @ matrix + bias, abs=1e-4)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("key", GAMES)
def test_an_estimate_is_that_of_the_network(key, seat):
    match = mecenate.new(key, 2, seed=3)
    judged = judge(match.game)
    for entry in judged.entries:
        entry.compile()
    weights = fresh(judged.inputs, judged.heads, 3.0, np.random.default_rng(1))
    memory, places = net.memory(judged.inputs)
    odds, points = net.estimate((judged.features.function, weights, memory, places), match.rows, 0, seat)
    row = np.zeros((1, judged.inputs + 1), np.float32)
    judged.features(match.rows, 0, seat, row[0, :-1])
    row[0, -1] = match.game.questions.index(match.question) if seat == match.seat else judged.heads - 1
    (expected,) = forward(weights, row)[-1]
    assert (odds, points) == pytest.approx((expected[net.WIN], net.SCALE * expected[net.SCORE]), abs=1e-3)
