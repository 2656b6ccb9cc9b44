"""Compiling with a progress bar: it takes seconds, once, and then never again."""

from collections.abc import Iterable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from mecenate.core.entries import SHARED, TITLES
from mecenate.core.game import Game
from mecenate.core.units import make_ready, unit


def compile_games(games: Iterable[Game], complete: bool = False) -> None:
    """Make ready what it takes to play some games, or all that bots and the laboratory call as well."""
    wanted = [(game.key, complete) for game in games]
    if complete:
        wanted.append((SHARED, True))
    if all(unit(key).is_there(part) for key, part in wanted):
        return
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        missing = [key for key, part in wanted if not unit(key).is_there(part)]
        tasks = {key: progress.add_task(f"Compiling {TITLES[key]}", total=1.0) for key in missing}
        make_ready(wanted, lambda key, done: progress.update(tasks[key], completed=done))
