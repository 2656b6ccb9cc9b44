"""The component table of The Princes of Florence, checked, and the arrays that the rules read."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np

from mecenate.core import components
from mecenate.core.errors import BadComponents

Source = Literal["rulebook", "secondary", "reconstructed"]
Amount = Annotated[int, msgspec.Meta(ge=0, le=20000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=30)]
Size = Literal["large", "medium", "small"]
Feature = Literal[
    "buildings", "large_buildings", "medium_buildings", "small_buildings", "building_sizes",
    "forests", "lakes", "parks", "landscapes", "landscape_types",
    "jesters", "builders", "freedoms", "prestige_cards", "categories", "hand_cards", "table_cards", "empty_spaces",
]  # fmt: skip


class Table(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Counts(Table):
    source: Source
    rounds: Annotated[int, msgspec.Meta(ge=1, le=7)]
    jesters: Count
    builders: Count
    recruiting_cards: Count
    each_building: Count
    each_landscape: Count
    builders_per_player: Annotated[int, msgspec.Meta(ge=0, le=3)]


class Setup(Table):
    source: Source
    florins: Amount
    professions_dealt: Annotated[int, msgspec.Meta(ge=4, le=4)]
    professions_kept: Annotated[int, msgspec.Meta(ge=3, le=3)]
    cards_drawn: Annotated[int, msgspec.Meta(ge=2, le=5)]


class TwoPlayers(Table):
    source: Source
    florins: Amount
    base_price: Amount
    freedoms: Annotated[int, msgspec.Meta(ge=3, le=6)]
    freedoms_hard: Annotated[int, msgspec.Meta(ge=3, le=6)]


class Auction(Table):
    source: Source
    base_price: Amount
    step: Annotated[int, msgspec.Meta(ge=100, le=100)]


class Prices(Table):
    source: Source
    building: Annotated[list[Amount], msgspec.Meta(min_length=4, max_length=4)]
    wall_to_wall_builders: Count
    profession: Amount
    freedom: Amount
    bonus: Amount


class Prestige(Table):
    source: Source
    building: Count
    repeated_landscape: Count
    repeated_builder: Count
    best_work: Count
    florins_back: Annotated[int, msgspec.Meta(ge=100, le=100)]
    florins_to_prestige: Annotated[int, msgspec.Meta(ge=200, le=200)]


class Work(Table):
    source: Source
    building: Count
    landscape: Count
    freedom: Count
    jester: Count
    card: Count
    pay: Amount


class MinimumWorkValue(Table):
    values: Annotated[list[Count], msgspec.Meta(min_length=7, max_length=7)]
    sources: Annotated[list[Source], msgspec.Meta(min_length=7, max_length=7)]


Grid = Annotated[list[Annotated[str, msgspec.Meta(pattern="^[.P]{7}$")]], msgspec.Meta(min_length=7, max_length=7)]


class Principality(Table):
    source: Source
    grid: Grid


class Freedom(Table):
    key: str
    tiles: Annotated[int, msgspec.Meta(ge=1, le=4)]
    source: Source


Shape = Annotated[list[Annotated[str, msgspec.Meta(pattern="^[.X]{1,7}$")]], msgspec.Meta(min_length=1, max_length=7)]


class Building(Table):
    key: str
    size: Size
    shape: Shape
    source: Source


class Landscape(Table):
    key: str
    shape: Shape
    source: Source


class Profession(Table):
    key: str
    building: str
    landscape: str
    freedom: str
    source: Source


class BonusCard(Table):
    key: str
    each: Annotated[dict[Feature, int], msgspec.Meta(min_length=1, max_length=2)]
    source: Source


class PrestigeCard(Table):
    key: str
    prestige: Count
    source: Source
    tied: Count = 0
    most: Feature | None = None
    fewest: Feature | None = None
    at_least: dict[Feature, Count] | None = None


class Characters(Table):
    """Expansion "Muse & Princess"."""

    source: Source
    lowest_bid: Annotated[int, msgspec.Meta(ge=300, le=300)]  # the bidding spaces are moves, so their number is fixed
    highest_bid: Annotated[int, msgspec.Meta(ge=1500, le=1500)]
    banker_lowest_bid: Annotated[int, msgspec.Meta(ge=0, le=0)]
    banker_highest_bid: Annotated[int, msgspec.Meta(ge=500, le=500)]
    banker_florins: Amount
    banker_growth: Amount
    cardinal_actions: Annotated[int, msgspec.Meta(ge=0, le=3)]
    muse_a_round: Count
    princess_landscape: Count
    princess_building: Count
    princess_builder: Count
    princess_card: Count
    keys: Annotated[list[str], msgspec.Meta(min_length=6, max_length=6)]


class Cooperation(Table):
    """Expansion "Cooperative Building"."""

    source: Source
    grid: Grid
    border_builders: Count  # to build alone at a border where nothing lies beyond it
    proposals: Annotated[int, msgspec.Meta(ge=1, le=3)]
    highest_price: Annotated[int, msgspec.Meta(ge=4000, le=4000)]  # a partner's payments are moves, so their number is fixed


class Components(Table):
    game: Literal["princes"]
    counts: Counts
    setup: Setup
    two_players: TwoPlayers
    auction: Auction
    prices: Prices
    prestige: Prestige
    work: Work
    minimum_work_value: MinimumWorkValue
    principality: Principality
    freedoms: Annotated[list[Freedom], msgspec.Meta(min_length=3, max_length=3)]
    buildings: Annotated[list[Building], msgspec.Meta(min_length=10, max_length=10)]
    landscapes: Annotated[list[Landscape], msgspec.Meta(min_length=3, max_length=3)]
    professions: Annotated[list[Profession], msgspec.Meta(min_length=21, max_length=21)]
    bonus_cards: Annotated[list[BonusCard], msgspec.Meta(min_length=20, max_length=20)]
    prestige_cards: Annotated[list[PrestigeCard], msgspec.Meta(min_length=14, max_length=14)]
    characters: Characters
    cooperation: Cooperation


BUILDING_KEYS: list[str] = [
    "university",
    "laboratory",
    "workshop",
    "library",
    "opera",
    "studio",
    "hospital",
    "theater",
    "tower",
    "chapel",
]
LANDSCAPE_KEYS: list[str] = ["forest", "lake", "park"]
FREEDOM_KEYS: list[str] = ["travel", "religion", "opinion"]
CHARACTER_KEYS: list[str] = ["muse", "cardinal", "princess", "merchant", "professor", "banker"]
CELLS = {"large": 7, "medium": 5, "small": 3}


def check(table: Components) -> None:
    """What the types can't say: names, sizes, and cards that ask for things that exist."""

    def refuse(where: str, what: str) -> None:
        raise BadComponents(f"components of princes: {where}: {what}.")

    for name, keys in (("buildings", BUILDING_KEYS), ("landscapes", LANDSCAPE_KEYS), ("freedoms", FREEDOM_KEYS)):
        found = [row.key for row in getattr(table, name)]
        if found != keys:
            refuse(name, f"expected the keys {', '.join(keys)} in this order, found {', '.join(found)}")
    if table.characters.keys != CHARACTER_KEYS:
        refuse("characters", f"expected the keys {', '.join(CHARACTER_KEYS)} in this order")
    for name in ("professions", "bonus_cards", "prestige_cards"):
        found = [row.key for row in getattr(table, name)]
        if len(set(found)) != len(found):
            refuse(name, f"two cards share the key {next(k for k in found if found.count(k) > 1)!r}")
    for piece in [*table.buildings, *table.landscapes]:
        cells = {(r, c) for r, row in enumerate(piece.shape) for c, x in enumerate(row) if x == "X"}
        if isinstance(piece, Building) and len(cells) != CELLS[piece.size]:
            refuse(piece.key, f"a {piece.size} building covers {CELLS[piece.size]} spaces, this shape {len(cells)}")
        if not cells or not _connected(cells):
            refuse(piece.key, "the shape is not one connected piece")
    for card in table.professions:
        for field, keys in (("building", BUILDING_KEYS), ("landscape", LANDSCAPE_KEYS), ("freedom", FREEDOM_KEYS)):
            if getattr(card, field) not in keys:
                refuse(card.key, f"{field} {getattr(card, field)!r} is none of {', '.join(keys)}")
    for card in table.prestige_cards:
        if sum(x is not None for x in (card.most, card.fewest, card.at_least)) != 1:
            refuse(card.key, "a prestige card has exactly one of most, fewest and at_least")


def _connected(cells: set[tuple[int, int]]) -> bool:
    seen, todo = set(), [next(iter(cells))]
    while todo:
        r, c = cell = todo.pop()
        if cell in cells and cell not in seen:
            seen.add(cell)
            todo += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return seen == cells


PATH = Path(__file__).with_name("components.toml")
TABLE, HASH, EXPANSIONS = components.load(Components, PATH, apart=("characters", "cooperation"))
check(TABLE)

FEATURES: tuple[str, ...] = Feature.__args__
PROFESSIONS = [card.key for card in TABLE.professions]
BONUS_CARDS = [card.key for card in TABLE.bonus_cards]
PRESTIGE_CARDS = [card.key for card in TABLE.prestige_cards]
BUILDINGS, LANDSCAPES, FREEDOMS, CHARACTERS = BUILDING_KEYS, LANDSCAPE_KEYS, FREEDOM_KEYS, CHARACTER_KEYS
OBJECTS = [*LANDSCAPES, "jester", "builder", "prestige", "recruiting", "landscape"]  # the last one with two players only
PIECES = [*TABLE.buildings, *TABLE.landscapes]

# What each profession asks for: building, landscape, freedom.
WANTS = np.array(
    [[BUILDINGS.index(c.building), LANDSCAPES.index(c.landscape), FREEDOMS.index(c.freedom)] for c in TABLE.professions]
)
SIZE_OF = np.array([list(CELLS).index(b.size) for b in TABLE.buildings])  # 0 large, 1 medium, 2 small
MINIMUM = np.array([0, *TABLE.minimum_work_value.values])  # by round, from 1
BUILDING_PRICE = np.array(TABLE.prices.building)  # by number of builders
FREEDOM_TILES = np.array([f.tiles for f in TABLE.freedoms])

# A bonus card is worth weight * feature, for up to two features.
BONUS_FEATURE = np.zeros((20, 2), np.int64)
BONUS_WEIGHT = np.zeros((20, 2), np.int64)
for _i, _card in enumerate(TABLE.bonus_cards):
    for _k, (_feature, _weight) in enumerate(_card.each.items()):
        BONUS_FEATURE[_i, _k], BONUS_WEIGHT[_i, _k] = FEATURES.index(_feature), _weight

# A prestige card compares one feature (1 most, -1 fewest) or asks for thresholds (0).
PRESTIGE_SENSE = np.array([1 if c.most else -1 if c.fewest else 0 for c in TABLE.prestige_cards])
PRESTIGE_FEATURE = np.array([FEATURES.index(c.most or c.fewest or "buildings") for c in TABLE.prestige_cards])
PRESTIGE_NEEDS = np.zeros((14, len(FEATURES)), np.int64)
for _i, _card in enumerate(TABLE.prestige_cards):
    for _feature, _need in (_card.at_least or {}).items():
        PRESTIGE_NEEDS[_i, FEATURES.index(_feature)] = _need
PRESTIGE_POINTS = np.array([[c.prestige, c.tied] for c in TABLE.prestige_cards])
