"""Chapter "Action phase": two actions a turn; building, professions, freedoms, bonus cards."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.princes import cards, characters, cooperation, events, objects, tiles, works
from mecenate.games.princes.components import BUILDING_PRICE, TABLE
from mecenate.games.princes.money import means, pay, score
from mecenate.games.princes.reasons import (
    BUILDING_GONE,
    BUILDING_TWICE,
    DECK_EMPTY,
    FREEDOM_GONE,
    FREEDOM_ONCE,
    FREEDOM_TWICE,
    NO_ACTION_LEFT,
    NO_ROOM,
    OFF_GRID,
    OFFERED,
    OVERLAP,
    PROFESSION_ONCE,
    SAME_ORIENTATION,
    TOO_POOR,
    WALL_TO_WALL,
)
from mecenate.games.princes.state import (
    ACTION,
    ACTIONS,
    BONUS_CARD,
    CARDINAL,
    NEXT_ACTION,
    NEXT_ROUND,
    NEXT_TURN,
    NONE,
    PLACE,
    PROFESSION,
)

ACTIONS_A_TURN = 2
CARDINAL_ACTIONS = TABLE.characters.cardinal_actions
PRICE_PROFESSION, PRICE_FREEDOM, PRICE_BONUS = TABLE.prices.profession, TABLE.prices.freedom, TABLE.prices.bonus
PRESTIGE_BUILDING = TABLE.prestige.building
BIT = np.uint32(1)


@kernel
def next_turn(s):
    """Clockwise from the starting player, each once."""
    if s.phase != ACTIONS:
        s.phase = ACTIONS
        s.asked = s.starter
    else:
        s.asked = (s.asked + 1) % s.players
        if s.asked == s.starter:
            s.asked = NONE
            s.question = NEXT_ROUND
            return
    s.actions_left = ACTIONS_A_TURN
    if s.seats[s.asked].character == CARDINAL + 1:
        s.actions_left += CARDINAL_ACTIONS
    s.proposals = 0
    s.profession_taken = 0
    s.freedom_taken = 0
    s.question = ACTION


@kernel
def next_action(s):
    """After the last action the turn goes on only while a card could still be used that takes none."""
    s.actions_left -= 1
    s.worker = NONE
    s.piece = NONE
    go_on(s, s.asked)


@kernel
def go_on(s, seat):
    """The turn goes on while an action or something free is left to do."""
    q = s.seats[seat]
    if s.actions_left or (q.recruiting_hand and objects.face_up(s, seat)) or (q.character and characters.may_use(s, seat)):
        s.question = ACTION
    else:
        end(s, seat)


@kernel
def end(s, seat):
    emit(s, events.ENDED_TURN, seat, 0, 0)
    s.question = NEXT_TURN


@kernel
def refuse_build(s, seat, building):
    return refuse_build_on(s, seat, building, cooperation.ground(s, seat))


@kernel
def refuse_build_on(s, seat, building, ground):
    """The same where the ground is known: it is one for all buildings."""
    q = s.seats[seat]
    if not s.actions_left:
        return NO_ACTION_LEFT
    if (q.buildings >> np.uint32(building)) & BIT:
        return BUILDING_TWICE
    if not s.buildings[building]:
        return BUILDING_GONE
    if means(s, seat) < BUILDING_PRICE[q.builders]:
        return TOO_POOR
    return OFFERED if tiles.fits(ground, building) else NO_ROOM


@kernel
def refuse_place(s, seat, placement):
    """Building rules 1 to 3 for one placement, in the order of the rulebook; the mask does all at once by bitboard."""
    q = s.seats[seat]
    orientation, anchor = placement >> 6, np.uint64(placement & 63)
    standing_for = tiles.SAME[s.piece, orientation]
    if not (tiles.INSIDE[s.piece, standing_for] >> anchor) & tiles.B1:
        return OFF_GRID
    cells = tiles.SHAPE[s.piece, standing_for] << anchor
    if cells & q.occupied:
        return OVERLAP
    if s.piece < objects.TILE:
        if q.builders < cooperation.WALL_BUILDERS and cells & tiles.beside(q.built):
            return WALL_TO_WALL
        reason = cooperation.refuse_border(s, seat, cells)
        if reason:
            return reason
    return OFFERED if standing_for == orientation else SAME_ORIENTATION


@kernel
def build(s, seat, building):
    """700 florins, 300 with one or two builders, nothing with three, whatever the size."""
    pay(s, seat, BUILDING_PRICE[s.seats[seat].builders])
    s.piece = building
    s.question = PLACE


@kernel
def lay_building(s, seat, placement):
    """A building brings 3 prestige at once and stays where it is."""
    q = s.seats[seat]
    cells = tiles.cells_of(s.piece, placement)
    q.occupied |= cells
    q.built |= cells
    q.buildings |= BIT << np.uint32(s.piece)
    q.building_at[s.piece] = placement + 1
    s.buildings[s.piece] -= 1
    emit(s, events.LAID, seat, s.piece, placement)
    score(s, seat, PRESTIGE_BUILDING, events.FOR_BUILDING)
    s.question = NEXT_ACTION


@kernel
def refuse_profession(s, seat):
    if not s.actions_left:
        return NO_ACTION_LEFT
    if s.profession_taken:
        return PROFESSION_ONCE
    if not s.deck_size[PROFESSION]:
        return DECK_EMPTY
    return TOO_POOR if means(s, seat) < PRICE_PROFESSION else OFFERED


@kernel
def take_profession(s, seat):
    """Once a turn: pay 300 florins and pick one of five."""
    pay(s, seat, PRICE_PROFESSION)
    s.profession_taken = 1
    cards.draw(s, seat, PROFESSION, NEXT_ACTION)


@kernel
def refuse_freedom(s, seat, freedom):
    if not s.actions_left:
        return NO_ACTION_LEFT
    if s.freedom_taken:
        return FREEDOM_ONCE
    if (s.seats[seat].freedoms >> np.uint32(freedom)) & BIT:
        return FREEDOM_TWICE
    if not s.freedoms[freedom]:
        return FREEDOM_GONE
    return TOO_POOR if means(s, seat) < PRICE_FREEDOM else OFFERED


@kernel
def introduce_freedom(s, seat, freedom):
    """Once a turn: pay 300 florins and take the tile."""
    pay(s, seat, PRICE_FREEDOM)
    s.freedom_taken = 1
    s.freedoms[freedom] -= 1
    s.seats[seat].freedoms |= BIT << np.uint32(freedom)
    emit(s, events.INTRODUCED, seat, freedom, 0)
    s.question = NEXT_ACTION


@kernel
def refuse_bonus(s, seat):
    if not s.actions_left:
        return NO_ACTION_LEFT
    if not s.deck_size[BONUS_CARD]:
        return DECK_EMPTY
    return TOO_POOR if means(s, seat) < PRICE_BONUS else OFFERED


@kernel
def acquire_bonus(s, seat):
    """Pay 300 florins and pick one of five."""
    pay(s, seat, PRICE_BONUS)
    cards.draw(s, seat, BONUS_CARD, NEXT_ACTION)


@kernel
def works_open(s, seat):
    """The professions in hand that could complete a work now."""
    q = s.seats[seat]
    found = np.uint32(0)
    if not s.actions_left:
        return found
    lacking = works.MINIMUM[s.round_no] - works.base_value(s, q)
    if q.bonus_cards:
        lacking -= works.bonus_promise(q)
    for profession in range(21):
        bit = BIT << np.uint32(profession)
        if q.hand & bit and works.fit(q, profession) >= lacking:
            found |= bit
    return found
