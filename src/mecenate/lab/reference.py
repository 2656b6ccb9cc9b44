"""The reference loop: a toy game whose speed says how fast a machine is, so that figures of the bench can be compared.

FROZEN. Not a rule, not a table and not a line of code of this file may change: a ratio to it means something only as long as
it stays the same. A test holds it to the exact course of its games. It shares nothing with the games but the compiler.

Four seats, seven rounds. In each round a jester is auctioned, then every seat has two actions: build one of six tiles on its
7 x 7 grid, draw a card, or play one as a work, which is worth the tiles that it asks for, the jesters and all cards.
"""

import numpy as np

from mecenate.core.entries import entry
from mecenate.core.kernel import INT, INTS, MASK, NATURAL, STATES, Signature, kernel, lowest, popcount, record, record_at

SEATS, ROUNDS, TILES, CARDS, WORDS = 4, 7, 6, 24, 5
BID, ACTION, PLACE = range(3)
A_BUILD, A_WORK, A_DRAW, A_PASS, A_BID, A_END = 256, 262, 286, 287, 288, 289  # placements are below 256
ONE, S27, S30, S31, S32 = np.uint64(1), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
GOLDEN, MIX_A, MIX_B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
GRID = np.uint64(sum(0x7F << (8 * row) for row in range(7)))

SHAPES = (("XX", "X."), ("XXX",), ("XXX", "X.."), ("X.X", "XXX"), ("XX.", ".XX"), ("XXXX", "XXX."))
WANTS = np.array([[card % TILES, card * 5 % 7 % TILES] for card in range(CARDS)])
COUNT = np.array([sum(row.count("X") for row in shape) for shape in SHAPES])
CELLS = np.zeros((TILES, 4, 7), np.uint64)  # the cells of a tile in four turns, as shifts from its anchor
INSIDE = np.zeros((TILES, 4), np.uint64)  # anchors that keep a tile on the grid
for _t, _shape in enumerate(SHAPES):
    _rows = list(_shape)
    for _turn in range(4):
        _cells = [8 * r + c for r, row in enumerate(_rows) for c, x in enumerate(row) if x == "X"]
        CELLS[_t, _turn, : len(_cells)] = _cells
        INSIDE[_t, _turn] = sum(1 << (8 * r + c) for r in range(8 - len(_rows)) for c in range(8 - len(_rows[0])))
        _rows = ["".join(column) for column in zip(*_rows[::-1], strict=True)]

SEAT = record(
    ("grid", "u8"), ("hand", "i8"), ("table", "i8"), ("built", "i8"), ("florins", "i8"), ("points", "i8"), ("jesters", "i8")
)  # fmt: skip
TOY = record(
    ("rng", "u8"), ("asked", "i4"), ("question", "i4"), ("round_no", "i4"), ("bid", "i4"), ("bidder", "i4"), ("passed", "i4"),
    ("actions", "i4"), ("piece", "i4"), ("cards", "i4"), ("deck", "i4", (CARDS,)), ("seats", SEAT, (SEATS,)),
)  # fmt: skip
toy = record_at(TOY)


@kernel
def below(s, n):
    s.rng += GOLDEN
    z = (s.rng ^ (s.rng >> S30)) * MIX_A
    z = (z ^ (z >> S27)) * MIX_B
    return np.int64((((z ^ (z >> S31)) >> S32) * np.uint64(n)) >> S32)


@kernel
def begin(s):
    for k in range(CARDS):
        s.deck[k] = k
    for k in range(CARDS - 1, 0, -1):
        j = below(s, k + 1)
        s.deck[k], s.deck[j] = s.deck[j], s.deck[k]
    s.cards = CARDS
    for seat in range(SEATS):
        q = s.seats[seat]
        q.grid = np.uint64(0)
        q.hand, q.table, q.built, q.florins, q.points, q.jesters = 0, 0, 0, 20, 0, 0
        draw(s, q)
    begin_round(s, 1)


@kernel
def draw(s, q):
    s.cards -= 1
    q.hand |= 1 << s.deck[s.cards]


@kernel
def begin_round(s, number):
    s.round_no, s.asked, s.question, s.bid, s.bidder, s.passed = number, number % SEATS, BID, 0, -1, 0


@kernel
def anchors(grid, tile, turn):
    found = INSIDE[tile, turn]
    for k in range(COUNT[tile]):
        found &= (GRID & ~grid) >> CELLS[tile, turn, k]
    return found


@kernel
def offer(mask, action):
    mask[action >> 6] |= ONE << np.uint64(action & 63)


@kernel
def legal(s, mask):
    mask[:] = 0
    q = s.seats[s.asked]
    if s.question == BID:
        offer(mask, A_PASS)
        if q.florins > s.bid:
            offer(mask, A_BID)
    elif s.question == PLACE:
        for turn in range(4):
            mask[turn] = anchors(q.grid, s.piece, turn)
    else:
        offer(mask, A_END)
        for card in range(CARDS):
            if (q.hand >> card) & 1:
                offer(mask, A_WORK + card)
        for tile in range(TILES):
            if not (q.built >> tile) & 1 and q.florins >= COUNT[tile]:
                for turn in range(4):
                    if anchors(q.grid, tile, turn):
                        offer(mask, A_BUILD + tile)
        if s.cards and q.florins >= 3:
            offer(mask, A_DRAW)
    n = 0
    for word in range(WORDS):
        n += popcount(mask[word])
    return n


@kernel
def bid(s, action):
    """Clockwise, each one florin more, until all but the highest bidder have passed."""
    if action == A_BID:
        s.bid, s.bidder = s.bid + 1, s.asked
    else:
        s.passed |= 1 << s.asked
    for _ in range(SEATS):
        s.asked = (s.asked + 1) % SEATS
        if not (s.passed >> s.asked) & 1:
            break
    if s.asked == s.bidder or s.passed == (1 << SEATS) - 1:
        if s.bidder >= 0:
            s.seats[s.bidder].florins -= s.bid
            s.seats[s.bidder].jesters += 1
        s.asked, s.question, s.actions = s.round_no % SEATS, ACTION, 2 * SEATS


@kernel
def after_action(s):
    s.actions -= 1
    s.question = ACTION
    if s.actions % 2 == 0:
        s.asked = (s.asked + 1) % SEATS
    if s.actions == 0:
        if s.round_no == ROUNDS:
            s.asked = -1
        else:
            begin_round(s, s.round_no + 1)


@kernel
def work(q, card):
    value = 2 * q.jesters + popcount(q.hand) + popcount(q.table)
    value += 4 * ((q.built >> WANTS[card, 0]) & 1) + 4 * ((q.built >> WANTS[card, 1]) & 1)
    q.hand ^= 1 << card
    q.table |= 1 << card
    q.florins += value
    q.points += value // 2


@kernel
def step(s, action):
    q = s.seats[s.asked]
    if s.question == BID:
        bid(s, action)
    elif s.question == PLACE:
        for k in range(COUNT[s.piece]):
            q.grid |= ONE << (CELLS[s.piece, action >> 6, k] + np.uint64(action & 63))
        q.built |= 1 << s.piece
        q.points += 3
        after_action(s)
    elif action < A_WORK:
        s.piece, s.question = action - A_BUILD, PLACE
        q.florins -= COUNT[s.piece]
    else:
        if action < A_DRAW:
            work(q, action - A_WORK)
        elif action == A_DRAW:
            q.florins -= 3
            draw(s, q)
        after_action(s)


@kernel
def chosen(mask, k):
    word = 0
    while k >= popcount(mask[word]):
        k -= popcount(mask[word])
        word += 1
    bits = mask[word]
    for _ in range(k):
        bits &= bits - ONE
    return (word << 6) + lowest(bits)


@entry(Signature((STATES, MASK, NATURAL, INT, INTS), INT))
def reference_games(states, mask, seed, games, out):
    """Whole games in row 0 with uniformly chosen answers. `out`: answers, decisions, points of all seats."""
    s = toy(states, 0)
    s.rng = seed
    decisions = 0
    for _ in range(games):
        begin(s)
        while s.asked >= 0:
            n = legal(s, mask)
            k = 0
            if n > 1:
                k = below(s, n)
                decisions += 1
            step(s, chosen(mask, k))
            out[0] += 1
        for seat in range(SEATS):
            out[2] += s.seats[seat].points
    out[1] += decisions
    return games
