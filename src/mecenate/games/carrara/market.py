"""The middle of the table on the terminal: the wheel, the buildings on display, what is left, and the Royal Court."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import DOT, QUIET, STRONG, figure
from mecenate.core.flow import Flow
from mecenate.games.carrara.components import COLOURS, TABLE
from mecenate.games.carrara.labels import Labels, missing, strong
from mecenate.games.carrara.moves import LOCATIONS
from mecenate.games.carrara.view import View

IN_ROW = 3  # buildings of the display
HERE = "▸"


def heading(view: View, words: Labels) -> Flow:
    """What all need to know: who is scoring, what is nearly used up, and whether the end has come."""
    parts = [strong(words("advanced" if view.advanced else "normal"))]
    parts += [figure(words("bag"), view.bag), figure(words("pile"), view.pile)]
    if view.visitor is not None and view.visited is not None:
        held = Text.assemble((f"{words('visit')} ", QUIET), words.seat(view.visitor))
        parts.append(held.append(f" ({bonus_name(view.court[view.visited], words)})"))
    if view.ender is not None:
        parts.append(Text.assemble((f"{words('last_turns')} ", STRONG), words.seat(view.ender)))
    return Flow(parts, DOT)


def wheel(view: View, words: Labels) -> Table:
    """One line a location: bricks of each colour and what one of them costs there, in the advanced version what it gives."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column(words("wheel"), no_wrap=True)
    for colour in COLOURS:
        table.add_column(words.brick(colour), justify="right", no_wrap=True, min_width=4)
    if view.advanced:
        table.add_column(words("emptied"), no_wrap=True)
    for n, segment in enumerate(view.wheel):
        cells = [location(view, n)]
        for colour, count in segment.bricks.items():
            price = str(segment.prices[colour])
            cells.append(Text.assemble(words.brick(colour, count), f" {price}") if count else Text(price, QUIET))
        if segment.decoration and segment.statue:
            cells.append(Text.assemble(words.name("piece", segment.decoration), " / ", words.statue(segment.statue)))
        table.add_row(*cells)
    return table


def location(view: View, n: int) -> Text:
    chosen = view.segment == n
    return Text(f"{HERE if chosen else ''}{LOCATIONS[n]}", STRONG if chosen or any(view.wheel[n].bricks.values()) else QUIET)


def wheel_line(view: View, words: Labels) -> Flow:
    """The same in a line: the locations with bricks, and each colour with its price."""
    parts = []
    for n, segment in enumerate(view.wheel):
        bricks = [(colour, count) for colour, count in segment.bricks.items() if count]
        if bricks:
            part = location(view, n)
            for colour, count in bricks:
                part.append_text(Text.assemble(" ", words.brick(colour, count), f":{segment.prices[colour]}"))
            if segment.decoration and segment.statue:
                part.append(f" {words.name('piece', segment.decoration)}/", QUIET).append_text(words.statue(segment.statue))
            parts.append(part)
    return Flow([Text(words("wheel"), QUIET), *(parts or [missing()])])


def display(view: View, words: Labels, full: bool) -> Table:
    """The nine places, with whole names where there is room."""
    table = Table.grid(padding=(0, 1, 0, 0))
    tiles = [words.tile(tile, full) if tile else missing() for tile in view.display]
    for n in range(0, len(tiles), IN_ROW):
        table.add_row(*tiles[n : n + IN_ROW])
    return table


def display_line(view: View, words: Labels) -> Flow:
    tiles = sorted((words.tile(tile, False) for tile in view.display if tile), key=lambda tile: tile.plain)
    return Flow([Text(words("display"), QUIET), *(tiles or [missing()])], " ")


def monuments(view: View, words: Labels) -> Flow:
    label = Text(f"{words('monuments')} {TABLE.tiles.monument}", QUIET)
    return Flow([label, *([words.monument(tile) for tile in view.monuments] or [missing()])], " ")


def improvements(view: View, words: Labels) -> Flow:
    left = [Text(words.places[place]) for place, count in view.improvements.items() for _ in range(count)]
    return Flow([Text(words("improvements"), QUIET), *(left or [missing()])], " ")


def offers(view: View, words: Labels, full: bool) -> Group:
    """What can be built."""
    return Group(
        Text(words("display"), QUIET),
        display(view, words, full),
        monuments(view, words),
        improvements(view, words),
    )


def supply(view: View, words: Labels) -> Flow:
    """Decorations and statues that are left."""
    parts = [Text(words("supply"), QUIET)]
    parts += [Text(f"{words.name('piece', key)} {count}") for key, count in view.decorations.items()]
    parts += [Text.assemble(words.statue(key), f" {count}") for key, count in view.statues.items()]
    return Flow(parts)


def bonus_name(bonus: str, words: Labels) -> str:
    """What an area of the court gives; the last two in words."""
    if bonus == "coins":
        return words("coins", coins=TABLE.court.coins)
    if bonus == "points":
        return words("points", points=TABLE.court.points)
    return words(bonus)


def markers(seats: Sequence[int], words: Labels) -> Text:
    return Text().join(words.symbol(seat) for seat in seats) if seats else missing()


def court(view: View, words: Labels) -> Flow:
    """Bonus areas of a kind together, each with the markers that still lie there; and the open area with its markers."""
    parts = [Text(words("court"), QUIET)]
    for bonus in dict.fromkeys(view.court):
        part = Text(bonus_name(bonus, words))
        for area, kind in enumerate(view.court):
            if kind == bonus:
                here = area == view.visited
                there = markers([n for n, q in enumerate(view.seats) if area in q.court], words)
                part.append(f" {HERE if here else ''}[", STRONG if here else QUIET).append_text(there)
                part.append("]", STRONG if here else QUIET)
        parts.append(part)
    waiting = [words.symbol(n).append(str(q.open_markers)) for n, q in enumerate(view.seats) if q.open_markers]
    parts.append(
        Text.assemble(f"{words('open')} ", ("[", QUIET), Text(" ").join(waiting) if waiting else missing(), ("]", QUIET))
    )
    return Flow(parts)


def top(view: View, words: Labels, full: bool) -> RenderableType:
    """Wheel and buildings side by side."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_row(wheel(view, words), offers(view, words, full))
    return table


def lines(view: View, words: Labels) -> Group:
    """Wheel and buildings in as few lines as possible."""
    return Group(wheel_line(view, words), display_line(view, words))
