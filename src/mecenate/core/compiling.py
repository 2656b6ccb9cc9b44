"""Compiling on several cores: `python -m mecenate.core.compiling` reads names of entry points and says when each is done.

Its machine code lies on disk then, for everybody. The first compilation takes minutes on one core.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib import import_module
from queue import SimpleQueue

from mecenate.core.kernel import Entry
from mecenate.core.machine import cores

MOST_HELPERS = 6  # each takes up to half a gigabyte, and the longest entry alone takes an eighth of the time


def find(name: str) -> Entry:
    module, _, function = name.rpartition(".")
    return getattr(import_module(f"mecenate.{module}"), function)


class Helper:
    """A process that compiles what it is told to."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", "-m", "mecenate.core.compiling"]  # not from the folder where somebody happens to be
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def compile(self, entry: Entry) -> None:
        """Wait until it is done, or the helper has failed: then whoever needs the entry compiles it, and sees why."""
        told, heard = self._process.stdin, self._process.stdout
        assert told and heard
        try:
            told.write(f"{entry.name}\n".encode())
            told.flush()
            heard.readline()
        except (OSError, ValueError):  # it has ended
            pass

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


def compile_apart(entries: Sequence[Entry], done: Callable[[Entry], None]) -> None:
    """Compile some entry points, the first of them first. Ctrl-C ends the helpers."""
    count = min(cores(), MOST_HELPERS, len(entries))
    helpers: list[Helper] = []
    free: SimpleQueue[Helper] = SimpleQueue()

    def compile_one(entry: Entry) -> Entry:
        helper = free.get()
        helper.compile(entry)
        free.put(helper)
        return entry

    with ThreadPoolExecutor(count) as pool:
        try:
            for _ in range(count):
                helpers.append(Helper())
                free.put(helpers[-1])
            for future in as_completed([pool.submit(compile_one, entry) for entry in entries]):
                done(future.result())
        finally:
            for helper in helpers:
                helper.end()


def main() -> None:
    for name in sys.stdin:
        find(name.strip()).compile()
        print(flush=True)


if __name__ == "__main__":
    main()
