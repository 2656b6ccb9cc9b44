"""A table without a terminal: what is printed goes into a string, what is typed comes from a function."""

import io
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import mecenate.bots
from mecenate.core.match import Match
from mecenate.games import load
from mecenate.terminal.keeping import Player
from mecenate.terminal.screen import Screen
from mecenate.terminal.table import Table

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")


class AnyMove:
    """A bot that knows nothing, so that these tests do not depend on those that do."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)

    def choose(self, match: Match) -> int:
        return self.chance.choice(match.legal_actions())


@pytest.fixture(autouse=True)
def any_bots(monkeypatch, tmp_path):
    monkeypatch.setattr(mecenate.bots, "make", lambda name, game, seed: AnyMove(seed), raising=False)
    monkeypatch.setenv("MECENATE_DATA", str(tmp_path / "data"))


def steady(match: Match) -> str:
    """A choice that depends on the position alone and that keeps the game going."""
    chance = random.Random(len(match.moves))
    moves = [move.notation for move in match.legal()]
    lively = [move for move in moves if move not in ("end", "withdraw", "nothing", "back")]
    return chance.choice(lively or moves)


def sit_down(
    people: int = 1,
    seats: int = 4,
    seed: int = 1,
    language: str = "en",
    width: int = 100,
    live: bool = False,
    match: Match | None = None,
    answer: Callable[[Any], str] | None = None,
) -> Any:
    """A table that plays itself, with `answer` typing for the people; its `chunks` tell what was printed before each line."""
    sat = SimpleNamespace(chunks=[], typed=[])
    out = io.StringIO()

    def read(prompt: str) -> str:
        sat.chunks.append((len(sat.table.match.moves), sat.table.viewer, prompt, out.getvalue()))
        out.seek(0)
        out.truncate()
        line = (answer or (lambda sat: steady(sat.table.match)))(sat) if prompt.endswith("> ") else ""
        sat.typed.append(line)
        return line

    console = Console(file=out, width=width, height=40, highlight=False, markup=False, force_terminal=live)
    screen = Screen(language, console, read)
    screen.live = live
    players = [Player(name, None if n < people else "random") for n, name in enumerate(NAMES[:seats])]
    match = match or Match(load("princes"), seats, seed, names=[player.name for player in players])
    sat.table = Table(screen, match, players)
    sat.out = out
    return sat


@pytest.fixture
def sit() -> Callable[..., Any]:
    return sit_down


@pytest.fixture
def policy() -> Callable[[Match], str]:
    return steady
