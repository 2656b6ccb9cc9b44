"""The palace on the terminal: six rooms with the walk through them, and what lies in each."""

from collections.abc import Callable, Mapping, Sequence

from rich.box import SQUARE
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import DOT, GOOD, QUIET, STRONG, figure
from mecenate.core.flow import Flow
from mecenate.games.stanza.components import ARTWORKS, COLOURS, DISCIPLINES, TABLE
from mecenate.games.stanza.labels import DISCIPLINE_OF, FLORIN, JOKER, PATRON, STARTER, STYLES, Labels, missing
from mecenate.games.stanza.view import View

# As the board lies on the table. The walk goes clockwise, so in the lower rooms from right to left.
UPPER, LOWER = ("literature", "religion", "art"), ("discoveries", "bonus", "politics")
SPACES = (1, 2, 3)
SECOND = {row.key: row.second for row in TABLE.disciplines}
BLOCKED = "×"
CAN, TILE = "✓", "▪"


def heading(view: View, words: Labels) -> Flow:
    """The round, how near the end is, and what is being done."""
    parts = [Text(words("round", round=min(view.marker, view.rounds), rounds=view.rounds), STRONG)]
    if view.ending == "announced":
        parts.append(Text(words("announced"), STRONG))
    elif view.ending == "last turns":
        turns = TABLE.ending.last_turns
        parts.append(Text(words("last_turns", turn=min(view.last_turn, turns), turns=turns), STRONG))
    if view.expert:
        parts.append(Text(words("expert")))
    if view.discipline:
        # Before it is counted, the strength is what it would be now.
        strength = view.strength or view.seats[view.asked or 0].worth.strengths[view.discipline]
        parts.append(figure(words("activated", discipline=words.name("discipline", view.discipline)), strength))
    if view.person:
        parts.append(Text.assemble((f"{words('placed')} ", QUIET), words.person(view.person)))
    parts += [figure(words("pile"), view.pile), figure(words("discarded"), view.discarded)]
    return Flow(parts, DOT)


def figures_at(view: View, space: str, words: Labels) -> Text:
    """The figures on a space; whoever has left stands on an exit."""
    there = [seat for seat, q in enumerate(view.seats) if q.figure == space and q.left is None]
    return Text().join(words.symbol(seat) for seat in there)


def walk(view: View, hall: str, words: Labels) -> Text:
    """The person spaces of a hall with their numbers, in the order in which they are drawn."""
    if hall == "bonus":
        there = figures_at(view, hall, words)
        return Text(" ").join([Text("←", QUIET), there if there.plain else missing(), Text("←", QUIET)])
    numbers, arrow = (SPACES, "→") if hall in UPPER else (SPACES[::-1], "←")
    spaces = []
    for n in numbers:
        key = f"{hall} {n}"
        there = figures_at(view, key, words)
        spaces.append(Text.assemble((str(n), QUIET), words.person(view.board[key]), there if there.plain else " "))
    return Text.assemble((f" {arrow} ", QUIET)).join(spaces)


def masterpieces(view: View, hall: str, words: Labels) -> Text:
    """`4:5` is strength 4 for 5 points; where a column stands, whose it is."""
    spaces = []
    points = view.masterpiece_points
    for n, owner in enumerate(view.masterpieces[hall]):
        second = f"+{words.letters[SECOND[hall]]}" if n == len(points) - 1 else ""
        needed = (f"{TABLE.masterpieces.strengths[n]}{second}:", QUIET)
        if owner is None:
            spaces.append(Text.assemble(needed, (str(points[n]), STRONG)))
        else:
            spaces.append(Text.assemble(needed, (BLOCKED, QUIET) if owner < 0 else words.symbol(owner)))
    return Text("  ").join(spaces)


def track(view: View, words: Labels) -> list[Flow]:
    """The income track, florins and then points, with the favours on it and all ships."""
    florins = TABLE.ship.florins
    spaces = []
    for n, value in enumerate([*florins, *TABLE.ship.points]):
        ships = [seat for seat, q in enumerate(view.seats) if q.ship == n]
        space = Text(str(value), STRONG if ships else "")
        space.append(JOKER if n in TABLE.ship.favours_at else "", QUIET)
        spaces.append(space.append_text(Text().join(map(words.symbol, ships))))
    first, second = Text(FLORIN, QUIET), Text(words("points_short"), QUIET)
    return [Flow([first, *spaces[: len(florins)]], " "), Flow([second, *spaces[len(florins) :]], " ")]


def discs(counts: Sequence[int], words: Labels) -> Text:
    """Discs of each seat: `⚜★2`."""
    found = Text()
    for seat, count in enumerate(counts):
        if count:
            found.append_text(words.symbol(seat)).append(str(count) if count > 1 else "")
    return found if found.plain else missing()


def church(view: View, words: Labels) -> list[Flow]:
    fields = [Text.assemble(words.letter(key), " ", discs([q.church[key] for q in view.seats], words)) for key in DISCIPLINES]
    return [Flow(fields)]


def artworks(view: View, words: Labels) -> list[Flow]:
    """What nobody has created yet, with its value."""
    names = zip(ARTWORKS, TABLE.artworks.values, strict=True)
    pieces = [
        Text.assemble(words.name("artwork", key), (f" ({n}) ", QUIET), (f"×{view.artworks[key]}", STRONG)) for key, n in names
    ]
    return [Flow(pieces)]


def books(view: View, words: Labels) -> list[Flow]:
    """What the second, third and fourth book of a discipline bring."""
    table, points = TABLE.books, words("points_short")
    second = {
        "discoveries": words("steps", steps=table.ship_steps),
        "religion": words("disc"),
        "art": f"{table.art_points_for_two} {points}",
        "politics": words("favour"),
    }
    seconds = [Text.assemble(words.letter(key), f" {what}") for key, what in second.items()]
    third = Text.assemble(("3: ", QUIET), words("disc"), " → ", words.letter("religion"))
    fourth = Text.assemble(("4: ", QUIET), f"{table.points_for_four} {points}, ", words.letter("art"))
    return [
        Flow([Text.assemble(("2: ", QUIET), seconds[0]), *seconds[1:]]),
        Flow([third, fourth.append(f" {table.art_points_for_four}")]),
    ]


def favours(view: View, words: Labels) -> list[Flow]:
    return [Flow(words.favours(view.favours))]


def offered(view: View) -> dict[str, list[str]]:
    """The bonus tiles that can still be had, by discipline."""
    found: dict[str, list[str]] = {key: [] for key in DISCIPLINES[:-1]}
    for tile in view.tiles:
        found[view.tile_disciplines[tile]].append(tile)
    return found


def bonus(view: View, words: Labels) -> list[RenderableType]:
    """How many tiles are left, whose discs lie there, and who has left the palace."""
    found: list[RenderableType] = [
        words.all_of("tiles", words.counted({key: len(tiles) for key, tiles in offered(view).items()})),
        Text.assemble((f"{words('discs')} ", QUIET), discs([q.bonus_discs for q in view.seats], words)),
    ]
    if view.ending == "last turns":
        found.append(Flow([Text(words("exit"), QUIET), *exits(view, words)]))
    return found


def exits(view: View, words: Labels) -> list[Text]:
    """The exit spaces, the best one first, with who stands there."""
    gone = {q.left: seat for seat, q in enumerate(view.seats) if q.left is not None}
    return [
        Text.assemble(str(points), words.symbol(gone[points])) if points in gone else Text(str(points), STRONG)
        for points in TABLE.leaving.points[: view.players]
    ]


THINGS: Mapping[str, Callable[[View, Labels], Sequence[RenderableType]]] = {
    "discoveries": track,
    "literature": books,
    "religion": church,
    "art": artworks,
    "politics": favours,
    "bonus": bonus,
}


def name(hall: str, words: Labels) -> str:
    """`D  Discoveries`, which also tells what the letter means."""
    return words("bonus") if hall == "bonus" else f"{words.letters[hall]}  {words.name('discipline', hall)}"


def room(view: View, hall: str, words: Labels, full: bool) -> Group:
    """A band with the name of the hall, the persons and masterpieces in it, and what else lies there."""
    lines: list[RenderableType] = [walk(view, hall, words)]
    if hall != "bonus":
        lines.append(masterpieces(view, hall, words))
    if full or hall == "bonus":
        lines += THINGS[hall](view, words)
    if not full:
        lines = lines[:2]
    band = Padding(Text(name(hall, words), f"bold {STYLES[hall]}"), (0, 0, 0, 1), style=STYLES[hall])
    return Group(band, Padding(Group(*lines), (0, 0, 0, 1)))


def palace(view: View, words: Labels, full: bool = True) -> Table:
    """All rooms; in short without walls, and only with what belongs to every hall."""
    table = Table(
        box=SQUARE if full else None, show_header=False, show_lines=full, expand=True, padding=0, border_style="#8a6a4f"
    )  # fmt: skip
    for _ in UPPER:
        table.add_column(ratio=1)
    for halls in (UPPER, LOWER):
        table.add_row(*(room(view, hall, words, full) for hall in halls))
    return table


def line(view: View, words: Labels) -> Flow:
    """The walk alone, from the bonus hall on."""
    halls = []
    for hall in DISCIPLINES:
        spaces = []
        for n in SPACES:
            person = view.board[f"{hall} {n}"]
            spaces.append(words.row([person]).append_text(figures_at(view, f"{hall} {n}", words)))
        halls.append(Text.assemble((f"{words.letters[hall]}: ", QUIET), Text(" ").join(spaces)))
    there = figures_at(view, "bonus", words)
    return Flow([*halls, Text.assemble((f"{words('bonus')}: ", QUIET), there if there.plain else missing())], " → ")


def tiles(view: View, words: Labels) -> Table:
    """The bonus tiles on offer; a tick where the viewer fulfils the condition and has a favour to pay with."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for discipline, keys in offered(view).items():
        mark = Text(CAN, GOOD) if may_buy(view, discipline) else Text(" ")
        names = Flow([f"{TILE} {words.name('tile', key)}" for key in keys]) if keys else missing()
        table.add_row(words.badge(discipline), mark, names)
    return table


def may_buy(view: View, discipline: str) -> bool:
    if view.you is None:
        return False
    q = view.seats[view.you]
    owned = sum(view.tile_disciplines[tile] == discipline for tile in q.tiles)
    colour = next(key for key, value in DISCIPLINE_OF.items() if value == discipline)
    return q.worth.rights[discipline] > owned and q.favours[colour] + q.favours[COLOURS[-1]] > 0


def legend(words: Labels) -> Group:
    """Who the letters stand for, and what the signs mean."""
    people = [Text.assemble(words.letter(key), (f" {words.name('person', key)}", QUIET)) for key in DISCIPLINES]
    signs = {JOKER: "joker", STARTER: "starter", PATRON: "patron", BLOCKED: "blocked", "4:5": "masterpiece_sign"}
    meanings = [*((sign, words(key)) for sign, key in signs.items()), (words("points_short"), words("points"))]
    return Group(Flow(people), Flow([Text.assemble(sign, (f" {meaning}", QUIET)) for sign, meaning in meanings]))
