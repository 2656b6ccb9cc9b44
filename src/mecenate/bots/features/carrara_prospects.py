"""What scorings and buildings would bring a seat of The Palaces of Carrara: what a network can't work out by itself.

They are counted out in an array in which every seat has a row. A building that is being paid for counts as built. What is
judgement here only has to be of the right size: the network weighs it.
"""

import numpy as np

from mecenate.core.kernel import kernel, local
from mecenate.games.carrara import court, ending
from mecenate.games.carrara.components import (
    LANDSCAPE_OF,
    MONEY_RATE,
    PAIR_OF,
    PRICE,
    SET_POINTS,
    TO_SCORE,
    TYPE_OF,
    VALUE,
)
from mecenate.games.carrara.reasons import SPACE_TAKEN
from mecenate.games.carrara.state import OVER, P_LAND, PAY, S_LAND, S_PAIR, S_TYPE, SEATS, SPACES, TILES

# The row of a seat: points by space, coins by space, decorations laid by type.
COINS, LAID = SPACES, 2 * SPACES
by_seat = local(np.float64, SEATS, LAID + 6)

REACH = 0.5  # chance of each building that a city still lacks
LAND = 0.5  # share of the value of a building that its landscape will bring
DEAR = 0.45  # points for a coin while there is much to buy
PLENTY = 2.0  # tiles of the pile for each seat from which on there is


@kernel
def end_rate(q):
    """Coins for a point in the end."""
    return MONEY_RATE[q.money_space] if q.money_space >= 0 else ending.RATE


@kernel
def coin_worth(s, q):
    """Points for a coin, less and less as the end comes nearer."""
    least = 1.0 / end_rate(q)
    return least + max(DEAR - least, 0.0) * min(s.pile_size / (PLENTY * s.players), 1.0)


@kernel
def being_built(s, seat):
    return s.question == PAY and s.asked == seat


@kernel
def standing(s, seat, city):
    """Buildings of a seat in a city."""
    return s.seats[seat].in_city[city] + (1 if being_built(s, seat) and s.site == city and s.replaces < 0 else 0)


@kernel
def lacking(s, seat, city):
    """Buildings that a seat needs to score a city."""
    return max(TO_SCORE[city] - standing(s, seat, city), 0)


@kernel
def likely(lacks):
    """The chance to complete what lacks so many buildings."""
    chance = 1.0
    for _ in range(lacks):
        chance *= REACH
    return chance


@kernel
def add(q, kind, city, value, statue, out):
    """A building in the sums of all spaces that it takes part in."""
    land = LANDSCAPE_OF[kind]
    for paid in (0, COINS):
        gain = value * (court.coins_of(q, city) if paid else court.points_of(q, city))
        out[paid + city] += gain
        out[paid + S_TYPE + kind] += gain
        if statue:
            out[paid + S_PAIR + PAIR_OF[city]] += gain
    out[S_LAND + land] += value * court.points_of(q, P_LAND + land)
    out[COINS + S_LAND + land] += value * court.coins_of(q, P_LAND + land)


@kernel
def tally(s, out):
    """Points and coins of every space that is still open to a seat, and its decorations; a row for each seat."""
    for tile in range(TILES):
        owner = s.owner[tile]
        if owner >= 0:
            kind, laid = TYPE_OF[tile], s.decorated[tile]
            add(s.seats[owner], kind, s.city[tile], VALUE[tile] + laid, s.statue[tile], out[owner])
            out[owner, LAID + kind] += laid
    if s.question == PAY:
        add(s.seats[s.asked], TYPE_OF[s.tile], s.site, s.cost, s.statue[s.replaces] if s.replaces >= 0 else 0, out[s.asked])
    for seat in range(s.players):
        for space in range(SPACES):
            worth = out[seat, space] or out[seat, COINS + space]
            if worth and court.refuse_space(s, seat, space, 0) == SPACE_TAKEN:
                out[seat, space] = 0
                out[seat, COINS + space] = 0


@kernel
def set_points(n):
    return SET_POINTS[min(n, SET_POINTS.size - 1)]


@kernel
def if_ended(s, seat, tallied):
    """The points of a seat if the game were over now."""
    q = s.seats[seat]
    if s.question == OVER:
        return q.points
    total = q.points + q.coins // end_rate(q)
    if s.advanced:
        for kind in range(6):
            total += set_points(int(tallied[LAID + kind]))
        for city in range(6):
            total += ending.majority_points(s, seat, city)
    return total


@kernel
def weigh(s, seat, coin, tallied):
    """Turn the points of each space into its worth in points; say what the best one would bring that can be scored now."""
    best = 0.0
    for space in range(SPACES):
        lacks = lacking(s, seat, space) if space < S_TYPE else 0
        found = tallied[space] + coin * tallied[COINS + space]
        if lacks == 0:
            best = max(best, found)
        tallied[space] = found * likely(lacks)
    return best


@kernel
def best_of(markers, weighed):
    """What the best spaces for so many markers would bring; they are struck off."""
    total = 0.0
    for _ in range(markers):
        best = 0
        for space in range(1, SPACES):
            if weighed[space] > weighed[best]:
                best = space
        if weighed[best] == 0:
            break
        total += weighed[best]
        weighed[best] = 0
    return total


@kernel
def unit(q, place, coin):
    """What each brick of a building in a city, or of a landscape, brings in a scoring that it takes part in."""
    return court.points_of(q, place) + coin * court.coins_of(q, place)


@kernel
def city_share(s, seat, city):
    """The chance that one more building in a city will be scored with it."""
    return 0.0 if s.city_scored[city] >= 0 else likely(max(lacking(s, seat, city) - 1, 0))


@kernel
def brings(q, kind, each, share, coin):
    """What each brick brings with which something of a type is built in a city, by its unit and share."""
    if not (q.types_scored >> kind) & 1:
        share += 1.0
    land = LANDSCAPE_OF[kind]
    if (q.lands_scored >> land) & 1:
        return share * each
    return share * each + LAND * unit(q, P_LAND + land, coin)


@kernel
def bargain(s, segment, location, coins):
    """What is gained in coins by buying all of a segment at the prices of a location, as far as the coins go."""
    free, gain, cost = 0, 0, 0
    for colour in range(6):
        n = s.wheel[segment, colour]
        price = PRICE[colour, location]
        worth = n * (PRICE[colour, 0] + 1 - price)
        if price:
            gain += worth
            cost += n * price
        else:
            free += worth
    if cost > coins:
        return free + gain * coins / cost
    return 1.0 * (free + gain)


@kernel
def emptied(s, segment, location, coins):
    """Whether so many coins would buy all bricks of a segment at the prices of a location, and there are any."""
    n, cost = 0, 0
    for colour in range(6):
        n += s.wheel[segment, colour]
        cost += s.wheel[segment, colour] * PRICE[colour, location]
    return n > 0 and cost <= coins
