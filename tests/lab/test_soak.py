"""A sample of `mecenate soak`, and proof that it notices what it looks for."""

import numba
import pytest

from mecenate.core.errors import MecenateError
from mecenate.core.kernel import CHECK, WHY
from mecenate.games import GAMES, load
from mecenate.lab.soak import Soaker, main, soak, variants


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key in GAMES for seats in load(key).seats])
def test_every_promise_is_kept(key, seats):
    game = load(key)
    for options in variants(game, seats):
        for fault in soak(game, seats, options, games=150, seed=20_000):
            assert not fault


@numba.njit(WHY)
def accept_all(states, i, action):
    return 0


@numba.njit(CHECK)
def complain(states, i):
    return 1


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    ("place", "spoilt", "words"),
    [(3, accept_all, "what is offered is not what is accepted"), (5, complain, "a law of the game is broken")],
)
def test_a_broken_promise_is_noticed(key, place, spoilt, words):
    game = load(key)
    soaker = Soaker(game, game.seats[0], {})
    soaker.functions[place] = spoilt
    assert words in soaker.run(1)


@pytest.mark.parametrize("key", GAMES)
def test_an_unexplained_florin_is_noticed(key):
    game = load(key)
    soaker = Soaker(game, game.seats[0], {})
    soaker.changes[:] = 0
    assert "account" in soaker.run(1)


def test_no_games_are_no_test():
    with pytest.raises(MecenateError, match="At least one game"):
        main(None, 0, None, 0)
