"""The progress bars of long work, with an estimate of what is left."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

Count = Callable[[int], None]  # tells that so many were done now
Step = Callable[[str, int], Count]  # begins a step, with its name and how many there are to do


def columns() -> tuple[ProgressColumn, ...]:
    return (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())


def counting(quiet: bool) -> Progress:
    """A bar that is gone when the work is done; none where nobody looks at a terminal."""
    console = Console(stderr=True)
    return Progress(*columns(), console=console, disable=quiet or not console.is_terminal, transient=True)


class Rounds:
    """Work that goes round and round: a bar for the rounds, with an estimate, and one for the step that is done now."""

    def __init__(self, bar: Progress, what: str, total: int):
        self._bar, self._rounds = bar, bar.add_task(what, total=total)
        self._step: TaskID | None = None

    def step(self, what: str, total: int) -> Count:
        if self._step is not None:
            self._bar.remove_task(self._step)
        task = self._step = self._bar.add_task(what, total=total)
        return lambda n: self._bar.advance(task, n)

    def end(self) -> None:
        self._bar.advance(self._rounds)
