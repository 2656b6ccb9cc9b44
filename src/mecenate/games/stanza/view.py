"""What a seat may know of a game: everything but the order of the draw pile."""

from typing import Any

import msgspec

from mecenate.core.snapshot import snapshot_at
from mecenate.games.stanza.components import (
    ARTWORKS,
    BONUS_TILES,
    COLOURS,
    DISCIPLINES,
    LEAVING,
    MASTER_POINTS,
    SHIP_FLORINS,
    SHIP_POINTS,
    TABLE,
    TILE_OF,
)
from mecenate.games.stanza.moves import PERSON_KEYS, TRACK
from mecenate.games.stanza.outlook import MASTERPIECES, MUSEUM_VALUE, REACH, RIGHTS, SIZE, STRENGTHS, look_ahead
from mecenate.games.stanza.people import EACH
from mecenate.games.stanza.state import BLOCKED, PERSONS, QUESTIONS, STATE

snapshot = snapshot_at(STATE)


class PersonView(msgspec.Struct):
    key: str
    number: int  # as the figures of moves name it
    discipline: str
    starter: bool  # leaves the game when lost


class WorthView(msgspec.Struct):
    """What a seat would count out: strengths, rights to bonus tiles, and points if the game ended now."""

    strengths: dict[str, int]
    reach: dict[str, int]  # the most strength that an activation could have now, discs and all; 0 if there can be none
    rights: dict[str, int]  # bonus tiles of each discipline that the seat may own by its conditions
    points: dict[str, int]  # by kind


class SeatView(msgspec.Struct):
    florins: int
    points: int  # counted at the end
    figure: str  # space of the movement track
    ship: int  # space of the income track, from 0
    ship_florins: int
    ship_points: int
    patron: int  # worker space, from 1
    turned_over: bool
    favours: dict[str, int]
    books: dict[str, int]
    church: dict[str, int]  # own discs in the religion hall
    discs: int  # in supply
    bonus_discs: int
    artworks: dict[str, int]
    museum: int  # value of the artworks, with what tiles add
    workers: list[PersonView | None]
    recruits: list[PersonView | None]
    tiles: list[str]
    left: int | None  # points of the exit space
    worth: WorthView


class View(msgspec.Struct):
    players: int
    expert: bool
    asked: int | None
    question: str
    marker: int  # of the rounds
    rounds: int
    ending: str  # no, announced, or last turns
    last_turn: int
    board: dict[str, PersonView | None]
    pile: int
    discarded: int
    favours: dict[str, int]
    artworks: dict[str, int]
    masterpieces: dict[str, list[int | None]]  # by discipline: whose column, -1 blocked, None free
    masterpiece_points: list[int]
    tiles: list[str]  # still offered
    tile_disciplines: dict[str, str]
    discipline: str | None  # being activated
    strength: int
    person: PersonView | None  # whom the question is about: being hired, or taken from the board by a tile
    seats: list[SeatView]
    you: int | None


ENDINGS = ("no", "announced", "last turns")
POINTS = ("masterpieces", "ship", "books", "exit", "tiles", "patron", "discs", "museum")


def view_person(number: int) -> PersonView | None:
    """A person as it is noted in the state: number + 1, 0 for nobody."""
    if number <= 0:
        return None
    person = number - 1
    discipline = person // EACH if person < PERSONS else (person - PERSONS) % 5
    return PersonView(key=PERSON_KEYS[person], number=person, discipline=DISCIPLINES[discipline], starter=person >= PERSONS)


def counts(keys: list[str], numbers: Any) -> dict[str, int]:
    return {key: int(n) for key, n in zip(keys, numbers, strict=True)}


def view_worth(out: Any) -> WorthView:
    return WorthView(
        strengths=counts(DISCIPLINES, out[STRENGTHS : STRENGTHS + 5]),
        reach=counts(DISCIPLINES, out[REACH : REACH + 5]),
        rights=counts(DISCIPLINES[:4], out[RIGHTS : RIGHTS + 4]),
        points=counts(list(POINTS), out[MASTERPIECES:SIZE]),
    )


def view_seat(s: Any, states: Any, i: int, seat: int) -> SeatView:
    q = s.seats[seat]
    out = look_ahead(states, i, seat)
    books = counts(DISCIPLINES, q.books)
    del books["literature"]
    return SeatView(
        florins=int(q.florins),
        points=int(q.points),
        figure=TRACK[q.figure],
        ship=int(q.ship),
        ship_florins=int(SHIP_FLORINS[q.ship]),
        ship_points=int(SHIP_POINTS[q.ship]),
        patron=int(q.patron) + 1,
        turned_over=bool(q.turned_over),
        favours=counts(COLOURS, q.favours),
        books=books,
        church=counts(DISCIPLINES, q.church),
        discs=int(q.discs),
        bonus_discs=int(q.bonus_discs),
        artworks=counts(ARTWORKS, q.artworks),
        museum=int(out[MUSEUM_VALUE]),
        workers=[view_person(int(person)) for person in q.workers],
        recruits=[view_person(int(person)) for person in q.recruits],
        tiles=[key for n, key in enumerate(BONUS_TILES) if (int(q.tiles) >> n) & 1],
        left=int(LEAVING[q.left - 1]) if q.left else None,
        worth=view_worth(out),
    )


def column(number: int) -> int | None:
    """Whose column stands on a masterpiece space."""
    if number == 0:
        return None
    return -1 if number == BLOCKED else number - 1


def concerned(s: Any) -> PersonView | None:
    """Whom the question is about."""
    if QUESTIONS[s.question] == "workplace":
        return view_person(int(s.seats[s.asked].recruits[s.recruit]))
    return view_person(int(s.person) + 1)


def stage(s: Any) -> tuple[str, dict[str, int]]:
    """The round, or how near the end is."""
    if ENDINGS[s.ending] == "last turns":
        turns = TABLE.ending.last_turns
        return "table.last_turns", {"turn": min(int(s.last_turn), turns), "turns": turns}
    rounds = int(s.players) + 1
    return ("table.announced", {}) if s.ending else ("table.round", {"round": min(int(s.marker), rounds), "rounds": rounds})


def view(states: Any, i: int, seat: int | None) -> View:
    """Everything that a seat may know of the game in row i; None is a spectator."""
    s = snapshot(states, i)
    players, asked = int(s.players), int(s.asked)
    return View(
        players=players,
        expert=bool(s.expert),
        asked=asked if asked >= 0 else None,
        question=QUESTIONS[s.question],
        marker=int(s.marker),
        rounds=players + 1,
        ending=ENDINGS[s.ending],
        last_turn=int(s.last_turn),
        board={space: view_person(int(person)) for space, person in zip(TRACK[:-1], s.board, strict=True)},
        pile=int(s.pile_size),
        discarded=int(s.discarded).bit_count(),
        favours=counts(COLOURS, s.favours),
        artworks=counts(ARTWORKS, s.artworks),
        masterpieces={key: [column(int(n)) for n in row] for key, row in zip(DISCIPLINES, s.masterpieces, strict=True)},
        masterpiece_points=[int(points) for points in MASTER_POINTS],
        tiles=[key for n, key in enumerate(BONUS_TILES) if (int(s.offered_tiles) >> n) & 1],
        tile_disciplines={key: DISCIPLINES[TILE_OF[n]] for n, key in enumerate(BONUS_TILES)},
        discipline=DISCIPLINES[s.discipline] if s.discipline >= 0 else None,
        strength=int(s.strength),
        person=concerned(s),
        seats=[view_seat(s, states, i, n) for n in range(players)],
        you=seat,
    )
