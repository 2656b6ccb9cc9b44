"""One game being played: the public face of the engine.

>>> import mecenate
>>> match = mecenate.new("princes", seats=4, seed=7)
>>> match.seat, match.question
(0, 'discard')
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mecenate.core.errors import IllegalMove, MecenateError, Refusal
from mecenate.core.game import Game, Value, is_whole
from mecenate.core.moves import WrongFigure, offered
from mecenate.core.texts import LANGUAGES

SEED_LIMIT = 1 << 64
SEATS = ("from", "bidder", "visitor", "partner")  # what in an event or a question is the number of a seat


@dataclass(frozen=True)
class Move:
    """An answer to a question, as it was or could be given in one position."""

    action: int
    notation: str
    seat: int

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True)
class Event:
    """Something that happened, as one seat or a spectator may know it. `about` has no hidden thing in it."""

    key: str
    seat: int | None
    about: dict[str, int]


class Match:
    """A game from its setup on. `play` accepts what `legal` offers and nothing else."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int,
        options: Mapping[str, Value] | None = None,
        names: Sequence[str] | None = None,
    ):
        if not (is_whole(seed) and 0 <= seed < SEED_LIMIT):
            raise Refusal("bad-seed", most=SEED_LIMIT - 1, seed=seed)
        self.game = game
        self.options, numbers = game.settings(seats, options)
        self.seats, self.seed = int(seats), int(seed)
        self.names = self._checked(names)
        self.moves: list[Move] = []
        self.rows = game.rows(1)  # the state as bytes, as the kernels take it
        game.start(self.rows, 0, np.uint64(seed), numbers)
        self._look()
        self._origin = self.rows.copy()  # where `back_to` begins

    def _checked(self, names: Sequence[str] | None) -> tuple[str, ...]:
        if names is None:
            return tuple(f"Seat {n + 1}" for n in range(self.seats))
        if not (isinstance(names, Sequence) and not isinstance(names, str) and all(isinstance(name, str) for name in names)):
            raise Refusal("names-shape", found=names)
        if len(names) != self.seats:
            raise Refusal("name-count", names=len(names), seats=self.seats)
        return tuple(names)

    @property
    def seat(self) -> int | None:
        """Who is asked; None when the game is over."""
        asked = int(self.state.asked)
        return asked if asked >= 0 else None

    @property
    def question(self) -> str:
        return self.game.questions[int(self.state.question)]

    @property
    def over(self) -> bool:
        return self.seat is None

    def legal(self) -> list[Move]:
        """The offered moves, in the order of their numbers."""
        return [self._move(action) for action in self.legal_actions()]

    def legal_actions(self) -> list[int]:
        self.game.legal(self.rows, 0, self._mask)
        return offered(self._mask)

    def _move(self, action: int) -> Move:
        return Move(action, self.game.moves.notation(action, self.state), int(self.state.asked))

    def find(self, move: Move | str | int) -> Move:
        """A Move, its notation or its number as an offered move; anything else raises IllegalMove with the reason."""
        if isinstance(move, str):
            action = self.game.moves.parse(move, self.state)
            if action is None:
                known = ", ".join(kind.word for kind in self.game.moves.kinds)
                raise IllegalMove(f"{move!r} is no move of {self.game.title}. Moves begin with: {known}.", "unknown")
            if isinstance(action, WrongFigure):
                reason = self._why(action.action) or "exact-figure"
                raise IllegalMove(self.refusal(reason), reason)
        else:
            action = self._number(move)
        reason = self._why(action)
        if reason:
            raise IllegalMove(f"{self.game.moves.notation(action, self.state)}: {self.refusal(reason)}", reason)
        return self._move(action)

    def _number(self, move: Move | int) -> int:
        """The number of a move of this game, offered or not."""
        action = move.action if isinstance(move, Move) else move
        if not (is_whole(action) and 0 <= action < self.game.moves.size):
            raise IllegalMove(
                f"There is no move {action!r}. Give a Move, its notation, or a number from 0 to {self.game.moves.size - 1}.",
                "unknown",
            )
        return int(action)

    def _why(self, action: int) -> str:
        code = self.game.why(self.rows, 0, action)
        return self.game.reasons[code] if code else ""

    def rule(self, move: Move | str | int) -> str:
        """The key of the rule that a move rests on if it is offered, or that refuses it if not."""
        try:
            return self.game.moves.rule(self.find(move).action, self.question)
        except IllegalMove as refused:
            return self.game.rule_of.get(refused.reason, "")

    def refusal(self, reason: str, language: str = "en") -> str:
        """Why a move is refused, in words."""
        _check_language(language)
        if not self.game.texts.has(language, f"reasons.{reason}"):
            raise MecenateError(f"There is no reason {reason!r} at {self.game.title}.")
        return self.game.texts.say(language, f"reasons.{reason}")

    def play(self, move: Move | str | int) -> Move:
        found = self.find(move)
        if not self.moves:
            self._origin = self.rows.copy()  # a position may have been written since the setup
        self.game.step(self.rows, 0, found.action)
        self.moves.append(found)
        return found

    def undo(self) -> Move:
        """Take the last move back, whoever made it; a table decides by `revealed` whether that is fair."""
        if not self.moves:
            raise MecenateError("There is no move to take back.")
        last = self.moves[-1]
        self.back_to(len(self.moves) - 1)
        return last

    def back_to(self, moves: int) -> None:
        """The position after the first so many moves; the later ones are forgotten."""
        if not 0 <= moves <= len(self.moves):
            raise MecenateError(f"{len(self.moves)} moves were made; there is no position after {moves}.")
        if moves < len(self.moves):
            del self.moves[moves:]
            self.rows[:] = self._origin
            for move in self.moves:
                self.game.step(self.rows, 0, move.action)

    @property
    def revealed(self) -> bool:
        """Whether the last move brought out something new: a card, or another seat's turn."""
        return bool(self.state.revealed)

    def events(self, seat: int | None = None) -> list[Event]:
        """What the last move caused, as a seat or a spectator (None) may know it."""
        self._check_seat(seat)
        found = []
        for n in range(int(self.state.happened)):
            e = self.state.events[n]
            kind = self.game.events[int(e.kind)]
            actor = int(e.seat) if e.seat >= 0 else None
            about = {}
            if kind.a and (not kind.private or actor == seat):
                about[kind.a] = int(e.a)
            if kind.b:
                about[kind.b] = int(e.b)
            found.append(Event(kind.key, actor, about))
        return found

    def view(self, seat: int | None = None) -> Any:
        """What a seat may know; None is a spectator."""
        self._check_seat(seat)
        return self.game.view(self.rows, 0, seat)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not (is_whole(seat) and 0 <= seat < self.seats):
            raise MecenateError(f"There is no seat {seat!r}; the seats are 0 to {self.seats - 1}.")

    def _result(self) -> np.ndarray:
        out = np.zeros(2 * self.seats, np.int64)
        self.game.result(self.rows, 0, out)
        return out

    def scores(self) -> list[int]:
        return self._result()[: self.seats].tolist()

    def places(self) -> list[int]:
        """The place of each seat, 1 for the best; tied seats share one."""
        return self._result()[self.seats :].tolist()

    def ties(self) -> list[int | None]:
        """For each seat whose score another one has too, the figure that decides between them."""
        scores, tie = self.scores(), self.game.tie
        shared = [tie is not None and self.over and scores.count(score) > 1 for score in scores]
        return [tie(self.state, seat) if tie and shared[seat] else None for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """The seats that won; empty while the game goes on."""
        return [seat for seat, place in enumerate(self.places()) if place == 1] if self.over else []

    def record(self) -> str:
        """The game so far as a text that can be stored, sent and replayed."""
        from mecenate.core.records import dumps

        return dumps(self)

    def sentence(self, move: Move | int, language: str = "en", figures: Mapping[str, int] | None = None) -> str:
        """What an offered move means, in words. An answer may have words of its own, as `moves.convert_0`.

        `figures` are the game's for this move, if somebody has them already.
        """
        _check_language(language)
        action = self._number(move)
        kind, i = self.game.moves.kind(action)
        texts = self.game.texts
        if figures is None:
            figures = self.game.figures(self.rows, 0, action)
        values = self._words(figures, language)
        if kind.names:
            values[kind.names] = texts.find(language, f"names.{self.game.things[kind.names][i]}")
        else:
            values["what"] = kind.about[i]
        own = f"moves.{kind.word}_{kind.about[i]}"
        words = texts.say(language, own if texts.has(language, own) else f"moves.{kind.word}", **values)
        if figures.get("back") and texts.has(language, "moves.with_back"):
            words += texts.say(language, "moves.with_back", **values)  # nobody should pay with prestige unawares
        return words

    def ask(self, language: str = "en") -> str:
        """The question that is asked, in one sentence. With some figures it has other words, as `questions.turn_visitor`."""
        _check_language(language)
        values = self._words(self.game.asking(self.state), language)
        key = f"questions.{self.question}"
        own = (f"{key}_{what}" for what in values)
        key = next((other for other in own if self.game.texts.has(language, other)), key)
        return self.game.texts.say(language, key, **values)

    def stage(self, language: str = "en") -> str:
        """How far the game is, in a few words of its own; empty where there is nothing to tell."""
        _check_language(language)
        found = self.game.stage(self.state)
        return "" if found is None or self.over else self.game.texts.say(language, found[0], **found[1])

    def line(self, event: Event, language: str = "en") -> str:
        """An event as a line of the log."""
        _check_language(language)
        values = self._words(event.about, language)
        values["seat"] = "" if event.seat is None else self.names[event.seat]
        kind = next(kind for kind in self.game.events if kind.key == event.key)
        hidden = kind.private and kind.a not in event.about
        return self.game.texts.say(language, f"events.{event.key}{'_hidden' if hidden else ''}", **values)

    def _words(self, about: Mapping[str, int], language: str) -> dict[str, str]:
        """Numbers as what they mean: names of things and seats, or figures."""
        words = {}
        for what, number in about.items():
            if what in SEATS:
                words[what] = self.names[number]
            elif what in self.game.things:
                words[what] = self.game.texts.find(language, f"names.{self.game.things[what][number]}")
            else:
                words[what] = str(number)
        return words

    def copy(self) -> "Match":
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.rows, twin.moves = self.rows.copy(), list(self.moves)
        twin._look()
        return twin

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, _known: dict[int, Any]) -> "Match":
        return self.copy()

    def __getstate__(self) -> tuple[dict[str, Any], tuple[int, str]]:
        kept = {name: value for name, value in self.__dict__.items() if name not in ("state", "_mask")}
        return {**kept, "moves": [(move.action, move.notation, move.seat) for move in self.moves]}, self._played_with

    def __setstate__(self, pickled: tuple[dict[str, Any], tuple[int, str]]) -> None:
        own, played_with = pickled
        self.__dict__.update({**own, "moves": [Move(*move) for move in own["moves"]]})
        if played_with != self._played_with:
            raise MecenateError(f"This match of {self.game.title} was pickled under other rules, or with other components.")
        self._look()

    @property
    def _played_with(self) -> tuple[int, str]:
        return self.game.rules_version, self.game.components_of(self.options)

    def _look(self) -> None:
        """The state and the mask belong to the rows of this match alone."""
        self._mask = self.game.mask()
        self.state: Any = self.game.at(self.rows, 0)

    def __repr__(self) -> str:
        asked = "over" if self.over else f"seat {self.seat} is asked: {self.question}"
        return f"<Match of {self.game.title}: {self.seats} seats, seed {self.seed}, {len(self.moves)} moves, {asked}>"


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise MecenateError(f"There are no words in {language!r}. Choose one of {', '.join(LANGUAGES)}.")
