"""The evaluation of La Stanza: greedy plays with every option by the rules, and well."""

import numpy as np
import pytest

from mecenate.bots import evaluation, make
from mecenate.core.match import Match
from mecenate.games.stanza import GAME
from mecenate.games.stanza.state import QUESTIONS, state
from mecenate.lab.simulate import simulate

VARIANTS = ("normal", "expert")


def new(seats: int, variant: str, seed: int) -> Match:
    return Match(GAME, seats, seed, {"variant": variant, "starters": "chosen"})


@pytest.mark.parametrize("variant", VARIANTS)
def test_judging_understands_every_question_and_leaves_it_as_it_was(variant):
    seen = set()
    for seed in range(20):
        match = new(2 + seed % 3, variant, seed)
        value, players = evaluation(GAME), [make("greedy", GAME, seed + seat) for seat in range(match.seats)]
        while not match.over:
            before = match.rows.tobytes()
            assert all(np.isfinite(value(match.rows, 0, seat)) for seat in range(match.seats))
            assert match.rows.tobytes() == before
            seen.add(QUESTIONS[state(match.rows, 0).question])
            assert match.seat is not None
            match.play(players[match.seat].choose(match))  # refuses what is not offered
    assert set(QUESTIONS) - seen <= {"over", "person", "slot", "spend", "return"}  # what people rarely meet either


@pytest.mark.parametrize("variant", VARIANTS)
def test_greedy_wins_against_random(variant):
    result = simulate(GAME, ["greedy", "random", "random", "random"], games=40, seed=5, threads=1, options={"variant": variant})
    greedy, random = result.results
    assert greedy.win_share.value > 0.95
    assert greedy.score.low > 3 * random.score.high


@pytest.mark.parametrize("variant", VARIANTS)
def test_greedy_games_look_like_games_of_people(variant):
    result = simulate(GAME, ["greedy"] * 4, games=24, seed=6, threads=1, options={"variant": variant})
    assert 30 < result.results[0].score.value < 110
    assert result.mean_answers < 500


def test_a_masterpiece_within_reach_is_created():
    """Strength six, with a person of the second discipline: the greatest masterpiece is worth more than any reward."""
    match = Match(GAME, 4, 1, {})
    s = state(match.rows, 0)
    q = s.seats[0]
    literature, discoveries = 8, 0
    q.workers[1:] = [literature + 1, literature + 2, literature + 3, literature + 4, discoveries + 1]
    q.recruits[0] = literature + 5
    q.church[1] = 2
    bot = make("greedy", GAME, 1)
    while match.seat == 0:
        match.play(bot.choose(match))
    assert q.masterpieces == 1 << 1
    assert s.masterpieces[1, 3] == 1


UNCOMPILED = """
from mecenate.bots import make
from mecenate.core.match import Match
from mecenate.games.stanza import GAME
match = Match(GAME, 2, 3, {"variant": "expert"})
bot = make("greedy", GAME, 7)
for _ in range(60):
    print(match.play(bot.choose(match)))
"""


@pytest.mark.slow
def test_uncompiled_judging_is_the_same(both_ways):
    compiled, plain = both_ways(UNCOMPILED)
    assert compiled == plain and compiled.count("\n") == 60
