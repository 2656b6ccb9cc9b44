"""Expansion "Cooperative Building": principalities that meet, and buildings that two players share.

The boards form a ring: the right edge of each meets the left edge of the next player's, row by row; with two players only
the right edge of the first meets the left edge of the second. A shared building lies across one of these borders; its placement
is told on the left one of the two boards, over whose right edge it runs.
"""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel, lowest
from mecenate.games.princes import events, tiles
from mecenate.games.princes.components import BUILDING_PRICE, TABLE
from mecenate.games.princes.money import means, pay, score, spend
from mecenate.games.princes.reasons import (
    ASKED_BEFORE,
    BORDER,
    BORDER_WALL,
    BUILDING_GONE,
    BUILDING_TWICE,
    NEIGHBOUR_HAS_IT,
    NO_ACTION_LEFT,
    NO_NEIGHBOUR,
    NO_ROOM,
    NOT_ACROSS,
    NOT_ASKED,
    OFFERED,
    OVERLAP,
    PRICE_TOO_LOW,
    SAME_ORIENTATION,
    SAME_PRICE,
    THREE_PROPOSALS,
    TOO_POOR,
    WALL_TO_WALL,
)
from mecenate.games.princes.state import (
    ACROSS,
    ACTION,
    COUNTER,
    COUNTERED,
    LEFT,
    NEXT_ACTION,
    NONE,
    PRICE,
    REPLY,
    RIGHT,
    SHARED,
)

WALL_BUILDERS = TABLE.prices.wall_to_wall_builders
BORDER_BUILDERS = TABLE.cooperation.border_builders
PROPOSALS = TABLE.cooperation.proposals
PRESTIGE_BUILDING = TABLE.prestige.building
STEP = 100
BIT = np.uint32(1)
FIRST_COLUMN = np.uint64(sum(1 << (8 * row) for row in range(7)))
LAST_COLUMN = np.uint64(sum(1 << (8 * row + 6) for row in range(7)))
WIDTH = np.uint64(6)
NOWHERE = np.uint64(0)


@kernel
def neighbour(s, seat, side):
    """Neighbours are next to each other in turn order; two players have one border."""
    if s.players == 2 and (seat == 0) == (side == LEFT):
        return NONE
    return (seat + (1 if side == RIGHT else s.players - 1)) % s.players


@kernel
def active(s):
    """Whose turn it is, also while the neighbour is asked."""
    if s.question == REPLY or s.question == COUNTER:
        return (s.asked + (s.players - 1 if s.side == RIGHT else 1)) % s.players
    return s.asked


@kernel
def at_border(s, seat):
    """The spaces of a principality that touch a neighbour's."""
    found = NOWHERE
    if neighbour(s, seat, RIGHT) != NONE:
        found |= LAST_COLUMN
    if neighbour(s, seat, LEFT) != NONE:
        found |= FIRST_COLUMN
    return found


@kernel
def facing_tiles(s, seat):
    """The spaces of a principality that a building or a landscape beyond the border touches."""
    found = NOWHERE
    right, left = neighbour(s, seat, RIGHT), neighbour(s, seat, LEFT)
    if right != NONE:
        found |= (s.seats[right].occupied & FIRST_COLUMN) << WIDTH
    if left != NONE:
        found |= (s.seats[left].occupied & LAST_COLUMN) >> WIDTH
    return found


@kernel
def facing_walls(s, seat):
    """The spaces that a building beyond the border touches whose principality has not the builders to stand wall to wall."""
    found = NOWHERE
    right, left = neighbour(s, seat, RIGHT), neighbour(s, seat, LEFT)
    if right != NONE and s.seats[right].builders < WALL_BUILDERS:
        found |= (s.seats[right].built & FIRST_COLUMN) << WIDTH
    if left != NONE and s.seats[left].builders < WALL_BUILDERS:
        found |= (s.seats[left].built & LAST_COLUMN) >> WIDTH
    return found


@kernel
def shared_ground(s, seat):
    """Where cells of a shared building may lie: beside one that stands only if its principality has two builders."""
    q = s.seats[seat]
    return tiles.free_for(q, True, q.builders >= WALL_BUILDERS) & ~facing_walls(s, seat)


@kernel
def ground(s, seat):
    """Where a building of one's own may lie."""
    q = s.seats[seat]
    free = tiles.free_for(q, True, q.builders >= WALL_BUILDERS)
    if not s.cooperation or q.builders >= WALL_BUILDERS:
        return free
    return free & ~(facing_tiles(s, seat) if q.builders >= BORDER_BUILDERS else at_border(s, seat))


@kernel
def refuse_border(s, seat, cells):
    """Alone at a border: one builder where neither a building nor a landscape lies beyond it, else two."""
    q = s.seats[seat]
    if s.cooperation:
        if q.builders < WALL_BUILDERS and cells & facing_tiles(s, seat):
            return BORDER_WALL
        if q.builders < BORDER_BUILDERS and cells & at_border(s, seat):
            return BORDER
    return OFFERED


@kernel
def left_board(s, seat):
    """The left one of the two principalities that a proposal is about."""
    return seat if s.side == RIGHT else neighbour(s, seat, LEFT)


@kernel
def crossings(ground_left, ground_right, building, orientation):
    """The anchors, on the left board, that lay a building across the border on free ground of both."""
    found = NOWHERE
    left = tiles.CROSSING[building, orientation]
    while left:
        anchor = lowest(left)
        bit = tiles.B1 << np.uint64(anchor)
        left ^= bit
        placement = orientation * 64 + anchor
        if not (tiles.part_of(0, building, placement) & ~ground_left or tiles.part_of(1, building, placement) & ~ground_right):
            found |= bit
    return found


@kernel
def room_across(s, left, building):
    ground_left, ground_right = shared_ground(s, left), shared_ground(s, neighbour(s, left, RIGHT))
    for orientation in range(8):
        if tiles.SHAPE[building, orientation] and crossings(ground_left, ground_right, building, orientation):
            return True
    return False


@kernel
def refuse_cooperate(s, seat, side, building):
    """A building that neither of the two has, across their border."""
    if not s.cooperation:
        return NOT_ASKED
    if not s.actions_left:
        return NO_ACTION_LEFT
    partner = neighbour(s, seat, side)
    if partner == NONE:
        return NO_NEIGHBOUR
    if s.proposals >= PROPOSALS:
        return THREE_PROPOSALS
    if (s.seats[seat].buildings >> np.uint32(building)) & BIT:
        return BUILDING_TWICE
    if (s.seats[partner].buildings >> np.uint32(building)) & BIT:
        return NEIGHBOUR_HAS_IT
    if not s.buildings[building]:
        return BUILDING_GONE
    return OFFERED if room_across(s, seat if side == RIGHT else partner, building) else NO_ROOM


@kernel
def cooperate(s, side, building):
    s.side = side
    s.piece = building
    s.question = ACROSS


@kernel
def refuse_across(s, seat, placement):
    """Building rules for a place across the border, on both boards; the mask does all at once by bitboard."""
    orientation, anchor = placement >> 6, np.uint64(placement & 63)
    standing_for = tiles.SAME[s.piece, orientation]
    if not (tiles.CROSSING[s.piece, standing_for] >> anchor) & tiles.B1:
        return NOT_ACROSS
    left = left_board(s, seat)
    for board in range(2):
        owner = left if board == 0 else neighbour(s, left, RIGHT)
        q = s.seats[owner]
        cells = tiles.part_of(board, s.piece, standing_for * 64 + (placement & 63))
        if cells & q.occupied:
            return OVERLAP
        if cells & facing_walls(s, owner) or (q.builders < WALL_BUILDERS and cells & tiles.beside(q.built)):
            return WALL_TO_WALL
    return OFFERED if standing_for == orientation else SAME_ORIENTATION


@kernel
def lay_across(s, placement):
    s.across = placement
    s.question = PRICE


@kernel
def cost(s, seat):
    """The active player pays the bank as if building alone."""
    return BUILDING_PRICE[s.seats[seat].builders]


@kernel
def refuse_price(s, seat, price):
    """The partner pays first, so the active player may pay the bank from it. Nothing is proposed twice in a turn."""
    if means(s, seat) + price < cost(s, seat):
        return PRICE_TOO_LOW
    for n in range(min(s.proposals, 2)):
        before = s.proposed[n]
        if before[0] == s.side * 10 + s.piece and before[1] == s.across and before[2] == price:
            return ASKED_BEFORE
    return OFFERED


@kernel
def propose(s, seat, price):
    """Building, place and price are on the table: the neighbour answers."""
    if s.proposals < 2:
        s.proposed[s.proposals, 0] = s.side * 10 + s.piece
        s.proposed[s.proposals, 1] = s.across
        s.proposed[s.proposals, 2] = price
    s.proposals += 1
    s.price = price
    partner = neighbour(s, seat, s.side)
    emit(s, events.PROPOSED, seat, s.piece, partner)
    emit(s, events.TERMS, seat, s.across, price)
    s.asked = partner
    s.question = REPLY


@kernel
def refuse_accept(s):
    """The partner must be able to pay what was agreed, the active player what the bank asks."""
    builder = active(s)
    if s.question == REPLY:
        return OFFERED if means(s, s.asked) >= s.price else TOO_POOR
    return OFFERED if means(s, builder) + s.price >= cost(s, builder) else TOO_POOR


@kernel
def refuse_another_price(s, seat):
    """Whoever has nothing can only take the building for nothing, or leave it."""
    return OFFERED if s.price or means(s, seat) >= STEP else TOO_POOR


@kernel
def refuse_counter(s, seat, price):
    if price == s.price:
        return SAME_PRICE
    return OFFERED if price <= means(s, seat) else TOO_POOR


@kernel
def counter(s, seat, price):
    """The neighbour would build too, but for another price; there is no third one."""
    builder = active(s)
    s.price = price
    emit(s, events.COUNTERED, seat, price, 0)
    s.asked = builder
    s.question = COUNTERED


@kernel
def refuse(s, seat):
    """Without agreement the active player builds alone or does something else."""
    s.asked = active(s)
    emit(s, events.REFUSED, seat, 0, 0)
    s.piece = NONE
    s.question = ACTION


@kernel
def agree(s):
    """The partner pays the active player, who pays the bank; then the building is both's, and both score for it."""
    seat = active(s)
    partner = neighbour(s, seat, s.side)
    s.asked = seat
    if s.price:
        spend(s, partner, s.price)
        emit(s, events.GAVE, partner, s.price, seat)
        s.seats[seat].florins += s.price
        emit(s, events.GOT, seat, s.price, partner)
    pay(s, seat, cost(s, seat))
    emit(s, events.SHARED, seat, s.piece, partner)
    emit(s, events.LAID, seat, s.piece, s.across)
    left = left_board(s, seat)
    lay_part(s, left, 0)
    lay_part(s, neighbour(s, left, RIGHT), 1)
    s.buildings[s.piece] -= 1
    score(s, seat, PRESTIGE_BUILDING, events.FOR_BUILDING)
    score(s, partner, PRESTIGE_BUILDING, events.FOR_BUILDING)
    s.question = NEXT_ACTION


@kernel
def lay_part(s, owner, board):
    q = s.seats[owner]
    cells = tiles.part_of(board, s.piece, s.across)
    q.occupied |= cells
    q.built |= cells
    q.buildings |= BIT << np.uint32(s.piece)
    q.building_at[s.piece] = SHARED * (board + 1) + s.across + 1
