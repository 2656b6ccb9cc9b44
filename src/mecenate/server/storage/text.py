"""JSON as text columns: the same in both databases, and readable with any tool."""

from typing import Any

import msgspec


def write(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def read(text: str) -> Any:
    return msgspec.json.decode(text)
