"""Component tables: the figures printed on cardboard, as data.

Each game ships a `components.toml`. A person who owns the box can give a corrected one; it holds for the whole process and
its hash is part of every record.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from mecenate.core.errors import BadComponents

VARIABLE = "MECENATE_COMPONENTS"  # files, separated as in PATH; an environment variable, so that worker processes see it
SOURCES = ("rulebook", "secondary", "reconstructed")
T = TypeVar("T", bound=msgspec.Struct)


def use(path: Path) -> str:
    """Play with this file instead of the one that we ship. Must come before the game is first used."""
    game = _game_of(path)
    others = [other for other in _chosen() if _game_of(other) != game]
    os.environ[VARIABLE] = os.pathsep.join(str(p.resolve()) for p in [*others, path])
    return game


def override_for(game: str) -> Path | None:
    return next((path for path in _chosen() if _game_of(path) == game), None)


def load(kind: type[T], shipped: Path, apart: Sequence[str] = ()) -> tuple[T, str, dict[str, str]]:
    """The table of the game whose shipped file this is, checked against its type, and the hash of what it says.

    The parts that are told `apart` have hashes of their own: a game without them does not depend on them.
    """
    path = override_for(shipped.parent.name) or shipped
    try:
        table = msgspec.convert(_read(path), kind)
    except msgspec.ValidationError as error:
        raise BadComponents(f"{path}: {error}. Compare with the table that ships with the game.") from None
    said = msgspec.to_builtins(table)
    parts = {key: _hash(said.pop(key)) for key in apart}
    return table, _hash(said), parts


def _hash(table: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(table)).hexdigest()[:12]


def _chosen() -> list[Path]:
    return [Path(p) for p in os.environ.get(VARIABLE, "").split(os.pathsep) if p]


def _game_of(path: Path) -> str:
    try:
        return str(_read(path)["game"])
    except (KeyError, TypeError):
        raise BadComponents(f"{path} does not say which game it belongs to: add a line with game = and its key.") from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return msgspec.toml.decode(path.read_bytes())
    except OSError as error:
        raise BadComponents(f"{path} can't be read: {error.strerror}.") from None
    except ValueError as error:
        raise BadComponents(f"{path} is not a valid TOML file: {error}.") from None
