"""What the messages say. Names of tables are written by people, so they are made harmless here before they go anywhere."""

import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from mecenate.core.texts import Texts
from mecenate.server.notices.subscriptions import Turn

TEXTS = Texts(Path(__file__).with_name("texts"))
LISTED = 20
LONGEST_NAME = 80

# Signs that turn the direction of writing: they can make a line read as something it is not.
_TURNING = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def one_line(text: str, longest: int = LONGEST_NAME) -> str:
    """The text as one line without control signs, so that it can stand in a header or between other words."""
    plain = text.translate(_TURNING)
    spaced = "".join(" " if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") else sign for sign in plain)
    line = " ".join(spaced.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def unchanged(text: str) -> str:
    return text


def headline(language: str, turns: Sequence[Turn]) -> str:
    if len(turns) == 1:
        return TEXTS.say(language, "turn.one", name=one_line(turns[0].name), game=one_line(turns[0].game))
    return TEXTS.say(language, "turn.many", count=len(turns))


def table_line(language: str, turn: Turn, escape: Callable[[str], str] = unchanged) -> str:
    return TEXTS.say(language, "turn.line", name=escape(one_line(turn.name)), game=escape(one_line(turn.game)))


def more_line(language: str, count: int) -> str:
    """What is said about the tables that are not listed; nothing where all are."""
    if count < 1:
        return ""
    return TEXTS.say(language, "turn.more_one") if count == 1 else TEXTS.say(language, "turn.more_many", count=count)


def listing(language: str, turns: Sequence[Turn], escape: Callable[[str], str] = unchanged, listed: int = LISTED) -> list[str]:
    """One line a table with its link, and what is left out."""
    lines = [f"{table_line(language, turn, escape)}: {turn.link}" for turn in turns[:listed]]
    rest = more_line(language, len(turns) - listed)
    return [*lines, rest] if rest else lines
