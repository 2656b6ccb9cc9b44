"""How sure a measured figure is: 95% intervals."""

import math
from dataclasses import dataclass

Z = 1.959964  # of a normal distribution, 95% lie within so many standard deviations


@dataclass(frozen=True)
class Estimate:
    value: float
    low: float
    high: float


def share(successes: float, trials: float) -> Estimate:
    """A share with Wilson's interval, which stays sensible near 0 and 1; a shared success counts in part."""
    p, z2 = successes / trials, Z * Z / trials
    middle = (p + z2 / 2) / (1 + z2)
    half = Z / (1 + z2) * math.sqrt(p * (1 - p) / trials + z2 / (4 * trials))
    return Estimate(p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))  # rounding must not leave p outside


def mean(total: float, squares: float, n: int) -> Estimate:
    """The mean of n values, from their sum and the sum of their squares."""
    value = total / n
    if n == 1:
        return Estimate(value, value, value)
    variance = max(0.0, (squares - total * value) / (n - 1))
    half = Z * math.sqrt(variance / n)
    return Estimate(value, value - half, value + half)
