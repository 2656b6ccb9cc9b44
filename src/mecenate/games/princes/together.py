"""Two principalities side by side, while their owners talk about a building across the border."""

from collections.abc import Collection, Sequence

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import DOT, SEAT_COLOURS, STRONG, figure
from mecenate.games.princes.grid import SIZE, STYLES, Grid, Space, Tile, joined, spaces, tiles
from mecenate.games.princes.panels import Words
from mecenate.games.princes.view import View

TRIED = "##"
SMALL, LARGE = 3, 4  # characters from one space to the next


class Ground:
    """What a tile may be laid on: the board of the seat that is asked, or both boards at a border."""

    def __init__(self, view: View, words: Words):
        self.words = words
        self.seats = [view.asked or 0]
        if view.proposal:
            seat, partner = view.proposal.seat, view.proposal.partner
            left, right = (seat, partner) if view.seats[seat].right == partner else (partner, seat)
            self.seats = [left, right]
            self.laid = joined(view, left, right, words.labels)
        else:
            self.laid = tiles(view, self.seats[0], words.labels)

    def large(self, *tried: Tile) -> list[Text]:
        return [*self._owners(LARGE), *self._grid(tried).large()]

    def small(self, *tried: Tile, marks: Collection[Space] = ()) -> list[Text]:
        return [*self._owners(SMALL), *self._grid(tried, marks).small(edge=True)]

    def _grid(self, tried: Sequence[Tile], marks: Collection[Space] = ()) -> Grid:
        return Grid([*self.laid, *tried], marks, len(self.seats))

    def _owners(self, step: int) -> list[Text]:
        """Whose board is which, where there are two."""
        if len(self.seats) == 1:
            return []
        line = Text("  ")
        for seat in self.seats:
            name = self.words.seat(seat)
            name.truncate(SIZE * step - 1, pad=True)
            line.append_text(name).append(" ")
        return [line]


def tried(piece: str, cells: frozenset[Space]) -> Tile:
    """A tile that does not lie yet."""
    return Tile(TRIED, f"{STYLES[piece]} bold", cells)


def terms(view: View, words: Words) -> Text:
    """Who is to build what with whom, and for how much."""
    proposal = view.proposal
    assert proposal
    line = Text.assemble(words.seat(proposal.seat), " + ", words.seat(proposal.partner), style=STRONG)
    line.append(f"{DOT}{words.name('building', proposal.building)}")
    if proposal.price is not None:
        key = "counter_price" if proposal.countered else "price"
        line.append(DOT).append_text(figure(words(key), proposal.price))
    return line


def proposed(view: View, words: Words, facts: Sequence[RenderableType] = (), large: bool = False) -> Panel:
    """A proposal drawn across the two boards, with facts beside it."""
    proposal, ground = view.proposal, Ground(view, words)
    assert proposal
    cells = [
        cell for n, seat in enumerate(ground.seats) for cell in spaces(proposal.cells.get(seat, ()), n * SIZE)
    ]  # none before the place is chosen
    tile = tried(proposal.building, frozenset(cells))
    drawing = Group(*(ground.large(tile) if large else ground.small(tile)))
    inner = Table.grid(padding=(0, 2, 0, 0))
    inner.add_column(width=2 + 2 * SIZE * (LARGE if large else SMALL) + large)
    inner.add_column(ratio=1)
    inner.add_row(drawing, Group(*facts))
    asked = view.asked or 0
    return Panel(inner, title=terms(view, words), title_align="left", box=ROUNDED, border_style=SEAT_COLOURS[asked])
