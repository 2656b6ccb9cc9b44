"""Characters of a scenario: whom each serves, what lies on the Banker, and how far phase A2 is."""

from collections.abc import Mapping, Sequence
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where, shown
from mecenate.games.princes.characters import HIGHEST, LOWEST, STEP
from mecenate.games.princes.components import CHARACTERS, TABLE
from mecenate.games.princes.state import (
    ACTIONS,
    BANKER,
    BONUS_CARD,
    COURT,
    EXCHANGE,
    MERCHANT,
    NEXT_COURT,
    NEXT_COURTIER,
    PAYMENT,
    PRESTIGE,
    PROFESSOR,
    USE,
)
from mecenate.games.princes.state import CHARACTERS as PHASE_A2

WORDS = ("turn", "markers", "passed", "bought", "sold")
NOBODY = "none"
ROUNDS, CONVERSION = TABLE.counts.rounds, TABLE.prestige.florins_to_prestige
BANKER_FLORINS, BANKER_GROWTH = TABLE.characters.banker_florins, TABLE.characters.banker_growth
WITHOUT = " belongs to the expansion; add `options: {characters: yes}`."
STAY = (MERCHANT, PROFESSOR)  # serve until the next phase A2


def serve(s: Any, given: Mapping[str, Any], names: Sequence[str], phase: str) -> None:
    """Which character serves whom, and the Banker's florins, 100 more for each phase A2 in which nobody bought him."""
    if "banker" in given and not s.characters:
        raise BadScenario("The Banker" + WITHOUT, ("banker",))
    most = BANKER_FLORINS + BANKER_GROWTH * (int(s.round_no) - (0 if phase == "action" else 1))
    florins = reading.number(
        given.get("banker", BANKER_FLORINS), ("banker",), "What lies on the Banker now", BANKER_FLORINS, most, BANKER_GROWTH
    )
    s.banker = florins
    for seat, name in enumerate(names):
        where: Where = (name, "character")
        if "character" not in given.get(name, {}):
            continue
        key = reading.word(given[name]["character"], (*CHARACTERS, NOBODY), where, "character")
        if key == NOBODY:
            continue
        if not s.characters:
            raise BadScenario("A character" + WITHOUT, where)
        character = CHARACTERS.index(key)
        for other in range(seat):
            if s.seats[other].character == character + 1:
                raise BadScenario(f"The {key} can't serve both {names[other]} and {name}.", where)
        s.seats[seat].character = character + 1
        if character == BANKER and florins != BANKER_FLORINS:
            raise BadScenario(
                f"{name} has bought the Banker in this round, so {BANKER_FLORINS} florins lie there again.", ("banker",)
            )


def check_auction(s: Any, names: Sequence[str]) -> None:
    """Only Merchant and Professor stay from the round before."""
    for seat, name in enumerate(names):
        character = int(s.seats[seat].character) - 1
        if character >= 0 and (s.round_no == 1 or character not in STAY):
            why = "nobody has had one in round 1" if s.round_no == 1 else "only Merchant and Professor stay until then"
            raise BadScenario(
                f"The {CHARACTERS[character]} can't serve {name} in the auction phase of round {s.round_no}: {why}.",
                (name, "character"),
            )
        if character == MERCHANT and s.bought >> seat & 1:
            raise BadScenario(
                f"{name} has bought an object in this round, and with it the Merchant was used.", (name, "character")
            )


def begin_court(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Phase A2: who has bought or passed, whose markers lie where, and who is asked."""
    if not s.characters:
        raise BadScenario("Phase `characters`" + WITHOUT, ("phase",) if "phase" in given else ("characters",))
    court = reading.mapping(given.get("characters", {}), WORDS, ("characters",), "The characters")
    s.phase, s.question = PHASE_A2, COURT
    s.passed = _seats(court, "passed", names)
    _bought(s, court, names)
    if s.bought & s.passed:
        name = next(name for seat, name in enumerate(names) if (s.bought & s.passed) >> seat & 1)
        raise BadScenario(f"{name} can't have bought a character and have passed.", ("characters", "passed"))
    _markers(s, court, names)
    using = given.get("question") == "use"
    gone = int(s.bought | s.passed)
    marked = [int(owner) - 1 for owner in s.marked_by if owner]
    if using:
        free = [seat for seat in range(len(names)) if int(s.seats[seat].character) - 1 in STAY]
    else:
        free = [seat for k in range(len(names)) if not gone >> (seat := (int(s.starter) + k) % len(names)) & 1]
        free = [seat for seat in free if seat not in marked]
    if not free and using:
        raise BadScenario("Nobody has just bought the Merchant or the Professor.", ("question",))
    if not free:
        raise BadScenario(
            "Nobody is left who could lay a marker: all have bought, have passed or have a marker on a character.",
            ("characters",),
        )
    turn = court.get("turn", names[free[0]])
    s.asked = names.index(reading.word(turn, names, ("characters", "turn"), "player"))
    if s.asked not in free:
        why = "has not just bought the Merchant or the Professor" if using else "has bought, has passed or has a marker"
        raise BadScenario(f"{turn} is not asked: {turn} {why}.", ("characters", "turn"))
    if using:
        s.question, s.resume = USE, NEXT_COURTIER


def _seats(given: Mapping[str, Any], word: str, names: Sequence[str]) -> int:
    found = reading.words(given.get(word, []), names, ("characters", word), "player")
    return sum({1 << names.index(name) for name in found})


def _bought(s: Any, court: Mapping[str, Any], names: Sequence[str]) -> None:
    """Who has a character has bought it in this phase; Merchant and Professor may be used and gone already."""
    have = {seat: int(s.seats[seat].character) - 1 for seat in range(len(names)) if s.seats[seat].character}
    s.bought = _seats(court, "bought", names) if "bought" in court else sum(1 << seat for seat in have)
    sold = reading.words(court.get("sold", []), CHARACTERS, ("characters", "sold"), "character")
    s.hired = sum({1 << CHARACTERS.index(key) for key in sold}) if "sold" in court else sum(1 << n for n in have.values())
    for seat, character in have.items():
        if not s.bought >> seat & 1:
            raise BadScenario(f"{names[seat]} has the {CHARACTERS[character]}, and so has bought.", ("characters", "bought"))
        if not s.hired >> character & 1:
            raise BadScenario(f"The {CHARACTERS[character]} serves {names[seat]}, and so is sold.", ("characters", "sold"))
    buyers, characters = int(s.bought).bit_count(), int(s.hired).bit_count()
    if buyers != characters:
        raise BadScenario(
            f"Bought: {buyers} players, sold: {characters} characters. They must be as many.",
            ("characters", "sold" if "sold" in court else "bought"),
        )
    for character, key in enumerate(CHARACTERS):
        if s.hired >> character & 1 and character not in have.values() and character not in STAY:
            raise BadScenario(
                f"The {key} is sold, so he or she must serve a player; only Merchant and Professor go back at once.",
                ("characters", "sold"),
            )


def _markers(s: Any, court: Mapping[str, Any], names: Sequence[str]) -> None:
    """`Anna: muse 800`, as in the move `marker muse 800`."""
    s.marked_by[:] = 0
    markers = reading.mapping(court.get("markers", {}), names, ("characters", "markers"), "The markers")
    for name, value in markers.items():
        if value == NOBODY:
            continue
        where = ("characters", "markers", name)
        key, _, figure = shown(value).partition(" ")
        character = CHARACTERS.index(reading.word(key, CHARACTERS, where, "character"))
        if not figure.strip().isdigit():
            raise BadScenario(f"Write character and bid, like `{key} {HIGHEST[character]}`, not `{shown(value)}`.", where)
        bid = reading.number(int(figure), where, f"The bid for the {key}", LOWEST[character], HIGHEST[character], STEP)
        seat = names.index(name)
        if (s.bought | s.passed) >> seat & 1:
            raise BadScenario(f"{name} has bought or passed, so no marker of {name} lies on a character.", where)
        if s.hired >> character & 1:
            raise BadScenario(f"The {key} is sold, so no marker lies there.", where)
        if s.marked_by[character]:
            raise BadScenario(
                f"Two markers lie on the {key}: those of {names[s.marked_by[character] - 1]} and {name}. "
                "There is room for one.",
                where,
            )
        if s.seats[seat].florins < bid:
            raise BadScenario(f"{name} has {s.seats[seat].florins} florins, and could not pay {bid}.", where)
        s.marked_by[character], s.marked_at[character] = seat + 1, bid // STEP


def last_call(s: Any, names: Sequence[str]) -> None:
    """The auction is over, and whoever has the Professor is asked for the last time."""
    for seat in range(len(names)):
        if s.seats[seat].character == PROFESSOR + 1 and (s.deck_size[PRESTIGE] or s.deck_size[BONUS_CARD]):
            s.asked, s.question, s.resume = seat, USE, NEXT_COURT
            return
    raise BadScenario("At the end of the auction only the Professor is asked about, and he serves nobody.", ("question",))


def ask_payment(s: Any, names: Sequence[str]) -> None:
    """The highest bidder has the Merchant."""
    if s.seats[s.bidder].character != MERCHANT + 1:
        raise BadScenario(
            f"How to pay is asked only of the Merchant's owner, and he does not serve {names[s.bidder]}.", ("question",)
        )
    s.asked, s.question = s.bidder, PAYMENT


def begin_exchange(s: Any, names: Sequence[str]) -> None:
    """The end of the last round: the Banker's owner may exchange florins."""
    banker = [seat for seat in range(len(names)) if s.seats[seat].character == BANKER + 1]
    if s.round_no != ROUNDS:
        raise BadScenario(f"The Banker exchanges florins only after the last turn of round {ROUNDS}.", ("question",))
    if not banker:
        raise BadScenario("The Banker serves nobody, so nobody exchanges florins.", ("question",))
    for seat, name in enumerate(names):
        if s.seats[seat].character == MERCHANT + 1:
            raise BadScenario("The Merchant was used before the Banker exchanges florins.", (name, "character"))
    if s.seats[banker[0]].florins < CONVERSION:
        raise BadScenario(
            f"{names[banker[0]]} has fewer than {CONVERSION} florins, so there is nothing to exchange.", ("question",)
        )
    s.phase, s.question, s.asked = ACTIONS, EXCHANGE, banker[0]


def hired(s: Any) -> None:
    """In the action phase: the characters that serve somebody were bought in this round."""
    s.hired = sum(1 << int(s.seats[seat].character) - 1 for seat in range(int(s.players)) if s.seats[seat].character)
