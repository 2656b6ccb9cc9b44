"""The words for commands: those of every language, since people mix them. None of them is a move of any game."""

from functools import cache

from mecenate.core.texts import LANGUAGES
from mecenate.terminal.screen import words

HELP = ("help", "board", "hand", "places", "why", "hint", "undo", "log", "save", "quit", "language", "auto")
OTHERS = {"?": "help", "moves": "places"}


@cache
def command_words() -> dict[str, str]:
    """Every word, and the command that it means: the usage of a command begins with its word."""
    texts = words()
    told = {texts.find(language, f"help.{key}.usage").split()[0]: key for language in LANGUAGES for key in HELP}
    return told | OTHERS


def read_command(typed: str) -> tuple[str | None, str]:
    """The command that a line begins with, if any, and the rest of the line."""
    word, _, rest = typed.partition(" ")
    return command_words().get(word.casefold()), rest.strip()
