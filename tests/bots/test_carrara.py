"""The evaluation of The Palaces of Carrara: greedy plays both versions by the rules, honestly, and well."""

import numpy as np
import pytest

from mecenate.bots import evaluation, make
from mecenate.core.match import Match
from mecenate.games.carrara import GAME
from mecenate.games.carrara.state import QUESTIONS, state
from mecenate.lab.simulate import simulate

VERSIONS = GAME.options[0].values
TABLES = [(seats, version) for seats in GAME.seats for version in VERSIONS]


def new(seats: int, version: str, seed: int) -> Match:
    return Match(GAME, seats, seed, {"version": version})


@pytest.mark.parametrize(("seats", "version"), TABLES)
def test_greedy_ends_its_games_by_the_rules_and_not_by_stalemate(seats, version):
    for seed in range(3):
        match = new(seats, version, seed)
        bots = [make("greedy", GAME, seed + seat) for seat in range(seats)]
        while not match.over:
            assert match.seat is not None
            match.play(bots[match.seat].choose(match))  # refuses what is not offered
        assert state(match.rows, 0).ender >= 0
        assert min(match.scores()) > 20


@pytest.mark.parametrize(("seats", "version"), TABLES)
def test_judging_is_honest_and_leaves_a_position_as_it_was(seats, version):
    """In every position, whatever nobody can know may be dealt anew: greedy chooses the same."""
    match = new(seats, version, 11)
    value, player = evaluation(GAME), make("greedy", GAME, 3)
    changed, seen = 0, set()
    while not match.over:
        before = match.rows.tobytes()
        assert all(np.isfinite(value(match.rows, 0, seat)) for seat in range(seats))
        assert match.rows.tobytes() == before
        seen.add(QUESTIONS[state(match.rows, 0).question])
        own = make("greedy", GAME, seed=len(match.moves)).choose(match)
        twin = match.copy()
        GAME.redeal(twin.rows, 0, match.seat, np.uint64(len(match.moves)))
        changed += twin.rows.tobytes() != before
        assert make("greedy", GAME, seed=len(match.moves)).choose(twin) == own
        match.play(player.choose(match))
    assert changed > len(match.moves) / 2
    assert {"turn", "buy", "brick", "city", "space"} <= seen
    assert [int(value(match.rows, 0, seat)) for seat in range(seats)] == match.scores()


@pytest.mark.parametrize(("seats", "version"), TABLES)
def test_screens_are_not_looked_behind(seats, version):
    """Coins and bricks of the others change no judgement."""
    match = new(seats, version, 12)
    value, player = evaluation(GAME), make("greedy", GAME, 3)
    while not match.over:
        twin = match.copy()
        own = value(match.rows, 0, match.seat)
        for other in range(seats):
            if other != match.seat:
                state(twin.rows, 0).seats[other].coins += 7
                state(twin.rows, 0).seats[other].bricks[:] += 1
        assert value(twin.rows, 0, match.seat) == own
        match.play(player.choose(match))


@pytest.mark.parametrize("version", VERSIONS)
def test_greedy_wins_against_random(version):
    result = simulate(GAME, ["greedy", "random", "random", "random"], games=40, seed=5, threads=1, options={"version": version})
    greedy, random = result.results
    assert greedy.win_share.value > 0.95
    assert greedy.score.low > 2 * random.score.high


@pytest.mark.parametrize("version", VERSIONS)
def test_greedy_games_look_like_games_of_people(version):
    result = simulate(GAME, ["greedy"] * 4, games=24, seed=6, threads=1, options={"version": version})
    lowest, highest = (45, 110) if version == "normal" else (80, 190)
    assert lowest < result.results[0].score.value < highest
    assert result.mean_answers < 650


UNCOMPILED = """
from mecenate.bots import make
from mecenate.core.match import Match
from mecenate.games.carrara import GAME
match = Match(GAME, 2, 3, {"version": "advanced"})
bot = make("greedy", GAME, 7)
for _ in range(90):
    print(match.play(bot.choose(match)))
"""


@pytest.mark.slow
def test_uncompiled_judging_is_the_same(both_ways):
    compiled, plain = both_ways(UNCOMPILED)
    assert compiled == plain and compiled.count("\n") == 90
