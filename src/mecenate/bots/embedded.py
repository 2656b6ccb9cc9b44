"""The search for programs that have neither NumPy nor Python: one call, with one block of memory to think in.

It gives the answer of the bot "search:N". Seed S + k here is the k-th question to a bot that was made with seed S.
"""

import numpy as np

from mecenate.bots import net, play
from mecenate.bots.search import (
    EDGE,
    NODE,
    SEARCH_ROWS,
    VALUES_A_WORD,
    edges_for,
    think,
)
from mecenate.bots.tuning import PATIENT
from mecenate.core.entries import entry
from mecenate.core.header import header
from mecenate.core.kernel import BYTES, FLOATS, INT, NATURAL, SINGLES, STATES, Signature, kernel, local, part, rows_in

NODE_SIZE, EDGE_SIZE = NODE.itemsize, EDGE.itemsize
nodes_in, edges_in = part(NODE), part(EDGE)
words_in, ints_in, floats_in, singles_in = part(np.uint64), part(np.int64), part(np.float64), part(np.float32)
a_count, a_generator = local(np.int64, 2), local(np.uint64, 2)
network_room = net.room
stream = play.stream.function


@kernel
def layout(simulations, width, actions, inputs):
    """Where the parts of a search's memory begin, as bytes; at last where it ends. What is aligned to 8 bytes comes first."""
    words = (actions + 63) >> 6
    figures, places = network_room(inputs)
    edges = (simulations + 1) * NODE_SIZE
    values = edges + edges_for(actions, simulations) * EDGE_SIZE
    mask = values + 8 * words * VALUES_A_WORD
    places_at = mask + 8 * words
    scratch = places_at + 8 * places
    judging = scratch + SEARCH_ROWS * width
    instinct = judging + 4 * figures
    return edges, values, mask, places_at, scratch, judging, instinct, instinct + 4 * figures


@entry(Signature((INT, INT, INT, INT), INT))
def search_memory(simulations, width, actions, inputs):
    """How many bytes a search of so many simulations needs to think in."""
    return layout(simulations, width, actions, inputs)[7]


@kernel
def answered(nodes, edges):
    """The most visited answer to the first question; of equally visited ones the one that promises more."""
    found, most, promised = np.int64(-1), np.int64(-1), 0.0
    e = nodes[0].first
    while e >= 0:
        visits, action = np.int64(edges[e].visits), np.int64(edges[e].action)
        chance = edges[e].told / visits if visits else 0.0
        as_good = visits == most and chance == promised and action < found
        if visits > most or (visits == most and chance > promised) or as_good:
            found, most, promised = action, visits, chance
        e = edges[e].following
    return found


@entry(Signature((STATES, INT, INT, INT, NATURAL, SINGLES, BYTES, FLOATS, INT, INT, INT, FLOATS, FLOATS), INT))
def search(
    legal, step, redeal, result, features,
    states, i, players, simulations, seed, weights, memory, expected, actions, inputs, figures, tuning, quick,
):  # fmt: skip
    """The answer to the question in row i after so many simulations; -1 when the game is over.

    `weights`: the network's `figures`, then those of the instinct if there is one. `expected`: each seat's chance to win, then
    each seat's points. `tuning`: how a search goes about this game, and `quick` how one of few simulations does.
    """
    if header(states, i).asked < 0:
        return np.int64(-1)
    width = states.shape[1]
    at = layout(simulations, width, actions, inputs)
    words = (actions + 63) >> 6
    room, places = network_room(inputs)
    nodes, edges = nodes_in(memory, 0, simulations + 1), edges_in(memory, at[0], edges_for(actions, simulations))
    values, mask = floats_in(memory, at[1], words * VALUES_A_WORD), words_in(memory, at[2], words)
    noted, scratch = ints_in(memory, at[3], places), rows_in(memory, at[4], SEARCH_ROWS, width)
    judging = singles_in(memory, at[5], room)
    instinctive = singles_in(memory, at[6], room) if weights.size > figures else judging
    judge = weights[:figures]
    instinct = weights[figures:] if weights.size > figures else judge
    used, generator = a_count(), a_generator()
    generator[0] = stream(seed, 0)
    expected[: 2 * players] = 0.0
    think(
        (legal, step, redeal, result), (features, judge, judging, noted), (features, instinct, instinctive, noted),
        (nodes, edges, used), states, i, players, scratch, mask, values, expected, simulations, 0, generator,
        quick if simulations < PATIENT else tuning,
    )  # fmt: skip
    for k in range(2 * players):
        expected[k] /= nodes[0].visits
    return answered(nodes, edges)
