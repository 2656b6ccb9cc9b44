"""Finds, in a source, what only some systems have and nothing guards.

A name that a system lacks stands behind `hasattr`, which also works where somebody took it away:

    if hasattr(os, "nice"):
        os.nice(5)
    os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ...
    not hasattr(os, "getuid") or os.getuid() == 0

A module that a system lacks is imported where an ImportError is caught, and a file of Linux, as /proc/cpuinfo, is read in a
function that asks whether it `exists()`. Text has an `encoding`, as systems differ in the one that they would take.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from .lacking import MAC, NOT_ON_WINDOWS, WINDOWS, lacking

# What a method or an argument of this name does, whatever it belongs to, is not done on Windows.
METHODS = {
    "add_reader", "add_signal_handler", "add_writer", "create_unix_connection", "create_unix_server", "hardlink_to", "owner",
    "remove_signal_handler", "symlink_to",
}  # fmt: skip
ARGUMENTS = {"pass_fds", "preexec_fn", "process_group", "reuse_port", "start_new_session", "umask"}
WAYS = {"fork", "forkserver"}  # to start a process
OF_LINUX = re.compile(r"/(proc|sys|dev|etc|run|tmp|usr|var)/")
READING = {"read_text", "write_text"}
STARTING = {"check_output", "Popen", "run"}


class Source:
    def __init__(self, text: str):
        self.tree = ast.parse(text)
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}
        self.modules = {  # by the name under which they are known here
            alias.asname or alias.name.partition(".")[0]: alias.name
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }

    def faults(self) -> Iterator[str]:
        for node in ast.walk(self.tree):
            for fault in self._of(node):
                yield f"line {getattr(node, 'lineno', '?')}: {fault}"

    def _of(self, node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Import(names=aliases):
                yield from (
                    f"no {one.name} on Windows" for one in aliases if one.name in NOT_ON_WINDOWS and not self._caught(node)
                )
            case ast.ImportFrom(module=str(module), names=aliases) if not self._caught(node):
                yield from self._unguarded(module, {one.name for one in aliases}, module in NOT_ON_WINDOWS)
            case ast.Attribute(value=ast.Name(id=known), attr=name) if known in self.modules:
                if not self._asked(node, f"hasattr({known}, {name!r})"):
                    yield from self._unguarded(self.modules[known], {name}, False)
            case ast.Constant(value=str(text)) if OF_LINUX.match(text) and "exists()" not in self._around(node):
                yield f"no {text} elsewhere"
            case ast.Call(func=ast.Name(id="open"), args=given, keywords=named):
                if not any(isinstance(one, ast.Constant) and "b" in str(one.value) for one in given[1:]):
                    yield from _encoded("open", {one.arg for one in named})
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=given, keywords=named):
                yield from _of_call(name, given, {one.arg for one in named})

    def _unguarded(self, module: str, names: set[str], whole: bool) -> Iterator[str]:
        for system, title in ((WINDOWS, "Windows"), (MAC, "macOS")):
            yield from (f"no {module}.{name} on {title}" for name in sorted(names & lacking(module, system)))
        if whole:
            yield f"no {module} on Windows"

    def _above(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """What stands around it, from inside out, each with the part that it stands in."""
        while node in self.parents:
            parent = self.parents[node]
            yield parent, node
            node = parent

    def _around(self, node: ast.AST) -> str:
        function = next((one for one, _ in self._above(node) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)), None)
        return ast.unparse(function) if function else ""

    def _caught(self, node: ast.AST) -> bool:
        for one, part in self._above(node):
            if (
                isinstance(one, ast.Try)
                and part in one.body
                and any("ImportError" in ast.unparse(e.type or e) for e in one.handlers)
            ):
                return True
            if isinstance(one, ast.With) and any("suppress(ImportError" in ast.unparse(item) for item in one.items):
                return True
        return False

    def _asked(self, node: ast.AST, question: str) -> bool:
        """Whether it is only reached where the answer is yes."""
        for one, part in self._above(node):
            match one:
                case ast.If(test=test, body=body, orelse=other) if part in body or part in other:
                    guarded = _follows(test, question, part in body)
                case ast.IfExp(test=test, body=body) if part is not test:
                    guarded = _follows(test, question, part is body)
                case ast.BoolOp(op=op, values=values) if part in values:
                    before = values[: values.index(part)]  # type: ignore[arg-type]
                    guarded = any(_follows(value, question, isinstance(op, ast.And)) for value in before)
                case _:
                    guarded = False
            if guarded:
                return True
        return False


def _of_call(name: str, given: list[ast.expr], named: set[str | None]) -> Iterator[str]:
    if name in METHODS:
        yield f"no {name} on Windows"
    yield from (f"no argument {one} on Windows" for one in sorted(ARGUMENTS & named))
    if name == "get_context" and any(isinstance(one, ast.Constant) and one.value in WAYS for one in given):
        yield "no fork on Windows"
    if name in READING or (name in STARTING and {"text", "universal_newlines"} & named):
        yield from _encoded(name, named)


def _encoded(name: str, named: set[str | None]) -> Iterator[str]:
    if "encoding" not in named:
        yield f"{name} without an encoding"


def _follows(test: ast.expr, question: str, outcome: bool) -> bool:
    """Whether the answer must be yes where the test came out so."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return _follows(inner, question, not outcome)
        case ast.BoolOp(op=op, values=values):
            return isinstance(op, ast.And) == outcome and any(_follows(one, question, outcome) for one in values)
    return outcome and ast.unparse(test) == question


def faults(path: Path) -> list[str]:
    return list(Source(path.read_text(encoding="utf-8")).faults())
