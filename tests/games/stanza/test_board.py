"""The board of La Stanza on the terminal: complete, and within its width and height."""

import random
from functools import cache
from io import StringIO

import pytest
from rich.console import Console

from mecenate.core.match import Match
from mecenate.core.texts import LANGUAGES
from mecenate.games.stanza import GAME, palace, panels
from mecenate.games.stanza.components import BONUS_TILES, DISCIPLINES, TABLE
from mecenate.games.stanza.labels import FLORIN, JOKER, PATRON, TURNED, Labels
from mecenate.games.stanza.state import BLOCKED
from mecenate.games.stanza.view import POINTS

NAMES = ("Anna", "Bartholomäus", "Clara", "Dario")
OPTIONS = ({"starters": "random", "variant": "normal"}, {"starters": "chosen", "variant": "expert"})
DULL = ("pass", "income", "enough", "exit")  # answers that keep a random game from going far

every_option = pytest.mark.parametrize("options", OPTIONS, ids=["random-normal", "chosen-expert"])
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_table = pytest.mark.parametrize("seats", GAME.seats)


def positions(seats: int, options: dict, every: int = 80) -> list[Match]:
    """Moments of a random game, the last one included."""
    return _positions(seats, tuple(options.items()), every)


@cache
def _positions(seats: int, options: tuple, every: int) -> list[Match]:
    chance = random.Random(seats)
    match = Match(GAME, seats, seats, dict(options), names=NAMES[:seats])
    found = []
    while not match.over:
        if len(match.moves) % every == 0:
            found.append(match.copy())
        moves = match.legal()
        lively = [move for move in moves if move.notation.split()[0] not in DULL]
        match.play(chance.choice(lively or moves))
    return [*found, match]


def rich_seat(seats: int = 4) -> Match:
    """A position in which the first seat has much of everything."""
    match = Match(GAME, seats, 1, names=NAMES[:seats]).copy()
    s, q = match.state, match.state.seats[0]
    q.tiles = s.offered_tiles = (1 << len(BONUS_TILES)) - 1
    q.books[:] = (4, 0, 4, 4, 4)
    q.church[:] = 2
    q.artworks[:] = 4
    q.favours[:] = (2, 2, 2, 2, 9)
    q.ship, q.florins, q.bonus_discs, q.turned_over, q.left = 16, 15, 8, 1, 1
    s.masterpieces[:, 0], s.masterpieces[:, 1], s.ending, s.last_turn = 1, BLOCKED, 2, 3
    return match


def drawn(thing, width: int, height: int | None = None) -> str:
    out = StringIO()
    Console(file=out, width=width, highlight=False).print(thing, height=height)
    return out.getvalue()


def board(match: Match, viewer: int | None, language: str = "en"):
    return GAME.board(match.view(viewer), match.names, language)


@every_table
@every_option
@pytest.mark.parametrize("width", [80, 118, 140])
def test_nothing_is_wider_than_the_terminal(seats, options, width):
    for n, match in enumerate([*positions(seats, options), rich_seat(seats)]):
        for viewer in (None, match.seat or 0):
            seen = board(match, viewer, LANGUAGES[n % 3])
            texts = [drawn(part, width) for part in (seen, seen.of(0), seen.of(seats - 1))]
            for text in texts:
                assert max(map(len, text.splitlines())) <= width
                assert "…" not in text and "\x1b" not in text
            assert all(name in texts[0] for name in match.names)


@every_table
@every_option
@pytest.mark.parametrize(("width", "height"), [(80, 8), (80, 14), (80, 24), (140, 30)])
def test_it_fits_into_a_height_if_it_can(seats, options, width, height):
    for n, match in enumerate(positions(seats, options)[:-1]):
        seen = board(match, match.seat, LANGUAGES[n % 3])
        lines = drawn(seen, width, height).splitlines()
        assert len(lines) <= max(height, len(drawn(seen, width, 1).splitlines()))
        assert len(lines) <= height or height == 8
        assert max(map(len, lines)) <= width


@every_language
def test_letters_tell_disciplines_apart(language):
    words = Labels(language, NAMES)
    assert len(set(words.letters.values())) == len(DISCIPLINES)
    assert all(len(letter) == 1 for letter in words.letters.values())


@every_option
@every_language
@every_table
def test_the_walk(seats, options, language):
    """Every person and every figure stands on its space, clockwise through the palace."""
    words = Labels(language, NAMES)
    for match in positions(seats, options):
        view = match.view(None)
        shown = 0
        for hall in DISCIPLINES:
            text = palace.walk(view, hall, words).plain
            spaces = text.replace("→", "←").split("←")
            if hall not in palace.UPPER:
                spaces.reverse()
            for n, space in enumerate(spaces, start=1):
                person = view.board[f"{hall} {n}"]
                assert space.split()[0] == str(n)
                assert space.split()[1].rstrip("°") == (words.letters[person.discipline] if person else "·")
            shown += sum(words.symbol(seat).plain in text for seat in range(seats))
        inside = [seat for seat, q in enumerate(view.seats) if q.left is None]
        there = palace.walk(view, "bonus", words).plain
        assert shown + sum(words.symbol(seat).plain in there for seat in inside) == len(inside)
        line = drawn(palace.line(view, words), 300)
        assert all(line.count(words.symbol(seat).plain) == 1 for seat in inside)


@every_table
@every_option
@pytest.mark.parametrize("width", [80, 140])
def test_the_rooms(seats, options, width):
    """Ships, discs, supplies and masterpieces."""
    words = Labels("en", NAMES)
    for match in [*positions(seats, options), rich_seat(seats)]:
        view = match.view(0)
        text = drawn(board(match, 0), width)
        values = [*TABLE.ship.florins, *TABLE.ship.points]
        spaces = {n: f"{value}{JOKER if n in TABLE.ship.favours_at else ''}" for n, value in enumerate(values)}
        for n in {q.ship for q in view.seats}:
            ships = "".join(words.symbol(seat).plain for seat, q in enumerate(view.seats) if q.ship == n)
            assert f" {spaces[n]}{ships}" in text
        for key in DISCIPLINES:
            discs = palace.discs([q.church[key] for q in view.seats], words).plain
            assert f"{words.letters[key]} {discs}" in text
            assert palace.masterpieces(view, key, words).plain in text
        assert palace.discs([q.bonus_discs for q in view.seats], words).plain in text
        for key, count in view.artworks.items():
            assert words.name("artwork", key) in text and f"×{count}" in text
        assert all(piece.plain in text for piece in words.favours(view.favours))
        assert all(" ".join(words.name("tile", key).split()[:2]) in text for key in view.tiles)


def test_masterpieces_have_their_price_and_their_owner():
    words = Labels("en", NAMES)
    match = rich_seat()
    assert palace.masterpieces(match.view(0), "art", words).plain == "4:⚜  5:×  6:12  6+R:17"


@every_table
@every_option
@pytest.mark.parametrize("width", [80, 140])
def test_the_seats(seats, options, width):
    for n, match in enumerate([*positions(seats, options), rich_seat(seats)]):
        language = LANGUAGES[n % 3]
        words = Labels(language, NAMES)
        view, seen = match.view(match.seat), board(match, match.seat, language)
        whole = drawn(seen, width)
        for seat, q in enumerate(view.seats):
            text = drawn(seen.of(seat), width)
            assert f"{words('florins')} {q.florins} " in text and panels.income(q, words) in text
            assert f"{words('museum')} {q.museum}" in text
            for space, (cost, person) in enumerate(zip(TABLE.player_board.hiring_costs, q.workers, strict=True), start=1):
                patron = TURNED if q.turned_over else PATRON
                here = patron if space == q.patron else words.person(person).plain.strip()
                assert f"{cost}{FLORIN} {here}" in text and f"{cost}{FLORIN} {here}" in whole
            for slot, person in enumerate(q.recruits, start=1):
                assert f"{slot}{words.person(person).plain}" in text
            for piece in panels.strengths(view, seat, words):
                assert piece.plain in text and piece.plain in whole
            assert all(row.plain in text for row in panels.shelf(q, words))
            assert all(piece.plain in text for piece in panels.museum(q, words))
            for kind, points in q.worth.points.items():
                assert not points or f"{words(kind)} {points}" in text
            assert f"{panels.total(view, seat)} {words('points_short')}" in whole


def test_every_kind_of_points_has_a_word():
    assert all(Labels(language, NAMES)(kind) for language in LANGUAGES for kind in POINTS)


def test_the_end_of_the_game():
    """The result is what the match counts, and what would be counted before."""
    match = positions(3, OPTIONS[0])[-1]
    view = match.view(None)
    assert [panels.total(view, seat) for seat in range(3)] == match.scores()
    assert [sum(q.worth.points.values()) for q in view.seats] == match.scores()


def test_a_tick_where_a_tile_can_be_bought():
    match = Match(GAME, 2, 1, names=NAMES[:2])
    assert not any(palace.may_buy(match.view(0), discipline) for discipline in DISCIPLINES[:4])
    match.state.seats[0].artworks[2] = 2
    assert [d for d in DISCIPLINES[:4] if palace.may_buy(match.view(0), d)] == ["art"]
    assert palace.CAN in drawn(board(match, 0), 80) and palace.CAN not in drawn(board(match, None), 80)
    match.state.seats[0].favours[:] = 0
    assert not palace.may_buy(match.view(0), "art")


@every_table
@every_option
def test_the_heading(seats, options):
    words = Labels("en", NAMES)
    for match in positions(seats, options, 20):
        view = match.view(None)
        text = drawn(palace.heading(view, words), 300)
        assert f"Round {min(view.marker, seats + 1)} of {seats + 1}" in text
        assert ("Expert" in text) == view.expert
        assert ("announced" in text) == (view.ending == "announced")
        assert ("Last turns" in text) == (view.ending == "last turns")
        assert f"Pile {view.pile}" in text and f"Discarded {view.discarded}" in text
