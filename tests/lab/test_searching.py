"""The loops that the bench runs do what they are said to do. Nothing here depends on speed."""

from dataclasses import replace

import numpy as np
import pytest

from mecenate.bots.judging import judge
from mecenate.bots.thinking import PATIENT, Searcher
from mecenate.bots.tuning import tuned
from mecenate.core.playout import draw_below, nth_offered
from mecenate.core.rng import STEP, mix
from mecenate.games import GAMES, load
from mecenate.lab.bench import positions
from mecenate.lab.searching import SIMULATIONS, RolloutLoop, SearchLoop
from mecenate.terminal.warmup import compile_games


def by_hand(game, states, k, generator):
    """A rollout from position k: its end, and its decisions."""
    rows, mask, decisions = states[k : k + 1].copy(), game.mask(), 0
    generator += STEP  # an array may overflow
    game.redeal(rows, 0, int(game.at(rows, 0).asked), mix(generator[0]))
    while game.at(rows, 0).asked >= 0:
        offered, chosen = game.legal(rows, 0, mask), 0
        if offered > 1:
            decisions += 1
            chosen = draw_below(generator, offered)
        game.step(rows, 0, nth_offered(mask, chosen))
    return rows, decisions


@pytest.mark.parametrize("key", GAMES)
def test_a_rollout_deals_anew_and_plays_to_the_end(key):
    game = load(key)
    compile_games([game])
    states = positions(game, game.seats[-1], {})[::16].copy()
    before, generator = states.copy(), np.array([1], np.uint64)
    loop, total = RolloutLoop(game, states), 0
    for k in range(len(states) + 1):  # and the first once more
        end, decisions = by_hand(game, states, k % len(states), generator)
        assert loop(1) == decisions
        assert loop.scratch.tobytes() == end.tobytes()
        total += decisions
    assert loop.counts.tolist() == [len(states) + 1, total]
    assert states.tobytes() == before.tobytes()


@pytest.mark.parametrize("ahead", [0, 4])
def test_searches_are_of_positions_with_a_choice(ahead):
    game = load("carrara")
    states = positions(game, 3, {})
    loop = SearchLoop(game, states, 3, tuned(ahead=ahead))
    assert 0 < len(loop.states) < len(states)
    assert all(game.legal(loop.states, row, game.mask()) > 1 for row in range(len(loop.states)))
    assert loop(2) == 2 * SIMULATIONS
    assert loop.searches == 2


def test_a_search_goes_about_it_as_it_is_told_and_a_short_one_judges_at_once():
    game = load("stanza")
    states = SearchLoop(game, positions(game, 3, {}), 3, tuned()).states
    usual = judge(game)

    def thought(simulations, tuning):
        return Searcher(game, replace(usual, tuning=tuning), simulations).think(states, 3, 1)

    assert thought(PATIENT, usual.tuning) == thought(PATIENT, tuned(ahead=12)) != thought(PATIENT, tuned())
    assert thought(PATIENT, tuned(ahead=12, looks=1)) != thought(PATIENT, usual.tuning)
    assert thought(PATIENT, tuned(ahead=12, looks=500)) == thought(PATIENT, tuned(ahead=12, looks=1000))  # all there are
    assert thought(PATIENT - 1, usual.tuning) == thought(PATIENT - 1, tuned())
