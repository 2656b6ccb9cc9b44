"""Cards of a scenario: who holds them, what lies open, what is left in the decks, and who must reckon with what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where
from mecenate.games.princes import knowledge
from mecenate.games.princes.components import BONUS_CARDS, PRESTIGE_CARDS, PROFESSIONS, TABLE
from mecenate.games.princes.state import BONUS_CARD, DECK_START, DECKS, PRESTIGE, PROFESSION

KEYS = (PROFESSIONS, PRESTIGE_CARDS, BONUS_CARDS)
WHAT = ("profession", "prestige card", "bonus card")
RECRUITING = "recruiting card"
HAND = TABLE.setup.professions_kept
OPEN = -1  # owner of a card that everybody sees


@dataclass
class Cards:
    """Where each card is that somebody named, and how that was called."""

    at: dict[tuple[int, int], str] = field(default_factory=dict)

    def put(self, deck: int, key: str, place: str, where: Where) -> int:
        card = KEYS[deck].index(key)
        if (deck, card) in self.at:
            before = self.at[deck, card]
            twice = f"twice {place}" if before == place else f"in two places: {before} and {place}"
            raise BadScenario(f"The {WHAT[deck]} {key} can't be {twice}. There is only one of it.", where)
        self.at[deck, card] = place
        return card

    def rest(self, deck: int) -> list[int]:
        """The cards that nobody named, in the order of their numbers."""
        return [card for card in range(len(KEYS[deck])) if (deck, card) not in self.at]


def deal(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Lay all cards as given; hands that nobody named get the next professions, and what is left makes the decks."""
    cards = Cards()
    for seat, name in enumerate(names):
        _hold(s.seats[seat], cards, given.get(name, {}), name)
    s.bonus_played = _bits(cards, BONUS_CARD, given.get("bonus cards played", []), "already played", ("bonus cards played",))
    tops = [_top(cards, deck, given.get("decks", {})) for deck in range(3)]
    for seat, name in enumerate(names):
        if "hand" not in given.get(name, {}):
            for key in [PROFESSIONS[card] for card in cards.rest(PROFESSION)[:HAND]]:
                s.seats[seat].hand |= 1 << cards.put(PROFESSION, key, f"in the hand of {name}", (name,))
    for deck in range(3):
        lie = tops[deck] + cards.rest(deck)
        s.deck_size[deck] = len(lie)
        for n, card in enumerate(lie):
            s.deck[DECK_START[deck] + n] = card
    _know(s)


def _hold(q: Any, cards: Cards, given: Mapping[str, Any], name: str) -> None:
    """The cards of a player: hand and table with recruiting cards among the professions, bonus and prestige cards."""
    for word, place in (("hand", f"in the hand of {name}"), ("table", f"on the table of {name}")):
        where = (name, word)
        found = reading.words(given.get(word, []), [*PROFESSIONS, RECRUITING], where, "profession or recruiting card")
        for n, key in enumerate(found):
            if key == RECRUITING and word == "hand":
                q.recruiting_hand += 1
            elif key == RECRUITING:
                q.recruiting_table += 1
            elif word == "hand":
                q.hand |= 1 << cards.put(PROFESSION, key, place, (*where, n))
            else:
                q.table |= 1 << cards.put(PROFESSION, key, place, (*where, n))
    q.bonus_cards = _bits(cards, BONUS_CARD, given.get("bonus cards", []), f"with {name}", (name, "bonus cards"))
    q.prestige_cards = _bits(cards, PRESTIGE, given.get("prestige cards", []), f"with {name}", (name, "prestige cards"))


def _bits(cards: Cards, deck: int, value: Any, place: str, where: Where) -> int:
    found = reading.words(value, KEYS[deck], where, WHAT[deck])
    return sum(1 << cards.put(deck, key, place, (*where, n)) for n, key in enumerate(found))


def _top(cards: Cards, deck: int, decks: Mapping[str, Any]) -> list[int]:
    """The cards that somebody put on top of a deck."""
    where = ("decks", DECKS[deck])
    found = reading.words(decks.get(DECKS[deck], []), KEYS[deck], where, WHAT[deck])
    return [cards.put(deck, key, f"in the {DECKS[deck]} deck", (*where, n)) for n, key in enumerate(found)]


def _know(s: Any) -> None:
    """Each seat knows its own cards and what lies open; every other card may be in any other hand or anywhere in the deck."""
    for deck, field_name in ((PROFESSION, "hand"), (PRESTIGE, "prestige_cards"), (BONUS_CARD, "bonus_cards")):
        hands = [int(s.seats[seat][field_name]) for seat in range(s.players)]
        shown = int(s.bonus_played) if deck == BONUS_CARD else 0
        if deck == PROFESSION:
            shown = sum(int(s.seats[seat].table) for seat in range(s.players))
        everywhere = ((1 << int(s.deck_size[deck])) - 1) << knowledge.TOP
        for seat in range(s.players):
            others = sum(1 << other for other in range(s.players) if other != seat and hands[other])
            for card in range(len(KEYS[deck])):
                if (shown >> card) & 1:
                    places = 0
                elif (hands[seat] >> card) & 1:
                    places = 1 << seat
                else:
                    places = others | everywhere
                s.may[seat, DECK_START[deck] + card] = places
