"""What the halls hold in a scenario: favours, artworks and discs, masterpieces, and the bonus tiles."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where
from mecenate.core.shares import Share, supply
from mecenate.games.stanza.components import ARTWORKS, BONUS_TILES, COLOURS, COVERS, DISCIPLINES, TABLE, TILE_OF
from mecenate.games.stanza.moves import MASTERPIECES
from mecenate.games.stanza.outlook import RIGHTS, look_ahead
from mecenate.games.stanza.state import BLOCKED, POLITICS, RELIGION

BLOCK, FREE = "blocked", "free"
COVERED = sorted({int(space) for space in COVERS})  # masterpiece spaces that cover tiles can block
EACH_TILE = TABLE.bonus_hall.tiles_of_each_discipline
CONDITION = {
    "discoveries": "the ship has reached {} spaces with a favour",
    "literature": "the bookshelf has {} full columns",
    "art": "the artworks are worth enough for {}",
}


def stock(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Favours and artworks: with the players, and what is left in the halls."""
    most = TABLE.setup.artworks_per_player * len(names)
    for seat, name in enumerate(names):
        where = (name, "artworks")
        found = reading.mapping(given.get(name, {}).get("artworks", {}), ARTWORKS, where, f"The artworks of {name}")
        for n, key in enumerate(ARTWORKS):
            s.seats[seat].artworks[n] = reading.number(found.get(key, 0), (*where, key), f"{key} of {name}", 0, most)

    def shares(word: str, kinds: Sequence[str]) -> list[list[Share]]:
        found: list[list[Share]] = []
        for n, kind in enumerate(kinds):
            found.append([])
            for seat, name in enumerate(names):
                where: Where = (name, word, kind) if word in given.get(name, {}) else ()
                found[n].append(Share(name, int(s.seats[seat][word][n]), where))
        return found

    each = [TABLE.setup.favours_of_each_colour] * len(COLOURS)
    s.favours[:] = supply(given, "favours", "favours", COLOURS, each, shares("favours", COLOURS))
    s.artworks[:] = supply(given, "artworks", "artworks", ARTWORKS, [most] * len(ARTWORKS), shares("artworks", ARTWORKS))


def raise_columns(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Masterpiece spaces by hall and points: a player, `blocked`, or `free`."""
    halls = reading.mapping(given.get("masterpieces", {}), DISCIPLINES, ("masterpieces",), "The masterpieces")
    drawn = [row.index(BLOCKED) if BLOCKED in row else None for row in s.masterpieces.tolist()]
    possible: list[list[int]] = []  # by hall, the spaces that can be the blocked one
    s.masterpieces[:] = 0
    for discipline, hall in enumerate(DISCIPLINES):
        where = ("masterpieces", hall)
        named = reading.mapping(halls.get(hall, {}), MASTERPIECES, where, f"The masterpieces of {hall}")
        blocked = [MASTERPIECES.index(points) for points, who in named.items() if who == BLOCK]
        for points, who in named.items():
            if reading.word(who, (*names, BLOCK, FREE), (*where, points), "player") in names:
                _column(s, discipline, MASTERPIECES.index(points), names.index(who), who, (*where, points))
        open_spaces = [n for n in COVERED if MASTERPIECES[n] not in named]
        possible.append(blocked or open_spaces)
        _blocked(blocked, open_spaces, hall, len(names), where)
    if len(names) == len(s.seats):
        return
    ways = [way for way in product(*possible) if all(way.count(n) <= COVERS.tolist().count(n) for n in COVERED)]
    if not ways:
        raise BadScenario(
            "Five of six cover tiles block a masterpiece space in each hall: two are for 5 points, two for 8, two for 12. "
            "So not more than two of a kind can be blocked.",
            ("masterpieces",),
        )
    best = max(ways, key=lambda way: sum(a == b for a, b in zip(way, drawn, strict=True)))
    for discipline, space in enumerate(best):
        s.masterpieces[discipline, space] = BLOCKED


def _column(s: Any, discipline: int, space: int, seat: int, name: str, where: Where) -> None:
    q, hall = s.seats[seat], DISCIPLINES[discipline]
    if (int(q.masterpieces) >> discipline) & 1:
        raise BadScenario(f"{name} has two masterpieces of {hall}; there is one a discipline for each player.", where)
    q.masterpieces |= 1 << discipline
    s.masterpieces[discipline, space] = seat + 1


def _blocked(blocked: list[int], open_spaces: list[int], hall: str, players: int, where: Where) -> None:
    """With two or three players one space a hall is blocked, never the greatest; with four none."""
    if players == 4:
        if blocked:
            raise BadScenario("With four players no masterpiece space is blocked.", where)
        return
    if len(blocked) > 1:
        raise BadScenario(f"Two masterpiece spaces of {hall} are blocked; with {players} players it is one a hall.", where)
    if blocked and blocked[0] not in COVERED:
        raise BadScenario(f"The greatest masterpiece of {hall} can't be blocked.", where)
    if not blocked and not open_spaces:
        raise BadScenario(
            f"With {players} players one masterpiece space of {hall} is blocked, but all are free or taken.", where
        )


def lay_tiles(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Bonus tiles, three of each discipline: with the players, each with a disc in its place, and those still offered."""
    drawn = [n for n in range(len(BONUS_TILES)) if (int(s.offered_tiles) >> n) & 1]
    at: dict[int, str] = {}

    def put(word_where: Where, value: Any, place: str) -> list[int]:
        found = reading.words(value, BONUS_TILES, word_where, "bonus tile")
        numbers = [BONUS_TILES.index(key) for key in found]
        for n, tile in enumerate(numbers):
            if tile in at:
                raise BadScenario(
                    f"The bonus tile {found[n]} can't be in two places: {at[tile]} and {place}.", (*word_where, n)
                )
            at[tile] = place
            same = [other for other in at if TILE_OF[other] == TILE_OF[tile]]
            if len(same) > EACH_TILE:
                raise BadScenario(
                    f"{found[n]} would be a fourth bonus tile of {DISCIPLINES[TILE_OF[tile]]}, but {EACH_TILE} of each "
                    f"discipline are in a game (here: {', '.join(BONUS_TILES[other] for other in same[:-1])}).",
                    (*word_where, n),
                )
        return numbers

    for seat, name in enumerate(names):
        where = (name, "bonus tiles")
        own = put(where, given.get(name, {}).get("bonus tiles", []), f"with {name}")
        s.seats[seat].tiles = sum(1 << tile for tile in own)
        s.seats[seat].bonus_discs = len(own)
        _discs(s.seats[seat], name, (name, "discs") if "discs" in given.get(name, {}) else where)
        _conditions(s, seat, own, name)
    offered = put(("bonus tiles",), given.get("bonus tiles", []), "in the bonus hall")
    for tile in (*drawn, *range(len(BONUS_TILES))):
        if tile not in at and sum(TILE_OF[other] == TILE_OF[tile] for other in at) < EACH_TILE:
            at[tile] = "in the bonus hall"
            offered.append(tile)
    s.offered_tiles = sum(1 << tile for tile in offered)


def _discs(q: Any, name: str, where: Where) -> None:
    """Eight discs: in the religion hall, one for each bonus tile in the bonus hall, and the others in supply."""
    in_church, in_grid = int(q.church.sum()), int(q.bonus_discs)
    q.discs = TABLE.setup.discs - in_church - in_grid
    if q.discs < 0:
        raise BadScenario(
            f"{name} has {in_church} discs in the religion hall and {in_grid} for bonus tiles, but a player has only "
            f"{TABLE.setup.discs}.",
            where,
        )


def _conditions(s: Any, seat: int, tiles: list[int], name: str) -> None:
    """Ships, bookshelves and museums only grow, so the conditions of the tiles still hold; discs may have been used."""
    out = look_ahead(np.frombuffer(s.tobytes(), np.uint8).reshape(1, -1).copy(), 0, seat)
    for discipline in range(POLITICS):
        key, own = DISCIPLINES[discipline], sum(TILE_OF[tile] == discipline for tile in tiles)
        if discipline != RELIGION and own > out[RIGHTS + discipline]:
            raise BadScenario(
                f"{name} can't have {own} bonus tiles of {key}: {CONDITION[key].format(out[RIGHTS + discipline])}.",
                (name, "bonus tiles"),
            )
