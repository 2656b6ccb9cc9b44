"""A sample of `mecenate soak`, and proof that it notices what it looks for."""

import re
from dataclasses import replace

import pytest

from mecenate.core.entries import Entry, entry
from mecenate.core.errors import MecenateError
from mecenate.core.header import header
from mecenate.core.kernel import CHECK, STEP, WHY
from mecenate.core.match import Match
from mecenate.games import GAMES, load
from mecenate.lab.soak import Soaker, main, soak, variants


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key in GAMES for seats in load(key).seats])
def test_every_promise_is_kept(key, seats):
    game = load(key)
    for options in variants(game, seats):
        for fault in soak(game, seats, options, games=150, seed=20_000):
            assert not fault


@entry(WHY)
def accept_all(states, i, action):
    return 0


@entry(CHECK)
def complain(states, i):
    return 1


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    ("place", "spoilt", "words"),
    [("why", accept_all, "what is offered is not what is accepted"), ("check", complain, "a law of the game is broken")],
)
def test_a_broken_promise_is_noticed(key, place, spoilt, words):
    game = replace(load(key), **{place: spoilt})
    assert words in Soaker(game, game.seats[0], {}).run(1)


@pytest.mark.parametrize("key", GAMES)
def test_an_unexplained_florin_is_noticed(key):
    game = load(key)
    soaker = Soaker(game, game.seats[0], {})
    soaker.changes[:] = 0
    assert "account" in soaker.run(1)


@pytest.mark.parametrize(
    ("fault", "code", "words"), [("", 130, "Every promise was kept."), ("broken", 1, "1 runs went wrong.")]
)
def test_ctrl_c_says_how_many_games_were_clean(monkeypatch, capsys, fault, code, words):
    seen = []

    def run(_, seed):
        seen.append(seed)
        if len(seen) == 8:
            raise KeyboardInterrupt
        return fault if len(seen) == 2 else ""

    monkeypatch.setattr(Soaker, "run", run)
    monkeypatch.setattr(Soaker, "look", lambda *_: "")
    assert main("stanza", 100, 2, 0) == code
    told = capsys.readouterr().out
    assert re.search(r"Stopped after 7 of [\d,]+ games; the following is about these\.", told) and words in told


def test_no_games_are_no_test():
    with pytest.raises(MecenateError, match="At least one game"):
        main(None, 0, None, 0)


@pytest.mark.parametrize("key", GAMES)
def test_machine_code_of_other_rules_is_noticed(key):
    game = load(key)
    match = Match(game, game.seats[0], 500)
    while not match.over:
        match.play(match.legal_actions()[0])
    assert Soaker(game, game.seats[0], dict(match.options)).replay(match) == ""
    other = replace(game, step=Entry(kept_back(game.step.function), STEP, "", "step", False))
    other.step.call = game.step.compiled()
    assert "differ" in Soaker(other, game.seats[0], dict(match.options)).replay(match)


def kept_back(step):
    """The step of a game that forgets what brought out something new."""

    def stepped(states, i, action):
        step(states, i, action)
        header(states, i).revealed = 0

    return stepped
