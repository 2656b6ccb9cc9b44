"""The state of a game of The Princes of Florence: one record that reads like the component list.

Florins are in the hands of the seats, everything else lies on the boards, in the stacks or in the decks. Bit sets are used
for cards (one bit a card) and for the principality (one bit a space, see tiles).
"""

from mecenate.core import header
from mecenate.core.kernel import record, record_at

SEATS = 5  # at most

# Questions: what a seat is asked.
(
    DISCARD,  # setup: which of the four professions goes back
    OPEN,  # auction: name an object, or withdraw
    BID,  # auction: raise, or pass
    TAKE,  # auction: the last player's purchase
    CHOOSE,  # auction with two players: which landscape
    PLACE,  # where a landscape or building is laid
    KEEP,  # which of the drawn cards is kept
    UNDER,  # in which order the others go below the deck
    RECRUIT,  # use the recruiting card just bought at once?
    ACTION,  # action phase: which action
    BONUS,  # which bonus cards join the work
    CONVERT,  # how much of the pay becomes prestige
    SPACES,  # how far to move back on the fame track
    OVER,
    # with characters
    PAYMENT,  # auction: let the Merchant get the object for nothing, or pay
    COURT,  # phase A2: a marker on a character, or pass
    USE,  # use Merchant or Professor at once?
    EXCHANGE,  # the end: how many of the Banker's florins become prestige
    # with cooperation
    ACROSS,  # where a shared building is to be laid
    PRICE,  # what the partner shall pay
    REPLY,  # the neighbour: accept, refuse, or name another price?
    COUNTER,  # the neighbour: which price
    COUNTERED,  # accept the other price?
) = range(23)
QUESTIONS = (
    "discard", "open", "bid", "take", "choose", "place", "keep", "under", "recruit", "action", "bonus", "convert", "spaces",
    "over", "payment", "court", "use", "exchange", "across", "price", "reply", "counter", "countered",
)  # fmt: skip

# While a move is being carried out, a question below zero says how the game goes on, see rules.settle.
NEXT_OPENER, NEXT_ACTION, NEXT_TURN, NEXT_ROUND, SAME_TURN, NEXT_COURT, NEXT_COURTIER = -1, -2, -3, -4, -5, -6, -7

# Phases.
SETUP, AUCTION, ACTIONS, FINISHED, CHARACTERS = range(5)
PHASES = ("setup", "auction", "action", "finished", "characters")

# Objects of the auction phase; LANDSCAPE stands for all three with two players.
FOREST, LAKE, PARK, JESTER, BUILDER, PRESTIGE_CARD, RECRUITING, LANDSCAPE = range(8)
STACKS = 8

# Characters of the expansion "Muse & Princess".
MUSE, CARDINAL, PRINCESS, MERCHANT, PROFESSOR, BANKER = range(6)
COURTIERS = 6

# Sides of a principality where a neighbour's begins, in the expansion "Cooperative Building".
LEFT, RIGHT = range(2)
SIDES = ("left", "right")

# Decks, and where each begins in the arrays that hold all three.
PROFESSION, PRESTIGE, BONUS_CARD = range(3)
DECKS = ("profession", "prestige", "bonus")
DECK_START = (0, 21, 35, 55)
CARDS = 55

NONE = -1
SHARED = 512  # added to a shared building's placement on its left owner's board, twice on its right owner's; see cooperation

SEAT = record(
    ("occupied", "u8"),  # spaces that are covered, the Palazzo included
    ("built", "u8"),  # spaces that are covered by buildings, the Palazzo included
    ("florins", "i4"),
    ("prestige", "i4"),  # the figure on the fame track
    ("hand", "u4"),  # professions in hand
    ("table", "u4"),  # professions face up beside the board
    ("bonus_cards", "u4"),
    ("prestige_cards", "u4"),
    ("buildings", "u4"),
    ("freedoms", "u4"),
    ("jesters", "i2"),
    ("builders", "i2"),
    ("recruiting_hand", "i2"),
    ("recruiting_table", "i2"),  # recruiting cards that lie where a profession was taken
    ("best_work", "i2"),  # the marker on the fame track, 0 when off it
    ("tiles", "i2"),  # how many landscapes were laid
    ("marker", "i2"),  # the stack that this seat's marker lies on in the auction phase, + 1
    ("landscapes", "i2", (3,)),  # of each kind
    ("character", "i2"),  # the character that serves this seat, + 1
    ("building_at", "i2", (10,)),  # placement + 1 of each building, 0 if it is not there; a shared one as SHARED says
    ("landscape_at", "i2", (7,)),  # kind * 512 + placement + 1 of each landscape, in the order in which they were laid
)

STATE = record(
    *header.fields(26),  # a last move that draws, keeps, ends the game and scores everything
    ("players", "i4"),
    ("open_money", "i2"),
    ("characters", "i2"),  # played with?
    ("cooperation", "i2"),  # played with?
    ("florins_back", "i2"),  # for each space that one moves back, 0 where nobody may
    ("phase", "i2"),
    ("round_no", "i2"),
    ("starter", "i2"),
    # auction
    ("opener", "i2"),
    ("stack", "i2"),  # what is being auctioned, or was taken last
    ("bid", "i4"),
    ("bidder", "i2"),
    ("passed", "i4"),  # seats that passed in this auction
    ("bought", "i4"),  # seats that have an object this round
    ("withdrawn", "i4"),  # seats that gave up their right to open
    ("sold", "i4"),  # stacks with a marker
    # action
    ("actions_left", "i2"),
    ("profession_taken", "i2"),
    ("freedom_taken", "i2"),
    ("worker", "i2"),  # profession at work
    ("work_value", "i4"),
    ("piece", "i2"),  # tile that waits to be laid: a building, or 10 + landscape
    ("resume", "i2"),  # what comes after moving back, after drawn cards, after a character
    # phase A2
    ("banker", "i4"),  # florins on the Banker
    ("hired", "i2"),  # characters that were bought in this phase
    ("marked_by", "i1", (COURTIERS,)),  # seat + 1 whose marker lies on a character
    ("marked_at", "i1", (COURTIERS,)),  # its bid, in hundreds
    # a proposal to build together
    ("side", "i2"),  # where the partner is
    ("across", "i2"),  # placement, seen from the left one of the two principalities
    ("price", "i2"),  # florins that the partner shall pay
    ("proposals", "i2"),  # made in this turn
    ("proposed", "i2", (2, 3)),  # the first ones: side * 10 + building, placement, price
    # cards under the eyes of the seat that drew them
    ("looking", "i2"),  # deck, or NONE
    ("looked", "i2"),  # how many
    ("look", "i4", (5,)),  # in the order in which they were drawn
    # supply
    ("jesters", "i2"),
    ("builders", "i2"),
    ("recruiting", "i2"),
    ("landscapes", "i2", (3,)),
    ("freedoms", "i2", (3,)),
    ("buildings", "i2", (10,)),
    ("bonus_played", "u4"),
    ("deck_size", "i4", (3,)),
    ("deck", "u1", (CARDS,)),  # from the top, each deck in its own range
    ("seats", SEAT, (SEATS,)),
    ("may", "u4", (SEATS, CARDS)),  # where each seat must reckon with each card, see knowledge
)

state = record_at(STATE)
