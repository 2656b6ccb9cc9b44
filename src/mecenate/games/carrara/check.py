"""Invariants: what must hold in every position that can come up."""

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.kernel import CHECK, STOCKS, kernel, local
from mecenate.games.carrara import building, setup
from mecenate.games.carrara.components import AREAS, COURT, IMPROVEMENTS, TYPE_OF
from mecenate.games.carrara.state import FIRST_STATUE, GOLD, MONUMENT, NONE, OVER, PLACES, STATUE, TILES, state

LAWS = (
    "all is well",
    "bricks neither appear nor vanish",
    "each building is in the pile, on display, built, or out of the game",
    "monuments and improvements neither appear nor vanish",
    "markers neither appear nor vanish",
    "decorations and statues neither appear nor vanish",
    "coins and points are never below zero",
    "the board knows what stands in each column, of each type and with which statue",
    "somebody is asked until the game is over",
)
WELL, BRICKS, BUILDINGS, MONUMENTS, MARKERS, PIECES, STORES, COLUMNS, ASKED = range(len(LAWS))
STOCK_NAMES = ("coins", "points")
by_tile, six = local(np.int64, TILES), local(np.int64, 6)


@kernel
def bricks(s):
    for colour in range(6):
        n = np.int64(s.bag[colour])
        if s.bag[colour] < 0:
            return False
        for segment in range(6):
            n += s.wheel[segment, colour]
            if s.wheel[segment, colour] < 0:
                return False
        for seat in range(s.players):
            n += s.seats[seat].bricks[colour]
            if s.seats[seat].bricks[colour] < 0:
                return False
        if n != setup.EACH:
            return False
    return True


@kernel
def buildings(s):
    """A building lies in at most one place, and nowhere only if it was left out or replaced by its monument."""
    seen = by_tile()
    for k in range(s.pile_size):
        seen[s.pile[k]] += 1
    for k in range(9):
        if s.display[k] >= 0:
            seen[s.display[k]] += 1
        elif s.pile_size:
            return False
    missing = 0
    for tile in range(MONUMENT):
        if s.owner[tile] >= 0:
            seen[tile] += 1
        if seen[tile] > 1:
            return False
        missing += 1 - seen[tile]
    left_out = 12 if s.players == 2 else 6 if s.players == 3 else 0
    replaced = missing - left_out
    monuments = 0
    for kind in range(6):
        monuments += 1 - ((s.monuments >> kind) & 1)
    return 0 <= replaced <= monuments


@kernel
def monuments(s):
    improved = 0
    for place in range(PLACES):
        n = np.int64(s.improvements[place])
        for seat in range(s.players):
            n += (s.seats[seat].improved >> place) & 1
        improved += IMPROVEMENTS[place] - s.improvements[place]
        if n != IMPROVEMENTS[place] or s.improvements[place] < 0:
            return False
    built = 0
    for kind in range(6):
        there = (s.monuments >> kind) & 1
        if there == (s.owner[MONUMENT + kind] >= 0):
            return False
        built += 1 - there
    return improved <= built


@kernel
def used(s, seat):
    """Markers of a seat on scoring spaces."""
    q = s.seats[seat]
    n = 1 if q.money_space >= 0 else 0
    for kind in range(6):
        n += (q.types_scored >> kind) & 1
        n += 1 if s.city_scored[kind] == seat else 0
    for k in range(3):
        n += (q.lands_scored >> k) & 1
        n += (q.pairs_scored >> k) & 1
    return n


@kernel
def markers(s):
    for seat in range(s.players):
        n = building.markers_left(s.seats[seat]) + used(s, seat)
        if s.scoring and s.asked == seat:
            n += 1  # the marker that is on its way
        if n != AREAS[s.advanced]:
            return False
    return True


@kernel
def pieces(s):
    if not s.advanced:
        return True
    for piece in range(GOLD):
        n = np.int64(s.decorations[piece]) if piece < FIRST_STATUE else np.int64(s.statues[piece - FIRST_STATUE])
        if n < 0:
            return False
        for tile in range(TILES):
            if piece < FIRST_STATUE:
                n += s.decorated[tile] if TYPE_OF[tile] == piece else 0
            elif s.statue[tile] == piece - FIRST_STATUE + 1:
                n += 1
        for seat in range(s.players):
            for warehouse in range(2):
                if s.seats[seat].store[warehouse] == piece + 1:
                    n += 1
        for held in (s.piece, s.waiting):
            if held == piece:
                n += 1
        if n != (setup.DECORATIONS[s.players - 2] if piece < FIRST_STATUE else setup.STATUES):
            return False
    waiting = 0
    for seat in range(s.players):
        for area in range(AREAS[1]):
            if COURT[1, area] == STATUE:
                waiting += (s.seats[seat].court >> area) & 1
    return s.gold == waiting


@kernel
def columns(s):
    for seat in range(s.players):
        q = s.seats[seat]
        in_city, of_type, statues = six(), six(), six()
        for tile in range(TILES):
            if s.owner[tile] == seat:
                in_city[s.city[tile]] += 1
                of_type[TYPE_OF[tile]] += 1
                statues[s.city[tile]] += 1 if s.statue[tile] else 0
        for k in range(6):
            if in_city[k] != q.in_city[k] or of_type[k] != q.of_type[k] or statues[k] != q.statues_in[k]:
                return False
    return True


@kernel
def violated(s):
    if not bricks(s):
        return BRICKS
    if not buildings(s):
        return BUILDINGS
    if not monuments(s):
        return MONUMENTS
    if not markers(s):
        return MARKERS
    if not pieces(s):
        return PIECES
    for seat in range(s.players):
        if s.seats[seat].coins < 0 or s.seats[seat].points < 0:
            return STORES
    if not columns(s):
        return COLUMNS
    over = s.question == OVER
    if over != (s.asked == NONE) or s.question < 0 or s.asked >= s.players:
        return ASKED
    return WELL


@entry(CHECK)
def check(states, i):
    """The number of the first law that a position breaks, 0 if it keeps them all."""
    return violated(state(states, i))


@entry(STOCKS)
def stocks(states, i, out):
    """Coins, then points of every seat: what events must account for."""
    s = state(states, i)
    for seat in range(s.players):
        out[seat] = s.seats[seat].coins
        out[s.players + seat] = s.seats[seat].points
