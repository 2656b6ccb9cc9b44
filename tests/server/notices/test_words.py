"""The three languages say the same things; names are made harmless."""

import string

import pytest

from mecenate.core.texts import LANGUAGES
from mecenate.server.notices import words


def leaves(table: dict, way: str = "") -> dict[str, set[str]]:
    found = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= leaves(value, f"{way}{key}.")
        else:
            found[way + key] = {field for _, field, _, _ in string.Formatter().parse(value) if field}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_and_placeholders(language):
    assert leaves(words.TEXTS.table(language)) == leaves(words.TEXTS.table("en"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Sunday", "Sunday"),
        ("  a \t b\r\nc ", "a b c"),
        ("a\u202egpj.exe", "agpj.exe"),
        ("a\u2028b\u0085c\x00d", "a b c d"),
        ("👩‍🎨", "👩‍🎨"),
        ("x" * 100, "x" * 79 + "…"),
        ("", ""),
    ],
)
def test_one_line(text, line):
    assert words.one_line(text) == line


def test_listing(turn):
    turns = [turn(f"t{number}") for number in range(4)]
    assert words.listing("en", turns[:1]) == ["Sunday (Palazzo): https://games.example/table/t0"]
    assert words.listing("en", turns, listed=3)[-1] == "and at one more table"
    assert words.listing("en", turns, listed=2)[-1] == "and at 2 more tables"
    assert len(words.listing("en", turns)) == 4
