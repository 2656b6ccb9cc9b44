"""A position of The Princes of Florence in figures, as a seat sees it: what a strong player would look at.

Figures are about 0 to 1, and mostly 0. Of the others only what lies open is told.
"""

from itertools import accumulate

import numpy as np

from mecenate.bots.evaluations.princes_outlook import actions_now, recruit_best
from mecenate.core.entries import entry
from mecenate.core.kernel import FEATURES, kernel, lowest, popcount
from mecenate.games.princes import characters, cooperation, ending, objects, state, tiles, turn, works
from mecenate.games.princes.components import BUILDING_PRICE, MINIMUM, PRESTIGE_NEEDS, PRESTIGE_SENSE, WANTS
from mecenate.games.princes.money import means

BIT = np.uint32(1)
S1, S2, S8 = np.uint64(1), np.uint64(2), np.uint64(8)
ROUNDS, MINIMUM_LAST = ending.ROUNDS, MINIMUM[ending.ROUNDS]
NEED_FEATURES = PRESTIGE_NEEDS.shape[1]
WORKS = 6  # the best works in hand are told one by one
RIVALS = state.SEATS - 1

# Groups of figures, and how many each has.
_SIZES = {
    "table": 4 + 4,  # seats; what is played with
    "clock": 8 + 5 + state.SEATS + 3,  # round, phase, place in turn order, actions left
    "question": 23 + 2,  # what the seat is asked, or that another one is
    "money": 6,
    "own": 24,
    "landscapes": 6,
    "freedoms": 3,
    "buildings": 10,
    "hand": 21,
    "works": 2 * WORKS + 8,
    "lacking": 10 + 3 + 3,
    "bonus": 4,
    "prestige": 14 + 14 + 14 + 2,
    "room": 10 + 10,
    "round_best": 5,
    "auction": 3 + 8 + 8 + 8 + 6,
    "pending": 13 + 12,
    "supply": 3 + 3 + 3 + 10 + 3,
    "court": 6 + 6 + 6 + 6 + 3,
    "together": 8,
    "rivals": RIVALS * 20,
    "compared": 4,
}
_ENDS = list(accumulate(_SIZES.values()))
(
    TABLE, CLOCK, QUESTION, MONEY, OWN, LANDSCAPES, FREEDOMS, BUILDINGS, HAND, WORKED, LACKING, BONUS, PRESTIGE, ROOM,
    ROUND_BEST, AUCTION, PENDING, SUPPLY, COURT, TOGETHER, OTHERS, COMPARED,
) = (end - size for end, size in zip(_ENDS, _SIZES.values(), strict=True))  # fmt: skip
COUNT = _ENDS[-1]


@kernel
def has(cards, card):
    return (cards >> np.uint32(card)) & BIT != 0


@kernel
def at_least(out, k, n, most):
    """A count as steps: one figure for each that is reached."""
    for step in range(most):
        out[k + step] = 1 if n > step else 0


@kernel
def put_clock(s, seat, out):
    out[TABLE + s.players - 2] = 1
    out[TABLE + 4] = s.characters
    out[TABLE + 5] = s.cooperation
    out[TABLE + 6] = 1 if s.florins_back else 0
    out[CLOCK + min(s.round_no, 7)] = 1
    out[CLOCK + 8 + s.phase] = 1
    out[CLOCK + 13 + (seat - s.starter) % s.players] = 1
    now = actions_now(s, seat)
    out[CLOCK + 18] = now / 2
    out[CLOCK + 19] = 1 if now else 0
    out[CLOCK + 20] = (now + turn.ACTIONS_A_TURN * (ROUNDS - s.round_no)) / 14
    if s.asked == seat:
        out[QUESTION + s.question] = 1
    elif s.asked >= 0:
        out[QUESTION + 23] = 1
        out[QUESTION + 24] = ((s.asked - seat) % s.players) / 4


@kernel
def put_own(s, q, seat, out):
    florins = q.florins
    out[MONEY] = florins / 3000
    out[MONEY + 1] = min(florins, 300) / 300
    out[MONEY + 2] = min(florins, 700) / 700
    out[MONEY + 3] = min(florins, 1400) / 1400
    out[MONEY + 4] = min(means(s, seat), 3000) / 3000
    out[MONEY + 5] = florins / 3000 * (ROUNDS - s.round_no) / ROUNDS
    out[OWN] = q.prestige / 60
    at_least(out, OWN + 1, q.jesters, 4)
    at_least(out, OWN + 5, q.builders, 3)
    at_least(out, OWN + 8, q.recruiting_hand, 2)
    at_least(out, OWN + 10, popcount(q.hand), 5)
    out[OWN + 15] = works.table_cards(q) / 7
    out[OWN + 16] = q.tiles / 6
    out[OWN + 17] = popcount(q.buildings) / 7
    out[OWN + 18] = popcount(q.freedoms) / 3
    late = (ROUNDS - s.round_no) / ROUNDS
    out[OWN + 19] = q.jesters / 3 * late
    out[OWN + 20] = q.builders / 3 * late
    out[OWN + 21] = popcount(q.hand) / 5 * late
    out[OWN + 22] = q.recruiting_hand / 2 * late
    out[OWN + 23] = BUILDING_PRICE[q.builders] / 700
    for kind in range(3):
        out[LANDSCAPES + kind] = 1 if q.landscapes[kind] else 0
        out[LANDSCAPES + 3 + kind] = max(q.landscapes[kind] - 1, 0) / 2
        out[FREEDOMS + kind] = 1 if has(q.freedoms, kind) else 0
    for building in range(10):
        out[BUILDINGS + building] = 1 if has(q.buildings, building) else 0


@kernel
def put_works(s, q, seat, out):
    """The works that the hand allows now, best first, and what they lack."""
    promise = works.bonus_promise(q)
    base = works.base_value(s, q)
    now, soon, last = MINIMUM[s.round_no], MINIMUM[min(s.round_no + 1, ROUNDS)], MINIMUM_LAST
    cards, n = q.hand, 0
    while cards:
        profession = lowest(cards)
        cards &= cards - BIT
        out[HAND + profession] = 1
        building, landscape, freedom = works.fit_parts(q, profession)
        value = base + building + landscape + freedom
        if not building:
            out[LACKING + WANTS[profession, 0]] += 0.5
        if not landscape:
            out[LACKING + 10 + WANTS[profession, 1]] += 0.5
        if not freedom:
            out[LACKING + 13 + WANTS[profession, 2]] += 0.5
        out[WORKED + 2 * WORKS] += 0.25 if value + promise >= now else 0
        out[WORKED + 2 * WORKS + 1] += 0.25 if value + promise >= soon else 0
        out[WORKED + 2 * WORKS + 2] += 0.25 if value + promise >= last else 0
        out[WORKED + 2 * WORKS + 3] += np.float64(value / 60)
        if n < WORKS:
            n += 1
        k = n - 1  # sorted as they come
        worth = np.float32(value / 20)
        if out[WORKED + k] < worth:
            while k > 0 and out[WORKED + k - 1] < worth:
                out[WORKED + k] = out[WORKED + k - 1]
                k -= 1
            out[WORKED + k] = worth
    for k in range(n):
        out[WORKED + WORKS + k] = max(20 * np.float64(out[WORKED + k]) - now, -5.0) / 10
    out[WORKED + 2 * WORKS + 4] = base / 15
    if q.recruiting_hand:
        found = recruit_best(s, seat)
        if found:
            out[WORKED + 2 * WORKS + 5] = 1
            out[WORKED + 2 * WORKS + 6] = works.fit(q, lowest(found)) / 10
    out[WORKED + 2 * WORKS + 7] = base * (ROUNDS - s.round_no) / 80
    out[BONUS] = popcount(q.bonus_cards) / 3
    out[BONUS + 1] = promise / 12
    out[BONUS + 2] = 1 if q.bonus_cards else 0
    out[BONUS + 3] = popcount(q.bonus_cards) * popcount(q.hand) / 10


@kernel
def put_prestige(s, q, seat, out):
    """Each card that is held: what it brings now, and how far the way to it is."""
    cards = q.prestige_cards
    out[PRESTIGE + 42] = popcount(cards) / 3
    while cards:
        card = lowest(cards)
        cards &= cards - BIT
        now = ending.prestige_card(s, seat, card)
        out[PRESTIGE + card] = 1
        out[PRESTIGE + 14 + card] = now / 8
        out[PRESTIGE + 43] += np.float64(now / 12)
        if PRESTIGE_SENSE[card] == 0:
            have, need = 0, 0
            for which in range(NEED_FEATURES):
                if PRESTIGE_NEEDS[card, which]:
                    have += min(PRESTIGE_NEEDS[card, which], works.feature(q, which))
                    need += PRESTIGE_NEEDS[card, which]
            out[PRESTIGE + 28 + card] = have / need


@kernel
def put_room(s, q, seat, out):
    free = tiles.free_for(q, False, True)
    ground = cooperation.ground(s, seat)
    out[ROOM] = popcount(free) / 43
    out[ROOM + 1] = popcount(ground) / 43
    pairs = ground & (ground >> S1)
    rows = pairs & (pairs >> S1)
    square = pairs & (pairs >> S8)
    out[ROOM + 2] = popcount(square) / 30
    out[ROOM + 3] = popcount(rows & (rows >> S8)) / 20
    out[ROOM + 4] = popcount(square & (square >> S8)) / 20
    out[ROOM + 5] = popcount(rows & (rows >> S8) & (rows >> (S8 + S8))) / 12
    pairs = free & (free >> S1)
    out[ROOM + 6] = popcount(pairs & (pairs >> S8)) / 30
    out[ROOM + 7] = popcount(pairs & (pairs >> S2)) / 25
    for building in range(10):
        if s.buildings[building] and not has(q.buildings, building) and tiles.fits(ground, building):
            out[ROOM + 10 + building] = 1
            out[ROOM + 8] += np.float64(0.1)
            if out[LACKING + building]:
                out[ROOM + 9] += 0.25


@kernel
def put_round(s, q, seat, out):
    """The best work of this round, and the auction."""
    best, after = 0, 0
    for other in range(s.players):
        if other != seat:
            best = max(best, s.seats[other].best_work)
            after += 1 if s.phase == state.ACTIONS and actions_now(s, other) else 0
    out[ROUND_BEST] = q.best_work / 20
    out[ROUND_BEST + 1] = 1 if q.best_work and q.best_work >= best else 0
    out[ROUND_BEST + 2] = max(q.best_work - best, -10) / 10 if q.best_work else 0
    out[ROUND_BEST + 3] = best / 20
    out[ROUND_BEST + 4] = after / 4
    if s.phase != state.AUCTION:
        return
    gone = s.bought | s.withdrawn
    mine = not (gone >> seat) & 1
    out[AUCTION] = 1 if (s.bought >> seat) & 1 else 0
    out[AUCTION + 1] = 1 if (s.withdrawn >> seat) & 1 else 0
    rivals = 0
    for other in range(s.players):
        rivals += 1 if other != seat and not (gone >> other) & 1 else 0
    out[AUCTION + 2] = rivals / 4
    hammer = s.question == state.BID or s.question == state.PAYMENT
    for stack in range(state.STACKS):
        if mine and not (s.sold >> stack) & 1 and not (hammer and s.stack == stack):
            out[AUCTION + 3 + stack] = 1
    if hammer:
        held = s.bidder == seat
        out[AUCTION + (11 if held else 19) + s.stack] = 1
        out[AUCTION + 27] = s.bid / 1000 if held else 0
        out[AUCTION + 28] = 0 if held else s.bid / 1000
        out[AUCTION + 29] = 1 if mine and not held and not (s.passed >> seat) & 1 else 0
        bidding = 0
        for other in range(s.players):
            bidding += 1 if other != s.bidder and not ((gone | s.passed) >> other) & 1 else 0
        out[AUCTION + 30] = bidding / 4
        out[AUCTION + 31] = bidding / 4 if held else 0
        out[AUCTION + 32] = s.seats[s.bidder].florins / 2000 if not held else 0


@kernel
def put_pending(s, q, seat, out):
    """What hangs on the question."""
    if s.asked != seat:
        return
    if s.question == state.PLACE or s.question == state.ACROSS:
        out[PENDING + s.piece] = 1
    elif s.question == state.BONUS:
        out[PENDING + 13] = s.work_value / 20
        out[PENDING + 14] = 1 if s.work_value >= MINIMUM[s.round_no] else 0
        out[PENDING + 15] = works.PAY * s.work_value / 3000
    elif s.question == state.CONVERT:
        out[PENDING + 16] = works.most_converted(s) / 10
    elif s.question == state.ACTION:
        out[PENDING + 17] = s.profession_taken
        out[PENDING + 18] = s.freedom_taken
    elif s.question == state.KEEP:
        out[PENDING + 19 + s.looking] = 1
        best = 0.0
        for k in range(s.looked):
            card = s.look[k]
            if s.looking == state.PROFESSION:
                best = max(best, works.fit(q, card) / 10)
            elif s.looking == state.PRESTIGE:
                best = max(best, ending.prestige_card(s, seat, card) / 8)
            else:
                best = max(best, works.bonus_before(q, card) / 10)
        out[PENDING + 22 + s.looking] = best


@kernel
def put_supply(s, out):
    out[SUPPLY] = min(s.jesters, 3) / 3
    out[SUPPLY + 1] = min(s.builders, 3) / 3
    out[SUPPLY + 2] = min(s.recruiting, 3) / 3
    for kind in range(3):
        out[SUPPLY + 3 + kind] = 0 if s.landscapes[kind] else 1
        out[SUPPLY + 6 + kind] = min(s.freedoms[kind], 2) / 2
        out[SUPPLY + 19 + kind] = 0 if s.deck_size[kind] else 1
    for building in range(10):
        out[SUPPLY + 9 + building] = 0 if s.buildings[building] else 1


@kernel
def put_expansions(s, q, seat, out):
    if s.characters:
        if q.character:
            out[COURT + q.character - 1] = 1
        if s.phase == state.CHARACTERS:
            done = (s.bought | s.passed) >> seat & 1
            out[COURT + 24] = done
            for character in range(state.COURTIERS):
                if s.marked_by[character]:
                    own = s.marked_by[character] == seat + 1
                    out[COURT + (6 if own else 12) + character] = s.marked_at[character] / 10
                elif not (s.hired >> character) & 1:
                    out[COURT + 18 + character] = 1
        out[COURT + 25] = s.banker / 2000
        out[COURT + 26] = characters.rank(s, seat) / 5
    if s.cooperation:
        for building in range(10):
            out[TOGETHER] += np.float64(0.2 if q.building_at[building] > state.SHARED else 0.0)
        if s.question >= state.ACROSS:
            proposer = cooperation.active(s)
            out[TOGETHER + 1] = 1 if proposer == seat else 0
            out[TOGETHER + 2] = 1 if proposer != seat and s.asked == seat else 0
            out[TOGETHER + 3] = s.price / 1000 if proposer == seat else 0
            out[TOGETHER + 4] = s.price / 1000 if proposer != seat and s.asked == seat else 0
            out[TOGETHER + 5] = 1 if s.asked == seat and s.piece >= 0 and has(q.hand, s.piece) else 0
            out[TOGETHER + 6] = out[LACKING + s.piece] if 0 <= s.piece < 10 else 0
        out[TOGETHER + 7] = s.proposals / 3 if s.asked == seat else 0


@kernel
def put_rivals(s, q, seat, out):
    most, rich = -99, -9999
    for k in range(1, s.players):
        other = (seat + k) % s.players
        r = s.seats[other]
        at = OTHERS + 20 * (k - 1)
        most, rich = max(most, r.prestige), max(rich, r.florins)
        out[at] = 1
        out[at + 1] = r.prestige / 60
        out[at + 2] = r.florins / 3000
        out[at + 3] = r.jesters / 3
        out[at + 4] = r.builders / 3
        out[at + 5] = r.recruiting_hand / 2
        out[at + 6] = r.tiles / 6
        out[at + 7] = popcount(r.freedoms) / 3
        out[at + 8] = popcount(r.buildings) / 7
        out[at + 9] = popcount(r.hand) / 5
        out[at + 10] = works.table_cards(r) / 7
        out[at + 11] = popcount(r.prestige_cards) / 3
        out[at + 12] = popcount(r.bonus_cards) / 3
        out[at + 13] = r.best_work / 20
        out[at + 14] = actions_now(s, other) / 2
        out[at + 15] = 1 if (s.bought >> other) & 1 else 0
        out[at + 16] = 1 if s.bidder == other and s.question == state.BID else 0
        out[at + 17] = works.base_value(s, r) / 15
        out[at + 18] = 1 if r.character else 0
        out[at + 19] = works.feature(r, works.TYPES) / 3
    out[COMPARED] = (q.prestige - most) / 20
    out[COMPARED + 1] = (q.florins - rich) / 3000
    out[COMPARED + 2] = (q.prestige - most) / 20 * s.round_no / ROUNDS
    out[COMPARED + 3] = popcount(objects.face_up(s, seat)) / 15


@entry(FEATURES)
def features(states, i, seat, out):
    s = state.state(states, i)
    q = s.seats[seat]
    out[:] = 0
    put_clock(s, seat, out)
    put_own(s, q, seat, out)
    put_works(s, q, seat, out)
    put_prestige(s, q, seat, out)
    put_room(s, q, seat, out)
    put_round(s, q, seat, out)
    put_pending(s, q, seat, out)
    put_supply(s, out)
    put_expansions(s, q, seat, out)
    put_rivals(s, q, seat, out)
