"""The words of every game: complete, the same in all languages, and fit for every line of whole games."""

import random
import re
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import mecenate
from mecenate.core.errors import IllegalMove
from mecenate.core.game import Game
from mecenate.core.header import EventKind
from mecenate.core.match import Event, Match
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load

WEB = Path(__file__).parents[2] / "web/src/games"
NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
DULL = ("end", "withdraw", "nothing", "back")  # answers that keep a random game from going far

every_game = pytest.mark.parametrize("game", [load(key) for key in GAMES], ids=list(GAMES))
every_language = pytest.mark.parametrize("language", LANGUAGES)


def flat(table: dict[str, Any], above: str = "") -> dict[str, str]:
    """A tree of texts as `moves.bid` -> text."""
    found = {}
    for key, value in table.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
    return found


def texts(game: Game, language: str) -> dict[str, str]:
    return flat(game.texts.table(language))


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def clean(text: str) -> bool:
    return bool(text) and "{" not in text and "}" not in text


def needed(game: Game) -> set[str]:
    """Every key that the program may ask for."""
    phases = getattr(import_module(f"{GAMES[game.key]}.state"), "PHASES", ())
    keys = {f"names.{key}" for things in game.things.values() for key in things}
    keys |= {f"names.phase.{key}" for key in phases} | {f"names.question.{key}" for key in game.questions}
    keys |= {f"moves.{kind.word}" for kind in game.moves.kinds}
    keys |= {f"questions.{key}" for key in game.questions}
    for kind in game.events:
        keys |= {f"events.{kind.key}"} | ({f"events.{kind.key}_hidden"} if kind.private else set())
    keys |= {f"reasons.{key}" for key in game.reasons[1:]}
    keys |= {f"rules.{key}" for key in {kind.rule for kind in game.moves.kinds} | set(game.rule_of.values())}
    keys |= {"title", "score.total", "score.total_1"} | ({"score.tie", "score.tied"} if game.tie else set())
    for option in game.options:
        keys |= {f"options.{option.key}"} | {f"options.{option.key}_{value}" for value in option.values}
        keys |= {f"unusual.{option.key}_{value}" for value in option.values[1:]}
        for comes in option.presets.values():
            keys |= {f"unusual.{key}_{other.values[0]}" for key in comes for other in game.options if other.key == key}
    guide = (WEB / game.key / "guide.ts").read_text(encoding="utf-8")
    return keys | {f"guide.{key}" for key in re.findall(r'\bkey: "(\w+)"', guide)}


def scored_things(game: Game, kind: EventKind) -> list[str]:
    return [f"{kind.key}_{name.rpartition('.')[2]}" for name in game.things.get(kind.b, ())]


def welcome(game: Game, key: str, sources: list[str], pages: list[str]) -> bool:
    """Keys that need not be there: own words of an answer or a question, and what boards say, also of one thing alone."""
    group, _, rest = key.partition(".")
    if group in ("chapters", "figures"):  # see test_chapters.py
        return True
    if group == "breakdown":
        scored = [kind for kind in game.events if game.stock_names[-1] in kind.changes]
        return any(rest in (kind.key, *scored_things(game, kind)) for kind in scored)
    if group == "questions":
        return rest.partition("_")[0] in game.questions
    if group == "moves":
        word, _, about = rest.partition("_")
        return rest == "with_back" or any(kind.word == word and about in kind.about for kind in game.moves.kinds)
    if key == "score.tie_1":
        return game.tie is not None
    rest = rest.removesuffix("_1")
    if group == "face":
        return any(f"face.{rest}" in text or f'"{rest}"' in text or f" {rest}:" in text for text in pages)
    return group == "table" and any(re.search(rf"[\"'`](table\.)?{rest}[\"'`]", text) for text in sources + pages)


@every_game
@every_language
def test_every_thing_has_its_text_and_no_text_is_idle(game, language):
    face = [path for path in (WEB / game.key).rglob("*") if path.suffix in (".svelte", ".ts") and path.name != "view.ts"]
    sources = [path.read_text(encoding="utf-8") for path in game.texts.folder.parent.glob("*.py")]
    pages = [path.read_text(encoding="utf-8") for path in face]
    there, keys = set(texts(game, language)), needed(game)
    assert keys - there == set()
    assert [key for key in there - keys if not welcome(game, key, sources, pages)] == []


@every_game
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_same_keys_and_placeholders(game, language):
    english = texts(game, "en")
    assert list(texts(game, language)) == list(english)
    for key, text in texts(game, language).items():
        assert placeholders(text) == placeholders(english[key]), key


@every_game
def test_every_refusal_names_a_rule(game):
    assert list(game.rule_of) == list(game.reasons[1:])


@every_game
@every_language
def test_names_tell_things_apart(game, language):
    """Things of one key are alike and share its name, as persons of one discipline do; others differ."""
    for things in game.things.values():
        keys = set(things)
        assert len({game.texts.find(language, f"names.{key}") for key in keys}) == len(keys)


@every_game
@every_language
def test_shape_of_the_words(game, language):
    """Questions and log lines are sentences, buttons are not; a rule begins with its chapter."""
    for key, text in texts(game, language).items():
        group = key.partition(".")[0]
        assert text == " ".join(text.split()) or key == "moves.with_back", key
        if group in ("events", "reasons", "rules", "guide"):
            assert text.endswith("."), key
        elif group == "questions":
            assert text.endswith("." if key == "questions.over" else "?"), key
        elif group in ("moves", "names", "options"):
            assert not text.endswith("."), key
        if group == "rules":
            assert 3 <= len(re.findall(r"[.!?](?: |$)", text)) <= 6, key  # the chapter, and two to five sentences
        elif group == "guide":
            assert 2 <= len(re.findall(r"[.!?](?: |$)", text)) <= 5, key  # the heading, and what fits into a bubble
        elif group == "reasons":
            assert 1 <= len(re.findall(r"[.!?](?: |$)", text)) <= 2, key


@every_game
@every_language
def test_every_move_has_a_sentence(game, language):
    match = Match(game, seats=3, seed=0)
    sentences = [match.sentence(action, language) for action in range(game.moves.size)]
    assert all(clean(sentence) for sentence in sentences)


@every_game
@every_language
def test_every_event_has_a_line(game, language):
    match = Match(game, seats=3, seed=0, names=NAMES[:3])
    for kind in game.events:
        for number in range(len(game.things.get(kind.a, "?"))):
            about = {what: n for what, n in ((kind.a, number), (kind.b, 0)) if what}
            assert clean(match.line(Event(kind.key, 0, about), language))
        if kind.private:
            seen = {kind.b: 0} if kind.b else {}
            assert clean(match.line(Event(kind.key, 0, seen), language))
            assert kind.a not in placeholders(game.texts.find(language, f"events.{kind.key}_hidden"))


def tell(match: Match, moves: list, events: list[list[Event]]) -> None:
    for language in LANGUAGES:
        assert clean(match.ask(language))
        assert all(clean(match.sentence(move, language)) for move in moves)
        for seen in events:
            assert all(clean(match.line(event, language)) for event in seen)


def tables() -> list[Any]:
    """Each game with each number of players; the options take all their values over these."""
    found = []
    for key in GAMES:
        game = load(key)
        for seats in game.seats:
            options = [option for option in game.options if not option.seats or seats in option.seats]
            for n in range(max([len(option.values) for option in options], default=1)):
                chosen = {option.key: option.values[n % len(option.values)] for option in options}
                found.append(pytest.param(key, seats, chosen, id="-".join(map(str, (key, seats, *chosen.values())))))
    return found


@pytest.mark.parametrize(("key", "seats", "options"), tables())
def test_whole_games_can_be_told(key, seats, options):
    """Random games, as every seat and a spectator see them; refusals on the way name a reason that has words."""
    chance = random.Random(seats)
    match = mecenate.new(key, seats, seed=seats, options=options, names=NAMES[:seats])
    while True:
        legal = match.legal()
        viewers = [None, *range(seats)]
        tell(match, chance.sample(legal, min(6, len(legal))), [match.events(viewer) for viewer in viewers])
        if match.over:
            break
        offered = {move.action for move in legal}
        for action in chance.sample(range(match.game.moves.size), 6):
            if action not in offered:
                with pytest.raises(IllegalMove) as refused:
                    match.find(action)
                assert all(clean(match.refusal(refused.value.reason, language)) for language in LANGUAGES)
        lively = [move for move in legal if move.notation not in DULL]
        match.play(chance.choice(lively or legal))
    assert match.winners()
