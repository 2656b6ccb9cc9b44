"""Units of machine code: what is compiled together, and which of it this process has.

Machine code comes with the installed package, or is kept from an earlier start, or is compiled now. Where none of that can
be, the game runs uncompiled, and one line says so.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterable
from typing import Any

from mecenate.core import native
from mecenate.core.compiling import Job, NoCompiler, Progress, compile_units
from mecenate.core.entries import TITLES
from mecenate.core.errors import MecenateError
from mecenate.core.kernel import Signature
from mecenate.core.machine import too_new

LOG = logging.getLogger("mecenate")
MAKE = too_new() or "pip install 'mecenate[compile]' lets this machine make some"
NONE = f"there is no machine code for this machine; {MAKE}"
CHANGED = f"its rules or component table are not those that its machine code was made from; {MAKE}"
SAID = "MECENATE_SAID"  # in the environment, so that processes which this one starts do not say the same again


def compiled() -> bool:
    """Whether machine code is used at all; with MECENATE_UNCOMPILED the same source runs as it stands."""
    return os.environ.get("MECENATE_UNCOMPILED", "0") in ("", "0")


class Unit:
    """What is compiled together: the functions of one game, or those that know no game."""

    def __init__(self, name: str):
        self.name = name
        self._modules: list[native.Module] = []  # the best last
        self._looked = self._failed = False
        self._why = NONE  # there is no machine code
        self._lock = threading.RLock()

    def find(self, name: str, signature: Signature, complete: bool) -> Callable[..., Any] | None:
        """An entry point as machine code, compiled if need be; None if it has to run as it stands."""
        with self._lock:
            if not self.is_there(complete):
                make_ready([(self.name, complete)])
            return next((found for one in reversed(self._modules) if (found := one.function(name, signature))), None)

    def is_there(self, complete: bool) -> bool:
        """Whether nothing is left to compile: for all entry points, or for those of the rules."""
        with self._lock:
            if compiled() and not self._looked:
                self._look()
            return not compiled() or self._failed or any(one.description.complete or not complete for one in self._modules)

    @property
    def target(self) -> str:
        """The system and processors that its machine code is for; empty if it runs uncompiled."""
        return self._modules[-1].description.target if self.is_there(False) and self._modules else ""

    def _look(self) -> None:
        self._looked = True
        for path in native.shipped(self.name):
            try:
                module = native.load_shipped(self.name, path)
            except MecenateError as error:
                self._why = str(error)
                continue
            if module:
                self._modules.append(module)
                return
            self._why = CHANGED
        found = next(native.kept(self.name), None) if native.can_load_objects() else None
        if found:
            self._modules.append(native.load_object(*found))

    def take(self, description: native.Description, code: bytes) -> None:
        """Use machine code that was compiled just now."""
        self._modules.append(native.load_object(description, code))

    def give_up(self, error: MecenateError) -> None:
        self._failed = True
        title = TITLES.get(self.name, self.name)
        if not isinstance(error, NoCompiler):
            _say(f"{title} could not be compiled and runs uncompiled, far slower: {error}.")
        elif self._why == NONE:
            _say(f"Everything runs uncompiled, far slower: {self._why}.")
        else:
            _say(f"{title} runs uncompiled, far slower: {self._why}.")


def _say(words: str) -> None:
    """Tell people once."""
    said = os.environ.get(SAID, "").splitlines()
    if words not in said:
        os.environ[SAID] = "\n".join([*said, words])
        LOG.warning("%s", words)


UNITS: dict[str, Unit] = {}


def unit(name: str) -> Unit:
    return UNITS.setdefault(name, Unit(name))


def make_ready(wanted: Iterable[tuple[str, bool]], progress: Progress = lambda *_: None) -> None:
    """See that there is machine code for some units, each with whether all of it is needed or that of the rules."""
    missing = [Job(name, complete) for name, complete in dict.fromkeys(wanted) if not unit(name).is_there(complete)]
    for name, error in compile_units(missing, lambda one, code: unit(one.unit).take(one, code), progress) if missing else []:
        unit(name).give_up(error)
