"""Compiled and uncompiled, bots make the same of a position, to the last bit."""

import pytest

from mecenate.games import GAMES

POSITIONS = """
import numpy as np
import mecenate
from mecenate.bots import make, thinking
from mecenate.bots.judging import judge
from mecenate.insight.outcomes import Outcomes
thinking.PATIENT = 2  # simulations: so that short searches play on as well
match = mecenate.new({key!r}, 3, 5, {options!r})
judged, chance = judge(match.game), np.random.default_rng(5)
bot, figures = make("search:4", match.game, 7), np.zeros(judged.inputs, np.float32)
moves = 0
while not match.over:
    if moves % 5 == 0:
        for seat in range(match.seats):
            judged.features(match.rows, 0, seat, figures)
            print(figures.tobytes().hex(), float(judged.value(match.rows, 0, seat)).hex())
    if moves % 40 == 7:
        print(bot.think(match))
    if moves == 47:
        outcomes = Outcomes(match)
        outcomes._moves = outcomes._moves[:12]
        print("onward", outcomes.played(match.rows, match.legal_actions()[0], np.uint64(3)).tolist())
    match.play(int(chance.choice(match.legal_actions())))
    moves += 1
print(moves)
"""
EXPANDED = {
    "princes": {"characters": True, "cooperation": True},
    "carrara": {"version": "advanced"},
    "stanza": {"variant": "expert"},
}


@pytest.mark.parametrize("key", GAMES)
def test_uncompiled_judging_and_thinking_is_the_same(key, both_ways):
    compiled, plain = both_ways(POSITIONS.format(key=key, options=EXPANDED[key]))
    assert compiled == plain and compiled.count("Thought") > 2 and compiled.count("onward") == 1
