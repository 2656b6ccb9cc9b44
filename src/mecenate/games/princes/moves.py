"""The moves of The Princes of Florence: the one table that number, notation and sentence come from."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mecenate.core.moves import MoveKind, MoveTable
from mecenate.games.princes import actions, auction
from mecenate.games.princes.components import (
    BONUS_CARDS,
    BUILDING_PRICE,
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    MINIMUM,
    OBJECTS,
    PRESTIGE_CARDS,
    PROFESSIONS,
    TABLE,
)
from mecenate.games.princes.outlook import outlook
from mecenate.games.princes.state import (
    ACTION,
    BID,
    BONUS,
    BONUS_CARD,
    CONVERT,
    DECK_START,
    KEEP,
    OPEN,
    PLACE,
    TAKE,
    UNDER,
    state,
)
from mecenate.games.princes.state import CARDS as CARDS_IN_ALL
from mecenate.games.princes.tiles import COLUMNS, SAME


def placement(number: int) -> str:
    """`b3 r1 f`: the lower left corner of the tile's bounding box, quarter turns clockwise, flipped or not."""
    orientation, anchor = number >> 6, number & 63
    row, column = divmod(anchor, 8)
    cell = f"{COLUMNS[column]}{row + 1}" if row < 7 and column < 7 else f"-{anchor}"
    return f"{cell} r{orientation & 3}{' f' if orientation & 4 else ''}"


def same_look(s: Any, number: int) -> int:
    """A tile that looks the same when turned has one notation; the others are understood."""
    return int(SAME[s.piece, number >> 6]) * 64 + (number & 63) if s.piece >= 0 else number


NUMBERS = tuple(map(str, range(64)))
CARDS = (*PROFESSIONS, *(f"prestige {key}" for key in PRESTIGE_CARDS), *(f"bonus {key}" for key in BONUS_CARDS))

MOVES = MoveTable(
    (
        MoveKind("place", tuple(placement(n) for n in range(512)), rule="building-rules", same=same_look),
        MoveKind("convert", NUMBERS, rule="work-pay"),
        MoveKind("spaces", NUMBERS, rule="moving-back"),
        MoveKind("discard", tuple(PROFESSIONS), "profession", "first-professions"),
        MoveKind("keep", CARDS, "card", "drawing-cards"),
        MoveKind("under", CARDS, "card", "drawing-cards"),
        MoveKind("rest", rule="drawing-cards"),
        MoveKind("open", tuple(OBJECTS), "object", "opening"),
        MoveKind("withdraw", rule="withdrawing"),
        MoveKind("bid", rule="bidding", fixed=lambda s: int(s.bid) + auction.STEP),
        MoveKind("pass", rule="bidding"),
        MoveKind("take", tuple(OBJECTS), "object", "last-player"),
        MoveKind("nothing", rule="last-player"),
        MoveKind("choose", tuple(LANDSCAPES), "object", "two-players"),
        MoveKind("recruit", tuple(PROFESSIONS), "profession", "recruiting"),
        MoveKind("wait", rule="recruiting"),
        MoveKind("work", tuple(PROFESSIONS), "profession", "work"),
        MoveKind("build", tuple(BUILDINGS), "building", "building"),
        MoveKind("freedom", tuple(FREEDOMS), "freedom", "freedom"),
        MoveKind("profession", rule="profession"),
        MoveKind("bonus", rule="bonus"),
        MoveKind("play", tuple(BONUS_CARDS), "bonus_card", "work-bonus"),
        MoveKind("finish", rule="work"),
        MoveKind("end", rule="turn"),
        MoveKind("back", rule="moving-back"),
    )
)
assert tuple((kind.word, len(kind.about)) for kind in MOVES.kinds) == actions.RANGES

THINGS = {
    "object": tuple(f"object.{key}" for key in OBJECTS),
    "profession": tuple(f"profession.{key}" for key in PROFESSIONS),
    "building": tuple(f"building.{key}" for key in BUILDINGS),
    "freedom": tuple(f"freedom.{key}" for key in FREEDOMS),
    "bonus_card": tuple(f"bonus_card.{key}" for key in BONUS_CARDS),
    "prestige_card": tuple(f"prestige_card.{key}" for key in PRESTIGE_CARDS),
    "piece": (*(f"building.{key}" for key in BUILDINGS), *(f"object.{key}" for key in LANDSCAPES)),
    "card": (
        *(f"profession.{key}" for key in PROFESSIONS),
        *(f"prestige_card.{key}" for key in PRESTIGE_CARDS),
        *(f"bonus_card.{key}" for key in BONUS_CARDS),
    ),
    "deck": ("deck.profession", "deck.prestige", "deck.bonus"),
    "why": ("score.building", "score.landscape", "score.builder"),
}

PRICES = TABLE.prices


def figures(states: Any, i: int, action: int) -> Mapping[str, int]:
    """The figures that the sentence of a move names; `back` is how far a price makes one move back."""
    s = state(states, i)
    kind, n = MOVES.kind(action)
    word = kind.word
    q = s.seats[int(s.asked)]
    price = 0
    if word in ("open", "take"):
        price = auction.BASE_PRICE_TWO if s.players == 2 else auction.BASE_PRICE
    elif word == "bid":
        price = int(s.bid) + auction.STEP
    elif word == "build":
        price = int(BUILDING_PRICE[q.builders])
    elif word in ("freedom", "profession", "bonus"):
        price = {"freedom": PRICES.freedom, "profession": PRICES.profession, "bonus": PRICES.bonus}[word]
    short = max(0, price - int(q.florins))
    found = {"florins": price, "back": -(-short // TABLE.prestige.florins_back), "work_value": int(s.work_value)}
    if word == "convert":
        found |= {"prestige": n, "florins": n * TABLE.prestige.florins_to_prestige}
    elif word == "spaces":
        found |= {"spaces": n, "florins": n * TABLE.prestige.florins_back}
    elif word in ("work", "play", "keep"):
        worth = np.zeros(CARDS_IN_ALL, np.int64)
        outlook(states, i, int(s.asked), worth)
        value = int(worth[n + (DECK_START[BONUS_CARD] if word == "play" else 0)])
        found["work_value" if word == "work" else "adds"] = value
    return found


def asking(s: Any) -> Mapping[str, int]:
    """What the question names: the object and the bid, the tile, the work."""
    question = int(s.question)
    if question == BID:
        return {"bidder": int(s.bidder), "object": int(s.stack), "florins": int(s.bid)}
    if question in (OPEN, TAKE):
        return {"florins": auction.BASE_PRICE_TWO if s.players == 2 else auction.BASE_PRICE}
    if question == PLACE:
        return {"piece": int(s.piece)}
    if question in (KEEP, UNDER):
        return {"deck": int(s.looking)}
    if question in (BONUS, CONVERT):
        return {"profession": int(s.worker), "work_value": int(s.work_value), "minimum": int(MINIMUM[s.round_no])}
    if question == ACTION:
        return {"actions": int(s.actions_left)}
    return {}
