"""Whole stored games: they replay for ever, to the same result. A record that fails here means that a rule was changed.

Some were stored under an older version of the rules that the game still replays.
"""

from pathlib import Path

import pytest

from mecenate.core import records
from mecenate.games import GAMES, load

STORED = sorted(Path(__file__).parent.glob("*/stored/*.record"))


@pytest.mark.parametrize("path", STORED, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_stored_game_replays(path):
    match = records.read(path, load)
    assert match.over
    stored, written = (lines(text) for text in (path.read_text(encoding="utf-8"), match.record()))
    assert stored == written
    assert options(path.read_text(encoding="utf-8")) <= options(match.record())


def lines(record: str) -> list[str]:
    """All lines but that of the options, to which new ones may have come since, the version of the rules and the check."""
    return [line for line in record.splitlines() if not line.startswith(("rules: ", "options: ", "check: "))]


def options(record: str) -> set[str]:
    """The options that a record names; what it does not name was the only way to play when it was written."""
    (line,) = [line for line in record.splitlines() if line.startswith("options: ")]
    return set(line.removeprefix("options: ").split(", "))


@pytest.mark.parametrize("key", GAMES)
def test_every_seat_count_is_stored(key):
    seats = {records.read(path, load).seats for path in STORED if path.parts[-3] == key}
    assert seats == set(load(key).seats)
