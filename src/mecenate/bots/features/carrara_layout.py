"""The features of The Palaces of Carrara: which figure of the array is what."""

from mecenate.bots.features.places import Places
from mecenate.games.carrara.state import OVER, SEATS

PILES = (0, 1, 2, 3, 5)  # tiles left from which on the end is near
MARKERS = (0, 1, 2, 3)  # the same of markers
TILE_VALUES = 5  # higher ones, from another table of components, count as the highest

take = Places()
# The table and the clock.
SEAT_COUNT = take(2)  # three, four seats
ADVANCED = take(1)
OWN_QUESTION = take(OVER)  # which question this seat is asked
ANOTHER = take(SEATS - 1)  # how many seats away somebody else is asked
THEIR_QUESTION = take(3)  # he buys, builds or scores, or his action is done
FINISHED = take(1)
PILE = take(1)  # tiles left for each seat
PILE_LOW = take(len(PILES))
FEWEST = take(len(MARKERS))  # markers of who has fewest
ENDING = take(3)  # somebody ended the game; this seat did; it still has a turn
CAN_END = take(2)  # the next marker, or the next building, of this seat ends the game
IDLE = take(1)  # how near the stalemate is
# The court.
VISIT = take(4)  # the bonus of the Royal Visit that is under way
VISITOR = take(2)  # this seat holds it; it owes an answer
BONUSES = take(4)  # own markers by bonus
OPEN = take(1)  # own markers in the open area
MARKERS_LEFT = take(1)
MARKERS_LOW = take(len(MARKERS))
# What this seat has.
PURSE = take(4)  # coins: all, the first few, those for a turn, enough for a piece
MONEY = take(4)  # claimed the first or second money space; could claim it
POINTS = take(2)  # now, and if the game were over now
LEAD = take(2)  # over the best other, if the game were over now; coarse and fine
BRICKS = take(6)  # by colour
MEANS = take(6)  # what they are worth by city
BRICK_COUNT = take(1)
# Its cities, types, landscapes and pairs.
IN_CITY = take(6)  # buildings, of those needed to score
CITY_OPEN = take(6)  # nobody has scored it
CITY_WORTH = take(6)  # what an open city would bring
CITY_READY = take(6)  # the same of those that can be scored now
IMPROVED = take(6)
IMPROVEMENTS = take(1)  # that this seat could still get
TYPE_SCORED = take(6)
TYPE_WORTH = take(6)  # what a type that is not scored yet would bring
MONUMENTS = take(6)  # still there, more as an own building is nearer to become one
LAND_SCORED = take(2)
LAND_WORTH = take(2)
PAIR_SCORED = take(3)
PAIR_WORTH = take(3)
BEST = take(5)  # scoring: the best now, the most points, the most coins, the two best, the best for all markers
# What it could build next: the tile that was chosen, else those on display and monuments.
GAIN = take(6)  # by city, the most that a building there would add to scorings
BUILD = take(4)  # the most in any city; with some more bricks; tiles that can be paid; a monument can
# The others, clockwise; each of them has the same figures.
of_one = Places()
O_POINTS = of_one(2)  # now, and if the game were over now
O_COINS = of_one(1)
O_MEANS = of_one(1)  # the most that the bricks are worth
O_BRICKS = of_one(1)
O_MARKERS = of_one(1)
O_LOW = of_one(2)  # no marker left; one at most
O_OPEN = of_one(1)  # markers in the open area
O_OWES = of_one(1)  # an answer to the Royal Visit
O_CITY = of_one(6)  # what open cities would bring, less while buildings are lacking
O_BEST = of_one(2)  # scoring: the best now, the best for all markers
O_PIECES = of_one(1)  # in the warehouses
OTHER = of_one.count
OTHERS = take(OTHER * (SEATS - 1))
# The pieces of the advanced version.
SETS = take(6)  # points for the decorations laid, by type
NEXT_SET = take(6)  # what one more would add, where there is a building for it
WHOLE_SET = take(6)  # what one more for each building would add
NEXT_STATUE = take(6)  # cities with a building without a statue, and what one there would add
SHOP = take(3)  # the best piece to buy; the same if there are coins for it; all of the type that there are coins for
MAJORITY = take(6)  # points for the most statues, by city
AHEAD = take(6)  # statues more than the best other, by city
STORED = take(8)  # decorations in the warehouses by type, statues and their reach
FRESH = take(1)  # warehouses that are closed until the next turn
# The wheel and the display.
WHEEL = take(18)  # bricks by location, two colours together
BARGAIN = take(2)  # the best segment at the prices of now, and of after a turn of the wheel
PRIZE = take(2)  # advanced: the best piece for emptying a segment, the same way
REFILL = take(1)  # bricks that come with a turn of the wheel
BAG = take(2)  # bricks in the bag, and how noble they are
DISPLAY = take(6)  # values on display by type
DISPLAY_VALUES = take(TILE_VALUES)  # tiles on display by value
# What hangs on the question that this seat is asked.
PURCHASE = take(6)  # bricks by colour that can be bought from the chosen segment
BOUGHT = take(3)  # something was bought; what all the others would cost; the piece for emptying the segment
TILE = take(3)  # the chosen tile: value, monument, rural
TILE_TYPE = take(4)  # its type: what it would bring, scored, its decorations, others of it on display
SITE = take(6)  # the city in which it is being paid for
OWED = take(1)  # bricks to be paid
PIECE = take(8)  # pieces in hand or to choose from: decorations by type, a statue and its reach
LAYING = take(2)  # the piece was bought; the action of the turn is still to come
TURN_STATE = take(2)  # the purchase for coins was made; a marker is in hand
COUNT = take.count
