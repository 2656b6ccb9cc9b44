"""Moves have three faces, all from one table a game: the number, the notation and the sentence.

The notation of a move is its word, and behind it what it is about: `open jester`, `place b3 r1 f`. Where the position fixes a
figure, as in `bid 400`, the table's `fixed` function tells it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class MoveKind:
    """A row of the table: a word and its answers, each with its own number."""

    word: str
    about: tuple[str, ...] = ("",)  # one entry an answer; "" when the word says all
    names: str = ""  # what the answers are, as a key of the game's things
    rule: str = ""  # the rule that the move rests on
    rules: Mapping[str, str] = field(default_factory=dict)  # question -> rule, where it rests on another one there
    fixed: Callable[[Any], int] | None = None  # the figure that the position fixes
    same: Callable[[Any, int], int] | None = None  # of answers that mean the same in a position, the one that is offered
    ends: Literal["", "choice", "game"] = ""  # what it ends without doing more: a choice or a turn, or the game for its seat


@dataclass(frozen=True)
class MoveTable:
    kinds: tuple[MoveKind, ...]
    first: dict[str, int] = field(init=False)  # the number of each kind's first answer
    size: int = field(init=False)

    def __post_init__(self) -> None:
        first, end = {}, 0
        for kind in self.kinds:
            first[kind.word] = end
            end += len(kind.about)
        object.__setattr__(self, "first", first)
        object.__setattr__(self, "size", end)
        object.__setattr__(self, "_rows", [(kind, i) for kind in self.kinds for i in range(len(kind.about))])

    @property
    def words(self) -> int:
        """How many 64-bit words a mask of offered answers has."""
        return -(-self.size // 64)

    def kind(self, action: int) -> tuple[MoveKind, int]:
        """The row of a move, and which of its answers it is."""
        return self._rows[action]  # type: ignore[attr-defined]

    def rule(self, action: int, question: str) -> str:
        """The rule that a move rests on as an answer to a question."""
        kind, _ = self.kind(action)
        return kind.rules.get(question, kind.rule)

    def notation(self, action: int, state: Any) -> str:
        kind, i = self.kind(action)
        what = str(kind.fixed(state)) if kind.fixed else kind.about[i]
        return f"{kind.word} {what}" if what else kind.word

    def parse(self, text: str, state: Any) -> "int | WrongFigure | None":
        """The number of a notation, in capitals or not; None if no move is written so."""
        word, _, what = " ".join(text.lower().split()).partition(" ")
        kind = next((kind for kind in self.kinds if kind.word == word), None)
        if kind is None:
            return None
        if kind.fixed:
            expected = kind.fixed(state)
            if what in ("", str(expected)):
                return self.first[word]
            return WrongFigure(self.first[word], expected) if what.isdecimal() else None
        i = next((i for i, about in enumerate(kind.about) if about.lower() == what), None)
        if i is None:
            return None
        return self.first[word] + (kind.same(state, i) if kind.same else i)


@dataclass(frozen=True)
class WrongFigure:
    """A move that exists, written with a figure that the position does not allow."""

    action: int
    expected: int


def bits_of(x: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    while x:
        low = x & -x
        yield low.bit_length() - 1
        x ^= low


def offered(mask: Any) -> list[int]:
    """All numbers that a mask offers, in order."""
    return [(word << 6) + k for word, bits in enumerate(mask.tolist()) for k in bits_of(bits)]
