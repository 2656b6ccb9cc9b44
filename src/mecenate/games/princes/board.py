"""A view of the game drawn for the terminal."""

from collections.abc import Sequence
from typing import Any


def board(view: Any, names: Sequence[str], language: str) -> Any:
    raise NotImplementedError
