"""Compiling: `mecenate.compiler` runs in processes of its own, so that this one never imports Numba."""

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mecenate.core import native
from mecenate.core.errors import MecenateError
from mecenate.core.machine import cores

Progress = Callable[[str, float], None]  # a unit, and which part of it is done
NEEDED = ("numba", "llvmlite")
HOW_TO_COMPILE = "pip install 'mecenate[compile]' lets this machine make it"


def missing() -> str:
    """What it takes to compile that is not installed."""
    return " and ".join(name for name in NEEDED if importlib.util.find_spec(name) is None)


class Compiler:
    """A process that compiles one unit: all of it, or the rules."""

    def __init__(self, unit: str, complete: bool):
        if absent := missing():
            raise MecenateError(
                f"There is no machine code for {unit}, so it runs uncompiled, far slower: {HOW_TO_COMPILE} ({absent})."
            )
        self.unit = unit
        self._room = None if native.cache_folder() else tempfile.TemporaryDirectory(prefix="mecenate-")
        folder = native.cache_folder() or Path(self._room.name if self._room else "")
        command = [sys.executable, "-P", "-m", "mecenate.compiler", unit, "all" if complete else "rules", str(folder)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def finish(self, progress: Progress) -> tuple[native.Description, bytes]:
        """Wait for it; `progress` hears how far it is."""
        assert self._process.stdout and self._process.stderr
        made = ""
        for line in self._process.stdout:
            word, _, told = line.strip().partition(" ")
            if word == "done":
                progress(self.unit, float(told))
            elif word == "made":
                made = told
        complaint = self._process.stderr.read().strip()
        if self._process.wait() or not made:
            last = complaint.splitlines()[-1] if complaint else f"its process ended with {self._process.returncode}"
            raise MecenateError(f"{self.unit} could not be compiled, so it runs uncompiled, far slower: {last}")
        return native.read(Path(made))

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()
        if self._room:
            self._room.cleanup()


def compile_units(
    wanted: Sequence[tuple[str, bool]], done: Callable[[str, native.Description, bytes], None], progress: Progress
) -> list[tuple[str, MecenateError]]:
    """Compile some units, on all cores: what went wrong with which. `wanted`: and whether all of each. Ctrl-C ends it."""
    running: list[Compiler] = []

    def compile_one(unit: str, complete: bool) -> tuple[str, MecenateError] | None:
        try:
            running.append(compiler := Compiler(unit, complete))
            done(unit, *compiler.finish(progress))
        except MecenateError as error:
            return unit, error
        return None

    with ThreadPoolExecutor(min(cores(), len(wanted)) or 1) as pool:
        try:
            return [found for found in pool.map(lambda one: compile_one(*one), wanted) if found]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for one in running:
                one.end()
