"""The words of The Princes of Florence: complete, the same in all languages, and fit for every line of whole games."""

import random
import re
from string import Formatter
from typing import Any

import pytest

import mecenate
from mecenate.core.errors import IllegalMove
from mecenate.core.match import Event, Match
from mecenate.core.texts import LANGUAGES
from mecenate.games.princes import GAME
from mecenate.games.princes.reasons import REASONS, RULE_OF
from mecenate.games.princes.state import PHASES, QUESTIONS

TEXTS = GAME.texts
NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")


def flat(table: dict[str, Any], above: str = "") -> dict[str, str]:
    """A tree of texts as `moves.bid` -> text."""
    found = {}
    for key, value in table.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
    return found


SOURCES = [path.read_text(encoding="utf-8") for path in TEXTS.folder.parent.glob("*.py")]
ALL = {language: flat(TEXTS.table(language)) for language in LANGUAGES}
RULES = {kind.rule for kind in GAME.moves.kinds} | set(RULE_OF.values())


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def needed() -> set[str]:
    """Every key that the program may ask for."""
    keys = {f"names.{key}" for things in GAME.things.values() for key in things}
    keys |= {f"names.phase.{key}" for key in PHASES} | {f"names.question.{key}" for key in QUESTIONS}
    keys |= {f"moves.{kind.word}" for kind in GAME.moves.kinds} | {"moves.with_back"}
    keys |= {f"questions.{key}" for key in GAME.questions}
    for kind in GAME.events:
        keys |= {f"events.{kind.key}"} | ({f"events.{kind.key}_hidden"} if kind.private else set())
    keys |= {f"reasons.{key}" for key in REASONS[1:]} | {f"rules.{key}" for key in RULES}
    for option in GAME.options:
        keys |= {f"options.{option.key}"} | {f"options.{option.key}_{value}" for value in option.values}
    return keys


def welcome(key: str) -> bool:
    """Keys that need not be there: an answer's own words, and what the board on the terminal says."""
    group, _, rest = key.partition(".")
    if group == "moves":
        word, _, about = rest.partition("_")
        return any(kind.word == word and about in kind.about for kind in GAME.moves.kinds)
    return group == "table" and any(f'"{rest}"' in text or f"'{rest}'" in text for text in SOURCES)


def test_every_thing_has_its_text_and_no_text_is_idle():
    for language in LANGUAGES:
        assert needed() - set(ALL[language]) == set()
        assert [key for key in set(ALL[language]) - needed() if not welcome(key)] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_same_keys_and_placeholders(language):
    assert list(ALL[language]) == list(ALL["en"])
    for key, text in ALL[language].items():
        assert placeholders(text) == placeholders(ALL["en"][key]), key


def test_every_refusal_names_a_rule():
    assert list(RULE_OF) == list(REASONS[1:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_tell_things_apart(language):
    for things in GAME.things.values():
        names = [TEXTS.find(language, f"names.{key}") for key in things]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_shape_of_the_words(language):
    """Questions and log lines are sentences, buttons are not; a rule begins with its chapter."""
    for key, text in ALL[language].items():
        group = key.partition(".")[0]
        assert text == " ".join(text.split()) or key == "moves.with_back", key
        if group in ("events", "reasons", "rules"):
            assert text.endswith("."), key
        elif group == "questions":
            assert text.endswith("." if key == "questions.over" else "?"), key
        elif group in ("moves", "names", "options"):
            assert not text.endswith("."), key
        if group == "rules":
            assert 3 <= len(re.findall(r"[.!?](?: |$)", text)) <= 6, key  # the chapter, and two to five sentences
        elif group == "reasons":
            assert 1 <= len(re.findall(r"[.!?](?: |$)", text)) <= 2, key


def clean(text: str) -> bool:
    return bool(text) and "{" not in text and "}" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_a_sentence(language):
    match = mecenate.new("princes", seats=3)
    sentences = [match.sentence(action, language) for action in range(GAME.moves.size)]
    assert all(clean(sentence) for sentence in sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_line(language):
    match = mecenate.new("princes", seats=3, names=NAMES[:3])
    for kind in GAME.events:
        numbers = range(len(GAME.things.get(kind.a, "?")))
        for number in numbers:
            about = {what: n for what, n in ((kind.a, number), (kind.b, 0)) if what}
            assert clean(match.line(Event(kind.key, 0, about), language))
        if kind.private:
            seen = {kind.b: 0} if kind.b else {}
            assert clean(match.line(Event(kind.key, 0, seen), language))
            assert kind.a not in placeholders(ALL[language][f"events.{kind.key}_hidden"])


def test_numbers_have_their_own_words():
    match = mecenate.new("princes", seats=3)
    first = GAME.moves.first["convert"]
    assert match.sentence(first) == "Keep all the pay in florins"
    assert match.sentence(first + 1) == "Turn 200 florins into 1 prestige point"
    assert match.sentence(first + 7) == "Turn 1400 florins into 7 prestige points"
    assert match.sentence(GAME.moves.first["spaces"] + 1, "de") == "1 Feld zurückgehen für 100 Florin"


def test_moving_back_is_said():
    match = mecenate.new("princes", seats=3)
    seat, build = match.state.seats[0], GAME.moves.first["build"] + 4
    assert match.sentence(build) == "Build the Opera for 700 florins"
    seat.florins, seat.prestige = 450, 5
    assert match.sentence(build) == "Build the Opera for 700 florins, to be paid by moving back 3 on the fame track"
    for language in LANGUAGES:
        assert match.sentence(build, language).endswith(TEXTS.say(language, "moves.with_back", back=3))
        assert match.sentence(GAME.moves.first["freedom"], language).count("3") == 1  # 300 florins are there


def tell(match: Match, moves: list, events: list[list[Event]]) -> None:
    for language in LANGUAGES:
        assert clean(match.ask(language))
        assert all(clean(match.sentence(move, language)) for move in moves)
        for seen in events:
            assert all(clean(match.line(event, language)) for event in seen)


@pytest.mark.parametrize("seats", GAME.seats)
def test_whole_games_can_be_told(seats):
    """Random games, as every seat and a spectator see them; refusals on the way name a reason that has words."""
    chance = random.Random(seats)
    match = mecenate.new("princes", seats, seed=seats, names=NAMES[:seats])
    while True:
        legal = match.legal()
        viewers = [None, *range(seats)]
        tell(match, chance.sample(legal, min(6, len(legal))), [match.events(viewer) for viewer in viewers])
        if match.over:
            break
        offered = {move.action for move in legal}
        for action in chance.sample(range(GAME.moves.size), 6):
            if action not in offered:
                with pytest.raises(IllegalMove) as refused:
                    match.find(action)
                assert all(clean(match.refusal(refused.value.reason, language)) for language in LANGUAGES)
        lively = [move for move in legal if move.notation not in ("end", "withdraw", "nothing", "back")]
        match.play(chance.choice(lively or legal))
    assert match.winners()
