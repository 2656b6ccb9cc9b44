"""What a seat of The Palaces of Carrara may expect in the end, in victory points, when nothing is left to answer.

A position is worth the scorings that its markers may still bring, the bricks and coins behind its own screen as far as there is
time to use them, and what pieces bring in the end. Nobody looks behind the screen of another.
"""

import numpy as np

from mecenate.core.kernel import kernel, local
from mecenate.games.carrara import building, court, ending, state
from mecenate.games.carrara.components import (
    AREAS,
    COURT,
    LANDSCAPE_OF,
    MONEY_RATE,
    PAIR_OF,
    SET_POINTS,
    TABLE,
    TO_SCORE,
    TYPE_OF,
    TYPES,
    VALUE,
)
from mecenate.games.carrara.state import FIRST_STATUE, MONUMENT, P_LAND, S_LAND, S_PAIR, S_TYPE, SPACES, TILES

by_space, by_city, laid_by_type = local(np.float64, SPACES), local(np.float64, 6), local(np.int64, 6)
BEST_TILE = max(TABLE.tiles.values)  # bricks that one action can build with, monuments aside
# Tiles of the pile at the beginning, by the number of seats.
TILES_A_SEAT, TILES_MORE = len(TYPES), 2 * len(TYPES) - TABLE.setup.display

# Judgement, settled by letting variants play against each other; among good ones, those whose games are as short as people's.
# In victory points, if nothing else is said.
PACE = 0.37  # buildings that a seat builds in a turn
LONG = 2.0  # rounds that each tile of the pile lasts at most
BUILDS = 0.45  # share of the turns without a scoring in which something is built
PATIENCE = 0.93  # share of a scoring to come that comes true
REACH = 0.57  # chance of each building that a city still lacks
STAND = 0.52  # chance that a rival who could score a city leaves it
CITY_GROWS = 1.3  # what a scoring of a city gains with each building to come
TYPE_GROWS = 1.45  # the same of a type
LAND_GROWS = 1.35  # the same of a landscape
PAIR_GROWS = 0.55  # the same of statues
DEAR = 1.05  # a coin among the first, which keep one able to act
FAIR = 0.42  # a coin that will buy bricks
NEAR = 7.0  # coins: the first ones
SPEND = 6.0  # coins that a building needs
BUSY = 2.0  # buildings to come from which on a coin is worth its full price
HOPE = 0.7  # share of a bonus of the court that comes true
PIECE = 5.1  # a piece from the court
STOCK = 0.5  # share of its worth in buildings that a brick has
READY = 0.25  # the same of a building that could be built at once
ROOM = 0.15  # share of the next decoration of a set where there is a building for it
STORED = 0.5  # share of what a stored piece will bring
TIMELY = 4.0  # turns from which on there is time enough for that
FADE = 0.053  # how much surer a majority becomes with each turn
LEAST = 0.3  # share of its points that it is worth at least
ENVY = 0.3  # how much the best rival's prospects count


@kernel
def fewest_markers(s):
    fewest = 99
    for seat in range(s.players):
        fewest = min(fewest, np.int64(building.markers_left(s.seats[seat])))
    return fewest


@kernel
def rounds_left(s, seat):
    """Rounds until the pile is empty and somebody has used all markers.

    The rivals' buildings are the clock: who measured time by the pile would pass so as not to lose any. And where all pass, the
    stalemate comes nearer.
    """
    mine, rivals = 0, s.players - 1
    for tile in range(MONUMENT):
        if s.owner[tile] == seat:
            mine += 1
    pile = TILES_A_SEAT * s.players + TILES_MORE
    theirs = pile - s.pile_size - mine
    rounds = (pile * rivals / s.players - theirs) / (rivals * PACE)
    rounds = max(min(rounds, LONG * s.pile_size), s.pile_size / s.players, 1.0 * fewest_markers(s))
    return rounds * max(1.0 - s.idle / (ending.STALEMATE * s.players), 0.1)


@kernel
def turns_left(s, seat, now):
    """Turns that the seat still has; `now`: the action of this turn is one of them."""
    if s.ender < 0:
        return now + rounds_left(s, seat)
    ahead = (seat - s.asked) % s.players
    return 1.0 * now if ahead == 0 else 1.0 if ahead < (s.ender - s.asked) % s.players else 0.0


@kernel
def end_rate(q):
    """What a coin brings in the end."""
    return 1.0 / (MONEY_RATE[q.money_space] if q.money_space >= 0 else ending.RATE)


@kernel
def coin_worth(q, builds):
    """A coin that may still buy bricks is worth more than in the end."""
    rate = end_rate(q)
    return rate + max(FAIR - rate, 0.0) * min(builds / BUSY, 1.0)


@kernel
def pays(q, place, coin):
    """What a city or a landscape brings for each point of value."""
    return court.points_of(q, place) + coin * court.coins_of(q, place)


@kernel
def add_rewards(s, seat, coin, worth):
    """What each space would bring now."""
    q = s.seats[seat]
    for tile in range(TILES):
        if s.owner[tile] == seat:
            city, kind = s.city[tile], TYPE_OF[tile]
            land = LANDSCAPE_OF[kind]
            value = VALUE[tile] + s.decorated[tile]
            gain = value * pays(q, city, coin)
            worth[city] += gain
            worth[S_TYPE + kind] += gain
            worth[S_LAND + land] += value * pays(q, P_LAND + land, coin)
            if s.statue[tile]:
                worth[S_PAIR + PAIR_OF[city]] += gain


@kernel
def city_chance(s, seat, city, builds):
    """The chance to score a city: it lacks buildings, or rivals may be first."""
    if s.city_scored[city] >= 0:
        return 0.0
    lacking = max(TO_SCORE[city] - s.seats[seat].in_city[city], 0)
    if lacking > builds + 0.5:
        return 0.0
    chance = 1.0
    for _ in range(lacking):
        chance *= REACH
    for other in range(s.players):
        if other != seat and s.seats[other].in_city[city] >= TO_SCORE[city] and building.markers_left(s.seats[other]):
            chance *= STAND
    return chance


@kernel
def scorings(s, seat, markers, builds, coin, chance):
    """What the best spaces for so many markers will bring; leaves the chances of these spaces, and no others."""
    q = s.seats[seat]
    worth = by_space()
    add_rewards(s, seat, coin, worth)
    for city in range(6):
        worth[city] += builds * CITY_GROWS
        chance[city] = PATIENCE * city_chance(s, seat, city, builds)
    for kind in range(6):
        worth[S_TYPE + kind] += builds * TYPE_GROWS
        chance[S_TYPE + kind] = 0.0 if (q.types_scored >> kind) & 1 else PATIENCE
    for land in range(2):
        worth[S_LAND + land] += builds * LAND_GROWS
        chance[S_LAND + land] = 0.0 if (q.lands_scored >> land) & 1 else PATIENCE
    for pair in range(3 if s.advanced else 0):
        worth[S_PAIR + pair] += builds * PAIR_GROWS
        chance[S_PAIR + pair] = 0.0 if (q.pairs_scored >> pair) & 1 else PATIENCE
    total = 0.0
    for space in range(SPACES):
        worth[space] *= chance[space]
    while True:
        best = -1
        for space in range(SPACES):
            if worth[space] >= 0 and (best < 0 or worth[space] > worth[best]):
                best = space
        if best < 0:
            return total
        part = min(max(markers, 0.0), 1.0)
        total += worth[best] * part
        chance[best] *= part
        worth[best] = -1.0
        markers -= 1.0


@kernel
def bonuses(s, seat, coin):
    """What the court still has for the seat."""
    total = 0.0
    for area in range(AREAS[s.advanced]):
        if (s.seats[seat].court >> area) & 1:
            bonus = COURT[s.advanced, area]
            if bonus == state.COINS:
                total += coin * court.BONUS_COINS
            else:
                total += court.BONUS_POINTS if bonus == state.POINTS else PIECE
    return HOPE * total


@kernel
def pieces_worth(s, seat, turns):
    """Sets of decorations, with a hope to go on; majorities, surer the later it is; and what the warehouses hold."""
    q = s.seats[seat]
    laid = laid_by_type()
    for tile in range(TILES):
        if s.owner[tile] == seat and s.decorated[tile]:
            laid[TYPE_OF[tile]] += 1
    total, hope = 0.0, min(turns / TIMELY, 1.0)
    for kind in range(6):
        total += SET_POINTS[laid[kind]]
        if q.of_type[kind] > laid[kind] and s.decorations[kind]:
            total += hope * ROOM * (SET_POINTS[laid[kind] + 1] - SET_POINTS[laid[kind]])
    for city in range(6):
        if q.statues_in[city]:
            total += ending.majority_points(s, seat, city) * max(1.0 - FADE * turns, LEAST)
    for warehouse in range(2):
        piece = q.store[warehouse] - 1
        if 0 <= piece < FIRST_STATUE:
            total += hope * STORED * (SET_POINTS[min(laid[piece] + 1, SET_POINTS.size - 1)] - SET_POINTS[laid[piece]])
        elif piece >= FIRST_STATUE:
            total += hope * STORED * PIECE
    return total


@kernel
def brick_gain(s, seat, tile, city, coin, chance):
    """What each brick brings with which a tile is built in a city; without markers, a point."""
    q = s.seats[seat]
    if building.markers_left(q) == 0:
        return 1.0
    kind = TYPE_OF[tile]
    land = LANDSCAPE_OF[kind]
    gain = (chance[city] + chance[S_TYPE + kind]) * pays(q, city, coin)
    return gain + chance[S_LAND + land] * pays(q, P_LAND + land, coin)


@kernel
def bricks(s, seat, turns, builds, coin, chance):
    """The bricks in hand by the best use that they have, as many as can still be used, and the best building at once."""
    q = s.seats[seat]
    usable = BEST_TILE * max(builds, min(turns, 1.0))
    best, most = 0.0, by_city()
    for city in range(6):
        have = building.worth(q, city)
        for k in range(9):
            tile = s.display[k]
            if tile >= 0:
                gain = brick_gain(s, seat, tile, city, coin, chance)
                most[city] = max(most[city], gain)
                if VALUE[tile] <= have:
                    best = max(best, gain * VALUE[tile])
    for city in range(4, -1, -1):
        most[city] = max(most[city], most[city + 1])
    total = READY * best
    for colour in range(6):
        used = min(1.0 * q.bricks[colour], usable)
        usable -= used
        total += STOCK * most[colour] * used
    return total


@kernel
def purse(q, builds):
    """Coins are dear while they are few, and worth little when there is nothing left to buy."""
    coins, need = 1.0 * q.coins, SPEND * builds
    near = min(NEAR, need)
    rate = end_rate(q)
    return DEAR * min(coins, near) + coin_worth(q, builds) * max(min(coins, need) - near, 0.0) + rate * max(coins - need, 0.0)


@kernel
def plan(s, seat, turns):
    """Markers that there will be time for, and buildings to come."""
    markers = min(1.0 * building.markers_left(s.seats[seat]), turns)
    return markers, BUILDS * (turns - markers)


@kernel
def prospects(s, seat, turns, chance):
    """What everybody at the table can see of a seat; leaves the chances of the spaces that it will score."""
    q = s.seats[seat]
    markers, builds = plan(s, seat, turns)
    coin = coin_worth(q, builds)
    total = q.points + scorings(s, seat, markers, builds, coin, chance)
    if markers > 0:
        total += bonuses(s, seat, coin) * markers / building.markers_left(q)
    if s.advanced:
        total += pieces_worth(s, seat, turns)
    return total


@kernel
def outlook(s, seat, now):
    """What a seat may expect that knows its own coins and bricks."""
    q = s.seats[seat]
    turns, ended = turns_left(s, seat, now), 0
    if s.ender < 0 and not s.pile_size and not fewest_markers(s):
        turns, ended = 0.0, ending.END_POINTS  # a move that is only being thought of ends the game
    chance = by_space()
    total = prospects(s, seat, turns, chance)
    if turns == 0:
        return total + ended + q.coins // (MONEY_RATE[q.money_space] if q.money_space >= 0 else ending.RATE)
    _, builds = plan(s, seat, turns)
    return total + purse(q, builds) + bricks(s, seat, turns, builds, coin_worth(q, builds), chance)
