"""Compiling with a progress bar, or with lines where nobody looks at a terminal: it takes seconds, and only once."""

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

from mecenate.core.background import Outlook
from mecenate.core.entries import SHARED, TITLES
from mecenate.core.game import Game
from mecenate.core.units import COMPILING, make_ready, unit, want

STEPS = 10  # lines between start and end
STEP_S = 0.5


class SecondsLeft(ProgressColumn):
    """How long a unit takes, as whoever compiles it sees it."""

    def render(self, task: Task) -> Text:
        seconds = COMPILING.outlook(*filter(None, [task.fields["unit"]])).seconds
        return Text("" if seconds is None else f"{timedelta(seconds=round(seconds))} left", "progress.remaining")


def compile_games(games: Iterable[Game], complete: bool = False) -> None:
    """Make ready what it takes to simulate some games, or all that bots and the laboratory call as well, and wait for it."""
    wanted = [(game.key, complete) for game in games]
    if complete:
        wanted.append((SHARED, True))
    missing = [key for key, part in wanted if not unit(key).is_there(part)]
    if not missing:
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        steps = Steps(missing, lambda line: print(f"{line[0].upper()}{line[1:]}.", file=sys.stderr, flush=True))
        make_ready(wanted, lambda *_: steps(COMPILING.outlook()))
        steps(COMPILING.outlook())
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), SecondsLeft())
    with Progress(*columns, console=console, transient=True) as progress:
        tasks = {key: progress.add_task(f"Compiling {TITLES[key]}", total=1.0, unit=key) for key in missing}
        make_ready(wanted, lambda key, done: progress.update(tasks[key], completed=done))


class Steps:
    """A line at the start, one for each tenth, and one at the end."""

    def __init__(self, units: Iterable[str], say: Callable[[str], object]):
        self._titles = ", ".join(TITLES[key] for key in units)
        self._say = say
        self._said, self._going = -1, False

    def __call__(self, now: Outlook) -> None:
        step = int(STEPS * now.done)
        if self._said < 0:
            self._say(f"compiling {self._titles}, once on this machine")
        elif step > self._said or (self._going and not now.units):
            self._say(now.words)
        self._said, self._going = step, bool(now.units)


def compile_behind(games: Iterable[str], tell: Callable[[Outlook], None] = lambda _: None) -> None:
    """Have all of some games compiled behind whatever else goes on, and show how far that is until it is over."""
    wanted = [SHARED, *games]
    missing = [key for key in wanted if not unit(key).is_there(True)]
    for key in missing:
        want(key, True)
    if missing and COMPILING.outlook().units:
        threading.Thread(target=_follow, args=(missing, tell), name="compiling", daemon=True).start()


def _follow(missing: Sequence[str], tell: Callable[[Outlook], None]) -> None:
    console = Console(stderr=True)
    live = console.is_terminal
    steps = (lambda _: None) if live else Steps(missing, logging.getLogger("mecenate.compiling").info)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), SecondsLeft())
    with Progress(*columns, console=console, transient=True, disable=not live) as progress:
        task = progress.add_task("Compiling", total=1.0, unit="")
        while (now := COMPILING.outlook()).units:
            steps(now)
            tell(now)
            progress.update(task, completed=now.done)
            time.sleep(STEP_S)
    steps(now)
    tell(now)
