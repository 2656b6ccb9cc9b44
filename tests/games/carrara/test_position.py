"""Positions in words: what is given stands so, what can't be is refused, and what is told can be given again."""

import random
import re
from pathlib import Path

import numpy as np
import pytest

from mecenate.core.errors import BadScenario
from mecenate.core.match import Match
from mecenate.core.scenarios import loads, prepare
from mecenate.games import load
from mecenate.games.carrara.components import CITIES, COLOURS, TYPES
from mecenate.games.carrara.moves import LOCATIONS, PIECES, SPACE_KEYS
from mecenate.games.carrara.position import PLAYER_WORDS, WORDS
from mecenate.games.carrara.position_court import VISIT_WORDS
from mecenate.games.carrara.reasons import REASONS
from mecenate.games.carrara.state import QUESTIONS

GAME = load("carrara")
NAMES = ("Anna", "Bob", "Chris", "David")
PAGE = Path(__file__).parents[3].joinpath("docs/scenarios.md").read_text(encoding="utf-8")
CHAPTER = PAGE[PAGE.index("## The words of The Palaces of Carrara") :]


def given(text, players=3, version="normal"):
    """A match at a position; the position begins on line 6."""
    head = f"title: A test\ngame: carrara\nplayers: [{', '.join(NAMES[:players])}]\noptions: {{version: {version}}}\ngiven:\n"
    [scenario] = loads(head + "".join(f"  {line}\n" for line in text.splitlines()) + "then: {}\n", "test.yaml")
    return prepare(scenario, load)


def told(match):
    return GAME.tell(match.state, match.names)


THINGS = [*CITIES, *COLOURS, *TYPES, *LOCATIONS, *PIECES, *SPACE_KEYS]


@pytest.mark.parametrize("word", [*WORDS, *PLAYER_WORDS, *VISIT_WORDS, *QUESTIONS, *REASONS[1:], *THINGS])
def test_every_word_is_documented(word):
    assert f"`{word}`" in CHAPTER


@pytest.mark.parametrize("word", [*told(given("turn: Anna")), *told(given("turn: Anna"))["Anna"]])
def test_every_figure_is_documented(word):
    assert f"`{word}`" in CHAPTER or word in NAMES or word.startswith("worth of")


@pytest.mark.parametrize("kind", GAME.events)
def test_every_event_is_documented(kind):
    assert f"`{kind.key.replace('_', ' ')}`" in CHAPTER


def test_a_player_can_not_be_called_like_a_word():
    with pytest.raises(BadScenario, match="A player can't be called wheel"):
        GAME.position(Match(GAME, 2, 0).state, {}, ["Anna", "wheel"])


ALL_TYPES = "lerici: [palazzo 1, biblioteca 1, porta 1, cathedrale 1, castello 1, villa 1]"
SIX = "palazzo, biblioteca, porta, cathedrale, castello, villa"


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("whel: {}", 6, "`whel` is no word for the position. Did you mean `wheel`?"),
        ("Ana: {coins: 1}", 6, "`Ana` is no word for the position. Did you mean `Anna`?"),
        ("turn: Hanna", 6, "`Hanna` is no player. Did you mean `Anna`?"),
        ("Anna: 5", 6, "Anna: write lines of the form `word: value`, not `5`."),
        ("Anna: {coin: 5}", 6, "`coin` is no word for what a player is given (Anna). Did you mean `coins`?"),
        ("Anna: {markers: 5}", 6, "`markers` is no word for what a player is given (Anna)."),
        ("Anna: {coins: -1}", 6, "coins of Anna can be from 0 to 999, not -1."),
        ("Anna:\n  points: many", 7, "points of Anna: write a whole number, not `many`."),
        # bricks
        ("Anna: {bricks: {black: 1}}", 6, "`black` is no word for the bricks of Anna."),
        ("Anna: {bricks: [white]}", 6, "The bricks of Anna: write lines of the form `word: value`, not `white`."),
        ("Anna: {bricks: {white: 8}}", 6, "white bricks can be from 0 to 7, not 8."),
        (
            "Anna: {bricks: {white: 4}}\nBob: {bricks: {white: 3}}",
            7,
            "white bricks: there are 8 (the wheel 1, Anna 4, Bob 3), but the game has only 7.",
        ),
        ("Anna: {bricks: {purple: 6}}", 6, "purple bricks: there are 8 (the wheel 1, Anna 6, Bob 1), but the game has only 7."),
        ("wheel: {VII: {white: 1}}", 6, "`VII` is no word for the wheel. Did you mean `VI`?"),
        ("wheel: {I: {pink: 1}}", 6, "`pink` is no word for the bricks at I."),
        ("wheel: {I: {white: 6}, II: {red: 6}}", 6, "12 bricks lie on the wheel, but it is never filled above 11."),
        ("bag: {white: 7}", 6, "white bricks: the game has 7 (the wheel 1), so 6 are left, not 7."),
        ("big wheel: crown", 6, "`big wheel` belongs to the advanced version; add a line `options: {version: advanced}`"),
        ("purchase made: yes", 6, "`purchase made` belongs to the advanced version"),
        # tiles
        ("Anna: {cities: {rome: [palazzo 1]}}", 6, "`rome` is no word for the cities of Anna."),
        ("Anna: {cities: {piza: [palazzo 1]}}", 6, "`piza` is no word for the cities of Anna. Did you mean `pisa`?"),
        ("Anna: {cities: {pisa: [palazo 1]}}", 6, "`palazo 1` is no building. Did you mean `palazzo 1`?"),
        ("Anna: {cities: {pisa: 3}}", 6, "pisa: write a list, like [palazzo 1, villa 4 with arms], not `3`."),
        ("Anna: {cities: {pisa: [palazzo 1: crown]}}", 6, "Write a building like `palazzo 1 with crown and red statue`"),
        (
            "Anna: {cities: {pisa: [palazzo 1]}}\nBob: {cities: {massa: [villa 1, palazzo 1]}}",
            7,
            "palazzo 1 can't be in two places: in pisa of Anna and in massa of Bob. There is only one of it.",
        ),
        ("Anna:\n  cities:\n    pisa:\n      - villa 1\n      - villa 1", 10, "villa 1 can't be twice in pisa of Anna."),
        ("Anna: {cities: {pisa: [palazzo 3b]}}", 6, "palazzo 3b is not in a game with 3 players."),
        ("Anna: {cities: {pisa: [palazzo 1 with crown]}}", 6, "what stands on a building belongs to the advanced version"),
        ("Anna: {warehouses: [cup]}", 6, "`warehouses` belongs to the advanced version"),
        ("Anna: {cities: {pisa: [villa 1]}}\ndisplay: [villa 1]", 7, "in two places: in pisa of Anna and on display."),
        ("display: [villa 1]\npile: [villa 1]", 7, "in two places: on display and in the pile."),
        ("display: [villa 8]", 6, "`villa 8` is no building of the display or the pile."),
        ("display: [villa 1]", 6, "1 tiles are on display and 29 in the pile: as long as there is a pile"),
        (
            "display: [villa 1, villa 2, villa 3, villa 4, villa 5, porta 1, porta 2, porta 3, porta 4, porta 5]",
            6,
            "10 tiles are on display, but there is room for 9.",
        ),
        ("tiles left: 5", 6, "tiles left: 9 buildings are on display and 0 built, so 21 are left in the pile, not 5."),
        ("replaced: [villa 1]", 6, "villa 1 can't be replaced: nobody has the monument villa 8."),
        (
            "replaced: [villa 1, villa 2]\nAnna: {cities: {pisa: [villa 8]}, improvements: [pisa]}",
            6,
            "The monument villa 8 replaces one building at most.",
        ),
        (
            "monuments: [villa]",
            6,
            "The players leave these monuments: palazzo, biblioteca, porta, cathedrale, castello, villa;",
        ),
        ("Anna: {improvements: [pisa]}", 6, "Anna has 0 monuments and 1 improvements: each monument brings one."),
        ("Anna: {cities: {pisa: [villa 8]}}", 6, "Anna has 1 monuments and 0 improvements"),
        (
            "Anna: {cities: {pisa: [villa 8, porta 8]}, improvements: [pisa, pisa]}",
            6,
            "Anna has two improvements of pisa; there is room for one.",
        ),
        (
            "Anna: {cities: {pisa: [villa 8]}, improvements: [pisa]}\nBob: {cities: {pisa: [porta 8]}, improvements: [pisa]}",
            7,
            "pisa improvements: there are 2 (Anna 1, Bob 1), but the game has only 1.",
        ),
        ("improvements: {pisa: 0}", 6, "pisa improvements: the game has 1 (nobody has any), so 1 are left, not 0."),
        ("decorations: {crown: 5}", 6, "`decorations` belongs to the advanced version"),
        ("gold statues: 5", 6, "`gold statues` belongs to the advanced version"),
        # scorings
        ("Anna: {scored: [rome]}", 6, "`rome` is no scoring space."),
        ("Anna: {scored: [money 36]}", 6, "The scoring space money 36 belongs to the advanced version"),
        ("Anna: {scored: [palazzo]}", 6, "Anna can't have scored palazzo without a building of this type."),
        ("Anna: {scored: [rural]}", 6, "Anna can't have scored rural without such a building."),
        (
            "Anna: {cities: {massa: [villa 1, villa 2]}, scored: [massa]}",
            6,
            "Anna can't have scored massa with 2 buildings there; it takes 3.",
        ),
        ("Anna: {cities: {massa: [villa 1]}, scored: [villa, villa]}", 6, "Anna scored villa twice"),
        (
            "Anna: {cities: {pisa: [villa 1, villa 2]}, scored: [pisa]}\n"
            "Bob: {cities: {pisa: [porta 1, porta 2]}, scored: [pisa]}",
            7,
            "pisa was scored by two players; a city can be scored once, by one of them.",
        ),
        (
            "Anna: {cities: {massa: [villa 1]}, scored: [villa]}",
            6,
            "Anna has scored 1 spaces and still has 6 markers in bonus areas: that is 7, but there are 6.",
        ),
        ("court: {coins: 4}", 6, "coins areas of the court can be from 0 to 3, not 4."),
        ("court: {statue: 1}", 6, "`statue` is no word for the court."),
        (
            "court: {coins: 2, points: 3}",
            6,
            "1 bonus areas of the court were opened, each with a scoring, but the players have scored 0 spaces together.",
        ),
        (
            "Anna: {open markers: 2}",
            6,
            "open markers of Anna: there are 6 markers, 6 in bonus areas and 0 on scoring spaces, so 0",
        ),
        ("royal visit: Anna", 6, "The royal visit: write lines of the form `word: value`, not `Anna`."),
        ("royal visit: {holder: Bob}", 6, "`bonus` is missing."),
        ("royal visit: {holder: Bob, bonus: statue}", 6, "`statue` is no bonus of this court. Possible: coins, points."),
        ("royal visit: {holder: Anna, bonus: coins}", 6, "It is the turn of Anna, who returned the Royal Visit marker"),
        ("royal visit: {holder: Bob, bonus: coins}", 6, "Bob holds the Royal Visit marker without having scored anything."),
        (
            "Bob: {cities: {massa: [villa 1]}, scored: [villa]}\nroyal visit: {holder: Bob, bonus: coins}\n"
            "court: {coins: 3, points: 2}",
            8,
            "The Royal Visit came from a coins area, so not all 3 of them can be untouched.",
        ),
        ("visit answered: yes", 6, "There is no Royal Visit that Anna could have answered."),
        ("passes: 9", 6, "passes can be from 0 to 8, not 9."),
        (
            "Chris: {cities: {massa: [villa 1]}, scored: [villa]}\nroyal visit: {holder: Chris, bonus: coins}\npasses: 1",
            8,
            "passes can be from 0 to 0, not 1.",
        ),
        ("ended by: Bob", 6, "Bob can't have brought the end: the pile is not empty."),
    ],
)
def test_what_can_not_be_is_refused(text, line, expected):
    with pytest.raises(BadScenario) as refused:
        given(text)
    assert expected in str(refused.value)
    assert str(refused.value).startswith(f"test.yaml, line {line}: ")


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("big wheel: crwn", 6, "`crwn` is no decoration. Did you mean `crown`?"),
        ("small wheel: gold", 6, "`gold` is no colour of a statue."),
        ("Anna: {cities: {pisa: [palazzo 1 with crwn]}}", 6, "`crwn` is no decoration or statue. Did you mean `crown`?"),
        (
            "Anna: {cities: {pisa: [castello 1 with crown]}}",
            6,
            "The decoration crown belongs on a palazzo, not on castello 1.",
        ),
        ("Anna: {cities: {pisa: [palazzo 1 with crown and crown]}}", 6, "palazzo 1 has room for one decoration only."),
        (
            "Anna: {cities: {pisa: [palazzo 1 with white statue and yellow statue]}}",
            6,
            "palazzo 1 has room for one statue only.",
        ),
        (
            "Anna: {cities: {pisa: [palazzo 1 with red statue]}}",
            6,
            "A red statue can't stand in pisa: no red bricks are used there.",
        ),
        ("Anna: {warehouses: [cup, cup, cup]}", 6, "Anna has 2 warehouses, each for one piece, not 3."),
        ("Anna: {warehouses: [cub]}", 6, "`cub` is no decoration or statue. Did you mean `cup`?"),
        (
            "Anna: {warehouses: [cup, cup], cities: {pisa: [cathedrale 1 with cup, cathedrale 2 with cup]}}\n"
            "Bob: {warehouses: [cup, cup]}\nChris: {warehouses: [cup]}",
            8,
            "cup decorations: there are 7 (Anna 4, Bob 2, Chris 1), but the game has only 6.",
        ),
        (
            "Anna: {cities: {massa: [villa 1 with blue statue, villa 2 with blue statue, villa 3 with blue statue]}}\n"
            "Bob: {cities: {massa: [porta 1 with blue statue, porta 2 with blue statue, porta 3 with blue statue]}}\n"
            "Chris: {warehouses: [blue statue]}",
            8,
            "blue statues: there are 7 (Anna 3, Bob 3, Chris 1), but the game has only 6.",
        ),
        ("statues: {red: 5}", 6, "red statues: the game has 6 (nobody has any), so 6 are left, not 5."),
        ("Anna: {warehouses: [gold statue]}", 6, "Anna has 1 of the gold statues, but has scored 0 spaces and 0 of the 2"),
        ("gold statues: 5", 6, "gold statues: 6 are left beside the statue areas of the court, not 5."),
        (
            "court: {statue: 2, decoration: 1, coins: 2, points: 1}\nAnna: {scored: [money 36, money 50]}",
            7,
            "Anna has claimed both money spaces; each player gets one at most.",
        ),
        ("Anna: {scored: [money 36]}\nBob: {scored: [money 36]}", 7, "money 36 was claimed by two players"),
        (
            "Anna: {cities: {pisa: [villa 1]}, scored: [pisa-massa]}",
            6,
            "Anna can't have scored pisa-massa without a statue in one of these cities.",
        ),
    ],
)
def test_what_can_not_be_in_the_advanced_version(text, line, expected):
    with pytest.raises(BadScenario) as refused:
        given(text, version="advanced")
    assert expected in str(refused.value)
    assert str(refused.value).startswith(f"test.yaml, line {line}: ")


@pytest.mark.parametrize(
    ("players", "tile", "expected"),
    [
        (2, "villa 3", "villa 3 is not in a game with 2 players."),
        (4, "villa 3, villa 3", "villa 3 can't be twice in pisa of Anna. There is only one of it. The other tile"),
    ],
)
def test_threes_depend_on_the_number_of_players(players, tile, expected):
    with pytest.raises(BadScenario, match=re.escape(expected)):
        given(f"Anna: {{cities: {{pisa: [{tile}]}}}}", players)


REST = "lucca: [palazzo 2, palazzo 4, palazzo 5, biblioteca 2, biblioteca 4, biblioteca 5, porta 2, porta 4, porta 5]"
EMPTY_PILE = f"court: {{}}\nBob: {{cities: {{{REST}}}}}\n"


def test_the_last_turns_are_named():
    text = EMPTY_PILE + f"Anna: {{cities: {{{ALL_TYPES}}}, scored: [{SIX}]}}"
    with pytest.raises(BadScenario, match="The pile is empty and Anna has no marker left, so these are the last turns"):
        given(text, 2)
    with pytest.raises(BadScenario, match="Anna brought the end and has no more turn"):
        given(text + "\nended by: Anna", 2)
    assert told(given(text + "\nended by: Anna\nturn: Bob", 2))["ended by"] == "Anna"
    with pytest.raises(BadScenario, match="Anna can't have brought the end: everybody has markers left"):
        given(text.replace(", villa]", "]").replace("Bob: {", "Bob: {scored: [palazzo], ") + "\nended by: Anna\nturn: Bob", 2)


def test_what_is_not_named_keeps_its_starting_value():
    found, start = told(given("turn: Anna")), told(Match(GAME, 3, 0, names=NAMES[:3]))
    for word in ("wheel", "bag", "monuments", "improvements", "court", "tiles left", *NAMES[:3]):
        assert found[word] == start[word]
    assert found["display"][:3] == ["palazzo 1", "palazzo 2", "palazzo 3"]  # by type and value


def test_the_wheels_show_what_was_given():
    match = given("big wheel: flag\nsmall wheel: red\nwheel: {III: {white: 2}}", version="advanced")
    found = told(match)
    assert (found["big wheel"], found["small wheel"], found["wheel"]["III"]["white"]) == ("flag", "red", 2)
    segments = match.view(0).wheel
    assert [segment.decoration for segment in segments] == ["flag", "gate", "book", "arms", "crown", "cup"]
    assert [segment.statue for segment in segments] == ["red", "yellow", "white", "purple", "blue", "green"]
    assert segments[2].bricks["white"] == 2


def test_who_owes_an_answer_follows_from_the_turn():
    cities = "cities: {massa: [villa 1]}, scored: [villa]"
    match = given(
        f"turn: Chris\nroyal visit: {{holder: Anna, bonus: points}}\nAnna: {{{cities}}}\n"
        "Chris: {cities: {massa: [villa 2]}}"
    )
    found = told(match)
    assert [found[name]["markers"]["points"] for name in NAMES[:3]] == [2, 2, 3]
    assert [found[name]["open markers"] for name in NAMES[:3]] == [0, 1, 0]
    assert [move.notation for move in match.legal()] == ["follow", "decline"]


def test_columns_are_told_as_they_are_given():
    column = ["palazzo 2 with crown", "castello 1 with flag and blue statue", "villa 4"]
    match = given(f"Anna: {{cities: {{massa: [{', '.join(column)}]}}}}", version="advanced")
    assert told(match)["Anna"]["cities"]["massa"] == column
    assert told(match)["Anna"]["worth of massa"] == "9 points"


def as_given(found, names, advanced):
    """The part of what is told that can be given."""
    words = {word: found[word] for word in WORDS if found[word] is not None}
    if not found["royal visit"]["holder"]:
        del words["royal visit"]
    if not advanced:
        for word in ("decorations", "statues", "gold statues"):
            del words[word]
    return words | {name: {word: found[name][word] for word in PLAYER_WORDS} for name in names}


@pytest.mark.parametrize("version", ["normal", "advanced"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_told_can_be_given_again(seats, version):
    """Random games: every position that can be given, is the same again: figures, question, offers; and no law is broken."""
    names, chance, compared = NAMES[:seats], random.Random(seats), 0
    for seed in range(6):
        match = Match(GAME, seats, seed, {"version": version}, names)
        while not match.over:
            moves = match.legal_actions()
            if match.question == "turn" and len(moves) > 1 and chance.random() < 0.3:
                found = GAME.tell(match.state, names)
                twin = Match(GAME, seats, seed + 1, {"version": version}, names)
                GAME.position(twin.state, as_given(found, names, version == "advanced"), names)
                assert GAME.tell(twin.state, names) == found
                assert (twin.seat, twin.question) == (match.seat, match.question)
                assert twin.legal_actions() == moves
                assert GAME.laws[GAME.check(twin.rows, 0)] == "all is well"
                other = twin.copy()
                GAME.redeal(other.rows, 0, 0, np.uint64(chance.getrandbits(32)))
                assert other.view(0) == twin.view(0)
                compared += 1
            match.play(chance.choice(moves))
    assert compared > 40
