"""The games, each in a package of its own. A game registers itself with one line here."""

import copyreg
from collections.abc import Callable
from importlib import import_module

from mecenate.core.errors import Refusal
from mecenate.core.game import Game

GAMES = {
    "princes": "mecenate.games.princes",
    "carrara": "mecenate.games.carrara",
    "stanza": "mecenate.games.stanza",
}


def load(key: str) -> Game:
    """The game of this name; its tables and rules are read at the first call."""
    if key not in GAMES:
        raise Refusal("no-game", game=key, games=", ".join(GAMES))
    return import_module(GAMES[key]).GAME


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    return load, (game.key,)


copyreg.pickle(Game, _by_name)  # a game is the same in every process, so its name is enough
