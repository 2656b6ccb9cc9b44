"""Action "Complete a Work": the work value, bonus cards, pay, and what of it becomes prestige."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel, popcount
from mecenate.games.princes import events, knowledge, tiles
from mecenate.games.princes.components import BONUS_FEATURE, BONUS_WEIGHT, FEATURES, MINIMUM, SIZE_OF, TABLE, WANTS
from mecenate.games.princes.reasons import BELOW_MINIMUM, NO_ACTION_LEFT, NOT_IN_HAND, NOT_YOUR_CHARACTER, OFFERED
from mecenate.games.princes.state import BONUS, BONUS_CARD, CONVERT, MUSE, NEXT_ACTION, NONE, PRINCESS, PROFESSION

WORK_BUILDING, WORK_LANDSCAPE, WORK_FREEDOM = TABLE.work.building, TABLE.work.landscape, TABLE.work.freedom
WORK_JESTER, WORK_CARD, PAY = TABLE.work.jester, TABLE.work.card, TABLE.work.pay
MUSE_A_ROUND = TABLE.characters.muse_a_round
PRINCESS_LANDSCAPE, PRINCESS_BUILDING = TABLE.characters.princess_landscape, TABLE.characters.princess_building
PRINCESS_BUILDER, PRINCESS_CARD = TABLE.characters.princess_builder, TABLE.characters.princess_card
CONVERSION = TABLE.prestige.florins_to_prestige
MOST_CONVERTED = 63
CARD = np.uint32(1)
SIZE_MASK = np.array([sum(1 << b for b in range(10) if SIZE_OF[b] == size) for size in range(3)], np.uint32)
(
    BUILDINGS, LARGE, MEDIUM, SMALL, SIZES, FORESTS, LAKES, PARKS, LANDSCAPES, TYPES,
    JESTERS, BUILDERS, FREEDOMS, PRESTIGE_CARDS, CATEGORIES, HAND, TABLE_CARDS, EMPTY,
) = range(len(FEATURES))  # fmt: skip


@kernel
def hand_cards(q):
    """Profession and recruiting cards in hand."""
    return popcount(q.hand) + q.recruiting_hand


@kernel
def table_cards(q):
    """Profession and recruiting cards on the table: the works of a seat."""
    return popcount(q.table) + q.recruiting_table


@kernel
def feature(q, which):
    """What bonus and prestige cards count."""
    if which == BUILDINGS:
        return popcount(q.buildings)
    if which <= SMALL:
        return popcount(q.buildings & SIZE_MASK[which - LARGE])
    if which == SIZES:
        return (
            np.int64((q.buildings & SIZE_MASK[0]) != 0)
            + np.int64((q.buildings & SIZE_MASK[1]) != 0)
            + np.int64((q.buildings & SIZE_MASK[2]) != 0)
        )
    if which <= PARKS:
        return np.int64(q.landscapes[which - FORESTS])
    if which == LANDSCAPES:
        return np.int64(q.tiles)
    if which == JESTERS:
        return np.int64(q.jesters)
    if which == BUILDERS:
        return np.int64(q.builders)
    if which == FREEDOMS:
        return popcount(q.freedoms)
    if which == PRESTIGE_CARDS:
        return popcount(q.prestige_cards)
    if which == HAND:
        return np.int64(hand_cards(q))
    if which == TABLE_CARDS:
        return np.int64(table_cards(q))
    if which == EMPTY:
        return popcount(tiles.BOARD & ~q.occupied)
    types = np.int64(q.landscapes[0] > 0) + np.int64(q.landscapes[1] > 0) + np.int64(q.landscapes[2] > 0)
    if which == TYPES:
        return types
    return (
        types + np.int64(q.jesters > 0) + np.int64(q.builders > 0) + np.int64(q.prestige_cards > 0) + np.int64(q.freedoms > 0)
    )


@kernel
def bonus_value(q, card):
    """What a bonus card adds to a work that is being completed now, its profession lying on the table."""
    value = BONUS_WEIGHT[card, 0] * feature(q, BONUS_FEATURE[card, 0])
    if BONUS_WEIGHT[card, 1]:
        value += BONUS_WEIGHT[card, 1] * feature(q, BONUS_FEATURE[card, 1])
    return value


@kernel
def fit_parts(q, profession):
    """What the person finds: the building to work in, the landscape to recreate in, the freedom."""
    building = (q.buildings >> np.uint32(WANTS[profession, 0])) & CARD
    landscape = q.landscapes[WANTS[profession, 1]]
    freedom = (q.freedoms >> np.uint32(WANTS[profession, 2])) & CARD
    return WORK_BUILDING if building else 0, WORK_LANDSCAPE if landscape else 0, WORK_FREEDOM if freedom else 0


@kernel
def fit(q, profession):
    building, landscape, freedom = fit_parts(q, profession)
    return building + landscape + freedom


@kernel
def base_parts(s, q):
    """What every work of a seat has: jesters, cards, of which the one just played counts as it did in hand, and the Muse."""
    cards = WORK_CARD * (hand_cards(q) + table_cards(q))
    return WORK_JESTER * q.jesters, cards, MUSE_A_ROUND * s.round_no if q.character == MUSE + 1 else 0


@kernel
def base_value(s, q):
    jesters, cards, muse = base_parts(s, q)
    return jesters + cards + muse


@kernel
def work_value(s, q, profession):
    """The work value without bonus cards."""
    return fit(q, profession) + base_value(s, q)


@kernel
def bonus_before(q, card):
    """What a bonus card would add to a work begun now, whose profession goes from hand to table."""
    value = bonus_value(q, card)
    for k in range(2):
        if BONUS_FEATURE[card, k] == HAND:
            value -= BONUS_WEIGHT[card, k]
        elif BONUS_FEATURE[card, k] == TABLE_CARDS:
            value += BONUS_WEIGHT[card, k]
    return value


@kernel
def bonus_promise(q):
    """What all bonus cards in hand would add to a work begun now."""
    total = 0
    for card in range(20):
        if (q.bonus_cards >> np.uint32(card)) & CARD:
            total += bonus_before(q, card)
    return total


@kernel
def refuse_work(s, seat, profession):
    """A work needs the card in hand, an action, and at least the minimum work value of the round."""
    q = s.seats[seat]
    if not (q.hand >> np.uint32(profession)) & CARD:
        return NOT_IN_HAND
    if not s.actions_left:
        return NO_ACTION_LEFT
    value = work_value(s, q, profession)
    if value < MINIMUM[s.round_no] and value + bonus_promise(q) < MINIMUM[s.round_no]:
        return BELOW_MINIMUM
    return OFFERED


@kernel
def begin(s, seat, profession):
    """Lay the profession open; it stays there. Then bonus cards may join."""
    q = s.seats[seat]
    s.worker = profession
    s.work_value = work_value(s, q, profession)
    bit = CARD << np.uint32(profession)
    q.hand &= ~bit
    q.table |= bit
    knowledge.show(s, PROFESSION, profession, 0)
    if q.bonus_cards:
        s.question = BONUS
    else:
        finish(s, seat)


@kernel
def princess_parts(q):
    """Landscapes, buildings, builders and cards; neither jesters nor freedoms."""
    cards = PRINCESS_CARD * (hand_cards(q) + table_cards(q))
    return PRINCESS_LANDSCAPE * q.tiles, PRINCESS_BUILDING * popcount(q.buildings), PRINCESS_BUILDER * q.builders, cards


@kernel
def princess_value(q):
    landscapes, buildings, builders, cards = princess_parts(q)
    return landscapes + buildings + builders + cards


@kernel
def refuse_princess(s, seat):
    q = s.seats[seat]
    if q.character != PRINCESS + 1:
        return NOT_YOUR_CHARACTER
    if not s.actions_left:
        return NO_ACTION_LEFT
    return OFFERED if princess_value(q) >= MINIMUM[s.round_no] else BELOW_MINIMUM


@kernel
def begin_princess(s, seat):
    """A work without a profession: no card stays on the table, no bonus card joins, and the Princess has served."""
    q = s.seats[seat]
    s.worker = NONE
    s.work_value = princess_value(q)
    q.character = 0
    finish(s, seat)


@kernel
def refuse_bonus(s, seat, card):
    return OFFERED if (s.seats[seat].bonus_cards >> np.uint32(card)) & CARD else NOT_IN_HAND


@kernel
def play_bonus(s, seat, card):
    """Any number of bonus cards may be played with a work; then they are out of the game."""
    q = s.seats[seat]
    s.work_value += bonus_value(q, card)
    bit = CARD << np.uint32(card)
    q.bonus_cards &= ~bit
    s.bonus_played |= bit
    knowledge.show(s, BONUS_CARD, card, 0)
    emit(s, events.PLAYED, seat, card, s.work_value)
    if not q.bonus_cards:
        finish(s, seat)


@kernel
def refuse_finish(s):
    return OFFERED if s.work_value >= MINIMUM[s.round_no] else BELOW_MINIMUM


@kernel
def finish(s, seat):
    """The bank pays 100 florins for each point; the marker shows the better of two works."""
    q = s.seats[seat]
    q.florins += PAY * s.work_value
    q.best_work = max(q.best_work, s.work_value)
    if s.worker == NONE:
        emit(s, events.PRINCESS, seat, s.work_value, 0)
    else:
        emit(s, events.WORKED, seat, s.worker, s.work_value)
    emit(s, events.EARNED, seat, PAY * s.work_value, 0)
    s.question = CONVERT


@kernel
def most_converted(s):
    return min(PAY * s.work_value // CONVERSION, MOST_CONVERTED)


@kernel
def into_prestige(s, seat, prestige):
    """200 florins a point."""
    q = s.seats[seat]
    q.florins -= CONVERSION * prestige
    q.prestige += prestige
    if prestige:
        emit(s, events.CONVERTED, seat, prestige, 0)


@kernel
def convert(s, seat, prestige):
    """Any part of this work's pay, and no other money, becomes prestige at once."""
    into_prestige(s, seat, prestige)
    s.question = NEXT_ACTION
