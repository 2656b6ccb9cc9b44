"""Where a tile may be laid: the turned shapes with their names, and the corners that are offered for each."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import QUIET, STRONG
from mecenate.games.princes.components import BUILDINGS, LANDSCAPES
from mecenate.games.princes.grid import STYLES, Grid, Tile, picture, tiles
from mecenate.games.princes.panels import Words
from mecenate.games.princes.tiles import CELLS, COLUMNS, COUNT
from mecenate.games.princes.view import View

PIECES = [*BUILDINGS, *LANDSCAPES]
TRIED = "##"


def read(move: str) -> tuple[str, str]:
    """`place b3 r1 f` as its corner and its orientation."""
    _, corner, orientation = move.split(" ", 2)
    return corner, orientation


def number(orientation: str) -> int:
    """`r1 f` is orientation 5."""
    return int(orientation[1]) + (4 if orientation.endswith("f") else 0)


def shape(piece: str, orientation: str) -> list[tuple[int, int]]:
    """The cells (row from below, column) of a tile turned so."""
    p = PIECES.index(piece)
    return [divmod(int(cell), 8) for cell in CELLS[p, number(orientation), : COUNT[p]]]


def runs(corners: Sequence[str]) -> str:
    """`a3 a4 a5 b1` as `a3-5 b1`."""
    found = []
    for column in COLUMNS:
        rows = sorted(int(corner[1]) for corner in corners if corner[0] == column)
        while rows:
            n = next((k for k in range(1, len(rows)) if rows[k] != rows[0] + k), len(rows))
            found.append(f"{column}{rows[0]}-{rows[n - 1]}" if n > 1 else f"{column}{rows[0]}")
            rows = rows[n:]
    return " ".join(found)


def offered(view: View, moves: Sequence[str], words: Words) -> RenderableType | None:
    """The own grid with all offered corners; a single move is drawn as it would lie."""
    piece, seat = view.piece or "", view.seats[view.asked or 0]
    corners: dict[str, list[str]] = {}
    for move in moves:
        corner, orientation = read(move)
        corners.setdefault(orientation, []).append(corner)
    laid = tiles(seat, words.labels)
    if len(moves) == 1:
        (orientation, (corner,)) = next(iter(corners.items()))
        column, row = COLUMNS.index(corner[0]), int(corner[1])
        cells = frozenset(f"{COLUMNS[column + c]}{row + r}" for r, c in shape(piece, orientation))
        return Group(*Grid([*laid, Tile(TRIED, f"{STYLES[piece]} bold", cells)]).large())
    grid = Group(*Grid(laid, {corner for found in corners.values() for corner in found}).small(edge=True))
    drawing = Table.grid(padding=(0, 3, 0, 0))
    drawing.add_row(grid, pictures(piece, list(corners)))
    lists = [(Text(orientation, STRONG), Text(runs(found))) for orientation, found in corners.items()]
    half = -(-len(lists) // 2)
    listed = Table.grid(padding=(0, 2, 0, 0))
    for n in range(half):
        listed.add_row(*lists[n], *(lists[n + half] if n + half < len(lists) else ()))
    return Group(drawing, Text(words("corner"), QUIET), listed)


def pictures(piece: str, orientations: Sequence[str]) -> Table:
    """The tile in each orientation, with what to type for it."""
    table = Table.grid(padding=(0, 3, 0, 0))
    cells: list[RenderableType] = [
        Group(Text(orientation, STRONG), *picture(shape(piece, orientation), STYLES[piece])) for orientation in orientations
    ]
    for n in range(0, len(cells), 4):
        table.add_row(*cells[n : n + 4])
    return table
