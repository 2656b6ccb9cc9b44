"""What a seat may know of a game: everything that lies open, its own cards, and nothing else."""

from typing import Any

import msgspec
import numpy as np

from mecenate.core.snapshot import snapshot_at
from mecenate.games.princes import characters, cooperation, knowledge, tiles, works
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
from mecenate.games.princes.moves import placement
from mecenate.games.princes.outlook import FIGURES, outlook
from mecenate.games.princes.outlook import PRINCESS as PRINCESS_FIGURE
from mecenate.games.princes.state import (
    ACROSS,
    BANKER,
    COUNTER,
    COUNTERED,
    DECK_START,
    DECKS,
    LEFT,
    MERCHANT,
    PHASES,
    PLACE,
    PRICE,
    PRINCESS,
    QUESTIONS,
    REPLY,
    RIGHT,
    SHARED,
    STATE,
)
from mecenate.games.princes.tiles import COLUMNS, SHAPE

snapshot = snapshot_at(STATE)
neighbour, active, rank, part_of = cooperation.neighbour, cooperation.active, characters.rank, tiles.part_of
fit_parts, base_parts, princess_parts = works.fit_parts, works.base_parts, works.princess_parts

FIT_PARTS = ("building", "landscape", "freedom")
BASE_PARTS = ("jesters", "cards", "muse")
PRINCESS_PARTS = ("landscapes", "buildings", "builders", "cards")


class TileView(msgspec.Struct):
    piece: str
    at: str  # as in the notation: `b3 r1 f`; a shared building's on the left one of its two boards
    cells: list[str]  # on this board
    shared_with: int | None = None  # the seat that the rest of a shared building belongs to


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
    empty_spaces: int
    building_price: int
    hand_count: int
    bonus_count: int
    prestige_count: int
    hand: list[str] | None  # None when hidden, as the next two
    bonus_cards: list[str] | None
    prestige_cards: list[str] | None
    character: str | None
    left: int | None  # neighbours, where principalities meet
    right: int | None


class CharacterView(msgspec.Struct):
    character: str
    hired: bool  # in this round's phase A2
    marker: int | None  # whose marker lies there
    bid: int | None
    florins: int | None  # that lie on the Banker


class ProposalView(msgspec.Struct):
    """A shared building that is being talked about."""

    building: str
    seat: int
    partner: int
    at: str | None  # on the left one of the two boards
    cells: dict[int, list[str]]  # by seat
    price: int | None
    countered: bool


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

    work_values: dict[str, int]  # of professions in hand, looked at or to be recruited, without bonus cards
    work_parts: dict[str, dict[str, int]]  # what each of these values is made of; of the one at work with its bonus cards
    bonus_values: dict[str, int]  # what each bonus card would add to a work
    prestige_values: dict[str, int]  # if the game ended now
    princess: int | None  # the value of her work, if she serves this seat
    princess_parts: dict[str, int]
    rank: int | None  # the Merchant's prestige, if he does


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
    bought: list[int]  # an object, or in phase A2 a character
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
    characters: list[CharacterView] | None  # None when they do not play
    passed: list[int]  # seats that passed in phase A2
    cooperation: bool
    moving_back: bool
    palazzo: list[str]
    proposal: ProposalView | None
    proposals_left: int
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


def building(s: Any, seat: int, piece: int) -> TileView:
    number = int(s.seats[seat].building_at[piece]) - 1
    if number < SHARED:
        return tile(piece, number)
    partner = neighbour(s, seat, RIGHT if number < 2 * SHARED else LEFT)
    cells = cell_names(part_of(number // SHARED - 1, piece, number % SHARED))
    return TileView(BUILDINGS[piece], placement(number % SHARED), cells, int(partner))


def seen(seat: Any) -> int | None:
    return int(seat) if seat >= 0 else None


def characters_view(s: Any) -> list[CharacterView] | None:
    if not s.characters:
        return None
    found = []
    for n, key in enumerate(CHARACTERS):
        marked = s.phase == PHASES.index("characters") and s.marked_by[n] > 0
        found.append(
            CharacterView(
                key,
                bool((int(s.hired) >> n) & 1),
                int(s.marked_by[n]) - 1 if marked else None,
                int(s.marked_at[n]) * characters.STEP if marked else None,
                int(s.banker) if n == BANKER else None,
            )
        )
    return found


def proposal(s: Any) -> ProposalView | None:
    if s.question not in (ACROSS, PRICE, REPLY, COUNTER, COUNTERED):
        return None
    seat = int(active(s))
    partner = int(neighbour(s, seat, s.side))
    left, right = (seat, partner) if s.side == RIGHT else (partner, seat)
    laid = s.question != ACROSS
    return ProposalView(
        BUILDINGS[s.piece],
        seat,
        partner,
        placement(int(s.across)) if laid else None,
        {owner: cell_names(part_of(n, s.piece, s.across)) for n, owner in enumerate((left, right))} if laid else {},
        int(s.price) if s.question in (REPLY, COUNTER, COUNTERED) else None,
        bool(s.question == COUNTERED),
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
        buildings=[building(s, seat, b) for b, at in enumerate(q.building_at) if at],
        landscapes=[tile(10 + (int(at) - 1) // 512, (int(at) - 1) % 512) for at in q.landscape_at if at],
        table=names(q.table, PROFESSIONS),
        recruiting_table=int(q.recruiting_table),
        recruiting_hand=int(q.recruiting_hand),
        empty_spaces=(int(tiles.BOARD) & ~int(q.occupied)).bit_count(),
        building_price=int(BUILDING_PRICE[q.builders]),
        hand_count=int(q.hand).bit_count(),
        bonus_count=int(q.bonus_cards).bit_count(),
        prestige_count=int(q.prestige_cards).bit_count(),
        hand=names(q.hand, PROFESSIONS) if own else None,
        bonus_cards=names(q.bonus_cards, BONUS_CARDS) if own else None,
        prestige_cards=names(q.prestige_cards, PRESTIGE_CARDS) if shown else None,
        character=CHARACTERS[q.character - 1] if q.character else None,
        left=seen(neighbour(s, seat, LEFT)) if s.cooperation else None,
        right=seen(neighbour(s, seat, RIGHT)) if s.cooperation else None,
    )


def sold(s: Any) -> dict[str, int | None]:
    owner = {int(s.seats[seat].marker) - 1: seat for seat in range(int(s.players))}
    return {key: owner.get(stack) for stack, key in enumerate(OBJECTS) if (int(s.sold) >> stack) & 1}


def known_cards(s: Any, seat: int) -> list[KnownCard]:
    found = []
    for deck, keys in enumerate(CARD_KEYS):
        for card, key in enumerate(keys):
            places = int(s.may[seat][DECK_START[deck] + card])
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


def parts(names: tuple[str, ...], points: Any) -> dict[str, int]:
    return {name: int(n) for name, n in zip(names, points, strict=True) if n}


def work_parts(s: Any, seat: int, profession: int) -> dict[str, int]:
    q = s.seats[seat]
    found = parts(FIT_PARTS, fit_parts(q, profession)) | parts(BASE_PARTS, base_parts(s, q))
    if profession == s.worker and s.asked == seat:
        found |= parts(("bonus",), (int(s.work_value) - sum(found.values()),))
    return found


def worth(s: Any, states: Any, i: int, seat: int) -> Worth:
    figures = np.zeros(FIGURES, np.int64)
    outlook(states, i, seat, figures)
    q = s.seats[seat]
    held = [int(q.hand), int(q.prestige_cards), int(q.bonus_cards)]
    serves = q.character == PRINCESS + 1
    if q.recruiting_hand:
        for other in range(int(s.players)):
            held[0] |= int(s.seats[other].table) if other != seat else 0
    if s.looking >= 0 and s.asked == seat:
        for card in s.look[: s.looked]:
            held[s.looking] |= 1 << int(card)
    found = []
    for deck, keys in enumerate(CARD_KEYS):
        start = DECK_START[deck]
        found.append({key: int(figures[start + n]) for n, key in enumerate(keys) if (held[deck] >> n) & 1})
    valued = [*found[0], *([PROFESSIONS[s.worker]] if s.worker >= 0 and s.asked == seat else [])]
    return Worth(
        work_values=found[0],
        work_parts={key: work_parts(s, seat, PROFESSIONS.index(key)) for key in valued},
        prestige_values=found[1],
        bonus_values=found[2],
        princess=int(figures[PRINCESS_FIGURE]) if serves else None,
        princess_parts=parts(PRINCESS_PARTS, princess_parts(q)) if serves else {},
        rank=int(rank(s, seat)) if q.character == MERCHANT + 1 else None,
    )


def stage(s: Any) -> tuple[str, dict[str, int]] | None:
    """The round; there is none while professions are chosen."""
    return ("table.round", {"round": int(s.round_no), "rounds": TABLE.counts.rounds}) if s.round_no else None


def view(states: Any, i: int, seat: int | None) -> View:
    """Everything that a seat may know of the game in row i; None is a spectator."""
    s = snapshot(states, i)
    players, asked = int(s.players), int(s.asked)
    in_auction, in_action, in_court = (PHASES[s.phase] == phase for phase in ("auction", "action", "characters"))
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
        bought=seats_of(s.bought, players) if in_auction or in_court else [],
        withdrawn=seats_of(s.withdrawn, players) if in_auction else [],
        sold=sold(s) if in_auction else {},
        actions_left=int(s.actions_left) if in_action else 0,
        profession_taken=bool(s.profession_taken) and in_action,
        freedom_taken=bool(s.freedom_taken) and in_action,
        worker=PROFESSIONS[s.worker] if s.worker >= 0 else None,
        work_value=int(s.work_value) if s.worker >= 0 or QUESTIONS[s.question] == "convert" else 0,
        piece=[*BUILDINGS, *LANDSCAPES][s.piece] if s.question in (PLACE, ACROSS) else None,
        looking=DECKS[s.looking] if s.looking >= 0 else None,
        looked=int(s.looked),
        look=[CARD_KEYS[s.looking][int(card)] for card in s.look[: s.looked]] if looks else None,
        supply=supply(s),
        bonus_played=names(s.bonus_played, BONUS_CARDS),
        characters=characters_view(s),
        passed=seats_of(s.passed, players) if in_court else [],
        cooperation=bool(s.cooperation),
        moving_back=bool(s.florins_back),
        palazzo=cell_names(tiles.PALAZZO_BACK if s.cooperation else tiles.PALAZZO),
        proposal=proposal(s),
        proposals_left=cooperation.PROPOSALS - int(s.proposals) if in_action and s.cooperation else 0,
        seats=[view_seat(s, n, n == seat) for n in range(players)],
        you=seat,
        known=known_cards(s, seat) if seat is not None else [],
        worth=worth(s, states, i, seat) if seat is not None else None,
    )
