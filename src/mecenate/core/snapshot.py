"""A state read at once into plain Python, for views: they look at every field, and fields of a record are slow one by one."""

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np


def snapshot_at(dtype: np.dtype) -> Callable[[Any, int], Any]:
    """`snapshot(states, i)`: row i of a byte array with the same names as `record_at` has.

    It is a copy, for reading: figures are whole numbers of Python, and arrays are lists, of lists where they have two ways.
    The last one is kept, as one position is looked at by all its seats.
    """
    read = _reader(dtype)
    last: tuple[bytes, Any] = (b"", None)

    def snapshot(states: Any, i: int) -> Any:
        nonlocal last
        row, known = states[i, : dtype.itemsize].tobytes(), last
        if row != known[0]:
            known = last = (row, read(np.frombuffer(row, dtype))[0])
        return known[1]

    return snapshot


def _reader(dtype: np.dtype) -> Callable[[np.ndarray], list[Any]]:
    """Makes a list of the records in an array; field by field for all of them together."""
    names = dtype.names
    assert names
    make = namedtuple("Snapshot", names)._make  # type: ignore[misc]
    inner = [(name, _reader(dtype[name].base) if dtype[name].base.names else None) for name in names]

    def read(records: np.ndarray) -> list[Any]:
        columns = [_nested(records[name], below) if below else records[name].tolist() for name, below in inner]
        return [make(row) for row in zip(*columns, strict=True)]

    return read


def _nested(records: np.ndarray, read: Callable[[np.ndarray], list[Any]]) -> list[Any]:
    """An array of records in each of an array of records."""
    each = records.shape[1]
    found = read(records.reshape(-1))
    return [found[n : n + each] for n in range(0, len(found), each)]
