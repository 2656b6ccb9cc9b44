"""The table of the two expansions: characters and their bids, principalities that meet, shared buildings, proposals."""

import random
import re
from functools import cache
from io import StringIO

import pytest
from rich.console import Console

from mecenate.core.drawing import SYMBOLS
from mecenate.core.match import Match
from mecenate.core.texts import LANGUAGES
from mecenate.games.princes import GAME
from mecenate.games.princes.grid import SIZE, Grid, tiles
from mecenate.games.princes.panels import Words, neighbours
from mecenate.games.princes.together import Ground

NAMES = ("Anna", "Bartholomäus", "Clara", "Dario", "Elena")
TALKS = ("across", "price", "reply", "counter", "countered")
BOTH = {"characters": True, "cooperation": True}


@cache
def positions(seats: int, characters: bool = True, cooperation: bool = True) -> list[Match]:
    """Moments of a random game in which people like to build together: a few of each question."""
    chance = random.Random(seats)
    options = {"characters": characters, "cooperation": cooperation}
    match = Match(GAME, seats, seats, options, names=NAMES[:seats])
    found, seen = [], {}
    while not match.over:
        seen[match.question] = seen.get(match.question, 0) + 1
        if seen[match.question] in (1, 3, 9, 30):
            found.append(match.copy())
        moves = {move.notation: move for move in match.legal()}
        lively = [m for m in moves if m not in ("end", "withdraw", "nothing", "back", "refuse", "pass")]
        together = [m for m in moves if m == "accept" or m.startswith("cooperate")]
        match.play(moves[chance.choice(together if together and chance.random() < 0.7 else lively or list(moves))])
    return [*found, match]


def drawn(thing, width: int, height: int | None = None) -> str:
    out = StringIO()
    Console(file=out, width=width, highlight=False).print(thing, height=height)
    return out.getvalue()


def first(seats: int, question: str) -> Match:
    return next(match for match in positions(seats) if match.question == question)


def shared(match: Match) -> list[tuple[int, int, str]]:
    """Both owners and the piece of each shared building, once for each owner."""
    seats = match.view(None).seats
    return [(seat, t.shared_with, t.piece) for seat, q in enumerate(seats) for t in q.buildings if t.shared_with is not None]


@pytest.mark.parametrize(
    ("seats", "characters", "cooperation"),
    [(2, True, True), (3, True, False), (4, False, True), (5, True, True)],
)
def test_nothing_is_wider_than_the_terminal(seats, characters, cooperation):
    for n, match in enumerate(positions(seats, characters, cooperation)):
        language, width = LANGUAGES[n % 3], (80, 100, 140, 200)[n % 4]
        offered = [move.notation for move in match.legal()]
        viewers = {None, match.seat} | (set(range(seats)) if match.question == "reply" else set())
        for viewer in viewers:
            board = GAME.board(match.view(viewer), match.names, language)
            parts = [board, board.of(seats - 1)]
            if match.question in ("place", "across") and viewer == match.seat:
                parts += [board.offering(offered), board.offering(offered[:1])]
            texts = [drawn(part, width) for part in parts]
            for text in texts:
                assert max(map(len, text.splitlines())) <= width
                assert "…" not in text and "\x1b" not in text
            assert all(name in texts[0] for name in match.names)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize(("width", "height"), [(80, 13), (80, 20), (140, 24)])
def test_it_fits_into_a_height_if_it_can(seats, width, height):
    for match in positions(seats)[:-1:2]:
        board = GAME.board(match.view(match.seat), match.names, "en")
        lines = drawn(board, width, height).splitlines()
        shortest = drawn(board, width, 1).splitlines()
        assert len(lines) <= max(height, len(shortest))
        assert match.names[match.seat or 0] in "".join(lines)
        if match.question in (*TALKS, "court"):
            assert len(shortest) <= 13


def test_characters_and_bids():
    for match in positions(5):
        if match.question != "court":
            continue
        view = match.view(None)
        lines = drawn(GAME.board(view, match.names, "en"), 140).splitlines()
        row = lines[2]
        assert f"Banker (+{view.characters[-1].florins})" in lines[1]
        for card in view.characters:
            if card.marker is not None:
                assert f"{card.bid} {SYMBOLS[card.marker]}" in row
        owned = {q.character: seat for seat, q in enumerate(view.seats) if q.character}
        assert all(f"✓ {SYMBOLS[seat]}" in row for seat in owned.values())
        free = sum(card.marker is None and not card.hired for card in view.characters)
        assert row.count("from ") == free


def test_who_passed():
    match = Match(GAME, 3, 1, BOTH, names=NAMES[:3])
    while match.question != "court":
        match.play("withdraw" if match.question == "open" else match.legal()[0])
    match.play("pass")
    assert f"{SYMBOLS[0]} Anna · passed" in drawn(GAME.board(match.view(None), match.names, "en"), 140)


def test_who_serves_whom():
    for match in positions(4):
        view = match.view(None)
        wide, narrow = (drawn(GAME.board(view, match.names, "en"), width) for width in (200, 110))
        for seat, q in enumerate(view.seats):
            if q.character:
                name = GAME.texts.find("en", f"names.character.{q.character}")
                assert f"{SYMBOLS[seat]} {NAMES[seat]} · {name}" in wide
                assert name in narrow  # where the title is too long for it, below it


def test_what_the_own_character_would_bring():
    """The others do not see it, as the work of the Princess counts cards in hand."""
    match = Match(GAME, 3, 1, BOTH, names=NAMES[:3])
    while match.question != "action":
        match.play(match.legal()[0])
    seat = match.seat or 0
    match.state.seats[seat].character = 3
    view = match.view(seat)
    assert f"Princess: value {view.worth.princess}" in drawn(GAME.board(view, match.names, "en"), 100)
    for viewer in (None, (seat + 1) % 3):
        assert "Princess: value" not in drawn(GAME.board(match.view(viewer), match.names, "en"), 100)
    match.state.seats[seat].character = 4
    assert "Merchant: Prestige +1" in drawn(GAME.board(match.view(seat), match.names, "en"), 100)


@pytest.mark.parametrize(("seats", "seat", "told"), [(2, 0, "★ ▸"), (2, 1, "◂ ⚜"), (4, 0, "◂ ✚ · ★ ▸"), (5, 4, "◂ ✚ · ⚜ ▸")])
def test_neighbours(seats, seat, told):
    words = Words("en", NAMES[:seats])
    view = Match(GAME, seats, 1, BOTH).view(None)
    assert str(neighbours(view, seat, words, names=False)) == told
    assert neighbours(Match(GAME, seats, 1).view(None), seat, words, names=False) is None


def test_the_palazzo_lies_elsewhere():
    words = Words("en", NAMES)
    for options in (None, BOTH):
        view = Match(GAME, 3, 1, options).view(None)
        grid = Grid(tiles(view, 0, words.labels))
        found = {f"{'abcdefg'[c]}{r + 1}" for c in range(SIZE) for r in range(SIZE) if grid.at(c, r).label == "Pa"}
        assert found == set(view.palazzo)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_shared_buildings_are_drawn_on_both_boards(seats):
    match = positions(seats)[-1]
    view, words = match.view(None), Words("en", NAMES)
    assert shared(match)
    for seat, partner, piece in shared(match):
        label = words.labels[piece].upper()
        tile = next(tile for tile in view.seats[seat].buildings if tile.piece == piece)
        for lines in (Grid(tiles(view, seat, words.labels)).large(), Grid(tiles(view, seat, words.labels)).small()):
            assert sum(line.plain.count(label) for line in lines) == len(tile.cells)
        text = drawn(GAME.board(view, match.names, "en").of(seat), 140)
        assert f"{label} {GAME.texts.find('en', f'names.building.{piece}')} {SYMBOLS[partner]}" in text


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_edges_are_open_where_a_building_goes_on(seats):
    match = positions(seats)[-1]
    view, labels = match.view(None), Words("en", NAMES).labels
    for seat, q in enumerate(view.seats):
        lines = [line.plain for line in Grid(tiles(view, seat, labels)).large()]
        across = {"left": set(), "right": set()}
        for tile in q.buildings:
            if tile.shared_with is not None:
                rest = next(t for t in view.seats[tile.shared_with].buildings if t.piece == tile.piece)
                side, own, other = ("right", "g", "a") if q.right == tile.shared_with else ("left", "a", "g")
                across[side] |= {n for n in range(1, 8) if f"{own}{n}" in tile.cells and f"{other}{n}" in rest.cells}
        for n in range(1, 8):
            line = lines[2 * (7 - n) + 1]
            assert (line[2] == " ") == (n in across["left"])
            assert (line[-1] == " ") == (n in across["right"])


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("question", TALKS[1:])
def test_a_proposal_lies_across_both_boards(seats, question):
    match = first(seats, question)
    proposal = match.view(None).proposal
    spaces = sum(len(cells) for cells in proposal.cells.values())
    for viewer in (None, *range(seats)):
        board = GAME.board(match.view(viewer), match.names, "en")
        for width, height in ((80, None), (80, 14), (140, None)):
            text = drawn(board, width, height)
            assert text.count("##") == spaces
            assert f"{NAMES[proposal.seat]} + {SYMBOLS[proposal.partner]} {NAMES[proposal.partner]}" in text
            if proposal.price is not None:
                assert f"price {proposal.price}" in text


@pytest.mark.parametrize("seats", GAME.seats)
def test_two_boards_side_by_side(seats):
    for match in positions(seats):
        if match.question not in TALKS:
            continue
        view, words = match.view(match.seat), Words("en", NAMES)
        ground = Ground(view, words)
        left, right = ground.seats
        assert view.seats[left].right == right and view.seats[right].left == left
        both, single = ground.small(), [Grid(tiles(view, seat, words.labels)).small() for seat in ground.seats]
        for line, a, b in zip(both[1:], *single, strict=False):
            assert re.sub("│", " ", line.plain[2:]) == a.plain + b.plain
        assert {len(line) for line in both} == {2 + 6 * SIZE}
        assert {len(line) for line in ground.large()[1:]} == {3 + 8 * SIZE}


@pytest.mark.parametrize("seats", GAME.seats)
def test_offered_corners_across_the_border_are_all_told(seats):
    for match in positions(seats):
        moves = [move.notation for move in match.legal()]
        if match.question != "across" or len(moves) == 1:
            continue
        board = GAME.board(match.view(match.seat), match.names, "en")
        text, told = drawn(board.offering(moves), 80), set()
        corners = text[text.index("Lower left") :]
        for orientation, found in re.findall(r"(r\d(?: f)?)  +((?:[a-g]\d(?:-\d)? ?)+)", corners):
            for column, low, high in re.findall(r"([a-g])(\d)(?:-(\d))?", found):
                told |= {f"place {column}{row} {orientation}" for row in range(int(low), int(high or low) + 1)}
        assert told == set(moves)
        assert text.count("○") <= len({move.split()[1] for move in moves})  # a corner may be beside the tile and covered
        one = drawn(board.offering(moves[:1]), 80)
        after = match.copy()
        after.play(moves[0])
        assert one.count("##") == sum(len(cells) for cells in after.view(None).proposal.cells.values())
