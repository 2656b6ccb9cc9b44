"""The moves of The Princes of Florence: the one table that number, notation and sentence come from."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mecenate.core.moves import MoveKind, MoveTable
from mecenate.games.princes import actions, auction, characters, cooperation, ending
from mecenate.games.princes.components import (
    BONUS_CARDS,
    BUILDING_PRICE,
    BUILDINGS,
    CHARACTERS,
    FREEDOMS,
    LANDSCAPES,
    MINIMUM,
    OBJECTS,
    PRESTIGE_CARDS,
    PROFESSIONS,
    TABLE,
)
from mecenate.games.princes.events import SCORES
from mecenate.games.princes.outlook import FIGURES, outlook
from mecenate.games.princes.outlook import PRINCESS as PRINCESS_FIGURE
from mecenate.games.princes.state import (
    ACROSS,
    ACTION,
    BANKER,
    BID,
    BONUS,
    BONUS_CARD,
    CONVERT,
    COUNTER,
    COUNTERED,
    DECK_START,
    EXCHANGE,
    KEEP,
    OPEN,
    PAYMENT,
    PLACE,
    PRICE,
    PRINCESS,
    REPLY,
    SIDES,
    TAKE,
    UNDER,
    USE,
    state,
)
from mecenate.games.princes.tiles import COLUMNS, SAME

neighbour, active, cost = cooperation.neighbour, cooperation.active, cooperation.cost
rank, most_exchanged = characters.rank, ending.most_exchanged


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
BIDDING_SPACES = tuple(f"{CHARACTERS[character]} {bid * characters.STEP}" for character, bid in characters.SPACES)
CARDS = (*PROFESSIONS, *(f"prestige {key}" for key in PRESTIGE_CARDS), *(f"bonus {key}" for key in BONUS_CARDS))

MOVES = MoveTable(
    (
        MoveKind(
            "place",
            tuple(placement(n) for n in range(512)),
            rule="building-rules",
            rules={"across": "cooperation"},
            same=same_look,
        ),
        MoveKind("convert", NUMBERS, rule="work-pay", rules={"exchange": "characters"}),
        MoveKind("spaces", NUMBERS, rule="moving-back"),
        MoveKind("discard", tuple(PROFESSIONS), "profession", "first-professions"),
        MoveKind("keep", CARDS, "card", "drawing-cards"),
        MoveKind("under", CARDS, "card", "drawing-cards"),
        MoveKind("rest", rule="drawing-cards", ends="choice"),
        MoveKind("open", tuple(OBJECTS), "object", "opening"),
        MoveKind("withdraw", rule="withdrawing", ends="choice"),
        MoveKind("bid", rule="bidding", fixed=lambda s: int(s.bid) + auction.STEP),
        MoveKind("pass", rule="bidding", rules={"court": "characters"}, ends="choice"),
        MoveKind("take", tuple(OBJECTS), "object", "last-player"),
        MoveKind("nothing", rule="last-player", ends="choice"),
        MoveKind("choose", tuple(LANDSCAPES), "object", "two-players"),
        MoveKind("recruit", tuple(PROFESSIONS), "profession", "recruiting"),
        MoveKind("wait", rule="recruiting", rules={"use": "characters"}, ends="choice"),
        MoveKind("work", tuple(PROFESSIONS), "profession", "work"),
        MoveKind("build", tuple(BUILDINGS), "building", "building"),
        MoveKind("freedom", tuple(FREEDOMS), "freedom", "freedom"),
        MoveKind("profession", rule="profession"),
        MoveKind("bonus", rule="bonus"),
        MoveKind("play", tuple(BONUS_CARDS), "bonus_card", "work-bonus"),
        MoveKind("finish", rule="work", ends="choice"),
        MoveKind("end", rule="turn", ends="choice"),
        MoveKind("back", rule="moving-back"),
        MoveKind(
            "marker", tuple(f"{CHARACTERS[c]} {bid * characters.STEP}" for c, bid in characters.SPACES), rule="characters"
        ),
        MoveKind("princess", rule="princess"),
        MoveKind("merchant", rule="merchant"),
        MoveKind("professor", ("prestige", "bonus"), rule="professor"),
        MoveKind("free", rule="merchant"),
        MoveKind("pay", rule="merchant"),
        MoveKind("cooperate", tuple(f"{side} {key}" for side in SIDES for key in BUILDINGS), rule="cooperation"),
        MoveKind("price", tuple(str(cooperation.STEP * n) for n in range(actions.PARTNER_PRICES)), rule="proposals"),
        MoveKind("accept", rule="proposals"),
        MoveKind("refuse", rule="proposals"),
        MoveKind("counter", rule="proposals"),
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
    "why": tuple(f"score.{key}" for key in SCORES),
    "character": tuple(f"character.{key}" for key in CHARACTERS),
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
    elif word == "pay":
        price = int(s.bid)
    elif word == "accept" and s.question == REPLY:
        price = int(s.price)
    elif word == "accept":
        price = int(cost(s, int(s.asked))) - int(s.price)
    short = max(0, price - int(q.florins))
    found = {"florins": price, "back": -(-short // TABLE.prestige.florins_back), "work_value": int(s.work_value)}
    if word == "convert":
        found |= {"prestige": n, "florins": n * TABLE.prestige.florins_to_prestige}
    elif word == "spaces":
        found |= {"spaces": n, "florins": n * TABLE.prestige.florins_back}
    elif word == "marker":
        character, bid = characters.SPACES[n]
        found |= {"character": character, "florins": bid * characters.STEP}
        if character == BANKER:
            found["banker"] = int(s.banker) - bid * characters.STEP
    elif word in ("merchant", "pay"):
        found["prestige"] = int(rank(s, int(s.asked)))
    elif word == "cooperate":
        side, building = divmod(n, len(BUILDINGS))
        found |= {"building": building, "partner": int(neighbour(s, int(s.asked), side))}
    elif word == "price":
        found["florins"] = n * cooperation.STEP
    elif word in ("work", "play", "keep", "princess"):
        worth = np.zeros(FIGURES, np.int64)
        outlook(states, i, int(s.asked), worth)
        if word == "princess":
            return found | {"work_value": int(worth[PRINCESS_FIGURE])}
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
    if question == CONVERT and s.worker < 0:
        return {"character": PRINCESS, "work_value": int(s.work_value)}
    if question in (BONUS, CONVERT):
        return {"profession": int(s.worker), "work_value": int(s.work_value), "minimum": int(MINIMUM[s.round_no])}
    if question == ACTION:
        return {"actions": int(s.actions_left)}
    if question == PAYMENT:
        return {"object": int(s.stack), "florins": int(s.bid)}
    if question == USE:
        return {"character": int(s.seats[int(s.asked)].character) - 1}
    if question == EXCHANGE:
        return {"florins": int(s.seats[int(s.asked)].florins), "prestige": int(most_exchanged(s, int(s.asked)))}
    if question in (ACROSS, PRICE):
        return {"building": int(s.piece), "partner": int(neighbour(s, int(s.asked), int(s.side)))}
    if question in (REPLY, COUNTER):
        return {"building": int(s.piece), "partner": int(active(s)), "florins": int(s.price)}
    if question == COUNTERED:
        partner = int(neighbour(s, int(s.asked), int(s.side)))
        return {"building": int(s.piece), "partner": partner, "florins": int(s.price)}
    return {}
