"""Building rules 1 to 4: tiles on the grid of a principality, as bitboards.

A space is bit row * 8 + column, row 0 at the bottom, so the Palazzo covers a1 to c2. The eighth column and row stay empty and
catch what would run over the edge. A placement is orientation * 64 + anchor, the anchor being the lower left corner of the
tile's bounding box; orientation is quarter turns clockwise, + 4 if the tile was flipped left to right before turning.
"""

import numpy as np

from mecenate.core.kernel import kernel
from mecenate.games.princes.components import PIECES, TABLE
from mecenate.games.princes.state import SHARED

COLUMNS = "abcdefg"
B1, B8 = np.uint64(1), np.uint64(8)


def _bits(cells: set[tuple[int, int]]) -> int:
    return sum(1 << (row * 8 + column) for row, column in cells)


def _turned(shape: list[str], orientation: int) -> set[tuple[int, int]]:
    """The cells (row from below, column) of a drawn shape in an orientation, pushed into the lower left corner."""
    rows = [row.ljust(max(map(len, shape)), ".") for row in shape]
    if orientation & 4:
        rows = [row[::-1] for row in rows]
    for _ in range(orientation & 3):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    cells = {(len(rows) - 1 - r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "X"}
    low, left = min(r for r, _ in cells), min(c for _, c in cells)
    return {(r - low, c - left) for r, c in cells}


def _palazzo(grid: list[str]) -> np.uint64:
    return np.uint64(_bits({(6 - r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x == "P"}))


BOARD = np.uint64(_bits({(r, c) for r in range(7) for c in range(7)}))
PALAZZO = _palazzo(TABLE.principality.grid)
PALAZZO_BACK = _palazzo(TABLE.cooperation.grid)  # on the side of the board that is used for building together

SHAPE = np.zeros((len(PIECES), 8), np.uint64)  # cells of a tile in an orientation; 0 where an earlier one looks the same
INSIDE = np.zeros((len(PIECES), 8), np.uint64)  # anchors that keep the tile on the grid
CELLS = np.zeros((len(PIECES), 8, 7), np.uint64)  # the bits of SHAPE, as shifts
COUNT = np.zeros(len(PIECES), np.int64)
SAME = np.zeros((len(PIECES), 8), np.int64)  # the orientation that stands for this one
CROSSING = np.zeros((10, 8), np.uint64)  # anchors that lay a building across the right edge
PART = np.zeros((2, 10, 8, 7), np.uint64)  # its cells on the left and on the right board, anchored in row 0 of a column
for _p, _piece in enumerate(PIECES):
    _seen: dict[int, int] = {}
    for _o in range(8):
        _cells = _turned(_piece.shape, _o)
        _shape = _bits(_cells)
        SAME[_p, _o] = _seen.setdefault(_shape, _o)
        if SAME[_p, _o] == _o:
            SHAPE[_p, _o] = _shape
            _height, _width = max(r for r, _ in _cells), max(c for _, c in _cells)
            INSIDE[_p, _o] = _bits({(r, c) for r in range(7 - _height) for c in range(7 - _width)})
            for _k, (_r, _c) in enumerate(sorted(_cells)):
                CELLS[_p, _o, _k] = _r * 8 + _c
            for _column in range(7 - _width, 7) if _p < 10 else ():
                CROSSING[_p, _o] |= np.uint64(_bits({(r, _column) for r in range(7 - _height)}))
                PART[0, _p, _o, _column] = _bits({(r, c + _column) for r, c in _cells if c + _column < 7})
                PART[1, _p, _o, _column] = _bits({(r, c + _column - 7) for r, c in _cells if c + _column >= 7})
    COUNT[_p] = len(_turned(_piece.shape, 0))


@kernel
def beside(cells):
    """The spaces directly adjacent to a set of spaces."""
    return ((cells << B1) | (cells >> B1) | (cells << B8) | (cells >> B8)) & BOARD


@kernel
def free_for(q, is_building, wall_to_wall):
    """Rules 2 and 3: spaces that a tile may cover in the principality of seat q."""
    free = BOARD & ~q.occupied
    if is_building and not wall_to_wall:
        free &= ~beside(q.built)
    return free


@kernel
def anchors(free, piece, orientation):
    """Where a tile's anchor may lie so that all its cells are on free spaces."""
    found = INSIDE[piece, orientation]
    for k in range(COUNT[piece]):
        found &= free >> CELLS[piece, orientation, k]
        if not found:
            break
    return found


@kernel
def fits(free, piece):
    for orientation in range(8):
        if SHAPE[piece, orientation] and anchors(free, piece, orientation):
            return True
    return False


@kernel
def cells_of(piece, placement):
    return SHAPE[piece, placement >> 6] << np.uint64(placement & 63)


@kernel
def part_of(board, piece, placement):
    """The cells of a building that lies across the edge: on its left board (0) or its right one (1)."""
    return PART[board, piece, placement >> 6, placement & 7] << np.uint64(placement & 56)


@kernel
def own_cells(building, number):
    """The cells that a building covers on a board, its place written as in `building_at`, less 1."""
    if number < SHARED:
        return cells_of(building, number)
    return part_of(number // SHARED - 1, building, number % SHARED)
