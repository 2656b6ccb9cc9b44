"""A position of The Palaces of Carrara in figures, as a seat sees it.

Everything a strong player looks at, each figure about 0 to 1 in size; what belongs to the advanced version is zero in the
normal one. Of the others it knows what a watchful player does, who sees all that goes behind a screen.
"""

import numpy as np

from mecenate.bots.features import carrara_prospects as prospects
from mecenate.core.kernel import FEATURES, entry, kernel
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
    REST,
    REWARD,
    S_LAND,
    S_PAIR,
    S_TYPE,
    SEATS,
    SPACES,
    TURN,
    state,
)


class Places:
    """Hands out the numbers of the features, group by group."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, size: int) -> int:
        self.count += size
        return self.count - size


LOWEST, HIGHEST = np.float32(-2.0), np.float32(3.0)  # no figure is beyond
PILES = (0, 1, 2, 3, 5)  # tiles left from which on the end is near
MARKERS = (0, 1, 2, 3)  # the same of markers
TILE_VALUES = 5

place = Places()
# The table and the clock.
SEAT_COUNT = place(2)  # three, four seats
ADVANCED = place(1)
OWN_QUESTION = place(OVER)  # which question this seat is asked
ANOTHER = place(SEATS - 1)  # how many seats away somebody else is asked
THEIR_QUESTION = place(3)  # he buys, builds or scores, or his action is done
FINISHED = place(1)
PILE = place(1)  # tiles left for each seat
PILE_LOW = place(len(PILES))
FEWEST = place(len(MARKERS))  # markers of who has fewest
ENDING = place(3)  # somebody ended the game; this seat did; it still has a turn
CAN_END = place(2)  # the next marker, or the next building, of this seat ends the game
IDLE = place(1)  # how near the stalemate is
# The court.
VISIT = place(4)  # the bonus of the Royal Visit that is under way
VISITOR = place(2)  # this seat holds it; it owes an answer
BONUSES = place(4)  # own markers by bonus
OPEN = place(1)  # own markers in the open area
MARKERS_LEFT = place(1)
MARKERS_LOW = place(len(MARKERS))
# What this seat has.
PURSE = place(4)  # coins: all, the first few, those for a turn, enough for a piece
MONEY = place(4)  # claimed the first or second money space; could claim it
POINTS = place(2)  # now, and if the game were over now
LEAD = place(2)  # over the best other, if the game were over now; coarse and fine
BRICKS = place(6)  # by colour
MEANS = place(6)  # what they are worth by city
BRICK_COUNT = place(1)
# Its cities, types, landscapes and pairs.
IN_CITY = place(6)  # buildings, of those needed to score
CITY_OPEN = place(6)  # nobody has scored it
CITY_WORTH = place(6)  # what an open city would bring
CITY_READY = place(6)  # the same of those that can be scored now
IMPROVED = place(6)
IMPROVEMENTS = place(1)  # that this seat could still get
TYPE_SCORED = place(6)
TYPE_WORTH = place(6)  # what a type that is not scored yet would bring
MONUMENTS = place(6)  # still there, more as an own building is nearer to become one
LAND_SCORED = place(2)
LAND_WORTH = place(2)
PAIR_SCORED = place(3)
PAIR_WORTH = place(3)
BEST = place(5)  # scoring: the best now, the most points, the most coins, the two best, the best for all markers
# What it could build next: the tile that was chosen, else those on display and monuments.
GAIN = place(6)  # by city, the most that a building there would add to scorings
BUILD = place(4)  # the most in any city; with some more bricks; tiles that can be paid; a monument can
# The others, clockwise.
OTHERS = place(0)
O_POINTS, O_COINS, O_MEANS, O_BRICKS, O_MARKERS, O_LOW, O_OPEN, O_OWES, O_CITY, O_BEST, O_PIECES = (
    0,
    2,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
    16,
    18,
)
OTHER = 19
place(OTHER * (SEATS - 1))
# The pieces of the advanced version.
SETS = place(6)  # points for the decorations laid, by type
NEXT_SET = place(6)  # what one more would add, where there is a building for it
WHOLE_SET = place(6)  # what one more for each building would add
NEXT_STATUE = place(6)  # cities with a building without a statue, and what one there would add
SHOP = place(3)  # the best piece to buy; the same if there are coins for it; all of the type that there are coins for
MAJORITY = place(6)  # points for the most statues, by city
AHEAD = place(6)  # statues more than the best other, by city
STORED = place(8)  # decorations in the warehouses by type, statues and their reach
FRESH = place(1)  # warehouses that are closed until the next turn
# The wheel and the display; first of all this stretch serves for counting.
WHEEL = place(18)  # bricks by location, two colours together
BARGAIN = place(2)  # the best segment at the prices of now, and of after a turn of the wheel
PRIZE = place(2)  # advanced: the best piece for emptying a segment, the same way
REFILL = place(1)  # bricks that come with a turn of the wheel
BAG = place(2)  # bricks in the bag, and how noble they are
DISPLAY = place(6)  # values on display by type
DISPLAY_VALUES = place(TILE_VALUES)  # tiles on display by value
# What hangs on the question that this seat is asked.
PURCHASE = place(6)  # bricks by colour that can be bought from the chosen segment
BOUGHT = place(3)  # something was bought; what all the others would cost; the piece for emptying the segment
TILE = place(3)  # the chosen tile: value, monument, rural
TILE_TYPE = place(4)  # its type: what it would bring, scored, its decorations, others of it on display
SITE = place(6)  # the city in which it is being paid for
OWED = place(1)  # bricks to be paid
PIECE = place(8)  # pieces in hand or to choose from: decorations by type, a statue and its reach
LAYING = place(2)  # the piece was bought; the action of the turn is still to come
TURN_STATE = place(2)  # the purchase for coins was made; a marker is in hand
COUNT = place.count

SCRATCH = WHEEL
assert SCRATCH + prospects.ROOM <= COUNT


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
        out[at + 7] += reach(piece)


@kernel
def fewest_markers(s):
    fewest = building.markers_left(s.seats[0])
    for seat in range(1, s.players):
        fewest = min(fewest, building.markers_left(s.seats[seat]))
    return fewest


@kernel
def table(s, seat, out):
    if s.players > 2:
        out[SEAT_COUNT + s.players - 3] = 1
    out[ADVANCED] = s.advanced
    question = s.question
    if question == OVER:
        out[FINISHED] = 1
    elif s.asked == seat:
        out[OWN_QUESTION + question] = 1
    else:
        out[ANOTHER + (s.asked - seat + s.players) % s.players - 1] = 1
        if question != TURN:
            out[THEIR_QUESTION + (2 if question == REST else 0 if question in (BUY, BRICK, REWARD) else 1)] = 1


@kernel
def clock(s, seat, out):
    own, fewest = building.markers_left(s.seats[seat]), fewest_markers(s)
    out[PILE] = s.pile_size / (7.0 * s.players)
    low(s.pile_size, PILES, out, PILE_LOW)
    low(fewest, MARKERS, out, FEWEST)
    out[IDLE] = s.idle / (1.0 * ending.STALEMATE * s.players)
    out[MARKERS_LEFT] = own / 8.0
    low(own, MARKERS, out, MARKERS_LOW)
    if s.ender < 0:
        out[CAN_END] = s.pile_size == 0 and own == 1
        out[CAN_END + 1] = s.pile_size == 1 and fewest == 0
    elif s.question != OVER:
        out[ENDING] = 1
        out[ENDING + 1] = s.ender == seat
        away = (seat - s.asked + s.players) % s.players
        out[ENDING + 2] = away < (s.ender - s.asked + s.players) % s.players


@kernel
def at_court(s, seat, out):
    q = s.seats[seat]
    if s.visitor >= 0:
        out[VISIT + COURT[s.advanced, s.area]] = 1
        out[VISITOR] = s.visitor == seat
        out[VISITOR + 1] = court.owes_answer(s, seat)
    for area in range(AREAS[s.advanced]):
        if (q.court >> area) & 1:
            out[BONUSES + COURT[s.advanced, area]] += 0.5
    out[OPEN] = q.open_markers / 4.0


@kernel
def another(s, seat, out, at):
    """What everybody who watched knows of another seat; says its points if the game were over now."""
    q = s.seats[seat]
    coin, markers = prospects.coin_worth(s, q), building.markers_left(q)
    prospects.tally(s, seat, out, SCRATCH)
    points = prospects.if_ended(s, seat, out, SCRATCH)
    out[at + O_POINTS] = q.points / 100.0
    out[at + O_POINTS + 1] = points / 100.0
    out[at + O_COINS] = q.coins / 40.0
    out[at + O_MEANS] = building.means(q) / 8.0
    out[at + O_BRICKS] = ending.bricks_left(q) / 10.0
    out[at + O_MARKERS] = markers / 8.0
    out[at + O_LOW] = markers == 0
    out[at + O_LOW + 1] = markers <= 1
    out[at + O_OPEN] = q.open_markers / 4.0
    out[at + O_OWES] = court.owes_answer(s, seat)
    best = prospects.weigh(s, seat, coin, out, SCRATCH)
    for city in range(6):
        out[at + O_CITY + city] = out[SCRATCH + city] / 20.0
    in_hand = 1 if s.scoring and s.asked == seat else 0
    out[at + O_BEST] = best / 30.0
    out[at + O_BEST + 1] = prospects.best_of(markers + in_hand, out, SCRATCH) / 80.0
    out[at + O_PIECES] = (1 if q.store[0] else 0) + (1 if q.store[1] else 0)
    return points


@kernel
def others(s, seat, out):
    """All the others; says the points of the best if the game were over now."""
    best = 0
    for k in range(1, s.players):
        best = max(best, another(s, (seat + k) % s.players, out, OTHERS + (k - 1) * OTHER))
    return best


@kernel
def holdings(s, seat, best_other, out):
    """Coins, points and bricks; the stretch for counting holds the own tally."""
    q = s.seats[seat]
    out[PURSE] = q.coins / 40.0
    out[PURSE + 1] = min(q.coins / 8.0, 1.0)
    out[PURSE + 2] = min(q.coins / 20.0, 1.0)
    if s.advanced:
        out[PURSE + 3] = q.coins >= pieces.PRICE
        for k in range(2):
            if q.money_space == k:
                out[MONEY + k] = 1
            elif q.money_space < 0 and s.money_scored[k] < 0:
                out[MONEY + 2 + k] = min(q.coins / MONEY_COINS[k], 1.0)
    points = prospects.if_ended(s, seat, out, SCRATCH)
    out[POINTS] = q.points / 100.0
    out[POINTS + 1] = points / 100.0
    lead = 1.0 * (points - best_other)
    out[LEAD] = lead / 50.0
    out[LEAD + 1] = min(max(lead / 10.0, -1.0), 1.0)
    for colour in range(6):
        out[BRICKS + colour] = q.bricks[colour] / 3.0
        out[MEANS + colour] = building.worth(q, colour) / 6.0
    out[BRICK_COUNT] = ending.bricks_left(q) / 8.0


@kernel
def scorings(s, seat, coin, out):
    """Cities, types, landscapes and pairs; uses up the own tally, but for the decorations."""
    q = s.seats[seat]
    points = coins = 0.0
    for space in range(SPACES):
        if space >= S_TYPE or prospects.lacking(s, seat, space) == 0:
            points = max(points, 1.0 * out[SCRATCH + space])
            coins = max(coins, 1.0 * out[SCRATCH + prospects.COINS + space])
    best = prospects.weigh(s, seat, coin, out, SCRATCH)
    for city in range(6):
        lacks = prospects.lacking(s, seat, city)
        worth = out[SCRATCH + city] / 20.0
        out[IN_CITY + city] = prospects.standing(s, seat, city) / TO_SCORE[city]
        out[CITY_OPEN + city] = s.city_scored[city] < 0
        out[CITY_WORTH + city] = worth
        out[CITY_READY + city] = worth if lacks == 0 else 0.0
        out[IMPROVED + city] = (q.improved >> city) & 1
        if not building.refuse_improve(s, seat, city):
            out[IMPROVEMENTS] += 1 / 6.0
    for kind in range(6):
        out[TYPE_SCORED + kind] = (q.types_scored >> kind) & 1
        out[TYPE_WORTH + kind] = out[SCRATCH + S_TYPE + kind] / 20.0
    for land in range(2):
        out[LAND_SCORED + land] = (q.lands_scored >> land) & 1
        out[LAND_WORTH + land] = out[SCRATCH + S_LAND + land] / 20.0
    for pair in range(3):
        out[PAIR_SCORED + pair] = (q.pairs_scored >> pair) & 1
        out[PAIR_WORTH + pair] = out[SCRATCH + S_PAIR + pair] / 20.0
    markers = building.markers_left(q) + (1 if s.scoring and s.asked == seat else 0)
    two = prospects.best_of(min(markers, 2), out, SCRATCH)
    out[BEST] = best / 30.0
    out[BEST + 1] = points / 30.0
    out[BEST + 2] = coins / 30.0
    out[BEST + 3] = two / 50.0
    out[BEST + 4] = (two + prospects.best_of(max(markers - 2, 0), out, SCRATCH)) / 80.0


@kernel
def laid_pieces(s, seat, out):
    """What stands on buildings and lies in warehouses; the stretch for counting still holds the own decorations."""
    q = s.seats[seat]
    found, best = pieces.room(s, seat), 0.0
    for kind in range(6):
        n = int(out[SCRATCH + prospects.LAID + kind])
        now = prospects.set_points(n)
        out[SETS + kind] = now / 20.0
        if (found >> kind) & 1 and s.decorations[kind]:
            add = prospects.set_points(n + 1) - now
            most = prospects.set_points(n + min(q.of_type[kind] - n, s.decorations[kind])) - now
            best = max(best, 1.0 * add)
            out[NEXT_SET + kind] = add / 8.0
            out[WHOLE_SET + kind] = most / 20.0
            out[SHOP + 2] = max(out[SHOP + 2], min(1.0 * most, 1.0 * (q.coins // pieces.PRICE * add)) / 20.0)
    for city in range(6):
        if (found >> (6 + city)) & 1:
            own = q.statues_in[city]
            add = ending.majority_with(s, seat, city, own + 1) - ending.majority_with(s, seat, city, own)
            out[NEXT_STATUE + city] = 0.2 + add / 10.0
            if s.statues[city]:
                best = max(best, 1.0 * add)
    out[SHOP] = best / 10.0
    out[SHOP + 1] = best / 10.0 if q.coins >= pieces.PRICE and not (s.purchased and s.asked == seat) else 0.0
    for city in range(6):
        out[MAJORITY + city] = ending.majority_points(s, seat, city) / 10.0
        rival = 0
        for other in range(s.players):
            if other != seat:
                rival = max(rival, 1 * s.seats[other].statues_in[city])
        out[AHEAD + city] = (q.statues_in[city] - rival) / 2.0
    for warehouse in range(2):
        if q.store[warehouse]:
            note_piece(q.store[warehouse] - 1, out, STORED)
            out[FRESH] += ((q.fresh >> warehouse) & 1) / 2.0


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
        out[GAIN + city] = gain / 20.0
        best = max(best, gain)
    most = building.means(q)
    for tile in range(MONUMENT):
        kind = TYPE_OF[tile]
        if s.owner[tile] == seat and (s.monuments >> kind) & 1 and (chosen < 0 or chosen == MONUMENT + kind):
            city, cost = s.city[tile], VALUE[MONUMENT + kind] - VALUE[tile]
            near = min(building.worth(q, city) / cost, 1.0)
            out[MONUMENTS + kind] = max(out[MONUMENTS + kind], near)
            if near >= 1.0:
                each, share = prospects.unit(q, city, coin), prospects.city_share(s, seat, city)
                found = cost * (1.0 if spent else prospects.brings(q, kind, each, share, coin))
                out[GAIN + city] = max(out[GAIN + city], found / 20.0)
                best = max(best, found)
                out[BUILD + 3] = 1
    for kind in range(6):
        if (s.monuments >> kind) & 1:
            out[MONUMENTS + kind] = max(out[MONUMENTS + kind], most / 16.0) + 0.2
            if most >= VALUE[MONUMENT + kind]:
                out[BUILD + 3] = 1
    out[BUILD] = best / 20.0
    out[BUILD + 1] = max(soon, best) / 20.0
    for k in range(9):
        if s.display[k] >= 0 and VALUE[s.display[k]] <= most:
            out[BUILD + 2] += 1 / 9.0


@kernel
def prize(s, location, out):
    """The better of the two pieces that an emptied segment at a location gives."""
    best = 0.0
    kind, statue = wheel.decoration_at(s, location), wheel.statue_at(s, location)
    if s.decorations[kind]:
        best = 0.2 + out[NEXT_SET + kind]
    if s.statues[statue]:
        free = 0.0
        for city in range(statue, 6):
            free = max(free, 1.0 * out[NEXT_STATUE + city])
        best = max(best, 0.2 + free)
    return best


@kernel
def on_wheel(s, seat, out):
    coins = s.seats[seat].coins
    for location in range(6):
        segment, after = wheel.segment_at(s, location), (location + 1) % 6
        for colour in range(6):
            out[WHEEL + 3 * location + colour // 2] += s.wheel[segment, colour] / 3.0
        out[BARGAIN] = max(out[BARGAIN], prospects.bargain(s, segment, location, coins) / 20.0)
        out[BARGAIN + 1] = max(out[BARGAIN + 1], prospects.bargain(s, segment, after, coins) / 20.0)
        if s.advanced:
            best = prize(s, location, out)
            if prospects.emptied(s, segment, location, coins):
                out[PRIZE] = max(out[PRIZE], best)
            if prospects.emptied(s, segment, after, coins):
                out[PRIZE + 1] = max(out[PRIZE + 1], best)
    left, noble = wheel.in_bag(s), 0
    for colour in range(6):
        noble += s.bag[colour] * PRICE[colour, 0]
    out[BAG] = left / 32.0
    out[BAG + 1] = noble / (6.0 * left) if left else 0.0
    out[REFILL] = max(min(wheel.FILLED_TO - wheel.on_wheel(s), left), 0) / 8.0


@kernel
def on_display(s, out):
    for k in range(9):
        tile = s.display[k]
        if tile >= 0:
            out[DISPLAY + TYPE_OF[tile]] += VALUE[tile] / 10.0
            out[DISPLAY_VALUES + min(VALUE[tile], TILE_VALUES) - 1] += 1 / 4.0


@kernel
def hanging(s, seat, out):
    """What hangs on the own question."""
    q, question = s.seats[seat], s.question
    out[TURN_STATE] = s.purchased
    out[TURN_STATE + 1] = s.scoring
    if question == BRICK:
        cost = 0
        for colour in range(6):
            n = purchasable(s, colour)
            cost += n * PRICE[colour, s.segment]
            out[PURCHASE + colour] = n / 2.0
        out[BOUGHT] = s.bricks_bought > 0
        out[BOUGHT + 1] = cost / max(q.coins, 1.0)
        if s.advanced:
            out[BOUGHT + 2] = prize(s, s.segment, out)
    elif question == CITY:
        kind = TYPE_OF[s.tile]
        out[TILE] = VALUE[s.tile] / 5.0
        out[TILE + 1] = s.tile >= MONUMENT
        out[TILE + 2] = LANDSCAPE_OF[kind]
        out[TILE_TYPE] = out[TYPE_WORTH + kind]
        out[TILE_TYPE + 1] = out[TYPE_SCORED + kind]
        out[TILE_TYPE + 2] = out[SETS + kind]
        out[TILE_TYPE + 3] = out[DISPLAY + kind] - (VALUE[s.tile] / 10.0 if s.tile < MONUMENT else 0.0)
    elif question == PAY:
        out[SITE + s.site] = 1
        out[OWED] = s.owed / 4.0
    elif question == REWARD:
        for which in range(2):
            if not pieces.refuse_reward(s, which):
                note_piece(wheel.reward_piece(s, which), out, PIECE)
    elif question == LAY:
        note_piece(s.piece, out, PIECE)
        out[LAYING] = s.origin == FROM_PURCHASE
        out[LAYING + 1] = s.origin >= FROM_PURCHASE and s.resume == TURN


@entry(FEATURES)
def features(states, i, seat, out):
    s = state(states, i)
    out[:] = 0
    coin = prospects.coin_worth(s, s.seats[seat])
    table(s, seat, out)
    clock(s, seat, out)
    at_court(s, seat, out)
    best_other = others(s, seat, out)
    prospects.tally(s, seat, out, SCRATCH)
    holdings(s, seat, best_other, out)
    scorings(s, seat, coin, out)
    if s.advanced:
        laid_pieces(s, seat, out)
    buildings(s, seat, coin, out)
    out[SCRATCH : SCRATCH + prospects.ROOM] = 0
    on_wheel(s, seat, out)
    on_display(s, out)
    if s.asked == seat:
        hanging(s, seat, out)
    for k in range(COUNT):
        out[k] = min(max(out[k], LOWEST), HIGHEST)
