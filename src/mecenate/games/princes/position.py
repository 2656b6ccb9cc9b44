"""Positions in the rulebook's words: what scenarios give, and what they find."""

from collections.abc import Mapping, Sequence
from typing import Any


def position(s: Any, given: Mapping[str, Any], names: Sequence[str]) -> None:
    raise NotImplementedError


def tell(s: Any, names: Sequence[str]) -> dict[str, Any]:
    raise NotImplementedError
