"""The state of a game of La Stanza: one record that reads like the component list.

Disciplines are numbered in the order of the halls, clockwise from the bonus hall: discoveries, literature, religion, art,
politics. A favour, a book and a space of the religion hall have the number of their discipline; favours of politics are the
white jokers. Persons 0 to 39 are the persons, eight of each discipline; 40 to 59 the start persons, five of each seat.
"""

from mecenate.core import header
from mecenate.core.kernel import record, record_at

SEATS = 4  # at most
NONE = -1
DISCOVERIES, LITERATURE, RELIGION, ART, POLITICS = range(5)
WHITE = POLITICS
PERSONS, STARTERS = 40, 20
SPACES = 15  # of the movement track, three a hall; the next number is the bonus space
BONUS_SPACE = 15
WORKERS, RECRUITS = 6, 5
BLOCKED = 9  # the owner of a masterpiece space that nobody can use

# Questions: what a seat is asked.
(
    ARRANGE,  # setup: which start person stands on the next worker space
    MOVE,  # where to walk
    CHOICE,  # activate a discipline, receive income, or pass
    FAVOUR,  # which favour is paid
    HIRE,  # which recruit, or enough
    WORKPLACE,  # onto which worker space
    STRENGTH,  # raise it, or use it
    BOOK,  # which book is written
    DISC,  # where a disc goes in the religion hall
    GIFT,  # which favour is taken
    ARTWORK,  # which artwork is created
    TILE,  # which bonus tile
    SPEND,  # which disc of the religion hall goes to the bonus hall
    PERSON,  # which person of the board
    SLOT,  # onto which recruitment space
    RETURN,  # which favour goes back when there are too many
    OVER,
) = range(17)
QUESTIONS = (
    "arrange", "move", "choice", "favour", "hire", "workplace", "strength", "book", "disc", "gift", "artwork", "tile", "spend",
    "person", "slot", "return", "over",
)  # fmt: skip

# While a move is being carried out, a question below zero says how the game goes on, see rules.settle.
NEXT_EFFECT, NEXT_SEAT = -1, -2

SEAT = record(
    ("florins", "i4"),
    ("points", "i4"),  # counted at the end
    ("figure", "i4"),  # space of the movement track
    ("ship", "i4"),
    ("patron", "i4"),  # worker space
    ("turned_over", "i4"),
    ("discs", "i4"),  # in supply
    ("bonus_discs", "i4"),  # in the bonus hall
    ("tiles", "i4"),  # bonus tiles
    ("masterpieces", "i4"),  # disciplines with one
    ("left", "i4"),  # exit space + 1, 0 while in the game
    ("favours", "i2", (5,)),
    ("books", "i2", (5,)),
    ("church", "i2", (5,)),  # own discs in the religion hall
    ("artworks", "i2", (3,)),
    ("workers", "i2", (WORKERS,)),  # person + 1, 0 when free; the patron's space is 0
    ("recruits", "i2", (RECRUITS,)),
)

STATE = record(
    *header.fields(44),  # the last turn, with eight scores for each of four seats
    ("pile_persons", "u8"),  # which persons the pile holds
    ("discarded", "u8"),  # persons on the discard pile
    ("players", "i4"),
    ("expert", "i4"),
    ("gone", "i4"),  # start persons out of the game
    ("marker", "i4"),  # of the rounds, from 1
    ("ending", "i4"),  # 0 not yet, 1 the table round is finished, 2 last turns
    ("last_turn", "i4"),  # which of the last turns
    # turn
    ("discipline", "i4"),  # being activated
    ("hired", "i4"),  # worker spaces filled in this activation
    ("dismissed", "i4"),
    ("recruit", "i4"),  # slot of the person being hired
    ("strength", "i4"),
    ("bought", "i4"),  # strength was bought this turn
    ("tile", "i4"),  # bonus tile being bought
    ("person", "i4"),  # taken from the board by a tile
    ("books_left", "i4"),  # to write
    ("books_used", "i4"),  # colours that can't be written again
    ("discs_left", "i4"),
    ("discs_used", "i4"),
    ("gifts_left", "i4"),
    ("gifts_used", "i4"),
    # supply
    ("favours", "i2", (5,)),
    ("artworks", "i2", (3,)),
    ("masterpieces", "i2", (5, 4)),  # seat + 1, 0 free
    ("offered_tiles", "i4"),
    ("board", "i2", (SPACES,)),  # person + 1, 0 without one
    ("pile_size", "i4"),
    ("pile", "u1", (PERSONS,)),  # from the top
    ("seats", SEAT, (SEATS,)),
)

state = record_at(STATE)
