"""The features of La Stanza: which figure of the array is what."""

from mecenate.bots.features.places import Places
from mecenate.games.stanza.state import CHOICE, OVER, SEATS, WORKERS

FLORIN_STEPS = (1, 3, 5, 7, 10, 13)  # florins from which on one can do more
TURN_STEPS = (1, 2, 3, 4, 6, 9, 12)
RIVAL = 13  # figures of each rival

take = Places()
# The game and the order of the seats.
PLAYERS = take(3)  # two, three, four
EXPERT = take(1)
SEAT = take(1)
UNTIL = take(4)  # how many seats after the one that is asked
QUESTION = take(OVER)  # that this seat is asked
BUSY = take(1)  # another seat is in the middle of its turn
# The clock.
TURNS = take(1)  # that the seat may still begin, exact from the end's announcement on
TURNS_FROM = take(len(TURN_STEPS))
ACTIVE = take(1)  # turns in which money allows to activate a discipline
REFILLS = take(1)
TO_REFILL = take(1)  # fewest persons to take until the next
PERSONS = take(1)  # on the board
ENDING = take(2)
# Money.
FLORINS = take(1)
FLORINS_FROM = take(len(FLORIN_STEPS))
INCOME = take(1)  # what taking it would bring
NO_INCOME = take(1)
INCOME_LOSES = take(1)  # it would push somebody out
PATRON = take(WORKERS)
TURNED_OVER = take(1)
# Persons.
STRENGTH = take(20)  # workers and tiles: 1, 2, 3, 4 of each discipline
LASTING = take(5)  # incomes that these will see
GAPS = take(1)
GAP_COST = take(2)  # of the cheapest, of all
RECRUITS = take(10)  # 1, 2 of each discipline
STAYING = take(5)  # shifts that these will see
ROOM = take(1)  # the next one shifts nobody
# Things.
FAVOURS = take(5)
ANY_FAVOUR = take(5)
ALL_FAVOURS = take(1)
CHURCH = take(5)
PAIRS = take(5)  # enough discs on a space for the right to a tile
DISCS = take(1)
BOOKS = take(16)  # 1, 2, 3, 4 of each colour
SHIP = take(1)
SHIP_FLORINS = take(1)
SHIP_POINTS = take(1)
# Bonus tiles, by tile or by discipline.
TILES = take(20)  # those that last, and the one being bought
RIGHTS = take(4)  # to tiles that are still there
BUYABLE = take(4)
OPEN = take(20)  # tiles that could be bought now, in the bonus hall
MISSING = take(4)  # for the next right
MAJORITY = take(1)
MAJORITY_LEAD = take(1)
MAJORITY_POINTS = take(1)
MAJORITY_GAIN = take(1)  # by one disc more
# Art.
MUSEUM = take(1)
MUSEUM_LEAD = take(1)  # over the best rival
MUSEUM_POINTS = take(1)
MUSEUM_GAIN = take(1)  # by the best artwork that is left
ARTWORKS = take(3)  # that are left
# Points if the game ended now.
POINTS = take(1)
TILE_POINTS = take(1)
EXIT = take(1)
LEAVING = take(1)  # what that would bring
LEAD = take(1)  # over the best rival
AHEAD = take(1)
# Masterpieces, by discipline: points of the own one, and of the best that is open.
MASTER = take(5)
LONG = take(5)  # with everybody who waits to be hired
ONE_MORE = take(5)  # with one strength more than that,
TWO_MORE = take(5)  # with two
# The rest of this turn, while the seat is asked.
NOW = take(5)  # share of a normal reward that a discipline could bring
NOW_MASTER = take(5)  # points of the masterpiece that it could be
GATHERED = take(6)  # strength 1 to 6
GATHERED_MASTER = take(1)
PENDING = take(4)  # books, discs, favours, an artwork
# The rest of this turn, while another seat is in the middle of it.
RIVAL_QUESTION = take(OVER - CHOICE)
RIVAL_NOW = take(1)  # share of a normal reward that its best discipline could bring
RIVAL_MASTER = take(1)  # points of the best masterpiece that it could get,
RIVAL_GATHERED = take(1)  # that its strength is enough for already
RIVAL_PENDING = take(1)  # books, discs and favours
# The next turn, if the others leave the palace as it is.
NEXT = take(5)
NEXT_MASTER = take(5)
MEET = take(5)  # persons within reach, by discipline
HALL = take(5)  # halls within reach
BONUS_HALL = take(1)
FIGURE = take(1)
# The board.
OFFER = take(5)  # persons, by discipline
THREAT = take(5)  # the strength of the strongest rival who has no masterpiece yet
RIVALS = take(RIVAL * (SEATS - 1))  # clockwise, see `rival`
COUNT = take.count
