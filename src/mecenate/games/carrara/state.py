"""The state of a game of The Palaces of Carrara: one record that reads like the component list.

Colours and cities are numbered from white and Livorno down to purple and Lérici, so a city takes bricks of its own number and
of all lower ones. Tiles 0 to 35 are buildings, six of each type; 36 to 41 are the monuments.
"""

from mecenate.core import header
from mecenate.core.kernel import record, record_at

SEATS = 4  # at most
TILES = 42
MONUMENT = 36  # the first of them
NONE = -1

# Questions: what a seat is asked.
(
    TURN,  # which action, or an answer to the Royal Visit
    BUY,  # the wheel was turned: from which segment
    BRICK,  # which brick of the segment, or enough
    CITY,  # where a building is built, or which building a monument replaces
    PAY,  # with which bricks
    IMPROVE,  # which improvement comes with a monument
    SPACE,  # which scoring space
    REWARD,  # what the emptied segment gives
    PICK,  # which decoration the court gives
    LAY,  # where a decoration or statue goes
    REST,  # the action is done: anything free, or end the turn
    OVER,
) = range(12)
QUESTIONS = ("turn", "buy", "brick", "city", "pay", "improve", "space", "reward", "pick", "lay", "rest", "over")

# While a move is being carried out, a question below zero says how the game goes on, see rules.settle.
NEXT_SEAT, ACTED, SCORED = -1, -2, -3

# Bonuses of the Royal Court; the last one is the open area.
COINS, POINTS, STATUE, DECORATION, OPEN_AREA = range(5)

# Scoring spaces, in one row: cities, types, landscapes, money, pairs of cities with statues.
S_CITY, S_TYPE, S_LAND, S_MONEY, S_PAIR, SPACES = 0, 6, 12, 14, 16, 19

# Places that improvements are for: the cities, and behind them the landscapes.
P_LAND, PLACES = 6, 8

# Pieces: decorations 0 to 5, coloured statues 6 to 11, the gold statue 12.
FIRST_STATUE, GOLD = 6, 12

# Where a piece that waits to be laid comes from.
FROM_SEGMENT, FROM_COURT, FROM_PURCHASE, FROM_WAREHOUSE = range(4)

SEAT = record(
    ("coins", "i4"),
    ("points", "i4"),
    ("court", "i4"),  # bonus areas that still hold a marker of this seat
    ("open_markers", "i4"),  # markers in the open area of the court
    ("types_scored", "i4"),
    ("lands_scored", "i4"),
    ("pairs_scored", "i4"),
    ("money_space", "i4"),  # 0 or 1, NONE without one
    ("improved", "i4"),  # cities and landscapes with an improvement
    ("fresh", "i4"),  # warehouses filled this turn
    ("store", "i2", (2,)),  # piece + 1, 0 when empty
    ("bricks", "i2", (6,)),
    ("in_city", "i2", (6,)),  # buildings in each column
    ("of_type", "i2", (6,)),  # buildings of each type
    ("statues_in", "i2", (6,)),  # statues in each column
)

STATE = record(
    *header.fields(32),  # a monument paid brick by brick that ends the game
    ("players", "i4"),
    ("advanced", "i4"),
    # turn
    ("purchased", "i4"),  # the purchase for coins was made
    ("did_free", "i4"),  # something free was done in this turn
    ("segment", "i4"),  # that is being bought from
    ("bricks_bought", "i4"),
    ("tile", "i4"),  # that is being built
    ("replaces", "i4"),  # tile that a monument replaces
    ("site", "i4"),  # city
    ("cost", "i4"),  # bricks in all
    ("owed", "i4"),  # bricks still to pay
    ("scoring", "i4"),  # a scoring is under way
    ("piece", "i4"),  # decoration or statue that waits to be laid
    ("origin", "i4"),
    ("resume", "i4"),  # question to come back to after something free
    ("waiting", "i4"),  # piece that has arrived and is laid after that
    ("waiting_from", "i4"),
    # court and end
    ("visitor", "i4"),  # who holds the Royal Visit marker
    ("area", "i4"),  # from which area
    ("ender", "i4"),  # who ended the game
    ("idle", "i4"),  # turns without anything done, in a row
    # supply
    ("big", "i4"),  # how far each wheel was turned
    ("small", "i4"),
    ("wheel", "i2", (6, 6)),  # bricks by segment and colour
    ("bag", "i2", (6,)),
    ("gold", "i2"),
    ("decorations", "i2", (6,)),
    ("statues", "i2", (6,)),
    ("improvements", "i2", (PLACES,)),
    ("city_scored", "i2", (6,)),  # by which seat
    ("money_scored", "i2", (2,)),
    ("monuments", "i4"),  # still there
    ("pile_size", "i4"),
    ("pile", "u1", (36,)),  # from the top
    ("display", "i2", (9,)),
    ("owner", "i2", (TILES,)),  # of a built tile
    ("city", "i2", (TILES,)),
    ("rank", "i2", (TILES,)),  # how many buildings stood in the column before
    ("decorated", "i2", (TILES,)),
    ("statue", "i2", (TILES,)),  # 0 none, colour + 1, 7 gold
    ("seats", SEAT, (SEATS,)),
)

state = record_at(STATE)
