"""The seats on the terminal: florins, favours, tracks, bookshelf, museum and what it would all be worth."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import DOT, QUIET, STRONG, figure
from mecenate.core.flow import Flow
from mecenate.games.stanza.components import DISCIPLINES, TABLE
from mecenate.games.stanza.labels import FLORIN, STYLES, TURNED, Labels, missing, patron
from mecenate.games.stanza.view import SeatView, View

TURN = "▸ "
BOOK, NO_BOOK = "■", "□"
SHORT = (
    "short_income", "short_favours", "short_workers", "short_recruits", "short_books", "short_church", "short_museum",
    "short_tiles", "short_now",
)  # fmt: skip


def total(view: View, seat: int) -> int:
    q = view.seats[seat]
    return q.points if view.question == "over" else sum(q.worth.points.values())


def title(view: View, seat: int, words: Labels) -> Text:
    head = Text.assemble(TURN if view.asked == seat else "", words.seat(seat), style=STRONG)
    if view.seats[seat].left is not None:
        head.append(f"{DOT}{words('gone')}", QUIET)
    return head


def income(q: SeatView, words: Labels) -> str:
    """Florins to fill up to, and the points of a ship that is far out."""
    return f"{q.ship_florins} {FLORIN}" + (f" + {q.ship_points} {words('points_short')}" if q.ship_points else "")


def figures(view: View, seat: int, words: Labels) -> list[Text]:
    q = view.seats[seat]
    return [
        figure(words("florins"), q.florins),
        figure(words("income"), income(q, words)),
        figure(words("discs"), q.discs).append(f" + {q.bonus_discs} {words('bonus')}" if q.bonus_discs else "", QUIET),
    ]


def favours(view: View, seat: int, words: Labels) -> list[Text]:
    """In words, as their colours are what has to be typed."""
    found = [Text(words("favours"), QUIET)]
    for colour, count in view.seats[seat].favours.items():
        colour_name = words.name("colour", colour)
        found.append(Text.assemble(words.favour(colour), f" {colour_name} ", (str(count), STRONG if count else QUIET)))
    return found


def workers(view: View, seat: int, words: Labels) -> list[Text]:
    """The worker track, each space with what hiring there costs."""
    q = view.seats[seat]
    found = []
    for n, (cost, person) in enumerate(zip(TABLE.player_board.hiring_costs, q.workers, strict=True), start=1):
        here = Text(f" {patron(q)} ", STYLES["patron"]) if n == q.patron else words.person(person)
        found.append(Text.assemble((f"{cost}{FLORIN}", QUIET), here))
    return found


def recruits(view: View, seat: int, words: Labels) -> list[Text]:
    people = view.seats[seat].recruits
    return [Text.assemble((str(n), QUIET), words.person(person)) for n, person in enumerate(people, start=1)]


def strengths(view: View, seat: int, words: Labels) -> list[Text]:
    """Of persons and tiles, and what discs in the religion hall can add: `D2+1`."""
    q = view.seats[seat]
    found = []
    for key, strength in q.worth.strengths.items():
        piece = words.with_count(words.letter(key), strength)
        found.append(piece.append(f"+{q.church[key]}" if q.church[key] else ""))
    return found


def shelf(q: SeatView, words: Labels) -> list[Text]:
    """A row of the bookshelf for each discipline."""
    each = TABLE.books.each_colour
    return [Text.assemble(words.letter(key), f" {BOOK * count}{NO_BOOK * (each - count)}") for key, count in q.books.items()]


def museum(q: SeatView, words: Labels) -> list[Text]:
    works = [f"{count}× {words.name('artwork', key)}" for key, count in q.artworks.items() if count]
    return [figure(words("museum"), q.museum), *map(Text, works)]


def tile_names(view: View, seat: int, words: Labels) -> list[Text]:
    """The bonus tiles of a seat, each with the letter of its discipline."""
    keys = view.seats[seat].tiles
    return [Text.assemble(words.letter(view.tile_disciplines[key]), f" {words.name('tile', key)}") for key in keys]


def now(view: View, seat: int, words: Labels) -> Flow:
    """The points that the game would end with, by kind."""
    kinds = [(kind, points) for kind, points in view.seats[seat].worth.points.items() if points]
    label = words("result") if view.question == "over" else words("now")
    return Flow([figure(label, f"{total(view, seat)} {words('points_short')}"), *(figure(words(k), n, "") for k, n in kinds)])


def tracks(view: View, seat: int, words: Labels) -> Table:
    """Workers, recruits, strengths and the rights to bonus tiles below each other."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for label, pieces in (
        ("workers", workers(view, seat, words)),
        ("recruits", recruits(view, seat, words)),
        ("strengths", [*strengths(view, seat, words), words.all_of("rights", words.counted(view.seats[seat].worth.rights))]),
    ):
        table.add_row(Text(words(label), QUIET), Flow(pieces))
    return table


def large(view: View, seat: int, words: Labels) -> Group:
    """Everything about a seat."""
    q = view.seats[seat]
    facts = Flow([*figures(view, seat, words), *museum(q, words)])
    sides = Table.grid(padding=(0, 2, 0, 0))
    sides.add_column(ratio=1)
    sides.add_column()
    sides.add_row(
        Group(facts, Flow(favours(view, seat, words)), tracks(view, seat, words)),
        Group(Text(words("books"), QUIET), *shelf(q, words)),
    )
    lines: list[RenderableType] = [
        Flow([Text(words("tiles"), QUIET), *(tile_names(view, seat, words) or [missing()])]),
        now(view, seat, words),
    ]
    if q.turned_over:
        lines.insert(0, Text(f"{TURNED} {words('turned_over', points=TABLE.patron.turned_over)}", QUIET))
    return Group(sides, *lines)


def small(view: View, seat: int, words: Labels) -> Group:
    """A seat of somebody else, as narrow as it can be."""
    q = view.seats[seat]
    return Group(
        Flow(figures(view, seat, words)),
        words.all_of("favours", words.favours(q.favours)),
        Flow(workers(view, seat, words), " "),
        words.all_of("recruits", [words.person(person) for person in q.recruits]),
        words.all_of("strengths", strengths(view, seat, words)),
        Flow([words.all_of("books", words.counted(q.books)), *museum(q, words)]),
        *([Flow(tile_names(view, seat, words))] if q.tiles else []),
        now(view, seat, words),
    )


def brief(view: View, seat: int, words: Labels) -> Group:
    """The own seat in few lines, without a frame."""
    q = view.seats[seat]
    facts = [
        words.all_of("workers", workers(view, seat, words)),
        words.all_of("recruits", [words.person(person) for person in q.recruits]),
        words.all_of("strengths", strengths(view, seat, words)),
        words.all_of("favours", words.favours(q.favours)),
        words.all_of("books", words.counted(q.books)),
        figure(words("museum"), q.museum),
    ]
    return Group(
        Flow([title(view, seat, words), *figures(view, seat, words), figure(words("now"), total(view, seat))]),
        Flow(facts),
        *([Flow([Text(words("tiles"), QUIET), *tile_names(view, seat, words)])] if q.tiles else []),
    )


def rows(view: View, seats: Sequence[int], words: Labels) -> Table:
    """Several seats, one line each."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column("", overflow="fold")
    table.add_column(FLORIN)
    for key in SHORT:
        table.add_column(words(key), no_wrap=True)
    for seat in seats:
        q = view.seats[seat]
        name = Text.assemble(TURN if view.asked == seat else "", words.seat(seat))
        owned = {key: sum(view.tile_disciplines[tile] == key for tile in q.tiles) for key in DISCIPLINES}
        favours = [words.favour(colour) for colour, count in q.favours.items() for _ in range(count)]
        people = words.row(q.workers)
        people = Text.assemble(people[: q.patron - 1], (patron(q), STYLES["patron"]), people[q.patron :])
        table.add_row(
            name, Text(str(q.florins), STRONG), str(q.ship_florins) + (f"+{q.ship_points}" if q.ship_points else ""),
            Text().join(favours) if favours else missing(),
            people, words.row(q.recruits), words.shortest(q.books), words.shortest(q.church), str(q.museum),
            words.shortest(owned), Text(str(total(view, seat)), STRONG),
        )  # fmt: skip
    return table
