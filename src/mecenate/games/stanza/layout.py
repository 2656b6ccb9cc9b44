"""The board on the terminal: everything that a view shows, arranged for the width and height that there is."""

from collections.abc import Iterator, Sequence

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table

from mecenate.core.drawing import SEAT_COLOURS, Fitting, clockwise
from mecenate.games.stanza import palace, panels
from mecenate.games.stanza.labels import Labels
from mecenate.games.stanza.view import View

WIDE = 118  # from here on the others stand beside the rest
SMALL_PANEL = 40  # a small seat with its frame


class Board(Fitting):
    """Told a height by its options, it leaves out what does not fit, the least needed first."""

    def __init__(self, view: View, names: Sequence[str], language: str):
        self.view = view
        self.words = Labels(language, names)

    def of(self, seat: int) -> RenderableType:
        """One seat alone, with everything about it."""
        return self._large(seat)

    def offering(self, moves: Sequence[str]) -> RenderableType | None:
        """No question of this game asks for a place that would have to be drawn."""
        return None

    def arrangements(self, width: int) -> Iterator[RenderableType]:
        view, words, first = self.view, self.words, self.view.you
        heading, legend, line = palace.heading(view, words), palace.legend(words), palace.line(view, words)
        rooms, plan = palace.palace(view, words), palace.palace(view, words, full=False)
        tiles = palace.tiles(view, words)
        others = [seat for seat in clockwise(view.players, first) if seat != first]
        rows = panels.rows(view, others, words)
        if first is None:
            yield Group(heading, rooms, tiles, legend, self._small(others, width))
            yield Group(heading, rooms, tiles, rows)
            yield Group(heading, rooms, rows)
            yield Group(heading, plan, rows)
            yield Group(heading, line, rows)
            return
        large, brief = self._large(first), panels.brief(view, first, words)
        if width >= WIDE:
            for own in ([legend, large], [large], [brief]):
                yield self._beside(Group(heading, rooms, tiles, *own), others)
            yield self._beside(Group(heading, rooms, large), others)
            yield self._beside(Group(heading, rooms, brief), others)
        else:
            yield Group(heading, rooms, tiles, legend, large, self._small(others, width))
        yield Group(heading, rooms, tiles, large, rows)
        yield Group(heading, rooms, tiles, brief, rows)
        yield Group(heading, rooms, large, rows)
        yield Group(heading, rooms, brief, rows)
        yield Group(heading, plan, brief, rows)
        yield Group(heading, plan, brief)
        yield Group(heading, line, brief, rows)
        yield Group(heading, line, brief)

    def _beside(self, middle: RenderableType, others: Sequence[int]) -> Table:
        """The palace and the own seat on the left, the others on the right."""
        table = Table.grid(padding=(0, 1, 0, 0), expand=True)
        table.add_column(ratio=1)
        table.add_column(width=SMALL_PANEL)
        table.add_row(middle, Group(*map(self._small_seat, others)))
        return table

    def _frame(self, seat: int, inner: RenderableType) -> Panel:
        head = panels.title(self.view, seat, self.words)
        return Panel(inner, title=head, title_align="left", box=ROUNDED, border_style=SEAT_COLOURS[seat])

    def _large(self, seat: int) -> Panel:
        return self._frame(seat, panels.large(self.view, seat, self.words))

    def _small_seat(self, seat: int) -> Panel:
        return self._frame(seat, panels.small(self.view, seat, self.words))

    def _small(self, seats: Sequence[int], width: int) -> Table:
        """Seats side by side, in as few rows as the width allows, evenly filled."""
        count = -(-len(seats) // max(1, width // SMALL_PANEL))
        in_row = -(-len(seats) // count)
        table = Table.grid(expand=True)
        for _ in range(in_row):
            table.add_column(ratio=1)
        for n in range(0, len(seats), in_row):
            table.add_row(*map(self._small_seat, seats[n : n + in_row]))
        return table
