"""A principality drawn with characters: tiles with outlines, each with a label of its own and a colour."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from mecenate.games.princes.components import BUILDINGS, LANDSCAPES
from mecenate.games.princes.tiles import COLUMNS, PALAZZO
from mecenate.games.princes.view import SeatView, cell_names

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


@dataclass(frozen=True)
class Tile:
    """A set of spaces with two characters on each."""

    label: str
    style: str
    cells: frozenset[str] = frozenset()


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


def tiles(seat: SeatView, labels: Mapping[str, str]) -> list[Tile]:
    found = [Tile(labels["palazzo"], STYLES["palazzo"], frozenset(cell_names(PALAZZO)))]
    for tile in seat.buildings:
        found.append(Tile(labels[tile.piece], STYLES[tile.piece], frozenset(tile.cells)))
    seen = dict.fromkeys(LANDSCAPES, 0)
    for tile in seat.landscapes:
        seen[tile.piece] += 1
        found.append(Tile(f"{labels[tile.piece]}{seen[tile.piece]}", STYLES[tile.piece], frozenset(tile.cells)))
    return found


def labels_of(names: Mapping[str, str], palazzo: str) -> dict[str, str]:
    """Labels in the words of a language: two letters a building, a small letter and a number a landscape."""
    buildings = codes({"palazzo": palazzo, **{key: names[key] for key in BUILDINGS}})
    return {**buildings, **{key: names[key][0].lower() for key in LANDSCAPES}}


class Grid:
    """The 49 spaces and what covers each."""

    def __init__(self, tiles: Sequence[Tile], marks: Collection[str] = ()):
        self.covers = {cell: tile for tile in tiles for cell in tile.cells}
        self.marks = marks

    def at(self, column: int, row: int) -> Tile:
        if not (0 <= column < SIZE and 0 <= row < SIZE):
            return OUTSIDE
        return self.covers.get(f"{COLUMNS[column]}{row + 1}", FREE)

    def label(self, column: int, row: int) -> Tile:
        tile = self.at(column, row)
        return MARKED if tile is FREE and f"{COLUMNS[column]}{row + 1}" in self.marks else tile

    def small(self, edge: bool = False) -> list[Text]:
        """Seven lines of 21 characters; with the names of rows and columns eight of 23."""
        lines = []
        for row in reversed(range(SIZE)):
            line = Text()
            line.append(f"{row + 1} " if edge else "", LINE)
            for column in range(SIZE):
                tile = self.label(column, row)
                line.append(tile.label, tile.style)
                line.append(" ", filling(self.at(column, row), self.at(column + 1, row)))
            lines.append(line)
        if edge:
            lines.append(Text(f"  {'  '.join(COLUMNS)}  ", LINE))
        return lines

    def large(self) -> list[Text]:
        """Sixteen lines of 31 characters, with an outline around every tile."""
        lines = []
        for row in reversed(range(SIZE)):
            lines += [self._between(row + 1), self._spaces(row)]
        return [*lines, self._between(0), Text(f"    {'   '.join(COLUMNS)}  ", LINE)]

    def _spaces(self, row: int) -> Text:
        line = Text()
        line.append(f"{row + 1} ", LINE)
        for column in range(SIZE + 1):
            left, right = self.at(column - 1, row), self.at(column, row)
            line.append("│" if left is not right else " ", LINE if left is not right else filling(left, right))
            if column < SIZE:
                tile = self.label(column, row)
                line.append(f" {tile.label}", tile.style)
        return line

    def _between(self, row: int) -> Text:
        """The line below a row of spaces; the line of row 7 is the upper edge."""
        line = Text("  ")
        for column in range(SIZE + 1):
            upper_left, upper = self.at(column - 1, row), self.at(column, row)
            lower_left, lower = self.at(column - 1, row - 1), self.at(column, row - 1)
            meeting = (upper_left is not upper, upper is not lower, lower_left is not lower, upper_left is not lower_left)
            corner = sum(bit for bit, there in zip((1, 2, 4, 8), meeting, strict=True) if there)
            line.append(CORNERS[corner], LINE if corner else filling(upper_left, upper, lower_left, lower))
            if column < SIZE:
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
