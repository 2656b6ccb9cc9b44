"""What goes into the machine code of a game, and from which files it is made."""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from mecenate.bots import embedded, learnt, play, search
from mecenate.bots.judging import judge, judged
from mecenate.compiler.interface import Argument, interface
from mecenate.core import playout, soak, story
from mecenate.core.entries import SHARED, Entry
from mecenate.core.guards import Guard, guard
from mecenate.core.kernel import KERNELS, PACKAGE, Signature
from mecenate.games import GAMES, load
from mecenate.lab import examples, reference, selfplay, timing

RULES = ("start", "legal", "step", "why", "redeal", "result", "check", "stocks")
FOR_RULES = (playout.random_games, playout.rollout, soak.soak_game, story.retell)  # what needs no more of a game than its rules
FOR_BOTS = (
    learnt.judgement, play.choice, play.play_on, search.explore, search.play_to_end, embedded.search, embedded.search_memory,
    selfplay.play_game, examples.play_examples,
)  # fmt: skip
FOR_THE_BENCH = (timing.redeal_rows, timing.play_out)
NO_GAME = (play.stream, play.indifferent, timing.copy_rows, reference.reference_games)
UNITS = (*GAMES, SHARED)
COMPILER = ("calls.py", "emit.py", "frontend.py", "interface.py", "modules.py")  # the part of it that object files depend on
ALWAYS = (PACKAGE / "core/python.py", PACKAGE / "core/guards.py")
TUNED = PACKAGE / "bots/judging.py"  # its figures are in the search for other languages


@dataclass(frozen=True)
class Export:
    """An entry point of a module."""

    name: str
    function: Callable[..., Any]
    signature: Signature
    takes: tuple[Callable[..., Any], ...]  # the functions of its game that it is compiled with
    for_c: Sequence[Argument] | None = None  # what C hands over, if it is for C
    guard: Guard | None = None  # what looks at the arguments that Python hands over


def exports(unit: str, complete: bool) -> list[Export]:
    """The entry points of a unit: of the rules alone, or of all that is called from outside."""
    if unit == SHARED:
        return [_export(SHARED, one, {}) for one in NO_GAME]
    game = load(unit)
    own: dict[str, Entry] = {name: getattr(game, name) for name in RULES}
    general = FOR_RULES
    if complete:
        general += FOR_THE_BENCH
    if complete and judged(game):
        judges = judge(game)
        own |= {"value": judges.value, "features": judges.features}
        general += FOR_BOTS
    functions = {name: one.function for name, one in own.items()}
    more = {one.name: one for one in game.more}
    found = [_export(unit, one, {}) for one in (own | more).values()] + [_export(unit, one, functions) for one in general]
    assert len({one.name for one in found}) == len(found), "two entry points have one name"
    return found


def _export(unit: str, entry: Entry, functions: dict[str, Callable[..., Any]]) -> Export:
    code, takes = entry.function.__code__, entry.takes
    given = interface(unit, entry.name, code.co_varnames[len(takes) : code.co_argcount])
    taken = tuple(functions[name] for name in takes)
    return Export(entry.name, entry.function, entry.signature, taken, given, guard(unit, entry.name))


def kernels(found: Sequence[Export]) -> int:
    """How many kernels the entry points are made from."""
    todo, seen = [one for export in found for one in (export.function, *export.takes)], set()
    while todo:
        kernel = todo.pop()
        if kernel not in seen:
            seen.add(kernel)
            todo += [one for one in _named_in(kernel) if one in KERNELS]
    return len(seen)


def _named_in(function: FunctionType) -> Iterator[FunctionType]:
    """The functions of Python that one of them calls by name, or by a module's name and theirs."""
    names = function.__code__.co_names
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    modules = [one for one in known if isinstance(one, ModuleType)]
    for one in [*known, *(getattr(module, name, None) for module in modules for name in names)]:
        if isinstance(inner := getattr(one, "function", one), FunctionType):
            yield inner


def files(found: Sequence[Export]) -> tuple[str, ...]:
    """Every module that the entry points are made from, with component tables, and the compiler itself, by their places."""
    own = {Path(one.__code__.co_filename) for export in found for one in (export.function, *export.takes)}
    games = {
        path.with_name("__init__.py") for path in own if path.with_name("__init__.py").exists() and path.name == "rules.py"
    }
    todo, seen = [*own, *ALWAYS, *map(Path(__file__).with_name, COMPILER)], {TUNED, *games}
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            todo += _imported(path)
    return tuple(sorted(path.relative_to(PACKAGE).as_posix() for path in seen))


@cache
def _imported(path: Path) -> list[Path]:
    found = []
    if path.name == "components.py" and path.with_suffix(".toml").exists():
        found.append(path.with_suffix(".toml"))
    if path.suffix == ".py" and path.parent != Path(__file__).parent:
        for node in ast.parse(path.read_bytes()).body:  # what functions import is no part of a kernel
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mecenate."):
                base = PACKAGE.joinpath(*str(node.module).split(".")[1:])
                names = [base / alias.name for alias in node.names]
                found += [p for p in (q.with_suffix(".py") for q in [base, *names]) if p.exists()]
    return found
