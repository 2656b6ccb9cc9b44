"""The board of The Palaces of Carrara on the terminal: complete, within its width, and silent about what is behind a screen."""

import random
from functools import cache
from io import StringIO

import pytest
from rich.console import Console

from mecenate.core.match import Match
from mecenate.core.texts import LANGUAGES
from mecenate.games.carrara import GAME, market
from mecenate.games.carrara.components import COLOURS, TYPES
from mecenate.games.carrara.labels import Labels
from mecenate.games.carrara.moves import LOCATIONS, SPACE_KEYS

NAMES = ("Anna", "Bartholomäus", "Clara", "Dario")
VERSIONS = ("normal", "advanced")
DULL = ("pass", "decline", "leave", "end", "done")  # answers that keep a random game from going far

every_version = pytest.mark.parametrize("version", VERSIONS)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_table = pytest.mark.parametrize("seats", GAME.seats)


@cache
def positions(seats: int, version: str, every: int = 70) -> list[Match]:
    """Moments of a random game, the last one included."""
    chance = random.Random(seats)
    match = Match(GAME, seats, seats, {"version": version}, names=NAMES[:seats])
    found = []
    while not match.over:
        if len(match.moves) % every == 0:
            found.append(match.copy())
        moves = match.legal()
        lively = [move for move in moves if move.notation.split()[0] not in DULL]
        match.play(chance.choice(lively or moves))
    return [*found, match]


def drawn(thing, width: int, height: int | None = None) -> str:
    out = StringIO()
    Console(file=out, width=width, highlight=False).print(thing, height=height)
    return out.getvalue()


def board(match: Match, viewer: int | None, language: str = "en"):
    return GAME.board(match.view(viewer), match.names, language)


@every_table
@every_version
@pytest.mark.parametrize("width", [80, 118, 140])
def test_nothing_is_wider_than_the_terminal(seats, version, width):
    for n, match in enumerate(positions(seats, version)):
        for viewer in (None, match.seat or 0):
            seen = board(match, viewer, LANGUAGES[n % 3])
            texts = [drawn(part, width) for part in (seen, seen.of(0), seen.of(seats - 1))]
            for text in texts:
                assert max(map(len, text.splitlines())) <= width
                assert "…" not in text and "\x1b" not in text
            assert all(name in texts[0] for name in match.names)


@every_table
@every_version
@pytest.mark.parametrize(("width", "height"), [(80, 8), (80, 14), (80, 22), (140, 30)])
def test_it_fits_into_a_height_if_it_can(seats, version, width, height):
    for match in positions(seats, version)[:-1]:
        seen = board(match, match.seat)
        lines = drawn(seen, width, height).splitlines()
        assert len(lines) <= max(height, len(drawn(seen, width, 1).splitlines()))
        assert len(lines) <= height or height == 8


@every_version
@every_language
def test_labels_tell_things_apart(version, language):
    words = Labels(language, NAMES)
    for labels in (words.letters, words.types, words.cities):
        assert len(set(labels.values())) == len(labels)
    assert all(len(label) <= 2 for label in words.letters.values())
    assert all(len(words.types[kind]) == 3 for kind in TYPES)


@every_version
@every_language
def test_the_wheel_and_the_display(version, language):
    words = Labels(language, NAMES)
    for match in positions(3, version):
        view = match.view(None)
        lines = drawn(market.wheel(view, words), 80).splitlines()
        assert lines[0].split()[1:7] == [words.letters[colour] for colour in COLOURS]
        for n, (line, segment) in enumerate(zip(lines[1:], view.wheel, strict=True)):
            told = [LOCATIONS[n]]
            for colour, count in segment.bricks.items():
                told += words.brick(colour, count).plain.split() if count else []
                told.append(str(segment.prices[colour]))
            assert line.replace("▸", "").split()[: len(told)] == told
            if segment.statue:
                assert line.rstrip().endswith(f"{words.name('piece', segment.decoration)} / ♙{words.letters[segment.statue]}")
        text = drawn(board(match, None, language), 80)
        for tile in filter(None, view.display):
            assert words.tile(tile, False).plain in text
        assert f" {view.bag} " in text.splitlines()[0] and str(view.pile) in text.splitlines()[0]


@every_table
@every_version
@pytest.mark.parametrize("width", [80, 140])
def test_every_building_is_drawn(seats, version, width):
    words = Labels("en", NAMES)
    for match in positions(seats, version):
        view, seen = match.view(0), board(match, 0)
        everything = drawn(seen, width)
        for seat, q in enumerate(view.seats):
            built = [b for column in q.cities.values() for b in column]
            text = drawn(seen.of(seat), width)
            for full in (True, False):
                labels = [words.building(b, full).plain for b in built]
                if all(label in text for label in labels):
                    break
            else:
                pytest.fail(f"{labels} in {text}")
            if seat:
                assert all(words.shortest(b).plain in everything for b in built)


@every_version
def test_what_spaces_would_pay(version):
    """Each space with its figures, a tick for those that can be scored, and who has scored the others."""
    words = Labels("en", NAMES)
    for match in positions(3, version)[:-1]:
        seat = match.seat or 0
        view = match.view(seat)
        q, text = view.seats[seat], drawn(board(match, seat).of(seat), 140)
        for key in SPACE_KEYS:
            space = view.spaces[key]
            figures = [f"{space.coins} c"] * bool(space.coins) + [f"{space.points} p"] * bool(space.points)
            if space.refused is None and (q.court or q.open_markers):
                assert " ".join(["✓", *figures]) in text
        assert text.count(f"{words.symbol(seat).plain} scored") == len(q.scored)


@every_table
@every_version
def test_what_is_behind_a_screen_stays_there(seats, version):
    """Other coins and bricks of the others change nothing on the board; the own ones do."""
    for match in positions(seats, version)[:-1]:
        seat = match.seat
        for viewer in (None, seat):
            for width, height in ((80, None), (80, 12)):
                before = drawn(board(match, viewer), width, height)
                twin = match.copy()
                for other in range(seats):
                    if other != viewer:
                        twin.state.seats[other].coins += 37
                        twin.state.seats[other].bricks[:] += 3
                assert drawn(board(twin, viewer), width, height) == before
        twin = match.copy()
        twin.state.seats[seat].bricks[0] += 3
        assert drawn(board(twin, seat), 80) != drawn(board(match, seat), 80)


def test_at_the_end_all_screens_are_lifted():
    match = positions(3, "normal")[-1]
    assert "?" not in drawn(board(match, None), 80)


@every_version
def test_the_court(version):
    """The markers in each area, who is on a Royal Visit, and where."""
    words = Labels("en", NAMES)
    visits = 0
    for match in positions(4, version, every=5):
        view = match.view(None)
        text = drawn(market.court(view, words), 300)
        for area in range(len(view.court)):
            there = "".join(words.symbol(seat).plain for seat, q in enumerate(view.seats) if area in q.court)
            assert f"[{there or '–'}]" in text
        assert ("▸" in text) == (view.visitor is not None)
        if view.visitor is not None:
            visits += 1
            assert f"Royal Visit {words.seat(view.visitor).plain}" in drawn(market.heading(view, words), 300)
    assert visits
