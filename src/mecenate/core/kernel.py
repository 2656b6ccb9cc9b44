"""Kernels: functions that are written in Python and run as machine code.

A rule is a plain Python function over one record. `@kernel` marks it, and `@entry(...)` marks the few functions that Python
calls, with the types of their arguments. `mecenate.compiler` turns them into one module of machine code a game, which
`core.native` finds and loads, without Numba. Where there is no machine code, the same source runs as it stands.

Kernels allocate nothing and call nothing outside. Room to work in is `local`, or an array that the caller hands in. Floats are
added, multiplied, divided and rooted one by one, as IEEE 754 says; whatever else they need is in core/floats.py.
"""

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

PACKAGE = Path(__file__).parents[1]
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Scalar:
    """A number, by the name of its NumPy type."""

    kind: str


@dataclass(frozen=True)
class Array:
    """A C-contiguous array that may be written to."""

    kind: np.dtype
    dimensions: int = 1


Type = Scalar | Array
INT, NATURAL, FLOAT = Scalar("int64"), Scalar("uint64"), Scalar("float64")
STATES = Array(np.dtype(np.uint8), 2)  # one shape of call for every game: a game's states are the rows of a byte array
MASK = Array(np.dtype(np.uint64))
INTS = Array(np.dtype(np.int64))
TABLE = Array(np.dtype(np.int64), 2)
BYTES = Array(np.dtype(np.uint8))
SINGLES = Array(np.dtype(np.float32))
FLOATS = Array(np.dtype(np.float64))
GENERATOR = Array(np.dtype(np.uint64))


@dataclass(frozen=True)
class Signature:
    arguments: tuple[Type, ...]
    returns: Scalar | None = None


SETUP = Signature((STATES, INT, NATURAL, INTS))
LEGAL = Signature((STATES, INT, MASK), INT)
STEP = Signature((STATES, INT, INT))
WHY = Signature((STATES, INT, INT), INT)
REDEAL = Signature((STATES, INT, INT, NATURAL))
RESULT = Signature((STATES, INT, INTS))
CHECK = Signature((STATES, INT), INT)
STOCKS = Signature((STATES, INT, INTS))
VALUE = Signature((STATES, INT, INT), FLOAT)
FEATURES = Signature((STATES, INT, INT, SINGLES))
OUTLOOK = Signature((STATES, INT, INT, INTS))

# What the compiler looks up when it meets a Python function.
KERNELS: set[Callable[..., Any]] = set()
RECORDS: dict[Callable[..., Any], np.dtype] = {}
LOCALS: dict[Callable[..., Any], tuple[np.dtype, tuple[int, ...]]] = {}
PARTS: dict[Callable[..., Any], np.dtype] = {}


def kernel(function: F) -> F:
    """A rule: compiled together with the entry points that reach it."""
    KERNELS.add(function)
    return function


def record(*fields: tuple) -> np.dtype:
    """A structured type with every field at its natural alignment, usable with dots both compiled and uncompiled."""
    names, formats, offsets, end, widest = [], [], [], 0, 1
    for name, kind, *shape in fields:
        base = np.dtype(kind)
        whole = np.dtype((kind, shape[0])) if shape else base
        alignment = _alignment(base)
        widest = max(widest, alignment)
        end = -(-end // alignment) * alignment
        names.append(name)
        formats.append(whole)
        offsets.append(end)
        end += whole.itemsize
    spec: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": -(-end // widest) * widest}
    return np.dtype((np.record, np.dtype(spec, align=True)))


def _alignment(kind: np.dtype) -> int:
    fields = (kind.fields or {}).values()
    return max(_alignment(field[0].base) for field in fields) if fields else kind.alignment


def record_at(dtype: np.dtype) -> Callable[..., Any]:
    """`at(states, i)`: row i of a byte array as a writable record, without a copy and, compiled, without a cost."""

    def at(states: Any, i: Any) -> Any:
        return states[i, : dtype.itemsize].view(dtype)[0]

    RECORDS[at] = dtype
    return at


def local(kind: Any, *shape: int) -> Callable[[], Any]:
    """`room()`: a small array of zeros that lasts as long as the kernel that asks for it. Hand it down, never return it."""
    dtype = np.dtype(kind)

    def room() -> Any:
        return np.zeros(shape, dtype)

    LOCALS[room] = (dtype, shape)
    return room


def part(kind: Any) -> Callable[..., Any]:
    """`items(memory, start, n)`: n items of this kind that lie in an array of bytes, from byte `start` on."""
    dtype = np.dtype(kind)

    def items(memory: Any, start: Any, n: Any) -> Any:
        return memory[start : start + n * dtype.itemsize].view(dtype)

    PARTS[items] = dtype
    return items


def rows_in(memory: Any, start: Any, n: Any, width: Any) -> Any:
    """n rows of so many bytes that lie in an array of bytes, from byte `start` on: states, as kernels take them."""
    return memory[start : start + n * width].reshape(n, width)


def copy_row(states: Any, i: Any, others: Any, j: Any) -> None:
    """Copy row j of a byte array into row i of another one, or of the same."""
    states[i] = others[j]


def popcount(x: Any) -> int:
    """How many bits are set."""
    return int(x).bit_count()


def lowest(x: Any) -> int:
    """The number of the lowest bit that is set."""
    return (int(x) & -int(x)).bit_length() - 1


def bits_of(x: Any) -> int:
    """The 64 bits of a float, as an integer."""
    return struct.unpack("<q", struct.pack("<d", x))[0]


def float_of(bits: Any) -> float:
    """The float that has these 64 bits."""
    return struct.unpack("<d", struct.pack("<q", bits))[0]


def root(x: Any) -> float:
    """The square root, which every machine rounds alike."""
    return math.sqrt(x) if x >= 0 else math.nan
