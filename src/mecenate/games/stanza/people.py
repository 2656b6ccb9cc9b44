"""Persons: their disciplines, where they go when they are lost, and how the movement track is filled again."""

import numpy as np

from mecenate.core.header import emit
from mecenate.core.kernel import kernel, local
from mecenate.core.rng import below, shuffle
from mecenate.games.stanza import events
from mecenate.games.stanza.state import NONE, PERSONS, RECRUITS, SPACES

ONE = np.uint64(1)
five = local(np.int64, 5)
EACH = PERSONS // 5


@kernel
def discipline_of(person):
    """The discipline of a person, or of a start person."""
    return person // EACH if person < PERSONS else (person - PERSONS) % 5


@kernel
def put_away(s, person):
    """A person goes to the discard pile, a start person out of the game."""
    if person < PERSONS:
        s.discarded |= ONE << np.uint64(person)
    else:
        s.gone |= 1 << (np.int64(person) - PERSONS)


@kernel
def lose(s, seat, person):
    put_away(s, person)
    emit(s, events.LOST, seat, person, 0)


@kernel
def recruit(s, seat, person):
    """Onto the first recruitment space; if it is taken, everybody moves one to the right, and one may fall out."""
    q = s.seats[seat]
    emit(s, events.RECRUITED, seat, person, 0)
    if q.recruits[0]:
        last = q.recruits[RECRUITS - 1]
        for k in range(RECRUITS - 1, 0, -1):
            q.recruits[k] = q.recruits[k - 1]
        if last:
            lose(s, seat, last - 1)
    q.recruits[0] = person + 1


@kernel
def empty_halls(s):
    n = 0
    for hall in range(5):
        if not (s.board[3 * hall] or s.board[3 * hall + 1] or s.board[3 * hall + 2]):
            n += 1
    return n


@kernel
def refill_if_due(s):
    """When two halls are empty the track is filled, and the round marker moves on; the last time begins the end."""
    if s.ending or empty_halls(s) < 2:
        return
    for space in range(SPACES):  # clockwise from the space beside the bonus hall
        if not s.board[space]:
            if not s.pile_size:
                reshuffle(s)
            if s.pile_size:
                s.board[space] = take_top(s) + 1
    fill_with_starters(s)
    s.marker += 1
    s.revealed = 1
    emit(s, events.REFILLED, NONE, s.marker, 0)
    if s.marker == s.players + 1:
        s.ending = 1
        emit(s, events.LAST_ROUND, NONE, 0, 0)


@kernel
def take_top(s):
    person = np.int64(s.pile[0])
    s.pile_size -= 1
    for k in range(s.pile_size):
        s.pile[k] = s.pile[k + 1]
    s.pile_persons &= ~(ONE << np.uint64(person))
    return person


@kernel
def reshuffle(s):
    """The discard pile becomes the new pile."""
    for person in range(PERSONS):
        if (s.discarded >> np.uint64(person)) & ONE:
            s.pile[s.pile_size] = person
            s.pile_size += 1
    s.pile_persons = s.discarded
    s.discarded = np.uint64(0)
    shuffle(s, s.pile, 0, s.pile_size)


@kernel
def fill_with_starters(s):
    """If persons run short, one start person of each discipline that is out of the game comes back, in random order."""
    order = five()
    n = 0
    short = False
    for space in range(SPACES):
        short = short or not s.board[space]
    if not short:
        return
    for discipline in range(5):
        for owner in range(s.players):
            if (s.gone >> (owner * 5 + discipline)) & 1:
                order[n] = owner * 5 + discipline
                n += 1
                break
    for k in range(n - 1, 0, -1):
        j = below(s, k + 1)
        held = order[k]
        order[k] = order[j]
        order[j] = held
    used = 0
    for space in range(SPACES):
        if not s.board[space] and used < n:
            s.board[space] = PERSONS + order[used] + 1
            s.gone &= ~(1 << order[used])
            used += 1
