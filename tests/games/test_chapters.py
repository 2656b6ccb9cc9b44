"""The page that teaches a game: every rule has its chapter, every figure is in the component table, every doubt has words."""

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

import msgspec
import pytest

from mecenate.core.game import Game
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load

every_game = pytest.mark.parametrize("game", [load(key) for key in GAMES], ids=list(GAMES))
every_language = pytest.mark.parametrize("language", LANGUAGES)


def unsure(game: Game) -> Iterator[str]:
    """The parts of the component table that are from elsewhere than a rulebook."""
    for section, body in msgspec.to_builtins(game.table).items():
        for row in body if isinstance(body, list) else [body]:
            for key, value in row.items() if isinstance(row, dict) else ():
                if key in ("source", "sources") and set([value] if key == "source" else value) - {"rulebook"}:
                    yield section
                elif key.endswith("_source") and value != "rulebook":
                    yield f"{section}_{key.removesuffix('_source')}"


@every_game
@every_language
def test_every_rule_is_in_one_chapter(game, language):
    table = game.texts.table(language)
    named = [key for chapter in table["chapters"].values() for key in chapter["rules"].split()]
    assert sorted(named) == sorted(table["rules"])
    english = game.texts.table("en")["chapters"]
    assert {key: chapter["rules"] for key, chapter in table["chapters"].items()} == {
        key: chapter["rules"] for key, chapter in english.items()
    }


@every_game
@every_language
def test_every_figure_of_a_chapter_is_in_the_component_table(game, language):
    for chapter in game.texts.table(language)["chapters"].values():
        for _, path, _, _ in Formatter().parse(chapter["text"]):
            at: Any = msgspec.to_builtins(game.table)
            for key in (path or "").split(".") if path else ():
                at = at[int(key)] if isinstance(at, list) else at[key]
            assert path is None or not isinstance(at, dict), path


@every_game
@every_language
def test_every_doubt_has_words(game, language):
    assert set(game.texts.table(language)["figures"]) == set(unsure(game))


def figures(text: str) -> set[str]:
    return {path for _, path, _, _ in Formatter().parse(text) if path}


@every_game
@every_language
def test_a_chapter_names_the_same_figures_in_every_language(game, language):
    english = game.texts.table("en")["chapters"]
    for key, chapter in game.texts.table(language)["chapters"].items():
        assert figures(chapter["text"]) == figures(english[key]["text"]), key


# What a chapter has to tell, by the figures that it needs for that.
TOLD = {
    ("princes", "setup"): ["setup.florins", "two_players.florins", "counts.recruiting_cards", "counts.each_building"],
    ("princes", "works"): ["work.building", "work.landscape", "work.freedom", "work.jester", "work.card", "work.pay"],
    ("carrara", "setup"): ["setup.coins", "tiles.values", "setup.display", "setup.bricks_of_each_colour"],
    ("carrara", "scoring"): ["court.coins", "court.points"],
    ("carrara", "variants"): ["decoration_sets.points", *(f"cities.{n}.majority" for n in range(6)), "advanced.decorations"],
    ("stanza", "setup"): ["setup.florins", "setup.discs"],
    ("stanza", "income"): ["ship.florins", "ship.points"],
    ("stanza", "end"): ["museum.points", "bonus_hall.majority", "leaving.points", "patron.turned_over"],
}


@pytest.mark.parametrize("where", TOLD, ids="-".join)
def test_a_chapter_tells_the_figures_that_it_needs(where):
    game, key = where
    assert set(TOLD[where]) <= figures(load(game).texts.table("en")["chapters"][key]["text"])


# What a text has to say in each language, and what it must not, because it would be wrong.
SAID = {
    ("princes", "chapters.works.text"): [
        (
            "only who is recruited from there may work again",
            "nur wer von dort abgeworben wird",
            "alleen wie daar wordt weggekocht",
        ),
        ("Profession and Recruiting cards", "Personen- und Abwerbekarten", "personen- en wegkoopkaarten"),
    ],
    ("princes", "chapters.end.text"): [
        ("in brackets", "in Klammern", "tussen haakjes"),
        ("for its owner alone", "nur für ihren Besitzer", "alleen voor de eigenaar"),
        ("even if nobody has any", "auch wenn niemand etwas hat", "ook als niemand iets heeft"),
    ],
    ("princes", "chapters.setup.text"): [
        ("one fewer than there are players", "eine weniger, als Spieler dabei sind", "één minder dan er spelers zijn"),
        ("with two players five", "zu zweit fünf", "met z'n tweeën vijf"),
    ],
    ("princes", "rules.recruiting"): [
        ("not in the middle of an action", "nicht mitten in einer Aktion", "niet midden in een actie")
    ],
    ("princes", "reasons.no-room"): [("if it is a Building", "ein Gebäude", "een gebouw")],
    ("princes", "names.bonus_card.hand"): [
        ("Profession and Recruiting card", "Personen- und Abwerbekarte", "personen- en wegkoopkaart")
    ],
    ("princes", "names.bonus_card.table"): [
        ("Profession and Recruiting card", "Personen- und Abwerbekarte", "personen- en wegkoopkaart")
    ],
    ("carrara", "rules.spaces"): [("at least two buildings", "mindestens zwei", "minstens twee")],
    ("carrara", "chapters.building.text"): [("two of them stand for a blue one", "zwei davon stehen", "twee daarvan gelden")],
    ("carrara", "chapters.scoring.text"): [("open area no bonus", "keinen Bonus", "geen bonus")],
    ("carrara", "chapters.variants.text"): [
        ("next lower place", "nächstniedrigeren Platzes", "eerstvolgende lagere plaats"),
        ("nor without a statue", "ohne Statue", "zonder beeld"),
    ],
    ("carrara", "chapters.setup.text"): [("24, 30 or 36", "24, 30 oder 36", "24, 30 of 36")],
    ("stanza", "rules.literature"): [("the fourth about Art 5 instead", "5", "5")],
    ("stanza", "rules.art"): [("rounded down", "abgerundet", "naar beneden afgerond")],
    ("stanza", "rules.bonus-hall"): [("ties are shared", "Gleichst", "gelijk")],
    ("stanza", "chapters.setup.text"): [
        ("one of them on the Religion space", "eine davon auf dem Religionsfeld", "waarvan één op het religieveld"),
        ("as many sculptures, scrolls and paintings as players", "so viele wie Spieler", "evenveel beelden"),
    ],
    ("stanza", "chapters.income.text"): [("at 11 florins", "bei 11 Florin", "bij 11 florijnen")],
}
LEAVES = [(game, key, language) for game, key in SAID for language in LANGUAGES]


@pytest.mark.parametrize(("game", "key", "language"), LEAVES)
def test_a_text_says_what_the_rulebook_says(game, key, language):
    found: Any = load(game).texts.table(language)
    for part in key.split("."):
        found = found[part]
    for said in SAID[game, key]:
        assert said[LANGUAGES.index(language)] in " ".join(found.split())


# Words that say something else than was meant.
SLIPS = {
    "en": r"completes one work in the game|about Art 5 more|purple ones only in|by one player who has two",
    "de": r"kleinsten Werkzahlen|nach Zufall|Bei Ende jetzt",
    "nl": r"kleinste werkgetallen|[Ww]aarder|Dan is elke|de winst gedeeld|ingeleid|een tafel wordt gemaakt|\btypen\b"
    r"|Wie niet kan volgen|[Cc]oöperatief",
}


@every_game
@every_language
def test_no_text_says_something_else(game, language):
    def leaves(table: Any) -> Iterator[str]:
        for one in table.values():
            yield from leaves(one) if isinstance(one, dict) else [str(one)]

    assert [text for text in leaves(game.texts.table(language)) if re.search(SLIPS[language], text)] == []
