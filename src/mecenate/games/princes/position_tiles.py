"""Tiles of a scenario: buildings and landscapes where somebody wrote that they lie, or where they fit."""

from collections.abc import Mapping
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
BOARD, PALAZZO = int(tiles.BOARD), int(tiles.PALAZZO)
WALL_TO_WALL_BUILDERS = TABLE.prices.wall_to_wall_builders
PATIENCE = 200_000  # steps of the search for a way to lay tiles


@dataclass
class Tile:
    piece: int
    where: Where
    placement: int | None = None  # None: wherever it fits

    @property
    def name(self) -> str:
        return PIECES[self.piece]

    @property
    def is_building(self) -> bool:
        return self.piece < FIRST_LANDSCAPE


def read_tiles(value: Any, kinds: list[str], where: Where, what: str) -> list[Tile]:
    """A list of names, each with its place or without: `[opera]`, `[forest: c5 r1]`; or a mapping of names and places."""
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
                found.append(Tile(piece, here, _placement(place, piece, here)))
    return found


def _placement(value: Any, piece: int, where: Where) -> int | None:
    """A place in the notation of moves; an orientation that looks like another one is written as that one."""
    if value is None:
        return None
    number = PLACES.get(" ".join(shown(value).split()))
    if number is None:
        raise BadScenario(
            f"`{shown(value)}` is no place for a tile. Write it as in the move `place c5 r1 f`: the space of the lower left "
            "corner (a1 to g7), the quarter turns clockwise (r0 to r3), and f if the tile is flipped.",
            where,
        )
    orientation, anchor = int(tiles.SAME[piece, number >> 6]), number & 63
    if not (int(tiles.INSIDE[piece, orientation]) >> anchor) & 1:
        raise BadScenario(
            f"The {PIECES[piece]} at {placement(number)} is not completely on the grid of the principality.", where
        )
    return orientation << 6 | anchor


def cells(piece: int, number: int) -> int:
    return int(tiles.SHAPE[piece, number >> 6]) << (number & 63)


def beside(spaces: int) -> int:
    return (spaces << 1 | spaces >> 1 | spaces << 8 | spaces >> 8) & BOARD


def lay(laid: list[Tile], player: str, builders: int, where: Where) -> tuple[int, int]:
    """Check the tiles of a principality and find places for the loose ones. Returns occupied and built spaces."""
    wall_to_wall = builders >= WALL_TO_WALL_BUILDERS
    occupied = built = PALAZZO
    for n, tile in enumerate(laid):
        if tile.is_building and any(tile.piece == other.piece for other in laid[:n]):
            raise BadScenario(f"{player} has two of the building {tile.name}; rule 5 allows each only once.", tile.where)
        if tile.placement is None:
            continue
        covered = cells(tile.piece, tile.placement)
        if covered & occupied:
            raise BadScenario(f"The {tile.name} of {player} overlaps {_under(laid[:n], covered)}.", tile.where)
        if tile.is_building and not wall_to_wall and covered & beside(built):
            raise BadScenario(
                f"The {tile.name} of {player} stands wall to wall with {_under(laid[:n], beside(covered), True)}; "
                f"that takes {WALL_TO_WALL_BUILDERS} builders, and {player} has {builders}.",
                tile.where,
            )
        occupied |= covered
        built |= covered if tile.is_building else 0
    loose = sorted((tile for tile in laid if tile.placement is None), key=lambda tile: -int(tiles.COUNT[tile.piece]))
    if loose:
        found = _search(BOARD & ~occupied, built, [tile.piece for tile in loose], wall_to_wall)
        if found is None:
            names = ", ".join(tile.name for tile in loose)
            raise BadScenario(
                f"No way was found to lay all of these in the principality of {player}: {names}"
                + ("." if wall_to_wall else f", with {builders} builders and so never wall to wall.")
                + " If you know how the tiles lie, write their places, like `opera: a5 r0`.",
                where,
            )
        for tile, number in zip(loose, found, strict=True):
            tile.placement = number
            occupied |= cells(tile.piece, number)
            built |= cells(tile.piece, number) if tile.is_building else 0
    return occupied, built


def _under(laid: list[Tile], covered: int, buildings: bool = False) -> str:
    """Which tile covers one of these spaces."""
    for tile in laid:
        if tile.placement is not None and cells(tile.piece, tile.placement) & covered and (tile.is_building or not buildings):
            return f"the {tile.name}"
    return "the Palazzo"


@cache
def _first_cells(piece: int) -> list[tuple[int, int, int]]:
    """For each orientation: its number, its cells, and the lowest of them."""
    shapes = ((o, int(tiles.SHAPE[piece, o])) for o in range(8))
    return [(o, shape, (shape & -shape).bit_length() - 1) for o, shape in shapes if shape]


def _search(free: int, built: int, pieces: list[int], wall_to_wall: bool) -> list[int] | None:
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
            ground = (free & ~beside(built)).bit_count()
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
            blocked = beside(built) if is_building and not wall_to_wall else 0
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
