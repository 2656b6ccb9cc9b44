"""The position in the rulebook's words: what the `then` of a scenario can ask for. It knows all words of `given`, and more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mecenate.core.telling import Bag, Pile
from mecenate.games.stanza.components import ARTWORKS, BONUS_TILES, COLOURS, DISCIPLINES, SHIP_FLORINS
from mecenate.games.stanza.moves import MASTERPIECES, TRACK
from mecenate.games.stanza.outlook import look_ahead
from mecenate.games.stanza.position import BOOKS, ENDINGS, SHIPS
from mecenate.games.stanza.position_halls import BLOCK, FREE
from mecenate.games.stanza.position_people import EMPTY, HALL, PATRON, called
from mecenate.games.stanza.state import ARRANGE, BLOCKED, MOVE, NONE, OVER, PERSONS, STRENGTH
from mecenate.games.stanza.view import counts, view_worth


def tell(s: Any, names: Sequence[str]) -> dict[str, Any]:
    told = {
        "turn": names[s.asked] if s.question != OVER else None,
        "after moving": s.question not in (ARRANGE, MOVE, OVER),
        "round": int(s.marker),
        "ending": ENDINGS[min(int(s.last_turn), len(ENDINGS) - 1)] if s.ending else False,
        "board": _board(s),
        "persons on the board": int(np.count_nonzero(s.board)),
        "pile": Pile(called(int(person) + 1) for person in s.pile[: s.pile_size]),
        "persons in the pile": int(s.pile_size),
        "discard": Bag(called(n + 1) for n in range(PERSONS) if (int(s.discarded) >> n) & 1),
        "persons discarded": int(s.discarded).bit_count(),
        "masterpieces": {
            key: {points: _owner(int(row[n]), names) for n, points in enumerate(MASTERPIECES)}
            for key, row in zip(DISCIPLINES, s.masterpieces, strict=True)
        },
        "bonus tiles": _tiles(s.offered_tiles),
        "favours": counts(COLOURS, s.favours),
        "artworks": counts(ARTWORKS, s.artworks),
        "discipline": DISCIPLINES[s.discipline] if s.discipline >= 0 else None,
        "strength": int(s.strength) if s.question == STRENGTH else None,
        "books to write": int(s.books_left),
        "discs to place": int(s.discs_left),
        "favours to take": int(s.gifts_left),
        "person": called(int(s.person) + 1) if s.person != NONE else None,
    }
    rows = np.frombuffer(s.tobytes(), np.uint8).reshape(1, -1).copy()
    return told | {name: _player(s, rows, seat) for seat, name in enumerate(names)}


def _board(s: Any) -> dict[str, Any]:
    """Each space, and each hall."""
    spaces = {key: called(int(person)) for key, person in zip(TRACK[:-1], s.board, strict=True)}
    halls: dict[str, Any] = {}
    for n, key in enumerate(DISCIPLINES):
        found = [called(int(person)) for person in s.board[HALL * n : HALL * n + HALL]]
        halls[key] = EMPTY if found == [EMPTY] * HALL else found
    return spaces | halls


def _owner(number: int, names: Sequence[str]) -> str:
    if number == 0:
        return FREE
    return BLOCK if number == BLOCKED else names[number - 1]


def _tiles(bits: Any) -> Bag:
    return Bag(key for n, key in enumerate(BONUS_TILES) if (int(bits) >> n) & 1)


def _player(s: Any, rows: Any, seat: int) -> dict[str, Any]:
    q = s.seats[seat]
    workers = [called(int(person)) for person in q.workers]
    if s.question != ARRANGE:
        workers[q.patron] = PATRON
    recruits = [called(int(person)) for person in q.recruits]
    while recruits and recruits[-1] == EMPTY:
        recruits.pop()
    books = counts(DISCIPLINES, q.books)
    worth = view_worth(look_ahead(rows, 0, seat))
    return {
        "florins": int(q.florins),
        "points": int(q.points),
        "figure": TRACK[q.figure],
        "ship": SHIPS[q.ship],
        "income": int(SHIP_FLORINS[q.ship]),
        "patron": int(q.patron) + 1,
        "turned over": bool(q.turned_over),
        "workers": workers,
        "recruits": recruits,
        "favours": counts(COLOURS, q.favours),
        "favours left": int(q.favours.sum()),
        "books": {key: books[key] for key in BOOKS},
        "discs": counts(DISCIPLINES, q.church),
        "discs in supply": int(q.discs),
        "discs in the bonus hall": int(q.bonus_discs),
        "artworks": counts(ARTWORKS, q.artworks),
        "bonus tiles": _tiles(q.tiles),
        "left": int(q.left),
        "strengths": worth.strengths,
        "rights": worth.rights,
        "worth": worth.points,
    }
