"""The component table of La Stanza, checked, and the arrays that the rules read."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np

from mecenate.core import components
from mecenate.core.errors import BadComponents

Source = Literal["rulebook", "secondary", "reconstructed"]
Discipline = Literal["discoveries", "literature", "religion", "art", "politics"]
Small = Annotated[int, msgspec.Meta(ge=0, le=100)]
Four = msgspec.Meta(min_length=4, max_length=4)
Three = msgspec.Meta(min_length=3, max_length=3)
Two = msgspec.Meta(min_length=2, max_length=2)


class Table(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Setup(Table):
    source: Source
    florins: Annotated[list[Small], Four]
    discs: Annotated[int, msgspec.Meta(ge=1, le=20)]
    favours_of_each_colour: Annotated[int, msgspec.Meta(ge=4, le=20)]
    persons_of_each_discipline: Annotated[int, msgspec.Meta(ge=8, le=8)]
    artworks_per_player: Annotated[int, msgspec.Meta(ge=1, le=3)]


class Track(Table):
    source: Source
    persons_per_hall: Annotated[int, msgspec.Meta(ge=3, le=3)]
    steps: Annotated[int, msgspec.Meta(ge=1, le=6)]


class PlayerBoard(Table):
    source: Source
    workers: Annotated[int, msgspec.Meta(ge=6, le=6)]
    recruits: Annotated[int, msgspec.Meta(ge=5, le=5)]
    recruits_source: Source
    hiring_costs: Annotated[list[Small], msgspec.Meta(min_length=6, max_length=6)]
    hiring_costs_source: Source
    favours: Small


class Ship(Table):
    source: Source
    florins: Annotated[list[Small], msgspec.Meta(min_length=1, max_length=20)]
    points: Annotated[list[Small], msgspec.Meta(min_length=1, max_length=20)]
    points_source: Source
    favours_at: Annotated[list[Small], Three]


class Books(Table):
    source: Source
    each_colour: Annotated[int, msgspec.Meta(ge=4, le=4)]
    ship_steps: Small
    points_for_four: Small
    art_points_for_two: Small
    art_points_for_four: Small


class Artworks(Table):
    source: Source
    values: Annotated[list[Small], Three]


class Masterpieces(Table):
    source: Source
    strengths: Annotated[list[Small], Four]
    points: Annotated[list[Small], Four]
    covers: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=2)]], msgspec.Meta(min_length=6, max_length=6)]
    covers_source: Source


class Patron(Table):
    source: Source
    turned_over: Annotated[int, msgspec.Meta(ge=-100, le=0)]


class BonusHall(Table):
    source: Source
    tiles_of_each_discipline: Annotated[int, msgspec.Meta(ge=3, le=3)]
    art_values: Annotated[list[Small], Three]
    discs_on_a_space: Small
    majority: Annotated[list[Small], Four]
    majority_source: Source
    ranks: Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=4)]], Three]
    ranks_source: Source
    strength_florins: Small


class Museum(Table):
    source: Source
    points: Annotated[list[Small], Four]
    ranks: Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=4)]], Three]
    ranks_source: Source


class Leaving(Table):
    source: Source
    points: Annotated[list[Small], Four]


class Ending(Table):
    source: Source
    last_turns: Annotated[int, msgspec.Meta(ge=1, le=9)]


class DisciplineRow(Table):
    key: str
    colour: str
    second: Discipline
    source: Source


class BonusTile(Table):
    key: str
    discipline: Literal["discoveries", "religion", "literature", "art"]
    source: Source
    strength: Discipline | None = None
    florins: Small = 0
    person: bool = False
    leading_ship: Annotated[list[Small], Two] | None = None
    religion_discs: Small = 0
    books: Small = 0
    extra_disc: bool = False
    bought_strength: bool = False
    book: Literal["religion", "art", "politics", "discoveries"] | None = None
    most_religion_books: Annotated[list[Small], Two] | None = None
    patron_value: bool = False
    ship_steps: Small = 0
    join_leader: bool = False
    florin_a_book: Small = 0
    artwork: Small = 0
    discs: Small = 0
    points_a_worker: Small = 0
    patron_home: bool = False
    white_favours: Small = 0


class Components(Table):
    game: Literal["stanza"]
    setup: Setup
    track: Track
    player_board: PlayerBoard
    ship: Ship
    books: Books
    artworks: Artworks
    masterpieces: Masterpieces
    patron: Patron
    bonus_hall: BonusHall
    museum: Museum
    leaving: Leaving
    ending: Ending
    disciplines: Annotated[list[DisciplineRow], msgspec.Meta(min_length=5, max_length=5)]
    bonus_tiles: Annotated[list[BonusTile], msgspec.Meta(min_length=20, max_length=20)]


DISCIPLINES: list[str] = list(Discipline.__args__)
ARTWORKS: list[str] = ["sculpture", "scroll", "painting"]


def check(table: Components) -> None:
    """What the types can't say: names, their order, and five tiles a discipline."""

    def refuse(where: str, what: str) -> None:
        raise BadComponents(f"components of stanza: {where}: {what}.")

    found = [row.key for row in table.disciplines]
    if found != DISCIPLINES:
        refuse("disciplines", f"expected the keys {', '.join(DISCIPLINES)} in this order, found {', '.join(found)}")
    keys = [tile.key for tile in table.bonus_tiles]
    if len(set(keys)) != len(keys):
        refuse("bonus_tiles", "two tiles share a key")
    owners = [tile.discipline for tile in table.bonus_tiles]
    if any(owners.count(discipline) != 5 for discipline in set(owners)):
        refuse("bonus_tiles", "each of four disciplines has five tiles")
    if max(table.ship.favours_at) >= len(table.ship.florins) + len(table.ship.points):
        refuse("ship.favours_at", "a favour lies beyond the end of the track")


PATH = Path(__file__).with_name("components.toml")
TABLE, HASH, _ = components.load(Components, PATH)
check(TABLE)

COLOURS: list[str] = [row.colour for row in TABLE.disciplines]  # of favours and books; the last one is the joker
BONUS_TILES: list[str] = [tile.key for tile in TABLE.bonus_tiles]
SECOND = np.array([DISCIPLINES.index(row.second) for row in TABLE.disciplines])
HIRING = np.array(TABLE.player_board.hiring_costs)
SHIP_END = len(TABLE.ship.florins) + len(TABLE.ship.points) - 1
SHIP_FLORINS = np.array([*TABLE.ship.florins, *[TABLE.ship.florins[-1]] * len(TABLE.ship.points)])  # by space
SHIP_POINTS = np.array([*[0] * len(TABLE.ship.florins), *TABLE.ship.points])
SHIP_FAVOURS = np.array(TABLE.ship.favours_at)
ART_VALUE = np.array(TABLE.artworks.values)
MASTER_STRENGTH = np.array(TABLE.masterpieces.strengths)
MASTER_POINTS = np.array(TABLE.masterpieces.points)
COVERS = np.array(TABLE.masterpieces.covers)
ART_NEEDED = np.array(TABLE.bonus_hall.art_values)
MAJORITY = np.array(TABLE.bonus_hall.majority)
MAJORITY_RANKS = np.array([0, 0, *TABLE.bonus_hall.ranks])  # by players
MUSEUM = np.array(TABLE.museum.points)
MUSEUM_RANKS = np.array([0, 0, *TABLE.museum.ranks])
LEAVING = np.array(TABLE.leaving.points)
FLORINS = np.array(TABLE.setup.florins)

# Effects of the bonus tiles, by tile.
TILES = TABLE.bonus_tiles
TILE_OF = np.array([DISCIPLINES.index(tile.discipline) for tile in TILES])
T_STRENGTH = np.array([DISCIPLINES.index(tile.strength) if tile.strength else -1 for tile in TILES])
T_FLORINS = np.array([tile.florins for tile in TILES])
T_PERSON = np.array([tile.person for tile in TILES])
T_SHIP = np.array([tile.leading_ship or [0, 0] for tile in TILES])
T_CHURCH = np.array([tile.religion_discs for tile in TILES])
T_BOOKS = np.array([tile.books for tile in TILES])
T_EXTRA = np.array([tile.extra_disc for tile in TILES])
T_BOUGHT = np.array([tile.bought_strength for tile in TILES])
T_BOOK = np.array([DISCIPLINES.index(tile.book) if tile.book else -1 for tile in TILES])
T_MOST = np.array([tile.most_religion_books or [0, 0] for tile in TILES])
T_PATRON_VALUE = np.array([tile.patron_value for tile in TILES])
T_STEPS = np.array([tile.ship_steps for tile in TILES])
T_JOIN = np.array([tile.join_leader for tile in TILES])
T_A_BOOK = np.array([tile.florin_a_book for tile in TILES])
T_ARTWORK = np.array([tile.artwork for tile in TILES])
T_DISCS = np.array([tile.discs for tile in TILES])
T_A_WORKER = np.array([tile.points_a_worker for tile in TILES])
T_HOME = np.array([tile.patron_home for tile in TILES])
T_WHITE = np.array([tile.white_favours for tile in TILES])

# Sets of tiles, one bit a tile.
TILES_OF = np.array([sum(1 << n for n in range(20) if TILE_OF[n] == d) for d in range(5)])
STRENGTH_TILES = np.array([sum(1 << n for n in range(20) if T_STRENGTH[n] == d) for d in range(5)])
BOUGHT_TILES = sum(1 << n for n in range(20) if T_BOUGHT[n])
BOOK_TILES = sum(1 << n for n in range(20) if T_A_BOOK[n])
