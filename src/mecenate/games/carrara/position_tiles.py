"""Tiles of a scenario: the columns of the players with what stands on the buildings, the display, and the pile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where, shown
from mecenate.core.shares import Share, supply
from mecenate.games.carrara.components import CITIES, COLOURS, DECORATIONS, IMPROVEMENTS, PLACES, TABLE, TYPE_OF, TYPES
from mecenate.games.carrara.moves import ALL_TILES, PIECES
from mecenate.games.carrara.position_court import ADVANCED
from mecenate.games.carrara.state import FIRST_STATUE, GOLD, MONUMENT, NONE

DISPLAY = TABLE.setup.display
EMPTY = "empty"


@dataclass
class Tiles:
    """Where each tile is that somebody named, and how that was called."""

    players: int
    at: dict[int, str] = field(default_factory=dict)

    def __contains__(self, tile: int) -> bool:
        """With two players both threes of a type stay in the box, with three players the second one."""
        return tile >= MONUMENT or tile % 6 not in (2, 3) or self.players > tile % 6

    def put(self, tile: int, place: str, where: Where) -> None:
        name = ALL_TILES[tile]
        if tile not in self:
            raise BadScenario(f"{name} is not in a game with {self.players} players.", where)
        if tile in self.at:
            before = self.at[tile]
            twice = f"twice {place}" if before == place else f"in two places: {before} and {place}"
            second = (
                f" The other tile of this value is called {name}b." if f"{name}b" in ALL_TILES and self.players == 4 else ""
            )
            raise BadScenario(f"{name} can't be {twice}. There is only one of it.{second}", where)
        self.at[tile] = place

    def rest(self) -> list[int]:
        """The buildings that nobody named, by type and value."""
        return [tile for tile in range(MONUMENT) if tile in self and tile not in self.at]


def lay_tiles(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """All tiles: those with players, those that monuments replaced, the display, and what is left as the pile."""
    tiles = Tiles(len(names))
    s.owner[:], s.city[:] = NONE, NONE
    s.rank[:], s.decorated[:], s.statue[:] = 0, 0, 0
    for seat, name in enumerate(names):
        _columns(s, tiles, seat, given.get(name, {}), name)
    _replaced(s, tiles, given)
    _monuments(s, given)
    _improvements(s, given, names)
    _display(s, tiles, given)


def _columns(s: Any, tiles: Tiles, seat: int, given: Mapping[str, Any], name: str) -> None:
    q, where = s.seats[seat], (name, "cities")
    for key, value in reading.mapping(given.get("cities", {}), CITIES, where, f"The cities of {name}").items():
        city = CITIES.index(key)
        for n, item in enumerate(reading.sequence(value, (*where, key), key, "palazzo 1, villa 4 with arms")):
            at = (*where, key, n)
            tile, pieces = _building(item, at)
            tiles.put(tile, f"in {key} of {name}", at)
            s.owner[tile], s.city[tile], s.rank[tile] = seat, city, n
            q.in_city[city] += 1
            q.of_type[TYPE_OF[tile]] += 1
            if pieces and not s.advanced:
                raise BadScenario(f"`{shown(item)}`: what stands on a building {ADVANCED}.", at)
            for piece in pieces:
                _stand(s, tile, piece, at)
            q.statues_in[city] += 1 if s.statue[tile] else 0


def _building(value: Any, where: Where) -> tuple[int, list[int]]:
    """`palazzo 1`, or with what stands on it: `palazzo 1 with crown and red statue`."""
    if isinstance(value, Mapping):
        raise BadScenario(f"Write a building like `palazzo 1 with crown and red statue`, not `{shown(value)}`.", where)
    name, _, rest = " ".join(shown(value).split()).partition(" with ")
    tile = ALL_TILES.index(reading.word(name, ALL_TILES, where, "building"))
    parts = rest.split(" and ") if rest else []
    return tile, [PIECES.index(reading.word(part, PIECES, where, "decoration or statue")) for part in parts]


def _stand(s: Any, tile: int, piece: int, where: Where) -> None:
    """A decoration fits its type, a statue a city that takes bricks of its colour; there is room for one of each."""
    name, building = PIECES[piece], ALL_TILES[tile]
    if piece < FIRST_STATUE:
        if piece != TYPE_OF[tile]:
            raise BadScenario(f"The decoration {name} belongs on a {TYPES[piece]}, not on {building}.", where)
        if s.decorated[tile]:
            raise BadScenario(f"{building} has room for one decoration only.", where)
        s.decorated[tile] = 1
        return
    if s.statue[tile]:
        raise BadScenario(f"{building} has room for one statue only.", where)
    colour, city = piece - FIRST_STATUE, int(s.city[tile])
    if piece < GOLD and city < colour:
        raise BadScenario(f"A {name} can't stand in {CITIES[city]}: no {COLOURS[colour]} bricks are used there.", where)
    s.statue[tile] = colour + 1


def _replaced(s: Any, tiles: Tiles, given: Mapping[str, Any]) -> None:
    """Buildings below monuments are out of the game."""
    kinds = set()
    for n, name in enumerate(reading.words(given.get("replaced", []), ALL_TILES[:MONUMENT], ("replaced",), "building")):
        where, tile = ("replaced", n), ALL_TILES.index(name)
        kind = int(TYPE_OF[tile])
        if s.owner[MONUMENT + kind] < 0:
            raise BadScenario(f"{name} can't be replaced: nobody has the monument {ALL_TILES[MONUMENT + kind]}.", where)
        if kind in kinds:
            raise BadScenario(f"The monument {ALL_TILES[MONUMENT + kind]} replaces one building at most.", where)
        kinds.add(kind)
        tiles.put(tile, "replaced by a monument", where)


def _monuments(s: Any, given: Mapping[str, Any]) -> None:
    """The monuments that nobody has; where that is written, it must be right."""
    there = [kind for n, kind in enumerate(TYPES) if s.owner[MONUMENT + n] < 0]
    s.monuments = sum(1 << TYPES.index(kind) for kind in there)
    if "monuments" in given:
        named = reading.words(given["monuments"], TYPES, ("monuments",), "type of building")
        if sorted(named) != sorted(there):
            raise BadScenario(
                f"The players leave these monuments: {shown(there)}; not {shown(named)}. "
                "A monument that is not there must stand in a city.",
                ("monuments",),
            )


def _improvements(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Each monument brings one improvement, and there is no other way to get one."""
    shares: list[list[Share]] = [[] for _ in PLACES]
    for seat, name in enumerate(names):
        where = (name, "improvements")
        found = reading.words(given.get(name, {}).get("improvements", []), PLACES, where, "city or landscape")
        for n, key in enumerate(found):
            place = PLACES.index(key)
            if key in found[:n]:
                raise BadScenario(f"{name} has two improvements of {key}; there is room for one.", (*where, n))
            s.seats[seat].improved |= 1 << place
            shares[place].append(Share(name, 1, (*where, n)))
        monuments = sum(int(owner) == seat for owner in s.owner[MONUMENT:])
        if len(found) != monuments:
            raise BadScenario(
                f"{name} has {monuments} monuments and {len(found)} improvements: each monument brings one.",
                where if found else (name, "cities"),
            )
    s.improvements[:] = supply(given, "improvements", "improvements", PLACES, [int(n) for n in IMPROVEMENTS], shares)


def _display(s: Any, tiles: Tiles, given: Mapping[str, Any]) -> None:
    """What is not named lies by type and value: first on the display, then in the pile."""

    def named(word: str, place: str) -> list[int]:
        found = reading.words(given.get(word, []), ALL_TILES[:MONUMENT], (word,), "building of the display or the pile")
        numbers = [ALL_TILES.index(name) for name in found]
        for n, tile in enumerate(numbers):
            tiles.put(tile, place, (word, n))
        return numbers

    shown_tiles, pile = named("display", "on display"), named("pile", "in the pile")
    rest = tiles.rest()
    if "display" not in given:
        shown_tiles, rest = rest[:DISPLAY], rest[DISPLAY:]
    pile += rest
    where = ("display",) if "display" in given else ("pile",)
    if len(shown_tiles) > DISPLAY:
        raise BadScenario(f"{len(shown_tiles)} tiles are on display, but there is room for {DISPLAY}.", where)
    if len(shown_tiles) < DISPLAY and pile:
        raise BadScenario(
            f"{len(shown_tiles)} tiles are on display and {len(pile)} in the pile: as long as there is a pile, it fills the "
            f"display up to {DISPLAY}.",
            where,
        )
    s.display[:] = NONE
    s.display[: len(shown_tiles)] = shown_tiles
    s.pile[: len(pile)] = pile
    s.pile_size = len(pile)
    if "tiles left" in given and reading.number(given["tiles left"], ("tiles left",), "tiles left") != len(pile):
        built = sum(1 for tile in range(MONUMENT) if s.owner[tile] >= 0)
        raise BadScenario(
            f"tiles left: {len(shown_tiles)} buildings are on display and {built} built, so {len(pile)} are left in the pile, "
            f"not {given['tiles left']}.",
            ("tiles left",),
        )


def stock_pieces(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Warehouses, and what is left of decorations and coloured statues."""
    shares: list[list[Share]] = [[] for _ in PIECES]
    for seat, name in enumerate(names):
        _warehouses(s, s.seats[seat], given.get(name, {}), name)
        for piece in range(len(PIECES)):
            number = sum(1 for stored in s.seats[seat].store if stored == piece + 1)
            where = (name, "warehouses") if number else (name, "cities")
            for tile in range(len(ALL_TILES)):
                if s.owner[tile] == seat:
                    on_it = int(s.decorated[tile]) and TYPE_OF[tile] == piece, s.statue[tile] == piece - FIRST_STATUE + 1
                    number += bool(on_it[0] if piece < FIRST_STATUE else on_it[1])
            shares[piece].append(Share(name, number, where))
    for word in ("decorations", "statues"):
        if word in given and not s.advanced:
            raise BadScenario(f"`{word}` {ADVANCED}.", (word,))
    if s.advanced:
        each = TABLE.advanced.decorations[len(names) - 2]
        s.decorations[:] = supply(given, "decorations", "decorations", DECORATIONS, [each] * 6, shares[:FIRST_STATUE])
        s.statues[:] = supply(given, "statues", "statues", COLOURS, [TABLE.advanced.statues] * 6, shares[FIRST_STATUE:GOLD])


def _warehouses(s: Any, q: Any, given: Mapping[str, Any], name: str) -> None:
    where = (name, "warehouses")
    found = reading.words(given.get("warehouses", []), [*PIECES, EMPTY], where, "decoration or statue")
    if found and not s.advanced:
        raise BadScenario(f"`warehouses` {ADVANCED}.", where)
    if len(found) > TABLE.advanced.warehouses:
        raise BadScenario(f"{name} has {TABLE.advanced.warehouses} warehouses, each for one piece, not {len(found)}.", where)
    for n, key in enumerate(found):
        q.store[n] = 0 if key == EMPTY else PIECES.index(key) + 1
