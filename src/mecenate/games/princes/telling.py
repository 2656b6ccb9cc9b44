"""The position in the rulebook's words: what the `then` of a scenario can ask for. It knows all words of `given`, and more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mecenate.core.telling import Bag, Pile, Places
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
)
from mecenate.games.princes.moves import placement
from mecenate.games.princes.outlook import outlook
from mecenate.games.princes.position_cards import KEYS, RECRUITING
from mecenate.games.princes.position_tiles import BOARD
from mecenate.games.princes.state import CARDS, DECK_START, DECKS, PHASES, PLACE


def tell(s: Any, names: Sequence[str]) -> dict[str, Any]:
    phase = PHASES[s.phase]
    in_action = phase == "action"
    told = {
        "round": int(s.round_no),
        "minimum work value": int(MINIMUM[s.round_no]),
        "phase": phase,
        "starting player": names[s.starter],
        "turn": names[s.asked] if in_action else None,
        "actions left": int(s.actions_left) if in_action else None,
        "profession taken": bool(s.profession_taken) and in_action,
        "freedom taken": bool(s.freedom_taken) and in_action,
        "at work": PROFESSIONS[s.worker] if s.worker >= 0 else None,
        "work value": int(s.work_value) if s.worker >= 0 else None,
        "drawn cards": Bag(KEYS[s.looking][int(card)] for card in s.look[: s.looked]) if s.looking >= 0 else Bag(),
        "tile": [*BUILDINGS, *LANDSCAPES][s.piece] if s.piece >= 0 and s.question == PLACE else None,
        "auction": _auction(s, names, phase == "auction"),
        "supply": _supply(s),
        "decks": {
            key: Pile(KEYS[n][int(card)] for card in s.deck[DECK_START[n] : DECK_START[n] + s.deck_size[n]])
            for n, key in enumerate(DECKS)
        },
        "bonus cards played": _named(s.bonus_played, BONUS_CARDS),
    }
    return told | {name: _player(s, seat) for seat, name in enumerate(names)}


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


def _player(s: Any, seat: int) -> dict[str, Any]:
    q = s.seats[seat]
    landscapes = Places({key: [] for key in LANDSCAPES})
    for at in q.landscape_at[: q.tiles]:
        landscapes[LANDSCAPES[(int(at) - 1) // 512]].append(placement((int(at) - 1) % 512))
    table = _named(q.table, PROFESSIONS) + [RECRUITING] * int(q.recruiting_table)
    return {
        "florins": int(q.florins),
        "prestige": int(q.prestige),
        "buildings": Places({BUILDINGS[n]: [placement(int(at) - 1)] for n, at in enumerate(q.building_at) if at}),
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
        **_outlook(s, seat),
    }


def _outlook(s: Any, seat: int) -> dict[str, int]:
    """What the cards of a player would bring now, as the rules reckon it."""
    q, out = s.seats[seat], np.zeros(CARDS, np.int64)
    outlook(np.frombuffer(s.tobytes(), np.uint8).reshape(1, -1).copy(), 0, seat, out)
    held = ((q.hand, "work value of"), (q.prestige_cards, "worth of prestige card"), (q.bonus_cards, "worth of bonus card"))
    return {
        f"{words} {key}": int(out[DECK_START[deck] + KEYS[deck].index(key)])
        for deck, (cards, words) in enumerate(held)
        for key in _named(cards, KEYS[deck])
    }
