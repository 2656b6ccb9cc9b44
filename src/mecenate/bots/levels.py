"""The bots that sit at tables: which ones a game has, the usual one, and what people call them."""

import re
from collections.abc import Sequence
from pathlib import Path

from mecenate.bots.judging import judged
from mecenate.core.errors import Refusal
from mecenate.core.game import Game
from mecenate.core.texts import LANGUAGES, Listed, Phrase, Texts

BOTS = ("random", "greedy", "journeyman", "master")  # from weak to strong
CHANCE = "random"
SIMPLE = "greedy"
AT_ONCE = (CHANCE, SIMPLE)  # those that need no time to think
USUAL = "journeyman"
STRONGEST = "master"
SECONDS = 1.0  # that a bot may think about an answer at a table
WITH_FILE = re.compile(r"(search:\d+|(?!search:)[^:]+):(.+)")
WORDS = Texts(Path(__file__).with_name("texts"))


def seated(game: Game) -> list[str]:
    """All that sit at tables of a game: those that think need an evaluation of it."""
    return [level for level in BOTS if level == CHANCE or judged(game)]


def offered(game: Game) -> list[str]:
    """Those that people are asked to choose from: chance is no company where there is a better one."""
    return [level for level in seated(game) if level != CHANCE] or [CHANCE]


def usual(game: Game) -> str:
    return USUAL if USUAL in offered(game) else offered(game)[-1]


def check_at_table(game: Game, name: str) -> None:
    """Refuse a bot that does not sit at tables of this game."""
    if name not in seated(game):
        raise unknown(name, seated(game))


def parted(name: str) -> tuple[str, str]:
    """A bot's name without the file of weights that it plays with, and that file: `master:w.npy`, `search:100:w.npy`."""
    found = WITH_FILE.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


def find(word: str) -> str | None:
    """The bot that a word means: its key, or what it is called in some language, in capitals or not."""
    kind, file = parted(word)
    kind = kind.casefold()
    found = next((one for one in BOTS if kind in (one, *(called(one, language).casefold() for language in LANGUAGES))), None)
    return f"{found}:{file}" if found and file else found


def unknown(word: str, levels: Sequence[str] = BOTS, *more: str) -> Refusal:
    """That no bot is called so, and what they are called."""
    return Refusal("no-bot", bot=word, bots=Listed((*(_Told(WORDS, level) for level in levels), *more)))


class _Told(Phrase):
    """What a bot is called, and the word for programs where it is another one: `Apprentice (greedy)`."""

    def message(self, language: str) -> str:
        name = called(self.key, language)
        return name if name.casefold() == self.key else f"{name} ({self.key})"


def called(name: str, language: str) -> str:
    kind, file = parted(name)
    word = WORDS.find(language, f"bots.{kind}.name")
    return f"{word}:{file}" if file else word


def about(level: str, language: str) -> str:
    return WORDS.find(language, f"bots.{level}.about")
