"""The progress bars of long work, with an estimate of what is left."""

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


def columns() -> tuple[ProgressColumn, ...]:
    return (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())


def counting(quiet: bool) -> Progress:
    """A bar that is gone when the work is done; none where nobody looks at a terminal."""
    console = Console(stderr=True)
    return Progress(*columns(), console=console, disable=quiet or not console.is_terminal, transient=True)
