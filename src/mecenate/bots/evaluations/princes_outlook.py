"""What a seat of The Princes of Florence may expect from what lies before it, in prestige points.

A position is worth the plan that it allows: the works that can still be completed, the buildings, freedoms and cards that are
worth an action and their price until then, the landscapes that coming auctions may bring, and the florins that all of it needs.
Only what the seat itself may know is looked at.
"""

import numpy as np

from mecenate.core.kernel import kernel, local, lowest, popcount
from mecenate.games.princes import characters, components, cooperation, ending, money, objects, state, tiles, turn, works

ROUNDS, ACTIONS_A_TURN, DRAWN = ending.ROUNDS, turn.ACTIONS_A_TURN, components.TABLE.setup.cards_drawn
WANTS, MINIMUM, BUILDING_PRICE = components.WANTS, components.MINIMUM, components.BUILDING_PRICE
BUILDINGS, LANDSCAPES, FREEDOMS = len(components.BUILDINGS), len(components.LANDSCAPES), len(components.FREEDOMS)
PROFESSIONS, BONUS_CARDS = len(components.PROFESSIONS), len(components.BONUS_CARDS)
NEEDS, POINTS = components.PRESTIGE_NEEDS, components.PRESTIGE_POINTS
COMPARED, SENSE = components.PRESTIGE_FEATURE, components.PRESTIGE_SENSE
PRESTIGE_CARDS, FEATURES = NEEDS.shape
CARD = np.uint32(1)

# The things that a plan may have, as places in an array: buildings, freedoms, a bonus card, a profession, landscapes.
FREEDOM = BUILDINGS
BONUS, PROFESSION, LANDSCAPE = FREEDOM + FREEDOMS, FREEDOM + FREEDOMS + 1, FREEDOM + FREEDOMS + 2
THINGS = LANDSCAPE + LANDSCAPES

by_thing, by_work = local(np.float64, THINGS), local(np.float64, PROFESSIONS + BONUS_CARDS)
by_profession, by_bonus_card = local(np.float64, PROFESSIONS), local(np.float64, BONUS_CARDS)
by_prestige_card = local(np.float64, PRESTIGE_CARDS)

# Judgement, settled by letting variants play against each other. Prestige points, if nothing else is said.
POINT = 0.75  # a point of work value: its pay, a better chance of the best work, and safety from the minimum
DEAR = 0.0074  # a florin among the first, which keep one able to act
FAIR = 0.0052  # a florin that there will be a use for
IDLE = 0.0017  # a florin more than that
NEAR = 1080  # florins: how many are the first
AUCTION_PRICE = 580  # florins: what a coming auction costs
LAST_PRICE = 350  # florins: what the last auction costs
ACTION_PRICE = 180  # florins: what an action costs that is no work
PLANNED = 0.64  # share of a planned gain that comes true
NEW = 0.47  # share of a planned work that comes true, if its profession is yet to be found
MORE = 0.29  # what a further new profession or bonus card is worth, as a share of the one before
FRESH = 2.2  # work points that a new profession will find, beside what it would find now
GROWTH = 0.74  # work points that a work may gain in each round that it waits
LACKING = 0.07  # share of a work that each point below the minimum to come costs
AHEAD = 0.14  # a jester, for each round in which new professions may profit
ROOM = 0.057  # a space where a building may still lie

# The same for the expansions.
STRICT = 1.15  # how much dearer the first florins are, where nobody may move back
COURT_PRICE = 250  # florins: what a coming character costs
SPARE = 0.0001  # a florin that there is no use for, so that nothing is bought that brings nothing
HELD = 0.9  # share of a character's use that is left when it has to wait
SAVED = 1.0  # share of an auction's usual price that the Merchant saves
GRUDGE = 3.0  # what a shared building costs for helping a rival, divided among all rivals


@kernel
def actions_now(s, seat):
    """Actions that the seat still has in this round."""
    turn_long = ACTIONS_A_TURN
    if s.phase != state.AUCTION and s.seats[seat].character == state.CARDINAL + 1:
        turn_long += turn.CARDINAL_ACTIONS
    if s.phase != state.ACTIONS:
        return turn_long if s.phase == state.AUCTION or s.phase == state.CHARACTERS else 0
    mine, now = (seat - s.starter) % s.players, (cooperation.active(s) - s.starter) % s.players
    if mine != now:
        return turn_long if mine > now else 0
    return np.int64(s.actions_left) - (0 if s.question == state.ACTION or between_actions(s) else 1)


@kernel
def between_actions(s):
    """Whether something is asked that takes no action, or none yet: the Professor's cards, and a proposal."""
    if s.question == state.KEEP or s.question == state.UNDER:
        return s.resume == state.SAME_TURN
    return s.question >= state.ACROSS


@kernel
def greatest(worth, n):
    """Which of n values is the greatest; the first among equals."""
    at = 0
    for k in range(1, n):
        if worth[k] > worth[at]:
            at = k
    return at


@kernel
def take_best(worth, n, k):
    """The k-th best of n values, from 0; it and all better ones are taken out."""
    best = 0.0
    for _ in range(min(k + 1, n)):
        at = greatest(worth, n)
        best = worth[at]
        worth[at] = -1e9
    return best


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
        for which in range(FEATURES):
            if NEEDS[card, which]:
                have += min(NEEDS[card, which], works.feature(q, which))
                need += NEEDS[card, which]
        return POINTS[card, 0] * (1 - late) * (have + 1 - late) / (need + 1)
    lead = 99.0
    for other in range(s.players):
        if other != seat:
            lead = min(lead, SENSE[card] * (works.feature(q, COMPARED[card]) - works.feature(s.seats[other], COMPARED[card])))
    if SENSE[card] < 0:
        lead /= 4  # empty spaces, some to a tile
    return late * now + (1 - late) * min(max(0.4 + 0.2 * lead, 0.05), 0.9) * POINTS[card, 0]


@kernel
def prestige_guess(s, seat):
    """What a prestige card may bring that is yet to be chosen from five."""
    worth = by_prestige_card()
    n = 0
    for card in range(PRESTIGE_CARDS):
        if not (s.seats[seat].prestige_cards >> np.uint32(card)) & CARD:
            worth[n] = prestige_promise(s, seat, card)
            n += 1
    return take_best(worth, n, n // (DRAWN + 1))


@kernel
def bonus_guess(s, seat):
    """Work points that a bonus card may add that is yet to be chosen from five."""
    worth = by_bonus_card()
    n = 0
    for card in range(BONUS_CARDS):
        if not ((s.bonus_played | s.seats[seat].bonus_cards) >> np.uint32(card)) & CARD:
            worth[n] = works.bonus_value(s.seats[seat], card)
            n += 1
    return take_best(worth, n, n // (DRAWN + 1))


@kernel
def fresh_fit(s, seat):
    """Work points that a profession may find here that is yet to be chosen from five."""
    q = s.seats[seat]
    worth = by_profession()
    n = 0
    for profession in range(PROFESSIONS):
        if not ((q.hand | q.table | objects.face_up(s, seat)) >> np.uint32(profession)) & CARD:
            worth[n] = works.fit(q, profession)
            n += 1
    return take_best(worth, n, n // (DRAWN + 1)) + FRESH


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
def purse(florins, convertible, need, dear):
    """Florins as prestige, when as much of a work's pay is turned into it as is sensible; debts make one move back."""
    if florins < 0:
        return florins / money.FLORINS_BACK
    best, near = 0.0, min(NEAR, need)
    for points in range(convertible // works.CONVERSION + 1):
        left = florins - works.CONVERSION * points
        worth = dear * min(left, near) + FAIR * max(min(left, need) - near, 0) + IDLE * min(max(left - need, 0), need)
        best = max(best, points + worth)
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
    free = cooperation.ground(s, seat)
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
def spend_actions(gain, spare, later):
    """Take the best things, an action each; a new profession needs one more, to work. Gives what they bring, and which."""
    total, planned, cards = 0.0, 0, 0
    while spare > 0:
        best = greatest(gain, LANDSCAPE)
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
            gain[best] *= MORE if cards < later else 0.0
        else:
            planned |= 1 << best
            gain[best] = 0
    return total, planned, cards


@kernel
def works_ahead(s, seat, hand, base, planned, cards, now, worth):
    """What the works in hand may bring: possible at once, or when the plan has made them good enough. Gives how many."""
    q = s.seats[seat]
    later = ROUNDS - s.round_no
    minimum = MINIMUM[min(ROUNDS, s.round_no + 1 + later // 2)]
    n = 0
    while hand:
        building, freedom, found = WANTS[lowest(hand), 0], WANTS[lowest(hand), 2], base + works.fit(q, lowest(hand))
        hand &= hand - CARD
        hoped = found + cards * works.WORK_CARD
        hoped += works.WORK_BUILDING * ((planned >> building) & 1) + works.WORK_FREEDOM * ((planned >> (FREEDOM + freedom)) & 1)
        chance = 0.0
        if now and found >= MINIMUM[s.round_no]:
            chance = 1.0
        elif later:
            chance = min(max(1 - LACKING * (minimum - hoped), 0.0), 1.0)
        worth[n] = POINT * chance * (found + GROWTH * later)
        n += 1
    return n


@kernel
def muse_gain(s, q, hand, base, muse, now, worth):
    """What the Muse adds to the best works of this round: her points, or that they are good enough at all."""
    more = by_profession()
    n = 0
    while hand:
        found = base + works.fit(q, lowest(hand)) + muse
        hand &= hand - CARD
        if found >= MINIMUM[s.round_no]:
            more[n] = max(POINT * found - worth[n], 0.0)
        n += 1
    total = 0.0
    for _ in range(min(now, n)):
        total += take_best(more, n, 0)
    return total


@kernel
def waiting_gain(s, seat, rate, own):
    """What a Merchant or Professor may bring that was not used yet."""
    q = s.seats[seat]
    later = ROUNDS - s.round_no
    if q.character == state.MERCHANT + 1:
        rank = 1.0 * characters.rank(s, seat)
        if s.phase == state.AUCTION:
            return rank
        saved = SAVED * rate * (AUCTION_PRICE if later > 1 else LAST_PRICE) if later else 0.0
        return max(HELD * rank, saved)
    total = prestige_guess(s, seat) if s.deck_size[state.PRESTIGE] else 0.0
    if s.deck_size[state.BONUS_CARD] and own:
        total = max(total, POINT * bonus_guess(s, seat))
    return HELD * total


@kernel
def shared_buildings(q):
    count = 0
    for building in range(BUILDINGS):
        count += 1 if q.building_at[building] > state.SHARED else 0
    return count


@kernel
def outlook(s, seat, convertible):
    """The prestige that the seat may expect, if it gets nothing in an auction of this round that is still open."""
    q = s.seats[seat]
    later, now = ROUNDS - s.round_no, actions_now(s, seat)
    actions = now + ACTIONS_A_TURN * later
    muse = works.MUSE_A_ROUND * np.int64(s.round_no) if q.character == state.MUSE + 1 else 0
    base = works.base_value(s, q) - muse
    fresh = base + fresh_fit(s, seat) + GROWTH * later
    hand = q.hand | recruit_best(s, seat) if q.recruiting_hand else q.hand
    recruiting = q.recruiting_hand - (popcount(hand) - popcount(q.hand))  # cards that find nobody to recruit yet
    princess = 0
    if q.character == state.PRINCESS + 1 and now and works.princess_value(q) >= MINIMUM[s.round_no]:
        princess = 1
    own, count = min(popcount(hand) + recruiting, actions), min(popcount(hand) + recruiting + princess, actions)
    need = ACTION_PRICE * (actions - count) + (AUCTION_PRICE * (later - 1) + LAST_PRICE if later else 0)
    if s.phase == state.AUCTION and not ((s.bought | s.withdrawn) >> seat) & 1:
        need += AUCTION_PRICE if later else LAST_PRICE
    if s.characters:
        need += COURT_PRICE * (later + (1 if s.phase == state.AUCTION else 0))
    dear = DEAR if s.florins_back else STRICT * DEAR
    rate = dear if q.florins < min(NEAR, need) else FAIR if q.florins < need else IDLE
    if q.character == state.BANKER + 1 and not later:
        rate = 1 / works.CONVERSION
        total = q.prestige + rate * q.florins
    else:
        total = q.prestige + purse(q.florins, convertible, need, dear)

    if s.characters:
        total += SPARE * q.florins

    gain = by_thing()
    find_gains(s, seat, hand, rate, gain)
    if s.deck_size[state.BONUS_CARD] and own:
        gain[BONUS] = POINT * bonus_guess(s, seat) - rate * turn.PRICE_BONUS
    if s.deck_size[state.PROFESSION] and later:
        gain[PROFESSION] = (NEW / PLANNED * POINT * (fresh + own * works.WORK_CARD) - rate * turn.PRICE_PROFESSION) / 2
    gained, planned, cards = spend_actions(gain, actions - count, later)
    total += PLANNED * gained
    for _ in range(later):
        total += PLANNED * max(take_best(gain[LANDSCAPE:], LANDSCAPES, 0), 0.0)
    total += ROOM * popcount(cooperation.ground(s, seat)) * later / ROUNDS

    worth = by_work()
    n = works_ahead(s, seat, hand, base, planned, cards, now, worth)
    if muse:
        total += muse_gain(s, q, hand, base, muse, now, worth)
    for k in range(n, n + recruiting):
        worth[k] = NEW * POINT * fresh
    if princess:
        worth[n + recruiting] = POINT * works.princess_value(q)
    for _ in range(count):
        total += take_best(worth, n + recruiting + princess, 0)
    if own:
        total += POINT * works.bonus_promise(q) + AHEAD * later * q.jesters
    for card in range(PRESTIGE_CARDS):
        if (q.prestige_cards >> np.uint32(card)) & CARD:
            total += prestige_promise(s, seat, card)
    if q.character == state.MERCHANT + 1 or q.character == state.PROFESSOR + 1:
        total += waiting_gain(s, seat, rate, own)
    if s.cooperation:
        total -= GRUDGE / (s.players - 1) * shared_buildings(q)
    return total
