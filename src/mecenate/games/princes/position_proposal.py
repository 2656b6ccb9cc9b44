"""A proposal of a scenario: which building is being talked about, with whom, where and for how much."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where
from mecenate.games.princes import rules
from mecenate.games.princes.actions import A_COOPERATE, A_COUNTER, A_PLACE, A_PRICE
from mecenate.games.princes.components import BUILDINGS, TABLE
from mecenate.games.princes.cooperation import PROPOSALS, STEP
from mecenate.games.princes.moves import placement
from mecenate.games.princes.position_shared import neighbours, side_of
from mecenate.games.princes.position_tiles import read_place
from mecenate.games.princes.reasons import REASONS
from mecenate.games.princes.state import ACROSS, COUNTER, COUNTERED, NONE, PRICE, REPLY

WORDS = ("building", "partner", "place", "price", "counter")
MADE = ("building", "partner", "place", "price")
HIGHEST = TABLE.cooperation.highest_price
WHY = {
    "no-action-left": "no action is left",
    "three-proposals": "three proposals were made in this turn",
    "building-twice": "the player whose turn it is has one",
    "neighbour-has-it": "the neighbour has one",
    "building-gone": "none is left",
    "no-room": "it fits nowhere across this border",
    "overlap": "it would overlap something",
    "wall-to-wall": "it would stand wall to wall with a building in the same principality, without two builders there",
    "border-wall": "it would stand wall to wall with a building beyond the border, without two builders",
    "price-too-low": "with that price the bank could not be paid",
    "asked-before": "the same was proposed before in this turn",
    "same-price": "that price was proposed",
    "too-poor": "the money is not enough",
}


def begin(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """The proposals of this turn, and how far the last one is."""
    for word in ("proposal", "proposals", "proposals made"):
        if word in given and not s.cooperation:
            raise BadScenario(f"`{word}` belongs to the expansion; add `options: {{cooperation: yes}}`.", (word,))
    seat = int(s.asked)
    before = given.get("proposals", [])
    if not isinstance(before, list):
        raise BadScenario("proposals: write a list of what was proposed, each with its building, partner, place and price.",
                          ("proposals",))  # fmt: skip
    for n, item in enumerate(before):
        where: Where = ("proposals", n)
        made = reading.mapping(item, MADE, where, "A proposal")
        if missing := [word for word in MADE if word not in made]:
            raise BadScenario(f"This proposal does not say its {missing[0]}.", where)
        building, side = _with_whom(s, made, where, seat, names)
        price = _price(made, "price", where)
        _remember(s, building, side, read_place(made["place"], building, (*where, "place"), across=True), price, where)
    under = reading.mapping(given.get("proposal", {}), WORDS, ("proposal",), "The proposal")
    told = "price" in under or "counter" in under
    made = reading.number(
        given.get("proposals made", len(before) + told), ("proposals made",), "proposals made", len(before) + told, PROPOSALS
    )
    s.proposals = made - told
    if under:
        _discuss(s, under, seat, names, given.get("question") == "counter")
    elif given.get("question") == "counter":
        raise BadScenario("Which price is to be countered? Add `proposal: {building: ..., partner: ..., ...}`.", ("question",))


def _with_whom(s: Any, given: Mapping[str, Any], where: Where, seat: int, names: Sequence[str]) -> tuple[int, int]:
    """The building, and on which side the partner is."""
    for word in ("building", "partner"):
        if word not in given:
            raise BadScenario(f"A proposal says its {word}.", where)
    building = BUILDINGS.index(reading.word(given["building"], BUILDINGS, (*where, "building"), "building"))
    partner = reading.word(given["partner"], names, (*where, "partner"), "player")
    side = side_of(s, seat, names.index(partner))
    if side == NONE:
        beside = " and ".join(names[other] for other in neighbours(s, seat) if other != NONE)
        raise BadScenario(
            f"{names[seat]} can't build with {partner}: the principality of {names[seat]} meets that of {beside}.",
            (*where, "partner"),
        )
    return building, side


def _price(given: Mapping[str, Any], word: str, where: Where) -> int:
    return reading.number(given[word], (*where, word), f"The {word}", 0, HIGHEST, STEP)


def _remember(s: Any, building: int, side: int, place: int, price: int, where: Where) -> None:
    """The first two proposals of a turn are kept, so that none is made again."""
    entry = [side * 10 + building, place, price]
    for n in range(min(int(s.proposals), 2)):
        if list(s.proposed[n]) == entry:
            raise BadScenario("The same was proposed before in this turn.", where)
    if s.proposals < 2:
        s.proposed[s.proposals] = entry
    s.proposals += 1


def _discuss(s: Any, given: Mapping[str, Any], seat: int, names: Sequence[str], countering: bool) -> None:
    building, side = _with_whom(s, given, ("proposal",), seat, names)
    what = f"the {BUILDINGS[building]} with {given['partner']}"
    _ask(s, A_COOPERATE + side * 10 + building, f"{names[seat]} can't propose {what}", ("proposal", "building"))
    s.side, s.piece, s.question = side, building, ACROSS
    if "place" not in given:
        for word in ("price", "counter"):
            if word in given:
                raise BadScenario(f"A {word} needs a place that it is for; add `place: ...`.", ("proposal", word))
    else:
        place = read_place(given["place"], building, ("proposal", "place"), across=True)
        _ask(s, A_PLACE + place, f"{what[0].upper()}{what[1:]} can't lie at {placement(place)}", ("proposal", "place"))
        s.across, s.question = place, PRICE
    if "price" in given:
        price = _price(given, "price", ("proposal",))
        _ask(s, A_PRICE + price // STEP, f"A price of {price} can't be proposed", ("proposal", "price"))
        _remember(s, building, side, int(s.across), price, ("proposal",))
        s.price = price
    elif "counter" in given:
        if s.proposals < 2:
            raise BadScenario("Which price was proposed first? Add `price: ...`.", ("proposal", "counter"))
        s.proposals += 1
        s.price = NONE
    if "price" in given or "counter" in given:
        s.asked, s.question = names.index(given["partner"]), REPLY
    if countering:
        if s.question != REPLY or "counter" in given:
            raise BadScenario("Another price is asked for only when one was proposed, and only once.", ("question",))
        _ask(s, A_COUNTER, f"{given['partner']} can't name another price", ("question",))
        s.question = COUNTER
    elif "counter" in given:
        counter = _price(given, "counter", ("proposal",))
        s.question = COUNTER
        _ask(s, A_PRICE + counter // STEP, f"{given['partner']} can't name the price {counter}", ("proposal", "counter"))
        s.price, s.asked, s.question = counter, seat, COUNTERED


def _ask(s: Any, action: int, what: str, where: Where) -> None:
    """Whether the rules allow what was said to have been done."""
    rows = np.frombuffer(s.tobytes(), np.uint8).reshape(1, -1).copy()
    reason = REASONS[rules.why(rows, 0, action)]
    if reason != REASONS[0]:
        raise BadScenario(f"{what}: {WHY.get(reason, reason)}.", where)
