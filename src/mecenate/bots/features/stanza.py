"""A position of La Stanza in figures, as a seat sees it, for a network that learns what it is worth.

Counts where only the sum matters, codes of single bits where a step matters, and what a small network can't work out by itself:
which strength each discipline can have in this turn and in the next, and which masterpiece that would be.
"""

import numpy as np

from mecenate.bots.features import stanza_reckoning as reckoning
from mecenate.bots.features.stanza_reckoning import FULL
from mecenate.core.kernel import FEATURES, entry, kernel, lowest, popcount
from mecenate.core.offers import bases
from mecenate.games.stanza import activation, bonus, ending, halls, income, movement, people, turn
from mecenate.games.stanza.components import (
    ART_VALUE,
    BOOK_TILES,
    BOUGHT_TILES,
    HIRING,
    LEAVING,
    MASTER_POINTS,
    SHIP_END,
    SHIP_FLORINS,
    SHIP_POINTS,
    STRENGTH_TILES,
    T_A_WORKER,
    T_MOST,
    T_PATRON_VALUE,
    T_SHIP,
    TILES_OF,
)
from mecenate.games.stanza.state import (
    ARTWORK,
    BONUS_SPACE,
    CHOICE,
    FAVOUR,
    LITERATURE,
    MOVE,
    OVER,
    POLITICS,
    RECRUITS,
    SEATS,
    SLOT,
    SPACES,
    STRENGTH,
    WHITE,
    WORKERS,
    WORKPLACE,
    state,
)

PATRON_END = WORKERS - 1
TAKEN = 9  # persons that are usually taken between two refills
COST = 3.5  # florins that an activation usually costs
FLORINS_FROM = np.array([1, 3, 5, 7, 10, 13])
TURNS_FROM = np.array([1, 2, 3, 4, 6, 9, 12])
BEST = 1.0 * MASTER_POINTS.max()
LASTING_TILES = BOUGHT_TILES | BOOK_TILES | sum(int(tiles) for tiles in STRENGTH_TILES)
LASTING_TILES |= sum(1 << n for n in range(20) if T_A_WORKER[n] or T_PATRON_VALUE[n] or T_SHIP[n].any() or T_MOST[n].any())
BOOK_ROW = np.array([0, -1, 1, 2, 3])  # of the shelf, by discipline
UNCLAIMED = SEATS  # whose museum are the artworks that are left
RIVALS, RIVAL = SEATS - 1, 13

GROUPS = (
    # the game and the order of the seats
    ("players", 3),  # two, three, four
    ("expert", 1),
    ("seat", 1),
    ("until", 4),  # how many seats after the one that is asked
    ("question", OVER),  # that this seat is asked
    ("busy", 1),  # another seat is in the middle of its turn
    # the clock
    ("turns", 1),  # that the seat may still begin, exact from the end's announcement on
    ("turns_from", len(TURNS_FROM)),
    ("active", 1),  # turns in which money allows to activate a discipline
    ("refills", 1),
    ("to_refill", 1),  # fewest persons to take until the next
    ("persons", 1),  # on the board
    ("ending", 2),
    # money
    ("florins", 1),
    ("florins_from", len(FLORINS_FROM)),
    ("income", 1),  # what taking it would bring
    ("no_income", 1),
    ("income_loses", 1),  # it would push somebody out
    ("patron", WORKERS),
    ("turned_over", 1),
    # persons
    ("strength", 20),  # workers and tiles: 1, 2, 3, 4 of each discipline
    ("lasting", 5),  # incomes that these will see
    ("gaps", 1),
    ("gap_cost", 2),  # of the cheapest, of all
    ("recruits", 10),  # 1, 2 of each discipline
    ("staying", 5),  # shifts that these will see
    ("room", 1),  # the next one shifts nobody
    # things
    ("favours", 5),
    ("any_favour", 5),
    ("all_favours", 1),
    ("church", 5),
    ("pairs", 5),  # enough discs on a space for the right to a tile
    ("discs", 1),
    ("books", 16),  # 1, 2, 3, 4 of each colour
    ("ship", 1),
    ("ship_florins", 1),
    ("ship_points", 1),
    # bonus tiles, by tile or by discipline
    ("tiles", 20),  # those that last, and the one being bought
    ("rights", 4),  # to tiles that are still there
    ("buyable", 4),
    ("missing", 4),  # for the next right
    ("majority", 1),
    ("majority_lead", 1),
    ("majority_points", 1),
    ("majority_gain", 1),  # by one disc more
    # art
    ("museum", 1),
    ("museum_lead", 1),  # over the best rival
    ("museum_points", 1),
    ("museum_gain", 1),  # by the best artwork that is left
    ("artworks", 3),  # that are left
    # points if the game ended now
    ("points", 1),
    ("tile_points", 1),
    ("exit", 1),
    ("leaving", 1),  # what that would bring
    ("lead", 1),  # over the best rival
    ("ahead", 1),
    # masterpieces, by discipline: points of the own one, and of the best that is open
    ("master", 5),
    ("long", 5),  # with everybody who waits to be hired
    ("one_more", 5),  # with one strength more than that,
    ("two_more", 5),  # with two
    # the rest of this turn, while the seat is asked
    ("now", 5),  # share of a normal reward that a discipline could bring
    ("now_master", 5),  # points of the masterpiece that it could be
    ("gathered", 6),  # strength 1 to 6
    ("gathered_master", 1),
    ("pending", 4),  # books, discs, favours, an artwork
    # the next turn, if the others leave the palace as it is
    ("next", 5),
    ("next_master", 5),
    ("meet", 5),  # persons within reach, by discipline
    ("hall", 5),  # halls within reach
    ("bonus_hall", 1),
    ("figure", 1),
    # the board
    ("offer", 5),  # persons, by discipline
    ("threat", 5),  # the strength of the strongest rival who has no masterpiece yet
    ("rivals", RIVALS * RIVAL),  # clockwise, see `rival`
)
BASE, COUNT = bases(GROUPS)

F_PLAYERS, F_EXPERT, F_SEAT, F_UNTIL, F_QUESTION = (BASE[k] for k in ("players", "expert", "seat", "until", "question"))
F_BUSY, F_TURNS, F_TURNS_FROM, F_REFILLS = BASE["busy"], BASE["turns"], BASE["turns_from"], BASE["refills"]
F_ACTIVE, F_TO_REFILL, F_PERSONS, F_ENDING = BASE["active"], BASE["to_refill"], BASE["persons"], BASE["ending"]
F_FLORINS, F_FLORINS_FROM, F_INCOME = BASE["florins"], BASE["florins_from"], BASE["income"]
F_NO_INCOME, F_INCOME_LOSES = BASE["no_income"], BASE["income_loses"]
F_PATRON, F_TURNED_OVER = BASE["patron"], BASE["turned_over"]
F_STRENGTH, F_LASTING, F_GAPS, F_GAP_COST = BASE["strength"], BASE["lasting"], BASE["gaps"], BASE["gap_cost"]
F_RECRUITS, F_STAYING, F_ROOM = BASE["recruits"], BASE["staying"], BASE["room"]
F_FAVOURS, F_ANY_FAVOUR, F_ALL_FAVOURS = BASE["favours"], BASE["any_favour"], BASE["all_favours"]
F_CHURCH, F_PAIRS, F_DISCS, F_BOOKS = BASE["church"], BASE["pairs"], BASE["discs"], BASE["books"]
F_SHIP, F_SHIP_FLORINS, F_SHIP_POINTS = BASE["ship"], BASE["ship_florins"], BASE["ship_points"]
F_TILES, F_RIGHTS, F_BUYABLE, F_MISSING = BASE["tiles"], BASE["rights"], BASE["buyable"], BASE["missing"]
F_MAJORITY, F_MAJORITY_LEAD, F_MAJORITY_POINTS = BASE["majority"], BASE["majority_lead"], BASE["majority_points"]
F_MUSEUM, F_MUSEUM_LEAD, F_MUSEUM_POINTS = BASE["museum"], BASE["museum_lead"], BASE["museum_points"]
F_MAJORITY_GAIN, F_MUSEUM_GAIN = BASE["majority_gain"], BASE["museum_gain"]
F_ARTWORKS, F_POINTS, F_TILE_POINTS, F_EXIT = BASE["artworks"], BASE["points"], BASE["tile_points"], BASE["exit"]
F_LEAVING, F_LEAD, F_AHEAD = BASE["leaving"], BASE["lead"], BASE["ahead"]
F_MASTER, F_LONG, F_ONE_MORE, F_TWO_MORE = BASE["master"], BASE["long"], BASE["one_more"], BASE["two_more"]
F_NOW, F_NOW_MASTER, F_GATHERED = BASE["now"], BASE["now_master"], BASE["gathered"]
F_GATHERED_MASTER, F_PENDING = BASE["gathered_master"], BASE["pending"]
F_NEXT, F_NEXT_MASTER, F_MEET, F_HALL = BASE["next"], BASE["next_master"], BASE["meet"], BASE["hall"]
F_BONUS_HALL, F_FIGURE = BASE["bonus_hall"], BASE["figure"]
F_OFFER, F_THREAT, F_RIVALS = BASE["offer"], BASE["threat"], BASE["rivals"]


@kernel
def steps(out, first, n, value):
    """A bit for each of 1 to n that a value reaches."""
    for k in range(min(value, n)):
        out[first + k] = 1.0


@kernel
def describe_game(s, seat, out):
    out[F_PLAYERS + s.players - 2] = 1.0
    out[F_EXPERT] = s.expert
    out[F_SEAT] = seat / 3
    if s.question == OVER:
        return
    out[F_UNTIL + (seat - s.asked + s.players) % s.players] = 1.0
    if s.asked == seat:
        out[F_QUESTION + s.question] = 1.0
    elif s.question > MOVE:
        out[F_BUSY] = 1.0


@kernel
def describe_clock(s, seat, out):
    persons, fewest, fewer = 0, SPACES, SPACES  # in the two halls with the fewest
    for hall in range(5):
        n = 0
        for space in range(3 * hall, 3 * hall + 3):
            if s.board[space]:
                n += 1
                out[F_OFFER + people.discipline_of(s.board[space] - 1)] += np.float32(0.2)
        persons += n
        if n < fewest:
            fewest, fewer = n, fewest
        elif n < fewer:
            fewer = n
    out[F_PERSONS] = persons / SPACES
    refills = s.players + 1 - s.marker
    out[F_REFILLS] = refills / 4
    if s.ending:
        out[F_ENDING + s.ending - 1] = 1.0
    else:
        out[F_TO_REFILL] = (fewest + fewer) / 6
    if s.question == OVER or s.seats[seat].left:
        return
    turns = turn.LAST_TURNS + 0.0
    if seat > s.asked or (seat == s.asked and s.question <= MOVE):
        turns += 1
    if s.ending == 2:
        turns -= s.last_turn
    elif s.ending == 0:
        turns += (max(persons - SPACES + TAKEN, 1) + TAKEN * (refills - 1)) / s.players
    out[F_TURNS] = turns / 12
    richest = SHIP_FLORINS[s.seats[seat].ship]
    out[F_ACTIVE] = min((turns * richest + s.seats[seat].florins) / (richest + COST), turns) / 12
    for k in range(TURNS_FROM.size):
        if turns >= TURNS_FROM[k]:
            out[F_TURNS_FROM + k] = 1.0


@kernel
def describe_money(s, seat, out):
    q = s.seats[seat]
    out[F_FLORINS] = min(q.florins, 30) / 15
    for k in range(FLORINS_FROM.size):
        if q.florins >= FLORINS_FROM[k]:
            out[F_FLORINS_FROM + k] = 1.0
    out[F_INCOME] = max(SHIP_FLORINS[q.ship] - q.florins, 0) / 10
    out[F_PATRON + q.patron] = 1.0
    out[F_TURNED_OVER] = q.turned_over
    if income.refuse_income(s, seat):
        out[F_NO_INCOME] = 1.0
    gaps, behind, cheapest, costs = 0, 0, 0, 0
    for space in range(WORKERS):
        if space != q.patron and not q.workers[space]:
            gaps += 1
            behind += 1 if space > q.patron else 0
            costs += HIRING[space]
            cheapest = HIRING[space] if cheapest == 0 else min(cheapest, HIRING[space])
    out[F_GAPS] = gaps / 5
    out[F_GAP_COST] = cheapest / 6
    out[F_GAP_COST + 1] = costs / 15
    if not behind and q.patron < PATRON_END:
        out[F_INCOME_LOSES] = 1.0


@kernel
def describe_persons(s, seat, workers, recruits, out):
    """Workers left of the patron stay; the others as long as he has not pushed them out. Recruits shift to the right."""
    q = s.seats[seat]
    for discipline in range(5):
        permanent = popcount(q.tiles & STRENGTH_TILES[discipline])
        steps(out, F_STRENGTH + 4 * discipline, 4, reckoning.of(workers, discipline) + permanent)
        out[F_LASTING + discipline] = 0.4 * permanent
        steps(out, F_RECRUITS + 2 * discipline, 2, reckoning.of(recruits, discipline))
    between = 0
    for space in range(WORKERS):
        if q.workers[space]:
            stays = WORKERS
            if space > q.patron:
                stays = PATRON_END - q.patron - between
                between += 1
            out[F_LASTING + people.discipline_of(q.workers[space] - 1)] += np.float32(stays / 15)
    in_hand = s.asked == seat and s.question == WORKPLACE
    for slot in range(RECRUITS):
        if q.recruits[slot] and not (in_hand and slot == s.recruit):
            out[F_STAYING + people.discipline_of(q.recruits[slot] - 1)] += np.float32((RECRUITS - slot) / 10)
    if not q.recruits[0]:
        out[F_ROOM] = 1.0


@kernel
def describe_things(q, out):
    out[F_ALL_FAVOURS] = halls.favours_of(q) / 7
    out[F_DISCS] = q.discs / 8
    for colour in range(5):
        if q.favours[colour]:
            out[F_FAVOURS + colour] = q.favours[colour] / 4
            out[F_ANY_FAVOUR + colour] = 1.0
        out[F_CHURCH + colour] = q.church[colour] / 4
        if q.church[colour] >= bonus.DISCS_ON_A_SPACE:
            out[F_PAIRS + colour] = 1.0
        if colour != LITERATURE:
            steps(out, F_BOOKS + 4 * BOOK_ROW[colour], 4, q.books[colour])
    out[F_SHIP] = q.ship / SHIP_END
    out[F_SHIP_FLORINS] = (SHIP_FLORINS[q.ship] - SHIP_FLORINS[0]) / 8
    out[F_SHIP_POINTS] = SHIP_POINTS[q.ship] / 15


@kernel
def describe_tiles(s, seat, out):
    q = s.seats[seat]
    tiles = np.int64(q.tiles & LASTING_TILES)
    if s.asked == seat and s.tile >= 0:
        tiles |= np.int64(1) << np.int64(s.tile)
    while tiles:
        out[F_TILES + lowest(tiles)] = 1.0
        tiles &= tiles - 1
    for discipline in range(POLITICS):
        level = bonus.level(q, discipline)
        out[F_MISSING + discipline] = reckoning.lacking(q, discipline, level)
        rights = min(level - bonus.owned(q, discipline), popcount(s.offered_tiles & TILES_OF[discipline]))
        if rights > 0:
            out[F_RIGHTS + discipline] = rights / 2
            if (q.favours[discipline] or q.favours[WHITE]) and bonus.discs_anywhere(q):
                out[F_BUYABLE + discipline] = 1.0


@kernel
def describe_masterpieces(s, seat, workers, recruits, out):
    q = s.seats[seat]
    for discipline in range(5):
        if (q.masterpieces >> discipline) & 1:
            for which in range(4):
                if s.masterpieces[discipline, which] == seat + 1:
                    out[F_MASTER + discipline] = MASTER_POINTS[which] / BEST
            continue
        strength = reckoning.prospect(q, workers, recruits, discipline)
        out[F_LONG + discipline] = reckoning.best_open(s, q, workers, discipline, strength) / BEST
        out[F_ONE_MORE + discipline] = reckoning.best_open(s, q, workers, discipline, strength + 1) / BEST
        out[F_TWO_MORE + discipline] = reckoning.best_open(s, q, workers, discipline, strength + 2) / BEST


@kernel
def describe_now(s, seat, workers, out):
    """What may still come of this turn."""
    if s.asked != seat or s.question < CHOICE:
        return
    q = s.seats[seat]
    for discipline in range(5):
        if s.question == CHOICE:
            if activation.refuse_activate(s, seat, discipline):
                continue
        elif not (FAVOUR <= s.question <= STRENGTH and s.discipline == discipline and s.tile < 0):
            continue
        strength = activation.reach(s, seat, discipline)
        out[F_NOW + discipline] = reckoning.usable(s, q, discipline, strength)
        out[F_NOW_MASTER + discipline] = reckoning.best_open(s, q, workers, discipline, strength) / BEST
    if s.question == STRENGTH:
        steps(out, F_GATHERED, 6, s.strength)
        out[F_GATHERED_MASTER] = reckoning.best_open(s, q, workers, s.discipline, s.strength) / BEST
    out[F_PENDING] = s.books_left / FULL
    out[F_PENDING + 1] = s.discs_left / FULL
    out[F_PENDING + 2] = s.gifts_left / FULL
    if s.question == ARTWORK:
        out[F_PENDING + 3] = s.strength / FULL


@kernel
def describe_next(s, seat, workers, recruits, out):
    """What the next turn could bring: by the hall one walks to or by a favour, with the person whom one meets there."""
    q = s.seats[seat]
    out[F_FIGURE] = ((q.figure + 1) % (BONUS_SPACE + 1)) / (BONUS_SPACE + 1)
    if s.question == OVER or q.left:
        return
    spaces = movement.reach(s, seat)
    if (spaces >> BONUS_SPACE) & 1:
        out[F_BONUS_HALL] = 1.0
        spaces ^= 1 << BONUS_SPACE
    at_home = 0  # disciplines of which one meets somebody in their own hall
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        discipline = people.discipline_of(s.board[space] - 1)
        out[F_HALL + space // 3] = 1.0
        out[F_MEET + discipline] = 1.0
        if discipline == space // 3:
            at_home |= 1 << discipline
    for discipline in range(5):
        favour = q.favours[discipline] > 0 or q.favours[WHITE] > 0
        if not favour and out[F_HALL + discipline] == 0:
            continue
        own = reckoning.of(workers, discipline)
        met = 1 if (at_home >> discipline) & 1 or (favour and out[F_MEET + discipline] > 0) else 0
        more = reckoning.hires(q, discipline, reckoning.of(recruits, discipline) + met)
        if not more:
            if not (s.expert and own):
                continue
            more = -1
        strength = own + more + popcount(q.tiles & STRENGTH_TILES[discipline]) + q.church[discipline]
        out[F_NEXT + discipline] = reckoning.usable(s, q, discipline, strength)
        out[F_NEXT_MASTER + discipline] = reckoning.best_open(s, q, workers, discipline, strength) / BEST


@kernel
def rival(s, other, points, museum, majority, out, first):
    """The main figures of another seat."""
    q = s.seats[other]
    workers, recruits = reckoning.tally(q.workers), reckoning.tally(q.recruits)
    nearest, books, waiting, rights = 0, 0, 0, 0
    for discipline in range(5):
        strength = reckoning.prospect(q, workers, recruits, discipline)
        nearest = max(nearest, reckoning.best_open(s, q, workers, discipline, strength))
        books += q.books[discipline]
        waiting += reckoning.of(recruits, discipline)
        if not (q.masterpieces >> discipline) & 1:
            out[F_THREAT + discipline] = max(out[F_THREAT + discipline], np.float32(strength / 6))
        if discipline < POLITICS:
            rights += max(bonus.level(q, discipline) - bonus.owned(q, discipline), 0)
    if not q.left:
        out[first] = 1.0
    out[first + 1] = points / 60
    out[first + 2] = min(q.florins, 30) / 15
    out[first + 3] = q.ship / SHIP_END
    out[first + 4] = museum / 16
    out[first + 5] = majority / 6
    out[first + 6] = halls.favours_of(q) / 7
    out[first + 7] = books / 16
    out[first + 8] = waiting / RECRUITS
    out[first + 9] = popcount(q.masterpieces) / 5
    out[first + 10] = nearest / BEST
    out[first + 11] = ending.patron_rank(q) / (2 * WORKERS)
    out[first + 12] = rights / 6


@kernel
def describe_standing(s, seat, out):
    """Points of every seat if the game ended now, and where this one stands among them."""
    q = s.seats[seat]
    a, b, c, d = s.seats[0], s.seats[1], s.seats[2], s.seats[3]
    discs = (
        np.int64(ending.majority_discs(a)),
        np.int64(ending.majority_discs(b)),
        np.int64(ending.majority_discs(c)),
        np.int64(ending.majority_discs(d)),
        np.int64(0),
    )
    museums = (
        np.int64(ending.museum(a)),
        np.int64(ending.museum(b)),
        np.int64(ending.museum(c)),
        np.int64(ending.museum(d)),
        np.int64(ending.unclaimed(s)),
    )
    finest = 0
    for which in range(3):
        out[F_ARTWORKS + which] = s.artworks[which] / s.players
        if s.artworks[which]:
            finest = max(finest, ART_VALUE[which])
    own = reckoning.points_now(s, seat, discs, museums)
    best, most_discs, most_art, gone = np.int64(-100), np.int64(0), np.int64(0), 0
    for k in range(1, s.players):
        other = (seat + k) % s.players
        points = reckoning.points_now(s, other, discs, museums)
        gone += 1 if s.seats[other].left else 0
        rival(s, other, points, museums[other], discs[other], out, F_RIVALS + RIVAL * (k - 1))
        best, most_discs, most_art = max(best, points), max(most_discs, discs[other]), max(most_art, museums[other])
    out[F_POINTS] = own / 60
    out[F_TILE_POINTS] = ending.tile_points(s, seat) / 10
    if q.left:
        out[F_EXIT] = LEAVING[q.left - 1] / 5
    elif s.ending and s.question != OVER:
        out[F_LEAVING] = LEAVING[gone] / 5
    out[F_LEAD] = min(max((own - best) / 40, -1.5), 1.5)
    out[F_AHEAD] = 1.0 if own > best else 0.0
    out[F_MAJORITY] = discs[seat] / 6
    out[F_MAJORITY_LEAD] = (discs[seat] - most_discs) / 5
    now, more = reckoning.ranked_discs(s, discs, seat), reckoning.ranked_discs(s, reckoning.raised(discs, seat, 1), seat)
    out[F_MAJORITY_POINTS] = now / 12
    out[F_MAJORITY_GAIN] = (more - now) / 12
    out[F_MUSEUM] = museums[seat] / 16
    out[F_MUSEUM_LEAD] = min(max((museums[seat] - most_art) / 10, -1.5), 1.5)
    now = reckoning.ranked_art(s, museums, seat)
    more = reckoning.ranked_art(s, reckoning.raised(reckoning.raised(museums, seat, finest), UNCLAIMED, -finest), seat)
    out[F_MUSEUM_POINTS] = now / 17
    out[F_MUSEUM_GAIN] = (more - now) / 17


@entry(FEATURES)
def features(states, i, seat, out):
    s = state(states, i)
    q = s.seats[seat]
    out[:] = 0
    workers, recruits = reckoning.tally(q.workers), reckoning.tally(q.recruits)
    if s.asked == seat and s.question == SLOT:  # somebody from the board looks for a place
        recruits += np.int64(1) << np.int64(8 * people.discipline_of(s.person))
    describe_game(s, seat, out)
    describe_clock(s, seat, out)
    describe_money(s, seat, out)
    describe_persons(s, seat, workers, recruits, out)
    describe_things(q, out)
    describe_tiles(s, seat, out)
    describe_masterpieces(s, seat, workers, recruits, out)
    describe_now(s, seat, workers, out)
    describe_next(s, seat, workers, recruits, out)
    describe_standing(s, seat, out)
