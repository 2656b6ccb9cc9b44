"""Games that are kept for people: the one at this table after every move, and all that can be gone on with.

A kept game belongs to one table at a time: its lock is held by the system as long as the table is there, and gone with it,
however it ends.
"""

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from mecenate.core.errors import MecenateError
from mecenate.core.files import write_whole
from mecenate.core.match import Match
from mecenate.core.records import Glance, glance
from mecenate.terminal.keeping import SUFFIX, data_folder, file_name
from mecenate.terminal.refused import Refused

UNFINISHED, FINISHED = "unfinished", "finished"  # folders


class Kept:
    """The file of the game at this table. It gets a name of its own with the first move that is worth keeping."""

    def __init__(self, match: Match):
        self._name = file_name(match)
        self._lock: BaseFileLock | None = None
        self.path: Path | None = None
        self.written = False  # whether the file has what was last to be written

    def go_on(self, path: Path) -> "Kept":
        """Keep the game in the file that it was kept in before."""
        self._lock = _claimed(path)
        if self._lock is None:
            raise Refused("played-elsewhere", path=path)
        self.path, self.written = path, True
        return self

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(SUFFIX) if self.path else ""

    def write(self, record: str) -> None:
        """A game goes on even if it can't be kept, as on a full disk; `written` tells."""
        try:
            if self.path is None:
                self.path, self._lock = _new_file(UNFINISHED, self._name)
            write_whole(self.path, record)
            self.written = True
        except (OSError, MecenateError):
            self.written = False

    def finish(self, record: str) -> None:
        """The game is over: its record lies with those of other finished games."""
        unfinished, lock = self.path, self._lock
        self.path, self._lock = None, None
        try:
            self.path, self._lock = _new_file(FINISHED, self._name)
            write_whole(self.path, record)
            self.written = True
        except (OSError, MecenateError):
            self.written = False
        if unfinished and self.written:
            unfinished.unlink(missing_ok=True)
        if unfinished:
            _let_go(unfinished, lock)

    def drop(self) -> None:
        if self.path:
            self.path.unlink(missing_ok=True)
        self.let_go()
        self.path, self.written = None, False

    def let_go(self) -> None:
        """Others may go on with the game."""
        if self.path:
            _let_go(self.path, self._lock)
        self._lock = None


@dataclass(frozen=True)
class Line:
    """A kept game in the list of all."""

    path: Path
    when: time.struct_time
    about: Glance | None  # None if it can't be read
    held: bool

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(SUFFIX)

    @property
    def can_go_on(self) -> bool:
        return bool(self.about and not self.about.over and not self.held)


def kept_games() -> list[Line]:
    """All of them, those that can be gone on with first, and of these the last first."""
    return [_line(path) for folder in (UNFINISHED, FINISHED) for path in _last_first(folder)]


def last_unfinished() -> Path:
    """The game that was left last and that is not played at another table."""
    found = _last_first(UNFINISHED)
    if not found:
        raise Refused("no-unfinished")
    free = next((path for path in found if not is_held(path)), None)
    if free is None:
        raise Refused("played-elsewhere", path=found[0])
    return free


def find(wanted: Path) -> Path:
    """The file that is meant: one that is there, or else the kept game of this name."""
    if not wanted.exists() and wanted.name == str(wanted):
        name = wanted.name.removesuffix(SUFFIX) + SUFFIX
        return next((path for folder in (UNFINISHED, FINISHED) if (path := _folder(folder) / name).exists()), wanted)
    return wanted


def is_kept_unfinished(path: Path) -> bool:
    return path.resolve().parent == _folder(UNFINISHED).resolve()


def is_held(path: Path) -> bool:
    """Whether a game is being played at some table."""
    if not _lock_of(path).exists():
        return False
    lock = _claimed(path)
    if lock:
        _let_go(path, lock)
    return lock is None


def _folder(name: str) -> Path:
    return data_folder() / name


def _last_first(folder: str) -> list[Path]:
    found = []
    for path in _folder(folder).glob(f"*{SUFFIX}"):
        with suppress(FileNotFoundError):  # another table may drop it now
            found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _line(path: Path) -> Line:
    try:
        about = glance(path)
        when = time.localtime(path.stat().st_mtime)
    except (OSError, MecenateError):
        about, when = None, time.localtime(0)
    return Line(path, when, about, is_held(path))


def _names(name: str) -> Iterator[str]:
    """`princes-7.record`, `princes-7-2.record` and so on: the same seed may be played again."""
    yield name
    for n in count(2):
        yield f"{name.removesuffix(SUFFIX)}-{n}{SUFFIX}"


def _new_file(folder: str, name: str) -> tuple[Path, BaseFileLock]:
    """A file that is not there yet, for this table alone."""
    _folder(folder).mkdir(parents=True, exist_ok=True)
    for other in _names(name):
        path = _folder(folder) / other
        if not path.exists() and (lock := _claimed(path)):
            if not path.exists():
                return path, lock
            _let_go(path, lock)
    raise AssertionError("there is always another name")


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _claimed(path: Path) -> BaseFileLock | None:
    """The lock of a game, or None if another table holds it."""
    lock = FileLock(_lock_of(path))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    return lock


def _let_go(path: Path, lock: BaseFileLock | None) -> None:
    if lock:
        with suppress(OSError):  # some systems delete no file that is open
            _lock_of(path).unlink()
        lock.release(force=True)
