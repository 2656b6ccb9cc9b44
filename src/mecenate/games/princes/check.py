"""Invariants: what must hold in every position that can come up."""

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.kernel import CHECK, STOCKS, kernel, popcount
from mecenate.games.princes import characters, cooperation, hidden, objects, setup, tiles
from mecenate.games.princes.state import (
    BONUS_CARD,
    CHARACTERS,
    COURTIERS,
    DECK_START,
    FINISHED,
    LEFT,
    NONE,
    OVER,
    PRESTIGE,
    PROFESSION,
    RIGHT,
    SHARED,
    state,
)

LAWS = (
    "all is well",
    "each profession, prestige and bonus card is in exactly one place",
    "recruiting cards neither appear nor vanish",
    "jesters neither appear nor vanish",
    "builders neither appear nor vanish, and nobody has more than three",
    "landscapes neither appear nor vanish",
    "buildings neither appear nor vanish, and nobody has two alike",
    "freedoms neither appear nor vanish",
    "tiles lie on free spaces of the grid, and the board knows which are covered",
    "buildings touch only where two builders serve",
    "florins and prestige are never below zero, florins come in hundreds",
    "a seat reckons with every card where it truly lies, and knows its own",
    "somebody is asked until the game is over",
    "a character serves one seat, and each seat's marker lies on one at most, with the cash to buy it",
)
(
    WELL, CARDS, RECRUITING, JESTERS, BUILDERS, LANDSCAPES, BUILDINGS, FREEDOMS, BOARDS, WALLS, STORES, KNOWLEDGE, ASKED, COURT,
) = range(len(LAWS))  # fmt: skip

STOCK_NAMES = ("florins", "prestige")
STARTS = DECK_START
BIT = np.uint32(1)
NOTHING = np.uint64(0)


@kernel
def cards_once(s, deck):
    """Hands, table, discards, cards looked at and deck hold each card of a deck once."""
    size = STARTS[deck + 1] - STARTS[deck]
    seen = np.uint32(s.bonus_played) if deck == BONUS_CARD else np.uint32(0)
    n = popcount(seen)
    for seat in range(s.players):
        held = hidden.held(s, deck, seat)
        seen |= held
        n += popcount(held)
        if deck == PROFESSION:
            seen |= s.seats[seat].table
            n += popcount(s.seats[seat].table)
    if s.looking == deck:
        for k in range(s.looked):
            seen |= BIT << np.uint32(s.look[k])
        n += s.looked
    for k in range(s.deck_size[deck]):
        seen |= BIT << np.uint32(s.deck[STARTS[deck] + k])
    n += s.deck_size[deck]
    return n == size and popcount(seen) == size


@kernel
def supplies(s):
    recruiting, jesters, builders = np.int64(s.recruiting), np.int64(s.jesters), np.int64(s.builders)
    freedoms = np.int64(s.freedoms[0] + s.freedoms[1] + s.freedoms[2])
    for seat in range(s.players):
        q = s.seats[seat]
        recruiting += q.recruiting_hand + q.recruiting_table
        jesters += q.jesters
        builders += q.builders
        freedoms += popcount(q.freedoms)
        if not 0 <= q.builders <= objects.BUILDER_MAXIMUM:
            return BUILDERS
        if q.florins < 0 or q.prestige < 0 or q.florins % 100:
            return STORES
    if recruiting != setup.RECRUITING or s.recruiting < 0:
        return RECRUITING
    if jesters != setup.JESTERS or s.jesters < 0:
        return JESTERS
    if builders != setup.BUILDERS or s.builders < 0:
        return BUILDERS
    if s.players == 2:
        if freedoms != setup.FREEDOMS_TWO and freedoms != setup.FREEDOMS_HARD:
            return FREEDOMS
    elif freedoms != 3 * (s.players - 1):
        return FREEDOMS
    for kind in range(3):
        landscapes = np.int64(s.landscapes[kind])
        for seat in range(s.players):
            landscapes += s.seats[seat].landscapes[kind]
        if landscapes != setup.EACH_LANDSCAPE or s.landscapes[kind] < 0 or s.freedoms[kind] < 0:
            return LANDSCAPES
    for building in range(10):
        n = np.int64(s.buildings[building])
        for seat in range(s.players):
            if s.seats[seat].building_at[building] <= 2 * SHARED:  # a shared one is its left owner's here
                n += np.int64((s.seats[seat].buildings >> np.uint32(building)) & BIT)
        if n != setup.EACH_BUILDING or s.buildings[building] < 0:
            return BUILDINGS
    return WELL


@kernel
def principality(s, seat):
    """Tiles are disjoint, on the grid, and as many as the seat owns."""
    q = s.seats[seat]
    covered = tiles.PALAZZO_BACK if s.cooperation else tiles.PALAZZO
    for building in range(10):
        owned = (q.buildings >> np.uint32(building)) & BIT
        if (q.building_at[building] > 0) != (owned > 0):
            return BOARDS
        if owned:
            cells = tiles.own_cells(building, q.building_at[building] - 1)
            if covered & cells or cells & ~tiles.BOARD or not cells:
                return BOARDS
            if q.builders < cooperation.WALL_BUILDERS and tiles.beside(cells) & q.built & ~cells:
                return WALLS
            if s.cooperation and not neighbourly(s, seat, building, cells):
                return WALLS
            covered |= cells
    if covered != q.built:
        return BOARDS
    for n in range(q.tiles):
        number = q.landscape_at[n] - 1
        cells = tiles.cells_of(objects.TILE + number // 512, number % 512)
        if covered & cells or cells & ~tiles.BOARD or not cells:
            return BOARDS
        covered |= cells
    if covered != q.occupied or q.tiles != q.landscapes[0] + q.landscapes[1] + q.landscapes[2]:
        return BOARDS
    return WELL


@kernel
def neighbourly(s, seat, building, cells):
    """At a border: a builder for a building of one's own, and where two buildings meet one of the owners has two builders."""
    q = s.seats[seat]
    alone = q.building_at[building] <= SHARED
    if alone and q.builders < cooperation.BORDER_BUILDERS and cells & cooperation.at_border(s, seat):
        return False
    for side in range(2):
        other = cooperation.neighbour(s, seat, side)
        if other == NONE or q.builders >= cooperation.WALL_BUILDERS:
            continue
        if s.seats[other].builders >= cooperation.WALL_BUILDERS:
            continue
        walls = s.seats[other].built
        if not alone and side == (RIGHT if q.building_at[building] <= 2 * SHARED else LEFT):
            walls &= ~tiles.own_cells(building, s.seats[other].building_at[building] - 1)
        if side == RIGHT and cells & ((walls & cooperation.FIRST_COLUMN) << cooperation.WIDTH):
            return False
        if side == LEFT and cells & ((walls & cooperation.LAST_COLUMN) >> cooperation.WIDTH):
            return False
    return True


@kernel
def court(s):
    """A character serves one seat at most; markers lie only on characters that nobody has, one a seat."""
    seen = 0
    for seat in range(s.players):
        character = s.seats[seat].character
        if not 0 <= character <= COURTIERS or (character and not s.characters):
            return False
        if character and (seen >> character) & 1:
            return False
        seen |= 1 << character
    owners = 0
    for character in range(COURTIERS):
        owner = s.marked_by[character]
        if owner and s.phase == CHARACTERS:
            if (owners >> owner) & 1 or (s.hired >> character) & 1:
                return False
            if s.seats[owner - 1].florins < characters.STEP * np.int64(s.marked_at[character]):
                return False
            owners |= 1 << owner
    return True


@kernel
def reckoned(s, deck):
    """Every hidden card lies at a place where each seat reckons with it; a seat knows its own hand."""
    slot_place, slot_card = hidden.by_slot(), hidden.by_slot()
    n = hidden.find_slots(s, deck, slot_place, slot_card)
    for slot in range(n):
        for seat in range(s.players):
            places = np.int64(s.may[seat, STARTS[deck] + slot_card[slot]])
            if not (places >> slot_place[slot]) & 1:
                return False
            if slot_place[slot] == seat and places != 1 << seat:
                return False
    return True


@kernel
def violated(s):
    for deck in (PROFESSION, PRESTIGE, BONUS_CARD):
        if not cards_once(s, deck):
            return CARDS
    broken = supplies(s)
    if broken:
        return broken
    for seat in range(s.players):
        broken = principality(s, seat)
        if broken:
            return broken
    if not court(s):
        return COURT
    if s.question != OVER:
        for deck in (PROFESSION, PRESTIGE, BONUS_CARD):
            if not reckoned(s, deck):
                return KNOWLEDGE
    over = s.question == OVER
    if over != (s.asked < 0) or over != (s.phase == FINISHED) or s.question < 0 or s.asked >= s.players:
        return ASKED
    return WELL


@entry(CHECK)
def check(states, i):
    """The number of the first law that a position breaks, 0 if it keeps them all."""
    return violated(state(states, i))


@entry(STOCKS)
def stocks(states, i, out):
    """Florins, then prestige of every seat: what events must account for."""
    s = state(states, i)
    for seat in range(s.players):
        out[seat] = s.seats[seat].florins
        out[s.players + seat] = s.seats[seat].prestige
