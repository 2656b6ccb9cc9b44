"""What the server refuses, with a key for programs and words for people."""

from pathlib import Path

from mecenate.core.errors import Refusal
from mecenate.core.texts import Texts

WORDS = Texts(Path(__file__).with_name("texts"))  # all of the server's own, but those of its messages to people elsewhere


class Refused(Refusal):
    """Something that can't be done as things are. `about` fills the words; nothing hidden may be in it."""

    texts = WORDS
    status = 409  # over HTTP, where the key has none of its own


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
