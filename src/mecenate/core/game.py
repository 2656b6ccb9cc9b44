"""The Game contract: everything that the rest of the house may know of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from mecenate.core import guards
from mecenate.core.entries import TITLES, Entry
from mecenate.core.errors import BadOptions
from mecenate.core.factors import Factors
from mecenate.core.header import EventKind
from mecenate.core.kernel import record_at
from mecenate.core.moves import MoveTable
from mecenate.core.texts import Phrase, Texts

Value = bool | int | str
WHOLE = (int, np.integer)


def is_whole(given: object) -> bool:
    """Whether it is a whole number, of Python or of NumPy."""
    return isinstance(given, WHOLE)


@dataclass(frozen=True)
class Option:
    """A choice at setup. The kernel gets the number of the chosen value."""

    key: str
    values: tuple[Value, ...]  # the first one is the default
    seats: tuple[int, ...] = ()  # seat counts for which it means anything; () is all
    needs: str = ""  # another option that must be on for this one to mean anything
    presets: Mapping[Value, Mapping[str, Value]] = field(default_factory=dict)  # value -> other defaults that come with it
    components: str = ""  # hash of the component tables that come into play when it is on

    def means_something(self, seats: int, chosen: Mapping[str, Value]) -> bool:
        return (not self.seats or seats in self.seats) and (not self.needs or bool(chosen.get(self.needs)))


@dataclass(frozen=True)
class Game:
    key: str
    title: str
    authors: tuple[str, ...]
    publishers: tuple[str, ...]  # of the editions whose rules are here
    rules_version: int
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    components: str  # hash of the component table
    table: msgspec.Struct  # the component table itself
    state: np.dtype
    moves: MoveTable
    questions: tuple[str, ...]
    reasons: tuple[str, ...]  # 0 is "offered"
    rule_of: Mapping[str, str]  # the rule behind each reason
    events: tuple[EventKind, ...]
    texts: Texts
    laws: tuple[str, ...]  # 0 is "all is well"
    stock_names: tuple[str, ...]  # the last one is what wins
    # kernels
    start: Entry
    legal: Entry
    step: Entry
    why: Entry
    redeal: Entry
    result: Entry
    check: Entry  # the number of the first law that a position breaks
    stocks: Entry  # what events must account for: each stock of each seat
    # plain Python
    things: Mapping[str, Sequence[str]]  # what a number in a move or event means -> the text of each thing, below names
    view: Callable[[Any, int, int | None], msgspec.Struct]  # what a seat may know of row i; None is a spectator
    figures: Callable[[Any, int, int], Mapping[str, int]]  # the figures that a sentence about a move in row i may name
    asking: Callable[[Any], Mapping[str, int]]  # the figures that the question asked now may name
    stage: Callable[[Any], tuple[str, Mapping[str, int]] | None]  # how far the game is: a text, and its figures
    position: Callable[[Any, Mapping[str, Any], Sequence[str]], None]  # write a scenario's position into a state
    tell: Callable[[Any, Sequence[str]], dict[str, Any]]  # the position, in the words of scenarios
    board: Callable[[Any, Sequence[str], str], Any]  # a view drawn, with names and in a language: see Drawn in terminal.table
    factors: Factors  # what may go with winning

    replays: tuple[int, ...] = ()  # earlier versions of the rules whose games replay under these, move by move
    tie: Callable[[Any, int], int] | None = None  # what decides between equal scores: of a state, the figure of a seat
    more: tuple[Entry, ...] = ()  # further entry points, which the game's own Python calls

    def __post_init__(self) -> None:
        if self.key in TITLES:  # a changed copy: its key stands for what it was copied from
            return
        TITLES[self.key] = self.title
        fields, choices = self.state.fields or {}, [len(option.values) for option in self.options]
        limits = (self.state.itemsize, fields["players"][1], self.moves.words, self.moves.size, self.seats[0], self.seats[-1])
        guards.note(self.key, self.why.function, (*limits, len(self.stock_names), *choices))

    @property
    def called(self) -> Phrase:
        """The title, as it stands on the boxes of each language."""
        return Phrase(self.texts, "title")

    @property
    def played(self) -> tuple[int, ...]:
        """The versions of the rules that a game may have begun under, so that it can be replayed and go on."""
        return (self.rules_version, *self.replays)

    @cached_property
    def at(self) -> Callable[[Any, int], Any]:
        """Row i of a byte array as this game's record."""
        return record_at(self.state)

    def rows(self, n: int) -> np.ndarray:
        """Room for n states."""
        return np.zeros((n, self.state.itemsize), np.uint8)

    def mask(self) -> np.ndarray:
        return np.zeros(self.moves.words, np.uint64)

    def components_of(self, options: Mapping[str, Value]) -> str:
        """The hash of all component tables that a game with these options is played with."""
        return "-".join([self.components, *(o.components for o in self.options if o.components and options.get(o.key))])

    def unusual(self, options: Mapping[str, Value]) -> list[str]:
        """The options that differ from what is usual, as the keys of their words; what comes along with another is not told."""
        usual = {option.key: option.values[0] for option in self.options}
        for option in self.options:
            usual |= option.presets.get(options.get(option.key, option.values[0]), {})
        return [f"{key}_{value}" for key, value in options.items() if value != usual[key]]

    def settings(self, seats: int, options: Mapping[str, Value] | None = None) -> tuple[dict[str, Value], np.ndarray]:
        """Checked options, complete with defaults, and how the kernel gets them."""
        if not is_whole(seats) or seats not in self.seats:
            raise BadOptions("seat-count", game=self.called, least=self.seats[0], most=self.seats[-1], seats=seats)
        if not isinstance(options or {}, Mapping):
            raise BadOptions("options-shape", found=options)
        given = dict(options or {})
        chosen: dict[str, Value] = {}
        defaults: dict[str, Value] = {}
        numbers = [seats]
        for option in self.options:
            default = defaults.get(option.key, option.values[0])
            value = given.pop(option.key, default)
            if not any(value == v and isinstance(value, bool) == isinstance(v, bool) for v in option.values):
                allowed = ", ".join(str(v) for v in option.values)
                raise BadOptions("option-value", game=self.called, option=option.key, values=allowed, value=value)
            if option.means_something(seats, chosen):
                chosen[option.key] = value
            elif value not in (default, option.values[0]):
                if option.needs and not chosen.get(option.needs):
                    raise BadOptions("option-needs", game=self.called, option=option.key, needs=option.needs)
                who = "/".join(map(str, option.seats))
                raise BadOptions("option-seats", game=self.called, option=option.key, players=who, seats=seats)
            defaults |= option.presets.get(value, {})
            numbers.append(option.values.index(value))
        if given:
            known = ", ".join(option.key for option in self.options) or "-"
            raise BadOptions("option-unknown", game=self.called, option=next(iter(given)), options=known)
        return chosen, np.array(numbers, np.int64)
