"""Units of machine code: what is compiled together, and which of it this process has.

Machine code comes with the installed package, or is kept from an earlier start, or is compiled: behind whatever else goes on,
or before it. Until there is some, and where there can be none, the same source runs as it stands.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from mecenate.core import background, native
from mecenate.core.compiling import Job, NoCompiler, Progress, check_compiler
from mecenate.core.entries import TITLES
from mecenate.core.errors import MecenateError
from mecenate.core.kernel import Signature
from mecenate.core.machine import too_new

if TYPE_CHECKING:
    from mecenate.core.entries import Entry

LOG = logging.getLogger("mecenate")
MAKE = too_new() or "pip install 'mecenate[compile]' lets this machine make some"
NONE = f"there is no machine code for this machine; {MAKE}"
CHANGED = f"its rules or component table are not those that its machine code was made from; {MAKE}"
SAID = "MECENATE_SAID"  # in the environment, so that processes which this one starts do not say the same again
COMPILE = "MECENATE_COMPILE"
BACKGROUND, BEFORE, NEVER, ELSEWHERE = "background", "before", "never", "elsewhere"
LOOK_S = 0.5  # between two looks at what another process may have compiled


def compiled() -> bool:
    """Whether machine code is used at all; with MECENATE_UNCOMPILED the same source runs as it stands."""
    return os.environ.get("MECENATE_UNCOMPILED", "0") in ("", "0")


def policy() -> str:
    """When to compile, as MECENATE_COMPILE says: behind everything else, before anything runs, or never."""
    if _elsewhere:
        return ELSEWHERE
    wanted = os.environ.get(COMPILE) or BACKGROUND
    return wanted if wanted in (BACKGROUND, BEFORE) else NEVER


_elsewhere = False


def compile_elsewhere() -> None:
    """From now on this process compiles nothing: the one that it belongs to does, and it is found in the cache."""
    global _elsewhere  # noqa: PLW0603  what a whole process does
    _elsewhere = True


def has_code(*names: str) -> bool:
    """Whether all of these units have all of their machine code."""
    return all(unit(name).is_there(True) and unit(name).has(True) for name in names)


class Unit:
    """What is compiled together: the functions of one game, or those that know no game."""

    def __init__(self, name: str):
        self.name = name
        self._modules: list[native.Module] = []  # the best last
        self._looked = self._failed = False
        self._why = NONE  # there is no machine code
        self._waiting: list[Entry] = []  # run as they stand until there is machine code
        self._lock = threading.RLock()

    def serve(self, entry: "Entry") -> None:
        """Give an entry point its function: machine code, or itself as it stands until there is some."""
        if policy() == BEFORE:
            make_ready([(self.name, entry.complete)])
        with self._lock:
            lacking = not self.is_there(entry.complete)
            entry.call = self.find(entry.name, entry.signature) or entry.plain()
            if lacking and not entry.is_compiled:
                self._waiting.append(entry)
        if lacking:
            want(self.name, entry.complete)

    def find(self, name: str, signature: Signature) -> Callable[..., Any] | None:
        """An entry point as machine code, if there is some by now."""
        return next((found for one in reversed(self._modules) if (found := one.function(name, signature))), None)

    def is_there(self, complete: bool) -> bool:
        """Whether nothing is left to compile: for all entry points, or for those of the rules."""
        with self._lock:
            if compiled() and not self._looked:
                self.look()
            return not compiled() or self._failed or self.has(complete)

    def has(self, complete: bool) -> bool:
        """Whether there is machine code: for all entry points, or for those of the rules."""
        return any(one.description.complete or not complete for one in self._modules)

    @property
    def target(self) -> str:
        """The system and processors that its machine code is for; empty if it runs uncompiled."""
        return self._modules[-1].description.target if self.is_there(False) and self._modules else ""

    def look(self) -> None:
        """See what came with the package, or is kept."""
        self._looked = True
        for path in native.shipped(self.name):
            try:
                module = native.load_shipped(self.name, path)
            except MecenateError as error:
                self._why = str(error)
                continue
            if module:
                self._add(module)
                return
            self._why = CHANGED
        found = next(native.kept(self.name), None) if native.can_load_objects() else None
        if found and (found[0].complete or not self.has(complete=False)):
            self._add(native.load_object(*found))

    def take(self, description: native.Description, code: bytes) -> None:
        """Use machine code that was compiled just now."""
        self._add(native.load_object(description, code))

    def _add(self, module: native.Module) -> None:
        with self._lock:
            self._modules.append(module)
            for entry in self._waiting:
                entry.call = self.find(entry.name, entry.signature) or entry.call
            self._waiting = [entry for entry in self._waiting if not entry.is_compiled]

    def end(self) -> None:
        """It stays as it is."""
        self._failed = True

    def give_up(self, error: MecenateError) -> None:
        self.end()
        title = TITLES.get(self.name, self.name)
        if not isinstance(error, NoCompiler):
            say(f"{title} could not be compiled and runs uncompiled, far slower: {error}.")
        elif self._why == NONE:
            say(f"Everything runs uncompiled, far slower: {self._why}.")
        else:
            say(f"{title} runs uncompiled, far slower: {self._why}.")


def say(words: str) -> None:
    """Tell people once."""
    said = os.environ.get(SAID, "").splitlines()
    if words not in said:
        os.environ[SAID] = "\n".join([*said, words])
        LOG.warning("%s", words)


UNITS: dict[str, Unit] = {}


def unit(name: str) -> Unit:
    return UNITS.setdefault(name, Unit(name))


def want(name: str, complete: bool, soon: bool = False) -> None:
    """Have a unit compiled behind whatever else goes on: at once if somebody waits for it (`soon`), else in a moment."""
    if unit(name).is_there(complete):
        return
    match policy():
        case "elsewhere":
            _LOOKOUT.watch(name, complete)
        case "never":
            wanted = os.environ.get(COMPILE)
            advice = "" if wanted == NEVER else f"; it can be {BACKGROUND}, {BEFORE} or {NEVER}"
            say(f"What is not compiled yet runs uncompiled, far slower: {COMPILE} is {wanted}{advice}.")
            unit(name).end()
        case _:
            if _can_compile(name):
                COMPILING.want(Job(name, complete), soon)


def make_ready(wanted: Iterable[tuple[str, bool]], progress: Progress = lambda *_: None) -> None:
    """See that there is machine code for some units, each with whether all of it is needed or that of the rules."""
    missing = [(name, complete) for name, complete in dict.fromkeys(wanted) if not unit(name).is_there(complete)]
    if policy() in (BACKGROUND, BEFORE):
        COMPILING.finish([Job(name, complete) for name, complete in missing if _can_compile(name)], progress)
    else:
        for name, complete in missing:
            want(name, complete)


def _can_compile(name: str) -> bool:
    try:
        check_compiler()
    except NoCompiler as error:
        unit(name).give_up(error)
        return False
    return True


def _take(description: native.Description, code: bytes) -> None:
    try:
        native.keep(description, code)
    except MecenateError as error:
        say(f"Machine code is made anew at each start: {error}")
    unit(description.unit).take(description, code)


def _give_up(name: str, error: MecenateError) -> None:
    unit(name).give_up(error)


class _Lookout:
    """Looks again and again whether another process has compiled what this one lacks."""

    def __init__(self) -> None:
        self._lacking: set[tuple[str, bool]] = set()
        self._lock = threading.Lock()

    def watch(self, name: str, complete: bool) -> None:
        with self._lock:
            if not self._lacking:
                threading.Thread(target=self._look, name="machine code", daemon=True).start()
            self._lacking.add((name, complete))

    def _look(self) -> None:
        while self._lacking:
            time.sleep(LOOK_S)
            for name, complete in list(self._lacking):
                unit(name).look()
                with self._lock:
                    if unit(name).is_there(complete):
                        self._lacking.discard((name, complete))


_LOOKOUT = _Lookout()
COMPILING = background.Background(_take, _give_up)
