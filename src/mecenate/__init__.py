"""Mecenate: three board games about patrons of the Italian Renaissance, exactly as their rulebooks say."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  a folder of sources asks nobody before
    raise ImportError("Mecenate needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])  # noqa: UP031

from collections.abc import Mapping, Sequence

from mecenate.core.errors import IllegalMove, MecenateError
from mecenate.core.game import Value
from mecenate.core.match import Event, Match, Move

__version__ = "0.2.0"

__all__ = ["Event", "IllegalMove", "Match", "MecenateError", "Move", "new"]


def new(
    game: str,
    seats: int,
    seed: int | None = None,
    options: Mapping[str, Value] | None = None,
    names: Sequence[str] | None = None,
) -> Match:
    """A new game, ready for its first question. The same seed deals the same; without one, chance draws it."""
    import secrets

    from mecenate.games import load

    return Match(load(game), seats, secrets.randbits(64) if seed is None else seed, options, names)
