"""The words of The Princes of Florence where they are special; what holds for every game is tested one folder above."""

import mecenate
from mecenate.core.texts import LANGUAGES
from mecenate.games.princes import GAME

TEXTS = GAME.texts


def test_numbers_have_their_own_words():
    match = mecenate.new("princes", seats=3, seed=1)
    first = GAME.moves.first["convert"]
    assert match.sentence(first) == "Keep it all in florins"
    assert match.sentence(first + 1) == "Turn 200 florins into 1 prestige point"
    assert match.sentence(first + 7) == "Turn 1400 florins into 7 prestige points"
    assert match.sentence(GAME.moves.first["spaces"] + 1, "de") == "1 Feld zurückgehen für 100 Florin"


def test_moving_back_is_said():
    match = mecenate.new("princes", seats=3, seed=1)
    seat, build = match.state.seats[0], GAME.moves.first["build"] + 4
    assert match.sentence(build) == "Build the Opera for 700 florins"
    seat.florins, seat.prestige = 450, 5
    assert match.sentence(build) == "Build the Opera for 700 florins, to be paid by moving back 3 on the fame track"
    for language in LANGUAGES:
        assert match.sentence(build, language).endswith(TEXTS.say(language, "moves.with_back", back=3))
        assert match.sentence(GAME.moves.first["freedom"], language).count("3") == 1  # 300 florins are there
