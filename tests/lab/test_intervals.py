"""The intervals are those of the textbooks."""

import pytest

from mecenate.lab.intervals import mean, share


def test_wilson():
    found = share(8, 10)
    assert (found.value, found.low, found.high) == (0.8, pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4))


@pytest.mark.parametrize(("won", "low", "high"), [(0, 0, 0.0370), (100, 0.9630, 1)])
def test_wilson_at_the_ends(won, low, high):
    found = share(won, 100)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_mean():
    values = [1, 2, 3, 4, 5, 6]
    found = mean(sum(values), sum(v * v for v in values), 6)
    assert found.value == 3.5
    assert found.high - found.value == pytest.approx(1.4970, abs=1e-4)
    assert found.value - found.low == pytest.approx(1.4970, abs=1e-4)


def test_the_mean_of_one_value():
    assert mean(7, 49, 1).low == 7
