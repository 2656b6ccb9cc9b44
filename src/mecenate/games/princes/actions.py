"""The action space: one number for every answer that any question can have.

Placements come first, because the words of a mask that hold them are the bitboards of the anchors: eight orientations of
64 bits each.
"""

from mecenate.core.offers import bases
from mecenate.games.princes.components import TABLE

PARTNER_PRICES = TABLE.cooperation.highest_price // 100 + 1  # hundreds of florins, from 0

RANGES = (
    ("place", 512),  # orientation * 64 + anchor
    ("convert", 64),  # prestige points
    ("spaces", 64),
    ("discard", 21),
    ("keep", 55),  # a card of any deck
    ("under", 55),
    ("rest", 1),
    ("open", 8),
    ("withdraw", 1),
    ("bid", 1),
    ("pass", 1),
    ("take", 8),
    ("nothing", 1),
    ("choose", 3),
    ("recruit", 21),
    ("wait", 1),
    ("work", 21),
    ("build", 10),
    ("freedom", 3),
    ("profession", 1),
    ("bonus", 1),
    ("play", 20),
    ("finish", 1),
    ("end", 1),
    ("back", 1),
    ("marker", 71),  # the bidding spaces of the characters, see characters
    ("princess", 1),
    ("merchant", 1),
    ("professor", 2),  # prestige, bonus
    ("free", 1),
    ("pay", 1),
    ("cooperate", 20),  # side * 10 + building
    ("price", PARTNER_PRICES),
    ("accept", 1),
    ("refuse", 1),
    ("counter", 1),
)
BASE, ACTIONS = bases(RANGES)

A_PLACE, A_CONVERT, A_SPACES, A_DISCARD = BASE["place"], BASE["convert"], BASE["spaces"], BASE["discard"]
A_KEEP, A_UNDER, A_REST = BASE["keep"], BASE["under"], BASE["rest"]
A_OPEN, A_WITHDRAW, A_BID, A_PASS = BASE["open"], BASE["withdraw"], BASE["bid"], BASE["pass"]
A_TAKE, A_NOTHING, A_CHOOSE = BASE["take"], BASE["nothing"], BASE["choose"]
A_RECRUIT, A_WAIT, A_WORK, A_BUILD = BASE["recruit"], BASE["wait"], BASE["work"], BASE["build"]
A_FREEDOM, A_PROFESSION, A_BONUS = BASE["freedom"], BASE["profession"], BASE["bonus"]
A_PLAY, A_FINISH, A_END, A_BACK = BASE["play"], BASE["finish"], BASE["end"], BASE["back"]
A_MARKER, A_PRINCESS, A_MERCHANT, A_PROFESSOR = BASE["marker"], BASE["princess"], BASE["merchant"], BASE["professor"]
A_FREE, A_PAY, A_COOPERATE, A_PRICE = BASE["free"], BASE["pay"], BASE["cooperate"], BASE["price"]
A_ACCEPT, A_REFUSE, A_COUNTER = BASE["accept"], BASE["refuse"], BASE["counter"]
