"""A view of the game drawn for the terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mecenate.games.stanza.view import View

if TYPE_CHECKING:
    from mecenate.games.stanza.layout import Board


def board(view: View, names: Sequence[str], language: str) -> "Board":
    """Something that rich can print; what draws it is loaded only when somebody looks."""
    from mecenate.games.stanza.layout import Board

    return Board(view, names, language)
