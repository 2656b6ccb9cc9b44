"""Positions in the rulebook's words: what the `given` of a scenario can say.

What is not named keeps its starting value: money, bricks, empty cities. Nothing appears or vanishes: what players have is
missing from the bag, the pile and the supplies. A position begins with the question for the action of somebody's turn.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.moves import offered
from mecenate.core.shares import Share, supply
from mecenate.games.carrara import rules
from mecenate.games.carrara.actions import A_DECLINE
from mecenate.games.carrara.components import COLOURS, DECORATIONS, START_BRICKS, TABLE, WHEEL_DECORATION, WHEEL_STATUE
from mecenate.games.carrara.moves import LOCATIONS, MOVES
from mecenate.games.carrara.position_court import ADVANCED, end_of_game, hold_court
from mecenate.games.carrara.position_tiles import lay_tiles, stock_pieces
from mecenate.games.carrara.state import NONE, SEAT, SEATS, TURN

WORDS = (
    "turn", "purchase made", "wheel", "big wheel", "small wheel", "bag", "display", "pile", "tiles left", "replaced",
    "monuments", "improvements", "decorations", "statues", "gold statues", "court", "royal visit", "visit answered", "passes",
    "ended by",
)  # fmt: skip
PLAYER_WORDS = ("coins", "points", "bricks", "cities", "improvements", "scored", "open markers", "warehouses")
EACH, FILLED_TO = TABLE.setup.bricks_of_each_colour, TABLE.wheel.filled_to
MOST = 999  # coins or points


def position(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Write a scenario's position into a state that was just set up, and ask its question."""
    for name in names:
        if name in WORDS:
            raise BadScenario(f"A player can't be called {name}, because that is a word for positions.")
    reading.mapping(given, (*WORDS, *names), (), "The position")
    for name in names:
        if name in given:
            _player_words(given[name], name)
    s.happened = 0
    s.seats[:] = np.zeros(SEATS, SEAT)
    s.asked = names.index(reading.word(given.get("turn", names[0]), names, ("turn",), "player"))
    s.question = TURN
    s.purchased = s.did_free = reading.flag(given.get("purchase made", False), ("purchase made",), "purchase made")
    if s.purchased and not s.advanced:
        raise BadScenario(f"`purchase made` {ADVANCED}.", ("purchase made",))
    for seat, name in enumerate(names):
        _player(s.seats[seat], given.get(name, {}), name, seat)
    _turn_wheels(s, given)
    _lay_bricks(s, given, names)
    lay_tiles(s, given, names)
    stock_pieces(s, given, names)
    hold_court(s, given, names)
    end_of_game(s, given, names)
    _decline_if_forced(s)


def _player_words(given: Any, name: str) -> None:
    reading.mapping(given, None, (name,), name)
    for word in given:
        if word not in PLAYER_WORDS:
            raise BadScenario(reading.unknown(word, PLAYER_WORDS, f"word for what a player is given ({name})"), (name, word))


def _player(q: Any, given: Mapping[str, Any], name: str, seat: int) -> None:
    """Money, points and bricks."""
    q.money_space = NONE
    q.coins = reading.number(given.get("coins", TABLE.setup.coins), (name, "coins"), f"coins of {name}", 0, MOST)
    q.points = reading.number(given.get("points", 0), (name, "points"), f"points of {name}", 0, MOST)
    if "bricks" in given:
        q.bricks[:] = _bricks(given["bricks"], (name, "bricks"), f"The bricks of {name}")
    else:
        for colour in START_BRICKS[seat]:
            q.bricks[colour] += 1


def _bricks(value: Any, where: reading.Where, what: str) -> list[int]:
    """Bricks by colour; a colour that is not named has none."""
    found = reading.mapping(value, COLOURS, where, what)
    return [reading.number(found.get(key, 0), (*where, key), f"{key} bricks", 0, EACH) for key in COLOURS]


def _turn_wheels(s: Any, given: Mapping[str, Any]) -> None:
    """Advanced: what the wheels show at location I. The small one begins with purple there, the big one lies by chance."""
    for word in ("big wheel", "small wheel"):
        if word in given and not s.advanced:
            raise BadScenario(f"`{word}` {ADVANCED}.", (word,))
    if "big wheel" in given:
        key = reading.word(given["big wheel"], DECORATIONS, ("big wheel",), "decoration")
        s.big = -[DECORATIONS[n] for n in WHEEL_DECORATION].index(key) % 6
    if "small wheel" in given:
        key = reading.word(given["small wheel"], COLOURS, ("small wheel",), "colour of a statue")
        s.small = -[COLOURS[n] for n in WHEEL_STATUE].index(key) % 6


def _lay_bricks(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """The wheel as it is written, or one brick of each colour at location I; what nobody has is in the bag."""
    wheel = given.get("wheel", {LOCATIONS[0]: dict.fromkeys(COLOURS, 1)})
    wheel = reading.mapping(wheel, LOCATIONS, ("wheel",), "The wheel")
    s.wheel[:] = 0
    for n, location in enumerate(LOCATIONS):
        if location in wheel:
            at = ("wheel", location)
            s.wheel[(n - s.big) % 6] = _bricks(wheel[location], at, f"The bricks at {location}")
    if s.wheel.sum() > FILLED_TO:
        raise BadScenario(f"{s.wheel.sum()} bricks lie on the wheel, but it is never filled above {FILLED_TO}.", ("wheel",))
    shares = []
    for colour, key in enumerate(COLOURS):
        parts = [Share("the wheel", int(s.wheel[:, colour].sum()), ("wheel",) if "wheel" in given else ())]
        for seat, name in enumerate(names):
            where = (name, "bricks", key) if "bricks" in given.get(name, {}) else ()
            parts.append(Share(name, int(s.seats[seat].bricks[colour]), where))
        shares.append(parts)
    s.bag[:] = supply(given, "bag", "bricks", COLOURS, [EACH] * len(COLOURS), shares)


def _decline_if_forced(s: Any) -> None:
    """Who can neither follow the Royal Visit nor do anything before has declined without being asked."""
    if s.visitor < 0:
        return
    mask = np.zeros(MOVES.words, np.uint64)
    rows = np.frombuffer(s.tobytes(), np.uint8).reshape(1, -1).copy()
    rules.legal(rows, 0, mask)
    if offered(mask) == [A_DECLINE]:
        rules.step(rows, 0, A_DECLINE)
        after = rows.view(s.dtype)[0, 0]
        s.seats[s.asked], s.gold = after.seats[s.asked], after.gold
