"""The component table of The Palaces of Carrara, checked, and the arrays that the rules read."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np

from mecenate.core import components
from mecenate.core.errors import BadComponents

Source = Literal["rulebook", "secondary", "reconstructed"]
Colour = Literal["white", "yellow", "red", "green", "blue", "purple"]
Reward = Literal["points", "coins"]
Bonus = Literal["coins", "points", "statue", "decoration"]
Decoration = Literal["crown", "book", "gate", "cup", "flag", "arms"]
Small = Annotated[int, msgspec.Meta(ge=0, le=100)]
Six = msgspec.Meta(min_length=6, max_length=6)


class Table(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Setup(Table):
    source: Source
    coins: Small
    bricks_of_each_colour: Annotated[int, msgspec.Meta(ge=3, le=20)]
    display: Annotated[int, msgspec.Meta(ge=9, le=9)]
    start_bricks: Annotated[list[list[Colour]], msgspec.Meta(min_length=4, max_length=4)]


class Wheel(Table):
    source: Source
    filled_to: Small
    empty_hands: Small


class Prices(Table):
    source: Source
    white: Annotated[list[Small], Six]
    yellow: Annotated[list[Small], Six]
    red: Annotated[list[Small], Six]
    green: Annotated[list[Small], Six]
    blue: Annotated[list[Small], Six]
    purple: Annotated[list[Small], Six]


class Passing(Table):
    source: Source
    coins: Small


class Ending(Table):
    source: Source
    points: Small
    coins_for_a_point: Annotated[int, msgspec.Meta(ge=1, le=100)]
    stalemate_rounds: Annotated[int, msgspec.Meta(ge=1, le=20)]
    stalemate_source: Source


class City(Table):
    key: str
    colour: Colour
    reward: Reward
    times: Small
    buildings_to_score: Small
    majority: Annotated[list[Small], msgspec.Meta(min_length=3, max_length=3)]
    source: Source
    majority_source: Source


class Improvement(Table):
    """What a tile pays for each point of value, in place of the printed reward."""

    place: str
    source: Source
    coins: Small = 0
    points: Small = 0
    tiles: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1  # how many there are


class Tiles(Table):
    source: Source
    values: Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=7)]], Six]
    monument: Annotated[int, msgspec.Meta(ge=1, le=12)]


class Type(Table):
    key: str
    landscape: Literal["urban", "rural"]
    decoration: Decoration
    source: Source


class Pays(Table):
    reward: Reward
    times: Small


class Landscapes(Table):
    source: Source
    urban: Pays
    rural: Pays


class Court(Table):
    source: Source
    normal: Annotated[list[Reward], Six]
    coins: Small
    points: Small


class MoneySpace(Table):
    coins: Small
    rate: Annotated[int, msgspec.Meta(ge=1, le=20)]


class Advanced(Table):
    source: Source
    court: Annotated[list[Bonus], msgspec.Meta(min_length=8, max_length=8)]
    warehouses: Annotated[int, msgspec.Meta(ge=2, le=2)]
    piece_price: Small
    decorations: Annotated[list[Small], msgspec.Meta(min_length=3, max_length=3)]
    statues: Small
    money_spaces: Annotated[list[MoneySpace], msgspec.Meta(min_length=2, max_length=2)]
    statue_pairs: Annotated[list[list[str]], msgspec.Meta(min_length=3, max_length=3)]


class Wheels(Table):
    source: Source
    decorations: Annotated[list[Decoration], Six]
    statues: Annotated[list[Colour], Six]


class DecorationSets(Table):
    source: Source
    points: Annotated[list[Small], msgspec.Meta(min_length=7, max_length=7)]


class Components(Table):
    game: Literal["carrara"]
    setup: Setup
    wheel: Wheel
    prices: Prices
    passing: Passing
    ending: Ending
    cities: Annotated[list[City], Six]
    improvements: Annotated[list[Improvement], msgspec.Meta(min_length=8, max_length=8)]
    tiles: Tiles
    types: Annotated[list[Type], Six]
    landscapes: Landscapes
    court: Court
    advanced: Advanced
    wheels: Wheels
    decoration_sets: DecorationSets


COLOURS: list[str] = list(Colour.__args__)
CITIES: list[str] = ["livorno", "pisa", "lucca", "viareggio", "massa", "lerici"]
TYPES: list[str] = ["palazzo", "biblioteca", "porta", "cathedrale", "castello", "villa"]
LANDSCAPES: list[str] = ["urban", "rural"]
PLACES: list[str] = [*CITIES, *LANDSCAPES]  # what has a reward, and room for an improvement


def check(table: Components) -> None:
    """What the types can't say: names, their order, and that one of each lies on the wheels."""

    def refuse(where: str, what: str) -> None:
        raise BadComponents(f"components of carrara: {where}: {what}.")

    for name, keys in (("cities", CITIES), ("types", TYPES)):
        found = [row.key for row in getattr(table, name)]
        if found != keys:
            refuse(name, f"expected the keys {', '.join(keys)} in this order, found {', '.join(found)}")
    if [row.place for row in table.improvements] != PLACES:
        refuse("improvements", f"expected the places {', '.join(PLACES)} in this order")
    if [city.colour for city in table.cities] != COLOURS:
        refuse("cities", f"expected the colours {', '.join(COLOURS)} in this order")
    if len({kind.decoration for kind in table.types}) != 6:
        refuse("types", "each type has a decoration of its own")
    if len(set(table.wheels.decorations)) != 6 or len(set(table.wheels.statues)) != 6:
        refuse("wheels", "each decoration and each statue stands on its wheel once")
    if sorted(city for pair in table.advanced.statue_pairs for city in pair) != sorted(CITIES):
        refuse("advanced.statue_pairs", "each city belongs to one pair")
    if table.tiles.values != sorted(table.tiles.values):
        refuse("tiles.values", "values stand in rising order")
    if any(len(bricks) != 2 for bricks in table.setup.start_bricks):
        refuse("setup.start_bricks", "each seat begins with two bricks")


PATH = Path(__file__).with_name("components.toml")
TABLE, HASH, _ = components.load(Components, PATH)
check(TABLE)

DECORATIONS: list[str] = [kind.decoration for kind in TABLE.types]  # decoration n belongs to type n
TILES: list[str] = [f"{kind} {value}{'b' if n == 3 else ''}" for kind in TYPES for n, value in enumerate(TABLE.tiles.values)]
MONUMENTS: list[str] = [f"{kind} {TABLE.tiles.monument}" for kind in TYPES]
LANDS = (TABLE.landscapes.urban, TABLE.landscapes.rural)
BONUSES: list[str] = ["coins", "points", "statue", "decoration"]

PRICE = np.array([getattr(TABLE.prices, colour) for colour in COLOURS])  # by colour and location
START_BRICKS = np.array([[COLOURS.index(colour) for colour in bricks] for bricks in TABLE.setup.start_bricks])
VALUE = np.array([value for _ in TYPES for value in TABLE.tiles.values] + [TABLE.tiles.monument] * 6)  # by tile
TYPE_OF = np.array([n for n in range(6) for _ in range(6)] + list(range(6)))  # by tile
LANDSCAPE_OF = np.array([LANDSCAPES.index(kind.landscape) for kind in TABLE.types])
PRINTED = [(row.times * (row.reward == "coins"), row.times * (row.reward == "points")) for row in (*TABLE.cities, *LANDS)]
REWARD = np.array([[pays, (row.coins, row.points)] for pays, row in zip(PRINTED, TABLE.improvements, strict=True)])
"""By place, without and with an improvement: coins and points for each point of value."""
TO_SCORE = np.array([city.buildings_to_score for city in TABLE.cities])
IMPROVEMENTS = np.array([row.tiles for row in TABLE.improvements])
MAJORITY = np.array([city.majority for city in TABLE.cities])
COURT = np.array(
    [[BONUSES.index(b) for b in [*TABLE.court.normal, "coins", "coins"]], [BONUSES.index(b) for b in TABLE.advanced.court]]
)  # by version and area; the normal court has six areas
AREAS = np.array([6, 8])
PAIR_OF = np.array([next(n for n, pair in enumerate(TABLE.advanced.statue_pairs) if city in pair) for city in CITIES])
MONEY_COINS = np.array([space.coins for space in TABLE.advanced.money_spaces])
MONEY_RATE = np.array([space.rate for space in TABLE.advanced.money_spaces])
WHEEL_DECORATION = np.array([DECORATIONS.index(key) for key in TABLE.wheels.decorations])  # by segment of the big wheel
WHEEL_STATUE = np.array([COLOURS.index(colour) for colour in TABLE.wheels.statues])  # by place on the small wheel
SET_POINTS = np.array([0, *TABLE.decoration_sets.points])
