"""Who may import whom, top to bottom only; and no game's name outside its own package."""

import ast
import re
from pathlib import Path

import pytest

import mecenate
from mecenate.games import GAMES

SRC = Path(mecenate.__file__).parent
LAYERS = {
    "core": 0, "games": 1, "bots": 2, "insight": 3,
    "lab": 4, "research": 4, "server": 4, "terminal": 4, "compiler": 5, "cli": 5, "__main__": 6,
}  # fmt: skip
MODULES = sorted(SRC.rglob("*.py"))


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] == "mecenate"}


def part(name: str) -> str:
    """The part of the house that a dotted name belongs to."""
    pieces = name.split(".")
    return pieces[1] if len(pieces) > 1 else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SRC)))
def test_imports_go_down(path):
    own = path.relative_to(SRC).with_suffix("").parts
    if own == ("__init__",):
        return  # the public face
    for name in imported(path):
        target = part(name)
        if target in LAYERS:
            assert LAYERS[target] <= LAYERS[own[0]], f"{own[0]} must not import {name}"
        if own[0] == "games" and len(own) > 2 and target == "games":
            assert name.split(".")[2] == own[1], f"one game must not import another: {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SRC)))
def test_no_game_is_named_outside_its_package(path):
    relative = path.relative_to(SRC)
    if relative.parts[0] == "games" or relative.parts[:2] in {("bots", "evaluations"), ("bots", "features")}:
        return
    words = re.sub(r'"""[\s\S]*?"""|#.*|help="[^"]*"', "", path.read_text(encoding="utf-8"))
    for game in GAMES:
        if relative.parts == ("bots", "judging.py"):
            continue  # the table of evaluations
        assert not re.search(rf"\b{game}\b", words), f"{relative} names the game {game}"


def test_nothing_below_the_server_knows_time_or_the_network():
    compiling = {SRC / "core/background.py", SRC / "core/units.py"}  # which goes on beside the game
    for path in MODULES:
        if path.relative_to(SRC).parts[0] in ("core", "games") and path not in compiling:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    assert not {alias.name for alias in node.names} & {"time", "datetime", "socket", "asyncio", "random"}, path


def test_nothing_imports_what_compiles():
    for path in MODULES:
        if path.relative_to(SRC).parts[0] != "compiler":
            assert not any(part(name) == "compiler" for name in imported(path)), f"{path}: compiling has processes of its own"
