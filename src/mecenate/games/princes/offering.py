"""What may be answered: the mask of all answers, and for a single one the reason why it is not among them."""

import numpy as np

from mecenate.core.kernel import kernel
from mecenate.core.offers import ONE, clear, offer, offer_bits
from mecenate.games.princes import auction, cards, characters, cooperation, ending, objects, setup, tiles, turn, works
from mecenate.games.princes.actions import (
    A_ACCEPT,
    A_BACK,
    A_BID,
    A_BONUS,
    A_BUILD,
    A_CHOOSE,
    A_CONVERT,
    A_COOPERATE,
    A_COUNTER,
    A_DISCARD,
    A_END,
    A_FINISH,
    A_FREE,
    A_FREEDOM,
    A_KEEP,
    A_MARKER,
    A_MERCHANT,
    A_NOTHING,
    A_OPEN,
    A_PASS,
    A_PAY,
    A_PLACE,
    A_PLAY,
    A_PRICE,
    A_PRINCESS,
    A_PROFESSION,
    A_PROFESSOR,
    A_RECRUIT,
    A_REFUSE,
    A_REST,
    A_SPACES,
    A_TAKE,
    A_UNDER,
    A_WAIT,
    A_WITHDRAW,
    A_WORK,
    PARTNER_PRICES,
)
from mecenate.games.princes.reasons import NO_MOVING_BACK, NO_PRESTIGE, NOT_ASKED, OFFERED, PAY_EXCEEDED, TOO_POOR
from mecenate.games.princes.state import (
    ACROSS,
    ACTION,
    BID,
    BONUS,
    CHOOSE,
    CONVERT,
    COUNTER,
    COUNTERED,
    COURT,
    DECK_START,
    DISCARD,
    EXCHANGE,
    KEEP,
    OPEN,
    OVER,
    PAYMENT,
    PLACE,
    PRESTIGE,
    PRICE,
    PRINCESS,
    RECRUIT,
    REPLY,
    RIGHT,
    SPACES,
    STACKS,
    TAKE,
    UNDER,
    USE,
)

STARTS = DECK_START
MOST_SPACES = 63


@kernel
def offer_answers(s, mask):
    """Set the bit of every answer that the seat may give."""
    clear(mask)
    seat = s.asked
    question = s.question
    if question == OVER:
        return
    q = s.seats[seat]
    if question == PLACE:
        free = cooperation.ground(s, seat) if s.piece < objects.TILE else tiles.free_for(q, False, True)
        for orientation in range(8):
            if tiles.SHAPE[s.piece, orientation]:
                mask[orientation] = tiles.anchors(free, s.piece, orientation)
    elif question == ACTION:
        offer_actions(s, seat, mask)
    elif question == BID:
        offer(mask, A_PASS)
        if not auction.refuse_purchase(s, seat, s.stack, s.bid + auction.STEP):
            offer(mask, A_BID)
    elif question == OPEN or question == TAKE:
        first = A_OPEN if question == OPEN else A_TAKE
        for stack in range(STACKS):
            if not auction.refuse_purchase(s, seat, stack, auction.base_price(s)):
                offer(mask, first + stack)
        offer(mask, A_WITHDRAW if question == OPEN else A_NOTHING)
    elif question == KEEP or question == UNDER:
        first = A_KEEP if question == KEEP else A_UNDER
        for k in range(s.looked):
            offer(mask, first + STARTS[s.looking] + s.look[k])
        if question == UNDER:
            offer(mask, A_REST)
    elif question == CONVERT:
        mask[A_CONVERT >> 6] = up_to(works.most_converted(s))
    elif question == SPACES:
        mask[A_SPACES >> 6] = up_to(min(q.prestige, MOST_SPACES)) & ~ONE
    elif question == BONUS:
        offer_bits(mask, A_PLAY, q.bonus_cards)
        if not works.refuse_finish(s):
            offer(mask, A_FINISH)
    elif question == RECRUIT:
        offer_bits(mask, A_RECRUIT, objects.face_up(s, seat))
        offer(mask, A_WAIT)
    elif question == CHOOSE:
        for kind in range(3):
            if not objects.refuse_landscape(s, q, kind):
                offer(mask, A_CHOOSE + kind)
    elif question == DISCARD:
        offer_bits(mask, A_DISCARD, q.hand)
    elif s.characters and (question == PAYMENT or question == COURT or question == USE or question == EXCHANGE):
        offer_court(s, seat, mask)
    else:
        offer_partnership(s, seat, mask)
    if deciding(s):
        offer_any_time(s, seat, mask)


@kernel
def up_to(most):
    """The bits 0 to `most`, which may be 63."""
    return (ONE << np.uint64(most)) * np.uint64(2) - ONE


@kernel
def offer_court(s, seat, mask):
    """What the characters ask."""
    if s.question == COURT:
        for space in range(characters.BIDDING_SPACES):
            if not characters.refuse_marker(s, seat, space):
                offer(mask, A_MARKER + space)
        offer(mask, A_PASS)
    elif s.question == PAYMENT:
        offer(mask, A_FREE)
        offer(mask, A_PAY)
    elif s.question == USE:
        offer(mask, A_WAIT)
    else:
        mask[A_CONVERT >> 6] = up_to(ending.most_exchanged(s, seat))


@kernel
def offer_partnership(s, seat, mask):
    """What building together asks."""
    if s.question == ACROSS:
        left = cooperation.left_board(s, seat)
        ground_left = cooperation.shared_ground(s, left)
        ground_right = cooperation.shared_ground(s, cooperation.neighbour(s, left, RIGHT))
        for orientation in range(8):
            if tiles.SHAPE[s.piece, orientation]:
                mask[orientation] = cooperation.crossings(ground_left, ground_right, s.piece, orientation)
    elif s.question == PRICE or s.question == COUNTER:
        for hundreds in range(PARTNER_PRICES):
            if not refuse_price(s, seat, cooperation.STEP * hundreds):
                offer(mask, A_PRICE + hundreds)
    else:
        if not cooperation.refuse_accept(s):
            offer(mask, A_ACCEPT)
        if s.question == REPLY and not cooperation.refuse_another_price(s, seat):
            offer(mask, A_COUNTER)
        offer(mask, A_REFUSE)


@kernel
def refuse_price(s, seat, price):
    return cooperation.refuse_price(s, seat, price) if s.question == PRICE else cooperation.refuse_counter(s, seat, price)


@kernel
def offer_any_time(s, seat, mask):
    """Moving back, and the characters that may be used at any time."""
    q = s.seats[seat]
    if q.prestige > 0 and s.florins_back and s.question != USE:
        offer(mask, A_BACK)
    if q.character:
        if not characters.refuse_merchant(s, seat):
            offer(mask, A_MERCHANT)
        for kind in range(2):
            if not characters.refuse_professor(s, seat, PRESTIGE + kind):
                offer(mask, A_PROFESSOR + kind)


@kernel
def offer_actions(s, seat, mask):
    q = s.seats[seat]
    if s.actions_left:
        offer_bits(mask, A_WORK, turn.works_open(s, seat))
        ground = cooperation.ground(s, seat)
        for building in range(10):
            if not turn.refuse_build_on(s, seat, building, ground):
                offer(mask, A_BUILD + building)
        for freedom in range(3):
            if not turn.refuse_freedom(s, seat, freedom):
                offer(mask, A_FREEDOM + freedom)
        if not turn.refuse_profession(s, seat):
            offer(mask, A_PROFESSION)
        if not turn.refuse_bonus(s, seat):
            offer(mask, A_BONUS)
        if q.character == PRINCESS + 1 and not works.refuse_princess(s, seat):
            offer(mask, A_PRINCESS)
        if s.cooperation:
            for side in range(2):
                for building in range(10):
                    if not cooperation.refuse_cooperate(s, seat, side, building):
                        offer(mask, A_COOPERATE + side * 10 + building)
    if q.recruiting_hand:
        offer_bits(mask, A_RECRUIT, objects.face_up(s, seat))
    offer(mask, A_END)


@kernel
def deciding(s):
    """What may be done at any time is offered whenever the seat decides what to do next."""
    question = s.question
    usual = question == OPEN or question == BID or question == TAKE or question == ACTION
    return usual or question == COURT or question == USE


@kernel
def refusal(s, action):
    """The reason why an answer is not offered, 0 if it is: the same predicates as the mask's, for one answer."""
    seat, question = s.asked, s.question
    if question == OVER:
        return NOT_ASKED
    q = s.seats[seat]
    if action == A_BACK:
        if not deciding(s) or question == USE:
            return NOT_ASKED
        if not s.florins_back:
            return NO_MOVING_BACK
        return OFFERED if q.prestige > 0 else NO_PRESTIGE
    if A_MERCHANT <= action < A_PROFESSOR + 2:
        if not s.characters or not deciding(s):
            return NOT_ASKED
        if action == A_MERCHANT:
            return characters.refuse_merchant(s, seat)
        return characters.refuse_professor(s, seat, PRESTIGE + action - A_PROFESSOR)
    if question == ACTION:
        return refuse_action(s, seat, action)
    if question > OVER:
        return refuse_expansion(s, seat, action)
    if question == PLACE and A_PLACE <= action < A_PLACE + 512:
        return turn.refuse_place(s, seat, action - A_PLACE)
    if question == CONVERT and A_CONVERT <= action < A_CONVERT + 64:
        return OFFERED if action - A_CONVERT <= works.most_converted(s) else PAY_EXCEEDED
    if question == SPACES and A_SPACES <= action < A_SPACES + 64:
        return OFFERED if 0 < action - A_SPACES <= q.prestige else NO_PRESTIGE
    if question == DISCARD and A_DISCARD <= action < A_DISCARD + 21:
        return setup.refuse_discard(s, seat, action - A_DISCARD)
    if question == KEEP and A_KEEP <= action < A_KEEP + 55:
        return cards.refuse_drawn(s, action - A_KEEP)
    if question == UNDER and A_UNDER <= action < A_UNDER + 55:
        return cards.refuse_drawn(s, action - A_UNDER)
    if question == UNDER and action == A_REST:
        return OFFERED
    if question == OPEN and A_OPEN <= action < A_OPEN + STACKS:
        return auction.refuse_purchase(s, seat, action - A_OPEN, auction.base_price(s))
    if question == TAKE and A_TAKE <= action < A_TAKE + STACKS:
        return auction.refuse_purchase(s, seat, action - A_TAKE, auction.base_price(s))
    if (question == OPEN and action == A_WITHDRAW) or (question == TAKE and action == A_NOTHING):
        return OFFERED
    if question == BID and action == A_PASS:
        return OFFERED
    if question == BID and action == A_BID:
        return auction.refuse_purchase(s, seat, s.stack, s.bid + auction.STEP)
    if question == CHOOSE and A_CHOOSE <= action < A_CHOOSE + 3:
        return objects.refuse_landscape(s, q, action - A_CHOOSE)
    if question == RECRUIT and A_RECRUIT <= action < A_RECRUIT + 21:
        return objects.refuse_recruit(s, seat, action - A_RECRUIT)
    if question == RECRUIT and action == A_WAIT:
        return OFFERED
    if question == BONUS and A_PLAY <= action < A_PLAY + 20:
        return works.refuse_bonus(s, seat, action - A_PLAY)
    if question == BONUS and action == A_FINISH:
        return works.refuse_finish(s)
    return NOT_ASKED


@kernel
def refuse_expansion(s, seat, action):
    """The same for the questions of the two expansions."""
    question = s.question
    if question == COURT and A_MARKER <= action < A_MARKER + characters.BIDDING_SPACES:
        return characters.refuse_marker(s, seat, action - A_MARKER)
    if question == COURT and action == A_PASS:
        return OFFERED
    if question == PAYMENT and (action == A_FREE or action == A_PAY):
        return OFFERED
    if question == USE and action == A_WAIT:
        return OFFERED
    if question == EXCHANGE and A_CONVERT <= action < A_CONVERT + 64:
        return OFFERED if action - A_CONVERT <= ending.most_exchanged(s, seat) else TOO_POOR
    if question == ACROSS and A_PLACE <= action < A_PLACE + 512:
        return cooperation.refuse_across(s, seat, action - A_PLACE)
    if (question == PRICE or question == COUNTER) and A_PRICE <= action < A_PRICE + PARTNER_PRICES:
        return refuse_price(s, seat, cooperation.STEP * (action - A_PRICE))
    if (question == REPLY or question == COUNTERED) and action == A_ACCEPT:
        return cooperation.refuse_accept(s)
    if (question == REPLY or question == COUNTERED) and action == A_REFUSE:
        return OFFERED
    if question == REPLY and action == A_COUNTER:
        return cooperation.refuse_another_price(s, seat)
    return NOT_ASKED


@kernel
def refuse_action(s, seat, action):
    if A_RECRUIT <= action < A_RECRUIT + 21:
        return objects.refuse_recruit(s, seat, action - A_RECRUIT)
    if action == A_PRINCESS and s.characters:
        return works.refuse_princess(s, seat)
    if A_COOPERATE <= action < A_COOPERATE + 20:
        return cooperation.refuse_cooperate(s, seat, (action - A_COOPERATE) // 10, (action - A_COOPERATE) % 10)
    if A_WORK <= action < A_WORK + 21:
        return works.refuse_work(s, seat, action - A_WORK)
    if A_BUILD <= action < A_BUILD + 10:
        return turn.refuse_build(s, seat, action - A_BUILD)
    if A_FREEDOM <= action < A_FREEDOM + 3:
        return turn.refuse_freedom(s, seat, action - A_FREEDOM)
    if action == A_PROFESSION:
        return turn.refuse_profession(s, seat)
    if action == A_BONUS:
        return turn.refuse_bonus(s, seat)
    if action == A_END:
        return OFFERED
    return NOT_ASKED
