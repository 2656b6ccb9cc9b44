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
from mecenate.games.princes.components import BONUS_CARDS, CHARACTERS, PRESTIGE_CARDS
from mecenate.games.princes.position import ASKED, PHASE_WORDS, PLAYER_WORDS, WORDS
from mecenate.games.princes.position_court import WORDS as COURT_WORDS
from mecenate.games.princes.position_phase import WORDS as AUCTION_WORDS
from mecenate.games.princes.position_proposal import WORDS as PROPOSAL_WORDS
from mecenate.games.princes.reasons import REASONS
from mecenate.games.princes.state import QUESTIONS

GAME = load("princes")
NAMES = ("Anna", "Bob", "Chris", "David", "Eva")
PAGE = Path(__file__).parents[3].joinpath("docs/scenarios.md").read_text(encoding="utf-8")


def given(text, players=3, options="{}"):
    """A match at a position; the position begins on line 6."""
    head = f"title: A test\ngame: princes\nplayers: [{', '.join(NAMES[:players])}]\noptions: {options}\ngiven:\n"
    [scenario] = loads(head + "".join(f"  {line}\n" for line in text.splitlines()) + "then: {}\n", "test.yaml")
    return prepare(scenario, load)


DOCUMENTED = [
    *WORDS, *PLAYER_WORDS, *AUCTION_WORDS, *COURT_WORDS, *PROPOSAL_WORDS, *BONUS_CARDS, *PRESTIGE_CARDS, *CHARACTERS,
    *QUESTIONS, *REASONS[1:],
]  # fmt: skip


@pytest.mark.parametrize("word", DOCUMENTED)
def test_every_word_is_documented(word):
    assert f"`{word}`" in PAGE


EXPANDED = given("turn: Anna\nAnna: {character: princess}", options="{characters: yes, cooperation: yes}")


@pytest.mark.parametrize("word", GAME.tell(EXPANDED.state, NAMES[:3])["Anna"])
def test_every_figure_of_a_player_is_documented(word):
    assert f"`{word}`" in PAGE or word.startswith("work value of")


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("rond: 3", 6, "`rond` is no word for the position. Did you mean `round`?"),
        ("Ana: {florins: 100}", 6, "`Ana` is no word for the position. Did you mean `Anna`?"),
        ("round: 8", 6, "The round can be from 1 to 7, not 8."),
        ("round: two", 6, "The round: write a whole number, not `two`."),
        ("phase: setup", 6, "`setup` is no phase that a position can begin in. Possible: auction, characters, action."),
        ("starting player: Hanna", 6, "`Hanna` is no player. Did you mean `Anna`?"),
        ("phase: auction\nturn: Bob", 7, "`turn` belongs to the action phase, but this position is in the auction phase."),
        ("turn: Bob\nauction: {sold: [park]}", 7, "`auction` belongs to the auction phase"),
        ("turn: Bob\nactions left: 3", 7, "actions left can be from 0 to 2, not 3."),
        ("turn: Bob\nactions left: 0", 7, "Without an action left the turn of Bob would be over"),
        (
            "turn: Bob\nactions left: 2\nfreedom taken: yes",
            7,
            "Bob took a card or a tile with an action, so 2 actions can't be left.",
        ),
        ("turn: Bob\nfreedom taken: 1", 7, "freedom taken can be yes or no, not `1`."),
        ("Anna: 5", 6, "Anna: write lines of the form `word: value`, not `5`."),
        ("Anna:", 6, "Anna: write lines of the form `word: value`, not `nothing`."),
        ("Anna: {florin: 5}", 6, "`florin` is no word for what a player is given (Anna). Did you mean `florins`?"),
        ("Anna: {works: 5}", 6, "`works` is no word for what a player is given (Anna)."),
        ("Anna: {florins: -100}", 6, "florins of Anna can be from 0 to 20000, not -100."),
        ("Anna: {florins: 350}", 6, "florins of Anna: 350 is not a multiple of 100."),
        ("Anna: {florins: 3.500}", 6, "florins of Anna: write a whole number, not `3.500`."),
        ("Anna:\n  prestige: -1", 7, "prestige of Anna can be from 0 to 200, not -1."),
        ("Anna: {builders: 4}", 6, "builders of Anna can be from 0 to 3, not 4."),
        ("Anna: {jesters: 8}", 6, "jesters of Anna can be from 0 to 7, not 8."),
        ("Anna: {jesters: yes}", 6, "jesters of Anna: write a whole number, not `yes`."),
        (
            "Anna: {jesters: 5}\nBob: {jesters: 3}",
            7,
            "jesters: the players have 8 (Anna 5, Bob 3), but the game has only 7.",
        ),
        (
            "Anna: {builders: 3}\nBob: {builders: 3}\nChris: {builders: 1}",
            8,
            "builders: the players have 7 (Anna 3, Bob 3, Chris 1)",
        ),
        ("Anna: {jesters: 4, builders: 3, landscapes: [park]}", 6, "Anna has 8 objects"),
        ("Anna: {landscapes: [park, park, park, park, park, park, lake, lake]}", 6, "Anna has 8 landscapes"),
        ("Anna: {landscapes: [park, park, park, park]}\nBob: {landscapes: [park, park, park]}", 7, "parks: the players have 7"),
        ("Anna: {landscapes: [hill]}", 6, "`hill` is no landscape. Possible: forest, lake, park."),
        ("Anna: {buildings: [theatre]}", 6, "`theatre` is no building. Did you mean `theater`?"),
        ("Anna: {buildings: 3}", 6, "buildings: write a list, like [university, laboratory], not `3`."),
        (
            "Anna:\n  buildings:\n    - tower\n    - opera\n    - tower",
            10,
            "Anna has two of the building tower; rule 5 allows each only once.",
        ),
        ("Anna: {buildings: {tower: z9 r0}}", 6, "`z9 r0` is no place for a tile."),
        ("Anna: {buildings: {tower: f7 r0}}", 6, "The tower at f7 r0 is not completely on the grid"),
        ("Anna: {buildings: {tower: a1 r0}}", 6, "The tower of Anna overlaps the Palazzo."),
        ("Anna: {buildings: {tower: e1 r0, chapel: e1 r0}}", 6, "The chapel of Anna overlaps the tower."),
        ("Anna: {buildings: {tower: e1 r0}, landscapes: [park: g1 r0]}", 6, "The park at g1 r0 is not completely on the grid"),
        ("Anna: {buildings: {tower: e1 r0}, landscapes: [park: f1 r0]}", 6, "The park of Anna overlaps the tower."),
        (
            "Anna: {buildings: {tower: e1 r0, chapel: e2 r0}}",
            6,
            "The chapel of Anna stands wall to wall with the tower; that takes 2 builders, and Anna has 0.",
        ),
        (
            "Anna: {builders: 1, buildings: {tower: a3 r0}}",
            6,
            "The tower of Anna stands wall to wall with the Palazzo; that takes 2 builders, and Anna has 1.",
        ),
        (
            "Anna: {buildings: [university, laboratory, workshop, library, opera]}",
            6,
            "No way was found to lay all of these in the principality of Anna",
        ),
        (
            "Anna:\n  builders: 3\n  buildings: [university, laboratory, workshop, library, opera, studio, hospital, tower]",
            6,
            "No way was found to lay all of these",
        ),
        ("Anna: {freedoms: [press]}", 6, "`press` is no freedom. Possible: travel, religion, opinion."),
        ("Anna: {freedoms: [travel, travel]}", 6, "Anna has the freedom travel twice"),
        (
            "Anna: {freedoms: [travel]}\nBob: {freedoms: [travel]}\nChris: {freedoms: [travel]}",
            8,
            "travel: the players have 3 (Anna 1, Bob 1, Chris 1), but the game has only 2.",
        ),
        ("Anna: {hand: [piper]}", 6, "`piper` is no profession or recruiting card. Did you mean `painter`?"),
        ("Anna: {hand: [recruiting]}", 6, "`recruiting` is no profession or recruiting card. Did you mean `recruiting card`?"),
        (
            "Anna: {hand: [poet]}\nBob: {table: [poet]}",
            7,
            "The profession poet can't be in two places: in the hand of Anna and on the table of Bob.",
        ),
        ("Anna: {hand: [poet, poet]}", 6, "The profession poet can't be twice in the hand of Anna."),
        ("Anna: {hand: [poet]}\ndecks: {profession: [poet]}", 7, "in the hand of Anna and in the profession deck"),
        ("Anna: {bonus cards: [hands]}", 6, "`hands` is no bonus card. Did you mean `hand`?"),
        (
            "Anna: {bonus cards: [hand]}\nbonus cards played: [hand]",
            7,
            "The bonus card hand can't be in two places: with Anna and already played.",
        ),
        (
            "Anna: {prestige cards: [large]}\nBob: {prestige cards: [large]}",
            7,
            "The prestige card large can't be in two places: with Anna and with Bob.",
        ),
        (
            "Anna: {table: [recruiting card, recruiting card, recruiting card]}\n"
            "Bob: {hand: [recruiting card, recruiting card, recruiting card]}",
            7,
            "recruiting cards: the players have 6 (Anna 3, Bob 3), but the game has only 5.",
        ),
        ("decks: {professions: [poet]}", 6, "`professions` is no word for the decks. Did you mean `profession`?"),
        ("decks: [poet]", 6, "The decks: write lines of the form"),
        ("supply: {jester: 3}", 6, "`jester` is no word for the supply. Did you mean `jesters`?"),
        (
            "supply: {jesters: 3}",
            6,
            "jesters: the game has 7 (nobody has any), so the supply has 7, not 3.",
        ),
        ("Anna: {jesters: 2}\nsupply: {jesters: 7}", 7, "the game has 7 (Anna 2), so the supply has 5, not 7."),
        ("Anna: {best work: 12}", 6, "A best work is marked only in the action phase."),
        ("turn: Bob\nround: 2\nAnna: {best work: 9}", 8, "A work of 9 is impossible in round 2: the minimum is 10."),
        ("turn: Bob\nChris: {best work: 9}", 7, "Chris has not had a turn in this round yet"),
        ("auction: {price: 300}", 6, "`price` is no word for the auction."),
        ("auction: {object: jesters}", 6, "`jesters` is no object of this auction. Did you mean `jester`?"),
        ("auction: {object: landscape}", 6, "`landscape` is no object of this auction."),
        ("auction: {bid: 300}", 6, "`bid` needs an object that is being auctioned"),
        ("auction: {object: park, bid: 350}", 6, "The bid: 350 is not a multiple of 100."),
        ("auction: {object: park, bid: 100}", 6, "The bid can be 200 or more, not 100."),
        ("auction: {object: park, bid: 200, bidder: Bob}", 6, "The bid of 200 is the opener's, so the bidder must be Anna."),
        ("auction: {object: park, bid: 300, bidder: Bob, passed: [Bob]}", 6, "Bob can't be the highest bidder"),
        ("auction: {object: park, passed: [Bob, Chris]}", 6, "Nobody is left to bid against Anna, so this auction is over."),
        ("auction: {object: park, bid: 9000, bidder: Bob}", 6, "Bob could not pay 9000 florins."),
        ("auction: {bought: [Bob]}", 6, "Bought: 1 players, sold: 0 objects."),
        ("auction: {bought: [Bob], sold: [park], object: park}", 6, "The park is sold, so it can't be auctioned again"),
        ("auction: {bought: [Bob], sold: [park], withdrawn: [Bob]}", 6, "Bob can't have bought an object and be withdrawn."),
        ("auction: {withdrawn: [Anna, Bob, Chris]}", 6, "the auction phase is over; write `phase: action`."),
        ("auction: {opener: Bob}", 6, "The opener must be Anna"),
        ("Anna: {jesters: 7}\nauction: {object: jester}", 7, "There is no jester left that could be auctioned."),
    ],
)
def test_what_can_not_be_is_refused(text, line, expected):
    with pytest.raises(BadScenario) as refused:
        given(text)
    assert str(refused.value).startswith(f"test.yaml, line {line}: ")
    assert expected in str(refused.value)


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("supply: {travel: 3}", "{}", "travel: the game has 2 (nobody has any)"),
        ("supply: {travel: 2, religion: 2, opinion: 2}", "{}", "so the supply has 1, not 2"),
        ("supply: {travel: 2, religion: 2}", "{freedoms: 4}", "the game has 1 (nobody has any)"),
        (
            "Anna: {freedoms: [travel, religion]}\nBob: {freedoms: [travel, religion]}",
            "{freedoms: 4}",
            "but the game has only 1",
        ),
        ("auction: {object: forest}", "{}", "`forest` is no object of this auction."),
    ],
)
def test_what_can_not_be_with_two_players(text, options, expected):
    with pytest.raises(BadScenario, match=re.escape(expected)):
        given(text, players=2, options=options)


@pytest.mark.parametrize("options", ["{}", "{freedoms: 4}"])
@pytest.mark.parametrize("kind", ["travel", "religion", "opinion"])
def test_with_two_players_both_may_have_any_freedom(kind, options):
    match = given(f"Anna: {{freedoms: [{kind}]}}\nBob: {{freedoms: [{kind}]}}", players=2, options=options)
    assert GAME.tell(match.state, NAMES[:2])["supply"][kind] == 0


def test_a_given_position_asks_its_question():
    assert (given("round: 2").question, given("turn: Bob").question) == ("open", "action")
    assert given("auction: {withdrawn: [Anna, Bob]}").question == "take"
    match = given("auction: {object: park, bid: 300, bidder: Bob}")
    assert (match.seat, match.question) == (2, "bid")


def test_hands_that_nobody_named_get_the_next_three_professions():
    told = GAME.tell(given("Bob: {hand: [theologian]}").state, NAMES[:3])
    assert told["Anna"]["hand"] == ["mathematician", "philosopher", "botanist"]
    assert told["Bob"]["hand"] == ["theologian"]
    assert told["Chris"]["hand"] == ["alchemist", "physicist", "watchmaker"]


def test_everybody_knows_the_own_cards_and_reckons_with_the_others():
    match = given("Anna: {hand: [poet]}\nBob: {hand: [painter], table: [sculptor]}\nChris: {hand: []}\nturn: Anna")
    own, other, shown = (GAME.things["profession"].index(f"profession.{key}") for key in ("poet", "painter", "sculptor"))
    assert match.state.may[0, own] == 1
    assert match.state.may[0, other] & 0b111 == 0b010  # Chris has no card, so it can only be with Bob
    assert match.state.may[1, own] & 0b111 == 0b001
    assert match.state.may[2, own] & 0b111 == 0b011
    assert not match.state.may[:3, shown].any()


def test_tiles_with_and_without_places():
    match = given("Anna: {buildings: [tower: e1 r2, opera], landscapes: {forest: [a3 r0, a5 r0]}}")
    told = GAME.tell(match.state, NAMES[:3])["Anna"]
    assert told["buildings"]["tower"] == ["e1 r0"]  # the orientation that stands for it
    assert set(told["buildings"]) == {"tower", "opera"}
    assert told["landscapes"] == {"forest": ["a3 r0", "a5 r0"], "lake": [], "park": []}
    assert told["empty spaces"] == 43 - 3 - 5 - 10


def as_given(told, names, question=""):
    """The part of what is told that can be given."""
    found = {word: told[word] for word in WORDS if word in told and told[word] is not None}
    if question in ASKED:
        found["question"] = question
    found["supply"] = {
        word: n for word, n in told["supply"].items() if not word.endswith(("profession cards", "e cards", "s cards"))
    }
    for phase, words in PHASE_WORDS.items():
        for word in words:
            if word in found and (phase != told["phase"] or question == "exchange"):
                del found[word]
    for word in ("auction", "characters", "proposal"):
        if word in found:
            found[word] = {part: value for part, value in found[word].items() if value or value == 0}
    for name in names:
        found[name] = {word: told[name][word] for word in PLAYER_WORDS if word in told[name]}
    return found


BOTH = {"characters": True, "cooperation": True}
FREE_DRAW = {"edition": "qwg", "characters": True}
GIVEN = {
    "open", "bid", "take", "action", "payment", "court", "use", "exchange", "across", "price", "reply", "counter", "countered",
}  # fmt: skip


@pytest.mark.parametrize("options", [{}, BOTH, FREE_DRAW], ids=["neither", "both expansions", "free draw"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_told_can_be_given_again(seats, options):
    """Random games: every position that can be given, is the same again: figures, question, offers; and no law is broken."""
    names, chance, compared = NAMES[:seats], random.Random(seats), 0
    for seed in range(20 // seats):
        match = Match(GAME, seats, seed, options, names)
        while not match.over:
            if match.question in GIVEN and chance.random() < 0.2:
                told = GAME.tell(match.state, names)
                twin = Match(GAME, seats, seed, options, names)
                GAME.position(twin.state, as_given(told, names, match.question), names)
                assert GAME.tell(twin.state, names) == told
                assert (twin.seat, twin.question) == (match.seat, match.question)
                assert twin.legal_actions() == match.legal_actions()
                assert GAME.laws[GAME.check(twin.rows, 0)] == "all is well"
                for seat in range(seats):
                    other = twin.copy()
                    GAME.redeal(other.rows, 0, seat, np.uint64(chance.getrandbits(32)))
                    assert GAME.laws[GAME.check(other.rows, 0)] == "all is well"
                    assert other.view(seat) == twin.view(seat)
                compared += 1
            match.play(chance.choice(match.legal_actions()))
    assert compared > 40
