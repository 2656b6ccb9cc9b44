"""The bots that sit at tables: which ones a game has, the usual one, and what people call them."""

from pathlib import Path

from mecenate.bots.judging import judged
from mecenate.core.errors import Refusal
from mecenate.core.game import Game
from mecenate.core.texts import LANGUAGES, Texts

BOTS = ("random", "greedy", "journeyman", "master")  # from weak to strong
CHANCE = "random"
SIMPLE = "greedy"
AT_ONCE = (CHANCE, SIMPLE)  # those that need no time to think
USUAL = "journeyman"
STRONGEST = "master"
SECONDS = 1.0  # that a bot may think about an answer at a table
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
        raise Refusal("no-bot", bot=name, bots=", ".join(seated(game)))


def find(word: str) -> str | None:
    """The bot that a word means: its key, or what it is called in some language."""
    return next((one for one in BOTS if word in (one, *(called(one, language) for language in LANGUAGES))), None)


def called(level: str, language: str) -> str:
    return WORDS.find(language, f"bots.{level}.name")


def about(level: str, language: str) -> str:
    return WORDS.find(language, f"bots.{level}.about")
