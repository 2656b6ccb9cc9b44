"""Persons of a scenario: on the worker and recruitment tracks, on the movement track, in the pile and discarded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where, shown
from mecenate.core.shares import Share, left
from mecenate.games.stanza.components import DISCIPLINES
from mecenate.games.stanza.moves import FIVE, SIX, TRACK
from mecenate.games.stanza.people import EACH
from mecenate.games.stanza.state import PERSONS, RECRUITS, SPACES, WORKERS

EMPTY, PATRON, REST = "empty", "patron", "rest"
START = {f"start {key}": key for key in DISCIPLINES}
ANYBODY = (*DISCIPLINES, *START)
HALL = 3  # spaces


def called(number: int) -> str:
    """A person as it is noted in the state: number + 1, 0 for nobody. Persons of a discipline are alike."""
    if number <= 0:
        return EMPTY
    person = number - 1
    return DISCIPLINES[person // EACH] if person < PERSONS else f"start {DISCIPLINES[(person - PERSONS) % 5]}"


@dataclass
class Claim:
    """Somebody who stands somewhere. `where` is empty for those who do so from the start."""

    kind: str  # a discipline, or a start person of one
    place: str
    where: Where
    put: Callable[[int], None]
    seat: int = 0  # whose track


@dataclass
class People:
    """Who is where: everybody whom somebody named, then the others."""

    players: int
    claims: list[Claim] = field(default_factory=list)

    def free(self) -> dict[str, list[int]]:
        """The persons of each kind that nobody claims, once every claim has got one. Nobody can be in two places."""
        own = [PERSONS + seat * 5 for seat in range(self.players)]
        free = {key: list(range(EACH * n, EACH * n + EACH)) for n, key in enumerate(DISCIPLINES)}
        free |= {start: [first + DISCIPLINES.index(key) for first in own] for start, key in START.items()}
        later = []
        for claim in self.claims:
            number = own[claim.seat] + DISCIPLINES.index(START[claim.kind]) if claim.kind in START else free[claim.kind][0]
            if number in free[claim.kind]:
                free[claim.kind].remove(number)
                claim.put(number)
            else:  # a start person of somebody else, who came back to the board
                later.append(claim)
        for claim in later:
            claim.put(free[claim.kind].pop(0))
        return free

    def count(self) -> None:
        """Whether there are as many persons of each kind as are named."""
        for kind in ANYBODY:
            shares: dict[str, Share] = {}
            for claim in self.claims:
                if claim.kind == kind:
                    before = shares.get(claim.place, Share(claim.place, 0, ()))
                    shares[claim.place] = Share(claim.place, before.number + 1, claim.where or before.where)
            exist = self.players if kind in START else EACH
            left(f"{kind}: persons", exist, list(shares.values()))


def place_people(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    people = People(len(names))
    for seat, name in enumerate(names):
        _workers(s, people, seat, given.get(name, {}), name)
        _recruits(s, people, seat, given.get(name, {}), name)
    s.board[:] = 0
    open_spaces = _board(s, people, given)
    pile, discarded = _piles(people, given)
    people.count()
    free = people.free()
    s.gone = sum(1 << (number - PERSONS) for start in START for number in free.pop(start))
    _fill(s, open_spaces, free)
    rest = [number for numbers in free.values() for number in numbers]
    if REST in reading.sequence(given.get("discard", []), ("discard",), "discard"):
        discarded += rest
    else:
        pile += rest
    s.pile[:] = 0
    s.pile[: len(pile)] = pile
    s.pile_size = len(pile)
    s.pile_persons = sum(1 << number for number in pile)
    s.discarded = sum(1 << number for number in discarded)
    _filled(s, given)


def _workers(s: Any, people: People, seat: int, given: Mapping[str, Any], name: str) -> None:
    """Six spaces. Without a word the start persons stand in the order of the disciplines, around the patron."""
    q, where, value = s.seats[seat], (name, "workers"), given.get("workers", {})
    patron = reading.number(given.get("patron", 1), (name, "patron"), f"patron of {name}", 1, WORKERS)
    if isinstance(value, Mapping):
        q.patron = patron - 1
        named = reading.mapping(value, SIX, where, f"The workers of {name}")
        starters = iter(START)
        standing = [PATRON if n == q.patron else next(starters) for n in range(WORKERS)]
        written: dict[int, Where] = {}
        for space, kind in named.items():
            n = SIX.index(space)
            written[n] = (*where, space)
            if n == q.patron:
                raise BadScenario(f"Space {space} of {name} is the patron's; nobody else can stand there.", written[n])
            standing[n] = reading.word(kind, (*ANYBODY, EMPTY), written[n], "person")
    else:
        standing = reading.words(value, (*ANYBODY, EMPTY, PATRON), where, "person")
        if len(standing) > WORKERS:
            raise BadScenario(f"{name} has {WORKERS} worker spaces, not {len(standing)}.", where)
        if standing.count(PATRON) != 1:
            raise BadScenario(f"Write `patron` once among the workers of {name}, on the space where the patron stands.", where)
        q.patron = standing.index(PATRON)
        if "patron" in given and patron != q.patron + 1:
            raise BadScenario(
                f"The patron of {name} is on space {q.patron + 1} among the workers, not on {patron}.", (name, "patron")
            )
        written = {n: (*where, n) for n in range(WORKERS)}
    for n, kind in enumerate(standing):
        if kind not in (EMPTY, PATRON):
            people.claims.append(Claim(kind, name, written.get(n, ()), _onto(q.workers, n), seat))


def _recruits(s: Any, people: People, seat: int, given: Mapping[str, Any], name: str) -> None:
    """From the left."""
    where = (name, "recruits")
    found = reading.words(given.get("recruits", []), (*ANYBODY, EMPTY), where, "person")
    if len(found) > RECRUITS:
        raise BadScenario(f"{name} has {len(FIVE)} recruitment spaces, not {len(found)}.", where)
    for n, kind in enumerate(found):
        if kind != EMPTY:
            people.claims.append(Claim(kind, name, (*where, n), _onto(s.seats[seat].recruits, n), seat))


def _onto(track: Any, space: int) -> Callable[[int], None]:
    def put(number: int) -> None:
        track[space] = number + 1

    return put


def _board(s: Any, people: People, given: Mapping[str, Any]) -> list[int]:
    """Persons by space or by hall. Returns the spaces that are not named and have no figure on them: somebody is there."""
    named: dict[int, tuple[str, Where]] = {}
    board = reading.mapping(given.get("board", {}), (*TRACK[:-1], *DISCIPLINES), ("board",), "The board")
    for key, value in board.items():
        where: Where = ("board", key)
        if key in DISCIPLINES:
            first = HALL * DISCIPLINES.index(key)
            found = _hall(value, key, where)
            spaces = [(first + n, kind, (*where, n) if isinstance(value, list) else where) for n, kind in enumerate(found)]
        else:
            spaces = [(TRACK.index(key), reading.word(value, (*ANYBODY, EMPTY), where, "person"), where)]
        for space, kind, at in spaces:
            if space in named:
                raise BadScenario(f"{TRACK[space]} is named twice: alone, and with its hall.", at)
            named[space] = kind, at
    for space, (kind, where) in named.items():
        if kind != EMPTY:
            people.claims.append(Claim(kind, "the board", where, _onto(s.board, space)))
    figures = {int(s.seats[seat].figure) for seat in range(people.players)}
    return [space for space in range(SPACES) if space not in named and space not in figures]


def _hall(value: Any, key: str, where: Where) -> list[str]:
    """`empty`, or who is on its three spaces."""
    if value == EMPTY:
        return [EMPTY] * HALL
    found = reading.words(value, (*ANYBODY, EMPTY), where, "person")
    if len(found) != HALL:
        raise BadScenario(
            f"The hall of {key} has {HALL} spaces; write three, like [art, empty, religion], or `empty`, not `{shown(value)}`.",
            where,
        )
    return found


def _piles(people: People, given: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """What is named of the pile, from the top, and of the discard pile."""
    pile: list[int] = []
    discarded: list[int] = []
    for word, known, place, numbers in (
        ("pile", DISCIPLINES, "the pile", pile),
        ("discard", [*DISCIPLINES, REST], "the discard pile", discarded),
    ):
        for n, kind in enumerate(reading.words(given.get(word, []), known, (word,), f"discipline of the {word}")):
            if kind != REST:
                people.claims.append(Claim(kind, place, (word, n), numbers.append))
    return pile, discarded


def _fill(s: Any, spaces: list[int], free: dict[str, list[int]]) -> None:
    """Disciplines in turn, as long as there are persons."""
    for n, space in enumerate(spaces):
        order = [DISCIPLINES[(n + k) % 5] for k in range(5)]
        kind = next((kind for kind in order if free[kind]), None)
        if kind:
            s.board[space] = free[kind].pop(0) + 1


def _filled(s: Any, given: Mapping[str, Any]) -> None:
    """Two empty halls do not stay empty before the end, unless there is nobody left."""
    empty = [key for n, key in enumerate(DISCIPLINES) if not s.board[HALL * n : HALL * n + HALL].any()]
    if len(empty) > 1 and not s.ending and (s.pile_size or s.discarded):
        raise BadScenario(
            f"The halls of {' and '.join(empty[:2])} are empty: then the movement track is filled at once.",
            ("board",) if "board" in given else (),
        )
