"""The words of La Stanza where they are special; what holds for every game is tested two levels above."""

import pytest

from mecenate.core.match import Match
from mecenate.games.stanza import GAME
from mecenate.games.stanza.moves import DISCIPLINE_OF
from mecenate.games.stanza.state import ART, CHOICE, LITERATURE, STRENGTH

WRITER, ARTIST = DISCIPLINE_OF.index(LITERATURE) + 1, DISCIPLINE_OF.index(ART) + 1  # as the state notes them


@pytest.fixture
def match():
    return Match(GAME, seats=2, seed=1)


def sentence(match, notation, language="en"):
    return match.sentence(GAME.moves.parse(notation, match.state), language)


def test_a_move_names_the_person_one_meets(match):
    match.state.board[4] = WRITER
    assert sentence(match, "move literature 2") == "Go to Literature 2 and take the Writer"
    assert sentence(match, "move literature 2", "nl") == "Ga naar Literatuur 2 en neem: Schrijver"
    assert sentence(match, "move bonus") == "Go to the bonus space and buy a bonus tile"


def test_income_tells_what_it_costs(match):
    seat = match.state.seats[0]
    match.state.question, seat.florins, seat.workers[5] = CHOICE, 2, ARTIST
    assert sentence(match, "income") == "Receive income (florins + 5, lost: Artist): the patron moves one space on"
    seat.workers[3] = 0
    assert "lost: nobody" in sentence(match, "income")
    seat.patron, seat.workers[5] = 5, 0
    assert "turned over" in sentence(match, "income")


def test_an_activation_tells_its_price(match):
    match.state.question, match.state.seats[0].figure = CHOICE, 4
    match.state.seats[0].recruits[:2] = WRITER, ARTIST
    assert sentence(match, "activate literature") == "Activate Literature, strength up to 2: you are in its hall"
    assert sentence(match, "activate art") == "Activate Art, strength up to 2: for a favour"


def test_the_greatest_masterpiece_tells_whether_a_disc_is_spent(match):
    s = match.state
    s.question, s.discipline, s.strength = STRENGTH, ART, 6
    assert sentence(match, "masterpiece 17").endswith("(discs to take back from Religion: 0)")
    s.seats[0].workers[:] = 0
    assert sentence(match, "masterpiece 17").endswith("(discs to take back from Religion: 1)")
    assert sentence(match, "strength 3") == "Activate Art with strength 3 (highest value of the artwork: 4)"
