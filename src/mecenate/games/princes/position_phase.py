"""Where a scenario's round stands: who opens, who bids, or whose turn it is, and the question that follows."""

from collections.abc import Mapping, Sequence
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.games.princes import position_court
from mecenate.games.princes.components import LANDSCAPES, OBJECTS, TABLE
from mecenate.games.princes.state import (
    ACTION,
    ACTIONS,
    AUCTION,
    BID,
    BONUS_CARD,
    CARDINAL,
    LANDSCAPE,
    MERCHANT,
    NONE,
    OPEN,
    PRESTIGE,
    PROFESSOR,
    TAKE,
)

WORDS = ("opener", "object", "bid", "bidder", "passed", "bought", "withdrawn", "sold")
BIDDING = ("bid", "bidder", "passed")
ACTIONS_A_TURN, CARDINAL_ACTIONS = 2, TABLE.characters.cardinal_actions


def begin_actions(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """The action phase: somebody's turn, with some actions left."""
    s.phase, s.question = ACTIONS, ACTION
    s.asked = names.index(reading.word(given.get("turn", names[s.starter]), names, ("turn",), "player"))
    name = names[s.asked]
    s.profession_taken = reading.flag(given.get("profession taken", False), ("profession taken",), "profession taken")
    s.freedom_taken = reading.flag(given.get("freedom taken", False), ("freedom taken",), "freedom taken")
    used = int(s.profession_taken) + int(s.freedom_taken)
    most = ACTIONS_A_TURN + (CARDINAL_ACTIONS if s.seats[s.asked].character == CARDINAL + 1 else 0)
    left = reading.number(given.get("actions left", most - used), ("actions left",), "actions left", 0, most)
    if left + used > most:
        raise BadScenario(f"{name} took a card or a tile with an action, so {left} actions can't be left.", ("actions left",))
    s.actions_left = left
    others = any(s.seats[seat].table for seat in range(s.players) if seat != s.asked)
    if not left and not (s.seats[s.asked].recruiting_hand and others) and not _may_use(s, s.seats[s.asked]):
        raise BadScenario(
            f"Without an action left the turn of {name} would be over: there is no recruiting card in the hand of {name} "
            "with a profession of another player to use it for" + (", nor a Merchant or Professor." if s.characters else "."),
            ("actions left",),
        )


def _may_use(s: Any, q: Any) -> bool:
    """Whether a player has a character that takes no action."""
    cards = s.deck_size[PRESTIGE] or s.deck_size[BONUS_CARD]
    return q.character == MERCHANT + 1 or (q.character == PROFESSOR + 1 and bool(cards))


def begin_auction(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """The auction phase: between two auctions, or in the middle of one."""
    auction = reading.mapping(given.get("auction", {}), WORDS, ("auction",), "The auction")

    def seats(word: str) -> int:
        found = reading.words(auction.get(word, []), names, ("auction", word), "player")
        return sum({1 << names.index(name) for name in found})

    s.phase = AUCTION
    s.bought, s.withdrawn, s.passed = seats("bought"), seats("withdrawn"), seats("passed")
    if s.bought & s.withdrawn:
        name = next(name for seat, name in enumerate(names) if (s.bought & s.withdrawn) >> seat & 1)
        raise BadScenario(f"{name} can't have bought an object and be withdrawn.", ("auction", "withdrawn"))
    sold = reading.words(auction.get("sold", []), _objects(s), ("auction", "sold"), "object of this auction")
    s.sold = sum({1 << OBJECTS.index(key) for key in sold})
    buyers, objects = int(s.bought).bit_count(), int(s.sold).bit_count()
    if buyers != objects:
        raise BadScenario(
            f"Bought: {buyers} players, sold: {objects} objects. Each buyer has a marker on one stack: they must be as many.",
            ("auction", "sold" if "sold" in auction else "bought"),
        )
    if given.get("question") == "use":
        _end_auction(s, auction, names)
        return
    gone = int(s.bought | s.withdrawn)
    left = [seat for k in range(s.players) if not gone >> (seat := (int(s.starter) + k) % int(s.players)) & 1]
    if not left:
        raise BadScenario(
            "Everybody has bought or is withdrawn, so the auction phase is over; write `phase: action`.", ("auction",)
        )
    s.opener = s.asked = left[0]
    if "opener" in auction and reading.word(auction["opener"], names, ("auction", "opener"), "player") != names[left[0]]:
        raise BadScenario(
            f"The opener must be {names[left[0]]}: the first one clockwise from the starting player who has neither bought "
            "nor withdrawn.",
            ("auction", "opener"),
        )
    s.question = TAKE if len(left) == 1 else OPEN
    if "object" in auction:
        _bidding(s, auction, names, left, given.get("question") == "payment")
    elif given.get("question") == "payment":
        raise BadScenario("Say which object is to be paid for: below `auction`, add `object: ...`.", ("question",))
    else:
        for word in BIDDING:
            if word in auction:
                raise BadScenario(f"`{word}` needs an object that is being auctioned; add `object: ...`.", ("auction", word))


def _end_auction(s: Any, auction: Mapping[str, Any], names: Sequence[str]) -> None:
    """Everybody who has not bought is withdrawn; the opener is the one who opened last."""
    everybody = (1 << len(names)) - 1
    if "withdrawn" in auction and s.bought | s.withdrawn != everybody:
        raise BadScenario("The auction phase is not over: somebody has neither bought nor withdrawn.", ("question",))
    for word in ("object", *BIDDING):
        if word in auction:
            raise BadScenario(f"The auction phase is over, so there is no `{word}`.", ("auction", word))
    s.withdrawn = everybody & ~s.bought
    opener = reading.word(auction.get("opener", names[s.starter]), names, ("auction", "opener"), "player")
    s.opener = names.index(opener)
    position_court.last_call(s, names)


def _objects(s: Any) -> list[str]:
    """What can be auctioned: with two players the landscapes are one object."""
    return OBJECTS[len(LANDSCAPES) :] if s.players == 2 else OBJECTS[:LANDSCAPE]


def _bidding(s: Any, auction: Mapping[str, Any], names: Sequence[str], left: list[int], payment: bool) -> None:
    """An auction under way: the next one clockwise from the highest bidder is asked, or the winner how to pay."""
    key = reading.word(auction["object"], _objects(s), ("auction", "object"), "object of this auction")
    s.stack = OBJECTS.index(key)
    if s.sold >> s.stack & 1:
        raise BadScenario(f"The {key} is sold, so it can't be auctioned again in this round.", ("auction", "object"))
    if not _in_stack(s):
        raise BadScenario(f"There is no {key} left that could be auctioned.", ("auction", "object"))
    base = TABLE.two_players.base_price if s.players == 2 else TABLE.auction.base_price
    s.bid = reading.number(auction.get("bid", base), ("auction", "bid"), "The bid", base, None, TABLE.auction.step)
    opener = names[s.opener]
    bidder = reading.word(auction.get("bidder", opener), names, ("auction", "bidder"), "player")
    s.bidder = names.index(bidder)
    if s.bid == base and s.bidder != s.opener:
        raise BadScenario(f"The bid of {base} is the opener's, so the bidder must be {opener}.", ("auction", "bidder"))
    if s.bidder not in left or s.passed >> s.bidder & 1:
        raise BadScenario(
            f"{bidder} can't be the highest bidder after having passed, bought or withdrawn.", ("auction", "bidder")
        )
    q = s.seats[s.bidder]
    if s.bid > q.florins + s.florins_back * q.prestige:
        raise BadScenario(f"{bidder} could not pay {s.bid} florins.", ("auction", "bid"))
    if payment:
        s.passed = sum(1 << seat for seat in left if seat != s.bidder)
        position_court.ask_payment(s, names)
        return
    following = ((int(s.bidder) + k) % int(s.players) for k in range(1, int(s.players)))
    asked = next((seat for seat in following if seat in left and not s.passed >> seat & 1), NONE)
    if asked == NONE:
        raise BadScenario(f"Nobody is left to bid against {bidder}, so this auction is over.", ("auction", "passed"))
    s.asked, s.question = asked, BID


def _in_stack(s: Any) -> bool:
    counts = [*s.landscapes, s.jesters, s.builders, s.deck_size[PRESTIGE], s.recruiting, sum(s.landscapes)]
    return bool(counts[s.stack])
