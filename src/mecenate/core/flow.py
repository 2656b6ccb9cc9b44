"""Pieces of text set one after the other, broken between pieces only, for everything that is printed on a terminal."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text


class Flow:
    """Rich breaks a text at every space; here a figure stays with its label, and a number with its name."""

    def __init__(self, pieces: Iterable[Text | str], between: str = "  ", indent: int = 0):
        self.pieces = [Text(piece) if isinstance(piece, str) else piece for piece in pieces]
        self.between = between
        self.indent = indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text(" " * self.indent)
        empty = True
        for piece in self.pieces:
            if not empty and line.cell_len + len(self.between) + piece.cell_len > options.max_width:
                yield line
                line, empty = Text(" " * self.indent), True
            line.append("" if empty else self.between, "dim").append_text(piece)
            empty = False
        if not empty:
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [piece.cell_len for piece in self.pieces] or [0]
        whole = sum(widths) + len(self.between) * (len(widths) - 1)
        return Measurement(self.indent + max(widths), self.indent + whole).with_maximum(options.max_width)
