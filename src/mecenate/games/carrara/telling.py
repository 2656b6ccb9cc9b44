"""The position in the rulebook's words: what the `then` of a scenario can ask for. It knows all words of `given`, and more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mecenate.core.telling import Bag, Pile
from mecenate.games.carrara.components import (
    BONUSES,
    CITIES,
    COLOURS,
    COURT,
    DECORATIONS,
    PLACES,
    TYPE_OF,
    TYPES,
    WHEEL_DECORATION,
    WHEEL_STATUE,
)
from mecenate.games.carrara.moves import ALL_TILES, LOCATIONS, PIECES, SPACE_KEYS
from mecenate.games.carrara.outlook import outlook
from mecenate.games.carrara.position_court import areas_of
from mecenate.games.carrara.position_tiles import EMPTY, Tiles
from mecenate.games.carrara.state import FIRST_STATUE, MONUMENT, OVER, PAY, S_MONEY, S_PAIR, SPACES, TILES
from mecenate.games.carrara.view import counts, scored_by


def tell(s: Any, names: Sequence[str]) -> dict[str, Any]:
    seats = [s.seats[seat] for seat in range(len(names))]
    visited = BONUSES[COURT[int(s.advanced), s.area]] if s.visitor >= 0 else None
    answered = visited is not None and s.asked >= 0 and s.asked != s.visitor and not (int(seats[s.asked].court) >> s.area) & 1
    untouched = int(np.bitwise_and.reduce([q.court for q in seats]))
    told = {
        "turn": names[s.asked] if s.question != OVER else None,
        "purchase made": bool(s.purchased),
        "wheel": {key: counts(COLOURS, s.wheel[(n - s.big) % 6]) for n, key in enumerate(LOCATIONS)},
        "bricks on the wheel": int(s.wheel.sum()),
        "big wheel": DECORATIONS[WHEEL_DECORATION[-s.big % 6]] if s.advanced else None,
        "small wheel": COLOURS[WHEEL_STATUE[-s.small % 6]] if s.advanced else None,
        "bag": counts(COLOURS, s.bag),
        "bricks in the bag": int(s.bag.sum()),
        "display": Bag(ALL_TILES[tile] for tile in s.display if tile >= 0),
        "pile": Pile(ALL_TILES[tile] for tile in s.pile[: s.pile_size]),
        "tiles left": int(s.pile_size),
        "replaced": Bag(ALL_TILES[tile] for tile in _replaced(s)),
        "monuments": _named(s.monuments, TYPES),
        "improvements": counts(PLACES, s.improvements),
        "decorations": counts(DECORATIONS, s.decorations),
        "statues": counts(COLOURS, s.statues),
        "gold statues": int(s.gold),
        "court": _areas(s, untouched),
        "royal visit": {"holder": names[s.visitor] if s.visitor >= 0 else None, "bonus": visited},
        "visit answered": answered,
        "passes": int(s.idle),
        "ended by": names[s.ender] if s.ender >= 0 else None,
        "location": LOCATIONS[s.segment] if s.segment >= 0 else None,
        "tile": ALL_TILES[s.tile] if s.tile >= 0 else None,
        "city": CITIES[s.site] if s.site >= 0 else None,
        "bricks owed": int(s.owed) if s.question == PAY else 0,
        "piece": PIECES[s.piece] if s.piece >= 0 else None,
    }
    return told | {name: _player(s, seat) for seat, name in enumerate(names)}


def _named(bits: Any, keys: Sequence[str]) -> Bag:
    return Bag(key for n, key in enumerate(keys) if (int(bits) >> n) & 1)


def _replaced(s: Any) -> list[int]:
    """Buildings below monuments: in the game, but nowhere to be seen."""
    seen = {*s.display.tolist(), *s.pile[: s.pile_size].tolist(), *np.flatnonzero(s.owner >= 0).tolist()}
    tiles = Tiles(int(s.players))
    return [tile for tile in range(MONUMENT) if tile in tiles and tile not in seen]


def _areas(s: Any, bits: int) -> dict[str, int]:
    """Bonus areas, by what they bring."""
    found = {key: areas_of(s.advanced, n) for n, key in enumerate(BONUSES)}
    return {key: sum((bits >> area) & 1 for area in areas) for key, areas in found.items() if areas}


def _player(s: Any, seat: int) -> dict[str, Any]:
    q = s.seats[seat]
    areas = _areas(s, int(q.court))
    warehouses = [PIECES[int(piece) - 1] if piece else EMPTY for piece in q.store]
    while warehouses and warehouses[-1] == EMPTY:
        warehouses.pop()
    return {
        "coins": int(q.coins),
        "points": int(q.points),
        "bricks": counts(COLOURS, q.bricks),
        "bricks left": int(q.bricks.sum()),
        "cities": {city: _column(s, seat, n) for n, city in enumerate(CITIES)},
        "improvements": _named(q.improved, PLACES),
        "scored": Bag(scored_by(s, seat)),
        "markers": areas,
        "open markers": int(q.open_markers),
        "markers left": sum(areas.values()) + int(q.open_markers),
        "warehouses": warehouses,
        **_worth(s, seat),
    }


def _column(s: Any, seat: int, city: int) -> Bag:
    """The buildings over a city from below, each with what stands on it: `palazzo 1 with crown and red statue`."""
    found = [tile for tile in range(TILES) if s.owner[tile] == seat and s.city[tile] == city]
    column = Bag()
    for tile in sorted(found, key=lambda tile: int(s.rank[tile])):
        on_it = [DECORATIONS[TYPE_OF[tile]]] if s.decorated[tile] else []
        on_it += [PIECES[FIRST_STATUE + int(s.statue[tile]) - 1]] if s.statue[tile] else []
        column.append(ALL_TILES[tile] + (f" with {' and '.join(on_it)}" if on_it else ""))
    return column


def _worth(s: Any, seat: int) -> dict[str, str]:
    """What each scoring space would pay a player now, as the rules reckon it; money spaces pay when the game ends."""
    out = np.zeros(3 * SPACES, np.int64)
    outlook(np.frombuffer(s.tobytes(), np.uint8).reshape(1, -1).copy(), 0, seat, out)
    known = [n for n in range(SPACES) if n < S_MONEY or (s.advanced and n >= S_PAIR)]
    return {f"worth of {SPACE_KEYS[n]}": _reward(int(out[3 * n]), int(out[3 * n + 1])) for n in known}


def _reward(coins: int, points: int) -> str:
    """`8 points`, `1 coin`, `3 coins and 14 points`, or `nothing`."""
    parts = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((coins, "coin"), (points, "point")) if n]
    return " and ".join(parts) or "nothing"
