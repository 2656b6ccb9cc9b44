"""Positions in the rulebook's words: what the `given` of a scenario can say.

What is not named keeps its starting value: money, empty principalities, round 1. Hands that are not named get three
professions. Nothing appears or vanishes: what players have is missing from the supply and the decks.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where
from mecenate.games.princes import position_cards, position_court, position_proposal, position_shared, tiles
from mecenate.games.princes.components import BUILDINGS, FREEDOM_TILES, FREEDOMS, LANDSCAPES, MINIMUM, TABLE
from mecenate.games.princes.position_phase import begin_actions, begin_auction
from mecenate.games.princes.position_tiles import FIRST_LANDSCAPE, Board, read_tiles
from mecenate.games.princes.state import ACTIONS, COUNTER, DECKS, EXCHANGE, NONE, REPLY, SEAT, SEATS, SHARED

PHASE_WORDS = {
    "action": ("turn", "actions left", "profession taken", "freedom taken", "proposal", "proposals", "proposals made"),
    "characters": ("characters",),
    "auction": ("auction",),
}
WORDS = (
    "round", "phase", "question", "starting player", *(word for words in PHASE_WORDS.values() for word in words),
    "banker", "supply", "decks", "bonus cards played",
)  # fmt: skip
PLAYER_WORDS = (
    "florins", "prestige", "buildings", "landscapes", "jesters", "builders", "freedoms",
    "hand", "table", "bonus cards", "prestige cards", "best work", "character",
)  # fmt: skip
ASKED = {  # questions that a position says in so many words; the others follow from it
    "use": ("auction", "characters"),
    "payment": ("auction",),
    "exchange": ("action",),
    "counter": ("action",),
}
COUNTS, TWO = TABLE.counts, TABLE.two_players
OBJECTS = COUNTS.rounds  # a player gets at most one a round
MOST_FLORINS = 20_000
MOST_PRESTIGE = 200
MOST_WORK = 99
PHASE = "phase that a position can begin in"


def position(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Write a scenario's position into a state that was just set up, and ask its question."""
    for name in names:
        if name in WORDS:
            raise BadScenario(f"A player can't be called {name}, because that is a word for positions.")
    reading.mapping(given, (*WORDS, *names), (), "The position")
    for name in names:
        if name in given:
            _player_words(given[name], name)
    reading.mapping(given.get("decks", {}), DECKS, ("decks",), "The decks")
    kinds = [int(n) for n in s.freedoms]  # what the setup drew for two players
    hard = sum(kinds) == TWO.freedoms_hard
    _clear(s)
    s.round_no = reading.number(given.get("round", 1), ("round",), "The round", 1, COUNTS.rounds)
    s.starter = names.index(reading.word(given.get("starting player", names[0]), names, ("starting player",), "player"))
    for seat, name in enumerate(names):
        _player(s.seats[seat], given.get(name, {}), name, TWO.florins if len(names) == 2 else TABLE.setup.florins)
    _principalities(s, given, names)
    position_cards.deal(s, given, names)
    for seat, name in enumerate(names):
        _limit_objects(s, s.seats[seat], name)
    _stock(s, given, names, _freedom_tiles(s, given, kinds, hard))
    phase = _phase(given)
    position_court.serve(s, given, names, phase)
    if phase == "auction":
        begin_auction(s, given, names)
        position_court.check_auction(s, names)
    elif phase == "characters":
        position_court.begin_court(s, given, names)
    elif given.get("question") == "exchange":
        position_court.begin_exchange(s, names)
    else:
        begin_actions(s, given, names)
        position_proposal.begin(s, given, names)
        position_court.hired(s)
    _best_works(s, given, names)


def _player_words(given: Any, name: str) -> None:
    reading.mapping(given, None, (name,), name)
    for word in given:
        if word not in PLAYER_WORDS:
            raise BadScenario(reading.unknown(word, PLAYER_WORDS, f"word for what a player is given ({name})"), (name, word))


def _clear(s: Any) -> None:
    """An empty table: no seat has anything, nothing is under way."""
    s.seats[:] = np.zeros(SEATS, SEAT)
    for field in ("worker", "piece", "stack", "bidder", "looking"):
        s[field] = NONE
    for field in (
        "ply", "revealed", "happened", "opener", "bid", "passed", "bought", "withdrawn", "sold",
        "actions_left", "profession_taken", "freedom_taken", "work_value", "resume", "looked", "bonus_played",
        "hired", "side", "across", "price", "proposals",
    ):  # fmt: skip
        s[field] = 0
    s.marked_by[:] = 0
    s.marked_at[:] = 0
    s.proposed[:] = 0
    s.look[:] = 0
    s.deck[:] = 0
    s.may[:] = 0


def _player(q: Any, given: Mapping[str, Any], name: str, florins: int) -> None:
    """Everything of a player but cards."""

    def count(word: str, high: int, low: int = 0, step: int = 1) -> int:
        return reading.number(given.get(word, low), (name, word), f"{word} of {name}", low, high, step)

    q.florins = count("florins", MOST_FLORINS, step=100) if "florins" in given else florins
    q.prestige = count("prestige", MOST_PRESTIGE)
    q.jesters = count("jesters", COUNTS.jesters)
    q.builders = count("builders", COUNTS.builders_per_player)
    q.best_work = count("best work", MOST_WORK)
    found = reading.words(given.get("freedoms", []), FREEDOMS, (name, "freedoms"), "freedom")
    for n, freedom in enumerate(found):
        if freedom in found[:n]:
            raise BadScenario(
                f"{name} has the freedom {freedom} twice; each can be introduced only once.", (name, "freedoms", n)
            )
    q.freedoms = sum(1 << FREEDOMS.index(freedom) for freedom in found)


def _principalities(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """All tiles; where the principalities meet, they lie on the back sides of the boards."""
    palazzo = int(tiles.PALAZZO_BACK if s.cooperation else tiles.PALAZZO)
    boards = [_board(s, seat, given.get(name, {}), names, palazzo) for seat, name in enumerate(names)]
    if s.cooperation:
        position_shared.lay_out(s, boards, names)
    for seat, board in enumerate(boards):
        if not s.cooperation:
            board.lay()
            board.fill()
        q = s.seats[seat]
        q.occupied, q.built = board.occupied, board.built
        for tile in board.tiles:
            assert tile.placement is not None
            if tile.is_building:
                q.buildings |= 1 << tile.piece
                q.building_at[tile.piece] = tile.placement + 1 + (SHARED * (tile.half + 1) if tile.partner else 0)
            else:
                kind = tile.piece - FIRST_LANDSCAPE
                q.landscapes[kind] += 1
                q.landscape_at[q.tiles] = kind * 512 + tile.placement + 1
                q.tiles += 1


def _board(s: Any, seat: int, given: Mapping[str, Any], names: Sequence[str], palazzo: int) -> Board:
    name = names[seat]
    partners = [other for other in names if other != name] if s.cooperation else []
    buildings = read_tiles(given.get("buildings", []), BUILDINGS, (name, "buildings"), "building", partners)
    landscapes = read_tiles(given.get("landscapes", []), LANDSCAPES, (name, "landscapes"), "landscape")
    if len(landscapes) > OBJECTS:
        raise BadScenario(
            f"{name} has {len(landscapes)} landscapes, but a player gets at most {OBJECTS} objects.", (name, "landscapes")
        )
    return Board(name, int(s.seats[seat].builders), palazzo, [*buildings, *landscapes])


def _limit_objects(s: Any, q: Any, name: str) -> None:
    """One object a round: landscapes, jesters, builders, prestige cards and recruiting cards together.

    The Professor brings prestige cards besides.
    """
    objects = int(q.tiles + q.jesters + q.builders + q.recruiting_hand)
    cards = "" if s.characters else "prestige cards, "
    if cards:
        objects += int(q.prestige_cards).bit_count()
    if objects > OBJECTS:
        raise BadScenario(
            f"{name} has {objects} objects (landscapes, jesters, builders, {cards}recruiting cards in hand), "
            f"but in {COUNTS.rounds} rounds a player gets at most {OBJECTS}.",
            (name,),
        )


def _freedom_tiles(s: Any, given: Mapping[str, Any], drawn: list[int], hard: bool) -> list[int]:
    """How many tiles of each freedom are in the game. With two players it is open which kinds were drawn as the extra ones."""
    players = int(s.players)
    if players > 2:
        return [min(int(tiles), players - 1) for tiles in FREEDOM_TILES]
    have = [sum((int(s.seats[seat].freedoms) >> kind) & 1 for seat in range(players)) for kind in range(3)]
    supply = given.get("supply") or {}
    left = [supply[key] if isinstance(supply, Mapping) and reading.is_number(supply.get(key)) else None for key in FREEDOMS]
    total, most = (TWO.freedoms_hard if hard else TWO.freedoms), max(2, *drawn)  # three of a kind only where they may be drawn

    def off(tiles: tuple[int, ...]) -> tuple[int, int]:
        """How far such tiles are from what was given, then from what was drawn."""
        lacking = sum(max(0, have[k] - tiles[k]) for k in range(3))
        wrong = sum(abs(tiles[k] - have[k] - n) for k, n in enumerate(left) if n is not None)
        return lacking + wrong, sum(abs(tiles[k] - drawn[k]) for k in range(3))

    return list(min((tiles for tiles in product(range(1, most + 1), repeat=3) if sum(tiles) == total), key=off))


def _stock(s: Any, given: Mapping[str, Any], names: Sequence[str], freedom_tiles: list[int]) -> None:
    """What is left in the supply, and whether there is enough of everything."""
    seats = [s.seats[seat] for seat in range(s.players)]
    stock: dict[str, tuple[str, int, list[int]]] = {  # word -> word for a player, how many exist, how many each player has
        "jesters": ("jesters", COUNTS.jesters, [int(q.jesters) for q in seats]),
        "builders": ("builders", COUNTS.builders, [int(q.builders) for q in seats]),
        "recruiting cards": ("hand", COUNTS.recruiting_cards, [int(q.recruiting_hand + q.recruiting_table) for q in seats]),
    }
    for kind, key in enumerate(LANDSCAPES):
        stock[f"{key}s"] = ("landscapes", COUNTS.each_landscape, [int(q.landscapes[kind]) for q in seats])
    for kind, key in enumerate(BUILDINGS):
        stock[key] = ("buildings", COUNTS.each_building, [_own(q, kind) for q in seats])
    for kind, key in enumerate(FREEDOMS):
        stock[key] = ("freedoms", freedom_tiles[kind], [(int(q.freedoms) >> kind) & 1 for q in seats])
    named = reading.mapping(given.get("supply", {}), stock, ("supply",), "The supply")
    left = {}
    for word, (player_word, exist, have) in stock.items():
        left[word] = exist - sum(have)
        owners = ", ".join(f"{name} {n}" for name, n in zip(names, have, strict=True) if n) or "nobody has any"
        if left[word] < 0:
            last = max(seat for seat, n in enumerate(have) if n)
            raise BadScenario(
                f"{word}: the players have {sum(have)} ({owners}), but the game has only {exist}.", (names[last], player_word)
            )
        if word in named and reading.number(named[word], ("supply", word), f"{word} in the supply") != left[word]:
            raise BadScenario(
                f"{word}: the game has {exist} ({owners}), so the supply has {left[word]}, not {named[word]}. "
                "What is not in the supply must be with a player.",
                ("supply", word),
            )
    s.jesters, s.builders, s.recruiting = left["jesters"], left["builders"], left["recruiting cards"]
    s.landscapes[:] = [left[f"{key}s"] for key in LANDSCAPES]
    s.buildings[:] = [left[key] for key in BUILDINGS]
    s.freedoms[:] = [left[key] for key in FREEDOMS]


def _own(q: Any, building: int) -> int:
    """How many tiles of a building a player has; a shared one is its left owner's here."""
    return int(0 < int(q.building_at[building]) <= 2 * SHARED)


def _phase(given: Mapping[str, Any]) -> str:
    """The phase that is named, or the one that the other words belong to."""
    here = {phase: [word for word in words if word in given] for phase, words in PHASE_WORDS.items()}
    question = reading.word(given["question"], ASKED, ("question",), "question to begin with") if "question" in given else None
    named = [phase for phase, words in here.items() if words] or list(ASKED.get(str(question), ()))[:1] or ["auction"]
    phase = reading.word(given.get("phase", named[0]), ("auction", "characters", "action"), ("phase",), PHASE)
    for other, words in here.items():
        if other != phase and words:
            raise BadScenario(
                f"`{words[0]}` belongs to the {other} phase, but this position is in the {phase} phase.", (words[0],)
            )
    if question and phase not in ASKED[question]:
        raise BadScenario(f"`{question}` is not asked in the {phase} phase.", ("question",))
    return phase


def _best_works(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """A marker on the fame track stands there only between a player's works and the end of the round."""
    turn = int(s.asked)
    if s.question == REPLY or s.question == COUNTER:
        turn = position_shared.neighbours(s, turn)[1 - s.side]
    for seat, name in enumerate(names):
        where: Where = (name, "best work")
        best, lowest = int(s.seats[seat].best_work), int(MINIMUM[s.round_no])
        if not best:
            continue
        if s.phase != ACTIONS:
            raise BadScenario("A best work is marked only in the action phase.", where)
        if best < lowest:
            raise BadScenario(f"A work of {best} is impossible in round {s.round_no}: the minimum is {lowest}.", where)
        if s.question == EXCHANGE:
            raise BadScenario("The best work was rewarded before the Banker exchanges florins.", where)
        if (seat - int(s.starter)) % len(names) > (turn - int(s.starter)) % len(names):
            raise BadScenario(f"{name} has not had a turn in this round yet, so there is no work of {name}.", where)
