"""Words in several languages: one TOML file a language and game, with the same keys in each.

names.<group>.<key>      what a thing is called
moves.<word>             what a button says; a move's sentence
questions.<key>          what a seat is asked
events.<key>             a line of the log
reasons.<key>            why a move is refused
rules.<key>              the rule behind a move, in our own words
options.<key>            a setup option
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de", "nl")


class Texts:
    """The words of a game, or of a part of the house. `say("de", "moves.bid", florins=400)` fills the template of a key."""

    def __init__(self, folder: Path):
        self.folder = folder

    def table(self, language: str) -> dict[str, Any]:
        return _load(self.folder / f"{language}.toml")

    def say(self, language: str, key: str, /, **values: Any) -> str:
        return self.find(language, key).format_map(values)

    def find(self, language: str, key: str) -> str:
        found: Any = self.table(language)
        for part in key.split("."):
            if not isinstance(found, dict) or part not in found:
                raise KeyError(f"{self.folder.name}/{language}.toml has no text {key!r}")
            found = found[part]
        return found

    def has(self, language: str, key: str) -> bool:
        try:
            return isinstance(self.find(language, key), str)
        except KeyError:
            return False


@dataclass(frozen=True)
class Phrase:
    """Words that wait for their language."""

    texts: Texts
    key: str

    def message(self, language: str) -> str:
        return self.texts.find(language, self.key)


@cache
def _load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
