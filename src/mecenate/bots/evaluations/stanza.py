"""What a position of La Stanza is worth to a seat: the points it may expect, if it answers the rest of its turn well.

In the middle of a turn the rules themselves carry out whatever may still be answered; then the record is put back as it was.
Between turns a position is worth what it would score now, what its things promise, and the turns to come: in how many of them
money allows to activate a discipline, and what its people bring then.
"""

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.floats import power
from mecenate.core.kernel import VALUE, copy_row, kernel, local, lowest, popcount
from mecenate.games.stanza import activation, bonus, ending, movement, people, rules, state, turn
from mecenate.games.stanza.actions import A_DISMISS, A_FAVOUR, A_HIRE, A_RAISE, A_STRENGTH, ACTIONS
from mecenate.games.stanza.components import (
    BOOK_TILES,
    BOUGHT_TILES,
    LEAVING,
    MAJORITY,
    MASTER_POINTS,
    MASTER_STRENGTH,
    MUSEUM,
    SECOND,
    SHIP_END,
    SHIP_FLORINS,
    SHIP_POINTS,
    STRENGTH_TILES,
    TILES_OF,
)
from mecenate.games.stanza.state import ART, DISCOVERIES, LITERATURE, POLITICS, RECRUITS, RELIGION, SPACES, WHITE, WORKERS

ONE = np.uint64(1)
WORDS = (ACTIONS + 63) // 64
FULL = 3  # the greatest strength of a normal activation
RICH = len(np.unique(SHIP_FLORINS)) - 1  # the first space of the ship with the highest income
PATRON_END = WORKERS - 1
by_discipline, a_mask, a_row = local(np.float64, 5), local(np.uint64, WORDS), local(np.uint8, 1, state.STATE.itemsize)

# Judgement, settled by letting variants play against each other. In points, if nothing else is said.
TAKEN = 9.0  # persons that are taken between two refills
LONG = 12.0  # turns from which on nothing is decided yet
BUSY = 5.0  # turns from which on there is time to use a thing
COST = 3.5  # florins that an activation costs
SAIL = 0.8  # a step of the ship, on top of the income
POINT_SAIL = 1.0  # share of the points that steps will bring
BOOK_GAIN = 1.6
DISC_GAIN = 1.1
FAVOUR_GAIN = 1.2
JOKER = 0.8  # by how much a white favour is better
SPARE = 0.6  # a further favour of a colour, as a share of the one before
ART_GAIN = 1.6  # each point of value in the museum
MAJORITY_GAIN = 3.2  # each disc in the bonus hall
RIGHT = 3.0  # a bonus tile that one has the right to
PENNILESS = 0.6  # share of that without a favour for it
STEADY = 0.5  # a tile that works in every turn, for each activation
PROGRESS = 0.7  # share of the next reward of a shelf that a book brings near
COLUMN = 0.6  # a book that fills the next column
RECRUIT = 0.6  # the first person of a discipline who waits to be hired
HIRED = 0.8  # strength that hiring adds to an activation
SURE = 0.8  # chance to hire somebody for a masterpiece who waits
LACKING = 0.5  # chance of each strength that a masterpiece still lacks,
HASTE = 8.0  # with so many activations left; with more it is better
OTHERS = 0.3  # chance of further masterpieces than the best
RIVALS = 0.35  # chance that it comes to that, and nobody else is first
TURN = 3.0  # what any activation brings
LASTING = 2.2  # activations for which the people of now make a difference
READY = 0.25  # share of what the next turn may bring more than another, or less
FIRST, NEXT, THIRD = 0.45, 0.35, 0.2  # how often the best three disciplines are activated


@kernel
def turns_left(s, seat):
    """Turns that the seat still has, this one not counted once it is over."""
    if s.seats[seat].left:
        return 0.0
    to_come = 1.0 if seat >= s.asked else 0.0
    if s.ending == 2:
        return turn.LAST_TURNS - s.last_turn + to_come
    if s.ending == 1:
        return turn.LAST_TURNS + to_come
    persons = 0
    for space in range(SPACES):
        persons += 1 if s.board[space] else 0
    refills = s.players - s.marker
    return (max(persons - SPACES + TAKEN, 1.0) + TAKEN * refills) / s.players + turn.LAST_TURNS + 0.5


@kernel
def standing_points(s, seat, turns):
    """What the game would end with; where rivals count, that is only a hope while there is time."""
    q = s.seats[seat]
    late = max(1.0 - turns / LONG, 0.0)
    discs, museums = ending.by_player(), ending.by_player()
    ending.standings(s, discs, museums)
    total = 1.0 * ending.masterpiece_points(s, seat) + SHIP_POINTS[q.ship] + ending.book_points(q)
    total += ending.TURNED_OVER if q.turned_over else 0
    total += ending.tile_points(s, seat)
    total += late * ending.shared(museums, s.players + 1, museums[seat], MUSEUM, s.players)
    total += (1 - late) * ART_GAIN * museums[seat]
    total += late * ending.shared(discs, s.players, discs[seat], MAJORITY, s.players)
    total += (1 - late) * MAJORITY_GAIN * discs[seat]
    return total + (LEAVING[q.left - 1] if q.left else 0)


@kernel
def lasting_workers(q, incomes, strength):
    """The strength of each discipline; people whom the patron will push out count for as long as they stay."""
    behind = 0
    for space in range(WORKERS):
        if q.workers[space]:
            stay = 1.0
            if space > q.patron:
                stay = min((PATRON_END - q.patron - behind) / (incomes + 1), 1.0)
                behind += 1
            strength[people.discipline_of(q.workers[space] - 1)] += stay


@kernel
def gain(s, q, discipline, strength, useful):
    """What a normal activation brings; things that bring something later only as far as there is time."""
    n = min(strength, 1.0 * FULL)
    if n <= 0:
        return 0.0
    if discipline == DISCOVERIES:
        at_sea = max(min(q.ship + n, 1.0 * SHIP_END) - max(q.ship, RICH), 0.0)
        slope = (SHIP_POINTS[SHIP_END] - SHIP_POINTS[RICH]) / (SHIP_END - RICH)
        return POINT_SAIL * slope * at_sea + useful * SAIL * max(min(q.ship + n, 1.0 * RICH) - q.ship, 0.0)
    if discipline == LITERATURE:
        open_shelves = 0
        for colour in range(5):
            open_shelves += 1 if colour != LITERATURE and q.books[colour] < ending.SHELF else 0
        return (0.5 + 0.5 * useful) * BOOK_GAIN * min(n, 1.0 * open_shelves)
    if discipline == RELIGION:
        return useful * DISC_GAIN * min(n, 1.0 * q.discs)
    if discipline == POLITICS:
        return useful * FAVOUR_GAIN * n
    best = 0.0
    for which in range(3):
        if s.artworks[which]:
            best = max(best, bonus.ART_VALUE[which] * min(n / (which + 1), 1.0))
    return ART_GAIN * best


@kernel
def masterpiece(s, seat, discipline, strength, waiting, turns):
    """The best masterpiece that a discipline may still bring, with discs spent; each strength that it lacks takes time."""
    q = s.seats[seat]
    if (q.masterpieces >> discipline) & 1:
        return 0.0
    best = 0.0
    to_come = 0.0 if waiting or (s.expert and activation.workers_of(q, discipline)) else 1.0  # somebody has to be hired
    for which in range(4):
        if not s.masterpieces[discipline, which]:
            lacking = max(MASTER_STRENGTH[which] - strength - q.church[discipline], to_come)
            second = SECOND[discipline]
            if which == 3 and not activation.has_strength(q, second) and not q.church[second]:
                lacking += 1
            if lacking < turns:
                best = max(best, MASTER_POINTS[which] * power(LACKING, lacking * HASTE / turns))
    return best


@kernel
def next_turn(s, seat, useful):
    """The best that the next turn may bring, if the rivals leave the palace as it is."""
    q = s.seats[seat]
    spaces = movement.reach(s, seat)
    cheapest = activation.cheapest_place(s, q)
    best = 0.0
    if (spaces >> state.BONUS_SPACE) & 1:
        best = RIGHT + MAJORITY_GAIN
    for discipline in range(5):
        joker = q.favours[discipline] + q.favours[WHITE] > 0
        waiting = activation.recruits_of(q, discipline)
        met = -1  # how many can be hired, if the discipline can be activated at all
        for space in range(SPACES):
            if (spaces >> space) & 1 and (joker or space // 3 == discipline):
                met = max(met, waiting + (1 if people.discipline_of(s.board[space] - 1) == discipline else 0))
        hires = min(met, 1 + int((q.florins - cheapest) / COST)) if q.florins >= cheapest else 0
        strength = 1.0 * activation.workers_of(q, discipline) + popcount(q.tiles & STRENGTH_TILES[discipline])
        if hires > 0:
            strength += hires
        elif met >= 0 and s.expert and strength > 0:
            strength -= 1
        else:
            continue
        found = gain(s, q, discipline, strength, useful)
        best = max(best, found, masterpiece(s, seat, discipline, strength, met, 0.5))
    return best


@kernel
def things(s, q, useful):
    """Favours, discs, books and the right to bonus tiles, as long as there is time to use them."""
    total = 0.0
    for colour in range(5):
        worth = FAVOUR_GAIN + (JOKER if colour == WHITE else 0.0)
        for _ in range(q.favours[colour]):
            total += worth
            worth *= SPARE
        total += DISC_GAIN * q.church[colour]
        if colour != LITERATURE:
            four = ending.ART_FOUR if colour == ART else ending.FOUR
            books = q.books[colour]
            total += PROGRESS * (0.0, BOOK_GAIN, DISC_GAIN, 1.0 * four, 0.0)[books]
            if books > bonus.level(q, LITERATURE):
                total += COLUMN
    for discipline in range(POLITICS):
        rights = bonus.level(q, discipline) - bonus.owned(q, discipline)
        if rights > 0 and s.offered_tiles & TILES_OF[discipline]:
            total += RIGHT * (1.0 if q.favours[discipline] or q.favours[WHITE] else PENNILESS)
    return useful * (total + SAIL * min(q.ship, RICH))


@kernel
def outlook(s, seat):
    """The points that a seat may expect between two turns."""
    q = s.seats[seat]
    turns = turns_left(s, seat)
    total = standing_points(s, seat, turns)
    if turns <= 0:
        return total
    useful = min((turns - 0.5) / BUSY, 1.0)
    income = SHIP_FLORINS[q.ship] - 1.0
    active = min((turns + q.florins / income) / (1 + COST / income), turns)
    incomes = turns - active
    if not q.turned_over:
        total += ending.TURNED_OVER * min(max(incomes + q.patron - PATRON_END, 0.0), 1.0)

    strength = by_discipline()
    lasting_workers(q, incomes, strength)
    best, second, third = 0.0, 0.0, 0.0
    great, greatest = 0.0, 0.0
    affordable = q.florins / COST
    for discipline in range(5):
        strength[discipline] += popcount(q.tiles & STRENGTH_TILES[discipline])
        waiting = activation.recruits_of(q, discipline)
        for k in range(waiting):
            total += useful * RECRUIT / (1 + k)
        found = gain(s, q, discipline, strength[discipline] + HIRED, useful)
        if found > best:
            best, second, third = found, best, second
        elif found > second:
            second, third = found, second
        elif found > third:
            third = found
        hopeful = strength[discipline] + SURE * min(1.0 * waiting, affordable)
        promise = masterpiece(s, seat, discipline, hopeful, waiting, active)
        great += promise
        greatest = max(greatest, promise)
    usual = FIRST * best + NEXT * second + THIRD * third + STEADY * popcount(q.tiles & (BOUGHT_TILES | BOOK_TILES))
    at_once = next_turn(s, seat, useful)
    if turns < 2:
        total += max(at_once, leaving(s))
    else:
        total += TURN * active + usual * min(active, LASTING) + READY * (at_once - usual)
    return total + RIVALS * (greatest + OTHERS * (great - greatest)) + things(s, q, useful)


@kernel
def leaving(s):
    """What leaving in the last turn would bring."""
    gone = 0
    for other in range(s.players):
        gone += 1 if s.seats[other].left else 0
    return 1.0 * LEAVING[min(gone, s.players - 1)]


@kernel
def needless(s, seat, action):
    """Answers that bring no more than others: things that come in any order are tried in one, equal people once."""
    q = s.seats[seat]
    question = s.question
    if question == state.FAVOUR:
        return action == A_FAVOUR + WHITE
    if question == state.HIRE:
        if A_HIRE <= action < A_HIRE + RECRUITS:
            for slot in range(action - A_HIRE + 1, RECRUITS):
                if not activation.refuse_hire(s, seat, slot):
                    return True
        elif A_DISMISS <= action < A_DISMISS + WORKERS:
            for space in range(action - A_DISMISS + 1, WORKERS):
                if not activation.refuse_dismiss(s, seat, space):
                    return True
        return False
    if question == state.STRENGTH:
        if A_STRENGTH <= action <= A_STRENGTH + FULL:
            return action - A_STRENGTH < min(s.strength, FULL)
        if A_RAISE <= action < A_RAISE + 2:
            return s.strength >= MASTER_STRENGTH[-1] or (s.strength >= FULL and (q.masterpieces >> s.discipline) & 1)
        return False
    used, k = 0, action - rules.FIRST[question]
    if question == state.WORKPLACE:
        used = s.hired
    elif question == state.BOOK:
        used = s.books_used
    elif question == state.DISC:
        used = s.discs_used
    elif question == state.GIFT:
        used = s.gifts_used
    return used > 0 and used >> k > 0


@kernel
def rest_of_turn(states, i, seat):
    """The outlook after the best answers to everything that is still asked in this turn."""
    s = state.state(states, i)
    if s.question == state.OVER:
        return s.seats[seat].points + 1e-6 * (2 * WORKERS - ending.patron_rank(s.seats[seat]))
    if s.asked != seat or s.question == state.MOVE or s.question == state.ARRANGE:
        return outlook(s, seat)
    kept, mask = a_row(), a_mask()
    copy_row(kept, 0, states, i)
    rules.offer_answers(s, mask)
    best = -np.inf
    for everything in range(2):  # what looked needless counts where there is nothing else
        if best > -np.inf:
            break
        for word in range(WORDS):
            bits = mask[word]
            while bits:
                action = (word << 6) + lowest(bits)
                bits &= bits - ONE
                if everything or not needless(s, seat, action):
                    rules.answer(s, action)
                    best = max(best, rest_of_turn(states, i, seat))
                    copy_row(states, i, kept, 0)
    return best


@entry(VALUE)
def value(states, i, seat):
    return rest_of_turn(states, i, seat)
