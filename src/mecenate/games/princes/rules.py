"""The rules put together: what an answer does, and the ways into the game's kernels."""

from mecenate.core.entries import entry
from mecenate.core.kernel import LEGAL, REDEAL, RESULT, SETUP, STEP, WHY, kernel
from mecenate.core.offers import count
from mecenate.core.rng import mix
from mecenate.games.princes import (
    auction,
    cards,
    characters,
    cooperation,
    ending,
    hidden,
    money,
    objects,
    offering,
    setup,
    turn,
    works,
)
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
    A_PLACE,
    A_PLAY,
    A_PRICE,
    A_PRINCESS,
    A_PROFESSION,
    A_PROFESSOR,
    A_RECRUIT,
    A_REST,
    A_SPACES,
    A_TAKE,
    A_UNDER,
    A_WAIT,
    A_WITHDRAW,
    A_WORK,
)
from mecenate.games.princes.state import (
    ACROSS,
    ACTION,
    BID,
    BONUS,
    CHOOSE,
    CONVERT,
    COUNTER,
    COURT,
    DISCARD,
    EXCHANGE,
    KEEP,
    NEXT_ACTION,
    NEXT_COURT,
    NEXT_COURTIER,
    NEXT_OPENER,
    NEXT_TURN,
    OPEN,
    PAYMENT,
    PLACE,
    PRESTIGE,
    PRICE,
    RECRUIT,
    SAME_TURN,
    SPACES,
    TAKE,
    UNDER,
    USE,
    state,
)


@kernel
def answer(s, action):
    """Carry out an offered answer, up to the next question."""
    s.happened = 0
    s.revealed = 0
    s.ply += 1
    seat, question = s.asked, s.question
    if action == A_BACK:
        s.resume = question
        s.question = SPACES
    elif A_MERCHANT <= action < A_PROFESSOR + 2:
        answer_any_time(s, seat, action)
    elif question == PLACE:
        if s.piece < objects.TILE:
            turn.lay_building(s, seat, action - A_PLACE)
        else:
            objects.lay_landscape(s, seat, action - A_PLACE)
            s.question = NEXT_OPENER
    elif question == BID:
        if action == A_BID:
            auction.bid(s, seat)
        else:
            auction.pass_bid(s, seat)
    elif question == OPEN:
        if action == A_WITHDRAW:
            auction.withdraw(s, seat)
        else:
            auction.open_auction(s, seat, action - A_OPEN)
    elif question == TAKE:
        if action == A_NOTHING:
            auction.withdraw(s, seat)
        else:
            auction.take(s, seat, action - A_TAKE)
    elif question == KEEP:
        cards.keep(s, seat, action - A_KEEP)
    elif question == UNDER:
        if action == A_REST:
            cards.rest(s, seat)
        else:
            cards.under(s, seat, action - A_UNDER)
    elif question == ACTION:
        answer_action(s, seat, action)
    elif question == CONVERT:
        works.convert(s, seat, action - A_CONVERT)
    elif question == BONUS:
        if action == A_FINISH:
            works.finish(s, seat)
        else:
            works.play_bonus(s, seat, action - A_PLAY)
    elif question == SPACES:
        money.move_back(s, seat, action - A_SPACES)
        s.question = s.resume
    elif question == RECRUIT:
        if action != A_WAIT:
            objects.recruit(s, seat, action - A_RECRUIT)
        s.question = NEXT_OPENER
    elif question == CHOOSE:
        objects.choose_landscape(s, action - A_CHOOSE)
    elif question == DISCARD:
        setup.discard(s, seat, action - A_DISCARD)
    elif question == COURT:
        if action == A_PASS:
            characters.pass_court(s, seat)
        else:
            characters.lay_marker(s, seat, action - A_MARKER)
    elif question == PAYMENT:
        if action == A_FREE:
            auction.use_merchant(s, seat)
        else:
            auction.decline_merchant(s, seat)
    elif question == USE:
        characters.wait(s, seat)
    elif question == EXCHANGE:
        ending.exchange(s, seat, action - A_CONVERT)
    else:
        answer_partner(s, seat, action)
    settle(s)
    if s.asked != seat:
        s.revealed = 1


@kernel
def answer_action(s, seat, action):
    if action == A_END:
        turn.end(s, seat)
    elif action == A_PROFESSION:
        turn.take_profession(s, seat)
    elif action == A_BONUS:
        turn.acquire_bonus(s, seat)
    elif A_WORK <= action < A_WORK + 21:
        works.begin(s, seat, action - A_WORK)
    elif A_BUILD <= action < A_BUILD + 10:
        turn.build(s, seat, action - A_BUILD)
    elif A_FREEDOM <= action < A_FREEDOM + 3:
        turn.introduce_freedom(s, seat, action - A_FREEDOM)
    elif action == A_PRINCESS:
        works.begin_princess(s, seat)
    elif A_COOPERATE <= action < A_COOPERATE + 20:
        cooperation.cooperate(s, (action - A_COOPERATE) // 10, (action - A_COOPERATE) % 10)
    else:
        objects.recruit(s, seat, action - A_RECRUIT)
        turn.go_on(s, seat)


@kernel
def answer_any_time(s, seat, action):
    """Afterwards the game goes on where it was, or the turn ends if nothing else is left to do."""
    then = s.resume if s.question == USE else SAME_TURN if s.question == ACTION else s.question
    s.question = then
    if action == A_MERCHANT:
        characters.take_rank(s, seat)
    else:
        characters.consult(s, seat, PRESTIGE + action - A_PROFESSOR, then)


@kernel
def answer_partner(s, seat, action):
    """The questions of building together."""
    question = s.question
    if question == ACROSS:
        cooperation.lay_across(s, action - A_PLACE)
    elif question == PRICE:
        cooperation.propose(s, seat, cooperation.STEP * (action - A_PRICE))
    elif question == COUNTER:
        cooperation.counter(s, seat, cooperation.STEP * (action - A_PRICE))
    elif action == A_COUNTER:
        s.question = COUNTER
    elif action == A_ACCEPT:
        cooperation.agree(s)
    else:
        cooperation.refuse(s, seat)


@kernel
def settle(s):
    """Go on by oneself until somebody has to be asked."""
    while s.question < 0:
        if s.question == NEXT_OPENER:
            auction.next_opener(s)
        elif s.question == NEXT_ACTION:
            turn.next_action(s)
        elif s.question == NEXT_TURN:
            turn.next_turn(s)
        elif s.question == SAME_TURN:
            turn.go_on(s, s.asked)
        elif s.question == NEXT_COURT:
            characters.last_call(s)
        elif s.question == NEXT_COURTIER:
            characters.next_courtier(s)
        else:
            ending.next_round(s)


@entry(SETUP)
def start(states, i, seed, options):
    states[i] = 0
    s = state(states, i)
    s.rng = mix(seed)
    setup.lay_out(s, options)


@entry(LEGAL)
def legal(states, i, mask):
    s = state(states, i)
    offering.offer_answers(s, mask)
    return count(mask)


@entry(STEP)
def step(states, i, action):
    answer(state(states, i), action)


@entry(WHY)
def why(states, i, action):
    return offering.refusal(state(states, i), action)


@entry(REDEAL)
def redeal(states, i, seat, seed):
    hidden.redeal(state(states, i), seat, seed)


@entry(RESULT)
def result(states, i, out):
    ending.ranking(state(states, i), out)
