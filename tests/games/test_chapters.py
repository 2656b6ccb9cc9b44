"""The page that teaches a game: every rule has its chapter, every figure is in the component table, every doubt has words."""

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
