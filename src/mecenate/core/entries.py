"""Entry points: the kernels that Python calls, as machine code where there is some, else as they stand.

The functions of one game are compiled together, in one unit; what knows no game is a unit of its own. A kernel for all games
takes a game's functions as its first arguments: `of` says which, and the unit of that game has it compiled with them.
"""

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from mecenate.core.guards import guarded
from mecenate.core.kernel import PACKAGE, Signature, kernel

SHARED = "shared"  # the unit of what knows no game
TITLES = {SHARED: "What all games share"}  # of units, for people; every game adds its own
RULES = ("mecenate.core.", "mecenate.games.")  # where the rules are, and what needs nothing else


class Entry:
    """A kernel that is called from outside."""

    def __init__(self, function: Callable[..., Any], signature: Signature, unit: str, name: str, complete: bool):
        self.function, self.signature = function, signature
        self.unit, self.name = unit, name
        self.complete = complete  # whether it takes more than the machine code of the rules
        self.call: Callable[..., Any] = self._first_call
        self._plain: Callable[..., Any] | None = None
        self._bound: dict[tuple[Entry, ...], Entry] = {}

    def __call__(self, *args: Any) -> Any:
        return self.call(*args)

    def _first_call(self, *args: Any) -> Any:
        self.ready()
        return self.call(*args)

    def ready(self) -> Callable[..., Any]:
        """The function to call now: machine code, or the kernel as it stands until there is some."""
        if self.call == self._first_call:
            from mecenate.core.units import unit

            unit(self.unit).serve(self)
        return self.call

    def compiled(self) -> Callable[..., Any]:
        """The function to call where only machine code will do: it is waited for, as long as there can be any."""
        if not self.is_compiled:
            from mecenate.core.units import make_ready, unit

            make_ready([(self.unit, self.complete)])
            if self.call == self._first_call:
                unit(self.unit).serve(self)
        return self.call

    @property
    def is_compiled(self) -> bool:
        return self.ready() is not self._plain

    def plain(self) -> Callable[..., Any]:
        """The kernel as it stands. Its generator counts on numbers that wrap around, which NumPy would warn about."""
        if self._plain is None:
            warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning, r"mecenate\.")
            self._plain = guarded(self.unit, self.name, self.function)
        return self._plain

    def inside(self, *args: Any) -> Any:
        """What kernels that run as they stand call: without the guard before it, which is for whoever is no kernel."""
        return self.call(*args) if self.is_compiled else self.function(*args)

    @property
    def takes(self) -> tuple[str, ...]:
        """The names of a game's functions that it takes first."""
        code = self.function.__code__
        return code.co_varnames[: code.co_argcount - len(self.signature.arguments)]

    def of(self, *functions: "Entry") -> "Entry":
        """This kernel with some functions of a game, which has it as machine code if they are its own."""
        if functions not in self._bound:
            unit, taken = functions[0].unit, zip(functions, self.takes, strict=True)
            inner = partial(self.function, *(one.inside for one in functions))
            bound = Entry(inner, self.signature, unit, self.name, self.complete)
            if not all(one.unit == unit and one.name == name for one, name in taken):
                bound.call = bound.plain()
            self._bound[functions] = bound
        return self._bound[functions]


def entry(signature: Signature) -> Callable[[Callable[..., Any]], Entry]:
    """Mark a kernel that is called from outside, with the types of its arguments, those of a game's functions left out."""

    def marked(function: Callable[..., Any]) -> Entry:
        module = function.__module__
        return Entry(kernel(function), signature, unit_of(module), function.__name__, not module.startswith(RULES))

    return marked


def unit_of(module: str) -> str:
    """The unit of a module of this package: the game that has its name on the way to it."""
    return next((part for part in module.split(".") if (PACKAGE / "games" / part / "rules.py").exists()), SHARED)
