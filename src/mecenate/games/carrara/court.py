"""Chapter "Werten": the Royal Court, following a scoring, and the scoring spaces."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.carrara import events
from mecenate.games.carrara.components import (
    AREAS,
    COURT,
    LANDSCAPE_OF,
    MONEY_COINS,
    PAIR_OF,
    REWARD,
    TABLE,
    TO_SCORE,
    TYPE_OF,
    VALUE,
)
from mecenate.games.carrara.money import earn, score
from mecenate.games.carrara.reasons import (
    ADVANCED_ONLY,
    MONEY_ONCE,
    NO_BUILDING_OF_LANDSCAPE,
    NO_BUILDING_OF_TYPE,
    NO_MARKER,
    NO_STATUE,
    NO_VISIT,
    NOTHING_TO_SCORE,
    OFFERED,
    ROYAL_VISIT,
    SPACE_TAKEN,
    TOO_FEW_BUILDINGS,
    TOO_FEW_COINS,
)
from mecenate.games.carrara.state import (
    ACTED,
    COINS,
    FROM_COURT,
    GOLD,
    LAY,
    NONE,
    OPEN_AREA,
    P_LAND,
    PICK,
    POINTS,
    S_LAND,
    S_MONEY,
    S_PAIR,
    S_TYPE,
    SPACE,
    SPACES,
    STATUE,
    TILES,
)

BONUS_COINS, BONUS_POINTS = TABLE.court.coins, TABLE.court.points


@kernel
def area_with(s, seat, bonus):
    """A bonus area of this kind that still holds a marker of the seat, NONE if there is none."""
    for area in range(AREAS[s.advanced]):
        if (s.seats[seat].court >> area) & 1 and COURT[s.advanced, area] == bonus:
            return area
    return NONE


@kernel
def owes_answer(s, seat):
    """Another player holds the Royal Visit, and the marker of this seat still lies in that area."""
    return s.visitor >= 0 and s.visitor != seat and (s.seats[seat].court >> s.area) & 1 == 1


@kernel
def refuse_space(s, seat, space, more_coins):
    """Whether a seat could score a space, were it richer by some coins."""
    q = s.seats[seat]
    if space < S_TYPE:
        if s.city_scored[space] >= 0:
            return SPACE_TAKEN
        return OFFERED if q.in_city[space] >= TO_SCORE[space] else TOO_FEW_BUILDINGS
    if space < S_LAND:
        kind = space - S_TYPE
        if (q.types_scored >> kind) & 1:
            return SPACE_TAKEN
        return OFFERED if q.of_type[kind] else NO_BUILDING_OF_TYPE
    if space < S_MONEY:
        land = space - S_LAND
        if (q.lands_scored >> land) & 1:
            return SPACE_TAKEN
        for kind in range(6):
            if LANDSCAPE_OF[kind] == land and q.of_type[kind]:
                return OFFERED
        return NO_BUILDING_OF_LANDSCAPE
    if not s.advanced:
        return ADVANCED_ONLY
    if space < S_PAIR:
        if q.money_space >= 0:
            return MONEY_ONCE
        if s.money_scored[space - S_MONEY] >= 0:
            return SPACE_TAKEN
        return OFFERED if q.coins + more_coins >= MONEY_COINS[space - S_MONEY] else TOO_FEW_COINS
    pair = space - S_PAIR
    if (q.pairs_scored >> pair) & 1:
        return SPACE_TAKEN
    for city in range(6):
        if PAIR_OF[city] == pair and q.statues_in[city]:
            return OFFERED
    return NO_STATUE


@kernel
def has_space(s, seat, more_coins):
    for space in range(SPACES):
        if not refuse_space(s, seat, space, more_coins):
            return True
    return False


@kernel
def statue_would_help(s, seat, tile):
    """A statue on this building would open a scoring of statues."""
    return not (s.seats[seat].pairs_scored >> PAIR_OF[s.city[tile]]) & 1


@kernel
def refuse_bonus(s, seat, bonus, possible):
    """A scoring needs a space. Where none is `possible` yet, the bonus may open one: it comes first."""
    if possible or (bonus == COINS and has_space(s, seat, BONUS_COINS)):
        return OFFERED
    if bonus == STATUE:
        for tile in range(TILES):
            if s.owner[tile] == seat and not s.statue[tile] and statue_would_help(s, seat, tile):
                return OFFERED
    return NOTHING_TO_SCORE


@kernel
def refuse_score(s, seat, bonus, possible):
    if s.visitor >= 0 and s.visitor != seat:
        return ROYAL_VISIT
    if bonus == OPEN_AREA:
        if not s.seats[seat].open_markers:
            return NO_MARKER
        return OFFERED if possible else NOTHING_TO_SCORE
    if area_with(s, seat, bonus) < 0:
        return NO_MARKER
    return refuse_bonus(s, seat, bonus, possible)


@kernel
def refuse_follow(s, seat):
    if not owes_answer(s, seat):
        return NO_VISIT
    return refuse_bonus(s, seat, COURT[s.advanced, s.area], has_space(s, seat, 0))


@kernel
def visit(s, seat, bonus):
    """Take a marker and its bonus; from a bonus area one holds the Royal Visit until one's next turn."""
    s.scoring = 1
    if bonus == OPEN_AREA:
        s.seats[seat].open_markers -= 1
        s.question = SPACE
        return
    s.visitor = seat
    s.area = area_with(s, seat, bonus)
    emit(s, events.VISITED, seat, bonus, 0)
    take_bonus(s, seat)


@kernel
def follow(s, seat):
    """Score from the same area, with the same bonus."""
    s.scoring = 1
    emit(s, events.FOLLOWED, seat, COURT[s.advanced, s.area], 0)
    take_bonus(s, seat)


@kernel
def decline(s, seat):
    """The marker goes to the open area, to score later without a bonus."""
    q = s.seats[seat]
    q.court &= ~(1 << s.area)
    q.open_markers += 1
    if COURT[s.advanced, s.area] == STATUE:
        s.gold -= 1
    emit(s, events.DECLINED, seat, 0, 0)


@kernel
def take_bonus(s, seat):
    bonus = COURT[s.advanced, s.area]
    s.seats[seat].court &= ~(1 << s.area)
    s.question = SPACE
    if bonus == COINS:
        earn(s, seat, BONUS_COINS)
    elif bonus == POINTS:
        score(s, seat, BONUS_POINTS, events.FOR_BONUS)
    elif bonus == STATUE:
        s.gold -= 1
        s.piece = GOLD
        s.origin = FROM_COURT
        s.question = LAY
    else:
        if decorations_left(s):
            s.question = PICK


@kernel
def decorations_left(s):
    for kind in range(6):
        if s.decorations[kind]:
            return True
    return False


@kernel
def coins_of(q, place):
    """The coins that a city or a landscape pays this seat for each point of value."""
    return REWARD[place, (q.improved >> place) & 1, 0]


@kernel
def points_of(q, place):
    return REWARD[place, (q.improved >> place) & 1, 1]


@kernel
def in_space(s, space, tile):
    """Whether a building takes part in a scoring."""
    if space < S_TYPE:
        return s.city[tile] == space
    if space < S_LAND:
        return TYPE_OF[tile] == space - S_TYPE
    if space < S_MONEY:
        return LANDSCAPE_OF[TYPE_OF[tile]] == space - S_LAND
    return s.statue[tile] > 0 and PAIR_OF[s.city[tile]] == space - S_PAIR


@kernel
def reward(s, seat, space, want_coins):
    """What a space would bring a seat, in coins or in points: value and decoration of each building times a reward.

    The reward is that of its city, in a landscape scoring that of the landscape; with an improvement it may be of both kinds.
    """
    total = 0
    if S_MONEY <= space < S_PAIR:
        return total
    q = s.seats[seat]
    for tile in range(TILES):
        if s.owner[tile] == seat and in_space(s, space, tile):
            value = VALUE[tile] + s.decorated[tile]
            place = P_LAND + space - S_LAND if S_LAND <= space < S_MONEY else s.city[tile]
            total += value * (coins_of(q, place) if want_coins else points_of(q, place))
    return total


@kernel
def score_space(s, seat, space):
    """Put the marker on a space and take the reward; a money space is only claimed."""
    q = s.seats[seat]
    s.scoring = 0
    why = events.FOR_PAIR
    if space < S_TYPE:
        s.city_scored[space] = seat
        why = events.FOR_CITY
    elif space < S_LAND:
        q.types_scored |= 1 << (space - S_TYPE)
        why = events.FOR_TYPE
    elif space < S_MONEY:
        q.lands_scored |= 1 << (space - S_LAND)
        why = events.FOR_LANDSCAPE
    elif space < S_PAIR:
        s.money_scored[space - S_MONEY] = seat
        q.money_space = space - S_MONEY
        emit(s, events.CLAIMED, seat, space, MONEY_COINS[space - S_MONEY])
        s.question = ACTED
        return
    else:
        q.pairs_scored |= 1 << (space - S_PAIR)
    emit(s, events.SCORED_SPACE, seat, space, 0)
    earn(s, seat, reward(s, seat, space, True))
    score(s, seat, reward(s, seat, space, False), why)
    s.question = ACTED
