"""The position in the rulebook's words: what the `then` of a scenario can ask for. It knows all words of `given`, and more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mecenate.core.telling import Bag, Pile, Places
from mecenate.games.princes import characters
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
)
from mecenate.games.princes.moves import placement
from mecenate.games.princes.outlook import FIGURES, outlook
from mecenate.games.princes.outlook import PRINCESS as PRINCESS_FIGURE
from mecenate.games.princes.position_cards import KEYS, RECRUITING
from mecenate.games.princes.position_court import NOBODY
from mecenate.games.princes.position_shared import neighbours
from mecenate.games.princes.position_tiles import BOARD
from mecenate.games.princes.state import (
    ACROSS,
    CONVERT,
    COUNTER,
    COUNTERED,
    DECK_START,
    DECKS,
    EXCHANGE,
    LEFT,
    NONE,
    PHASES,
    PLACE,
    PRICE,
    PRINCESS,
    REPLY,
    RIGHT,
    SHARED,
    SIDES,
)

PRINCESS_KEY = CHARACTERS[PRINCESS]


def tell(s: Any, names: Sequence[str]) -> dict[str, Any]:
    phase = PHASES[s.phase]
    in_action = phase == "action" and int(s.question) != EXCHANGE
    by_princess = bool(s.question == CONVERT and s.worker < 0)
    told = {
        "round": int(s.round_no),
        "minimum work value": int(MINIMUM[s.round_no]),
        "phase": phase,
        "starting player": names[s.starter],
        "turn": names[_active(s)] if in_action else None,
        "actions left": int(s.actions_left) if in_action else None,
        "profession taken": bool(s.profession_taken) and in_action,
        "freedom taken": bool(s.freedom_taken) and in_action,
        "at work": PRINCESS_KEY if by_princess else PROFESSIONS[s.worker] if s.worker >= 0 else None,
        "work value": int(s.work_value) if by_princess or s.worker >= 0 else None,
        "drawn cards": Bag(KEYS[s.looking][int(card)] for card in s.look[: s.looked]) if s.looking >= 0 else Bag(),
        "tile": [*BUILDINGS, *LANDSCAPES][s.piece] if s.piece >= 0 and s.question == PLACE else None,
        "auction": _auction(s, names, phase == "auction"),
        **(_court(s, names, phase == "characters") if s.characters else {}),
        **(_proposals(s, names, in_action) if s.cooperation else {}),
        "supply": _supply(s),
        "decks": {
            key: Pile(KEYS[n][int(card)] for card in s.deck[DECK_START[n] : DECK_START[n] + s.deck_size[n]])
            for n, key in enumerate(DECKS)
        },
        "bonus cards played": _named(s.bonus_played, BONUS_CARDS),
    }
    return told | {name: _player(s, seat, names) for seat, name in enumerate(names)}


def _named(bits: Any, keys: Sequence[str]) -> Bag:
    return Bag(key for n, key in enumerate(keys) if (int(bits) >> n) & 1)


def _auction(s: Any, names: Sequence[str], now: bool) -> dict[str, Any]:
    bidding = now and s.stack >= 0
    return {
        "opener": names[s.opener] if now else None,
        "object": OBJECTS[s.stack] if bidding else None,
        "bid": int(s.bid) if bidding else None,
        "bidder": names[s.bidder] if bidding and s.bidder >= 0 else None,
        "passed": _named(s.passed if bidding else 0, names),
        "bought": _named(s.bought if now else 0, names),
        "withdrawn": _named(s.withdrawn if now else 0, names),
        "sold": _named(s.sold if now else 0, OBJECTS),
    }


def _court(s: Any, names: Sequence[str], now: bool) -> dict[str, Any]:
    """Expansion "Muse & Princess"."""
    marked = [(int(owner) - 1, n) for n, owner in enumerate(s.marked_by) if owner and now]
    return {
        "banker": int(s.banker),
        "characters": {
            "turn": names[s.asked] if now else None,
            "markers": {
                name: next((f"{CHARACTERS[n]} {characters.STEP * int(s.marked_at[n])}" for o, n in marked if o == seat), NOBODY)
                for seat, name in enumerate(names)
            },
            "passed": _named(s.passed if now else 0, names),
            "bought": _named(s.bought if now else 0, names),
            "sold": _named(s.hired if now else 0, CHARACTERS),
        },
    }


def _active(s: Any) -> int:
    """Whose turn it is, also while a neighbour is asked about a proposal."""
    asked = int(s.asked)
    return neighbours(s, asked)[LEFT if s.side == RIGHT else RIGHT] if s.question in (REPLY, COUNTER) else asked


def _proposals(s: Any, names: Sequence[str], now: bool) -> dict[str, Any]:
    """Expansion "Cooperative Building": what was proposed in this turn, and what is being talked about."""
    open_now = s.question in (ACROSS, PRICE, REPLY, COUNTER, COUNTERED)
    told = s.question in (REPLY, COUNTER, COUNTERED)
    sides = neighbours(s, _active(s)) if now else [NONE, NONE]
    made = int(s.proposals) if now else 0
    kept = [
        {
            "building": BUILDINGS[int(what) % 10],
            "partner": names[sides[int(what) // 10]],
            "place": placement(int(at)),
            "price": int(price),
        }
        for what, at, price in s.proposed[: min(made, 2)]
    ]
    before = kept[: made - 1] if told else kept
    price = int(s.price) if s.question in (REPLY, COUNTER) else kept[made - 1]["price"] if told and made <= 2 else None
    return {
        "proposal": {
            "building": BUILDINGS[s.piece] if open_now else None,
            "partner": names[sides[s.side]] if open_now else None,
            "place": placement(int(s.across)) if open_now and s.question != ACROSS else None,
            "price": price,
            "counter": int(s.price) if s.question == COUNTERED else None,
        },
        "proposals": before,
        "proposals made": made,
    }


def _supply(s: Any) -> dict[str, int]:
    return {
        "jesters": int(s.jesters),
        "builders": int(s.builders),
        "recruiting cards": int(s.recruiting),
        **{f"{key}s": int(n) for key, n in zip(LANDSCAPES, s.landscapes, strict=True)},
        **{key: int(n) for key, n in zip(BUILDINGS, s.buildings, strict=True)},
        **{key: int(n) for key, n in zip(FREEDOMS, s.freedoms, strict=True)},
        **{f"{key} cards": int(n) for key, n in zip(DECKS, s.deck_size, strict=True)},
    }


def _building(s: Any, seat: int, number: int, names: Sequence[str]) -> str:
    """Where a building lies; a shared one on the left one of the two boards, and with whom."""
    if number < SHARED:
        return placement(number)
    return f"{placement(number % SHARED)} with {names[neighbours(s, seat)[RIGHT if number < 2 * SHARED else LEFT]]}"


def _expanded(s: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """What the expansions add to the figures of a player."""
    q, found = s.seats[seat], {}
    if s.characters:
        found["character"] = CHARACTERS[q.character - 1] if q.character else NOBODY
        found["rank"] = int(characters.rank(s, seat))
    if s.cooperation:
        for side, other in zip(SIDES, neighbours(s, seat), strict=True):
            found[f"{side} neighbour"] = "nobody" if other == NONE else names[other]
    return found


def _player(s: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    q = s.seats[seat]
    landscapes = Places({key: [] for key in LANDSCAPES})
    for at in q.landscape_at[: q.tiles]:
        landscapes[LANDSCAPES[(int(at) - 1) // 512]].append(placement((int(at) - 1) % 512))
    table = _named(q.table, PROFESSIONS) + [RECRUITING] * int(q.recruiting_table)
    return {
        "florins": int(q.florins),
        "prestige": int(q.prestige),
        "buildings": Places(
            {BUILDINGS[n]: [_building(s, seat, int(at) - 1, names)] for n, at in enumerate(q.building_at) if at}
        ),
        "landscapes": landscapes,
        "jesters": int(q.jesters),
        "builders": int(q.builders),
        "freedoms": _named(q.freedoms, FREEDOMS),
        "hand": Bag(_named(q.hand, PROFESSIONS) + [RECRUITING] * int(q.recruiting_hand)),
        "table": Bag(table),
        "bonus cards": _named(q.bonus_cards, BONUS_CARDS),
        "prestige cards": _named(q.prestige_cards, PRESTIGE_CARDS),
        "best work": int(q.best_work),
        "works": len(table),
        "building cost": int(BUILDING_PRICE[q.builders]),
        "empty spaces": (BOARD & ~int(q.occupied)).bit_count(),
        **_expanded(s, seat, names),
        **_outlook(s, seat),
    }


def _outlook(s: Any, seat: int) -> dict[str, int]:
    """What the cards of a player would bring now, as the rules reckon it."""
    q, out = s.seats[seat], np.zeros(FIGURES, np.int64)
    outlook(np.frombuffer(s.tobytes(), np.uint8).reshape(1, -1).copy(), 0, seat, out)
    held = ((q.hand, "work value of"), (q.prestige_cards, "worth of prestige card"), (q.bonus_cards, "worth of bonus card"))
    found = {
        f"{words} {key}": int(out[DECK_START[deck] + KEYS[deck].index(key)])
        for deck, (cards, words) in enumerate(held)
        for key in _named(cards, KEYS[deck])
    }
    if q.character == PRINCESS + 1:
        found[f"work value of {PRINCESS_KEY}"] = int(out[PRINCESS_FIGURE])
    return found
