"""Exponential, logarithm and power: right to within one unit in the last place, and the same compiled and uncompiled."""

import math
from collections.abc import Callable
from decimal import Decimal, localcontext

import numpy as np
import pytest

from mecenate.core.entries import entry
from mecenate.core.floats import exp, log, power
from mecenate.core.kernel import FLOATS, TABLE, Signature, bits_of, root

TINY = 5e-324
LARGEST = 1.7976931348623157e308


def units_off(found: float, right: Decimal) -> float:
    return float(abs(Decimal(float(found)) - right) / Decimal(math.ulp(float(right))))


def worst(function: Callable[..., float], right: Callable[..., Decimal], *arguments: np.ndarray) -> float:
    with localcontext(prec=50):
        return max(
            units_off(function(*some), right(*map(Decimal, some)))
            for some in zip(*(one.tolist() for one in arguments), strict=True)
        )


@pytest.mark.parametrize(("low", "high"), [(-1, 1), (-0.02, 0.02), (-1e-9, 1e-9), (-708, 709), (-745, -708), (709, 709.78)])
def test_exponentials_are_right(low, high):
    x = np.random.default_rng(1).uniform(low, high, 1500)
    assert worst(exp, lambda x: x.exp(), x) < (0.54 if low > -745 else 0.8)


@pytest.mark.parametrize(("low", "high"), [(-1, 1), (-0.02, 0.02), (-1e-9, 1e-9), (-708, 709), (-744, -708)])
def test_logarithms_are_right(low, high):
    x = np.exp(np.random.default_rng(2).uniform(low, high, 1500))
    assert worst(log, lambda x: x.ln(), x[x != 1]) < 0.51


@pytest.mark.parametrize(
    ("low", "high", "most"), [(-5, 0, 4), (-5, 0, 130), (-0.02, 0.02, 30_000), (-1e-5, 1e-5, 7e7), (-700, 700, 1)]
)
def test_powers_are_right(low, high, most):
    rng = np.random.default_rng(3)
    x, y = np.exp(rng.uniform(low, high, 1500)), rng.uniform(-most, most, 1500)
    assert worst(power, lambda x, y: x**y, x, y) < 0.6


def same(found: float, wanted: float) -> bool:
    return math.isnan(found) if math.isnan(wanted) else found == wanted and math.copysign(1, found) == math.copysign(1, wanted)


@pytest.mark.parametrize(
    ("x", "wanted"),
    [
        (0.0, 1.0), (-0.0, 1.0), (1.0, math.e), (math.inf, math.inf), (-math.inf, 0.0), (math.nan, math.nan), (TINY, 1.0),
        (709.79, math.inf), (LARGEST, math.inf), (-745.1, TINY), (-745.2, 0.0), (-LARGEST, 0.0),
    ],
)  # fmt: skip
def test_exponentials_at_the_edges(x, wanted):
    assert same(exp(x), wanted)


@pytest.mark.parametrize(
    ("x", "wanted"),
    [
        (1.0, 0.0), (0.0, -math.inf), (-0.0, -math.inf), (-1.0, math.nan), (-math.inf, math.nan), (math.inf, math.inf),
        (math.nan, math.nan), (TINY, -744.4400719213812), (LARGEST, 709.782712893384),
    ],
)  # fmt: skip
def test_logarithms_at_the_edges(x, wanted):
    assert same(log(x), wanted)


@pytest.mark.parametrize(
    ("x", "y", "wanted"),
    [
        (0.0, 2.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, math.inf), (1.0, 1e300, 1.0), (math.inf, 2.0, math.inf),
        (2.0, 1024.0, math.inf), (2.0, -1074.0, TINY),
        (2.0, -1080.0, 0.0), (0.5, 3.0, 0.125), (2.0, 0.5, math.sqrt(2)), (math.nan, 2.0, math.nan),
    ],
)  # fmt: skip
def test_powers_at_the_edges(x, y, wanted):
    assert same(power(x, y), wanted)


@entry(Signature((FLOATS, FLOATS, TABLE)))
def fill(x, y, found):
    for k in range(x.size):
        found[k, 0] = bits_of(exp(x[k]))
        found[k, 1] = bits_of(log(abs(x[k])))
        found[k, 2] = bits_of(power(abs(x[k]), y[k]))
        found[k, 3] = bits_of(root(abs(x[k])))


def test_compiled_floats_are_the_same(machine_code):
    rng = np.random.default_rng(4)
    x = np.concatenate(
        [
            rng.uniform(-750, 750, 3000), rng.standard_normal(3000), 1 + rng.standard_normal(3000) / 100,
            rng.integers(0, 0x7FF << 52, 3000).view(np.float64), [0.0, 5e-324, 1e-310, np.inf, -np.inf],
        ]
    )  # fmt: skip
    y = rng.uniform(-20, 20, x.size)
    compiled, plain = np.zeros((x.size, 4), np.int64), np.zeros((x.size, 4), np.int64)
    machine_code(fill)(x, y, compiled)
    fill.function(x, y, plain)
    assert (compiled == plain).all()
