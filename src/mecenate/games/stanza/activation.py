"""Chapter "Disziplin aktivieren": presence or a favour, hiring, strength, and masterpieces."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel, popcount
from mecenate.games.stanza import events, halls, people
from mecenate.games.stanza.components import BOUGHT_TILES, HIRING, MASTER_POINTS, MASTER_STRENGTH, SECOND, STRENGTH_TILES, TABLE
from mecenate.games.stanza.money import pay
from mecenate.games.stanza.reasons import (
    EXPERT_ONLY,
    HIRE_FIRST,
    HIRED_ALREADY,
    JUST_HIRED,
    MASTERPIECE_ONCE,
    MASTERPIECE_TAKEN,
    NO_DISC,
    NO_FAVOUR,
    NO_SUCH_TILE,
    NOBODY_TO_HIRE,
    OFFERED,
    ONCE_A_TURN,
    PATRON_STAYS,
    SECOND_DISCIPLINE,
    STRENGTH_ENOUGH,
    TOO_POOR,
    TOO_WEAK,
    WRONG_DISCIPLINE,
)
from mecenate.games.stanza.state import (
    BONUS_SPACE,
    FAVOUR,
    HIRE,
    NEXT_EFFECT,
    NONE,
    RECRUITS,
    STRENGTH,
    WHITE,
    WORKERS,
    WORKPLACE,
)

BOUGHT_STRENGTH = TABLE.bonus_hall.strength_florins
WITH_DISC, WITH_FLORINS = range(2)


@kernel
def present(q, discipline):
    """The figure stands in the hall of the discipline."""
    return q.figure != BONUS_SPACE and q.figure // 3 == discipline


@kernel
def workers_of(q, discipline):
    n = 0
    for space in range(WORKERS):
        if q.workers[space] and people.discipline_of(q.workers[space] - 1) == discipline:
            n += 1
    return n


@kernel
def has_strength(q, discipline):
    """Strength that is there without paying: a person at work, or a bonus tile of permanent strength."""
    return workers_of(q, discipline) > 0 or (q.tiles & STRENGTH_TILES[discipline]) != 0


@kernel
def recruits_of(q, discipline):
    n = 0
    for slot in range(RECRUITS):
        if q.recruits[slot] and people.discipline_of(q.recruits[slot] - 1) == discipline:
            n += 1
    return n


@kernel
def refuse_favour(s, seat, colour):
    """A favour of the colour of the discipline, or a white one."""
    q = s.seats[seat]
    if colour != s.discipline and colour != WHITE:
        return WRONG_DISCIPLINE
    return OFFERED if q.favours[colour] else NO_FAVOUR


@kernel
def cheapest_place(s, q):
    """The lowest hiring cost of a space that is open to a new person now, NONE if there is none."""
    best = NONE
    for space in range(WORKERS):
        if space != q.patron and not (s.hired >> space) & 1 and (best < 0 or HIRING[space] < best):
            best = HIRING[space]
    return best


@kernel
def can_hire(s, q, discipline):
    cost = cheapest_place(s, q)
    return recruits_of(q, discipline) > 0 and 0 <= cost <= q.florins


@kernel
def hired_with(s, q, discipline, florins):
    """By how much hiring could raise the strength: as many as the florins pay for, never in place of one's own kind."""
    n, taken = 0, s.hired
    while n < recruits_of(q, discipline):
        best = NONE
        for space in range(WORKERS):
            worker = q.workers[space]
            own = worker > 0 and people.discipline_of(worker - 1) == discipline
            if space != q.patron and not own and not (taken >> space) & 1 and (best < 0 or HIRING[space] < HIRING[best]):
                best = space
        if best < 0 or HIRING[best] > florins:
            break
        florins -= HIRING[best]
        taken |= 1 << best
        n += 1
    return n


@kernel
def reach(s, seat, discipline):
    """The most strength that an activation could have now, wherever the figure is; 0 if nobody could be hired or dismissed."""
    q = s.seats[seat]
    for_sale = (q.tiles & BOUGHT_TILES) != 0 and not s.bought
    if s.question == STRENGTH and s.asked == seat and s.discipline == discipline:  # nobody is hired any more
        return s.strength + q.church[discipline] + (1 if for_sale and q.florins >= BOUGHT_STRENGTH else 0)
    strength = workers_of(q, discipline) + popcount(q.tiles & STRENGTH_TILES[discipline]) + q.church[discipline]
    if can_hire(s, q, discipline):
        most = hired_with(s, q, discipline, q.florins)
        if for_sale and cheapest_place(s, q) + BOUGHT_STRENGTH <= q.florins:
            most = max(most, 1 + hired_with(s, q, discipline, q.florins - BOUGHT_STRENGTH))
        return strength + most
    if s.expert and workers_of(q, discipline):
        return strength - 1 + (1 if for_sale and q.florins >= BOUGHT_STRENGTH else 0)
    return 0


@kernel
def refuse_activate(s, seat, discipline):
    """Two conditions: presence or a favour, and a person of the discipline to hire (or, for experts, to dismiss)."""
    q = s.seats[seat]
    if not present(q, discipline) and not q.favours[discipline] and not q.favours[WHITE]:
        return NO_FAVOUR
    if can_hire(s, q, discipline) or (s.expert and workers_of(q, discipline)):
        return OFFERED
    return TOO_POOR if recruits_of(q, discipline) else NOBODY_TO_HIRE


@kernel
def activate(s, seat, discipline):
    q = s.seats[seat]
    s.discipline = discipline
    emit(s, events.ACTIVATED, seat, discipline, 0)
    s.question = HIRE
    if not present(q, discipline):
        if q.favours[discipline] and q.favours[WHITE] and discipline != WHITE:
            s.question = FAVOUR
        else:
            halls.give_favour(s, seat, discipline if q.favours[discipline] else WHITE)


@kernel
def pay_favour(s, seat, colour):
    halls.give_favour(s, seat, colour)
    s.question = HIRE


@kernel
def refuse_hire(s, seat, slot):
    """Only persons of the activated discipline are hired."""
    q = s.seats[seat]
    if not q.recruits[slot]:
        return NOBODY_TO_HIRE
    if people.discipline_of(q.recruits[slot] - 1) != s.discipline:
        return WRONG_DISCIPLINE
    cost = cheapest_place(s, q)
    return OFFERED if 0 <= cost <= q.florins else TOO_POOR


@kernel
def refuse_enough(s):
    return OFFERED if s.hired else HIRE_FIRST


@kernel
def refuse_dismiss(s, seat, space):
    """Expert variant: instead of hiring, dismiss one person of the discipline."""
    if not s.expert:
        return EXPERT_ONLY
    if s.hired:
        return HIRED_ALREADY
    q = s.seats[seat]
    if not q.workers[space]:
        return NOBODY_TO_HIRE
    return OFFERED if people.discipline_of(q.workers[space] - 1) == s.discipline else WRONG_DISCIPLINE


@kernel
def choose_recruit(s, slot):
    s.recruit = slot
    s.question = WORKPLACE


@kernel
def refuse_workplace(s, seat, space):
    q = s.seats[seat]
    if space == q.patron:
        return PATRON_STAYS
    if (s.hired >> space) & 1:
        return JUST_HIRED
    return OFFERED if HIRING[space] <= q.florins else TOO_POOR


@kernel
def hire(s, seat, space):
    """Pay the cost of the space; whoever stood there is lost."""
    q = s.seats[seat]
    person = q.recruits[s.recruit] - 1
    pay(s, seat, HIRING[space])
    if q.workers[space]:
        people.lose(s, seat, q.workers[space] - 1)
    q.recruits[s.recruit] = 0
    q.workers[space] = person + 1
    s.hired |= 1 << space
    s.recruit = NONE
    emit(s, events.HIRED, seat, person, space)
    if can_hire(s, q, s.discipline):
        s.question = HIRE
    else:
        find_strength(s, seat)


@kernel
def dismiss(s, seat, space):
    q = s.seats[seat]
    person = q.workers[space] - 1
    q.workers[space] = 0
    s.dismissed = 1
    emit(s, events.DISMISSED, seat, person, 0)
    people.put_away(s, person)
    find_strength(s, seat)


@kernel
def find_strength(s, seat):
    """The persons of the discipline, and permanent strength from bonus tiles."""
    q = s.seats[seat]
    s.strength = workers_of(q, s.discipline) + popcount(q.tiles & STRENGTH_TILES[s.discipline])
    s.question = STRENGTH


@kernel
def refuse_raise(s, seat, how):
    """A disc on the space of the discipline, or, with its tile, florins once a turn."""
    q = s.seats[seat]
    if how == WITH_DISC:
        return OFFERED if q.church[s.discipline] else NO_DISC
    if not q.tiles & BOUGHT_TILES:
        return NO_SUCH_TILE
    if s.bought:
        return ONCE_A_TURN
    return OFFERED if q.florins >= BOUGHT_STRENGTH else TOO_POOR


@kernel
def raise_strength(s, seat, how):
    q = s.seats[seat]
    if how == WITH_DISC:
        q.church[s.discipline] -= 1
        q.discs += 1
        emit(s, events.TOOK_DISC, seat, s.discipline, 0)
    else:
        s.bought = 1
        pay(s, seat, BOUGHT_STRENGTH)
    s.strength += 1
    emit(s, events.RAISED, seat, s.strength, 0)


@kernel
def refuse_strength(s, strength):
    """Any lower strength may be used; none at all only by who has none."""
    if strength == 0:
        return OFFERED if s.strength == 0 else STRENGTH_ENOUGH
    return OFFERED if strength <= s.strength else TOO_WEAK


@kernel
def refuse_masterpiece(s, seat, which):
    """A free space of the right strength, one masterpiece a discipline, and for the greatest a second discipline."""
    q = s.seats[seat]
    if (q.masterpieces >> s.discipline) & 1:
        return MASTERPIECE_ONCE
    if s.masterpieces[s.discipline, which]:
        return MASTERPIECE_TAKEN
    if s.strength < MASTER_STRENGTH[which]:
        return TOO_WEAK
    second = SECOND[s.discipline]
    if which == 3 and not has_strength(q, second) and not q.church[second]:
        return SECOND_DISCIPLINE
    return OFFERED


@kernel
def use(s, seat, strength):
    """A normal activation, with the reward of its discipline."""
    emit(s, events.USED, seat, s.discipline, strength)
    halls.reward(s, seat, s.discipline, strength)


@kernel
def create(s, seat, which):
    """A column on the masterpiece space. Without strength in the second discipline, a disc is spent for it."""
    q = s.seats[seat]
    second = SECOND[s.discipline]
    if which == 3 and not has_strength(q, second):
        q.church[second] -= 1
        q.discs += 1
        emit(s, events.TOOK_DISC, seat, second, 0)
    q.masterpieces |= 1 << s.discipline
    s.masterpieces[s.discipline, which] = seat + 1
    emit(s, events.CREATED, seat, s.discipline, MASTER_POINTS[which])
    s.question = NEXT_EFFECT
