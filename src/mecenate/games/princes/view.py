"""What a seat may know of a game: everything that lies open, its own cards, and nothing else."""

from typing import Any

import msgspec
import numpy as np

from mecenate.games.princes import knowledge
from mecenate.games.princes.components import (
    BONUS_CARDS,
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
from mecenate.games.princes.state import CARDS, DECK_START, DECKS, PHASES, QUESTIONS, state
from mecenate.games.princes.tiles import COLUMNS, SHAPE


class TileView(msgspec.Struct):
    piece: str
    at: str  # as in the notation: `b3 r1 f`
    cells: list[str]


class SeatView(msgspec.Struct):
    florins: int | None  # None when hidden
    prestige: int
    best_work: int  # marker on the fame track this round, 0 if none
    jesters: int
    builders: int
    freedoms: list[str]
    buildings: list[TileView]
    landscapes: list[TileView]
    table: list[str]  # professions face up
    recruiting_table: int
    recruiting_hand: int
    hand_count: int
    bonus_count: int
    prestige_count: int
    hand: list[str] | None  # None when hidden, as the next two
    bonus_cards: list[str] | None
    prestige_cards: list[str] | None


class AuctionView(msgspec.Struct):
    object: str
    bid: int
    bidder: int
    passed: list[int]


class KnownCard(msgspec.Struct):
    """A card that this seat laid under a deck and that nobody has drawn since."""

    deck: str
    place: int  # from the top, 1 is the top card
    card: str


class Worth(msgspec.Struct):
    """What this seat's cards would bring now."""

    work_values: dict[str, int]  # of professions in hand and looked at, without bonus cards
    bonus_values: dict[str, int]  # what each bonus card would add to a work
    prestige_values: dict[str, int]  # if the game ended now


class View(msgspec.Struct):
    players: int
    round: int
    phase: str
    starter: int
    minimum: int  # work value of this round
    asked: int | None
    question: str
    auction: AuctionView | None
    opener: int | None
    bought: list[int]
    withdrawn: list[int]
    sold: dict[str, int | None]  # stacks with a marker, and whose it is where that is known
    actions_left: int
    profession_taken: bool
    freedom_taken: bool
    worker: str | None
    work_value: int
    piece: str | None  # tile that waits to be laid
    looking: str | None  # deck whose cards are being looked at
    looked: int
    look: list[str] | None  # None when hidden
    supply: dict[str, int]
    bonus_played: list[str]
    seats: list[SeatView]
    you: int | None
    known: list[KnownCard]
    worth: Worth | None  # None for a spectator


CARD_KEYS = (PROFESSIONS, PRESTIGE_CARDS, BONUS_CARDS)


def names(bits: Any, keys: list[str]) -> list[str]:
    """The keys whose bits are set."""
    return [key for k, key in enumerate(keys) if (int(bits) >> k) & 1]


def seats_of(bits: Any, players: int) -> list[int]:
    return [seat for seat in range(players) if (int(bits) >> seat) & 1]


def cell_names(bits: Any) -> list[str]:
    return [f"{COLUMNS[n & 7]}{(n >> 3) + 1}" for n in range(56) if (int(bits) >> n) & 1]


def tile(piece: int, number: int) -> TileView:
    return TileView(
        [*BUILDINGS, *LANDSCAPES][piece], placement(number), cell_names(int(SHAPE[piece, number >> 6]) << (number & 63))
    )


def view_seat(s: Any, seat: int, own: bool) -> SeatView:
    q = s.seats[seat]
    shown = own or s.question == QUESTIONS.index("over")
    return SeatView(
        florins=int(q.florins) if own or s.open_money or s.question == QUESTIONS.index("over") else None,
        prestige=int(q.prestige),
        best_work=int(q.best_work),
        jesters=int(q.jesters),
        builders=int(q.builders),
        freedoms=names(q.freedoms, FREEDOMS),
        buildings=[tile(b, int(at) - 1) for b, at in enumerate(q.building_at) if at],
        landscapes=[tile(10 + (int(at) - 1) // 512, (int(at) - 1) % 512) for at in q.landscape_at if at],
        table=names(q.table, PROFESSIONS),
        recruiting_table=int(q.recruiting_table),
        recruiting_hand=int(q.recruiting_hand),
        hand_count=int(q.hand).bit_count(),
        bonus_count=int(q.bonus_cards).bit_count(),
        prestige_count=int(q.prestige_cards).bit_count(),
        hand=names(q.hand, PROFESSIONS) if own else None,
        bonus_cards=names(q.bonus_cards, BONUS_CARDS) if own else None,
        prestige_cards=names(q.prestige_cards, PRESTIGE_CARDS) if shown else None,
    )


def sold(s: Any) -> dict[str, int | None]:
    owner = {int(s.seats[seat].marker) - 1: seat for seat in range(int(s.players))}
    return {key: owner.get(stack) for stack, key in enumerate(OBJECTS) if (int(s.sold) >> stack) & 1}


def known_cards(s: Any, seat: int) -> list[KnownCard]:
    found = []
    for deck, keys in enumerate(CARD_KEYS):
        for card, key in enumerate(keys):
            places = int(s.may[seat, DECK_START[deck] + card])
            if places >> knowledge.TOP and places & (places - 1) == 0:
                found.append(KnownCard(DECKS[deck], places.bit_length() - knowledge.TOP, key))
    return sorted(found, key=lambda known: (known.deck, known.place))


def supply(s: Any) -> dict[str, int]:
    return {
        **{key: int(n) for key, n in zip(LANDSCAPES, s.landscapes, strict=True)},
        "jester": int(s.jesters),
        "builder": int(s.builders),
        "recruiting": int(s.recruiting),
        **{f"{deck} cards": int(n) for deck, n in zip(DECKS, s.deck_size, strict=True)},
        **{key: int(n) for key, n in zip(BUILDINGS, s.buildings, strict=True)},
        **{key: int(n) for key, n in zip(FREEDOMS, s.freedoms, strict=True)},
    }


def worth(states: Any, i: int, seat: int) -> Worth:
    s = state(states, i)
    figures = np.zeros(CARDS, np.int64)
    outlook(states, i, seat, figures)
    q = s.seats[seat]
    held = [int(q.hand), int(q.prestige_cards), int(q.bonus_cards)]
    if s.looking >= 0 and s.asked == seat:
        for card in s.look[: s.looked]:
            held[s.looking] |= 1 << int(card)
    found = []
    for deck, keys in enumerate(CARD_KEYS):
        start = DECK_START[deck]
        found.append({key: int(figures[start + n]) for n, key in enumerate(keys) if (held[deck] >> n) & 1})
    return Worth(work_values=found[0], prestige_values=found[1], bonus_values=found[2])


def view(states: Any, i: int, seat: int | None) -> View:
    """Everything that a seat may know of the game in row i; None is a spectator."""
    s = state(states, i)
    players, asked = int(s.players), int(s.asked)
    in_auction, in_action = PHASES[s.phase] == "auction", PHASES[s.phase] == "action"
    bidding = in_auction and s.stack >= 0
    looks = s.looking >= 0 and seat is not None and asked == seat
    return View(
        players=players,
        round=int(s.round_no),
        phase=PHASES[s.phase],
        starter=int(s.starter),
        minimum=int(MINIMUM[s.round_no]),
        asked=asked if asked >= 0 else None,
        question=QUESTIONS[s.question],
        auction=AuctionView(OBJECTS[s.stack], int(s.bid), int(s.bidder), seats_of(s.passed, players)) if bidding else None,
        opener=int(s.opener) if in_auction else None,
        bought=seats_of(s.bought, players) if in_auction else [],
        withdrawn=seats_of(s.withdrawn, players) if in_auction else [],
        sold=sold(s) if in_auction else {},
        actions_left=int(s.actions_left) if in_action else 0,
        profession_taken=bool(s.profession_taken) and in_action,
        freedom_taken=bool(s.freedom_taken) and in_action,
        worker=PROFESSIONS[s.worker] if s.worker >= 0 else None,
        work_value=int(s.work_value) if s.worker >= 0 else 0,
        piece=[*BUILDINGS, *LANDSCAPES][s.piece] if s.piece >= 0 else None,
        looking=DECKS[s.looking] if s.looking >= 0 else None,
        looked=int(s.looked),
        look=[CARD_KEYS[s.looking][int(card)] for card in s.look[: s.looked]] if looks else None,
        supply=supply(s),
        bonus_played=names(s.bonus_played, BONUS_CARDS),
        seats=[view_seat(s, n, n == seat) for n in range(players)],
        you=seat,
        known=known_cards(s, seat) if seat is not None else [],
        worth=worth(states, i, seat) if seat is not None else None,
    )
