"""The moves of La Stanza: the one table that number, notation and sentence come from."""

from collections.abc import Mapping
from typing import Any

from mecenate.core.moves import MoveKind, MoveTable
from mecenate.games.stanza import actions
from mecenate.games.stanza.components import (
    ART_VALUE,
    ARTWORKS,
    BONUS_TILES,
    COLOURS,
    DISCIPLINES,
    HIRING,
    LEAVING,
    MASTER_POINTS,
    SECOND,
    SHIP_FLORINS,
    STRENGTH_TILES,
    TABLE,
)
from mecenate.games.stanza.outlook import REACH, look_ahead
from mecenate.games.stanza.people import EACH
from mecenate.games.stanza.state import (
    ARRANGE,
    ART,
    BOOK,
    CHOICE,
    DISC,
    FAVOUR,
    GIFT,
    HIRE,
    PERSONS,
    RETURN,
    SLOT,
    SPACES,
    STARTERS,
    STRENGTH,
    WORKERS,
    WORKPLACE,
    state,
)

TRACK = (*(f"{hall} {n}" for hall in DISCIPLINES for n in (1, 2, 3)), "bonus")  # spaces, clockwise from the bonus hall
SIX = tuple(str(n) for n in range(1, 7))
FIVE = SIX[:5]
MASTERPIECES = tuple(str(points) for points in MASTER_POINTS)

MOVES = MoveTable(
    (
        MoveKind("arrange", tuple(DISCIPLINES), "discipline", "preparation"),
        MoveKind("move", TRACK, "space", "movement"),
        MoveKind("exit", rule="leaving", ends="game"),
        MoveKind("pass", rule="turn", ends="choice"),
        MoveKind("activate", tuple(DISCIPLINES), "discipline", "activation"),
        MoveKind("income", rule="income"),
        MoveKind("favour", tuple(COLOURS), "colour", "favours"),
        MoveKind("hire", FIVE, "slot", "hiring"),
        MoveKind("at", SIX, "workplace", "hiring"),
        MoveKind("enough", rule="hiring", ends="choice"),
        MoveKind("dismiss", SIX, "workplace", "expert"),
        MoveKind("raise", ("disc", "florins"), "means", "strength"),
        MoveKind("strength", ("0", "1", "2", "3"), "", "strength"),
        MoveKind("masterpiece", MASTERPIECES, "", "masterpieces"),
        MoveKind("book", tuple(DISCIPLINES), "book", "literature"),
        MoveKind("disc", tuple(DISCIPLINES), "discipline", "religion"),
        MoveKind("gift", tuple(COLOURS), "colour", "politics"),
        MoveKind("artwork", tuple(ARTWORKS), "artwork", "art"),
        MoveKind("tile", tuple(BONUS_TILES), "tile", "bonus-hall"),
        MoveKind("spend", tuple(DISCIPLINES), "discipline", "bonus-hall"),
        MoveKind("person", TRACK[:-1], "space", "bonus-tiles"),
        MoveKind("slot", FIVE, "slot", "bonus-tiles"),
        MoveKind("return", tuple(COLOURS), "colour", "favours"),
    )
)
assert tuple((kind.word, len(kind.about)) for kind in MOVES.kinds) == actions.RANGES

PERSON_KEYS = (
    *(f"{DISCIPLINES[n // EACH]} {n % EACH + 1}" for n in range(PERSONS)),
    *(f"{DISCIPLINES[n % 5]} start {n // 5 + 1}" for n in range(STARTERS)),
)
NOBODY = PERSONS + STARTERS  # the number of a person who is not there
DISCIPLINE_OF = (*(n // EACH for n in range(PERSONS)), *(n % 5 for n in range(STARTERS)))  # of every person
PERSON_NAMES = (*(f"person.{DISCIPLINES[discipline]}" for discipline in DISCIPLINE_OF), "person.nobody")
DISCIPLINE_NAMES = tuple(f"discipline.{key}" for key in DISCIPLINES)
THINGS = {
    "discipline": DISCIPLINE_NAMES,
    "second": DISCIPLINE_NAMES,  # the other discipline that the greatest masterpiece needs
    "space": tuple(f"space.{key}" for key in TRACK),
    "colour": tuple(f"colour.{key}" for key in COLOURS),
    "book": tuple(f"book.{key}" for key in DISCIPLINES),
    "artwork": tuple(f"artwork.{key}" for key in ARTWORKS),
    "tile": tuple(f"tile.{key}" for key in BONUS_TILES),
    "person": PERSON_NAMES,
    "lost": PERSON_NAMES,  # who would be lost by a move
    "slot": tuple(f"slot.{key}" for key in FIVE),
    "workplace": tuple(f"workplace.{key}" for key in SIX),
    "means": ("means.disc", "means.florins"),
    "way": ("way.present", "way.favour"),  # how the first condition of an activation is met
    "gain": tuple(f"gain.{key}" for key in DISCIPLINES),  # what the strength of an activation counts
    "patron": ("patron.moves", "patron.turns"),  # what the patron does for income
}


def figures(states: Any, i: int, action: int) -> Mapping[str, int]:
    """The figures that the sentence of a move names: costs, who would be hired, met or lost, what would come of it."""
    s = state(states, i)
    kind, n = MOVES.kind(action)
    word = kind.word
    seat = max(int(s.asked), 0)
    q = s.seats[seat]
    discipline = max(int(s.discipline), 0)
    if word == "arrange":
        return {"workplace": next_workplace(q), "person": PERSONS + 5 * seat + n}
    if word == "move":
        falls_out = n < SPACES and q.recruits[0]  # all recruits move on for the new one
        return {"person": met(s.board[n]) if n < SPACES else NOBODY, "lost": met(q.recruits[-1]) if falls_out else NOBODY}
    if word == "person":
        return {"person": met(s.board[n])}
    if word == "exit":
        gone = sum(1 for seat in range(int(s.players)) if s.seats[seat].left)
        return {"points": int(LEAVING[min(gone, 3)])}
    if word == "activate":
        return {"way": 0 if q.figure // 3 == n else 1, "strength": int(look_ahead(states, i, seat)[REACH + n])}
    if word == "income":
        over = q.patron == WORKERS - 1
        full = not over and bool(q.workers[q.patron + 1 :].all())
        florins = max(0, int(SHIP_FLORINS[q.ship]) - int(q.florins))
        lost = met(q.workers[WORKERS - 1]) if full else NOBODY
        return {"florins": florins, "patron": int(over), "workplace": (int(q.patron) + 1) % WORKERS, "lost": lost}
    if word == "hire":
        return {"person": met(q.recruits[n])}
    if word == "at":
        return {"florins": int(HIRING[n]), "lost": met(q.workers[n])}
    if word == "dismiss":
        return {"person": met(q.workers[n])}
    if word == "raise":
        return {"florins": TABLE.bonus_hall.strength_florins, "discipline": discipline}
    if word == "strength":
        amount = int(ART_VALUE[n - 1]) if discipline == ART and n else n
        return {"discipline": discipline, "gain": discipline, "amount": amount}
    if word == "masterpiece":
        second = int(SECOND[discipline])
        helped = any(worker and DISCIPLINE_OF[worker - 1] == second for worker in q.workers) or q.tiles & STRENGTH_TILES[second]
        discs = int(n == len(MASTERPIECES) - 1 and not helped)
        return {"discipline": discipline, "points": int(MASTER_POINTS[n]), "second": second, "discs": discs}
    if word == "book":
        return {"number": int(q.books[n]) + 1}
    if word == "artwork":
        return {"value": int(ART_VALUE[n])}
    if word == "slot":
        return {"lost": met(q.recruits[n])}
    return {}


def met(number: int) -> int:
    """A person as it is noted in the state: number + 1, 0 for nobody."""
    return int(number) - 1 if number else NOBODY


def next_workplace(q: Any) -> int:
    """Where the next start person goes: the first space that is free, after the patron's."""
    return next((space for space in range(1, WORKERS) if not q.workers[space]), WORKERS - 1)


def asking(s: Any) -> Mapping[str, int]:
    """What the question names: the discipline, the strength, what is still to come."""
    question = int(s.question)
    q = s.seats[max(int(s.asked), 0)]
    if question == ARRANGE:
        return {"workplace": next_workplace(q)}
    if question == CHOICE:
        return {"space": int(q.figure)}
    if question in (HIRE, FAVOUR):
        return {"discipline": int(s.discipline)}
    if question == WORKPLACE:
        return {"person": met(q.recruits[s.recruit])}
    if question == STRENGTH:
        return {"discipline": int(s.discipline), "strength": int(s.strength)}
    if question == BOOK:
        return {"books": int(s.books_left)}
    if question == DISC:
        return {"discs": int(s.discs_left)}
    if question == GIFT:
        return {"favours": int(s.gifts_left)}
    if question == SLOT:
        return {"person": int(s.person)}
    if question == RETURN:
        return {"favours": int(q.favours.sum()) - TABLE.player_board.favours}
    return {}
