"""Positions in the rulebook's words: what the `given` of a scenario can say.

What is not named keeps its starting value: money, favours, start persons, figures on the bonus space. Nothing appears or
vanishes: what players have is missing from the pile and the supplies. A position begins with the question where to walk, or
what to do after the walk.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.games.stanza import rules
from mecenate.games.stanza.components import COLOURS, DISCIPLINES, FLORINS, LEAVING, TABLE
from mecenate.games.stanza.moves import MOVES, TRACK
from mecenate.games.stanza.position_halls import lay_tiles, raise_columns, stock
from mecenate.games.stanza.position_people import place_people
from mecenate.games.stanza.state import BONUS_SPACE, CHOICE, MOVE, POLITICS, RELIGION, SEAT, SEATS, TILE

WORDS = (
    "turn", "after moving", "round", "ending", "board", "pile", "discard", "masterpieces", "bonus tiles", "favours", "artworks",
)  # fmt: skip
PLAYER_WORDS = (
    "florins", "figure", "ship", "patron", "turned over", "workers", "recruits", "favours", "books", "discs", "artworks",
    "bonus tiles", "left",
)  # fmt: skip
LAST_TURNS = TABLE.ending.last_turns
ENDINGS = ("announced", *(f"last turn {n + 1}" for n in range(LAST_TURNS)))
SHIPS = (*(f"{n} florins" for n in TABLE.ship.florins), *(f"{n} point{'s' if n > 1 else ''}" for n in TABLE.ship.points))
BOOKS = tuple(key for key in DISCIPLINES if key != "literature")
MOST_FLORINS = 99
MOST_FAVOURS = TABLE.player_board.favours
EXITS = len(LEAVING)


def position(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Write a scenario's position into a state that was just set up, and ask its question."""
    for name in names:
        if name in WORDS:
            raise BadScenario(f"A player can't be called {name}, because that is a word for positions.")
    reading.mapping(given, (*WORDS, *names), (), "The position")
    for name in names:
        if name in given:
            _player_words(given[name], name)
    s.happened = s.revealed = s.gone = s.ending = s.last_turn = 0
    s.seats[:] = np.zeros(SEATS, SEAT)
    s.asked = names.index(reading.word(given.get("turn", names[0]), names, ("turn",), "player"))
    after = reading.flag(given.get("after moving", False), ("after moving",), "after moving")
    for seat, name in enumerate(names):
        _player(s.seats[seat], given.get(name, {}), name, seat)
    _figures(s, given, names)
    _rounds(s, given, names, after)
    _leave(s, given, names)
    place_people(s, given, names)
    stock(s, given, names)
    raise_columns(s, given, names)
    lay_tiles(s, given, names)
    s.question = MOVE
    if after:
        _after_moving(s, given, names[s.asked])


def _player_words(given: Any, name: str) -> None:
    reading.mapping(given, None, (name,), name)
    for word in given:
        if word not in PLAYER_WORDS:
            raise BadScenario(reading.unknown(word, PLAYER_WORDS, f"word for what a player is given ({name})"), (name, word))


def _player(q: Any, given: Mapping[str, Any], name: str, seat: int) -> None:
    """Money, ship, favours, books and discs."""
    q.florins = reading.number(
        given.get("florins", int(FLORINS[seat])), (name, "florins"), f"florins of {name}", 0, MOST_FLORINS
    )
    q.ship = SHIPS.index(reading.word(given.get("ship", SHIPS[0]), SHIPS, (name, "ship"), "space of the income track"))
    q.turned_over = reading.flag(given.get("turned over", False), (name, "turned over"), f"turned over ({name})")

    def numbers(word: str, kinds: Sequence[str], start: Mapping[str, int], most: int) -> Mapping[str, int]:
        """So many of each kind; a kind that is not named has none."""
        found = reading.mapping(given.get(word, start), kinds, (name, word), f"The {word} of {name}")
        return {kind: reading.number(found.get(kind, 0), (name, word, kind), f"{kind} ({word})", 0, most) for kind in kinds}

    favours = numbers("favours", COLOURS, dict.fromkeys(COLOURS[:POLITICS], 1), TABLE.setup.favours_of_each_colour)
    if sum(favours.values()) > MOST_FAVOURS:
        raise BadScenario(
            f"{name} has {sum(favours.values())} favours, but nobody keeps more than {MOST_FAVOURS}.", (name, "favours")
        )
    q.favours[:] = list(favours.values())
    for key, n in numbers("books", BOOKS, {}, TABLE.books.each_colour).items():
        q.books[DISCIPLINES.index(key)] = n
    q.church[:] = list(numbers("discs", DISCIPLINES, {DISCIPLINES[RELIGION]: 1}, TABLE.setup.discs).values())


def _figures(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Figures stand alone on a space, but for the bonus space."""
    for seat, name in enumerate(names):
        where = (name, "figure")
        figure = given.get(name, {}).get("figure", TRACK[BONUS_SPACE])
        figure = reading.word(figure, TRACK, where, "space of the movement track")
        s.seats[seat].figure = TRACK.index(figure)
        for other in range(seat):
            if s.seats[other].figure == s.seats[seat].figure != BONUS_SPACE:
                raise BadScenario(
                    f"{names[other]} and {name} both stand on {figure}; only the bonus space holds more than one figure.", where
                )


def _rounds(s: Any, given: Mapping[str, Any], names: Sequence[str], after: bool) -> None:
    """The round marker, and how near the end is."""
    last = len(names) + 1
    ending = given.get("ending", False)
    if ending is not False:
        ending = reading.word(ending, ENDINGS, ("ending",), "ending")
    s.marker = reading.number(given.get("round", last if ending else 1), ("round",), "The round", 1, last)
    if s.marker == last and "ending" not in given:
        ending = ENDINGS[0]
    if bool(ending) != (s.marker == last):
        raise BadScenario(
            f"With {len(names)} players the end is announced when the marker reaches space {last}, so with the marker on "
            f"{s.marker} the ending can't be `{reading.shown(ending)}`.",
            ("ending",),
        )
    if not ending:
        return
    number = ENDINGS.index(ending)
    s.ending, s.last_turn = (2, number) if number else (1, 0)
    if s.ending == 1 and s.asked == 0 and not after:
        raise BadScenario(
            f"When {names[0]}, who began the game, is to move again after the end was announced, the last turns begin; write "
            "`ending: last turn 1`, 2 or 3.",
            ("ending",) if "ending" in given else ("round",),
        )


def _leave(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Who left in the last turns stands on an exit space; they are taken from the best one on."""
    taken: dict[int, str] = {}
    for seat, name in enumerate(names):
        if "left" not in given.get(name, {}):
            continue
        where = (name, "left")
        exit_space = reading.number(given[name]["left"], where, f"exit space of {name}", 0, min(EXITS, len(names)))
        if not exit_space:
            continue
        if s.ending != 2:
            raise BadScenario(
                f"{name} can't have left: that is for the last turns; write `ending: last turn 1`, 2 or 3.", where
            )
        if seat == s.asked:
            raise BadScenario(f"{name} has left, so it can't be the turn of {name}.", where)
        if s.last_turn == 1 and seat > s.asked:
            raise BadScenario(f"{name} can't have left before the first of the last turns of {name}.", where)
        if s.seats[seat].figure != BONUS_SPACE:
            raise BadScenario(f"{name} has left, so the figure is in the bonus hall; leave `figure` out.", where)
        if exit_space in taken:
            raise BadScenario(f"{taken[exit_space]} and {name} can't both be on exit space {exit_space}.", where)
        taken[exit_space] = name
        s.seats[seat].left = exit_space
    for exit_space, name in taken.items():
        if exit_space > len(taken):
            raise BadScenario(
                f"{name} is on exit space {exit_space}, but only {len(taken)} left, each to the best free one.", (name, "left")
            )


def _after_moving(s: Any, given: Mapping[str, Any], name: str) -> None:
    """The walk is done: what to do now, or which bonus tile to buy."""
    q = s.seats[s.asked]
    if q.figure != BONUS_SPACE:
        s.question = CHOICE
        if not q.recruits[0]:
            raise BadScenario(
                f"{name} has just moved, so the person who was there is on the first recruitment space; name one below "
                f"`recruits` of {name}.",
                (name, "recruits") if "recruits" in given.get(name, {}) else (name,),
            )
        return
    s.question = TILE
    rows = np.frombuffer(s.tobytes(), np.uint8).reshape(1, -1).copy()
    if not rules.legal(rows, 0, np.zeros(MOVES.words, np.uint64)):
        raise BadScenario(
            f"{name} can buy no bonus tile, so {name} can't have moved to the bonus space.", (name,) if name in given else ()
        )
