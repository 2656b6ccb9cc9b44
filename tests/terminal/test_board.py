"""The board on the terminal: complete, within its width, and with every tile where it lies."""

import random
import re
from collections import Counter
from functools import cache
from io import StringIO

import pytest
from rich.console import Console

from mecenate.core.drawing import SYMBOLS
from mecenate.core.match import Match
from mecenate.core.texts import LANGUAGES
from mecenate.games import load
from mecenate.games.princes.grid import Grid, tiles
from mecenate.games.princes.panels import Words
from mecenate.games.princes.places import runs

GAME = load("princes")
NAMES = ("Anna", "Bartholomäus", "Clara", "Dario", "Elena")


@cache
def positions(seats: int, every: int = 17) -> list[Match]:
    """Moments of a random game, the last one included."""
    chance = random.Random(seats)
    match = Match(GAME, seats, seats, names=NAMES[:seats])
    found = []
    while not match.over:
        if len(match.moves) % every == 0:
            found.append(match.copy())
        moves = match.legal()
        lively = [move for move in moves if move.notation not in ("end", "withdraw", "nothing", "back")]
        match.play(chance.choice(lively or moves))
    return [*found, match]


def drawn(thing, width: int, height: int | None = None) -> str:
    out = StringIO()
    Console(file=out, width=width, highlight=False).print(thing, height=height)
    return out.getvalue()


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("width", [80, 100, 140, 200])
def test_nothing_is_wider_than_the_terminal(seats, width):
    for n, match in enumerate(positions(seats, every=41)):
        language = LANGUAGES[n % 3]
        for viewer in (None, match.seat):
            board = GAME.board(match.view(viewer), match.names, language)
            parts = [board, board.of(0), board.of(seats - 1)]
            if match.question == "place" and viewer == match.seat:
                parts += [
                    board.offering([move.notation for move in match.legal()]),
                    board.offering([match.legal()[0].notation]),
                ]
            texts = [drawn(part, width) for part in parts]
            for text in texts:
                assert max(map(len, text.splitlines())) <= width
                assert "…" not in text and "\x1b" not in text
            assert all(name in texts[0] for name in match.names)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize(("width", "height"), [(80, 14), (80, 22), (140, 20), (140, 30)])
def test_it_fits_into_a_height_if_it_can(seats, width, height):
    for match in positions(seats, every=29)[:-1]:
        board = GAME.board(match.view(match.seat), match.names, "en")
        lines = drawn(board, width, height).splitlines()
        shortest = drawn(board, width, 1).splitlines()
        assert len(lines) <= max(height, len(shortest))
        assert match.names[match.seat or 0] in "".join(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_is_drawn_where_it_lies(language):
    words = Words(language, NAMES)
    assert len(set(words.labels.values())) == len(words.labels)
    for match in positions(4):
        view = match.view(None)
        for seat in range(view.players):
            laid = tiles(view, seat, words.labels)
            assert len({tile.label for tile in laid}) == len(laid)
            grid = Grid(laid)
            for lines in (grid.large(), grid.small(), grid.small(edge=True)):
                found = Counter(re.findall(r"[^\W\d_]\w", "\n".join(line.plain for line in lines)))
                for tile in laid:
                    assert found[tile.label] == len(tile.cells)
                assert len({len(line) for line in lines}) == 1


def test_outlines():
    """A line between two spaces if and only if they belong to different tiles."""
    for match in positions(3):
        view = match.view(None)
        for seat in range(view.players):
            grid = Grid(tiles(view, seat, Words("en", NAMES).labels))
            lines = [line.plain for line in grid.large()]
            for row in range(7):
                for column in range(6):
                    between = lines[2 * (6 - row) + 1][2 + 4 * (column + 1)]
                    assert (between == "│") == (grid.at(column, row) is not grid.at(column + 1, row))
            for row in range(6):
                for column in range(7):
                    between = lines[2 * (6 - row)][2 + 4 * column + 2]
                    assert (between == "─") == (grid.at(column, row) is not grid.at(column, row + 1))


def test_a_hand_with_its_values():
    match = next(m for m in positions(4) if m.question == "action")
    view = match.view(match.seat)
    text = drawn(GAME.board(view, match.names, "en").of(match.seat), 140)
    for key, value in view.worth.work_values.items():
        name = GAME.texts.find("en", f"names.profession.{key}")
        assert re.search(rf"{name}\s.*\s{value}\b", text), (name, value)
    for key in view.seats[match.seat].bonus_cards:
        assert GAME.texts.find("en", f"names.bonus_card.{key}") in text


def test_the_auction():
    match = next(m for m in positions(4, every=1) if m.question == "bid")
    view = match.view(None)
    line = drawn(GAME.board(view, match.names, "en"), 140).splitlines()[2]
    assert f"{view.auction.bid} {SYMBOLS[view.auction.bidder]}" in line


def test_runs_of_corners():
    assert runs(["a3", "a4", "a5", "b1", "c7", "c5"]) == "a3-5 b1 c5 c7"


def test_offered_corners_are_all_told():
    match = next(m for m in positions(4, every=1) if m.question == "place")
    moves = [move.notation for move in match.legal()]
    text = drawn(GAME.board(match.view(match.seat), match.names, "en").offering(moves), 140)
    told = set()
    for orientation, corners in re.findall(r"(r\d(?: f)?)  +((?:[a-g]\d(?:-\d)? ?)+)", text):
        for column, first, last in re.findall(r"([a-g])(\d)(?:-(\d))?", corners):
            told |= {f"place {column}{row} {orientation}" for row in range(int(first), int(last or first) + 1)}
    assert told == set(moves)
