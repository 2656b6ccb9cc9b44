"""The rules put together: what is offered, why something is not, and what an answer does."""

from mecenate.core.entries import entry
from mecenate.core.kernel import LEGAL, REDEAL, RESULT, SETUP, STEP, WHY, kernel
from mecenate.core.offers import clear, count, offer
from mecenate.core.rng import mix
from mecenate.games.carrara import building, court, ending, hidden, pieces, setup, turn, wheel
from mecenate.games.carrara.actions import (
    A_BRICK,
    A_BUILD,
    A_CITY,
    A_DECLINE,
    A_DISCARD,
    A_DONE,
    A_END,
    A_FOLLOW,
    A_IMPROVE,
    A_INNER,
    A_LANDSCAPE,
    A_LEAVE,
    A_MONUMENT,
    A_MOVE,
    A_ON,
    A_PAIR,
    A_PASS,
    A_PAY,
    A_PICK,
    A_PURCHASE,
    A_REWARD,
    A_SCORE,
    A_SEGMENT,
    A_SPACE,
    A_STORE,
    A_TURN,
    A_UPGRADE,
)
from mecenate.games.carrara.reasons import ANSWER_VISIT, NO_VISIT, NOT_ASKED, OFFERED, PIECE_GONE
from mecenate.games.carrara.state import (
    ACTED,
    BRICK,
    BUY,
    CITY,
    FROM_COURT,
    GOLD,
    IMPROVE,
    LAY,
    MONUMENT,
    NONE,
    OVER,
    P_LAND,
    PAY,
    PICK,
    PLACES,
    REST,
    REWARD,
    SPACE,
    SPACES,
    TILES,
    TURN,
    state,
)


@kernel
def offer_answers(s, mask):
    """Set the bit of every answer that the seat may give."""
    clear(mask)
    seat, question = s.asked, s.question
    if question == TURN:
        offer_turn(s, seat, mask)
    elif question == BUY:
        for location in range(6):
            if not wheel.refuse_segment(s, seat, location):
                offer(mask, A_SEGMENT + location)
    elif question == BRICK:
        for colour in range(6):
            if not wheel.refuse_brick(s, seat, colour):
                offer(mask, A_BRICK + colour)
        if not wheel.refuse_done(s):
            offer(mask, A_DONE)
    elif question == CITY:
        for city in range(6):
            if not building.refuse_city(s, seat, city):
                offer(mask, A_CITY + city)
        if s.tile >= MONUMENT:
            first = (s.tile - MONUMENT) * 6
            for tile in range(first, first + 6):
                if not building.refuse_upgrade(s, seat, tile):
                    offer(mask, A_UPGRADE + tile)
    elif question == PAY:
        for colour in range(6):
            if not building.refuse_pay(s, seat, colour):
                offer(mask, A_PAY + colour)
            if not building.refuse_pair(s, seat, colour):
                offer(mask, A_PAIR + colour)
    elif question == IMPROVE:
        for place in range(PLACES):
            if not building.refuse_improve(s, seat, place):
                offer(mask, A_IMPROVE + place if place < P_LAND else A_LANDSCAPE + place - P_LAND)
    elif question == SPACE:
        for space in range(SPACES):
            if not court.refuse_space(s, seat, space, 0):
                offer(mask, A_SPACE + space)
    elif question == REWARD:
        for which in range(3):
            if not pieces.refuse_reward(s, which):
                offer(mask, A_REWARD + which)
    elif question == PICK:
        for kind in range(6):
            if s.decorations[kind]:
                offer(mask, A_PICK + kind)
    elif question == LAY:
        offer_places(s, seat, mask)
    elif question == REST:
        offer(mask, A_END)
    if pieces.at_any_time(s):
        offer_free(s, seat, mask)


@kernel
def offer_turn(s, seat, mask):
    if court.owes_answer(s, seat):
        if not court.refuse_follow(s, seat):
            offer(mask, A_FOLLOW)
        offer(mask, A_DECLINE)
        return
    if not wheel.refuse_turn(s):
        offer(mask, A_TURN)
    if not wheel.refuse_inner(s):
        offer(mask, A_INNER)
    for location in range(6):
        if not wheel.refuse_still(s, seat, location):
            offer(mask, A_SEGMENT + location)
    most = building.means(s.seats[seat])
    for k in range(9):
        tile = s.display[k]
        if tile >= 0 and most >= building.VALUE[tile] and not (tile % 6 == 3 and building.on_display(s, tile - 1)):
            offer(mask, A_BUILD + tile)
    for kind in range(6):
        if not building.refuse_monument(s, seat, kind, most):
            offer(mask, A_MONUMENT + kind)
    possible = court.has_space(s, seat, 0)
    for bonus in range(5):
        if not court.refuse_score(s, seat, bonus, possible):
            offer(mask, A_SCORE + bonus)
    offer(mask, A_PASS)


@kernel
def offer_free(s, seat, mask):
    """Advanced: moving a stored piece and purchasing one."""
    if not s.advanced:
        return
    found = pieces.room(s, seat)
    for warehouse in range(2):
        if not pieces.refuse_move(s, seat, warehouse, found):
            offer(mask, A_MOVE + warehouse)
    for piece in range(GOLD):
        if not pieces.refuse_purchase(s, seat, piece, found):
            offer(mask, A_PURCHASE + piece)


@kernel
def offer_places(s, seat, mask):
    for tile in range(TILES):
        if s.owner[tile] == seat and not pieces.refuse_on(s, seat, tile):
            offer(mask, A_ON + tile)
    if not pieces.refuse_store(s, seat):
        offer(mask, A_STORE)
    if not pieces.refuse_discard(s, seat):
        offer(mask, A_DISCARD)
        offer(mask, A_DISCARD + 1)
    if not pieces.refuse_elsewhere(s, seat):
        offer(mask, A_LEAVE)


@kernel
def refusal(s, action):
    """The reason why an answer is not offered, 0 if it is: the same predicates as the mask's, for one answer."""
    seat, question = s.asked, s.question
    if pieces.at_any_time(s) and is_free(action):
        return refuse_free(s, seat, action)
    if question == TURN:
        return refuse_turn(s, seat, action)
    if question == BUY and A_SEGMENT <= action < A_SEGMENT + 6:
        return wheel.refuse_segment(s, seat, action - A_SEGMENT)
    if question == BRICK and A_BRICK <= action < A_BRICK + 6:
        return wheel.refuse_brick(s, seat, action - A_BRICK)
    if question == BRICK and action == A_DONE:
        return wheel.refuse_done(s)
    if question == CITY and A_CITY <= action < A_CITY + 6:
        return building.refuse_city(s, seat, action - A_CITY)
    if question == CITY and A_UPGRADE <= action < A_UPGRADE + 36:
        return building.refuse_upgrade(s, seat, action - A_UPGRADE)
    if question == PAY and A_PAY <= action < A_PAY + 6:
        return building.refuse_pay(s, seat, action - A_PAY)
    if question == PAY and A_PAIR <= action < A_PAIR + 6:
        return building.refuse_pair(s, seat, action - A_PAIR)
    if question == IMPROVE and A_IMPROVE <= action < A_IMPROVE + 6:
        return building.refuse_improve(s, seat, action - A_IMPROVE)
    if question == IMPROVE and A_LANDSCAPE <= action < A_LANDSCAPE + 2:
        return building.refuse_improve(s, seat, P_LAND + action - A_LANDSCAPE)
    if question == SPACE and A_SPACE <= action < A_SPACE + SPACES:
        return court.refuse_space(s, seat, action - A_SPACE, 0)
    if question == REWARD and A_REWARD <= action < A_REWARD + 3:
        return pieces.refuse_reward(s, action - A_REWARD)
    if question == PICK and A_PICK <= action < A_PICK + 6:
        return OFFERED if s.decorations[action - A_PICK] else PIECE_GONE
    if question == LAY:
        return refuse_lay(s, seat, action)
    return OFFERED if question == REST and action == A_END else NOT_ASKED


@kernel
def refuse_turn(s, seat, action):
    if action == A_FOLLOW:
        return court.refuse_follow(s, seat)
    if action == A_DECLINE:
        return OFFERED if court.owes_answer(s, seat) else NO_VISIT
    reason = refuse_an_action(s, seat, action)
    if reason != NOT_ASKED and court.owes_answer(s, seat):
        return ANSWER_VISIT
    return reason


@kernel
def refuse_an_action(s, seat, action):
    if action == A_TURN:
        return wheel.refuse_turn(s)
    if action == A_INNER:
        return wheel.refuse_inner(s)
    if A_SEGMENT <= action < A_SEGMENT + 6:
        return wheel.refuse_still(s, seat, action - A_SEGMENT)
    if A_BUILD <= action < A_BUILD + 36:
        return building.refuse_build(s, seat, action - A_BUILD)
    if A_MONUMENT <= action < A_MONUMENT + 6:
        return building.refuse_monument(s, seat, action - A_MONUMENT, building.means(s.seats[seat]))
    if A_SCORE <= action < A_SCORE + 5:
        return court.refuse_score(s, seat, action - A_SCORE, court.has_space(s, seat, 0))
    return OFFERED if action == A_PASS else NOT_ASKED


@kernel
def is_free(action):
    return A_MOVE <= action < A_MOVE + 2 or A_PURCHASE <= action < A_PURCHASE + GOLD


@kernel
def refuse_free(s, seat, action):
    if A_MOVE <= action < A_MOVE + 2:
        return pieces.refuse_move(s, seat, action - A_MOVE, pieces.room(s, seat))
    return pieces.refuse_purchase(s, seat, action - A_PURCHASE, pieces.room(s, seat))


@kernel
def refuse_lay(s, seat, action):
    if A_ON <= action < A_ON + TILES:
        return pieces.refuse_on(s, seat, action - A_ON)
    if action == A_STORE:
        return pieces.refuse_store(s, seat)
    if A_DISCARD <= action < A_DISCARD + 2:
        return pieces.refuse_discard(s, seat)
    return pieces.refuse_elsewhere(s, seat) if action == A_LEAVE else NOT_ASKED


@kernel
def answer(s, action):
    """Carry out an offered answer, up to the next question."""
    s.happened = 0
    s.revealed = 0
    s.ply += 1
    seat, question = s.asked, s.question
    if is_free(action):
        answer_free(s, seat, action)
    elif question == TURN or question == BUY or question == REST:
        answer_turn(s, seat, action)
    elif question == BRICK:
        if action == A_DONE:
            wheel.finish(s)
        else:
            wheel.buy(s, seat, action - A_BRICK)
    elif question == CITY:
        if action < A_MONUMENT:
            building.choose_site(s, seat, action - A_CITY, NONE)
        else:
            building.choose_site(s, seat, s.city[action - A_UPGRADE], action - A_UPGRADE)
    elif question == PAY:
        if action < A_PAIR:
            building.give(s, seat, action - A_PAY, 1)
        else:
            building.give(s, seat, action - A_PAIR, 2)
        building.pay_what_is_clear(s, seat)
    elif question == IMPROVE:
        building.improve(s, seat, action - A_IMPROVE if action < A_LANDSCAPE else P_LAND + action - A_LANDSCAPE)
    elif question == SPACE:
        court.score_space(s, seat, action - A_SPACE)
    elif question == REWARD:
        pieces.take_reward(s, seat, action - A_REWARD)
    elif question == PICK:
        pieces.from_supply(s, seat, action - A_PICK, FROM_COURT)
    else:
        answer_lay(s, seat, action)
    settle(s)
    if s.asked != seat:
        s.revealed = 1


@kernel
def answer_free(s, seat, action):
    if A_MOVE <= action < A_MOVE + 2:
        pieces.move(s, seat, action - A_MOVE)
    else:
        pieces.purchase(s, seat, action - A_PURCHASE)


@kernel
def answer_turn(s, seat, action):
    if action == A_DECLINE:
        court.decline(s, seat)
        return
    if action == A_END:
        turn.end(s, seat)
        return
    if action == A_PASS:
        turn.pass_turn(s, seat)
        return
    if action == A_TURN:
        wheel.turn(s, seat)
        return
    if action == A_INNER:
        wheel.turn_inner(s, seat)
        return
    s.idle = 0
    if A_SEGMENT <= action < A_SEGMENT + 6:
        wheel.choose_segment(s, action - A_SEGMENT)
    elif A_BUILD <= action < A_BUILD + 36:
        building.choose_tile(s, action - A_BUILD)
    elif A_MONUMENT <= action < A_MONUMENT + 6:
        building.choose_tile(s, MONUMENT + action - A_MONUMENT)
    elif action == A_FOLLOW:
        court.follow(s, seat)
    else:
        court.visit(s, seat, action - A_SCORE)


@kernel
def answer_lay(s, seat, action):
    if A_ON <= action < A_ON + TILES:
        pieces.on(s, seat, action - A_ON)
    elif action == A_STORE:
        pieces.store(s, seat, 1 if s.seats[seat].store[0] else 0)
    elif action == A_LEAVE:
        pieces.leave(s, seat)
    else:
        pieces.discard(s, seat, action - A_DISCARD)


@kernel
def settle(s):
    """Go on by oneself until somebody has to be asked."""
    while s.question < 0:
        if s.question == ACTED:
            turn.acted(s)
        else:
            turn.next_seat(s)


@entry(SETUP)
def start(states, i, seed, options):
    states[i] = 0
    s = state(states, i)
    s.rng = mix(seed)
    setup.lay_out(s, options)


@entry(LEGAL)
def legal(states, i, mask):
    s = state(states, i)
    if s.question == OVER:
        clear(mask)
        return 0
    offer_answers(s, mask)
    return count(mask)


@entry(STEP)
def step(states, i, action):
    answer(state(states, i), action)


@entry(WHY)
def why(states, i, action):
    s = state(states, i)
    return NOT_ASKED if s.question == OVER else refusal(s, action)


@entry(REDEAL)
def redeal(states, i, seat, seed):
    hidden.redeal(state(states, i), seed)


@entry(RESULT)
def result(states, i, out):
    ending.ranking(state(states, i), out)
