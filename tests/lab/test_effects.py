"""The statistics find what was planted, find nothing where there is nothing, and know that a table hangs together."""

from typing import Any

import numpy as np
import pytest

from mecenate.lab import effects

GAMES, SEATS = 600, 4


def won(scores):
    """The best score of a table wins, shared by equals."""
    best = scores == scores.max(1, keepdims=True)
    return best / best.sum(1, keepdims=True)


@pytest.fixture(scope="module")
def planted():
    """One more of the first factor is worth 3 points, of the second nothing, and of the third -1; tables differ as a whole."""
    chance = np.random.default_rng(1)
    values = chance.poisson(2, (GAMES, SEATS, 3))
    values[:, :, 1] += values[:, :, 0]  # those who have the first often have the second
    scores = (
        50 + 3.0 * values[:, :, 0] - values[:, :, 2] + chance.normal(0, 4, (GAMES, SEATS)) + chance.normal(0, 9, (GAMES, 1))
    )
    return values, scores, won(scores), np.arange(GAMES)


def nothing(planted):
    return np.zeros((*planted[1].shape, 0))


def worth(values, instead, *rest) -> tuple[list[Any], float]:
    return effects.worth(values, instead, *rest)


def inside(estimate, value):
    return estimate.low <= value <= estimate.high


def test_what_was_planted_is_found(planted):
    values, scores, wins, deals = planted
    (first, second, third), told = worth(values, ["", "", ""], nothing(planted), wins, scores, deals)
    assert inside(first.points, 3) and first.points.high - first.points.low < 0.5
    assert inside(second.points, 0)
    assert inside(third.points, -1)
    assert first.chance.low > 0.05 and inside(second.chance, 0) and third.chance.high < 0
    assert first.points_a_spread.value == pytest.approx(first.points.value * (2 * 3 / 4) ** 0.5, rel=0.05)
    assert 0.4 < told < 0.7


def test_what_goes_with_the_cause_differs_between_winners_and_others(planted):
    values, _, wins, deals = planted
    first, second = (effects.difference(values[:, :, k], wins, deals) for k in range(2))
    assert first.difference.low > 1
    assert second.difference.low > 1  # but not when the first is equal, as above
    assert first.winners - first.others == pytest.approx(first.difference.value)


def test_shuffled_within_the_tables_nothing_is_found():
    chance = np.random.default_rng(2)
    scores = chance.normal(50, 9, (GAMES, SEATS))
    values = chance.permuted(scores[:, :, None].round().astype(int).repeat(40, 2), axis=1)  # of the right size, at wrong seats
    wins, deals = won(scores), np.arange(GAMES)
    worths, told = worth(values, [""] * 40, np.zeros((GAMES, SEATS, 0)), wins, scores, deals)
    wrong = sum(not inside(one.points, 0) for one in worths)
    wrong += sum(not inside(effects.difference(values[:, :, k], wins, deals).difference, 0) for k in range(40))
    assert wrong <= 10  # of 80, of which 4 are expected
    assert told < 0.05


def test_of_things_that_come_in_place_of_each_other_the_difference_is_told():
    """Everybody makes seven purchases; the first kind is worth 3, the others 1: two more for each in place of another."""
    chance = np.random.default_rng(3)
    values = chance.multinomial(7, [0.3, 0.3, 0.4], (GAMES, SEATS))
    scores = values @ np.array([3.0, 1.0, 1.0]) + chance.normal(0, 2, (GAMES, SEATS))
    wins, deals, none = won(scores), np.arange(GAMES), np.zeros((GAMES, SEATS, 0))
    found, _ = worth(values, ["purchase"] * 3, none, wins, scores, deals)
    assert inside(found[0].points, 2)
    assert inside(found[1].points, -2 * 0.3 / 0.7)
    alone, _ = worth(values, [""] * 3, none, wins, scores, deals)
    assert alone == [None, None, None]  # one more with all others equal never happened


def test_a_factor_that_never_differs_or_too_few_games_tell_nothing(planted):
    values, scores, wins, deals = planted
    same = np.concatenate([values, np.full((GAMES, SEATS, 1), 7)], 2)
    found, _ = worth(same, [""] * 4, nothing(planted), wins, scores, deals)
    assert found[3] is None and found[0] is not None
    few, told = worth(values[:4], [""] * 3, nothing(planted)[:4], wins[:4], scores[:4], deals[:4])
    assert (few, told) == ([None] * 3, 0.0)


def test_what_is_held_equal_is_not_counted_again(planted):
    """Held equal, the first factor leaves nothing for the second, which by itself seems to be worth a lot."""
    values, scores, wins, deals = planted
    (alone,), _ = worth(values[:, :, 1:2], [""], nothing(planted), wins, scores, deals)
    (held,), _ = worth(values[:, :, 1:2], [""], values[:, :, :1], wins, scores, deals)
    assert alone.points.low > 1
    assert inside(held.points, 0)


def test_games_of_one_deal_are_one_observation(planted):
    values, scores, wins, deals = planted
    four = [np.repeat(one, 4, 0) for one in (values, scores, wins, deals)]
    once, again = (worth(v, [""] * 3, np.zeros((*s.shape, 0)), w, s, d)[0][0].points for v, s, w, d in (planted, four))
    assert again.high == pytest.approx(once.high, rel=0.01)
    first = effects.difference(values[:, :, 0], wins, deals).difference
    assert effects.difference(four[0][:, :, 0], four[2], four[3]).difference.high == pytest.approx(first.high, rel=0.01)


def test_the_difference_by_hand():
    values = np.array([[4, 1, 1], [2, 2, 5]])
    wins = np.array([[1, 0, 0], [0.5, 0.5, 0]])
    found = effects.difference(values, wins, np.arange(2))
    assert (found.winners, found.others) == (3, (1 + 3.5) / 2)
    assert found.difference.value == pytest.approx((3 - 1.5) / 2)


def test_shares_and_scores_by_number():
    values = np.array([[0, 1], [1, 0], [0, 0], [1, 2]] * 50)
    scores = np.array([[9, 5], [7, 3], [4, 6], [5, 8]] * 50, float)
    found = effects.levels(values, won(scores), scores, np.arange(200))
    assert [(one.label, one.seats) for one in found] == [("0", 200), ("1", 150), ("2", 50)]
    assert [one.win_share.value for one in found] == [pytest.approx(p) for p in (1 / 2, 1 / 3, 1)]
    assert [one.score.value for one in found] == [pytest.approx(m) for m in (22 / 4, 17 / 3, 8)]
    assert found[2].ahead.value == pytest.approx(1.5)
    assert 0.9 < found[2].win_share.low < 1 == found[2].win_share.high


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([0] * 500 + [1] * 499 + [2], ["0", "1+"]),
        ([3] + [4] * 500 + [5] * 499, ["≤4", "5"]),
        ([0] * 300 + [1] + [2] * 299 + [7] * 300, ["0", "1-2", "7"]),
        (list(range(60)) * 10, ["≤9", "10-19", "20-29", "30-39", "40-49", "50+"]),
        ([4] * 10, ["4"]),
    ],
)
def test_rare_numbers_are_told_with_those_beside_them(values, labels):
    table = np.array(values).reshape(-1, 2)
    scores = np.zeros(table.shape)
    assert [one.label for one in effects.levels(table, won(scores), scores, np.arange(len(table)))] == labels
