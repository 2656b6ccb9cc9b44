"""Exponential, logarithm and power, the same to the last bit on every machine, compiled and uncompiled.

They are made of additions, multiplications and divisions alone, which IEEE 754 rounds in one way, and are right to within one
unit in the last place. Both start from tables of 2 to the power of k/32, and of the logarithms of k/64, that are worked out in
decimals. What a double can't hold of a figure is kept in a second one.
"""

from decimal import Context, Decimal

import numpy as np

from mecenate.core.kernel import bits_of, float_of, kernel

EXACT = Context(prec=60)


def parts(figure: Decimal, bits: int) -> tuple[float, float]:
    """A figure as a sum: a multiple of 2 to the power of -bits, and the rest."""
    unit = Decimal(1 << bits)
    high = float(EXACT.divide(EXACT.to_integral_value(EXACT.multiply(figure, unit)), unit))
    return high, float(EXACT.subtract(figure, Decimal(high)))


LN2 = EXACT.ln(Decimal(2))
SHORT = 40  # bits behind the point: so short that its multiples by an exponent are exact, and sums of them

# The exponential: x = n ln(2)/32 + r, so e^x = 2^(n/32) e^r.
STEPS = 32
STEPS_BITS = STEPS.bit_length() - 1
POWERS = [EXACT.power(Decimal(2), EXACT.divide(Decimal(k), Decimal(STEPS))) for k in range(STEPS)]
POWER = np.array([float(power) for power in POWERS])
POWER_REST = np.array([float(EXACT.subtract(power, Decimal(float(power)))) for power in POWERS])
A_STEP, A_STEP_REST = parts(EXACT.divide(LN2, Decimal(STEPS)), SHORT)
STEPS_IN_ONE = float(EXACT.divide(Decimal(STEPS), LN2))
TO_WHOLE = 1.5 * 2.0**52  # so large that adding it rounds to whole numbers
HIGHEST, LOWEST = 709.0, -708.0  # between them, what comes out is a normal number
OVER, UNDER = 710.0, -746.0  # beyond, it is infinite or 0

# The logarithm: x = 2^e c (1 + r) with c = k/64, so ln x = e ln(2) + ln c + ln(1 + r).
GRID = 64
FIRST = 45  # the lowest k: c is between the roots of 1/2 and of 2
LOGS = [parts(EXACT.ln(EXACT.divide(Decimal(k), Decimal(GRID))), SHORT) for k in range(FIRST, 92)]
GRID_OVER = np.array([GRID / k for k in range(FIRST, FIRST + len(LOGS))])  # 1/c
LOG, LOG_REST = np.array([high for high, _ in LOGS]), np.array([rest for _, rest in LOGS])
ONE_LN2, ONE_LN2_REST = parts(LN2, SHORT)
ROOT_HALF = 0x3FE6A09E667F3BCD  # the bits of the root of 1/2
MANTISSA = (1 << 52) - 1
EXPONENT_OF_1 = 1023
SMALLEST = 2.0**-1022  # normal number
UP = 54  # by so many twos smaller ones are made normal
HALF = ~((1 << 27) - 1)  # the first half of a double's bits: products of two halves are exact


@kernel
def scaled(x, exponent):
    """x times 2 to the power of an exponent."""
    return x * float_of((exponent + EXPONENT_OF_1) << 52)


@kernel
def exp_of(x, rest):
    """e to the power of x + rest, where the rest is next to nothing."""
    if not LOWEST < x < HIGHEST:
        if x > OVER:
            return np.inf
        if not x >= UNDER:
            return 0.0 if x < UNDER else np.nan
    whole = (x * STEPS_IN_ONE + TO_WHOLE) - TO_WHOLE
    n = int(whole)
    r = (x - whole * A_STEP) - (whole * A_STEP_REST - rest)
    rr = r * r
    grown = r + rr * ((0.5 + r * (1 / 6)) + rr * ((1 / 24 + r * (1 / 120)) + rr * (1 / 720)))
    power, exponent = POWER[n & (STEPS - 1)], n >> STEPS_BITS
    found = power + (POWER_REST[n & (STEPS - 1)] + power * grown)
    if LOWEST < x < HIGHEST:
        return scaled(found, exponent)
    half = exponent >> 1  # the whole power of 2 might be none that there is
    return scaled(scaled(found, half), exponent - half)


@kernel
def exp(x):
    """e to the power of x."""
    return exp_of(float(x), 0.0)


@kernel
def halves(x):
    """A number as the sum of two of half as many bits."""
    high = float_of(bits_of(x) & HALF)
    return high, x - high


@kernel
def log_parts(x):
    """The natural logarithm of a positive number as the sum of two: the nearest that there is, and the rest."""
    lifted = 0
    if x < SMALLEST:
        x = scaled(x, UP)
        lifted = UP
    bits = bits_of(x)
    exponent = (bits - (ROOT_HALF & ~MANTISSA)) >> 52
    exponent -= 1 if (bits & MANTISSA) < (ROOT_HALF & MANTISSA) else 0
    m = float_of(bits - (exponent << 52))
    k = int(m * GRID + 0.5)
    c = k * (1 / GRID)
    d = m - c  # exact
    r = d * GRID_OVER[k - FIRST]
    high, low = halves(r)
    missed = ((d - high * c) - low * c) * GRID_OVER[k - FIRST] * (1.0 - r)  # by which r is too small, and what that makes
    square = high * high  # exact, and so is the sum of it and the next but for its last bits
    square_rest = low * (r + high)
    rr = r * r
    last = (1 / 7 - r * 0.125) + rr * (1 / 9 - r * 0.1)
    more = r * rr * ((1 / 3 - r * 0.25) + rr * ((0.2 - r * (1 / 6)) + rr * last))
    exponent -= lifted
    whole = exponent * ONE_LN2 + LOG[k - FIRST]  # exact
    total = whole + r
    rest = (whole - total) + r
    curved = total - 0.5 * square
    rest += (total - curved) - 0.5 * square
    rest += ((exponent * ONE_LN2_REST + LOG_REST[k - FIRST]) + missed) + (more - 0.5 * square_rest)
    found = curved + rest
    return found, (curved - found) + rest


@kernel
def log(x):
    """The natural logarithm."""
    x = float(x)
    if not 0.0 < x < np.inf:
        return -np.inf if x == 0 else np.inf if x > 0 else np.nan
    return log_parts(x)[0]


@kernel
def power(x, y):
    """x to the power of y, for an x that is not negative."""
    x, y = float(x), float(y)
    if y == 0 or x == 1:
        return 1.0
    if not 0.0 < x < np.inf:
        return exp_of(y * log(x), 0.0)
    high, rest = log_parts(x)
    product = y * high
    if not UNDER < product < OVER:
        return exp_of(product, 0.0)
    high_1, high_2 = halves(high)
    y_1, y_2 = halves(y)
    missed = ((high_1 * y_1 - product) + high_1 * y_2 + high_2 * y_1) + high_2 * y_2
    return exp_of(product, missed + y * rest)
