"""Placement by bitboard against placement by hand."""

import random

import numpy as np
import pytest

import mecenate
from mecenate.core.moves import offered
from mecenate.games.princes import tiles
from mecenate.games.princes.components import BUILDINGS, LANDSCAPES, PIECES, TABLE
from mecenate.games.princes.moves import MOVES, placement
from mecenate.games.princes.view import tile

COLUMNS = "abcdefg"


def drawn(shape, turns, flipped):
    """The cells of a shape (column, row from below) after flipping and turning, by rotating points."""
    height = len(shape)
    cells = {(c, height - 1 - r) for r, row in enumerate(shape) for c, x in enumerate(row) if x == "X"}
    if flipped:
        cells = {(-c, r) for c, r in cells}
    for _ in range(turns):
        cells = {(r, -c) for c, r in cells}  # a quarter turn clockwise
    left, low = min(c for c, _ in cells), min(r for _, r in cells)
    return frozenset((c - left, r - low) for c, r in cells)


def bits_to_cells(bits):
    return {(n & 7, n >> 3) for n in range(64) if (int(bits) >> n) & 1}


def by_hand(piece, occupied, built, may_touch):
    """Every placement of a tile that the building rules allow, each set of cells once."""
    found = {}
    for orientation in range(8):
        cells = drawn(PIECES[piece].shape, orientation & 3, orientation >= 4)
        for column in range(7):
            for row in range(7):
                laid = {(c + column, r + row) for c, r in cells}
                on_grid = all(0 <= c < 7 and 0 <= r < 7 for c, r in laid)
                beside = {(c + dc, r + dr) for c, r in laid for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1))}
                if on_grid and not laid & occupied and (may_touch or not beside & built):
                    flipped = " f" if orientation >= 4 else ""
                    found.setdefault(frozenset(laid), f"{COLUMNS[column]}{row + 1} r{orientation & 3}{flipped}")
    return found


@pytest.mark.parametrize("piece", range(13), ids=[*BUILDINGS, *LANDSCAPES])
@pytest.mark.parametrize("builders", [0, 1, 2, 3])
def test_the_mask_and_the_predicate_agree_with_the_rules(piece, builders):
    chance = random.Random(piece * 10 + builders)
    match = mecenate.new("princes", 3, seed=1)
    s = match.state
    q = s.seats[0]
    for _ in range(6):
        tiles_laid = {(chance.randrange(7), chance.randrange(7)) for _ in range(chance.randrange(14))}
        buildings = {cell for cell in tiles_laid if chance.random() < 0.6}
        palazzo = bits_to_cells(tiles.PALAZZO)
        occupied, built = tiles_laid | palazzo, buildings | palazzo
        q.occupied = np.uint64(sum(1 << (r * 8 + c) for c, r in occupied))
        q.built = np.uint64(sum(1 << (r * 8 + c) for c, r in built))
        q.builders = builders
        s.asked, s.question, s.piece = 0, match.game.questions.index("place"), piece
        expected = by_hand(piece, occupied, built, piece >= 10 or builders >= 2)
        match.game.legal(match.rows, 0, match._mask)
        found = [MOVES.kind(action)[0].about[action] for action in offered(match._mask) if action < 512]
        assert sorted(found) == sorted(expected.values())
        for action in range(512):
            accepted = match.game.why(match.rows, 0, action) == 0
            assert accepted == (placement(action) in expected.values())


@pytest.mark.parametrize("piece", range(13), ids=[*BUILDINGS, *LANDSCAPES])
@pytest.mark.parametrize("orientation", range(8))
def test_a_laid_tile_is_shown_as_it_lies(piece, orientation):
    lies = int(tiles.SAME[piece, orientation])  # of those that look the same, one stands for all
    seen = tile(piece, lies * 64 + 9)
    cells = drawn(PIECES[piece].shape, orientation & 3, orientation >= 4)
    assert seen.at == f"b2 r{lies & 3}{' f' if lies >= 4 else ''}"
    assert set(seen.cells) == {f"{COLUMNS[c + 1]}{r + 2}" for c, r in cells}


def test_the_palazzo_covers_the_lower_left_corner():
    assert {f"{COLUMNS[c]}{r + 1}" for c, r in bits_to_cells(tiles.PALAZZO)} == {"a1", "b1", "c1", "a2", "b2", "c2"}
    assert len(bits_to_cells(tiles.BOARD & ~tiles.PALAZZO)) == 43


def test_shapes_are_all_different_up_to_turning():
    """Ten buildings differ; the park has the outline of the chapel, because there are only two shapes of three."""
    outlines = [min(tuple(sorted(drawn(b.shape, k & 3, k >= 4))) for k in range(8)) for b in TABLE.buildings]
    assert len(set(outlines)) == 10


def test_a_tile_that_looks_the_same_may_be_written_in_any_way():
    match = mecenate.new("princes", 3, seed=1)
    match.state.asked, match.state.question = 0, match.game.questions.index("place")
    match.state.piece = BUILDINGS.index("tower")
    assert match.find("place e4 r2 f").notation == "place e4 r0"
    assert match.find("place e4 r3").notation == "place e4 r1"
