"""Compiling: `mecenate.compiler` runs in processes of its own, so that this one never imports Numba."""

import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from mecenate.core import native
from mecenate.core.errors import MecenateError

Progress = Callable[[str, float], None]  # a unit, and which part of it is done
Said = Callable[[str, float], None]  # "size" with the number of its functions, or "done" with the part that is done
NEEDED = ("numba", "llvmlite")
GENTLY, RULES_FIRST = "gently", b"rules first\n"  # what the process is told: to give way to others, and what to make first


class NoCompiler(MecenateError):
    """What compiling takes is not installed."""


class Interrupted(MecenateError):
    """Ctrl-C reached the process that compiles, as it does everybody at a terminal."""


@dataclass(frozen=True)
class Job:
    """A unit to compile: all of it, or the rules, for this machine or for some targets."""

    unit: str
    complete: bool
    targets: tuple[str, ...] = ()


def check_compiler() -> None:
    """See at once whether anything can be compiled here."""
    if absent := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        raise NoCompiler(f"{' and '.join(absent)} can't be found")


class Compiler:
    """A process that does one job. It ends with this process, whatever becomes of it: then its standard input is closed."""

    def __init__(self, job: Job, gently: bool = False):
        self.job = job
        command = [sys.executable, "-P", "-m", "mecenate.compiler", job.unit, native.ALL if job.complete else native.RULES]
        try:
            self._process = subprocess.Popen(
                [*command, *job.targets, *([GENTLY] if gently else [])],
                env={**os.environ, "PYTHONHASHSEED": "0"},  # Numba goes through sets: now in the same order each time
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise MecenateError(f"its process can't be started: {error.strerror}") from None

    def rules_first(self) -> None:
        """Somebody waits for the rules: they are made before the rest, if they are not made yet."""
        assert self._process.stdin
        with suppress(OSError, ValueError):  # it has ended
            self._process.stdin.write(RULES_FIRST)
            self._process.stdin.flush()

    def finish(self, made: Callable[[native.Description, bytes], None], said: Said) -> None:
        """Wait for it. `made` gets each piece of machine code as soon as it is there; `said` hears how far it is."""
        process = self._process
        assert process.stdout and process.stderr
        while line := process.stdout.readline():
            word, _, told = line.strip().partition(b" ")
            if word in (b"size", b"done"):
                said(word.decode(), float(told))
            elif word == b"made":
                size, _, about = told.partition(b" ")
                description, code = native.read_description(about), process.stdout.read(int(size))
                if hashlib.sha256(code).hexdigest() != description.sha256:
                    break  # its end was cut off
                made(description, code)
        complaint = process.stderr.read().decode(errors="replace").strip()
        if process.wait():
            last = complaint.splitlines()[-1] if complaint else f"its process ended with {process.returncode}"
            raise Interrupted(last) if last == "KeyboardInterrupt" else MecenateError(last)

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):  # somebody else may be at it
                if pipe:
                    pipe.close()
