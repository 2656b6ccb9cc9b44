"""What is kept of a game: names that tell people from bots, its record, and where records lie."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from mecenate.bots import levels
from mecenate.core import records
from mecenate.core.match import Match
from mecenate.games import load

SUFFIX = ".record"
BRACKETS = re.compile(r"(.+?) ?\((.+)\)")
NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena", "Fabio", "Giulia", "Ivo")


@dataclass(frozen=True)
class Player:
    """Who sits on a seat: a person, or a bot with a name. Written `Anna`, or `Bruno (greedy)`; told as `Bruno (Apprentice)`."""

    name: str
    bot: str | None = None

    def __str__(self) -> str:
        return f"{self.name} ({self.bot})" if self.bot else self.name

    def told(self, language: str) -> str:
        return f"{self.name} ({levels.called(self.bot, language)})" if self.bot else self.name


def read_player(text: str, taken: Sequence[str]) -> Player:
    """`Anna` is a person, `Bruno (greedy)` or `Bruno (Apprentice)` a bot, and either word alone one with a name nobody has."""
    text = " ".join(text.replace(",", " ").split())
    if bot := levels.find(text):
        return Player(next(name for name in (*NAMES, *(f"{text} {n}" for n in range(9))) if name not in taken), bot)
    player = read_named(text)
    if not player.bot and (found := BRACKETS.fullmatch(text)):
        raise levels.unknown(found[2])  # nobody wants a misspelt bot as a person
    return player


def read_named(text: str) -> Player:
    """A person or a bot that has a name, as in a record; whoever is called `Anna (the elder)` there is a person."""
    found = BRACKETS.fullmatch(text)
    bot = levels.find(found[2]) if found else None
    return Player(found[1], bot) if found and bot else Player(text)


def labelled(match: Match, players: Sequence[Player]) -> str:
    """The record of a game, in which bots are told apart from people by their names."""
    twin = match.copy()
    twin.names = tuple(map(str, players))
    return records.dumps(twin)


def open_record(path: Path, moves: int | None = None) -> tuple[Match, list[Player]]:
    """A stored game, whole or up to a move, and its players."""
    match = records.read(path, load, moves)
    players = [read_named(name) for name in match.names]
    match.names = tuple(player.name for player in players)
    return match, players


def data_folder() -> Path:
    """Where games in progress are kept: MECENATE_DATA, or the user's data folder."""
    return Path(os.environ.get("MECENATE_DATA") or platformdirs.user_data_path("mecenate", appauthor=False))


def file_name(match: Match) -> str:
    return f"{match.game.key}-{match.seed}{SUFFIX}"
