"""What can go wrong through somebody's input. Each says what, where and what to do."""

from pathlib import Path
from typing import Any, ClassVar

from mecenate.core.texts import Listed, Phrase, Texts


class MecenateError(Exception):
    """Something was asked that can't be done; the message is meant for the person who asked."""

    def message(self, language: str) -> str:
        """What went wrong, in a language if there are words in it."""
        return str(self)


class NeedsExtra(MecenateError):
    """What a plain installation does without, and the extra that brings it."""

    def __init__(self, message: str, extra: str):
        super().__init__(f"{message} Try: pip install 'mecenate[{extra}]'")


class Refusal(MecenateError):
    """One that can be told in every language: a key for programs, and what fills the words for people."""

    texts: ClassVar[Texts] = Texts(Path(__file__).with_name("texts"))

    def __init__(self, key: str, /, **about: Any):
        super().__init__(key)
        self.key = key
        self.about = about

    def message(self, language: str) -> str:
        waiting = Refusal | Phrase | Listed
        told = {name: one.message(language) if isinstance(one, waiting) else one for name, one in self.about.items()}
        return self.texts.say(language, f"refusals.{self.key}", **told)

    def __str__(self) -> str:
        return self.message("en")


class IllegalMove(MecenateError):
    """A move that is not offered; `reason` is the key of the rule that refuses it."""

    def __init__(self, message: str, reason: str = ""):
        super().__init__(message)
        self.reason = reason


class BadOptions(Refusal):
    """A game that can't be set up so."""


class BadComponents(MecenateError):
    """A component file that can't be used."""


class BadRecord(Refusal):
    """A stored game that is damaged or forged; `line` is the line that is wrong, from 1."""

    def __init__(self, key: str, line: int = 0, /, **about: Any):
        super().__init__(key, **about)
        self.line = line

    def message(self, language: str) -> str:
        why = super().message(language)
        return self.texts.say(language, "refusals.record-line", line=self.line, why=why) if self.line else why


class BadScenario(MecenateError):
    """A scenario that can't be read, or a position that can't be; `where` is the way to the word that is wrong."""

    def __init__(self, message: str, where: tuple[str | int, ...] = ()):
        super().__init__(message)
        self.where = where
