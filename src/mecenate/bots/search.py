"""Search: a tree of what may be answered, in which every simulation deals out anew what the seat can't know.

Information-set Monte Carlo tree search for any number of seats, the same for every game. A node is a question after the same
answers, whatever was dealt; an edge is an answer to it. How much an answer promises (its weight) is told once by the game's
instinct, from the position after it. A simulation goes down the tree to something new, plays on from there for some answers as
the instinct likes them best, and lets the game's network judge each seat's chance to win. What an edge is worth is the mean of
these chances, for the seat that answers there. Between answers that promise the same chance the expected points decide: a point
counts next to nothing while a game is open, and the more the less a seat can still win.
A question with many answers gets its edges little by little, the more often it is visited. All answers to the first question
see the same deals one after the other, so that luck favours none of them.
"""

import numpy as np

from mecenate.bots.learnt import odds, odds_after
from mecenate.bots.net import SEATS, SHARPNESS, forget
from mecenate.bots.tuning import AHEAD, EXPLORE, LOOKS, LOST, POINTS, WARMTH, WIDTH
from mecenate.core.entries import entry
from mecenate.core.floats import exp, power
from mecenate.core.header import header
from mecenate.core.kernel import (
    FLOATS,
    GENERATOR,
    INT,
    INTS,
    MASK,
    SINGLES,
    STATES,
    Array,
    Signature,
    copy_row,
    kernel,
    local,
    record,
    root,
)
from mecenate.core.playout import draw_below, nth_offered
from mecenate.core.rng import STEP as RNG_STEP
from mecenate.core.rng import mix

ONE = np.uint64(1)
NODE = record(
    ("visits", "i4"),
    ("asked", "i4"),  # the seat, and what it is asked: after the same answer that may depend on the deal
    ("question", "i4"),
    ("first", "i4"),  # its first edge
    ("sibling", "i4"),  # another node below the same edge
    ("total", "f8"),  # what it was worth to the seat, added up
    ("top", "f8"),  # the value of an answer that has the weight 1
)
EDGE = record(
    ("action", "i4"),
    ("visits", "i4"),
    ("following", "i4"),  # the next edge of the node
    ("child", "i4"),  # the first node below
    ("weight", "f8"),
    ("total", "f8"),  # what it was worth to who answers, added up
    ("told", "f8"),  # the chances as they come true
)
NODES, EDGES = Array(NODE), Array(EDGE)
EDGES_A_NODE = 24  # room for edges; when it is used up, the tree stops growing

DEALT, SIMULATED, TRIED = range(3)  # rows of the scratch array
SEARCH_ROWS = 3
VALUES_A_WORD = 128  # room for values: two for each answer that a word of the mask offers
DEALS = 1  # a generator's second number: the deals of a search
DEEPEST = 64  # answers on a way down the tree
LOOKED_AFTER = 16  # simulations between two looks whether the choice is made
ALL_OF_THEM = -1  # simulations: they are not cut short
NOTHING = -1
NO_DEALS = np.uint64(0)
a_result, a_path = local(np.int64, 2 * SEATS), local(np.int64, 2 * DEEPEST)
a_price = local(np.float64, SEATS)


@kernel
def edges_for(actions, simulations):
    """How many edges a tree of so many simulations has room for, in a game of so many answers."""
    return actions + EDGES_A_NODE * (simulations + 1)


@kernel
def is_offered(mask, action):
    return (mask[action >> 6] >> np.uint64(action & 63)) & ONE != 0


@kernel
def add_node(tree, asked, question):
    nodes, used = tree[0], tree[2]
    n = used[0]
    if n == nodes.size:
        return NOTHING
    used[0] += 1
    node = nodes[n]
    node.visits = 0
    node.asked = asked
    node.question = question
    node.first = NOTHING
    node.sibling = NOTHING
    node.total = 0.0
    node.top = -np.inf
    return n


@kernel
def add_edge(tree, n, action, value, warmth):
    nodes, edges, used = tree
    e = used[1]
    if e == edges.size:
        return
    used[1] += 1
    edge = edges[e]
    edge.action = action
    edge.visits = 0
    edge.child = NOTHING
    edge.total = 0.0
    edge.told = 0.0
    edge.weight = exp(min(max((value - nodes[n].top) / warmth, -30.0), 3.0))
    edge.following = nodes[n].first
    nodes[n].first = e


@kernel
def has_edge(tree, n, action):
    nodes, edges, _ = tree
    e = nodes[n].first
    while e >= 0:
        if edges[e].action == action:
            return True
        e = edges[e].following
    return False


@kernel
def widen(rules, instinct, tree, scratch, mask, values, results, players, n, offered, generator, tuning):
    """See that a node has edges for what is offered now, or for as many answers as its visits allow."""
    nodes, edges, _ = tree
    have = 0
    e = nodes[n].first
    while e >= 0:
        have += 1 if is_offered(mask, edges[e].action) else 0
        e = edges[e].following
    room = offered if n == 0 else min(offered, int(tuning[WIDTH] * root(nodes[n].visits)))
    if have >= room:
        return
    seat, deals = np.int64(nodes[n].asked), generator[DEALS] if n == 0 else NO_DEALS
    start = draw_below(generator, offered)
    added = 0
    for k in range(offered):
        action = nth_offered(mask, (start + k) % offered)
        if not has_edge(tree, n, action):
            values[2 * added] = action
            values[2 * added + 1] = odds_after(
                rules, instinct, scratch, SIMULATED, TRIED, results, seat, players, action, deals
            )
            added += 1
            if have + added == room:
                break
    if nodes[n].first == NOTHING:
        for k in range(added):
            nodes[n].top = max(nodes[n].top, values[2 * k + 1])
    for k in range(added):
        add_edge(tree, n, int(values[2 * k]), values[2 * k + 1], tuning[WARMTH])


@kernel
def select(tree, n, mask, tuning):
    """The edge of an offered answer that is most worth a further look."""
    nodes, edges, _ = tree
    weights, visits = 0.0, 1
    e = nodes[n].first
    while e >= 0:
        if is_offered(mask, edges[e].action):
            weights += edges[e].weight
            visits += edges[e].visits
        e = edges[e].following
    expected = nodes[n].total / nodes[n].visits if nodes[n].visits else 0.0
    curious = tuning[EXPLORE] * root(visits)
    best, most = NOTHING, -np.inf
    e = nodes[n].first
    while e >= 0:
        edge = edges[e]
        if is_offered(mask, edge.action):
            worth = edge.total / edge.visits if edge.visits else expected
            worth += curious * edge.weight / (weights * (1 + edge.visits))
            if worth > most:
                best, most = e, worth
        e = edge.following
    return best


@kernel
def child_of(tree, e, asked, question):
    """The node below an edge for this question; a new one where there is none."""
    nodes, edges, _ = tree
    n = edges[e].child
    while n >= 0:
        if nodes[n].asked == asked and nodes[n].question == question:
            return n
        n = nodes[n].sibling
    n = add_node(tree, asked, question)
    if n >= 0:
        nodes[n].sibling = edges[e].child
        edges[e].child = n
    return n


@kernel
def go_to_choice(rules, scratch, mask):
    """Give the only answer wherever there is only one: how many there are at the next real question, 0 at the end."""
    legal, step = rules[0], rules[1]
    s = header(scratch, SIMULATED)
    while s.asked >= 0:
        offered = legal(scratch, SIMULATED, mask)
        if offered > 1:
            return offered
        step(scratch, SIMULATED, nth_offered(mask, 0))
    return 0


@kernel
def liked(rules, instinct, scratch, mask, results, players, offered, generator, tuning):
    """The answer to the simulated question that the instinct likes best; of many answers only some are looked at."""
    seat = np.int64(header(scratch, SIMULATED).asked)
    best, most = 0, -np.inf
    tried = min(offered, int(tuning[LOOKS]))
    start = draw_below(generator, offered) if tried < offered else 0
    for k in range(tried):
        action = nth_offered(mask, (start + k * offered // tried) % offered)
        found = odds_after(rules, instinct, scratch, SIMULATED, TRIED, results, seat, players, action, NO_DEALS)
        if found > most:
            best, most = action, found
    return best


@kernel
def play_on(rules, instinct, scratch, mask, results, players, generator, tuning):
    """Give some answers as the instinct likes them best."""
    step = rules[1]
    for _ in range(int(tuning[AHEAD])):
        offered = go_to_choice(rules, scratch, mask)
        if not offered:
            break
        step(scratch, SIMULATED, liked(rules, instinct, scratch, mask, results, players, offered, generator, tuning))


@kernel
def judge(rules, net, scratch, results, players, chances, scores, told):
    """Each seat's chance to win in the simulated position, and the points that it may expect. `told`: what comes true."""
    weights = net[1]
    sharpness = np.float64(weights[weights.size + SHARPNESS])
    total, sharp = 0.0, 0.0
    for seat in range(players):
        likely, scores[seat] = odds(rules, net, scratch, SIMULATED, results, seat, players)
        chances[seat] = 1 / (1 + exp(-likely))
        told[seat] = power(chances[seat], sharpness)
        if header(scratch, SIMULATED).asked < 0:
            told[seat] = 1.0 if results[players + seat] == 1 else 0.0
        total += chances[seat]
        sharp += told[seat]
    for seat in range(players):
        chances[seat] /= total
        told[seat] /= sharp


@kernel
def set_prices(rules, net, scratch, values, results, players, observer, generator, tuning, prices):
    """How much of a chance to win a point is worth to each seat: the more, the less likely it is to win."""
    copy_row(scratch, SIMULATED, scratch, DEALT)
    rules[2](scratch, SIMULATED, observer, mix(generator[DEALS]))
    chances, scores, told = values[:players], values[players : 2 * players], values[2 * players : 3 * players]
    judge(rules, net, scratch, results, players, chances, scores, told)
    for seat in range(players):
        prices[seat] = tuning[POINTS] / (tuning[LOST] + told[seat])


@kernel
def simulate(rules, net, instinct, tree, scratch, mask, values, results, path, expected, prices, players, generator, tuning):
    """Deal out, go down the tree to something new, judge it, and tell that to the nodes on the way."""
    legal, step, redeal = rules[0], rules[1], rules[2]
    nodes, edges, _ = tree
    observer = np.int64(nodes[0].asked)
    copy_row(scratch, SIMULATED, scratch, DEALT)
    s = header(scratch, SIMULATED)
    legal(scratch, SIMULATED, mask)  # for every deal the same: the seat knows what it may answer
    e = select(tree, 0, mask, tuning)
    redeal(scratch, SIMULATED, observer, mix(generator[DEALS] + RNG_STEP * np.uint64(edges[e].visits)))
    n, depth = 0, 0
    while True:
        path[2 * depth] = n
        path[2 * depth + 1] = e
        depth += 1
        step(scratch, SIMULATED, edges[e].action)
        offered = go_to_choice(rules, scratch, mask)
        if not offered or depth == DEEPEST:
            n = NOTHING
            break
        n = child_of(tree, e, s.asked, s.question)
        if n < 0 or nodes[n].visits == 0:
            break
        widen(rules, instinct, tree, scratch, mask, values, results, players, n, offered, generator, tuning)
        e = select(tree, n, mask, tuning)
        if e < 0:  # no room for edges
            break
    play_on(rules, instinct, scratch, mask, results, players, generator, tuning)
    chances, scores, told = values[:players], values[players : 2 * players], values[2 * players : 3 * players]
    judge(rules, net, scratch, results, players, chances, scores, told)
    for seat in range(players):
        expected[seat] += told[seat]
        expected[players + seat] += scores[seat]
        chances[seat] += prices[seat] * scores[seat]
    if n >= 0:
        nodes[n].visits += 1
        nodes[n].total += chances[nodes[n].asked]
    for k in range(depth):
        n, e = path[2 * k], path[2 * k + 1]
        worth = chances[nodes[n].asked]
        nodes[n].visits += 1
        nodes[n].total += worth
        edges[e].visits += 1
        edges[e].total += worth
        edges[e].told += told[nodes[n].asked]


@kernel
def first_edges(rules, instinct, tree, states, i, scratch, mask, values, results, players, generator, tuning):
    """The first question, with an edge for everything that is offered."""
    legal, redeal = rules[0], rules[2]
    s = header(states, i)
    copy_row(scratch, DEALT, states, i)
    copy_row(scratch, SIMULATED, states, i)
    seat = np.int64(s.asked)
    generator[DEALS] = mix(generator[0])
    redeal(scratch, SIMULATED, seat, mix(generator[DEALS]))
    add_node(tree, s.asked, s.question)
    offered = legal(scratch, SIMULATED, mask)
    widen(rules, instinct, tree, scratch, mask, values, results, players, 0, offered, generator, tuning)


@kernel
def better(one, other):
    if one.visits != other.visits:
        return one.visits > other.visits
    return one.total > other.total if one.visits else one.weight > other.weight


@kernel
def decided(tree, left):
    """Whether the most visited answer to the first question stays that, whatever so many further simulations find."""
    nodes, edges, _ = tree
    most, next_most = 0, 0
    e = nodes[0].first
    while e >= 0:
        visits = edges[e].visits
        next_most = max(next_most, min(most, visits))
        most = max(most, visits)
        e = edges[e].following
    return most - next_most > left


@kernel
def think(
    rules, net, instinct, tree, states, i, players, scratch, mask, values, expected, simulations, later, generator, tuning
):
    """Think about the question in row i for so many simulations, on top of those that there were. The best answer's edge.

    `later`: how many more there would be after these at most. It ends as soon as none of them all could change the choice; with
    ALL_OF_THEM it goes on, for somebody who also wants to know the chances.
    """
    nodes, edges, used = tree
    results, path, prices = a_result(), a_path(), a_price()
    forget(net[2])
    forget(instinct[2])  # so that the same search finds the same, whatever came before it
    if used[0] == 0:
        generator[0] += RNG_STEP
        first_edges(rules, instinct, tree, states, i, scratch, mask, values, results, players, generator, tuning)
    observer = np.int64(nodes[0].asked)
    set_prices(rules, net, scratch, values, results, players, observer, generator, tuning, prices)
    for k in range(simulations):
        if later != ALL_OF_THEM and k % LOOKED_AFTER == 0 and decided(tree, later + simulations - k):
            break
        simulate(rules, net, instinct, tree, scratch, mask, values, results, path, expected, prices, players, generator, tuning)
    best = nodes[0].first
    e = best
    while e >= 0:
        if better(edges[e], edges[best]):
            best = e
        e = edges[e].following
    return best


@entry(
    Signature(
        (
            SINGLES, SINGLES, SINGLES, SINGLES, INTS,
            STATES, INT, INT, STATES, MASK, NODES, EDGES, INTS, FLOATS, FLOATS, INT, INT, GENERATOR, FLOATS,
        ),
        INT,
    )
)  # fmt: skip
def explore(
    legal, step, redeal, result, features, weights, memory, instinct_weights, instinct_memory, places,
    states, i, players, scratch, mask, nodes, edges, used, values, expected, simulations, later, generator, tuning,
):  # fmt: skip
    """Think about the question in row i for so many simulations, on top of those that there were. The most visited answer.

    `used`: nodes, edges. `values`: room to think. `expected`: each seat's chances to win, then each seat's points,
    added up over the simulations.
    """
    rules, tree = (legal, step, redeal, result), (nodes, edges, used)
    net, instinct = (features, weights, memory, places), (features, instinct_weights, instinct_memory, places)
    best = think(
        rules, net, instinct, tree, states, i, players, scratch, mask, values, expected, simulations, later, generator, tuning
    )
    return edges[best].action


@entry(Signature((SINGLES, SINGLES, INTS, STATES, INT, MASK, INTS, GENERATOR, FLOATS), INT))
def play_to_end(
    legal, step, redeal, result, features,
    instinct_weights, instinct_memory, places, scratch, players, mask, moves, generator, tuning,
):  # fmt: skip
    """Play the simulated position on to its end, as a search begins to. How many moves that took; `moves` has them."""
    rules, instinct = (legal, step, redeal, result), (features, instinct_weights, instinct_memory, places)
    results, made = a_result(), 0
    forget(instinct_memory)
    s = header(scratch, SIMULATED)
    while s.asked >= 0 and made < moves.size:
        offered = legal(scratch, SIMULATED, mask)
        action = nth_offered(mask, 0)
        if offered > 1:
            action = liked(rules, instinct, scratch, mask, results, players, offered, generator, tuning)
        moves[made] = action
        made += 1
        step(scratch, SIMULATED, action)
    return made
