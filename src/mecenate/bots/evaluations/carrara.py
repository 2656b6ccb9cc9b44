"""What a position of The Palaces of Carrara is worth to a seat: its outlook, if it answers whatever it is asked well.

Where a question is open, the rules themselves carry out every answer that may be best; then the record is put back as it was.
"""

import numpy as np

from mecenate.bots.evaluations.carrara_outlook import ENVY, by_space, outlook, prospects, turns_left
from mecenate.core.entries import entry
from mecenate.core.kernel import VALUE, copy_row, kernel, local
from mecenate.games.carrara import building, court, ending, pieces, state, wheel
from mecenate.games.carrara.components import PRICE
from mecenate.games.carrara.state import MONUMENT, SPACES, TILES

a_row = local(np.uint8, 1, state.STATE.itemsize)


@kernel
def best_space(states, i, seat):
    """A marker is in hand: the best space for it."""
    s = state.state(states, i)
    kept = a_row()
    copy_row(kept, 0, states, i)
    best = -np.inf
    for space in range(SPACES):
        if not court.refuse_space(s, seat, space, 0):
            s.happened = 0
            court.score_space(s, seat, space)
            best = max(best, outlook(s, seat, 0))
            copy_row(states, i, kept, 0)
    return best


@kernel
def lay_well(states, i, seat, now):
    """Put the piece that waits where it is worth most."""
    s = state.state(states, i)
    kept = a_row()
    copy_row(kept, 0, states, i)
    best, place = -np.inf, state.NONE
    for tile in range(TILES):
        if s.owner[tile] == seat and not pieces.refuse_on(s, seat, tile):
            s.happened = 0
            pieces.on(s, seat, tile)
            found = outlook(s, seat, now)
            copy_row(states, i, kept, 0)
            if found > best:
                best, place = found, tile
    s.happened = 0
    if not pieces.refuse_store(s, seat):
        pieces.store(s, seat, 1 if s.seats[seat].store[0] else 0)
        if outlook(s, seat, now) >= best:
            return
        copy_row(states, i, kept, 0)
        s.happened = 0
    if place >= 0:
        pieces.on(s, seat, place)
    else:
        pieces.leave(s, seat)


@kernel
def best_pick(states, i, seat):
    """A decoration of one's choice comes before the scoring."""
    s = state.state(states, i)
    kept = a_row()
    copy_row(kept, 0, states, i)
    best = -np.inf
    for kind in range(6):
        if s.decorations[kind]:
            s.happened = 0
            pieces.from_supply(s, seat, kind, state.FROM_COURT)
            lay_well(states, i, seat, 0)
            best = max(best, best_space(states, i, seat))
            copy_row(states, i, kept, 0)
    return best


@kernel
def best_reward(states, i, seat):
    """An emptied segment gives a piece."""
    s = state.state(states, i)
    kept = a_row()
    copy_row(kept, 0, states, i)
    best = outlook(s, seat, 0)
    for which in range(2):
        if not pieces.refuse_reward(s, which):
            s.happened = 0
            pieces.take_reward(s, seat, which)
            lay_well(states, i, seat, 0)
            best = max(best, outlook(s, seat, 0))
            copy_row(states, i, kept, 0)
    return best


@kernel
def best_purchase(states, i, seat, location):
    """Buy on from a segment, always the brick that helps most, and stop where that was best: two may do what one can't."""
    s = state.state(states, i)
    kept = a_row()
    copy_row(kept, 0, states, i)
    q, on = s.seats[seat], wheel.segment_at(s, location)
    best = outlook(s, seat, 0) if s.question == state.BRICK and s.bricks_bought else -np.inf
    s.segment = location
    while True:
        most, choice, left = -np.inf, state.NONE, 0
        for colour in range(6):
            left += s.wheel[on, colour]
            if wheel.affordable(s, seat, location, colour):
                q.bricks[colour] += 1
                q.coins -= PRICE[colour, location]
                found = outlook(s, seat, 0)
                q.bricks[colour] -= 1
                q.coins += PRICE[colour, location]
                if found > most:
                    most, choice = found, colour
        if choice < 0:
            break
        q.bricks[choice] += 1
        q.coins -= PRICE[choice, location]
        s.wheel[on, choice] -= 1
        best = max(best, best_reward(states, i, seat) if s.advanced and left == 1 else most)
    copy_row(states, i, kept, 0)
    return best


@kernel
def finish_building(states, i, seat):
    """Pay with the least useful bricks that the city takes, and choose the best improvement."""
    s = state.state(states, i)
    while s.question == state.PAY:
        colour = s.site
        while colour > 0 and not s.seats[seat].bricks[colour]:
            colour -= 1
        s.happened = 0
        if s.seats[seat].bricks[colour]:
            building.give(s, seat, colour, 1)
        else:
            building.give(s, seat, s.site + 1, 2)
        building.pay_what_is_clear(s, seat)
    if s.question != state.IMPROVE:
        return outlook(s, seat, 0)
    kept = a_row()
    copy_row(kept, 0, states, i)
    best = -np.inf
    for place in range(state.PLACES):
        if not building.refuse_improve(s, seat, place):
            s.happened = 0
            building.improve(s, seat, place)
            best = max(best, outlook(s, seat, 0))
            copy_row(states, i, kept, 0)
    return best


@kernel
def best_site(states, i, seat):
    """A tile was chosen: the best city for it, or the best building that a monument may replace."""
    s = state.state(states, i)
    kept = a_row()
    copy_row(kept, 0, states, i)
    best = -np.inf
    for city in range(6):
        if not building.refuse_city(s, seat, city):
            s.happened = 0
            building.choose_site(s, seat, city, state.NONE)
            best = max(best, finish_building(states, i, seat))
            copy_row(states, i, kept, 0)
    for tile in range(MONUMENT):
        if not building.refuse_upgrade(s, seat, tile):
            s.happened = 0
            building.choose_site(s, seat, s.city[tile], tile)
            best = max(best, finish_building(states, i, seat))
            copy_row(states, i, kept, 0)
    return best


@kernel
def after_choice(states, i, seat):
    """The outlook when the seat answers a question well that lays nothing; what follows from it too."""
    s = state.state(states, i)
    question = s.question
    if question == state.TURN:
        return outlook(s, seat, 1)
    if question == state.BUY:
        best = -np.inf
        for location in range(6):
            best = max(best, best_purchase(states, i, seat, location))
        return best
    if question == state.BRICK:
        return best_purchase(states, i, seat, s.segment)
    if question == state.CITY:
        return best_site(states, i, seat)
    if question == state.SPACE:
        return best_space(states, i, seat)
    if question == state.REWARD:
        return best_reward(states, i, seat)
    if question == state.PICK:
        return best_pick(states, i, seat)
    if question == state.PAY or question == state.IMPROVE:
        return finish_building(states, i, seat)
    return outlook(s, seat, 0)


@kernel
def after_best_answer(states, i, seat):
    """The outlook when the seat answers its question, and what follows from it, well: first what waits is laid."""
    s = state.state(states, i)
    kept = a_row()
    copy_row(kept, 0, states, i)
    while s.question == state.LAY:
        free = s.origin == state.FROM_PURCHASE or s.origin == state.FROM_WAREHOUSE
        lay_well(states, i, seat, 1 if free and s.resume == state.TURN else 0)
    total = after_choice(states, i, seat)
    copy_row(states, i, kept, 0)
    return total


@kernel
def own_points(states, i, seat):
    s = state.state(states, i)
    if s.question == state.OVER:
        return s.seats[seat].points + 1e-3 * ending.bricks_left(s.seats[seat])
    return after_best_answer(states, i, seat) if s.asked == seat else outlook(s, seat, 0)


@entry(VALUE)
def value(states, i, seat):
    s = state.state(states, i)
    own = own_points(states, i, seat)
    if s.question == state.OVER:
        return own
    rival, chance = 0.0, by_space()
    for other in range(s.players):
        if other != seat:
            rival = max(rival, prospects(s, other, turns_left(s, other, 1 if other == s.asked else 0), chance))
    return own - ENVY * rival
