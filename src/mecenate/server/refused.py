"""What a table refuses, with a key for programs and words for people."""

from functools import cache
from pathlib import Path
from typing import Any

from mecenate.core.errors import MecenateError
from mecenate.core.texts import Texts


@cache
def words() -> Texts:
    """The server's own words: refusals and what entries of the log say."""
    return Texts(Path(__file__).with_name("texts"))


class Refused(MecenateError):
    """Something that can't be done at this table now. `about` fills the words; nothing hidden may be in it."""

    def __init__(self, key: str, /, **about: Any):
        super().__init__(words().say("en", f"refusals.{key}", **about))
        self.key = key
        self.about = about

    def message(self, language: str) -> str:
        return words().say(language, f"refusals.{self.key}", **self.about)


class Stale(Refused):
    """The client knew an older position than there is; `repeated` if it asked for what has been done already."""

    def __init__(self, repeated: bool):
        super().__init__("repeated" if repeated else "stale")
        self.repeated = repeated


class NotOffered(Refused):
    """A move that the seat that is asked can't make; the game has the words for its reason."""

    def __init__(self, move: str, reason: str, rule: str):
        super().__init__("not-offered", move=move)
        self.reason = reason
        self.rule = rule
