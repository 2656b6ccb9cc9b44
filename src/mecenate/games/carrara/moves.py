"""The moves of The Palaces of Carrara: the one table that number, notation and sentence come from."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mecenate.core.moves import MoveKind, MoveTable
from mecenate.games.carrara import actions
from mecenate.games.carrara.components import (
    BONUSES,
    CITIES,
    COLOURS,
    COURT,
    DECORATIONS,
    LANDSCAPES,
    MONUMENTS,
    PRICE,
    TABLE,
    TILES,
    TYPES,
    VALUE,
    WHEEL_DECORATION,
    WHEEL_STATUE,
)
from mecenate.games.carrara.events import SCORES
from mecenate.games.carrara.outlook import outlook
from mecenate.games.carrara.state import BRICK, CITY, FIRST_STATUE, LAY, MONUMENT, P_LAND, PAY, REWARD, SPACES, TURN, state

LOCATIONS = ("I", "II", "III", "IV", "V", "VI")
MONEY_SPACES = [f"money {space.coins}" for space in TABLE.advanced.money_spaces]
PAIRS = ["-".join(pair) for pair in TABLE.advanced.statue_pairs]
SPACE_KEYS = (*CITIES, *TYPES, *LANDSCAPES, *MONEY_SPACES, *PAIRS)
PIECES = (*DECORATIONS, *(f"{colour} statue" for colour in COLOURS), "gold statue")
ALL_TILES = (*TILES, *MONUMENTS)
WAREHOUSES = ("1", "2")


def same_tile(s: Any, tile: int) -> int:
    """Of two threes of a type on display, the first stands for both."""
    return tile - 1 if tile % 6 == 3 and (tile - 1) in s.display else tile


MOVES = MoveTable(
    (
        MoveKind("turn", rule="turning"),
        MoveKind("inner", rule="turning"),
        MoveKind("segment", LOCATIONS, "location", "buying"),
        MoveKind("brick", tuple(COLOURS), "colour", "buying"),
        MoveKind("done", rule="buying", ends="choice"),
        MoveKind("build", tuple(TILES), "tile", "building", same=same_tile),
        MoveKind("city", tuple(CITIES), "city", "building"),
        MoveKind("monument", tuple(TYPES), "type", "monuments"),
        MoveKind("upgrade", tuple(TILES), "tile", "monuments"),
        MoveKind("pay", tuple(COLOURS), "colour", "paying"),
        MoveKind("pair", tuple(COLOURS), "colour", "exchange"),
        MoveKind("improve", tuple(CITIES), "city", "improvements"),
        MoveKind("score", (*BONUSES, "open"), "bonus", "scoring"),
        MoveKind("follow", rule="following"),
        MoveKind("decline", rule="following"),
        MoveKind("space", SPACE_KEYS, "space", "spaces"),
        MoveKind("pass", rule="passing", ends="choice"),
        MoveKind("reward", ("decoration", "statue", "nothing"), "reward", "rewards"),
        MoveKind("pick", tuple(DECORATIONS), "piece", "court-bonus"),
        MoveKind("on", ALL_TILES, "tile", "placing"),
        MoveKind("store", rule="warehouses"),
        MoveKind("discard", WAREHOUSES, "warehouse", "warehouses"),
        MoveKind("leave", rule="warehouses", ends="choice"),
        MoveKind("purchase", PIECES[:-1], "piece", "purchase"),
        MoveKind("move", WAREHOUSES, "warehouse", "warehouses"),
        MoveKind("end", rule="turn", ends="choice"),
        MoveKind("landscape", tuple(LANDSCAPES), "land", "improvements"),
    )
)
assert tuple((kind.word, len(kind.about)) for kind in MOVES.kinds) == actions.RANGES

THINGS = {
    "location": tuple(f"location.{key}" for key in LOCATIONS),
    "colour": tuple(f"colour.{key}" for key in COLOURS),
    "city": tuple(f"city.{key}" for key in CITIES),
    "place": (*(f"city.{key}" for key in CITIES), *(f"space.{key}" for key in LANDSCAPES)),
    "land": tuple(f"space.{key}" for key in LANDSCAPES),
    "type": tuple(f"type.{key}" for key in TYPES),
    "tile": tuple(f"tile.{key}" for key in ALL_TILES),
    "by": tuple(f"tile.{key}" for key in ALL_TILES),
    "bonus": tuple(f"bonus.{key}" for key in (*BONUSES, "open")),
    "space": tuple(f"space.{key}" for key in SPACE_KEYS),
    "reward": ("reward.decoration", "reward.statue", "reward.nothing"),
    "piece": tuple(f"piece.{key}" for key in PIECES),
    "decoration": tuple(f"piece.{key}" for key in PIECES),
    "statue": tuple(f"piece.{key}" for key in PIECES),
    "warehouse": tuple(f"warehouse.{key}" for key in WAREHOUSES),
    "why": tuple(f"score.{key}" for key in SCORES),
}


def figures(states: Any, i: int, action: int) -> Mapping[str, int]:
    """The figures that the sentence of a move names: prices, costs, and what a scoring would bring."""
    s = state(states, i)
    kind, n = MOVES.kind(action)
    word = kind.word
    if word == "turn":
        return {"bricks": TABLE.wheel.filled_to}
    if word == "segment":
        there = s.wheel[(n - int(s.big)) % 6]
        return {"bricks": int(there.sum()), "coins": int((there * PRICE[:, n]).sum())}
    if word == "brick":
        return {"coins": int(PRICE[n, max(int(s.segment), 0)])}
    if word == "upgrade":
        return {"bricks": int(VALUE[MONUMENT]) - int(VALUE[n])}
    if word in ("improve", "landscape"):
        better = TABLE.improvements[n if word == "improve" else P_LAND + n]
        return {"coins": better.coins, "points": better.points}
    if word == "score":
        return {"coins": TABLE.court.coins, "points": TABLE.court.points}
    if word == "space":
        out = np.zeros(3 * SPACES, np.int64)
        outlook(states, i, max(int(s.asked), 0), out)
        return {"coins": int(out[3 * n]), "points": int(out[3 * n + 1])}
    if word == "pass":
        return {"coins": TABLE.passing.coins}
    if word == "purchase":
        return {"coins": TABLE.advanced.piece_price}
    return {}


def asking(s: Any) -> Mapping[str, int]:
    """What the question names: the Royal Visit, the segment and what it shows, the tile and its cost, the piece."""
    question, location = int(s.question), int(s.segment)
    if question == TURN and 0 <= s.visitor != s.asked and (int(s.seats[s.asked].court) >> int(s.area)) & 1:
        return {"visitor": int(s.visitor), "bonus": int(COURT[int(s.advanced), int(s.area)])}
    if question == BRICK:
        return {"location": location}
    if question == REWARD:
        decoration = int(WHEEL_DECORATION[(location - int(s.big)) % 6])
        statue = FIRST_STATUE + int(WHEEL_STATUE[(location - int(s.small)) % 6])
        return {"location": location, "decoration": decoration, "statue": statue}
    if question == CITY:
        return {"tile": int(s.tile), "bricks": int(VALUE[s.tile])}
    if question == PAY:
        return {"tile": int(s.tile), "city": int(s.site), "bricks": int(s.owed)}
    if question == LAY:
        return {"piece": int(s.piece)}
    return {}
