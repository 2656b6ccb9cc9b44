"""Principalities of a scenario that meet: buildings that two players share, and what may stand at a border."""

from collections.abc import Sequence
from typing import Any

from mecenate.core.errors import BadScenario
from mecenate.games.princes import cooperation, tiles
from mecenate.games.princes.position_tiles import BOARD, Board, Tile, beside, half
from mecenate.games.princes.state import LEFT, NONE, RIGHT

FIRST_COLUMN, LAST_COLUMN, WIDTH = int(cooperation.FIRST_COLUMN), int(cooperation.LAST_COLUMN), int(cooperation.WIDTH)
BORDER_BUILDERS, WALL_BUILDERS = cooperation.BORDER_BUILDERS, cooperation.WALL_BUILDERS

Sides = tuple[Board | None, Board | None]  # the principalities on the left and on the right


def neighbours(s: Any, seat: int) -> list[int]:
    """The seats on the left and on the right, NONE where there is nobody."""
    return [int(cooperation.neighbour(s, seat, side)) for side in (LEFT, RIGHT)]


def side_of(s: Any, seat: int, partner: int) -> int:
    """On which side of a player another one is, NONE if they are no neighbours."""
    sides = neighbours(s, seat)
    return sides.index(partner) if partner in sides else NONE


def lay_out(s: Any, boards: Sequence[Board], names: Sequence[str]) -> None:
    """Lay all tiles of principalities that meet: those with places, then shared buildings without, then the others."""
    around: list[Sides] = []
    for seat in range(len(boards)):
        left, right = neighbours(s, seat)
        around.append((None if left == NONE else boards[left], None if right == NONE else boards[right]))
    for seat, board in enumerate(boards):
        for tile in [tile for tile in board.tiles if tile.partner]:
            _pair(s, seat, tile, boards, names)
    for board in boards:
        board.lay()
    for board, sides in zip(boards, around, strict=True):
        _check_border(board, sides)
    for seat, board in enumerate(boards):
        for tile in board.tiles:
            if tile.partner and tile.placement is None:
                other = boards[names.index(tile.partner)]
                _lay_across(tile, board, other, around[seat], around[names.index(tile.partner)])
    for board, sides in zip(boards, around, strict=True):
        closed = _facing(board, sides)
        if board.builders < BORDER_BUILDERS:
            closed |= _edges(sides)
        board.fill(closed)


def _pair(s: Any, seat: int, tile: Tile, boards: Sequence[Board], names: Sequence[str]) -> None:
    """A shared building may be named by both owners, or by one."""
    name, partner = names[seat], names.index(str(tile.partner))
    side = side_of(s, seat, partner)
    if side == NONE:
        beside_it = " and ".join(names[other] for other in neighbours(s, seat) if other != NONE)
        raise BadScenario(
            f"{name} and {tile.partner} are no neighbours, so they can't share the {tile.name}. "
            f"The principality of {name} meets that of {beside_it}.",
            tile.where,
        )
    tile.half = 0 if side == RIGHT else 1
    for other in boards[partner].tiles:
        if other.is_building and other.piece == tile.piece:
            if other.partner != name:
                raise BadScenario(
                    f"{tile.partner} has another {tile.name}, so {name} and {tile.partner} can't share one: "
                    "rule 5 allows each building only once.",
                    tile.where,
                )
            if other.placement is None:
                other.placement = tile.placement
            elif tile.placement is None:
                tile.placement = other.placement
            if other.placement != tile.placement:
                raise BadScenario(
                    f"{name} and {tile.partner} do not say the same place for the {tile.name} that they share.", tile.where
                )
            return
    mirrored = Tile(tile.piece, tile.where, tile.placement, name, 1 - tile.half)
    boards[partner].tiles.insert(0, mirrored)


def _edges(sides: Sides) -> int:
    """The spaces that touch another principality."""
    return (FIRST_COLUMN if sides[LEFT] else 0) | (LAST_COLUMN if sides[RIGHT] else 0)


def _walls(board: Board, side: int, other: Board, own: Tile | None = None) -> int:
    """The spaces of a principality that meet a building beyond a border, and not only another half of the same one."""
    built = other.built
    if own is not None and own.partner == other.player and own.half == (0 if side == RIGHT else 1):
        built &= ~half(1 - own.half, own.piece, own.placement)  # type: ignore[arg-type]
    return (built & FIRST_COLUMN) << WIDTH if side == RIGHT else (built & LAST_COLUMN) >> WIDTH


def _facing(board: Board, sides: Sides) -> int:
    """Where no building can stand, because one stands beyond the border and neither of the two has the builders for that."""
    found = 0
    for side, other in enumerate(sides):
        if other and max(board.builders, other.builders) < WALL_BUILDERS:
            found |= _walls(board, side, other)
    return found


def _check_border(board: Board, sides: Sides) -> None:
    for tile in board.tiles:
        if not tile.is_building or tile.placement is None:
            continue
        if not tile.partner and board.builders < BORDER_BUILDERS and tile.cells & _edges(sides):
            raise BadScenario(
                f"The {tile.name} of {board.player} stands at the border of the principality; that takes a builder, and "
                f"{board.player} has none.",
                tile.where,
            )
        for side, other in enumerate(sides):
            if other and max(board.builders, other.builders) < WALL_BUILDERS and tile.cells & _walls(board, side, other, tile):
                raise BadScenario(
                    f"The {tile.name} of {board.player} stands wall to wall with a building of {other.player} beyond the "
                    f"border; one of them must have {WALL_BUILDERS} builders.",
                    tile.where,
                )


def _ground(board: Board, sides: Sides) -> int:
    free = BOARD & ~board.occupied & ~_facing(board, sides)
    return free if board.wall_to_wall else free & ~beside(board.built)


def _lay_across(tile: Tile, board: Board, other: Board, sides: Sides, other_sides: Sides) -> None:
    """A place for a shared building that was written without: the first one that is free on both boards."""
    ground = (_ground(board, sides), _ground(other, other_sides))
    for number in range(512):
        if not (int(tiles.CROSSING[tile.piece, number >> 6]) >> (number & 63)) & 1:
            continue
        if half(tile.half, tile.piece, number) & ~ground[0] or half(1 - tile.half, tile.piece, number) & ~ground[1]:
            continue
        twin = next(t for t in other.tiles if t.piece == tile.piece)
        tile.placement = twin.placement = number
        board.cover(tile)
        other.cover(twin)
        return
    raise BadScenario(
        f"No place was found for the {tile.name} of {board.player} and {other.player}. If you know where it lies, write it, "
        f"like `{tile.name}: g3 r0 with {other.player}`.",
        tile.where,
    )
