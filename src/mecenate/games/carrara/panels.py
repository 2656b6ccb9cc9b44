"""The seats on the terminal: what lies behind a screen, markers and scored spaces, in a panel or in a line."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import DOT, QUIET, STRONG, figure
from mecenate.core.flow import Flow
from mecenate.games.carrara import cities
from mecenate.games.carrara.components import CITIES
from mecenate.games.carrara.labels import Labels, missing
from mecenate.games.carrara.view import SeatView, View

HIDDEN = "?"
TURN = "▸ "


def title(view: View, seat: int, words: Labels) -> Text:
    head = Text.assemble(TURN if view.asked == seat else "", words.seat(seat), style=STRONG)
    return head.append(f"{DOT}{words('points_label')} {view.seats[seat].points}")


def coins(q: SeatView) -> str:
    return HIDDEN if q.coins is None else str(q.coins)


def bricks(q: SeatView, words: Labels) -> Text:
    if q.bricks is None:
        return Text(HIDDEN, QUIET)
    return Text(" ").join(words.bricks(q.bricks)) if any(q.bricks.values()) else missing()


def marker_count(q: SeatView) -> str:
    """Markers at court, and those that wait in the open area."""
    return f"{len(q.court)}+{q.open_markers}" if q.open_markers else str(len(q.court))


def figures(view: View, seat: int, words: Labels) -> Flow:
    """Coins, bricks, markers and warehouses."""
    q = view.seats[seat]
    parts = [
        figure(words("coins_label"), coins(q), QUIET if q.coins is None else STRONG),
        Text.assemble((f"{words('bricks')} ", QUIET), bricks(q, words)),
        figure(words("markers"), marker_count(q)).append(f" {words('open')}" if q.open_markers else "", QUIET),
    ]
    if view.advanced:
        stored = Text(" ").join([words.piece(piece) if piece else missing() for piece in q.store])
        parts.append(Text.assemble((f"{words('warehouses')} ", QUIET), stored))
    return Flow(parts)


def scored(view: View, seat: int, words: Labels) -> Flow:
    """The spaces with a marker of this seat, cities last, as they are also told with the columns."""
    found = view.seats[seat].scored
    order = [*(space for space in found if space not in CITIES), *(space for space in found if space in CITIES)]
    parts = [Text(cities.space_name(space, words)) for space in order] or [missing()]
    return Flow([Text(words("spaces"), QUIET), *parts])


def rows(view: View, seats: Sequence[int], words: Labels) -> Table:
    """Several seats, one line each if their buildings allow."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column("", overflow="fold")
    for key in ("points_label", "coins_label", "bricks", "short_markers"):
        table.add_column(words(key), no_wrap=True)
    table.add_column(words("buildings"), ratio=1)
    for seat in seats:
        q = view.seats[seat]
        name = Text.assemble(TURN if view.asked == seat else "", words.seat(seat))
        points = Text(str(q.points), STRONG)
        table.add_row(name, points, coins(q), bricks(q, words), marker_count(q), cities.line(view, seat, words))
    return table
