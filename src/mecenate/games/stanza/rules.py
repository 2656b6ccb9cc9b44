"""The rules put together: what is offered, why something is not, and what an answer does."""

from mecenate.core.entries import entry
from mecenate.core.kernel import LEGAL, REDEAL, RESULT, SETUP, STEP, WHY, kernel
from mecenate.core.offers import clear, count, offer, offer_bits
from mecenate.core.rng import mix
from mecenate.games.stanza import activation, bonus, ending, halls, hidden, income, movement, setup, turn
from mecenate.games.stanza.actions import (
    A_ACTIVATE,
    A_ARRANGE,
    A_ARTWORK,
    A_AT,
    A_BOOK,
    A_DISC,
    A_DISMISS,
    A_ENOUGH,
    A_EXIT,
    A_FAVOUR,
    A_GIFT,
    A_HIRE,
    A_INCOME,
    A_MASTERPIECE,
    A_MOVE,
    A_PASS,
    A_PERSON,
    A_RAISE,
    A_RETURN,
    A_SLOT,
    A_SPEND,
    A_STRENGTH,
    A_TILE,
)
from mecenate.games.stanza.reasons import NOT_ASKED, OFFERED
from mecenate.games.stanza.state import (
    ARTWORK,
    BOOK,
    CHOICE,
    DISC,
    FAVOUR,
    GIFT,
    HIRE,
    MOVE,
    NEXT_EFFECT,
    OVER,
    PERSON,
    RECRUITS,
    RETURN,
    SLOT,
    SPACES,
    SPEND,
    STRENGTH,
    TILE,
    WORKERS,
    WORKPLACE,
    state,
)

# By question: the first number of its answers, and how many there are; a few questions have more, see below.
FIRST = (
    A_ARRANGE, A_MOVE, A_ACTIVATE, A_FAVOUR, A_HIRE, A_AT, A_STRENGTH, A_BOOK, A_DISC, A_GIFT, A_ARTWORK, A_TILE, A_SPEND,
    A_PERSON, A_SLOT, A_RETURN,
)  # fmt: skip
SIZE = (5, 16, 5, 5, RECRUITS, WORKERS, 4, 5, 5, 5, 3, 20, 5, SPACES, RECRUITS, 5)


@kernel
def refuse_main(s, seat, k):
    """Why the k-th of the main answers to the question is refused, 0 if it is not."""
    question = s.question
    if question == MOVE:
        return movement.refuse_move(s, seat, k)
    if question == CHOICE:
        return activation.refuse_activate(s, seat, k)
    if question == FAVOUR:
        return activation.refuse_favour(s, seat, k)
    if question == HIRE:
        return activation.refuse_hire(s, seat, k)
    if question == WORKPLACE:
        return activation.refuse_workplace(s, seat, k)
    if question == STRENGTH:
        return activation.refuse_strength(s, k)
    if question == BOOK:
        return halls.refuse_book(s, seat, k)
    if question == DISC:
        return halls.refuse_disc(s, seat, k)
    if question == GIFT:
        return halls.refuse_gift(s, k)
    if question == ARTWORK:
        return halls.refuse_artwork(s, k)
    if question == TILE:
        return bonus.refuse_tile(s, seat, k)
    if question == SPEND:
        return bonus.refuse_spend(s, seat, k)
    if question == PERSON:
        return bonus.refuse_person(s, k)
    if question == SLOT:
        return OFFERED
    if question == RETURN:
        return halls.refuse_return(s, seat, k)
    return setup.refuse_arrange(s, seat, k)


@kernel
def refuse_more(s, seat, action):
    """Why one of the other answers is refused: staying, leaving, income, enough, dismissing, raising, masterpieces."""
    question = s.question
    if question == MOVE:
        if action == A_PASS:
            return movement.refuse_stay(s, seat)
        if action == A_EXIT:
            return movement.refuse_exit(s)
    elif question == CHOICE:
        if action == A_INCOME:
            return income.refuse_income(s, seat)
        if action == A_PASS:
            return OFFERED
    elif question == HIRE:
        if action == A_ENOUGH:
            return activation.refuse_enough(s)
        if A_DISMISS <= action < A_DISMISS + WORKERS:
            return activation.refuse_dismiss(s, seat, action - A_DISMISS)
    elif question == STRENGTH:
        if A_RAISE <= action < A_RAISE + 2:
            return activation.refuse_raise(s, seat, action - A_RAISE)
        if A_MASTERPIECE <= action < A_MASTERPIECE + 4:
            return activation.refuse_masterpiece(s, seat, action - A_MASTERPIECE)
    return NOT_ASKED


@kernel
def refusal(s, action):
    """The reason why an answer is not offered, 0 if it is."""
    if s.question == OVER:
        return NOT_ASKED
    k = action - FIRST[s.question]
    if 0 <= k < SIZE[s.question]:
        return refuse_main(s, s.asked, k)
    return refuse_more(s, s.asked, action)


@kernel
def offer_answers(s, mask):
    """Set the bit of every answer that the seat may give."""
    clear(mask)
    seat, question = s.asked, s.question
    if question == OVER:
        return
    if question == MOVE:
        spaces = movement.reach(s, seat)
        offer_bits(mask, A_MOVE, spaces)
        if not spaces:
            offer(mask, A_PASS)
        if not movement.refuse_exit(s):
            offer(mask, A_EXIT)
        return
    for k in range(SIZE[question]):
        if not refuse_main(s, seat, k):
            offer(mask, FIRST[question] + k)
    if question == CHOICE:
        if not income.refuse_income(s, seat):
            offer(mask, A_INCOME)
        offer(mask, A_PASS)
    elif question == HIRE:
        if s.hired:
            offer(mask, A_ENOUGH)
        elif s.expert:
            for space in range(WORKERS):
                if not activation.refuse_dismiss(s, seat, space):
                    offer(mask, A_DISMISS + space)
    elif question == STRENGTH:
        for how in range(2):
            if not activation.refuse_raise(s, seat, how):
                offer(mask, A_RAISE + how)
        for which in range(4):
            if not activation.refuse_masterpiece(s, seat, which):
                offer(mask, A_MASTERPIECE + which)


@kernel
def answer(s, action):
    """Carry out an offered answer, up to the next question."""
    s.happened = 0
    s.revealed = 0
    s.ply += 1
    seat, question = s.asked, s.question
    k = action - FIRST[question]
    if 0 <= k < SIZE[question]:
        answer_main(s, seat, k)
    elif action == A_PASS:
        if question == MOVE:
            movement.stay(s, seat)
        else:
            turn.pass_turn(s, seat)
    elif action == A_EXIT:
        movement.leave(s, seat)
    elif action == A_INCOME:
        income.receive(s, seat)
    elif action == A_ENOUGH:
        activation.find_strength(s, seat)
    elif A_DISMISS <= action < A_DISMISS + WORKERS:
        activation.dismiss(s, seat, action - A_DISMISS)
    elif A_RAISE <= action < A_RAISE + 2:
        activation.raise_strength(s, seat, action - A_RAISE)
    else:
        activation.create(s, seat, action - A_MASTERPIECE)
    settle(s)
    if s.asked != seat:
        s.revealed = 1


@kernel
def answer_main(s, seat, k):
    question = s.question
    if question == MOVE:
        movement.move(s, seat, k)
    elif question == CHOICE:
        activation.activate(s, seat, k)
    elif question == FAVOUR:
        if s.tile >= 0:
            bonus.pay_favour(s, seat, k)
        else:
            activation.pay_favour(s, seat, k)
    elif question == HIRE:
        activation.choose_recruit(s, k)
    elif question == WORKPLACE:
        activation.hire(s, seat, k)
    elif question == STRENGTH:
        s.strength = min(s.strength, k)
        activation.use(s, seat, k)
    elif question == BOOK:
        halls.choose_book(s, seat, k)
    elif question == DISC:
        halls.place_disc(s, seat, k)
    elif question == GIFT:
        halls.take_gift(s, seat, k)
    elif question == ARTWORK:
        halls.create_artwork(s, seat, k)
    elif question == TILE:
        bonus.choose_tile(s, seat, k)
    elif question == SPEND:
        bonus.spend(s, seat, k)
    elif question == PERSON:
        bonus.choose_person(s, k)
    elif question == SLOT:
        bonus.choose_slot(s, seat, k)
    elif question == RETURN:
        halls.give_favour(s, seat, k)
        s.question = NEXT_EFFECT
    else:
        setup.arrange(s, seat, k)


@kernel
def settle(s):
    """Go on by oneself until somebody has to be asked."""
    while s.question < 0:
        if s.question == NEXT_EFFECT:
            halls.next_effect(s)
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
    offer_answers(state(states, i), mask)
    return count(mask)


@entry(STEP)
def step(states, i, action):
    answer(state(states, i), action)


@entry(WHY)
def why(states, i, action):
    return refusal(state(states, i), action)


@entry(REDEAL)
def redeal(states, i, seat, seed):
    hidden.redeal(state(states, i), seed)


@entry(RESULT)
def result(states, i, out):
    ending.ranking(state(states, i), out)
