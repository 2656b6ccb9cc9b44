"""Chapter "Spielaufbau": the start of the normal and the advanced version."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.core.rng import below, shuffle
from mecenate.games.carrara import events
from mecenate.games.carrara.components import AREAS, IMPROVEMENTS, START_BRICKS, TABLE
from mecenate.games.carrara.state import MONUMENT, NONE, PLACES, TILES, TURN

COINS = TABLE.setup.coins
EACH = TABLE.setup.bricks_of_each_colour
DISPLAY = TABLE.setup.display
DECORATIONS = tuple(TABLE.advanced.decorations)
STATUES = TABLE.advanced.statues

# The setup options, as the kernel gets them.
PLAYERS, ADVANCED = range(2)


@kernel
def lay_out(s, options):
    s.players = options[PLAYERS]
    s.advanced = options[ADVANCED]
    for tile in range(TILES):
        s.owner[tile] = NONE
        s.city[tile] = NONE
    s.tile = NONE
    s.replaces = NONE
    s.site = NONE
    s.segment = NONE
    s.piece = NONE
    s.waiting = NONE
    s.visitor = NONE
    s.area = NONE
    s.ender = NONE
    s.monuments = (1 << (TILES - MONUMENT)) - 1
    if s.advanced:
        s.big = below(s, 6)  # the big wheel may lie in any way
    lay_out_bricks(s)
    lay_out_buildings(s)
    for place in range(PLACES):
        s.improvements[place] = IMPROVEMENTS[place]
    s.city_scored[:] = NONE
    s.money_scored[:] = NONE
    for seat in range(s.players):
        q = s.seats[seat]
        q.coins = COINS
        q.court = (1 << AREAS[s.advanced]) - 1
        q.money_space = NONE
    if s.advanced:
        s.gold = 2 * s.players
        s.decorations[:] = DECORATIONS[s.players - 2]
        s.statues[:] = STATUES
    emit(s, events.BEGAN, 0, 0, 0)
    s.asked = 0
    s.question = TURN


@kernel
def lay_out_bricks(s):
    """One brick of each colour lies at location I, two lie behind each screen, the others are in the bag."""
    first = (6 - s.big) % 6
    for colour in range(6):
        s.wheel[first, colour] = 1
        s.bag[colour] = EACH - 1
    for seat in range(s.players):
        for k in range(2):
            colour = START_BRICKS[seat, k]
            s.seats[seat].bricks[colour] += 1
            s.bag[colour] -= 1


@kernel
def lay_out_buildings(s):
    """With two players both threes of a type stay in the box, with three players one of them."""
    n = 0
    for tile in range(36):
        which = tile % 6
        if (which != 3 or s.players == 4) and (which != 2 or s.players > 2):
            s.pile[n] = tile
            n += 1
    shuffle(s, s.pile, 0, n)
    for k in range(DISPLAY):
        s.display[k] = s.pile[k]
    for k in range(DISPLAY, n):
        s.pile[k - DISPLAY] = s.pile[k]
    s.pile_size = n - DISPLAY
