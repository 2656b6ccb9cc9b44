"""A position of The Palaces of Carrara in figures, as a seat sees it.

Everything a strong player looks at, each figure about 0 to 1 in size; what belongs to the advanced version is zero in the
normal one. Of the others it knows what a watchful player does, who sees all that goes behind a screen.
"""

import numpy as np

from mecenate.bots.features import carrara_layout as place
from mecenate.bots.features import carrara_prospects as prospects
from mecenate.core.entries import entry
from mecenate.core.kernel import FEATURES, kernel
from mecenate.games.carrara import building, court, ending, pieces, wheel
from mecenate.games.carrara.components import (
    AREAS,
    COURT,
    LANDSCAPE_OF,
    MONEY_COINS,
    PRICE,
    TO_SCORE,
    TYPE_OF,
    VALUE,
)
from mecenate.games.carrara.state import (
    BRICK,
    BUY,
    CITY,
    FIRST_STATUE,
    FROM_PURCHASE,
    GOLD,
    LAY,
    MONUMENT,
    OVER,
    PAY,
    PLACES,
    REST,
    REWARD,
    S_LAND,
    S_PAIR,
    S_TYPE,
    SPACES,
    TURN,
    state,
)

COUNT = place.COUNT
LOWEST, HIGHEST = np.float32(-2.0), np.float32(3.0)  # no figure is beyond


@kernel
def low(n, steps, out, at):
    """A thermometer: which steps a number is not above."""
    for k in range(len(steps)):
        if n <= steps[k]:
            out[at + k] = 1


@kernel
def reach(piece):
    """The share of the cities in which a statue may stand."""
    return 1.0 if piece == GOLD else 1.0 - (piece - FIRST_STATUE) / 6.0


@kernel
def note_piece(piece, out, at):
    if piece < FIRST_STATUE:
        out[at + piece] += 1
    else:
        out[at + 6] += 0.5
        out[at + 7] += np.float64(reach(piece))


@kernel
def fewest_markers(s):
    fewest = building.markers_left(s.seats[0])
    for seat in range(1, s.players):
        fewest = min(fewest, building.markers_left(s.seats[seat]))
    return fewest


@kernel
def table(s, seat, out):
    if s.players > 2:
        out[place.SEAT_COUNT + s.players - 3] = 1
    out[place.ADVANCED] = s.advanced
    question = s.question
    if question == OVER:
        out[place.FINISHED] = 1
    elif s.asked == seat:
        out[place.OWN_QUESTION + question] = 1
    else:
        out[place.ANOTHER + (s.asked - seat + s.players) % s.players - 1] = 1
        if question != TURN:
            out[place.THEIR_QUESTION + (2 if question == REST else 0 if question in (BUY, BRICK, REWARD) else 1)] = 1


@kernel
def clock(s, seat, out):
    own, fewest = building.markers_left(s.seats[seat]), fewest_markers(s)
    out[place.PILE] = s.pile_size / (7.0 * s.players)
    low(s.pile_size, place.PILES, out, place.PILE_LOW)
    low(fewest, place.MARKERS, out, place.FEWEST)
    out[place.IDLE] = s.idle / (1.0 * ending.STALEMATE * s.players)
    out[place.MARKERS_LEFT] = own / 8.0
    low(own, place.MARKERS, out, place.MARKERS_LOW)
    if s.ender < 0:
        out[place.CAN_END] = s.pile_size == 0 and own == 1
        out[place.CAN_END + 1] = s.pile_size == 1 and fewest == 0
    elif s.question != OVER:
        out[place.ENDING] = 1
        out[place.ENDING + 1] = s.ender == seat
        # From whoever is asked on, up to whoever ended the game: in the turn that ends it, that is everybody else.
        away, last = (seat - s.asked + s.players) % s.players, (s.ender - s.asked + s.players) % s.players
        out[place.ENDING + 2] = seat != s.ender and (away < last or last == 0)


@kernel
def at_court(s, seat, out):
    q = s.seats[seat]
    if s.visitor >= 0:
        out[place.VISIT + COURT[s.advanced, s.area]] = 1
        out[place.VISITOR] = s.visitor == seat
        out[place.VISITOR + 1] = court.owes_answer(s, seat)
    for area in range(AREAS[s.advanced]):
        if (q.court >> area) & 1:
            out[place.BONUSES + COURT[s.advanced, area]] += 0.5
    out[place.OPEN] = q.open_markers / 4.0


@kernel
def another(s, seat, tallied, out, at):
    """What everybody who watched knows of another seat; says its points if the game were over now."""
    q = s.seats[seat]
    coin, markers = prospects.coin_worth(s, q), building.markers_left(q)
    points = prospects.if_ended(s, seat, tallied)
    out[at + place.O_POINTS] = q.points / 100.0
    out[at + place.O_POINTS + 1] = points / 100.0
    out[at + place.O_COINS] = q.coins / 40.0
    out[at + place.O_MEANS] = building.means(q) / 8.0
    out[at + place.O_BRICKS] = ending.bricks_left(q) / 10.0
    out[at + place.O_MARKERS] = markers / 8.0
    out[at + place.O_LOW] = markers == 0
    out[at + place.O_LOW + 1] = markers <= 1
    out[at + place.O_OPEN] = q.open_markers / 4.0
    out[at + place.O_OWES] = court.owes_answer(s, seat)
    best = prospects.weigh(s, seat, coin, tallied)
    for city in range(6):
        out[at + place.O_CITY + city] = tallied[city] / 20.0
    in_hand = 1 if s.scoring and s.asked == seat else 0
    out[at + place.O_BEST] = best / 30.0
    out[at + place.O_BEST + 1] = prospects.best_of(markers + in_hand, tallied) / 80.0
    out[at + place.O_PIECES] = (1 if q.store[0] else 0) + (1 if q.store[1] else 0)
    return points


@kernel
def others(s, seat, tallied, out):
    """All the others; says the points of the best if the game were over now."""
    best = 0
    for k in range(1, s.players):
        other = (seat + k) % s.players
        best = max(best, another(s, other, tallied[other], out, place.OTHERS + (k - 1) * place.OTHER))
    return best


@kernel
def holdings(s, seat, best_other, tallied, out):
    """Coins, points and bricks."""
    q = s.seats[seat]
    out[place.PURSE] = q.coins / 40.0
    out[place.PURSE + 1] = min(q.coins / 8.0, 1.0)
    out[place.PURSE + 2] = min(q.coins / 20.0, 1.0)
    if s.advanced:
        out[place.PURSE + 3] = q.coins >= pieces.PRICE
        for k in range(2):
            if q.money_space == k:
                out[place.MONEY + k] = 1
            elif q.money_space < 0 and s.money_scored[k] < 0:
                out[place.MONEY + 2 + k] = min(q.coins / MONEY_COINS[k], 1.0)
    points = prospects.if_ended(s, seat, tallied)
    out[place.POINTS] = q.points / 100.0
    out[place.POINTS + 1] = points / 100.0
    lead = 1.0 * (points - best_other)
    out[place.LEAD] = lead / 50.0
    out[place.LEAD + 1] = min(max(lead / 10.0, -1.0), 1.0)
    for colour in range(6):
        out[place.BRICKS + colour] = q.bricks[colour] / 3.0
        out[place.MEANS + colour] = building.worth(q, colour) / 6.0
    out[place.BRICK_COUNT] = ending.bricks_left(q) / 8.0


@kernel
def scorings(s, seat, coin, tallied, out):
    """Cities, types, landscapes and pairs; uses up the own tally, but for the decorations."""
    q = s.seats[seat]
    points = coins = 0.0
    for space in range(SPACES):
        if space >= S_TYPE or prospects.lacking(s, seat, space) == 0:
            points = max(points, 1.0 * tallied[space])
            coins = max(coins, 1.0 * tallied[prospects.COINS + space])
    best = prospects.weigh(s, seat, coin, tallied)
    for city in range(6):
        lacks = prospects.lacking(s, seat, city)
        worth = tallied[city] / 20.0
        out[place.IN_CITY + city] = prospects.standing(s, seat, city) / TO_SCORE[city]
        out[place.CITY_OPEN + city] = s.city_scored[city] < 0
        out[place.CITY_WORTH + city] = worth
        out[place.CITY_READY + city] = worth if lacks == 0 else 0.0
        out[place.IMPROVED + city] = (q.improved >> city) & 1
    for improved in range(PLACES):
        if not building.refuse_improve(s, seat, improved):
            out[place.IMPROVEMENTS] += np.float64(1) / PLACES
    for kind in range(6):
        out[place.TYPE_SCORED + kind] = (q.types_scored >> kind) & 1
        out[place.TYPE_WORTH + kind] = tallied[S_TYPE + kind] / 20.0
    for land in range(2):
        out[place.LAND_SCORED + land] = (q.lands_scored >> land) & 1
        out[place.LAND_WORTH + land] = tallied[S_LAND + land] / 20.0
    for pair in range(3):
        out[place.PAIR_SCORED + pair] = (q.pairs_scored >> pair) & 1
        out[place.PAIR_WORTH + pair] = tallied[S_PAIR + pair] / 20.0
    markers = building.markers_left(q) + (1 if s.scoring and s.asked == seat else 0)
    two = prospects.best_of(min(markers, 2), tallied)
    out[place.BEST] = best / 30.0
    out[place.BEST + 1] = points / 30.0
    out[place.BEST + 2] = coins / 30.0
    out[place.BEST + 3] = two / 50.0
    out[place.BEST + 4] = (two + prospects.best_of(max(markers - 2, 0), tallied)) / 80.0


@kernel
def laid_pieces(s, seat, tallied, out):
    """What stands on buildings and lies in warehouses."""
    q = s.seats[seat]
    found, best = pieces.room(s, seat), 0.0
    for kind in range(6):
        n = int(tallied[prospects.LAID + kind])
        now = prospects.set_points(n)
        out[place.SETS + kind] = now / 20.0
        if (found >> kind) & 1 and s.decorations[kind]:
            add = prospects.set_points(n + 1) - now
            most = prospects.set_points(n + min(q.of_type[kind] - n, s.decorations[kind])) - now
            best = max(best, 1.0 * add)
            out[place.NEXT_SET + kind] = add / 8.0
            out[place.WHOLE_SET + kind] = most / 20.0
            out[place.SHOP + 2] = max(out[place.SHOP + 2], min(1.0 * most, 1.0 * (q.coins // pieces.PRICE * add)) / 20.0)
    for city in range(6):
        if (found >> (6 + city)) & 1:
            own = q.statues_in[city]
            add = ending.majority_with(s, seat, city, own + 1) - ending.majority_with(s, seat, city, own)
            out[place.NEXT_STATUE + city] = 0.2 + add / 10.0
            if s.statues[city]:
                best = max(best, 1.0 * add)
    out[place.SHOP] = best / 10.0
    out[place.SHOP + 1] = best / 10.0 if q.coins >= pieces.PRICE and not (s.purchased and s.asked == seat) else 0.0
    for city in range(6):
        out[place.MAJORITY + city] = ending.majority_points(s, seat, city) / 10.0
        rival = 0
        for other in range(s.players):
            if other != seat:
                rival = max(rival, 1 * s.seats[other].statues_in[city])
        out[place.AHEAD + city] = (q.statues_in[city] - rival) / 2.0
    for warehouse in range(2):
        if q.store[warehouse]:
            note_piece(q.store[warehouse] - 1, out, place.STORED)
            out[place.FRESH] += ((q.fresh >> warehouse) & 1) / 2.0


@kernel
def purchasable(s, colour):
    """Bricks of a colour in the chosen segment that the asked seat could pay for."""
    if not wheel.affordable(s, s.asked, s.segment, colour):
        return 0
    n, price = s.wheel[wheel.segment_at(s, s.segment), colour], PRICE[colour, s.segment]
    return min(n, s.seats[s.asked].coins // price) if price else n


@kernel
def buildings(s, seat, coin, out):
    """The best use of the bricks at once, and with a few more: those of the chosen segment, else any two."""
    q = s.seats[seat]
    asked = s.asked == seat
    chosen = s.tile if asked and s.question == CITY else -1
    buying = asked and s.question == BRICK
    spent = building.markers_left(q) == 0  # then every brick that is built with is a point
    more, best, soon = 0 if buying else 2, 0.0, 0.0
    for city in range(6):
        have, gain = building.worth(q, city), 0.0
        each, share = prospects.unit(q, city, coin), prospects.city_share(s, seat, city)
        if buying:
            more += purchasable(s, city)
        if chosen >= 0:
            if have >= VALUE[chosen]:
                gain = VALUE[chosen] * (1.0 if spent else prospects.brings(q, TYPE_OF[chosen], each, share, coin))
        else:
            for k in range(9):
                tile = s.display[k]
                if tile >= 0 and VALUE[tile] <= have + more:
                    found = VALUE[tile] * (1.0 if spent else prospects.brings(q, TYPE_OF[tile], each, share, coin))
                    soon = max(soon, found)
                    if VALUE[tile] <= have:
                        gain = max(gain, found)
        out[place.GAIN + city] = gain / 20.0
        best = max(best, gain)
    most = building.means(q)
    for tile in range(MONUMENT):
        kind = TYPE_OF[tile]
        if s.owner[tile] == seat and (s.monuments >> kind) & 1 and (chosen < 0 or chosen == MONUMENT + kind):
            city, cost = s.city[tile], VALUE[MONUMENT + kind] - VALUE[tile]
            near = min(building.worth(q, city) / max(cost, 1), 1.0)
            out[place.MONUMENTS + kind] = max(out[place.MONUMENTS + kind], near)
            if near >= 1.0:
                each, share = prospects.unit(q, city, coin), prospects.city_share(s, seat, city)
                found = cost * (1.0 if spent else prospects.brings(q, kind, each, share, coin))
                out[place.GAIN + city] = max(out[place.GAIN + city], found / 20.0)
                best = max(best, found)
                out[place.BUILD + 3] = 1
    for kind in range(6):
        if (s.monuments >> kind) & 1:
            out[place.MONUMENTS + kind] = np.float64(max(out[place.MONUMENTS + kind], most / 16.0)) + 0.2
            if most >= VALUE[MONUMENT + kind]:
                out[place.BUILD + 3] = 1
    out[place.BUILD] = best / 20.0
    out[place.BUILD + 1] = max(soon, best) / 20.0
    for k in range(9):
        if s.display[k] >= 0 and VALUE[s.display[k]] <= most:
            out[place.BUILD + 2] += np.float64(1 / 9)


@kernel
def prize(s, location, out):
    """The better of the two pieces that an emptied segment at a location gives."""
    best = 0.0
    kind, statue = wheel.decoration_at(s, location), wheel.statue_at(s, location)
    if s.decorations[kind]:
        best = 0.2 + np.float64(out[place.NEXT_SET + kind])
    if s.statues[statue]:
        free = 0.0
        for city in range(statue, 6):
            free = max(free, np.float64(out[place.NEXT_STATUE + city]))
        best = max(best, 0.2 + free)
    return best


@kernel
def on_wheel(s, seat, out):
    coins = s.seats[seat].coins
    for location in range(6):
        segment, after = wheel.segment_at(s, location), (location + 1) % 6
        for colour in range(6):
            out[place.WHEEL + 3 * location + colour // 2] += np.float64(s.wheel[segment, colour] / 3.0)
        out[place.BARGAIN] = max(out[place.BARGAIN], prospects.bargain(s, segment, location, coins) / 20.0)
        out[place.BARGAIN + 1] = max(out[place.BARGAIN + 1], prospects.bargain(s, segment, after, coins) / 20.0)
        if s.advanced:
            best = prize(s, location, out)
            if prospects.emptied(s, segment, location, coins):
                out[place.PRIZE] = max(out[place.PRIZE], best)
            if prospects.emptied(s, segment, after, coins):
                out[place.PRIZE + 1] = max(out[place.PRIZE + 1], best)
    left, noble = wheel.in_bag(s), 0
    for colour in range(6):
        noble += s.bag[colour] * PRICE[colour, 0]
    out[place.BAG] = left / 32.0
    out[place.BAG + 1] = noble / (6.0 * left) if left else 0.0
    out[place.REFILL] = max(min(wheel.FILLED_TO - wheel.on_wheel(s), left), 0) / 8.0


@kernel
def on_display(s, out):
    for k in range(9):
        tile = s.display[k]
        if tile >= 0:
            out[place.DISPLAY + TYPE_OF[tile]] += np.float64(VALUE[tile] / 10.0)
            out[place.DISPLAY_VALUES + min(VALUE[tile], place.TILE_VALUES) - 1] += 1 / 4.0


@kernel
def hanging(s, seat, out):
    """What hangs on the own question."""
    q, question = s.seats[seat], s.question
    out[place.TURN_STATE] = s.purchased
    out[place.TURN_STATE + 1] = s.scoring
    if question == BRICK:
        cost = 0
        for colour in range(6):
            n = purchasable(s, colour)
            cost += n * PRICE[colour, s.segment]
            out[place.PURCHASE + colour] = n / 2.0
        out[place.BOUGHT] = s.bricks_bought > 0
        out[place.BOUGHT + 1] = cost / max(q.coins, 1.0)
        if s.advanced:
            out[place.BOUGHT + 2] = prize(s, s.segment, out)
    elif question == CITY:
        kind = TYPE_OF[s.tile]
        out[place.TILE] = VALUE[s.tile] / 5.0
        out[place.TILE + 1] = s.tile >= MONUMENT
        out[place.TILE + 2] = LANDSCAPE_OF[kind]
        out[place.TILE_TYPE] = out[place.TYPE_WORTH + kind]
        out[place.TILE_TYPE + 1] = out[place.TYPE_SCORED + kind]
        out[place.TILE_TYPE + 2] = out[place.SETS + kind]
        out[place.TILE_TYPE + 3] = out[place.DISPLAY + kind] - (VALUE[s.tile] / 10.0 if s.tile < MONUMENT else 0.0)
    elif question == PAY:
        out[place.SITE + s.site] = 1
        out[place.OWED] = s.owed / 4.0
    elif question == REWARD:
        for which in range(2):
            if not pieces.refuse_reward(s, which):
                note_piece(wheel.reward_piece(s, which), out, place.PIECE)
    elif question == LAY:
        note_piece(s.piece, out, place.PIECE)
        out[place.LAYING] = s.origin == FROM_PURCHASE
        out[place.LAYING + 1] = s.origin >= FROM_PURCHASE and s.resume == TURN


@entry(FEATURES)
def features(states, i, seat, out):
    s = state(states, i)
    out[:] = 0
    coin = prospects.coin_worth(s, s.seats[seat])
    table(s, seat, out)
    clock(s, seat, out)
    at_court(s, seat, out)
    tallied = prospects.by_seat()
    prospects.tally(s, tallied)
    best_other = others(s, seat, tallied, out)
    holdings(s, seat, best_other, tallied[seat], out)
    scorings(s, seat, coin, tallied[seat], out)
    if s.advanced:
        laid_pieces(s, seat, tallied[seat], out)
    buildings(s, seat, coin, out)
    on_wheel(s, seat, out)
    on_display(s, out)
    if s.asked == seat:
        hanging(s, seat, out)
    for k in range(place.COUNT):
        out[k] = min(max(out[k], LOWEST), HIGHEST)
