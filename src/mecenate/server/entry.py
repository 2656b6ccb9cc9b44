"""Entries: what the log of a table consists of, and a log that is kept small."""

from array import array
from collections.abc import Iterator
from typing import Any

import msgspec

NO_ACTION = -1


class Entry(msgspec.Struct, frozen=True):
    """One line of the log. People are ids in the body, so that a person can be anonymised without touching it."""

    seq: int
    at: int
    kind: str
    seat: int | None = None
    body: dict[str, Any] = {}


class Log:
    """All entries of a table, packed: a running game has some hundred of them, and a server many games.

    A move is kept with its action, so that positions are found again without reading notations.
    """

    __slots__ = ("_ends", "_packed")

    def __init__(self) -> None:
        self._packed = bytearray()
        self._ends = array("L", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def copy(self) -> "Log":
        twin = Log()
        twin._packed += self._packed
        twin._ends = self._ends[:]
        return twin

    def append(self, entry: Entry, action: int = NO_ACTION) -> None:
        self._packed += _pack.encode((entry.at, entry.kind, entry.seat, entry.body, action))
        self._ends.append(len(self._packed))

    def read(self, seq: int) -> tuple[Entry, int]:
        """An entry by its seq, from 1, and the action of a move."""
        at, kind, seat, body, action = _unpack.decode(self._packed[self._ends[seq - 1] : self._ends[seq]])
        return Entry(seq, at, kind, seat, body), action

    def after(self, seq: int) -> Iterator[tuple[Entry, int]]:
        for n in range(seq + 1, len(self) + 1):
            yield self.read(n)


_pack = msgspec.msgpack.Encoder()
_unpack = msgspec.msgpack.Decoder(tuple[int, str, int | None, dict[str, Any], int])
