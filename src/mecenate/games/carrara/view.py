"""What a seat may know of a game: everything that lies open, what is behind its own screen, and nothing else."""

from typing import Any

import msgspec
import numpy as np

from mecenate.core.snapshot import snapshot_at
from mecenate.games.carrara.components import (
    AREAS,
    BONUSES,
    CITIES,
    COLOURS,
    COURT,
    DECORATIONS,
    LANDSCAPES,
    PRICE,
    TYPE_OF,
    TYPES,
    VALUE,
    WHEEL_DECORATION,
    WHEEL_STATUE,
)
from mecenate.games.carrara.moves import ALL_TILES, MONEY_SPACES, PAIRS, PIECES, SPACE_KEYS
from mecenate.games.carrara.outlook import outlook
from mecenate.games.carrara.reasons import REASONS
from mecenate.games.carrara.state import MONUMENT, OVER, QUESTIONS, SPACES, STATE, TILES

snapshot = snapshot_at(STATE)


class BuildingView(msgspec.Struct):
    tile: str
    type: str
    value: int
    decorated: bool
    statue: str | None  # colour, or gold


class SegmentView(msgspec.Struct):
    """A segment of the wheel, at its location."""

    bricks: dict[str, int]
    prices: dict[str, int]
    decoration: str | None
    statue: str | None


class SeatView(msgspec.Struct):
    coins: int | None  # None when behind a screen, as the bricks
    bricks: dict[str, int] | None
    points: int
    cities: dict[str, list[BuildingView]]  # columns, from below
    improved: list[str]
    court: list[int]  # bonus areas with a marker of this seat
    open_markers: int
    scored: list[str]  # scoring spaces that hold a marker of this seat
    store: list[str | None]


class SpaceView(msgspec.Struct):
    """What a scoring space would pay this seat now."""

    coins: int
    points: int
    refused: str | None  # the reason why it can't be scored now


class View(msgspec.Struct):
    players: int
    advanced: bool
    asked: int | None
    question: str
    wheel: list[SegmentView]  # locations I to VI
    bag: int  # how many bricks
    display: list[str | None]
    pile: int
    monuments: list[str]
    improvements: dict[str, int]
    court: list[str]  # the bonus of each area
    visitor: int | None
    visited: int | None  # the area of the Royal Visit
    city_scored: dict[str, int]
    money_scored: dict[str, int]
    decorations: dict[str, int]
    statues: dict[str, int]
    ender: int | None
    segment: int | None  # location that is being bought from
    tile: str | None  # that is being built
    site: str | None
    owed: int
    piece: str | None  # that waits to be laid
    seats: list[SeatView]
    you: int | None
    spaces: dict[str, SpaceView] | None  # None for a spectator


def counts(keys: list[str], numbers: Any) -> dict[str, int]:
    return {key: int(n) for key, n in zip(keys, numbers, strict=True)}


def statue_name(number: int) -> str | None:
    return None if number == 0 else [*COLOURS, "gold"][number - 1]


def view_segment(s: Any, location: int) -> SegmentView:
    segment = (location - int(s.big)) % 6
    return SegmentView(
        bricks=counts(COLOURS, s.wheel[segment]),
        prices=counts(COLOURS, PRICE[:, location]),
        decoration=DECORATIONS[WHEEL_DECORATION[segment]] if s.advanced else None,
        statue=COLOURS[WHEEL_STATUE[(location - int(s.small)) % 6]] if s.advanced else None,
    )


def scored_by(s: Any, seat: int) -> list[str]:
    q = s.seats[seat]
    found = [city for n, city in enumerate(CITIES) if s.city_scored[n] == seat]
    found += [kind for n, kind in enumerate(TYPES) if (int(q.types_scored) >> n) & 1]
    found += [land for n, land in enumerate(LANDSCAPES) if (int(q.lands_scored) >> n) & 1]
    found += [space for n, space in enumerate(MONEY_SPACES) if s.money_scored[n] == seat]
    return found + [pair for n, pair in enumerate(PAIRS) if (int(q.pairs_scored) >> n) & 1]


def view_seat(s: Any, seat: int, shown: bool) -> SeatView:
    q = s.seats[seat]
    columns: dict[str, list[BuildingView]] = {city: [] for city in CITIES}
    owned = sorted((tile for tile in range(TILES) if s.owner[tile] == seat), key=lambda tile: int(s.rank[tile]))
    for tile in owned:
        columns[CITIES[s.city[tile]]].append(
            BuildingView(
                tile=ALL_TILES[tile],
                type=TYPES[TYPE_OF[tile]],
                value=int(VALUE[tile]),
                decorated=bool(s.decorated[tile]),
                statue=statue_name(int(s.statue[tile])),
            )
        )
    return SeatView(
        coins=int(q.coins) if shown else None,
        bricks=counts(COLOURS, q.bricks) if shown else None,
        points=int(q.points),
        cities=columns,
        improved=[city for n, city in enumerate(CITIES) if (int(q.improved) >> n) & 1],
        court=[area for area in range(8) if (int(q.court) >> area) & 1],
        open_markers=int(q.open_markers),
        scored=scored_by(s, seat),
        store=[PIECES[int(piece) - 1] if piece else None for piece in q.store],
    )


def spaces(states: Any, i: int, seat: int) -> dict[str, SpaceView]:
    out = np.zeros(3 * SPACES, np.int64)
    outlook(states, i, seat, out)
    found = {}
    for n, key in enumerate(SPACE_KEYS):
        coins, points, reason = (int(x) for x in out[3 * n : 3 * n + 3])
        found[key] = SpaceView(coins=coins, points=points, refused=REASONS[reason] if reason else None)
    return found


def view(states: Any, i: int, seat: int | None) -> View:
    """Everything that a seat may know of the game in row i; None is a spectator."""
    s = snapshot(states, i)
    players, asked, over = int(s.players), int(s.asked), s.question == OVER
    return View(
        players=players,
        advanced=bool(s.advanced),
        asked=asked if asked >= 0 else None,
        question=QUESTIONS[s.question],
        wheel=[view_segment(s, location) for location in range(6)],
        bag=sum(s.bag),
        display=[ALL_TILES[tile] if tile >= 0 else None for tile in s.display],
        pile=int(s.pile_size),
        monuments=[ALL_TILES[MONUMENT + n] for n in range(6) if (int(s.monuments) >> n) & 1],
        improvements=counts(CITIES, s.improvements),
        court=[BONUSES[COURT[int(s.advanced), area]] for area in range(AREAS[int(s.advanced)])],
        visitor=int(s.visitor) if s.visitor >= 0 else None,
        visited=int(s.area) if s.visitor >= 0 else None,
        city_scored={city: int(n) for city, n in zip(CITIES, s.city_scored, strict=True) if n >= 0},
        money_scored={space: int(n) for space, n in zip(MONEY_SPACES, s.money_scored, strict=True) if n >= 0},
        decorations=counts(DECORATIONS, s.decorations) if s.advanced else {},
        statues={**counts(COLOURS, s.statues), "gold": int(s.gold)} if s.advanced else {},
        ender=int(s.ender) if s.ender >= 0 else None,
        segment=int(s.segment) if s.segment >= 0 else None,
        tile=ALL_TILES[s.tile] if s.tile >= 0 else None,
        site=CITIES[s.site] if s.site >= 0 else None,
        owed=int(s.owed),
        piece=PIECES[s.piece] if s.piece >= 0 else None,
        seats=[view_seat(s, n, n == seat or bool(over)) for n in range(players)],
        you=seat,
        spaces=spaces(states, i, seat) if seat is not None else None,
    )
