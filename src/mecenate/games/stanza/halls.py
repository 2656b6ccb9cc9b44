"""Chapter "Die Säle der Disziplinen": what an activation of strength 1 to 3 brings."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.stanza import events
from mecenate.games.stanza.components import BOOK_TILES, SHIP_END, SHIP_FAVOURS, T_A_BOOK, TABLE
from mecenate.games.stanza.money import earn
from mecenate.games.stanza.reasons import (
    ARTWORK_GONE,
    ARTWORK_TOO_GREAT,
    DIFFERENT_BOOKS,
    DIFFERENT_FAVOURS,
    DIFFERENT_SPACES,
    FAVOUR_GONE,
    NO_DISC,
    NO_FAVOUR,
    NO_SUCH_BOOK,
    OFFERED,
    RELIGION_SPACE,
    SHELF_FULL,
    WHITE_NOT_GIVEN,
)
from mecenate.games.stanza.state import (
    ARTWORK,
    BOOK,
    DISC,
    DISCOVERIES,
    GIFT,
    LITERATURE,
    NEXT_EFFECT,
    NEXT_SEAT,
    POLITICS,
    RELIGION,
    RETURN,
    WHITE,
)

SHELF = TABLE.books.each_colour
BOOK_STEPS = TABLE.books.ship_steps
MOST_FAVOURS = TABLE.player_board.favours


@kernel
def reward(s, seat, discipline, strength):
    s.question = NEXT_EFFECT
    if strength == 0:
        return
    if discipline == DISCOVERIES:
        sail(s, seat, strength)
    elif discipline == LITERATURE:
        s.books_left = strength
        s.books_used = 0
    elif discipline == RELIGION:
        s.discs_left = strength
        s.discs_used = 0
    elif discipline == POLITICS:
        s.gifts_left = strength
        s.gifts_used = 0
    else:
        for which in range(3):
            if not refuse_artwork(s, which):
                s.question = ARTWORK


@kernel
def sail(s, seat, steps):
    """The ship sails; every space with a white favour that it reaches or passes brings one."""
    q = s.seats[seat]
    before = q.ship
    q.ship = min(q.ship + steps, SHIP_END)
    if q.ship > before:
        emit(s, events.SAILED, seat, q.ship - before, 0)
    for k in range(3):
        if before < SHIP_FAVOURS[k] <= q.ship:
            get_favour(s, seat, WHITE)


@kernel
def get_favour(s, seat, colour):
    """A colour that has run out brings nothing."""
    if s.favours[colour]:
        s.favours[colour] -= 1
        s.seats[seat].favours[colour] += 1
        emit(s, events.GOT_FAVOUR, seat, colour, 0)


@kernel
def give_favour(s, seat, colour):
    """Favours go back to the hall of politics."""
    s.seats[seat].favours[colour] -= 1
    s.favours[colour] += 1
    emit(s, events.GAVE_FAVOUR, seat, colour, 0)


@kernel
def to_religion_space(s, seat, n):
    """Discs on the religion space itself, as far as the supply goes."""
    q = s.seats[seat]
    for _ in range(n):
        if q.discs:
            q.discs -= 1
            q.church[RELIGION] += 1
            emit(s, events.PLACED_DISC, seat, RELIGION, 0)


@kernel
def refuse_book(s, seat, colour):
    """Books of one activation differ in colour; there are none about literature."""
    if colour == LITERATURE:
        return NO_SUCH_BOOK
    if (s.books_used >> colour) & 1:
        return DIFFERENT_BOOKS
    return OFFERED if s.seats[seat].books[colour] < SHELF else SHELF_FULL


@kernel
def write(s, seat, colour):
    """A book, with the reward of its place on the shelf: the second its own, the third a disc on the religion space."""
    q = s.seats[seat]
    if q.books[colour] >= SHELF:
        return
    q.books[colour] += 1
    emit(s, events.WROTE, seat, colour, 0)
    if q.tiles & BOOK_TILES:
        for tile in range(20):
            earn(s, seat, T_A_BOOK[tile] * ((q.tiles >> tile) & 1))
    if q.books[colour] == 2:
        if colour == RELIGION:
            s.discs_left += 1
        elif colour == POLITICS:
            s.gifts_left += 1
        elif colour == DISCOVERIES:
            sail(s, seat, BOOK_STEPS)
    elif q.books[colour] == 3:
        to_religion_space(s, seat, 1)


@kernel
def choose_book(s, seat, colour):
    s.books_left -= 1
    s.books_used |= 1 << colour
    s.question = NEXT_EFFECT
    write(s, seat, colour)


@kernel
def refuse_disc(s, seat, space):
    """Discs of one activation lie on different spaces, never on the religion space."""
    if space == RELIGION:
        return RELIGION_SPACE
    if (s.discs_used >> space) & 1:
        return DIFFERENT_SPACES
    return OFFERED if s.seats[seat].discs else NO_DISC


@kernel
def place_disc(s, seat, space):
    q = s.seats[seat]
    q.discs -= 1
    q.church[space] += 1
    s.discs_left -= 1
    s.discs_used |= 1 << space
    emit(s, events.PLACED_DISC, seat, space, 0)
    s.question = NEXT_EFFECT


@kernel
def refuse_gift(s, colour):
    """Favours of one activation differ in colour, and white ones are not given."""
    if colour == WHITE:
        return WHITE_NOT_GIVEN
    if (s.gifts_used >> colour) & 1:
        return DIFFERENT_FAVOURS
    return OFFERED if s.favours[colour] else FAVOUR_GONE


@kernel
def take_gift(s, seat, colour):
    s.gifts_left -= 1
    s.gifts_used |= 1 << colour
    get_favour(s, seat, colour)
    s.question = NEXT_EFFECT


@kernel
def refuse_artwork(s, which):
    """Strength 1, 2 and 3 are good for a sculpture, a scroll and a painting, or for anything smaller."""
    if which + 1 > s.strength:
        return ARTWORK_TOO_GREAT
    return OFFERED if s.artworks[which] else ARTWORK_GONE


@kernel
def create_artwork(s, seat, which):
    s.artworks[which] -= 1
    s.seats[seat].artworks[which] += 1
    emit(s, events.ARTWORK, seat, which, 0)
    s.question = NEXT_EFFECT


@kernel
def favours_of(q):
    n = 0
    for colour in range(5):
        n += q.favours[colour]
    return n


@kernel
def next_effect(s):
    """What is still to come of an effect is asked for one by one; then too many favours go back, and the turn ends."""
    seat = s.asked
    q = s.seats[seat]
    if s.discs_left:
        for space in range(5):
            if not refuse_disc(s, seat, space):
                s.question = DISC
                return
        s.discs_left = 0
    s.discs_used = 0
    if s.gifts_left:
        for colour in range(5):
            if not refuse_gift(s, colour):
                s.question = GIFT
                return
        s.gifts_left = 0
    s.gifts_used = 0
    if s.books_left:
        for colour in range(5):
            if not refuse_book(s, seat, colour):
                s.question = BOOK
                return
        s.books_left = 0
    s.books_used = 0
    s.question = RETURN if favours_of(q) > MOST_FAVOURS else NEXT_SEAT


@kernel
def refuse_return(s, seat, colour):
    return OFFERED if s.seats[seat].favours[colour] else NO_FAVOUR
