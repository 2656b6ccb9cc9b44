"""Where a tile may be laid: the turned shapes with their names, and the corners that are offered for each."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import QUIET, STRONG
from mecenate.games.princes.components import BUILDINGS, LANDSCAPES
from mecenate.games.princes.grid import STYLES, picture, spaces
from mecenate.games.princes.panels import Words
from mecenate.games.princes.tiles import CELLS, COLUMNS, COUNT
from mecenate.games.princes.together import Ground, tried
from mecenate.games.princes.view import View

PIECES = [*BUILDINGS, *LANDSCAPES]
IN_ROW = 4


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
    """The own grid with all offered corners, or both grids at a border; a single move is drawn as it would lie."""
    piece, ground = view.piece or "", Ground(view, words)
    corners: dict[str, list[str]] = {}
    for move in moves:
        corner, orientation = read(move)
        corners.setdefault(orientation, []).append(corner)
    if len(moves) == 1:
        (orientation, (corner,)) = next(iter(corners.items()))
        ((column, row),) = spaces([corner])
        return Group(*ground.large(tried(piece, frozenset((column + c, row + r) for r, c in shape(piece, orientation)))))
    marks = spaces(corner for found in corners.values() for corner in found)
    drawing = Table.grid(padding=(0, 2, 0, 0))
    drawing.add_column(no_wrap=True)  # only the pictures give way
    drawing.add_row(Group(*ground.small(marks=marks)), Pictures(piece, list(corners)))
    lists = [(Text(orientation, STRONG), Text(runs(found))) for orientation, found in corners.items()]
    half = -(-len(lists) // 2)
    listed = Table.grid(padding=(0, 2, 0, 0))
    for n in range(half):
        listed.add_row(*lists[n], *(lists[n + half] if n + half < len(lists) else ()))
    corner = words("corner" if len(ground.seats) == 1 else "corner_left")
    return Group(drawing, Text(corner, QUIET), listed)


class Pictures:
    """The tile in each orientation, with what to type for it: turned in a row, flipped below; closer where that is too wide."""

    def __init__(self, piece: str, orientations: Sequence[str]):
        self.cells: dict[int, RenderableType] = {
            number(orientation): Group(Text(orientation, STRONG), *picture(shape(piece, orientation), STYLES[piece]))
            for orientation in orientations
        }

    def _rows(self, of: int) -> Table:
        cells = list(self.cells.values())
        rows = [cells[n : n + of] for n in range(0, len(cells), of)]
        if of == IN_ROW and len(cells) > of:
            turned = [n for n in range(IN_ROW) if n in self.cells or n + IN_ROW in self.cells]
            rows = [[self.cells.get(flipped + n, "") for n in turned] for flipped in (0, IN_ROW)]
        table = Table.grid(padding=(0, 2, 0, 0))
        for row in rows:
            table.add_row(*row)
        return table

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [Measurement.get(console, options, self._rows(of)).maximum for of in (1, IN_ROW)]
        return Measurement(*widths).with_maximum(options.max_width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        free = options.update(width=200)
        widths = {of: Measurement.get(console, free, self._rows(of)).maximum for of in range(1, IN_ROW + 1)}
        yield self._rows(max((of for of, width in widths.items() if width <= options.max_width), default=1))
