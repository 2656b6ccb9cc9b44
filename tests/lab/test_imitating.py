"""An instinct learns to like what long searches look at: slopes are right, what is true is found, bad input is refused."""

from pathlib import Path

import numpy as np
import pytest

from mecenate.bots.judging import judge
from mecenate.bots.trained import read_weights
from mecenate.core.errors import MecenateError
from mecenate.games import load
from mecenate.lab.examples import Examples
from mecenate.lab.fitting import Learner, forward, fresh, gradient
from mecenate.lab.imitating import BATCH, imitate, learn, likeness, main, promised, shares, some_of, surprise, surprise_slope

INPUTS, HEADS, WARMTH = 6, 3, 0.25


def searches(questions: int, seed: int = 0) -> Examples:
    """The first figure of an answer says how much a search looks at it; the others are noise. The head: any."""
    rng = np.random.default_rng(seed)
    answers = rng.integers(2, 9, questions)
    rows = np.column_stack([rng.random((answers.sum(), INPUTS)), rng.integers(HEADS, size=answers.sum())])
    visits = np.round(500 * shares(np.exp(4 * rows[:, 0]), answers)).astype(np.int64) + 1
    return Examples(rows.astype(np.float32), visits, answers)


def test_a_slope_is_what_a_small_step_changes():
    some = searches(20)
    rows, looked = some.rows.astype(float), shares(some.visits, some.answers)
    weights = fresh(INPUTS, HEADS, 3.0, np.random.default_rng(2)).astype(float)
    slope = gradient(weights, rows, lambda out: surprise_slope(out, looked, some.answers, WARMTH))
    tiny = 1e-6

    def error(near: np.ndarray) -> float:
        return surprise(promised(forward(near, rows)[-1], some.answers, WARMTH), looked, some.answers)

    steep_ones = 0
    for place in np.random.default_rng(3).permutation(weights.size)[:200]:
        up, down = weights.copy(), weights.copy()
        up[place] += tiny
        down[place] -= tiny
        steep = (error(up) - error(down)) / (2 * tiny)
        assert slope[place] == pytest.approx(steep, abs=1e-5)
        steep_ones += abs(steep) > 1e-4
    assert steep_ones > 20


def test_shares_are_those_of_a_question():
    assert shares(np.array([1.0, 3.0, 2.0, 2.0, 4.0]), np.array([2, 3])) == pytest.approx([0.25, 0.75, 0.25, 0.25, 0.5])


def test_some_questions_keep_their_answers():
    every = searches(5)
    first = np.cumsum(every.answers) - every.answers
    some = some_of(every, np.array([3, 1]))
    expected = np.concatenate([every.rows[first[q] : first[q] + every.answers[q]] for q in (3, 1)])
    assert (some.rows == expected).all() and (some.answers == every.answers[[3, 1]]).all()


def test_what_searches_look_at_is_learnt():
    learner, unseen = Learner(fresh(INPUTS, HEADS, 3.0, np.random.default_rng(4)), seed=4), searches(1000, seed=9)
    before = likeness(learner.steady, unseen, WARMTH)
    for seed in range(3):
        learn(learner, searches(12 * BATCH, seed), WARMTH)
    after = likeness(learner.steady, unseen, WARMTH)
    assert before.least == after.least
    assert after.surprise - after.least < 0.2 * (before.surprise - before.least)
    assert before.agreement < 0.6 and after.agreement > 0.85
    assert learner.steady[-1] == 3, "the last figures are no weights"


def test_one_who_knows_it_before_is_surprised_least():
    some = searches(50)
    looked = shares(some.visits, some.answers)
    even = shares(np.ones(len(looked)), some.answers)
    assert surprise(looked, looked, some.answers) < surprise(even, looked, some.answers)


def test_an_instinct_is_kept_and_goes_on_from_there(tmp_path, capsys):
    out = tmp_path / "instinct.npy"
    assert main("stanza", 1, 2, 64, 1, 1, None, out) == 0
    judged = judge(load("stanza"))
    first = read_weights(out, load("stanza"))
    assert not np.array_equal(first, judged.weights)
    assert main("stanza", 1, 2, 64, 2, 1, out, out) == 0
    assert not np.array_equal(first, read_weights(out, load("stanza")))
    assert capsys.readouterr().out.count("surprise") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["instinct.npy"]


def test_the_bar_counts_learning_as_well():
    begun, game = [], load("stanza")

    def step(what, total):
        begun.append([what, total, 0])
        return lambda n: begun[-1].__setitem__(2, begun[-1][2] + n)

    imitate(game, judge(game).weights, 1, 2, 64, 1, 1, step, lambda *_: None)
    assert [what for what, _, _ in begun] == ["Searching", "Learning"]
    assert all(done == total > 0 for _, total, done in begun), begun


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"generations": 0}, "At least one"),
        ({"games": 0}, "At least one"),
        ({"simulations": 63}, "64 simulations or more, not 63"),
        ({"simulations": 10**7}, "simulations"),
        ({"out": Path("/nowhere/weights.npy")}, "no folder"),
        ({"start": Path("/nowhere/weights.npy")}, "can't be read"),
        ({"processes": -1}, "processes"),
    ],
)
def test_bad_input_is_refused_with_a_reason(tmp_path, changed, words):
    good = {"game": "stanza", "generations": 1, "games": 1, "simulations": 64, "seed": 0}
    good |= {"processes": 1, "start": None, "out": tmp_path / "w.npy"}
    with pytest.raises(MecenateError, match=words):
        main(**{**good, **changed})
    assert not list(tmp_path.iterdir())
