"""What a seat could do now, and what the end would bring it: the figures that a player at the table would count out."""

from mecenate.core.entries import entry
from mecenate.core.kernel import OUTLOOK, kernel
from mecenate.games.carrara.building import worth
from mecenate.games.carrara.components import MONEY_RATE, TYPE_OF, VALUE
from mecenate.games.carrara.court import refuse_space, reward
from mecenate.games.carrara.ending import decoration_points, majority_points
from mecenate.games.carrara.state import MONUMENT, S_MONEY, S_PAIR, SPACES, TILES, state


@entry(OUTLOOK)
def outlook(states, i, seat, out):
    """By space: coins, points, and the reason why it can't be scored now (0 if it can).

    A money space pays at the end; its points are those for the coins of now.
    """
    s = state(states, i)
    for space in range(SPACES):
        out[3 * space] = reward(s, seat, space, True)
        out[3 * space + 1] = reward(s, seat, space, False)
        out[3 * space + 2] = refuse_space(s, seat, space, 0)
        if S_MONEY <= space < S_PAIR:
            out[3 * space + 1] = s.seats[seat].coins // MONEY_RATE[space - S_MONEY]


@kernel
def cost(s, seat, tile, city):
    """The fewest bricks that bring a tile into a city: a monument may replace a building of its type. 0 if they are missing."""
    means = worth(s.seats[seat], city)
    least = VALUE[tile]
    if tile >= MONUMENT:
        for old in range(TILES):
            if s.owner[old] == seat and s.city[old] == city and TYPE_OF[old] == TYPE_OF[tile]:
                least = min(least, VALUE[tile] - VALUE[old])
    return least if means >= least else 0


@entry(OUTLOOK)
def building_outlook(states, i, seat, out):
    """By city what the seat's bricks are worth there; then by tile and city what building it there would cost."""
    s = state(states, i)
    for city in range(6):
        out[city] = worth(s.seats[seat], city)
        for tile in range(TILES):
            out[6 + 6 * tile + city] = cost(s, seat, tile, city)


@entry(OUTLOOK)
def ending_outlook(states, i, seat, out):
    """What the end would bring now: for sets of decorations, then by city for the most statues."""
    s = state(states, i)
    out[0] = decoration_points(s, seat)
    for city in range(6):
        out[1 + city] = majority_points(s, seat, city)
