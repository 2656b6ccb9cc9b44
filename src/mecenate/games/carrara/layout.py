"""The board on the terminal: everything that a view shows, arranged for the width and height that there is."""

from collections.abc import Iterator, Sequence

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import QUIET, SEAT_COLOURS, Fitting, clockwise
from mecenate.core.flow import Flow
from mecenate.games.carrara import cities, market, panels
from mecenate.games.carrara.labels import Labels
from mecenate.games.carrara.moves import SPACE_KEYS
from mecenate.games.carrara.view import View

WIDE = 118  # from here on the others stand beside the rest
FULL_DISPLAY = 92  # from here on buildings on display have their whole names beside the wheel
SMALL_PANEL = 40  # a small seat with its frame
MARKET_FIRST = ("turn", "buy", "brick")  # questions for which the wheel is needed more than the own cities


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
        heading, lines, court = market.heading(view, words), market.lines(view, words), market.court(view, words)
        supply = [market.supply(view, words)] if view.advanced else []
        others = [seat for seat in clockwise(view.players, first) if seat != first]
        rows = panels.rows(view, others, words)
        if first is None:
            top = market.top(view, words, width >= FULL_DISPLAY)
            yield Group(heading, top, court, *supply, cities.Columns(view, None, words), self._small(others, width))
            yield Group(heading, lines, court, rows)
            yield Group(heading, rows)
            return
        large, compact, brief = self._large(first), self._compact(first), self._brief(first)
        top = market.top(view, words, width >= FULL_DISPLAY)
        if width >= WIDE:
            beside = market.top(view, words, width - SMALL_PANEL - 1 >= FULL_DISPLAY)
            yield self._beside(Group(heading, beside, court, *supply, large), others)
            yield self._beside(Group(heading, beside, court, large), others)
            yield self._beside(Group(heading, beside, court, compact), others)
        else:
            yield Group(heading, top, court, *supply, large, self._small(others, width))
        yield Group(heading, top, court, *supply, large, rows)
        yield Group(heading, top, court, large, rows)
        buying = view.question in MARKET_FIRST
        if buying:
            yield Group(heading, top, court, compact, rows)
            yield Group(heading, top, court, brief, rows)
            yield Group(heading, top, brief, rows)
        else:
            yield Group(heading, lines, court, large, rows)
        yield Group(heading, lines, court, compact, rows)
        yield Group(heading, lines, court, brief, rows)
        yield Group(heading, lines, compact)
        yield Group(heading, lines, brief)
        yield Group(lines, brief) if buying else compact
        yield Group(lines, panels.figures(view, first, words)) if buying else brief

    def _beside(self, middle: RenderableType, others: Sequence[int]) -> Table:
        """The others in a column on the right."""
        table = Table.grid(padding=(0, 1, 0, 0), expand=True)
        table.add_column(ratio=1)
        table.add_column(width=SMALL_PANEL)
        table.add_row(middle, Group(*(self._small_seat(seat) for seat in others)))
        return table

    def _frame(self, seat: int, *inner: RenderableType) -> Panel:
        head = panels.title(self.view, seat, self.words)
        return Panel(Group(*inner), title=head, title_align="left", box=ROUNDED, border_style=SEAT_COLOURS[seat])

    def _large(self, seat: int) -> Panel:
        view, words = self.view, self.words
        # The own scoring spaces tell by themselves which of them are scored.
        scored = [panels.scored(view, seat, words)] if seat != view.you else []
        return self._frame(seat, panels.figures(view, seat, words), cities.Columns(view, seat, words), *scored)

    def _compact(self, seat: int) -> Panel:
        view, words = self.view, self.words
        return self._frame(seat, panels.figures(view, seat, words), cities.Columns(view, seat, words, brief=True))

    def _brief(self, seat: int) -> Group:
        view, words = self.view, self.words
        head = Flow([panels.title(view, seat, words), *panels.figures(view, seat, words).pieces])
        built = Flow([Text(words("buildings"), QUIET), *cities.line(view, seat, words).pieces])
        return Group(head, built, cities.possible(view, SPACE_KEYS, words))

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

    def _small_seat(self, seat: int) -> Panel:
        view, words = self.view, self.words
        return self._frame(
            seat, panels.figures(view, seat, words), cities.small(view, seat, words), panels.scored(view, seat, words)
        )
