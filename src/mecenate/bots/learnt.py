"""What a network makes of positions and answers, in compiled code: `rules` are a game's legal, step, redeal and result."""

import numpy as np

from mecenate.bots.net import MARGIN, estimate
from mecenate.core.entries import entry
from mecenate.core.floats import exp, log
from mecenate.core.header import header
from mecenate.core.kernel import FLOATS, INT, INTS, SINGLES, STATES, Signature, copy_row, kernel
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix

SAMPLES = 3  # deals over which an answer is averaged that brings out something new


@kernel
def final_odds(results, seat, players, margin):
    """The log odds of a seat at the end: a game that is lost by little might have been won."""
    others = 0.0
    for other in range(players):
        if other != seat:
            others += exp((results[other] - results[seat]) / margin)
    return -log(others)


@kernel
def odds(rules, net, scratch, row, results, seat, players):
    """The log odds of a seat to win from a position, and the points that it may expect."""
    if header(scratch, row).asked >= 0:
        return estimate(net, scratch, row, seat)
    result, weights = rules[3], net[1]
    result(scratch, row, results)
    return final_odds(results, seat, players, np.float64(weights[weights.size + MARGIN])), np.float64(results[seat])


@kernel
def odds_after(rules, net, scratch, row, tried, results, seat, players, action, deals):
    """The log odds after an answer to the question in a row. Where new cards come out, several deals count, not luck."""
    step, redeal = rules[1], rules[2]
    copy_row(scratch, tried, scratch, row)
    step(scratch, tried, action)
    total = odds(rules, net, scratch, tried, results, seat, players)[0]
    after = header(scratch, tried)
    if not deals or not after.revealed or after.asked != seat:
        return total
    for _ in range(SAMPLES - 1):
        deals += RNG_STEP
        copy_row(scratch, tried, scratch, row)
        redeal(scratch, tried, seat, mix(deals))
        step(scratch, tried, action)
        total += odds(rules, net, scratch, tried, results, seat, players)[0]
    return total / SAMPLES


@entry(Signature((SINGLES, SINGLES, INTS, STATES, INT, INT, FLOATS)))
def judgement(features, weights, memory, places, states, i, seat, out):
    """What a network makes of the position in row i: a seat's log odds to win, and its points."""
    out[0], out[1] = estimate((features, weights, memory, places), states, i, seat)
