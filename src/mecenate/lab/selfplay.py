"""Games that a network plays against itself, and what can be learnt from them: positions, and how their games ended."""

import numpy as np
from numba import types

from mecenate.bots.learnt import odds_after
from mecenate.bots.play import choose
from mecenate.core.header import header
from mecenate.core.kernel import FEATURES, INTS, LEGAL, MASK, REDEAL, RESULT, SINGLES, STATES, STEP, VALUE, entry, kernel
from mecenate.core.playout import GENERATOR, draw_below, nth_offered
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix

F = types.FunctionType
FLOATS = types.Array(types.float64, 1, "C")
ROWS = types.Array(types.float32, 2, "C")
DEALT, TRIED = 0, 1  # rows of the scratch array
FINE = 1 << 20


@kernel
def unit(generator):
    return (draw_below(generator, FINE) + 0.5) / FINE


@kernel
def choose_by_net(rules, net, states, scratch, mask, results, players, generator, temperature):
    legal, redeal = rules[0], rules[2]
    seat = np.int64(header(states, 0).asked)
    generator[0] += RNG_STEP
    deals = generator[0]
    scratch[DEALT] = states[0]
    redeal(scratch, DEALT, seat, mix(deals))
    n = legal(scratch, DEALT, mask)
    best, most = 0, -np.inf
    for k in range(n):
        action = nth_offered(mask, k)
        found = odds_after(rules, net, scratch, DEALT, TRIED, results, seat, players, action, deals)
        if temperature > 0:
            found -= temperature * np.log(-np.log(unit(generator)))
        if found > most:
            best, most = action, found
    return best


@entry(
    types.int64(
        F(LEGAL), F(STEP), F(REDEAL), F(RESULT), F(VALUE), F(FEATURES), SINGLES, SINGLES, INTS,
        STATES, STATES, MASK, INTS, INTS, types.int64, GENERATOR, FLOATS, types.float64, ROWS,
    )
)  # fmt: skip
def play_game(
    legal, step, redeal, result, value, features, weights, memory, places,
    states, scratch, mask, levels, results, players, generator, temperatures, share, rows,
):  # fmt: skip
    """Play row 0 to its end. A share of its positions goes into `rows`, a row for each seat; returns how many positions."""
    rules, net = (legal, step, redeal, result), (features, weights, memory, places)
    s = header(states, 0)
    kept = 0
    while s.asked >= 0:
        seat = s.asked
        offered = legal(states, 0, mask)
        if offered == 1:
            step(states, 0, nth_offered(mask, 0))
            continue
        if levels[seat] < 0:
            action = choose_by_net(rules, net, states, scratch, mask, results, players, generator, temperatures[seat])
        elif temperatures[seat] > unit(generator):
            action = nth_offered(mask, draw_below(generator, offered))
        else:
            action = choose(levels[seat], legal, step, redeal, value, states, 0, scratch, mask, generator, offered)
        step(states, 0, action)
        if s.asked >= 0 and unit(generator) < share and (kept + 1) * players <= rows.shape[0]:
            for k in range(players):
                features(states, 0, k, rows[kept * players + k])
            kept += 1
    result(states, 0, results)
    return kept
