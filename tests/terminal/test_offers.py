"""From what is typed to a move."""

import pytest

from mecenate.core.match import Match
from mecenate.games import load
from mecenate.terminal.offers import Offers

GAME = load("princes")


@pytest.fixture
def opening():
    match = Match(GAME, 3, 1)
    while match.question != "open":
        match.play(match.legal()[0])
    return Offers(match, "en")


def found(offers, text):
    return [move.notation for move in offers.find(text)]


@pytest.mark.parametrize("text", ["open jester", "OPEN  Jester", "jester", "je", "o je", "open j", "4"])
def test_ways_to_say_it(opening, text):
    assert found(opening, text) == ["open jester"]


def test_what_is_not_clear(opening):
    assert len(found(opening, "open")) == 7
    assert found(opening, "xyz") == found(opening, "") == found(opening, "99") == []


def test_a_figure_is_itself():
    """Where all answers are figures, 3 means 3 and not the third."""
    match = Match(GAME, 3, 1)
    state = match.state
    while match.question != "open":
        match.play(match.legal()[0])
    state.seats[int(state.asked)].prestige = 5
    match.play("back")
    offers = Offers(match, "en")
    assert [offer.number for offer in offers.offers] == ["1", "2", "3", "4", "5"]
    assert found(offers, "3") == ["spaces 3"]
    assert offers.figures and not offers.many


def test_places():
    match = Match(GAME, 3, 1)
    while match.question != "open":
        match.play(match.legal()[0])
    match.play("open park")
    while match.question == "bid":
        match.play("pass")
    offers = Offers(match, "en")
    assert offers.many
    assert found(offers, "d4 r1") == ["place d4 r1"]
    assert found(offers, "place d4 r1") == ["place d4 r1"]
    assert len(found(offers, "d4")) == 4


def test_many_moves_share_their_sentence(opening):
    from io import StringIO

    from rich.console import Console

    match = opening.match
    while match.question != "action":
        match.play("withdraw" if match.question == "open" else "nothing")
    out = StringIO()
    Console(file=out, width=80).print(Offers(match, "en").show())
    assert "Build the … for 700 florins" in out.getvalue()
    assert out.getvalue().count("700") == 1
