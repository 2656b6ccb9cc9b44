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
from mecenate.games.stanza.components import ARTWORKS, BONUS_TILES, COLOURS, DISCIPLINES
from mecenate.games.stanza.moves import TRACK
from mecenate.games.stanza.position import ENDINGS, PLAYER_WORDS, WORDS
from mecenate.games.stanza.position_halls import BLOCK, FREE
from mecenate.games.stanza.position_people import EMPTY, PATRON, REST
from mecenate.games.stanza.reasons import REASONS
from mecenate.games.stanza.state import QUESTIONS
from mecenate.games.stanza.view import POINTS

GAME = load("stanza")
NAMES = ("Anna", "Bob", "Chris", "David")
PAGE = Path(__file__).parents[3].joinpath("docs/scenarios.md").read_text(encoding="utf-8")
CHAPTER = PAGE[PAGE.index("## The words of La Stanza") :]


def given(text, players=3):
    """A match at a position; the position begins on line 5."""
    head = f"title: A test\ngame: stanza\nplayers: [{', '.join(NAMES[:players])}]\ngiven:\n"
    [scenario] = loads(head + "".join(f"  {line}\n" for line in text.splitlines()) + "then: {}\n", "test.yaml")
    return prepare(scenario, load)


def told(match):
    return GAME.tell(match.state, match.names)


THINGS = [*DISCIPLINES, *COLOURS, *ARTWORKS, *BONUS_TILES, *TRACK[:4], *ENDINGS, *POINTS, BLOCK, FREE, EMPTY, PATRON, REST]


@pytest.mark.parametrize("word", sorted({*WORDS, *PLAYER_WORDS, *QUESTIONS, *REASONS[1:], *THINGS}))
def test_every_word_is_documented(word):
    assert f"`{word}`" in CHAPTER


@pytest.mark.parametrize("word", [*told(given("turn: Anna")), *told(given("turn: Anna"))["Anna"]])
def test_every_figure_is_documented(word):
    assert f"`{word}`" in CHAPTER or word in NAMES


@pytest.mark.parametrize("kind", GAME.events, ids=lambda kind: kind.key)
def test_every_event_is_documented(kind):
    assert f"`{kind.key.replace('_', ' ')}`" in CHAPTER


def test_a_player_can_not_be_called_like_a_word():
    with pytest.raises(BadScenario, match="A player can't be called board"):
        GAME.position(Match(GAME, 2, 0).state, {}, ["Anna", "board"])


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("bord: {}", 5, "`bord` is no word for the position. Did you mean `board`?"),
        ("Ana: {florins: 1}", 5, "`Ana` is no word for the position. Did you mean `Anna`?"),
        ("turn: Hanna", 5, "`Hanna` is no player. Did you mean `Anna`?"),
        ("after moving: Anna", 5, "after moving can be yes or no, not `Anna`."),
        ("Anna: 5", 5, "Anna: write lines of the form `word: value`, not `5`."),
        ("Anna: {florin: 5}", 5, "`florin` is no word for what a player is given (Anna). Did you mean `florins`?"),
        ("Anna: {points: 5}", 5, "`points` is no word for what a player is given (Anna)."),
        ("Anna: {florins: -1}", 5, "florins of Anna can be from 0 to 99, not -1."),
        ("Anna:\n  florins: many", 6, "florins of Anna: write a whole number, not `many`."),
        ("Anna: {ship: 16 florins}", 5, "`16 florins` is no space of the income track. Did you mean `15 florins`?"),
        ("Anna: {ship: 11}", 5, "`11` is no space of the income track."),
        ("Anna: {turned over: 1}", 5, "turned over (Anna) can be yes or no, not `1`."),
        # figures
        ("Anna: {figure: art 4}", 5, "`art 4` is no space of the movement track. Did you mean `art 3`?"),
        ("Anna: {figure: art 2}\nBob: {figure: art 2}", 6, "Anna and Bob both stand on art 2; only the bonus space holds more"),
        # favours, books, discs, artworks
        ("Anna: {favours: {pink: 1}}", 5, "`pink` is no word for the favours of Anna."),
        ("Anna: {favours: [blue]}", 5, "The favours of Anna: write lines of the form `word: value`, not `blue`."),
        ("Anna: {favours: {blue: 4, red: 4}}", 5, "Anna has 8 favours, but nobody keeps more than 7."),
        (
            "Anna: {favours: {white: 4}}\nBob:\n  favours:\n    white: 4",
            8,
            "white favours: there are 8 (Anna 4, Bob 4), but the game has only 7.",
        ),
        ("favours: {white: 5}", 5, "white favours: the game has 7 (nobody has any), so 7 are left, not 5."),
        ("Anna: {books: {literature: 1}}", 5, "`literature` is no word for the books of Anna."),
        ("Anna: {books: {art: 5}}", 5, "art (books) can be from 0 to 4, not 5."),
        (
            "Anna: {discs: {art: 5, politics: 4}}",
            5,
            "Anna has 9 discs in the religion hall and 0 for bonus tiles, but a player has only 8.",
        ),
        (
            "Anna: {discs: {art: 8}, bonus tiles: [church-discs]}",
            5,
            "Anna has 8 discs in the religion hall and 1 for bonus tiles",
        ),
        ("Anna: {artworks: {statue: 1}}", 5, "`statue` is no word for the artworks of Anna."),
        ("Anna: {artworks: {scroll: 4}}", 5, "scroll of Anna can be from 0 to 3, not 4."),
        (
            "Anna: {artworks: {scroll: 2}}\nBob: {artworks: {scroll: 2}}",
            6,
            "scroll artworks: there are 4 (Anna 2, Bob 2), but the game has only 3.",
        ),
        ("artworks: {scroll: 2}", 5, "scroll artworks: the game has 3 (nobody has any), so 3 are left, not 2."),
        # persons
        ("Anna: {patron: 7}", 5, "patron of Anna can be from 1 to 6, not 7."),
        ("Anna: {workers: {7: art}}", 5, "`7` is no word for the workers of Anna."),
        ("Anna: {workers: {1: art}}", 5, "Space 1 of Anna is the patron's; nobody else can stand there."),
        ("Anna: {patron: 3, workers: {3: art}}", 5, "Space 3 of Anna is the patron's"),
        ("Anna: {workers: {2: sport}}", 5, "`sport` is no person."),
        ("Anna: {workers: {2: start arts}}", 5, "`start arts` is no person. Did you mean `start art`?"),
        ("Anna: {workers: [art, art]}", 5, "Write `patron` once among the workers of Anna, on the space where the patron"),
        ("Anna: {workers: [patron, art], patron: 2}", 5, "The patron of Anna is on space 1 among the workers, not on 2."),
        ("Anna: {workers: [patron, art, art, art, art, art, art]}", 5, "Anna has 6 worker spaces, not 7."),
        ("Anna: {recruits: [art, art, art, art, art, art]}", 5, "Anna has 5 recruitment spaces, not 6."),
        (
            "Anna: {recruits: [art, art, art, art, art]}\nBob: {workers: [patron, art, art, art, art]}",
            6,
            "art: persons: there are 9 (Anna 5, Bob 4), but the game has only 8.",
        ),
        ("board: {art 1: start religion}", 5, "start religion: persons: there are 4 (Anna 1, Bob 1, Chris 1, the board 1)"),
        ("board: {art 4: religion}", 5, "`art 4` is no word for the board. Did you mean `art 3`?"),
        ("board: {art 1: nobody}", 5, "`nobody` is no person."),
        ("board: {art: [religion, empty]}", 5, "The hall of art has 3 spaces; write three, like [art, empty, religion], or"),
        ("board: {art 1: religion, art: empty}", 5, "art 1 is named twice: alone, and with its hall."),
        (
            "board: {art: empty, politics: empty}",
            5,
            "The halls of art and politics are empty: then the movement track is",
        ),
        ("pile: [start art]", 5, "`start art` is no discipline of the pile."),
        ("discard: [arts]", 5, "`arts` is no discipline of the discard. Did you mean `art`?"),
        (
            "pile: [art, art, art, art, art]\ndiscard: [art, art, art, art]",
            6,
            "art: persons: there are 9 (the pile 5, the discard pile 4), but the game has only 8.",
        ),
        # masterpieces
        ("masterpieces: {arts: {5: Anna}}", 5, "`arts` is no word for the masterpieces. Did you mean `art`?"),
        ("masterpieces: {art: {6: Anna}}", 5, "`6` is no word for the masterpieces of art. Possible: 5, 8, 12, 17."),
        ("masterpieces: {art: {5: Ana}}", 5, "`Ana` is no player. Did you mean `Anna`? Possible: Anna, Bob, Chris, blocked"),
        ("masterpieces: {art: {5: Anna, 12: Anna}}", 5, "Anna has two masterpieces of art; there is one a discipline"),
        ("masterpieces: {art: {5: blocked, 8: blocked}}", 5, "Two masterpiece spaces of art are blocked; with 3 players it is"),
        ("masterpieces: {art: {17: blocked}}", 5, "The greatest masterpiece of art can't be blocked."),
        (
            "masterpieces: {art: {5: Anna, 8: Bob, 12: free}}",
            5,
            "With 3 players one masterpiece space of art is blocked, but all are free or taken.",
        ),
        (
            "masterpieces: {art: {5: blocked}, politics: {5: blocked}, religion: {5: blocked}}",
            5,
            "So not more than two of a kind can be blocked.",
        ),
        # bonus tiles
        ("bonus tiles: [five florins]", 5, "`five florins` is no bonus tile. Did you mean `five-florins`?"),
        (
            "Anna: {bonus tiles: [church-discs]}\nBob: {bonus tiles: [church-discs]}",
            6,
            "The bonus tile church-discs can't be in two places: with Anna and with Bob.",
        ),
        (
            "Anna: {bonus tiles: [church-discs]}\nbonus tiles: [church-discs]",
            6,
            "The bonus tile church-discs can't be in two places: with Anna and in the bonus hall.",
        ),
        (
            "bonus tiles: [church-discs, two-books, religion-books, bought-strength]",
            5,
            "bought-strength would be a fourth bonus tile of religion, but 3 of each discipline are in a game",
        ),
        (
            "Anna: {bonus tiles: [five-florins]}",
            5,
            "Anna can't have 1 bonus tiles of discoveries: the ship has reached 0 spaces with a favour.",
        ),
        (
            "Anna: {bonus tiles: [patron-value, three-steps], books: {discoveries: 1, religion: 1, art: 1, politics: 1}}",
            5,
            "Anna can't have 2 bonus tiles of literature: the bookshelf has 1 full columns.",
        ),
        ("Anna: {bonus tiles: [two-discs]}", 5, "Anna can't have 1 bonus tiles of art: the artworks are worth enough for 0."),
        # the end
        ("round: 5", 5, "The round can be from 1 to 4, not 5."),
        ("ending: soon", 5, "`soon` is no ending. Possible: announced, last turn 1, last turn 2, last turn 3."),
        ("round: 3\nending: announced", 6, "the end is announced when the marker reaches space 4, so with the marker on 3"),
        ("round: 4\nending: no", 6, "so with the marker on 4 the ending can't be `no`."),
        ("round: 4", 5, "When Anna, who began the game, is to move again after the end was announced, the last turns begin"),
        ("Bob: {left: 1}", 5, "Bob can't have left: that is for the last turns"),
        ("ending: last turn 2\nAnna: {left: 1}", 6, "Anna has left, so it can't be the turn of Anna."),
        ("ending: last turn 1\nBob: {left: 1}", 6, "Bob can't have left before the first of the last turns of Bob."),
        ("ending: last turn 2\nBob: {left: 1, figure: art 1}", 6, "Bob has left, so the figure is in the bonus hall"),
        ("ending: last turn 2\nBob: {left: 1}\nChris: {left: 1}", 7, "Bob and Chris can't both be on exit space 1."),
        ("ending: last turn 2\nBob: {left: 2}", 6, "Bob is on exit space 2, but only 1 left, each to the best free one."),
        ("ending: last turn 2\nBob: {left: 4}", 6, "exit space of Bob can be from 0 to 3, not 4."),
        # after the move
        ("after moving: yes\nAnna: {figure: art 1}", 6, "Anna has just moved, so the person who was there is on the first"),
        ("after moving: yes\nAnna: {figure: art 1, recruits: [empty, art]}", 6, "Anna has just moved"),
        ("after moving: yes", 4, "Anna can buy no bonus tile, so Anna can't have moved to the bonus space."),
    ],
)
def test_what_can_not_be_is_refused(text, line, expected):
    with pytest.raises(BadScenario) as refused:
        given(text)
    assert expected in str(refused.value)
    assert str(refused.value).startswith(f"test.yaml, line {line}: ")


def test_with_four_players_nothing_is_blocked():
    with pytest.raises(BadScenario, match=re.escape("With four players no masterpiece space is blocked.")):
        given("masterpieces: {art: {5: blocked}}", 4)


def test_what_is_not_named_keeps_its_starting_value():
    found, start = told(given("turn: Anna")), told(Match(GAME, 3, 0, names=NAMES[:3]))
    for word in ("round", "ending", "masterpieces", "bonus tiles", "favours", "artworks", "persons in the pile"):
        assert found[word] == start[word]
    assert found["board"]["discoveries"] == ["discoveries", "literature", "religion"]
    for name in NAMES[:3]:
        assert found[name]["workers"] == ["patron", *(f"start {key}" for key in DISCIPLINES)]
        assert {**found[name], "workers": []} == {**start[name], "workers": []}


def test_somebody_stands_on_every_space_that_is_not_named_and_has_no_figure():
    board = told(given("board: {discoveries 1: art, literature: [empty, art, art]}\nBob: {figure: religion 2}"))["board"]
    assert board["discoveries"] == ["art", "discoveries", "literature"]
    assert board["literature"] == ["empty", "art", "art"]
    assert board["religion"] == ["religion", "empty", "art"]


def test_the_rest_goes_to_the_pile_or_is_discarded():
    found = told(given("pile: [art, religion]"))
    assert (found["pile"][:2], found["persons in the pile"], found["discard"]) == (["art", "religion"], 25, [])
    found = told(given("pile: [art, religion]\ndiscard: rest"))
    assert (found["pile"], found["persons discarded"]) == (["art", "religion"], 23)


def test_start_persons_who_are_not_named_are_out_of_the_game():
    match = given("Anna: {workers: [patron, start art]}\nBob: {workers: {2: religion}}")
    gone = [n for n in range(20) if int(match.state.gone) >> n & 1]
    assert gone == [0, 1, 2, 4, 5]  # all of Anna's but art, and Bob's explorer


def test_a_start_person_of_somebody_else_may_come_back():
    match = given("Anna: {workers: [patron, start art, start art]}\nBob: {workers: [patron]}")
    assert told(match)["Anna"]["workers"][:3] == ["patron", "start art", "start art"]


def test_a_blocked_space_gives_way_to_a_column():
    drawn = told(given("turn: Anna"))["masterpieces"]["art"]
    points = next(points for points, who in drawn.items() if who == BLOCK)
    found = told(given(f"masterpieces: {{art: {{{points}: Bob}}}}"))["masterpieces"]
    assert found["art"][points] == "Bob"
    assert all(list(hall.values()).count(BLOCK) == 1 for hall in found.values())


def as_given(found, names):
    """The part of what is told that can be given."""
    words = {word: found[word] for word in WORDS if found[word] is not None}
    words["board"] = {space: found["board"][space] for space in TRACK[:-1]}
    return words | {name: {word: found[name][word] for word in PLAYER_WORDS} for name in names}


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_told_can_be_given_again(seats):
    """Random games: every position that can be given, is the same again: figures, question, offers; and no law is broken."""
    names, chance, compared = NAMES[:seats], random.Random(seats), 0
    for seed in range(6):
        match = Match(GAME, seats, seed, names=names)
        while not match.over:
            if match.question in ("move", "choice", "tile") and chance.random() < 0.3:
                found = GAME.tell(match.state, names)
                twin = Match(GAME, seats, seed + 1, names=names)
                GAME.position(twin.state, as_given(found, names), names)
                assert GAME.tell(twin.state, names) == found
                assert (twin.seat, twin.question) == (match.seat, match.question)
                assert twin.legal_actions() == match.legal_actions()
                assert GAME.laws[GAME.check(twin.rows, 0)] == "all is well"
                other = twin.copy()
                GAME.redeal(other.rows, 0, 0, np.uint64(chance.getrandbits(32)))
                assert GAME.laws[GAME.check(other.rows, 0)] == "all is well"
                assert other.view(0) == twin.view(0)
                compared += 1
            match.play(chance.choice(match.legal_actions()))
    assert compared > 40
