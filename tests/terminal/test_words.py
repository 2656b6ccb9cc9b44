"""The terminal's own words: the same keys and placeholders in all languages, and none that nobody says."""

from pathlib import Path
from string import Formatter

import pytest

import mecenate.terminal
from mecenate.core.texts import LANGUAGES
from mecenate.terminal.command_words import HELP
from mecenate.terminal.screen import words

TEXTS = words()


def flat(table, above=""):
    found = {}
    for key, value in table.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
    return found


def placeholders(text):
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_in_all_languages(language):
    english, other = flat(TEXTS.table("en")), flat(TEXTS.table(language))
    assert list(other) == list(english)
    assert all(placeholders(other[key]) == placeholders(english[key]) for key in english)


def test_every_text_is_said():
    source = "".join(path.read_text(encoding="utf-8") for path in Path(mecenate.terminal.__path__[0]).glob("*.py"))
    for key in flat(TEXTS.table("en")):
        parts = key.split(".")
        said = parts[1] if parts[0] == "refusals" else key
        assert (parts[0] == "help" and parts[1] in HELP) or f'"{said}"' in source, key
