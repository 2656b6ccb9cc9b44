"""Scorings of a scenario: which spaces hold markers, what is left at the Royal Court, the Royal Visit, and the last turns."""

from collections.abc import Mapping, Sequence
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where
from mecenate.games.carrara.components import (
    AREAS,
    BONUSES,
    CITIES,
    COURT,
    LANDSCAPE_OF,
    LANDSCAPES,
    PAIR_OF,
    TABLE,
    TO_SCORE,
    TYPES,
)
from mecenate.games.carrara.moves import PIECES, SPACE_KEYS
from mecenate.games.carrara.state import FIRST_STATUE, GOLD, NONE, S_LAND, S_MONEY, S_PAIR, S_TYPE, STATUE

VISIT_WORDS = ("holder", "bonus")
GOLD_STATUE = GOLD - FIRST_STATUE + 1  # as it is noted on a tile

ADVANCED = "belongs to the advanced version; add a line `options: {version: advanced}` above `given`"


def areas_of(advanced: bool, bonus: int) -> list[int]:
    """The areas of the court with this bonus. They are used from the first one on, by everybody alike."""
    return [area for area in range(int(AREAS[int(advanced)])) if COURT[int(advanced), area] == bonus]


def hold_court(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Markers: on scoring spaces, in the bonus areas of the court, and the others in its open area."""
    scored = [_scored(s, seat, given.get(name, {}), name) for seat, name in enumerate(names)]
    _visit(s, given, names, scored)
    visited = BONUSES[COURT[int(s.advanced), s.area]] if s.visitor >= 0 else None
    untouched = _court(s, given, visited)
    if visited:
        areas = areas_of(s.advanced, BONUSES.index(visited))
        s.area = areas[len(areas) - untouched[visited] - 1]
    bits = sum(1 << area for key, n in untouched.items() for area in _last(s, BONUSES.index(key), n))
    opened = int(AREAS[int(s.advanced)]) - sum(untouched.values())
    if sum(map(len, scored)) < opened:
        raise BadScenario(
            f"{opened} bonus areas of the court were opened, each with a scoring, but the players have scored "
            f"{sum(map(len, scored))} spaces together. Write them below `scored` of the players.",
            ("court",) if "court" in given else ("royal visit",),
        )
    answered = reading.flag(given.get("visit answered", False), ("visit answered",), "visit answered")
    for seat, name in enumerate(names):
        owes = s.visitor >= 0 and seat != s.visitor and (seat - s.asked) % len(names) < (s.visitor - s.asked) % len(names)
        if seat == s.asked and answered:
            if not owes:
                raise BadScenario(f"There is no Royal Visit that {name} could have answered.", ("visit answered",))
            owes = False
        s.seats[seat].court = bits | (1 << s.area if owes else 0)
        _open_markers(s, s.seats[seat], given.get(name, {}), name, len(scored[seat]))
    _gold(s, given, names, scored)


def _scored(s: Any, seat: int, given: Mapping[str, Any], name: str) -> list[str]:
    """The spaces that hold a marker of a player, each with the buildings that it takes."""
    where = (name, "scored")
    found = reading.words(given.get("scored", []), SPACE_KEYS, where, "scoring space")
    for n, key in enumerate(found):
        if key in found[:n]:
            raise BadScenario(f"{name} scored {key} twice; each space can be scored once.", (*where, n))
        _mark(s, seat, SPACE_KEYS.index(key), name, (*where, n))
    return found


def _mark(s: Any, seat: int, space: int, name: str, where: Where) -> None:
    q, key = s.seats[seat], SPACE_KEYS[space]
    if space >= S_MONEY and not s.advanced:
        raise BadScenario(f"The scoring space {key} {ADVANCED}.", where)
    if space < S_TYPE:
        if s.city_scored[space] >= 0:
            raise BadScenario(f"{key} was scored by two players; a city can be scored once, by one of them.", where)
        if q.in_city[space] < TO_SCORE[space]:
            raise BadScenario(
                f"{name} can't have scored {key} with {q.in_city[space]} buildings there; it takes {TO_SCORE[space]}.", where
            )
        s.city_scored[space] = seat
    elif space < S_LAND:
        if not q.of_type[space - S_TYPE]:
            raise BadScenario(f"{name} can't have scored {key} without a building of this type.", where)
        q.types_scored |= 1 << (space - S_TYPE)
    elif space < S_MONEY:
        land = space - S_LAND
        if not any(q.of_type[kind] and LANDSCAPE_OF[kind] == land for kind in range(len(TYPES))):
            raise BadScenario(f"{name} can't have scored {LANDSCAPES[land]} without such a building.", where)
        q.lands_scored |= 1 << land
    elif space < S_PAIR:
        if s.money_scored[space - S_MONEY] >= 0:
            raise BadScenario(f"{key} was claimed by two players; there is one marker on it.", where)
        if q.money_space >= 0:
            raise BadScenario(f"{name} has claimed both money spaces; each player gets one at most.", where)
        q.money_space = space - S_MONEY
        s.money_scored[q.money_space] = seat
    else:
        pair = space - S_PAIR
        if not any(q.statues_in[city] and PAIR_OF[city] == pair for city in range(len(CITIES))):
            raise BadScenario(f"{name} can't have scored {key} without a statue in one of these cities.", where)
        q.pairs_scored |= 1 << pair


def _visit(s: Any, given: Mapping[str, Any], names: Sequence[str], scored: list[list[str]]) -> None:
    """Who holds the Royal Visit, and from which kind of area; which one of them follows from what the court has left."""
    if "royal visit" not in given:
        return
    where = ("royal visit",)
    visit = reading.mapping(given["royal visit"], VISIT_WORDS, where, "The royal visit")
    for word in VISIT_WORDS:
        if word not in visit:
            raise BadScenario(f"The royal visit: who holds the marker, from which bonus? `{word}` is missing.", where)
    holder = reading.word(visit["holder"], names, (*where, "holder"), "player")
    bonus = reading.word(visit["bonus"], _bonuses(s), (*where, "bonus"), "bonus of this court")
    s.visitor = names.index(holder)
    s.area = areas_of(s.advanced, BONUSES.index(bonus))[0]
    if s.visitor == s.asked:
        raise BadScenario(f"It is the turn of {holder}, who returned the Royal Visit marker when it began.", (*where, "holder"))
    if not scored[s.visitor]:
        raise BadScenario(f"{holder} holds the Royal Visit marker without having scored anything.", (*where, "holder"))


def _bonuses(s: Any) -> list[str]:
    return [key for n, key in enumerate(BONUSES) if areas_of(s.advanced, n)]


def _court(s: Any, given: Mapping[str, Any], visited: str | None) -> dict[str, int]:
    """How many areas of each bonus nobody has opened yet."""
    found = {key: len(areas_of(s.advanced, BONUSES.index(key))) for key in _bonuses(s)}
    if "court" not in given:
        if visited:
            found[visited] -= 1
        return found
    named = reading.mapping(given["court"], found, ("court",), "The court")
    for key, most in found.items():
        found[key] = reading.number(named.get(key, 0), ("court", key), f"{key} areas of the court", 0, most)
    if visited and found[visited] == len(areas_of(s.advanced, BONUSES.index(visited))):
        raise BadScenario(
            f"The Royal Visit came from a {visited} area, so not all {found[visited]} of them can be untouched.",
            ("court", visited),
        )
    return found


def _last(s: Any, bonus: int, number: int) -> list[int]:
    areas = areas_of(s.advanced, bonus)
    return areas[len(areas) - number :]


def _open_markers(s: Any, q: Any, given: Mapping[str, Any], name: str, scored: int) -> None:
    """What is neither in a bonus area nor on a scoring space lies in the open area."""
    markers, held = int(AREAS[int(s.advanced)]), int(q.court).bit_count()
    rest = markers - held - scored
    if rest < 0:
        raise BadScenario(
            f"{name} has scored {scored} spaces and still has {held} markers in bonus areas: that is {held + scored}, but "
            f"there are {markers}. Write below `court` which areas are left.",
            (name, "scored"),
        )
    if "open markers" in given and reading.number(given["open markers"], (name, "open markers"), "open markers") != rest:
        raise BadScenario(
            f"open markers of {name}: there are {markers} markers, {held} in bonus areas and {scored} on scoring spaces, so "
            f"{rest} in the open area, not {given['open markers']}.",
            (name, "open markers"),
        )
    q.open_markers = rest


def _gold(s: Any, given: Mapping[str, Any], names: Sequence[str], scored: list[list[str]]) -> None:
    """Gold statues come from the court only, one with each statue area; what was not taken is in the box."""
    if not s.advanced:
        if "gold statues" in given:
            raise BadScenario(f"`gold statues` {ADVANCED}.", ("gold statues",))
        return
    areas = areas_of(True, STATUE)
    s.gold = 0
    for seat, name in enumerate(names):
        q = s.seats[seat]
        waiting = sum((int(q.court) >> area) & 1 for area in areas)
        s.gold += waiting
        stand = [tile for tile in range(len(s.statue)) if s.owner[tile] == seat and s.statue[tile] == GOLD_STATUE]
        have, most = len(stand) + sum(1 for piece in q.store if piece == GOLD + 1), len(areas) - waiting
        if have > min(most, len(scored[seat])):
            raise BadScenario(
                f"{name} has {have} of the {PIECES[GOLD]}s, but has scored {len(scored[seat])} spaces and {most} of the "
                f"{len(areas)} statue areas of the court are open: each brings one.",
                (name, "cities") if stand else (name, "warehouses"),
            )
    if "gold statues" in given and reading.number(given["gold statues"], ("gold statues",), "gold statues") != s.gold:
        raise BadScenario(
            f"gold statues: {s.gold} are left beside the statue areas of the court, not {given['gold statues']}.",
            ("gold statues",),
        )


def end_of_game(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """The last turns, and how many turns in a row passed without anything done."""
    done = [name for seat, name in enumerate(names) if not s.seats[seat].court and not s.seats[seat].open_markers]
    over = bool(done) and not s.pile_size
    if "ended by" in given:
        where = ("ended by",)
        name = reading.word(given["ended by"], names, where, "player")
        if not over:
            why = "the pile is not empty" if s.pile_size else "everybody has markers left"
            raise BadScenario(f"{name} can't have brought the end: {why}.", where)
        s.ender = names.index(name)
        if s.ender == s.asked:
            raise BadScenario(f"{name} brought the end and has no more turn.", where)
    elif over:
        raise BadScenario(
            f"The pile is empty and {done[0]} has no marker left, so these are the last turns; add `ended by: ...`.", ()
        )
    rounds = TABLE.ending.stalemate_rounds
    most = rounds * len(names) - 1
    for seat in (int(s.visitor), int(s.ender)):
        if seat != NONE:
            most = min(most, (int(s.asked) - seat) % len(names) - 1)
    s.idle = reading.number(given.get("passes", 0), ("passes",), "passes", 0, most)
