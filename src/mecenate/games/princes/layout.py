"""The board on the terminal: everything that a view shows, arranged for the width and height that there is."""

from collections.abc import Iterator, Sequence

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import DOT, QUIET, SEAT_COLOURS, Fitting, clockwise
from mecenate.core.flow import Flow
from mecenate.games.princes import panels, places, together
from mecenate.games.princes.grid import Grid, tiles
from mecenate.games.princes.panels import Words
from mecenate.games.princes.view import View

WIDE = 118  # from here on the others stand beside the own seat
COMPACT = 60  # the narrowest own seat beside which all others stand in one row
SMALL_PANEL = 26  # a small principality with its frame
FRAME = 6  # what a frame takes of the width of a title
BESIDE = 38  # inner width from which figures stand beside a small principality


class Board(Fitting):
    """The whole table, and parts of it."""

    def __init__(self, view: View, names: Sequence[str], language: str):
        self.view = view
        self.words = Words(language, names)

    def of(self, seat: int) -> RenderableType:
        """One seat alone, large; the own one with its cards."""
        known = panels.known_cards(self.view, self.words) if seat == self.view.you else []
        return Group(self._large(seat), *known)

    def offering(self, moves: Sequence[str]) -> RenderableType | None:
        """The own principality with the places that moves offer, or None if they are not about places."""
        if self.view.question not in ("place", "across"):
            return None
        return places.offered(self.view, moves, self.words)

    def arrangements(self, width: int) -> Iterator[RenderableType]:
        """From the fullest to the shortest."""
        view, words, first = self.view, self.words, self.view.you
        proposal = view.proposal
        if proposal and first in (proposal.seat, proposal.partner):
            yield from self._talking(width, first)
            return
        talk = [together.proposed(view, words)] if proposal else []
        in_court = view.phase == "characters"
        heading = Group(panels.heading(view, words), *talk)
        stacks, supplies = panels.court(view, words) if in_court else panels.stacks(view, words), panels.supplies(view, words)
        others = [seat for seat in clockwise(view.players, first) if seat != first]
        rows = panels.seat_rows(view, others, words)
        if first is None:
            yield Group(heading, stacks, supplies, self._small(others, width))
            yield Group(heading, stacks, rows)
            return
        large, compact = self._large(first), self._compact(first)
        if width >= WIDE:
            yield Group(heading, stacks, self._beside(Group(large, supplies), others, 2))
            if width >= COMPACT + len(others) * SMALL_PANEL:
                yield Group(heading, stacks, supplies, self._beside(compact, others, len(others)))
                yield Group(heading, stacks, self._beside(compact, others, len(others)))
        else:
            yield Group(heading, stacks, supplies, large, self._small(others, width))
        yield Group(heading, stacks, compact, self._small(others, width))
        yield Group(heading, stacks, rows, large)
        yield Group(heading, stacks, rows, compact)
        if in_court:  # bids matter more than the boards
            yield Group(heading, stacks, panels.seat_rows(view, [first, *others], words))
            return
        yield Group(heading, *([stacks] if view.phase == "auction" else [rows]), compact)
        yield Group(heading, compact)

    def _talking(self, width: int, own: int) -> Iterator[RenderableType]:
        """While a proposal of one's own or to oneself is on the table, the two boards stand in the middle."""
        view, words = self.view, self.words
        heading, supplies = panels.heading(view, words), panels.supplies(view, words)
        others = [seat for seat in clockwise(view.players, own) if seat != own]
        rows = panels.seat_rows(view, others, words)
        facts = [panels.who(view, own, words), *self._facts(own)]
        if width >= WIDE:
            large = together.proposed(view, words, facts, large=True)
            yield Group(heading, supplies, large, self._small(others, width))
            yield Group(heading, rows, large)
        small = together.proposed(view, words, facts)
        yield Group(heading, supplies, small, self._small(others, width))
        yield Group(heading, small, self._small(others, width))
        yield Group(heading, rows, small)
        yield Group(heading, small)
        yield Group(heading, rows, together.proposed(view, words, facts[:3]))
        yield Group(heading, together.proposed(view, words, facts[:3]))

    def _beside(self, own: RenderableType, others: Sequence[int], in_row: int) -> Table:
        """The own seat on the left, the others on the right."""
        table = Table.grid(padding=(0, 1, 0, 0), expand=True)
        table.add_column(ratio=1)
        table.add_column(width=in_row * SMALL_PANEL)
        table.add_row(own, self._small(others, in_row * SMALL_PANEL))
        return table

    def _frame(self, seat: int, inner: RenderableType, width: int = 0) -> Panel:
        """A seat in a frame with its name; one of a known width, a small one, names the neighbours by symbols."""
        head, left = panels.title(self.view, seat, self.words, width - FRAME if width else WIDE)
        foot = panels.neighbours(self.view, seat, self.words, names=not width)
        body = Group(Flow([Text(text, QUIET) for text in left], DOT), inner) if left else inner
        return Panel(body, title=head, title_align="left", subtitle=foot, box=ROUNDED, border_style=SEAT_COLOURS[seat])

    def _large(self, seat: int) -> Panel:
        return self._with_cards(seat, Group(*self._grid(seat).large()), 31)

    def _compact(self, seat: int) -> Panel:
        return self._with_cards(seat, Group(*self._grid(seat).small(edge=True)), 23)

    def _with_cards(self, seat: int, drawing: RenderableType, width: int) -> Panel:
        """A principality with everything about its seat beside it."""
        inner = Table.grid(padding=(0, 2, 0, 0))
        inner.add_column(width=width)
        inner.add_column(ratio=1)
        inner.add_row(drawing, Group(*self._facts(seat)))
        return self._frame(seat, inner)

    def _facts(self, seat: int) -> list[RenderableType]:
        """Everything about a seat but its principality; the own one's cards too."""
        view, words = self.view, self.words
        facts: list[RenderableType] = [panels.figures(view, seat, words), panels.works(view, seat, words)]
        if shared := panels.shared(view, seat, words):
            facts.append(shared)
        return facts + (panels.own_cards(view, words) if seat == view.you else [panels.hidden_cards(view, seat, words)])

    def _grid(self, seat: int) -> Grid:
        return Grid(tiles(self.view, seat, self.words.labels))

    def _small(self, seats: Sequence[int], width: int) -> RenderableType:
        """Seats side by side, in as few rows as the width allows, evenly filled."""
        rows = -(-len(seats) // max(1, width // SMALL_PANEL))
        in_row = -(-len(seats) // rows)
        table = Table.grid(expand=True)
        for _ in range(in_row):
            table.add_column(ratio=1)
        for n in range(0, len(seats), in_row):
            table.add_row(*(self._small_seat(seat, width // in_row) for seat in seats[n : n + in_row]))
        return table

    def _small_seat(self, seat: int, width: int) -> Panel:
        view, words = self.view, self.words
        drawing = Group(*self._grid(seat).small())
        figures = panels.figures(view, seat, words)
        cards: list[RenderableType] = [panels.works(view, seat, words), panels.hidden_cards(view, seat, words)]
        if width - 4 >= BESIDE:
            inner = Table.grid(padding=(0, 2, 0, 0))
            inner.add_column(width=21)
            inner.add_column(ratio=1)
            inner.add_row(drawing, Group(figures, *cards))
            return self._frame(seat, inner, width)
        return self._frame(seat, Group(figures, drawing, *cards), width)
