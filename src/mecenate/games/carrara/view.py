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
    PLACES,
    PRICE,
    TYPE_OF,
    TYPES,
    VALUE,
    WHEEL_DECORATION,
    WHEEL_STATUE,
)
from mecenate.games.carrara.moves import ALL_TILES, LOCATIONS, MONEY_SPACES, PAIRS, PIECES, SPACE_KEYS
from mecenate.games.carrara.outlook import building_outlook, ending_outlook, outlook
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

    location: str
    bricks: dict[str, int]
    prices: dict[str, int]
    decoration: str | None
    statue: str | None


class SeatView(msgspec.Struct):
    coins: int | None  # None when behind a screen, as the bricks
    bricks: dict[str, int] | None
    points: int
    cities: dict[str, list[BuildingView]]  # columns, from below
    improved: list[str]  # cities and landscapes with an improvement
    court: list[int]  # bonus areas with a marker of this seat
    open_markers: int
    scored: list[str]  # scoring spaces that hold a marker of this seat
    store: list[str | None]
    sets: int  # points for decorations, were this the end
    majorities: dict[str, int]  # points for statues, were this the end


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
    turned: int  # by how many segments, clockwise
    turned_inner: int
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
    spaces: dict[str, SpaceView] | None  # None for a spectator, as the two below
    means: dict[str, int] | None  # what the bricks of this seat are worth in each city
    costs: dict[str, dict[str, int]] | None  # bricks for each tile that can be built, in the cities where they would do


def counts(keys: list[str], numbers: Any) -> dict[str, int]:
    return {key: int(n) for key, n in zip(keys, numbers, strict=True)}


def statue_name(number: int) -> str | None:
    return None if number == 0 else [*COLOURS, "gold"][number - 1]


def view_segment(s: Any, location: int) -> SegmentView:
    segment = (location - int(s.big)) % 6
    return SegmentView(
        location=LOCATIONS[location],
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


def view_seat(s: Any, states: Any, i: int, seat: int, shown: bool) -> SeatView:
    q = s.seats[seat]
    end = np.zeros(1 + len(CITIES), np.int64)
    ending_outlook(states, i, seat, end)
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
        improved=[place for n, place in enumerate(PLACES) if (int(q.improved) >> n) & 1],
        court=[area for area in range(8) if (int(q.court) >> area) & 1],
        open_markers=int(q.open_markers),
        scored=scored_by(s, seat),
        store=[PIECES[int(piece) - 1] if piece else None for piece in q.store],
        sets=int(end[0]),
        majorities=counts(CITIES, end[1:]),
    )


def spaces(states: Any, i: int, seat: int) -> dict[str, SpaceView]:
    out = np.zeros(3 * SPACES, np.int64)
    outlook(states, i, seat, out)
    found = {}
    for n, key in enumerate(SPACE_KEYS):
        coins, points, reason = (int(x) for x in out[3 * n : 3 * n + 3])
        found[key] = SpaceView(coins=coins, points=points, refused=REASONS[reason] if reason else None)
    return found


def buildable(s: Any) -> list[int]:
    """The tiles on display and the monuments that are left."""
    return [*(int(tile) for tile in s.display if tile >= 0), *(MONUMENT + n for n in range(6) if (int(s.monuments) >> n) & 1)]


def building(s: Any, states: Any, i: int, seat: int) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """What the bricks of a seat are worth in each city, and what they could build there."""
    out = np.zeros(len(CITIES) * (1 + TILES), np.int64)
    building_outlook(states, i, seat, out)
    means, *costs = (counts(CITIES, row) for row in out.reshape(1 + TILES, len(CITIES)))
    found = {tile: {city: n for city, n in costs[tile].items() if n} for tile in buildable(s)}
    return means, {ALL_TILES[tile]: sites for tile, sites in found.items() if sites}


def stage(s: Any) -> tuple[str, dict[str, int]]:
    """There are no rounds; the pile tells how far the game is."""
    n = int(s.pile_size)
    return "face.pile_1" if n == 1 else "face.pile", {"n": n}


def view(states: Any, i: int, seat: int | None) -> View:
    """Everything that a seat may know of the game in row i; None is a spectator."""
    s = snapshot(states, i)
    players, asked, over = int(s.players), int(s.asked), s.question == OVER
    means, costs = building(s, states, i, seat) if seat is not None else (None, None)
    return View(
        players=players,
        advanced=bool(s.advanced),
        asked=asked if asked >= 0 else None,
        question=QUESTIONS[s.question],
        wheel=[view_segment(s, location) for location in range(6)],
        turned=int(s.big),
        turned_inner=int(s.small),
        bag=sum(s.bag),
        display=[ALL_TILES[tile] if tile >= 0 else None for tile in s.display],
        pile=int(s.pile_size),
        monuments=[ALL_TILES[tile] for tile in buildable(s) if tile >= MONUMENT],
        improvements=counts(PLACES, s.improvements),
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
        seats=[view_seat(s, states, i, n, n == seat or bool(over)) for n in range(players)],
        you=seat,
        spaces=spaces(states, i, seat) if seat is not None else None,
        means=means,
        costs=costs,
    )
