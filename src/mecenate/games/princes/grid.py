"""Principalities drawn with characters: tiles with outlines, each with a label of its own and a colour."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from mecenate.games.princes.components import BUILDINGS, LANDSCAPES
from mecenate.games.princes.tiles import COLUMNS
from mecenate.games.princes.view import View

SIZE = 7
LINE = "grey50"
STYLES = {
    "palazzo": "#f3ead7 on #6a5a47",
    "university": "#fbf6ea on #b4472e",
    "laboratory": "#fbf6ea on #8e3b46",
    "workshop": "#fbf6ea on #6d3b63",
    "library": "#2b2118 on #c9912f",
    "opera": "#2b2118 on #d98e73",
    "studio": "#2b2118 on #e3b73f",
    "hospital": "#2b2118 on #cdbb98",
    "theater": "#2b2118 on #c77b9b",
    "tower": "#2b2118 on #a9acb0",
    "chapel": "#2b2118 on #ece4da",
    "forest": "#fbf6ea on #2f6b3f",
    "lake": "#fbf6ea on #34649b",
    "park": "#2b2118 on #8fb868",
}

# The corner of four spaces: which of the lines up, right, down and left meet there (1, 2, 4, 8).
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


Space = tuple[int, int]  # column and row, from 0; the columns of a board on the right go on from 7


@dataclass(frozen=True)
class Tile:
    """A set of spaces with two characters on each."""

    label: str
    style: str
    cells: frozenset[Space] = frozenset()
    beyond: frozenset[Space] = frozenset()  # the rest of a shared building, on the neighbour's board
    shared_with: int | None = None

    @property
    def across(self) -> frozenset[Space]:
        """The first spaces beyond the edge."""
        return frozenset((c, r) for c, r in self.beyond if {(c - 1, r), (c + 1, r)} & self.cells)


FREE = Tile("· ", LINE)
MARKED = Tile("○ ", "bold")  # free, and an offered place
OUTSIDE = Tile("  ", "")


def codes(names: Mapping[str, str]) -> dict[str, str]:
    """Two letters for each name, the first and an early one that makes the pair its own."""
    found: dict[str, str] = {}
    for key, name in names.items():
        letters = [c for c in name if c.isalpha()]
        pairs = [f"{letters[0].upper()}{c}" for c in letters[1:]]
        found[key] = next((pair for pair in pairs if pair not in found.values()), pairs[0])
    return found


def spaces(names: Iterable[str], shift: int = 0) -> frozenset[Space]:
    """`b3` is (1, 2), and further right on another board."""
    return frozenset((COLUMNS.index(name[0]) + shift, int(name[1]) - 1) for name in names)


def tiles(view: View, seat: int, labels: Mapping[str, str], shift: int = 0) -> list[Tile]:
    """What lies in a principality; shared buildings have their labels in capitals."""
    q = view.seats[seat]
    found = [Tile(labels["palazzo"], STYLES["palazzo"], spaces(view.palazzo, shift))]
    for tile in q.buildings:
        label, beyond = labels[tile.piece], frozenset[Space]()
        if tile.shared_with is not None:
            rest = next(other for other in view.seats[tile.shared_with].buildings if other.piece == tile.piece)
            label = label.upper()
            beyond = spaces(rest.cells, shift + (SIZE if q.right == tile.shared_with else -SIZE))
        found.append(Tile(label, STYLES[tile.piece], spaces(tile.cells, shift), beyond, tile.shared_with))
    seen = dict.fromkeys(LANDSCAPES, 0)
    for tile in q.landscapes:
        seen[tile.piece] += 1
        label = f"{labels[tile.piece]}{seen[tile.piece]}"
        found.append(Tile(label, STYLES[tile.piece], spaces(tile.cells, shift)))
    return found


def joined(view: View, left: int, right: int, labels: Mapping[str, str]) -> list[Tile]:
    """What lies in two principalities that meet; what the two share is one tile."""
    found = []
    for tile in tiles(view, left, labels):
        both = tile.shared_with == right
        found.append(replace(tile, cells=tile.cells | tile.beyond, beyond=frozenset()) if both else tile)
    return found + [tile for tile in tiles(view, right, labels, SIZE) if tile.shared_with != left]


def labels_of(names: Mapping[str, str], palazzo: str) -> dict[str, str]:
    """Labels in the words of a language: two letters a building, a small letter and a number a landscape."""
    buildings = codes({"palazzo": palazzo, **{key: names[key] for key in BUILDINGS}})
    return {**buildings, **{key: names[key][0].lower() for key in LANDSCAPES}}


class Grid:
    """The 49 spaces of a principality, or those of two side by side, and what covers each."""

    def __init__(self, tiles: Sequence[Tile], marks: Collection[Space] = (), boards: int = 1):
        self.covers = {space: tile for tile in tiles for space in tile.cells | tile.across}
        self.marks = marks
        self.columns = SIZE * boards
        self.free = [replace(FREE) for _ in range(boards)]  # one each, so that there is a line between boards

    def at(self, column: int, row: int) -> Tile:
        """What covers a space; a shared building is also there beyond the edge."""
        inside = 0 <= column < self.columns and 0 <= row < SIZE
        return self.covers.get((column, row), self.free[column // SIZE] if inside else OUTSIDE)

    def label(self, column: int, row: int) -> Tile:
        tile = self.at(column, row)
        return MARKED if tile == FREE and (column, row) in self.marks else tile

    def small(self, edge: bool = False) -> list[Text]:
        """Seven lines of 21 characters for each board; with the names of rows and columns eight, and two characters more."""
        lines = []
        for row in reversed(range(SIZE)):
            line = Text()
            line.append(f"{row + 1} " if edge else "", LINE)
            for column in range(self.columns):
                tile, here, there = self.label(column, row), self.at(column, row), self.at(column + 1, row)
                border = column + 1 < self.columns and (column + 1) % SIZE == 0 and here is not there
                line.append(tile.label, tile.style)
                line.append("│" if border else " ", LINE if border else filling(here, there))
            lines.append(line)
        if edge:
            lines.append(Text(f"  {'  '.join(self._names())}  ", LINE))
        return lines

    def _names(self) -> str:
        return COLUMNS * (self.columns // SIZE)

    def large(self) -> list[Text]:
        """Sixteen lines of 31 characters, of 59 for two boards, with an outline around every tile."""
        lines = []
        for row in reversed(range(SIZE)):
            lines += [self._between(row + 1), self._spaces(row)]
        return [*lines, self._between(0), Text(f"    {'   '.join(self._names())}  ", LINE)]

    def _spaces(self, row: int) -> Text:
        line = Text()
        line.append(f"{row + 1} ", LINE)
        for column in range(self.columns + 1):
            left, right = self.at(column - 1, row), self.at(column, row)
            line.append("│" if left is not right else " ", LINE if left is not right else filling(left, right))
            if column < self.columns:
                tile = self.label(column, row)
                line.append(f" {tile.label}", tile.style)
        return line

    def _between(self, row: int) -> Text:
        """The line below a row of spaces; the line of row 7 is the upper edge."""
        line = Text("  ")
        for column in range(self.columns + 1):
            upper_left, upper = self.at(column - 1, row), self.at(column, row)
            lower_left, lower = self.at(column - 1, row - 1), self.at(column, row - 1)
            meeting = (upper_left is not upper, upper is not lower, lower_left is not lower, upper_left is not lower_left)
            corner = sum(bit for bit, there in zip((1, 2, 4, 8), meeting, strict=True) if there)
            line.append(CORNERS[corner], LINE if corner else filling(upper_left, upper, lower_left, lower))
            if column < self.columns:
                line.append("───" if upper is not lower else "   ", LINE if upper is not lower else filling(upper, lower))
        return line


def filling(*spaces: Tile) -> str:
    """The style between spaces: a tile's own where all of them are one tile."""
    return spaces[0].style if spaces[0].cells and all(space is spaces[0] for space in spaces) else ""


def picture(cells: Sequence[tuple[int, int]], style: str) -> list[Text]:
    """A tile by itself, from above; cells are (row from below, column)."""
    height, width = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    lines = []
    for row in reversed(range(height)):
        line = Text()
        for column in range(width):
            covered = (row, column) in cells
            line.append("[]" if covered else "  ", style if covered else "")
        lines.append(line)
    return lines
