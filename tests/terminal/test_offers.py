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


def shown(match, width=80, listed=5, language="en"):
    from io import StringIO

    from rich.console import Console

    out = StringIO()
    Console(file=out, width=width).print(Offers(match, language).show(listed))
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.fixture
def court():
    match = Match(GAME, 3, 1, {"characters": True})
    while match.question != "court":
        match.play("withdraw" if match.question == "open" else match.legal()[0])
    return match


def test_figures_in_steps_share_a_line(court):
    lines = shown(court)
    assert len(lines) == 7
    assert "     marker muse 300 400 … 1500       Bid 300–1500 florins for the Muse" in lines
    assert any(line.startswith("     marker banker 0 100 … 500 ") for line in lines)
    court.play("marker muse 700")
    assert any(line.startswith("     marker muse 800 900 … 1500 ") for line in shown(court))
    court.play("marker muse 1300")
    assert sum("marker muse" in line for line in shown(court)) == 2  # two figures are no run


def test_folded_figures_have_no_numbers(court):
    """Nobody makes a move by a number that stands nowhere."""
    offers = Offers(court, "en")
    assert found(offers, "1") == ["pass"]
    assert found(offers, "2") == found(offers, "300") == []
    assert found(offers, "muse 500") == found(offers, "mu 500") == found(offers, "marker muse 500") == ["marker muse 500"]
    assert len(found(offers, "muse")) == 13


def test_a_gap_in_the_figures():
    """What was refused is not offered again; nothing at all has words of its own."""
    match = Match(GAME, 2, 1, {"cooperation": True})
    while match.question != "action":
        match.play(match.legal()[0])
    match.state.seats[match.seat].florins = 5000
    cooperate = next(move.notation for move in match.legal() if move.notation.startswith("cooperate"))
    match.play(cooperate)
    place = match.play(match.legal()[0])
    nothing, rest = shown(match)
    assert nothing.startswith("  0  price 0 ") and rest.startswith("     price 100 200 … 4000 ")
    for move in ("price 500", "refuse", cooperate, place.notation):
        match.play(move)
    told = "\n".join(shown(match))
    assert "price 100 200 … 400 " in told and "price 600 700 … 4000 " in told
    assert found(Offers(match, "en"), "600") == ["price 600"]
    assert "price 500" not in [move.notation for move in Offers(match, "en").moves]


def test_moves_that_differ_in_their_last_word():
    """They share a sentence for each word before it, although the game has no names for them."""
    match = Match(GAME, 3, 1, {"cooperation": True})
    while match.question != "action":
        match.play("withdraw" if match.question == "open" else match.legal()[0])
    lines = shown(match)
    left, right = (match.names[(int(match.state.asked) + k) % 3] for k in (2, 1))
    for side, name in (("left", left), ("right", right)):
        (n,) = [n for n, line in enumerate(lines) if line.startswith(f"     cooperate {side}")]
        assert name in lines[n] and "…" in lines[n]
        assert "University" in lines[n + 1]
