"""Whole stored games: they replay for ever, to the same result. A record that fails here means that a rule was changed.

Some were stored under an older version of the rules that the game still replays.

`figures.toml` says of each what was offered along the game, and what its positions are worth to the greedy bot: whoever means
to change that writes it anew with `python tests/games/test_stored.py`, and looks at what has changed.
"""

import hashlib
import tomllib
from pathlib import Path

import pytest

from mecenate.bots import evaluation
from mecenate.core import records
from mecenate.games import GAMES, load

STORED = sorted(Path(__file__).parent.glob("*/stored/*.record"))
FIGURES = Path(__file__).with_name("figures.toml")


@pytest.mark.parametrize("path", STORED, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_stored_game_replays(path):
    match = records.read(path, load)
    assert match.over
    stored, written = (lines(text) for text in (path.read_text(encoding="utf-8"), match.record()))
    assert stored == written
    assert options(path.read_text(encoding="utf-8")) <= options(match.record())


def figures(path: Path) -> dict[str, str | float]:
    """What was offered in every position of a game, as a hash, and what every one was worth to each seat, later ones more."""
    match = records.read(path, load)
    worth, offered, total = evaluation(match.game), hashlib.sha256(), 0.0
    actions = [move.action for move in match.moves]
    match.back_to(0)
    for number, action in enumerate([*actions, None], 1):
        offered.update(str(match.legal_actions()).encode())
        for seat in range(match.seats):
            total += number * (1 + seat) * worth(match.rows, 0, seat)
        if action is not None:
            match.play(action)
    return {"offered": offered.hexdigest()[:16], "worth": total}


@pytest.mark.parametrize("path", STORED, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_what_was_offered_and_how_it_was_judged_stays(path):
    assert figures(path) == tomllib.loads(FIGURES.read_text())[path.parts[-3]][path.stem]


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


if __name__ == "__main__":
    told = ""
    for path in STORED:
        found = figures(path)
        told += f'[{path.parts[-3]}.{path.stem}]\noffered = "{found["offered"]}"\nworth = {found["worth"]!r}\n\n'
    FIGURES.write_text(told.rstrip() + "\n")
