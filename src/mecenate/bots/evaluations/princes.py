"""What a seat of The Princes of Florence may expect in the end, in prestige points.

A position is worth the plan that it allows: the works that can still be completed, the buildings, freedoms and cards that are
worth an action and their price until then, the objects that coming auctions may bring, and the florins that all of it needs.
Only what the seat itself may know is looked at. "What if" questions are asked of the record itself, which is then put back.
"""

import numpy as np

from mecenate.core.kernel import VALUE, entry, kernel, lowest, popcount
from mecenate.games.princes import auction, components, ending, hidden, money, objects, state, tiles, turn, works

ROUNDS, ACTIONS_A_TURN = ending.ROUNDS, turn.ACTIONS_A_TURN
BUILDINGS, LANDSCAPES, FREEDOMS = len(components.BUILDINGS), len(components.LANDSCAPES), len(components.FREEDOMS)
PROFESSIONS, BONUS_CARDS, PRESTIGE_CARDS = (
    len(components.PROFESSIONS), len(components.BONUS_CARDS), len(components.PRESTIGE_CARDS),
)  # fmt: skip
WANTS, MINIMUM, BUILDING_PRICE = components.WANTS, components.MINIMUM, components.BUILDING_PRICE
SENSE, COMPARED = components.PRESTIGE_SENSE, components.PRESTIGE_FEATURE
NEEDS, POINTS = components.PRESTIGE_NEEDS, components.PRESTIGE_POINTS
DRAWN = components.TABLE.setup.cards_drawn
CARD = np.uint32(1)

# The things that a plan may have, as places in an array: buildings, then these.
FREEDOM = BUILDINGS
BONUS = FREEDOM + FREEDOMS
PROFESSION = BONUS + 1
LANDSCAPE = PROFESSION + 1
THINGS = LANDSCAPE + LANDSCAPES

# Judgement, settled by letting variants play against each other. All in prestige points, if nothing else is said.
POINT = 0.75  # a point of work value: its pay, and a better chance of the best work
DEAR = 0.0077  # a florin among the first, which keep one able to act
FAIR = 0.0052  # a florin that there will be a use for
IDLE = 0.0014  # a florin more than that
NEAR = 1080  # florins: the first ones
AUCTION_PRICE = 575  # florins: what a coming auction costs
LAST_PRICE = 350  # florins: what the last auction costs
ACTION_PRICE = 215  # florins: what an action costs that is no work
PLANNED = 0.64  # share of a planned gain that comes true
STANDS = 0.53  # chance that a bid is not raised
ROOM = 0.046  # a space where a building may still lie
FRESH = 2.6  # work points that a profession not yet drawn will find, beside what it finds now
MORE = 0.29  # what one more new profession or bonus card is worth, as a share of the one before
GROWTH = 0.74  # work points that a work may gain in each round that it waits
NEW = 0.47  # share of a planned work that comes true
AHEAD = 0.15  # a jester, for each round in which new professions may profit from it
LACKING = 0.12  # share of a work that each point below the minimum to come costs
BEATEN = 0.6  # chance that a rival beats a work that is just good enough
WARY = 0.3  # by how much each point of work value lowers it


@kernel
def actions_now(s, seat):
    """Actions that the seat still has in this round."""
    if s.phase == state.AUCTION:
        return ACTIONS_A_TURN
    if s.phase != state.ACTIONS:
        return 0
    mine, now = (seat - s.starter) % s.players, (s.asked - s.starter) % s.players
    if mine != now:
        return ACTIONS_A_TURN if mine > now else 0
    return np.int64(s.actions_left) - (1 if s.question != state.ACTION else 0)


@kernel
def kth_best(worth, n, k):
    """The k-th best of n values, from 0; takes it and all better ones out."""
    best = 0.0
    for _ in range(min(k, n - 1) + 1):
        at = 0
        for j in range(n):
            if worth[j] > worth[at]:
                at = j
        best = worth[at]
        worth[at] = -1.0
    return best


@kernel
def best_drawn(worth, n):
    """What to expect of the best of five cards out of n."""
    return kth_best(worth, n, n // (DRAWN + 1)) if n else 0.0


@kernel
def prestige_promise(s, seat, card):
    """What a prestige card may bring in the end: surer the later it is, and the further ahead the seat lies."""
    now = ending.prestige_card(s, seat, card)
    late = (s.round_no - (1 if actions_now(s, seat) else 0)) / ROUNDS
    q = s.seats[seat]
    if SENSE[card] == 0:
        if now:
            return 1.0 * now
        have, need = 0, 0
        for which in range(NEEDS.shape[1]):
            have += min(NEEDS[card, which], works.feature(q, which)) if NEEDS[card, which] else 0
            need += NEEDS[card, which]
        return POINTS[card, 0] * (1 - late) * min((have + 1 - late) / (need + 1), 1.0)
    lead = 99.0
    for other in range(s.players):
        if other != seat:
            lead = min(lead, works.feature(q, COMPARED[card]) - works.feature(s.seats[other], COMPARED[card]))
    if SENSE[card] < 0:
        lead = -lead / 4  # empty spaces, some to a tile
    hope = min(max(0.4 + 0.2 * lead, 0.05), 0.9)
    return late * now + (1 - late) * hope * POINTS[card, 0]


@kernel
def prestige_guess(s, seat):
    """What a prestige card may bring that is yet to be chosen."""
    worth = np.zeros(PRESTIGE_CARDS)
    n = 0
    for card in range(PRESTIGE_CARDS):
        if not (s.seats[seat].prestige_cards >> np.uint32(card)) & CARD:
            worth[n] = prestige_promise(s, seat, card)
            n += 1
    return best_drawn(worth, n)


@kernel
def bonus_guess(s, seat):
    """Work points that a bonus card may add that is yet to be chosen."""
    worth = np.zeros(BONUS_CARDS)
    n = 0
    for card in range(BONUS_CARDS):
        if not ((s.bonus_played | s.seats[seat].bonus_cards) >> np.uint32(card)) & CARD:
            worth[n] = works.bonus_value(s.seats[seat], card)
            n += 1
    return best_drawn(worth, n)


@kernel
def fresh_fit(s, seat):
    """What a profession finds here that is yet to be chosen."""
    q = s.seats[seat]
    seen = q.hand | q.table | objects.face_up(s, seat)
    worth = np.zeros(PROFESSIONS)
    n = 0
    for profession in range(PROFESSIONS):
        if not (seen >> np.uint32(profession)) & CARD:
            worth[n] = works.fit(q, profession)
            n += 1
    return best_drawn(worth, n) + FRESH


@kernel
def recruit_best(s, seat):
    """The profession face up elsewhere that finds most here, as a card; 0 if there is none."""
    cards = objects.face_up(s, seat)
    best, found = -1, np.uint32(0)
    while cards:
        fit = works.fit(s.seats[seat], lowest(cards))
        if fit > best:
            best, found = fit, CARD << np.uint32(lowest(cards))
        cards &= cards - CARD
    return found


@kernel
def best_work_chance(s, seat, marker):
    """The chance that the marker of this round stays the best."""
    chance = 1.0 if marker else 0.0
    for other in range(s.players):
        if other != seat:
            if s.seats[other].best_work > marker:
                return 0.0
            if (other - s.starter) % s.players > (s.asked - s.starter) % s.players:
                chance *= 1 - BEATEN * min(max(1 - WARY * (marker - MINIMUM[s.round_no]), 0.1), 1.0)
    return chance


@kernel
def purse(florins, convertible, need):
    """Florins as prestige, when as much of a work's pay is turned into it as is sensible; debts make one move back."""
    if florins < 0:
        return florins / money.FLORINS_BACK
    best = 0.0
    near = min(NEAR, need)
    for points in range(convertible // works.CONVERSION + 1):
        left = florins - works.CONVERSION * points
        worth = points + DEAR * min(left, near) + FAIR * max(min(left, need) - near, 0) + IDLE * min(max(left - need, 0), need)
        best = max(best, worth)
    return best


@kernel
def find_gains(s, seat, hand, rate, gain):
    """What it would bring to have the things that works in hand ask for, the price paid; 0 where it can't be had."""
    q = s.seats[seat]
    while hand:
        profession = lowest(hand)
        hand &= hand - CARD
        gain[WANTS[profession, 0]] += POINT * works.WORK_BUILDING
        gain[LANDSCAPE + WANTS[profession, 1]] += POINT * works.WORK_LANDSCAPE
        gain[FREEDOM + WANTS[profession, 2]] += POINT * works.WORK_FREEDOM
    free = tiles.free_for(q, True, turn.wall_to_wall(q))
    for building in range(BUILDINGS):
        gain[building] += turn.PRESTIGE_BUILDING - rate * BUILDING_PRICE[q.builders]
        if (q.buildings >> np.uint32(building)) & CARD or not s.buildings[building] or not tiles.fits(free, building):
            gain[building] = 0
    for freedom in range(FREEDOMS):
        gain[FREEDOM + freedom] -= rate * turn.PRICE_FREEDOM
        if (q.freedoms >> np.uint32(freedom)) & CARD or not s.freedoms[freedom]:
            gain[FREEDOM + freedom] = 0
    for kind in range(LANDSCAPES):
        gain[LANDSCAPE + kind] -= rate * AUCTION_PRICE
        if q.landscapes[kind] or objects.refuse_landscape(s, q, kind):
            gain[LANDSCAPE + kind] = 0


@kernel
def spend_actions(gain, spare, most_cards):
    """Take the best things for an action each; a new profession needs one more, to work. Gives what they bring and which."""
    total, planned, cards = 0.0, 0, 0
    while spare > 0:
        best = 0
        for thing in range(LANDSCAPE):
            if gain[thing] > gain[best]:
                best = thing
        if gain[best] <= 0:
            break
        total += gain[best]
        spare -= 1
        if best == BONUS:
            gain[best] *= MORE
        elif best == PROFESSION:
            total += gain[best]
            spare -= 1
            cards += 1
            gain[best] *= MORE if cards < most_cards else 0.0
        else:
            planned |= 1 << best
            gain[best] = 0
    return total, planned, cards


@kernel
def works_ahead(s, seat, hand, base, planned, cards, now, worth):
    """The works in hand: as they are if done at once, or later if the plan makes them good enough. Gives how many."""
    q = s.seats[seat]
    later = ROUNDS - s.round_no
    minimum = MINIMUM[min(ROUNDS, s.round_no + 1 + later // 2)]
    n = 0
    while hand:
        profession = lowest(hand)
        hand &= hand - CARD
        found = base + works.fit(q, profession)
        hoped = found + cards * works.WORK_CARD
        if (planned >> WANTS[profession, 0]) & 1:
            hoped += works.WORK_BUILDING
        if (planned >> (FREEDOM + WANTS[profession, 2])) & 1:
            hoped += works.WORK_FREEDOM
        if now and found >= MINIMUM[s.round_no]:
            worth[n] = POINT * (found + GROWTH * later)
        elif later:
            worth[n] = POINT * (found + GROWTH * later) * min(max(1 - LACKING * (minimum - hoped), 0.0), 1.0)
        n += 1
    return n


@kernel
def outlook(s, seat, convertible):
    """The prestige that the seat may expect, if it gets nothing in an auction of this round that is still open."""
    q = s.seats[seat]
    later, now = ROUNDS - s.round_no, actions_now(s, seat)
    actions = now + ACTIONS_A_TURN * later
    base = works.work_value(q, 0) - works.fit(q, 0)
    fresh = fresh_fit(s, seat)
    hand, recruiting = q.hand, np.int64(q.recruiting_hand)
    if recruiting:
        hand |= recruit_best(s, seat)
        recruiting -= popcount(hand) - popcount(q.hand)
    count = min(popcount(hand) + recruiting, actions)
    spare = actions - count
    need = ACTION_PRICE * spare
    if later:
        need += AUCTION_PRICE * (later - 1) + LAST_PRICE
    if s.phase == state.AUCTION and not ((s.bought | s.withdrawn) >> seat) & 1:
        need += AUCTION_PRICE if later else LAST_PRICE
    rate = DEAR if q.florins < min(NEAR, need) else FAIR if q.florins < need else IDLE
    total = q.prestige + purse(q.florins, convertible, need)

    gain = np.zeros(THINGS)
    find_gains(s, seat, hand, rate, gain)
    if s.deck_size[state.BONUS_CARD] and count:
        gain[BONUS] = POINT * bonus_guess(s, seat) - rate * turn.PRICE_BONUS
    if s.deck_size[state.PROFESSION] and later:
        work = base + fresh + GROWTH * later + count * works.WORK_CARD
        gain[PROFESSION] = (NEW / PLANNED * POINT * work - rate * turn.PRICE_PROFESSION) / 2
    gained, planned, cards = spend_actions(gain, spare, later)
    spaces = popcount(tiles.free_for(q, True, turn.wall_to_wall(q)))
    total += PLANNED * gained + ROOM * spaces * later / ROUNDS
    for _ in range(later):
        total += PLANNED * max(kth_best(gain[LANDSCAPE:], LANDSCAPES, 0), 0.0)

    worth = np.zeros(PROFESSIONS + 8)
    n = works_ahead(s, seat, hand, base, planned, cards, now, worth)
    for k in range(recruiting):
        worth[n + k] = POINT * NEW * (base + fresh + GROWTH * later)
    for _ in range(count):
        total += kth_best(worth, n + recruiting, 0)
    if count:
        total += POINT * works.bonus_promise(q) + AHEAD * later * q.jesters
    for card in range(PRESTIGE_CARDS):
        if (q.prestige_cards >> np.uint32(card)) & CARD:
            total += prestige_promise(s, seat, card)
    return total


@kernel
def with_landscape(s, seat, kind):
    q = s.seats[seat]
    repeated = objects.REPEATED_LANDSCAPE if q.landscapes[kind] else 0
    q.landscapes[kind] += 1
    q.tiles += 1
    total = outlook(s, seat, 0) + repeated - ROOM * tiles.COUNT[objects.TILE + kind]
    q.landscapes[kind] -= 1
    q.tiles -= 1
    return total


@kernel
def with_object(s, seat, stack, price):
    """The outlook with an object of this auction."""
    q = s.seats[seat]
    bought = s.bought
    s.bought |= 1 << seat
    q.florins -= price
    total = 0.0
    if stack < state.JESTER:
        total = with_landscape(s, seat, stack)
    elif stack == state.LANDSCAPE:
        for kind in range(LANDSCAPES):
            if not objects.refuse_landscape(s, q, kind):
                total = max(total, with_landscape(s, seat, kind))
    elif stack == state.JESTER:
        q.jesters += 1
        total = outlook(s, seat, 0)
        q.jesters -= 1
    elif stack == state.BUILDER:
        q.builders += 1
        total = outlook(s, seat, 0) + (objects.REPEATED_BUILDER if q.builders > 1 else 0)
        q.builders -= 1
    elif stack == state.PRESTIGE_CARD:
        total = outlook(s, seat, 0) + prestige_guess(s, seat)
    else:
        q.recruiting_hand += 1
        total = outlook(s, seat, 0)
        q.recruiting_hand -= 1
    q.florins += price
    s.bought = bought
    return total


@kernel
def auction_outlook(s, seat):
    """A seat without an object yet: rivals take some of the best, what they leave costs the base price."""
    under_hammer = s.stack if s.question == state.BID else state.NONE
    rivals = -1 if under_hammer == state.NONE else -2  # not counting the seat, nor one who gets this object
    for other in range(s.players):
        if not ((s.bought | s.withdrawn) >> other) & 1:
            rivals += 1
    total = outlook(s, seat, 0)
    worth = np.zeros(state.STACKS)
    n = 0
    for stack in range(state.STACKS):
        if stack != under_hammer and not auction.refuse_purchase(s, seat, stack, auction.base_price(s)):
            worth[n] = with_object(s, seat, stack, auction.base_price(s))
            n += 1
    if rivals < n:
        total = max(total, kth_best(worth, n, rivals))
    if under_hammer != state.NONE and s.bidder == seat:
        total = STANDS * with_object(s, seat, s.stack, s.bid) + (1 - STANDS) * total
    return total


@kernel
def keep_best(s, seat):
    """Cards are being looked at: the best of them will be kept."""
    held = hidden.held(s, s.looking, seat)
    best = 0.0
    for k in range(s.looked):
        hidden.hold(s, s.looking, seat, held | CARD << np.uint32(s.look[k]))
        best = max(best, outlook(s, seat, 0))
    hidden.hold(s, s.looking, seat, held)
    return best


@kernel
def asked_outlook(s, seat):
    """The outlook of the seat that is asked, with what its question is about."""
    q = s.seats[seat]
    pay = works.PAY * np.int64(s.work_value)
    if s.question == state.PLACE:
        if s.piece >= objects.TILE:
            return with_landscape(s, seat, s.piece - objects.TILE)
        q.buildings ^= CARD << np.uint32(s.piece)
        total = outlook(s, seat, 0) + turn.PRESTIGE_BUILDING - ROOM * tiles.COUNT[s.piece]
        q.buildings ^= CARD << np.uint32(s.piece)
        return total
    if s.question == state.KEEP:
        return keep_best(s, seat)
    if s.question == state.UNDER:
        return outlook(s, seat, 0) - 0.001 * s.looked  # the order does not matter to us, so we don't think about it
    if s.question == state.BONUS:
        q.florins += pay
        total = outlook(s, seat, pay)
        q.florins -= pay
        return total
    if s.question == state.CONVERT:
        return outlook(s, seat, pay)
    if s.question == state.SPACES:
        return outlook(s, seat, 0) - 100  # whatever is bought moves us back as far as it must, and never further
    return outlook(s, seat, 0)


@entry(VALUE)
def value(states, i, seat):
    s = state.state(states, i)
    q = s.seats[seat]
    if s.question == state.OVER:
        return q.prestige + 1e-6 * q.florins
    if s.phase == state.AUCTION and not ((s.bought | s.withdrawn) >> seat) & 1 and s.question != state.SPACES:
        return auction_outlook(s, seat)
    asked = s.asked == seat
    total = asked_outlook(s, seat) if asked else outlook(s, seat, 0)
    if s.phase == state.ACTIONS:
        marker = max(q.best_work, s.work_value) if asked and s.question == state.BONUS else q.best_work
        total += ending.BEST_WORK * best_work_chance(s, seat, marker)
    return total
