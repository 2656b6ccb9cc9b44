"""Invariants: what must hold in every state that can come up."""

from typing import Any


def check(s: Any) -> list[str]:
    raise NotImplementedError
