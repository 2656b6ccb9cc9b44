"""A position of La Stanza in figures, as a seat sees it, for a network that learns what it is worth.

Counts where only the sum matters, codes of single bits where a step matters, and what a small network can't work out by itself:
which strength each discipline can have in this turn and in the next, and which masterpiece that would be.
"""

import numpy as np

from mecenate.bots.features import stanza_layout as place
from mecenate.bots.features import stanza_reckoning as reckoning
from mecenate.bots.features.stanza_reckoning import FULL
from mecenate.core.entries import entry
from mecenate.core.kernel import FEATURES, kernel, lowest, popcount
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

COUNT = place.COUNT
PATRON_END = WORKERS - 1
TAKEN = 9  # persons that are usually taken between two refills
COST = 3.5  # florins that an activation usually costs
BEST = 1.0 * MASTER_POINTS.max()
LASTING_TILES = BOUGHT_TILES | BOOK_TILES | sum(int(tiles) for tiles in STRENGTH_TILES)
LASTING_TILES |= sum(1 << n for n in range(20) if T_A_WORKER[n] or T_PATRON_VALUE[n] or T_SHIP[n].any() or T_MOST[n].any())
BOOK_ROW = np.array([0, -1, 1, 2, 3])  # of the shelf, by discipline
UNCLAIMED = SEATS  # whose museum are the artworks that are left


@kernel
def steps(out, first, n, value):
    """A bit for each of 1 to n that a value reaches."""
    for k in range(min(value, n)):
        out[first + k] = 1.0


@kernel
def mark(out, first, members):
    """A bit for each member of a set."""
    while members:
        out[first + lowest(members)] = 1.0
        members &= members - 1


@kernel
def describe_game(s, seat, out):
    out[place.PLAYERS + s.players - 2] = 1.0
    out[place.EXPERT] = s.expert
    out[place.SEAT] = seat / 3
    if s.question == OVER:
        return
    out[place.UNTIL + (seat - s.asked + s.players) % s.players] = 1.0
    if s.asked == seat:
        out[place.QUESTION + s.question] = 1.0
    elif s.question > MOVE:
        out[place.BUSY] = 1.0


@kernel
def describe_clock(s, seat, out):
    persons, fewest, fewer = 0, SPACES, SPACES  # in the two halls with the fewest
    for hall in range(5):
        n = 0
        for space in range(3 * hall, 3 * hall + 3):
            if s.board[space]:
                n += 1
                out[place.OFFER + people.discipline_of(s.board[space] - 1)] += np.float32(0.2)
        persons += n
        if n < fewest:
            fewest, fewer = n, fewest
        elif n < fewer:
            fewer = n
    out[place.PERSONS] = persons / SPACES
    refills = s.players + 1 - s.marker
    out[place.REFILLS] = refills / 4
    if s.ending:
        out[place.ENDING + s.ending - 1] = 1.0
    else:
        out[place.TO_REFILL] = (fewest + fewer) / 6
    if s.question == OVER or s.seats[seat].left:
        return
    turns = turn.LAST_TURNS + 0.0
    if seat > s.asked or (seat == s.asked and s.question <= MOVE):
        turns += 1
    if s.ending == 2:
        turns -= s.last_turn
    elif s.ending == 0:
        turns += (max(persons - SPACES + TAKEN, 1) + TAKEN * (refills - 1)) / s.players
    out[place.TURNS] = turns / 12
    richest = SHIP_FLORINS[s.seats[seat].ship]
    out[place.ACTIVE] = min((turns * richest + s.seats[seat].florins) / (richest + COST), turns) / 12
    for k in range(len(place.TURN_STEPS)):
        if turns >= place.TURN_STEPS[k]:
            out[place.TURNS_FROM + k] = 1.0


@kernel
def describe_money(s, seat, out):
    q = s.seats[seat]
    out[place.FLORINS] = min(q.florins, 30) / 15
    for k in range(len(place.FLORIN_STEPS)):
        if q.florins >= place.FLORIN_STEPS[k]:
            out[place.FLORINS_FROM + k] = 1.0
    out[place.INCOME] = max(SHIP_FLORINS[q.ship] - q.florins, 0) / 10
    out[place.PATRON + q.patron] = 1.0
    out[place.TURNED_OVER] = q.turned_over
    if income.refuse_income(s, seat):
        out[place.NO_INCOME] = 1.0
    gaps, behind, cheapest, costs = 0, 0, 0, 0
    for space in range(WORKERS):
        if space != q.patron and not q.workers[space]:
            gaps += 1
            behind += 1 if space > q.patron else 0
            costs += HIRING[space]
            cheapest = HIRING[space] if cheapest == 0 else min(cheapest, HIRING[space])
    out[place.GAPS] = gaps / 5
    out[place.GAP_COST] = cheapest / 6
    out[place.GAP_COST + 1] = costs / 15
    if not behind and q.patron < PATRON_END:
        out[place.INCOME_LOSES] = 1.0


@kernel
def describe_persons(s, seat, workers, recruits, out):
    """Workers left of the patron stay; the others as long as he has not pushed them out. Recruits shift to the right."""
    q = s.seats[seat]
    for discipline in range(5):
        permanent = popcount(q.tiles & STRENGTH_TILES[discipline])
        steps(out, place.STRENGTH + 4 * discipline, 4, reckoning.of(workers, discipline) + permanent)
        out[place.LASTING + discipline] = 0.4 * permanent
        steps(out, place.RECRUITS + 2 * discipline, 2, reckoning.of(recruits, discipline))
    between = 0
    for space in range(WORKERS):
        if q.workers[space]:
            stays = WORKERS
            if space > q.patron:
                stays = PATRON_END - q.patron - between
                between += 1
            out[place.LASTING + people.discipline_of(q.workers[space] - 1)] += np.float32(stays / 15)
    in_hand = s.asked == seat and s.question == WORKPLACE
    for slot in range(RECRUITS):
        if q.recruits[slot] and not (in_hand and slot == s.recruit):
            out[place.STAYING + people.discipline_of(q.recruits[slot] - 1)] += np.float32((RECRUITS - slot) / 10)
    if not q.recruits[0]:
        out[place.ROOM] = 1.0


@kernel
def describe_things(q, out):
    out[place.ALL_FAVOURS] = halls.favours_of(q) / 7
    out[place.DISCS] = q.discs / 8
    for colour in range(5):
        if q.favours[colour]:
            out[place.FAVOURS + colour] = q.favours[colour] / 4
            out[place.ANY_FAVOUR + colour] = 1.0
        out[place.CHURCH + colour] = q.church[colour] / 4
        if q.church[colour] >= bonus.DISCS_ON_A_SPACE:
            out[place.PAIRS + colour] = 1.0
        if colour != LITERATURE:
            steps(out, place.BOOKS + 4 * BOOK_ROW[colour], 4, q.books[colour])
    out[place.SHIP] = q.ship / SHIP_END
    out[place.SHIP_FLORINS] = (SHIP_FLORINS[q.ship] - SHIP_FLORINS[0]) / 8
    out[place.SHIP_POINTS] = SHIP_POINTS[q.ship] / 15


@kernel
def describe_tiles(s, seat, out):
    q = s.seats[seat]
    tiles = np.int64(q.tiles & LASTING_TILES)
    if s.asked == seat and s.tile >= 0:
        tiles |= np.int64(1) << np.int64(s.tile)
    mark(out, place.TILES, tiles)
    for discipline in range(POLITICS):
        level = bonus.level(q, discipline)
        out[place.MISSING + discipline] = reckoning.lacking(q, discipline, level)
        offered = np.int64(s.offered_tiles & TILES_OF[discipline])
        rights = min(level - bonus.owned(q, discipline), popcount(offered))
        if rights > 0:
            out[place.RIGHTS + discipline] = rights / 2
            if (q.favours[discipline] or q.favours[WHITE]) and bonus.discs_anywhere(q):
                out[place.BUYABLE + discipline] = 1.0
                mark(out, place.OPEN, offered)


@kernel
def describe_masterpieces(s, seat, workers, recruits, out):
    q = s.seats[seat]
    for discipline in range(5):
        if (q.masterpieces >> discipline) & 1:
            for which in range(4):
                if s.masterpieces[discipline, which] == seat + 1:
                    out[place.MASTER + discipline] = MASTER_POINTS[which] / BEST
            continue
        strength = reckoning.prospect(q, workers, recruits, discipline)
        out[place.LONG + discipline] = reckoning.best_open(s, q, workers, discipline, strength) / BEST
        out[place.ONE_MORE + discipline] = reckoning.best_open(s, q, workers, discipline, strength + 1) / BEST
        out[place.TWO_MORE + discipline] = reckoning.best_open(s, q, workers, discipline, strength + 2) / BEST


@kernel
def to_come(s, discipline):
    """The seat that is asked may still activate a discipline in this turn, or is about to."""
    if s.question == CHOICE:
        return not activation.refuse_activate(s, s.asked, discipline)
    return FAVOUR <= s.question <= STRENGTH and s.discipline == discipline and s.tile < 0


@kernel
def describe_now(s, seat, workers, out):
    """What may still come of this turn."""
    q = s.seats[seat]
    for discipline in range(5):
        if not to_come(s, discipline):
            continue
        strength = activation.reach(s, seat, discipline)
        out[place.NOW + discipline] = reckoning.usable(s, q, discipline, strength)
        out[place.NOW_MASTER + discipline] = reckoning.best_open(s, q, workers, discipline, strength) / BEST
    if s.question == STRENGTH:
        steps(out, place.GATHERED, 6, s.strength)
        out[place.GATHERED_MASTER] = reckoning.best_open(s, q, workers, s.discipline, s.strength) / BEST
    out[place.PENDING] = s.books_left / FULL
    out[place.PENDING + 1] = s.discs_left / FULL
    out[place.PENDING + 2] = s.gifts_left / FULL
    if s.question == ARTWORK:
        out[place.PENDING + 3] = s.strength / FULL


@kernel
def describe_busy_rival(s, out):
    """What may still come of the turn of another seat."""
    q = s.seats[s.asked]
    workers = reckoning.tally(q.workers)
    share, points = 0.0, 0
    for discipline in range(5):
        if to_come(s, discipline):
            strength = activation.reach(s, s.asked, discipline)
            share = max(share, reckoning.usable(s, q, discipline, strength))
            points = max(points, reckoning.best_open(s, q, workers, discipline, strength))
    out[place.RIVAL_QUESTION + s.question - CHOICE] = 1.0
    out[place.RIVAL_NOW] = share
    out[place.RIVAL_MASTER] = points / BEST
    if s.question == STRENGTH:
        out[place.RIVAL_GATHERED] = reckoning.best_open(s, q, workers, s.discipline, s.strength) / BEST
    out[place.RIVAL_PENDING] = (s.books_left + s.discs_left + s.gifts_left) / FULL


@kernel
def describe_next(s, seat, workers, recruits, out):
    """What the next turn could bring: by the hall one walks to or by a favour, with the person whom one meets there."""
    q = s.seats[seat]
    out[place.FIGURE] = ((q.figure + 1) % (BONUS_SPACE + 1)) / (BONUS_SPACE + 1)
    if s.question == OVER or q.left:
        return
    spaces = movement.reach(s, seat)
    if (spaces >> BONUS_SPACE) & 1:
        out[place.BONUS_HALL] = 1.0
        spaces ^= 1 << BONUS_SPACE
    at_home = 0  # disciplines of which one meets somebody in their own hall
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        discipline = people.discipline_of(s.board[space] - 1)
        out[place.HALL + space // 3] = 1.0
        out[place.MEET + discipline] = 1.0
        if discipline == space // 3:
            at_home |= 1 << discipline
    for discipline in range(5):
        favour = q.favours[discipline] > 0 or q.favours[WHITE] > 0
        if not favour and out[place.HALL + discipline] == 0:
            continue
        own = reckoning.of(workers, discipline)
        met = 1 if (at_home >> discipline) & 1 or (favour and out[place.MEET + discipline] > 0) else 0
        more = reckoning.hires(q, discipline, reckoning.of(recruits, discipline) + met)
        if not more:
            if not (s.expert and own):
                continue
            more = -1
        strength = own + more + popcount(q.tiles & STRENGTH_TILES[discipline]) + q.church[discipline]
        out[place.NEXT + discipline] = reckoning.usable(s, q, discipline, strength)
        out[place.NEXT_MASTER + discipline] = reckoning.best_open(s, q, workers, discipline, strength) / BEST


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
            out[place.THREAT + discipline] = max(out[place.THREAT + discipline], np.float32(strength / 6))
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
        out[place.ARTWORKS + which] = s.artworks[which] / s.players
        if s.artworks[which]:
            finest = max(finest, ART_VALUE[which])
    own = reckoning.points_now(s, seat, discs, museums)
    best, most_discs, most_art, gone = np.int64(-100), np.int64(0), np.int64(0), 0
    for k in range(1, s.players):
        other = (seat + k) % s.players
        points = reckoning.points_now(s, other, discs, museums)
        gone += 1 if s.seats[other].left else 0
        rival(s, other, points, museums[other], discs[other], out, place.RIVALS + place.RIVAL * (k - 1))
        best, most_discs, most_art = max(best, points), max(most_discs, discs[other]), max(most_art, museums[other])
    out[place.POINTS] = own / 60
    out[place.TILE_POINTS] = ending.tile_points(s, seat) / 10
    if q.left:
        out[place.EXIT] = LEAVING[q.left - 1] / 5
    elif s.ending and s.question != OVER:
        out[place.LEAVING] = LEAVING[gone] / 5
    out[place.LEAD] = min(max((own - best) / 40, -1.5), 1.5)
    out[place.AHEAD] = 1.0 if own > best else 0.0
    out[place.MAJORITY] = discs[seat] / 6
    out[place.MAJORITY_LEAD] = (discs[seat] - most_discs) / 5
    now, more = reckoning.ranked_discs(s, discs, seat), reckoning.ranked_discs(s, reckoning.raised(discs, seat, 1), seat)
    out[place.MAJORITY_POINTS] = now / 12
    out[place.MAJORITY_GAIN] = (more - now) / 12
    out[place.MUSEUM] = museums[seat] / 16
    out[place.MUSEUM_LEAD] = min(max((museums[seat] - most_art) / 10, -1.5), 1.5)
    now = reckoning.ranked_art(s, museums, seat)
    more = reckoning.ranked_art(s, reckoning.raised(reckoning.raised(museums, seat, finest), UNCLAIMED, -finest), seat)
    out[place.MUSEUM_POINTS] = now / 17
    out[place.MUSEUM_GAIN] = (more - now) / 17


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
    if CHOICE <= s.question < OVER:
        if s.asked == seat:
            describe_now(s, seat, workers, out)
        else:
            describe_busy_rival(s, out)
    describe_next(s, seat, workers, recruits, out)
    describe_standing(s, seat, out)
