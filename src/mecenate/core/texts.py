"""Words in several languages: one TOML file a language and game, with the same keys in each.

title                    what the game is called
names.<group>.<key>      what a thing is called
moves.<word>             what a button says; a move's sentence
questions.<key>          what a seat is asked
events.<key>             a line of the log
reasons.<key>            why a move is refused
rules.<key>              the rule behind a move, in our own words
options.<key>            a setup option
table.<key>              a label of the board on the terminal and on the page; <key>_1 speaks of one
face.<key>               what the page says besides
breakdown.<key>          where points came from, as a label
score.total              a score with its unit
chapters.<key>           a chapter of the page that teaches the game: title, text, and the keys of its rules
figures.<part>           a part of the component table that does not stand in a rulebook
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

LANGUAGES = ("en", "de", "nl")


class Texts:
    """The words of a game, or of a part of the house. `say("de", "moves.bid", florins=400)` fills the template of a key."""

    def __init__(self, folder: Path):
        self.folder = folder

    def table(self, language: str) -> dict[str, Any]:
        return _load(self.folder, language)

    def say(self, language: str, key: str, /, **values: Any) -> str:
        return self.find(language, key).format_map(values)

    def find(self, language: str, key: str) -> str:
        found = self._found(language, key)
        if found is None:
            raise KeyError(f"{self.folder.name}/{language}.toml has no text {key!r}")
        return found

    def has(self, language: str, key: str) -> bool:
        return isinstance(self._found(language, key), str)

    def _found(self, language: str, key: str) -> Any:
        found: Any = self.table(language)
        for part in key.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        return found


@dataclass(frozen=True)
class Phrase:
    """Words that wait for their language."""

    texts: Texts
    key: str

    def message(self, language: str) -> str:
        return self.texts.find(language, self.key)


@dataclass(frozen=True)
class Listed:
    """Several things that wait for their language, told one after the other."""

    things: Sequence[Phrase | str]

    def message(self, language: str) -> str:
        return ", ".join(one if isinstance(one, str) else one.message(language) for one in self.things)


@cache
def _load(folder: Path, language: str) -> dict[str, Any]:
    return msgspec.toml.decode((folder / f"{language}.toml").read_bytes())
