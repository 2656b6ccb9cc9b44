"""Tiles of a scenario: buildings and landscapes where somebody wrote that they lie, or where they fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where, shown
from mecenate.games.princes import tiles
from mecenate.games.princes.components import BUILDINGS, LANDSCAPES, TABLE
from mecenate.games.princes.moves import placement

PIECES = [*BUILDINGS, *LANDSCAPES]
FIRST_LANDSCAPE = len(BUILDINGS)
PLACES = {placement(n): n for n in range(512)}
BOARD = int(tiles.BOARD)
WALL_TO_WALL_BUILDERS = TABLE.prices.wall_to_wall_builders
PATIENCE = 200_000  # steps of the search for a way to lay tiles


@dataclass
class Tile:
    piece: int
    where: Where
    placement: int | None = None  # None: wherever it fits
    partner: str | None = None  # whose the other half of a shared building is
    half: int = 0  # of a shared building: the one on the left board, or on the right one

    @property
    def name(self) -> str:
        return PIECES[self.piece]

    @property
    def is_building(self) -> bool:
        return self.piece < FIRST_LANDSCAPE

    @property
    def cells(self) -> int:
        """The spaces that it covers in this principality."""
        assert self.placement is not None
        return half(self.half, self.piece, self.placement) if self.partner else cells(self.piece, self.placement)


def read_tiles(value: Any, kinds: list[str], where: Where, what: str, partners: Sequence[str] = ()) -> list[Tile]:
    """A list of names, each with its place or without: `[opera]`, `[forest: c5 r1]`; or a mapping of names and places.

    Where principalities meet, a building shared with a neighbour is written `opera: g3 r0 with Bob`.
    """
    found = []
    if isinstance(value, Mapping):
        value, is_list = [{name: at} for name, at in value.items()], False
    else:
        value, is_list = reading.sequence(value, where, str(where[-1]), ", ".join(kinds[:2])), True
    for n, item in enumerate(value):
        at = (*where, n) if is_list else where
        for name, places in item.items() if isinstance(item, Mapping) else [(item, None)]:
            here = (*at, name) if isinstance(item, Mapping) else at
            piece = PIECES.index(reading.word(name, kinds, here, what))
            for place in places if isinstance(places, list) else [places]:
                found.append(_tile(place, piece, here, partners))
    return found


def _tile(value: Any, piece: int, where: Where, partners: Sequence[str]) -> Tile:
    place, shared, partner = f" {shown(value)}".partition(" with ") if value is not None else ("", "", "")
    if not shared:
        return Tile(piece, where, None if value is None else read_place(value, piece, where))
    if piece >= FIRST_LANDSCAPE:
        raise BadScenario(f"A {PIECES[piece]} can't be shared: only buildings are built together.", where)
    if not partners:
        raise BadScenario("Buildings are shared only with the expansion; add `options: {cooperation: yes}`.", where)
    partner = reading.word(partner.strip(), partners, where, "other player")
    return Tile(piece, where, read_place(place, piece, where, across=True) if place.strip() else None, partner)


def read_place(value: Any, piece: int, where: Where, across: bool = False) -> int:
    """A place in the notation of moves; an orientation that looks like another one is written as that one."""
    number = PLACES.get(" ".join(shown(value).split()))
    if number is None:
        raise BadScenario(
            f"`{shown(value).strip()}` is no place for a tile. Write it as in the move `place c5 r1 f`: the space of the lower "
            "left corner (a1 to g7), the quarter turns clockwise (r0 to r3), and f if the tile is flipped.",
            where,
        )
    orientation, anchor = int(tiles.SAME[piece, number >> 6]), number & 63
    if across and not (int(tiles.CROSSING[piece, orientation]) >> anchor) & 1:
        raise BadScenario(
            f"The {PIECES[piece]} at {placement(number)} does not lie across a border. The place is the one on the left one of "
            "the two principalities, over whose right edge a shared building runs.",
            where,
        )
    if not across and not (int(tiles.INSIDE[piece, orientation]) >> anchor) & 1:
        raise BadScenario(
            f"The {PIECES[piece]} at {placement(number)} is not completely on the grid of the principality.", where
        )
    return orientation << 6 | anchor


def cells(piece: int, number: int) -> int:
    return int(tiles.SHAPE[piece, number >> 6]) << (number & 63)


def half(which: int, piece: int, number: int) -> int:
    """What a building that lies across a border covers on the left board (0) or the right one (1)."""
    return int(tiles.PART[which, piece, number >> 6, number & 7]) << (number & 56)


def beside(spaces: int) -> int:
    return (spaces << 1 | spaces >> 1 | spaces << 8 | spaces >> 8) & BOARD


@dataclass
class Board:
    """A principality that is being laid out."""

    player: str
    builders: int
    palazzo: int
    tiles: list[Tile]  # buildings, then landscapes
    occupied: int = 0
    built: int = 0

    def __post_init__(self) -> None:
        self.occupied = self.built = self.palazzo

    @property
    def wall_to_wall(self) -> bool:
        return self.builders >= WALL_TO_WALL_BUILDERS

    def cover(self, tile: Tile) -> None:
        self.occupied |= tile.cells
        self.built |= tile.cells if tile.is_building else 0

    def lay(self) -> None:
        """Check the tiles whose places are known."""
        for n, tile in enumerate(self.tiles):
            if tile.is_building and any(tile.piece == other.piece for other in self.tiles[:n]):
                raise BadScenario(
                    f"{self.player} has two of the building {tile.name}; rule 5 allows each only once.", tile.where
                )
            if tile.placement is None:
                continue
            if tile.cells & self.occupied:
                raise BadScenario(
                    f"The {tile.name} of {self.player} overlaps {_under(self.tiles[:n], tile.cells)}.", tile.where
                )
            if tile.is_building and not self.wall_to_wall and tile.cells & beside(self.built):
                raise BadScenario(
                    f"The {tile.name} of {self.player} stands wall to wall with "
                    f"{_under(self.tiles[:n], beside(tile.cells), True)}; "
                    f"that takes {WALL_TO_WALL_BUILDERS} builders, and {self.player} has {self.builders}.",
                    tile.where,
                )
            self.cover(tile)

    def fill(self, closed: int = 0) -> None:
        """Find places for the others; no building may cover a closed space."""
        loose = sorted((tile for tile in self.tiles if tile.placement is None), key=lambda tile: -int(tiles.COUNT[tile.piece]))
        if not loose:
            return
        found = _search(BOARD & ~self.occupied, self.built, [tile.piece for tile in loose], self.wall_to_wall, closed)
        if found is None:
            names = ", ".join(tile.name for tile in loose)
            raise BadScenario(
                f"No way was found to lay all of these in the principality of {self.player}: {names}"
                + ("." if self.wall_to_wall else f", with {self.builders} builders and so never wall to wall.")
                + " If you know how the tiles lie, write their places, like `opera: a5 r0`.",
                (self.player,),
            )
        for tile, number in zip(loose, found, strict=True):
            tile.placement = number
            self.cover(tile)


def _under(laid: list[Tile], covered: int, buildings: bool = False) -> str:
    """Which tile covers one of these spaces."""
    for tile in laid:
        if tile.placement is not None and tile.cells & covered and (tile.is_building or not buildings):
            return f"the {tile.name}"
    return "the Palazzo"


@cache
def _first_cells(piece: int) -> list[tuple[int, int, int]]:
    """For each orientation: its number, its cells, and the lowest of them."""
    shapes = ((o, int(tiles.SHAPE[piece, o])) for o in range(8))
    return [(o, shape, (shape & -shape).bit_length() - 1) for o, shape in shapes if shape]


def _search(free: int, built: int, pieces: list[int], wall_to_wall: bool, closed: int) -> list[int] | None:
    """Places for all pieces: space by space, each covered by a tile or left empty, the large tiles first."""
    found: dict[int, int] = {}
    area = sum(int(tiles.COUNT[piece]) for piece in pieces)
    patience = PATIENCE

    def fill(free: int, built: int, left: tuple[int, ...], spare: int) -> bool:
        nonlocal patience
        patience -= 1
        if not left:
            return True
        if spare < 0 or patience < 0:
            return False
        if not wall_to_wall:
            ground = (free & ~beside(built) & ~closed).bit_count()
            if ground < sum(int(tiles.COUNT[pieces[n]]) for n in left if pieces[n] < FIRST_LANDSCAPE):
                return False
        space = (free & -free).bit_length() - 1
        tried = set()
        for n in left:
            piece = pieces[n]
            if piece in tried:
                continue
            tried.add(piece)
            is_building = piece < FIRST_LANDSCAPE
            blocked = closed | (0 if wall_to_wall else beside(built)) if is_building else 0
            for orientation, shape, low in _first_cells(piece):
                anchor = space - low
                if anchor < 0 or not (int(tiles.INSIDE[piece, orientation]) >> anchor) & 1:
                    continue
                covered = shape << anchor
                if covered & ~free or covered & blocked:
                    continue
                found[n] = orientation << 6 | anchor
                others = tuple(m for m in left if m != n)
                if fill(free & ~covered, built | covered if is_building else built, others, spare):
                    return True
        return fill(free & (free - 1), built, left, spare - 1)

    if fill(free, built, tuple(range(len(pieces))), free.bit_count() - area):
        return [found[n] for n in range(len(pieces))]
    return None
