"""Networks: compiled code computes what they are, and what is kept of each game fits its features."""

import numpy as np
import pytest

import mecenate
from mecenate.bots import make, net
from mecenate.bots.judging import judge
from mecenate.bots.learnt import judgement
from mecenate.bots.trained import INSTINCT
from mecenate.games import GAMES, load
from mecenate.lab.fitting import forward, fresh


@pytest.mark.parametrize("key", GAMES)
def test_what_was_learnt_fits_the_features(key):
    judged = judge(load(key))
    for weights in (judged.weights, judged.instinct):
        assert weights.shape == (net.size(judged.inputs, judged.heads),) and weights.dtype == np.float32
        assert np.isfinite(weights).all()
        assert weights[net.MARGIN] > 0
    assert judged.weights[net.SHARPNESS] >= 1
    assert judged.instinct is judged.weights or judged.instinct[net.SHARPNESS] == INSTINCT


@pytest.mark.parametrize("used", [0, 1, 2, 3, 4, 9, 40])
def test_a_layer_leaves_out_zeros_and_nothing_else(used):
    """Inputs are taken four at a time: whatever is left over counts too."""
    rng = np.random.default_rng(used)
    x, y = np.zeros(40, np.float32), rng.standard_normal(net.SECOND).astype(np.float32)
    x[rng.permutation(40)[:used]] = rng.standard_normal(used)
    weights = rng.standard_normal(3 + 40 * net.SECOND).astype(np.float32)
    before = y.copy()
    net.add_second(weights, 3, x, y, np.zeros(41, np.int64))
    assert y == pytest.approx(before + x @ weights[3:].reshape(40, -1), abs=1e-4)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("key", GAMES)
def test_an_estimate_is_that_of_the_network(key, seat):
    match = mecenate.new(key, 2, seed=3)
    judged = judge(match.game)
    weights = fresh(judged.inputs, judged.heads, 3.0, np.random.default_rng(1))
    memory, places = net.memory(judged.inputs)
    found = np.zeros(2)
    judgement.of(judged.features)(weights, memory, places, match.rows, 0, seat, found)
    row = np.zeros((1, judged.inputs + 1), np.float32)
    judged.features(match.rows, 0, seat, row[0, :-1])
    row[0, -1] = match.game.questions.index(match.question) if seat == match.seat else judged.heads - 1
    (expected,) = forward(weights, row)[-1]
    assert tuple(found) == pytest.approx((expected[net.WIN], net.SCALE * expected[net.SCORE]), abs=1e-3)


@pytest.mark.parametrize("key", GAMES)
def test_what_a_network_saw_before_changes_nothing(key):
    """Each seat's estimates all through a game, one after the other in the same memory, are those of a fresh one."""
    match = mecenate.new(key, 3, seed=4)
    judged = judge(match.game)
    judging, found = judgement.of(judged.features), np.zeros((3, 2))
    used, bot = net.memory(judged.inputs), make("greedy", match.game, 1)

    def estimates(memory):
        for seat in range(3):
            judging(judged.weights, *memory, match.rows, 0, seat, found[seat])
        return found.tolist()

    while not match.over:
        fresh_ones = [estimates(net.memory(judged.inputs)) for _ in range(2)]
        assert fresh_ones[0] == fresh_ones[1]
        assert np.array(estimates(used)) == pytest.approx(np.array(fresh_ones[0]), abs=1e-3)
        match.play(bot.choose(match))
    assert np.any(used[0])
    net.forget(used[0])
    assert not np.any(used[0])
