"""The cities of a seat on the terminal: six columns of buildings, and what their scoring spaces would pay."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from mecenate.core.drawing import DOT, GOOD, QUIET, STRONG
from mecenate.core.flow import Flow
from mecenate.games.carrara.components import CITIES, COLOURS, LANDSCAPES, PLACES, REWARD, TABLE, TYPES
from mecenate.games.carrara.labels import LAND_OF, LANDS, STATUE, Labels, missing
from mecenate.games.carrara.moves import MONEY_SPACES, PAIRS, SPACE_KEYS
from mecenate.games.carrara.view import SpaceView, View

PRINTED_NEEDED = ("city", "improve")  # questions that what is printed on the cities answers
POSSIBLE, IMPROVED = "✓", "↑"
INFO = {city.key: city for city in TABLE.cities}
OTHER_SPACES = [space for space in SPACE_KEYS if space not in CITIES and space not in TYPES]
MONEY = {key: space.coins for key, space in zip(MONEY_SPACES, TABLE.advanced.money_spaces, strict=True)}


def can_score(view: View) -> bool:
    """Whether the person looking has a marker to score with: one left, or one in hand."""
    if view.you is None or view.question == "over":
        return False
    q = view.seats[view.you]
    return bool(q.court or q.open_markers or (view.question == "space" and view.asked == view.you))


def pays(space: SpaceView, words: Labels) -> str:
    """`12 c 8 p`: what a space would pay now."""
    found = [words("pays_coins", coins=space.coins)] if space.coins else []
    found += [words("pays_points", points=space.points)] if space.points else []
    return " ".join(found)


class Columns:
    """The columns of one seat with everything about their cities; without a seat, the cities alone.

    `brief` leaves out what is printed there, unless the question is about it, and spaces that can't be scored.
    """

    def __init__(self, view: View, seat: int | None, words: Labels, brief: bool = False):
        self.view = view
        self.seat = seat
        self.words = words
        self.brief = brief
        self.spaces = view.spaces if seat is not None and seat == view.you else None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width // len(CITIES)
        table = Table.grid(padding=(0, 1, 0, 0))
        for _ in CITIES:
            table.add_column(width=width - 1, overflow="fold")
        full = self._stacks(full=True)
        fitting = all(label.cell_len < width for row in full for label in row)
        for row in full if fitting else self._stacks(full=False):
            table.add_row(*row)
        table.add_row(*(self._name(city) for city in CITIES))
        if not self.brief or self.view.question in PRINTED_NEEDED:
            table.add_row(*(Text().join(self.words.brick(colour) for colour in accepted(city)) for city in CITIES))
            table.add_row(*(self._reward(city) for city in CITIES))
        table.add_row(*(self._state(city) for city in CITIES))
        if self.spaces and not self.brief:
            table.add_row(*(Text(self.words.name("type", kind), LANDS[LAND_OF[kind]]) for kind in TYPES))
            table.add_row(*(self._paying(kind) for kind in TYPES))
        yield table
        if self.spaces:
            yield possible(self.view, [*TYPES, *OTHER_SPACES], self.words) if self.brief else self._others()

    def _stacks(self, full: bool) -> list[list[Text]]:
        """The buildings from above, as they stand."""
        if self.seat is None:
            return []
        columns = self.view.seats[self.seat].cities
        height = max(map(len, columns.values()))
        return [
            [self.words.building(built[n], full) if n < len(built) else Text() for built in columns.values()]
            for n in reversed(range(height))
        ]

    def _improved(self, place: str) -> bool:
        return self.seat is not None and place in self.view.seats[self.seat].improved

    def _name(self, city: str) -> Text:
        return Text(f"{self.words.name('city', city)}{IMPROVED if self.brief and self._improved(city) else ''}", STRONG)

    def _reward(self, city: str) -> Text:
        improved = self._improved(city)
        coins, points = REWARD[PLACES.index(city), int(improved)].tolist()
        found = [self.words("coins_times", times=coins)] if coins else []
        found += [self.words("points_times", times=points)] if points else []
        return Text(f"{' '.join(found)}{IMPROVED if improved else ''}", STRONG if improved else "")

    def _state(self, city: str) -> Text:
        """Who has scored a city, what it would pay, or how many buildings of those needed stand there."""
        words = self.words
        if city in self.view.city_scored:
            return words.symbol(self.view.city_scored[city]).append(f" {words('scored')}")
        needed = INFO[city].buildings_to_score
        there = 0 if self.seat is None else len(self.view.seats[self.seat].cities[city])
        if self.spaces and self.spaces[city].refused is None:
            return self._paying(city)
        part = Text(f"{there}/{needed}" if self.seat is not None else words("from", buildings=needed), QUIET)
        return part.append(f"{DOT}{pays(self.spaces[city], words)}" if self.spaces and there else "")

    def _paying(self, space: str) -> Text:
        """A space of the person looking: already scored, possible, or not."""
        assert self.spaces and self.seat is not None
        found, words = self.spaces[space], self.words
        if found.refused == "space-taken" or space in self.view.money_scored:
            return words.symbol(self.view.money_scored.get(space, self.seat)).append(f" {words('scored')}")
        if found.refused is None and can_score(self.view):
            return Text(f"{POSSIBLE} {pays(found, words)}".rstrip(), GOOD)
        if found.refused == "too-few-coins":
            return Text(words("from_coins", coins=MONEY[space]), QUIET)
        return Text(pays(found, words) or "–", QUIET)

    def _others(self) -> Flow:
        """Landscapes, and in the advanced version money and statues."""
        keys = [key for key in OTHER_SPACES if self.view.advanced or key in LANDSCAPES]
        return Flow(
            Text(f"{space_name(key, self.words)}{IMPROVED if self._improved(key) else ''} ").append_text(self._paying(key))
            for key in keys
        )


def possible(view: View, keys: Iterable[str], words: Labels) -> Flow:
    """Of some spaces those that the person looking could score now, and what they would pay."""
    spaces = view.spaces if view.spaces and can_score(view) else {}
    found = [(key, spaces[key]) for key in keys if key in spaces and spaces[key].refused is None]
    return Flow(
        Text.assemble(f"{space_name(key, words)} ", (f"{POSSIBLE} {pays(space, words)}".rstrip(), GOOD)) for key, space in found
    )


def space_name(space: str, words: Labels) -> str:
    """Landscapes and pairs of cities in short."""
    if space in PAIRS:
        return f"{STATUE}{'/'.join(words.name('city', city) for city in space.split('-'))}"
    return words(space) if space in LANDSCAPES else words.name("space", space)


def accepted(city: str) -> list[str]:
    """The colours that a city takes: its own and all to the left."""
    return COLOURS[: COLOURS.index(INFO[city].colour) + 1]


def heads(view: View, seat: int, words: Labels) -> list[Text]:
    """The cities by short names, with a sign for an improvement."""
    improved = view.seats[seat].improved
    return [Text(f"{words.cities[city]}{IMPROVED if city in improved else ''}", QUIET) for city in CITIES]


def small(view: View, seat: int, words: Labels) -> Table:
    """The columns of a seat with six characters a building."""
    columns = view.seats[seat].cities
    table = Table.grid(expand=True)
    for _ in CITIES:
        table.add_column(ratio=1, no_wrap=True)
    for n in reversed(range(max(map(len, columns.values())))):
        table.add_row(*(words.shortest(built[n]) if n < len(built) else Text() for built in columns.values()))
    table.add_row(*heads(view, seat, words))
    return table


def line(view: View, seat: int, words: Labels) -> Flow:
    """All buildings of a seat by city, without what is empty."""
    parts = []
    for head, built in zip(heads(view, seat, words), view.seats[seat].cities.values(), strict=True):
        if built or head.plain.endswith(IMPROVED):
            parts.append(Text(" ").join([head, *(words.shortest(b) for b in built)]))
    parts += [Text(f"{words(land)}{IMPROVED}", QUIET) for land in LANDSCAPES if land in view.seats[seat].improved]
    return Flow(parts or [missing()])
