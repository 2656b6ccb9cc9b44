"""Compiling: `mecenate.compiler` runs in processes of its own, so that this one never imports Numba."""

import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from mecenate.core import native
from mecenate.core.errors import MecenateError
from mecenate.core.machine import cores

Progress = Callable[[str, float], None]  # a unit, and which part of it is done
NEEDED = ("numba", "llvmlite")


class NoCompiler(MecenateError):
    """What compiling takes is not installed."""


@dataclass(frozen=True)
class Job:
    """A unit to compile: all of it, or the rules, for this machine or for some targets."""

    unit: str
    complete: bool
    targets: tuple[str, ...] = ()


class Compiler:
    """A process that does one job."""

    def __init__(self, job: Job):
        if absent := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
            raise NoCompiler(f"{' and '.join(absent)} can't be found")
        self.job = job
        command = [sys.executable, "-P", "-m", "mecenate.compiler", job.unit, native.ALL if job.complete else native.RULES]
        self._process = subprocess.Popen(
            [*command, *job.targets],
            env={**os.environ, "PYTHONHASHSEED": "0"},  # Numba goes through sets: now in the same order each time
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def finish(self, progress: Progress) -> list[tuple[native.Description, bytes]]:
        """Wait for it; `progress` hears how far it is. What it made is kept for later starts."""
        assert self._process.stdout and self._process.stderr
        made = []
        while line := self._process.stdout.readline():
            word, _, told = line.strip().partition(b" ")
            if word == b"done":
                progress(self.job.unit, float(told))
            elif word == b"made":
                size, _, description = told.partition(b" ")
                made.append((native.read_description(description), self._process.stdout.read(int(size))))
        complaint = self._process.stderr.read().decode(errors="replace").strip()
        if self._process.wait() or not all(hashlib.sha256(code).hexdigest() == one.sha256 for one, code in made):
            raise MecenateError(
                complaint.splitlines()[-1] if complaint else f"its process ended with {self._process.returncode}"
            )
        for one in made:
            native.keep(*one)
        return made

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()


def compile_units(
    jobs: Sequence[Job], done: Callable[[native.Description, bytes], None], progress: Progress
) -> list[tuple[str, MecenateError]]:
    """Do some jobs, on all cores: what went wrong with which unit. Ctrl-C ends it."""
    running: list[Compiler] = []

    def compile_one(job: Job) -> tuple[str, MecenateError] | None:
        try:
            running.append(compiler := Compiler(job))
            for one in compiler.finish(progress):
                done(*one)
        except MecenateError as error:
            return job.unit, error
        return None

    with ThreadPoolExecutor(min(cores(), len(jobs)) or 1) as pool:
        try:
            return [found for found in pool.map(compile_one, jobs) if found]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for one in running:
                one.end()
