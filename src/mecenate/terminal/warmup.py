"""The first compilation, with a progress bar: it takes a while, once, and then never again."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from mecenate.core import playout
from mecenate.core.game import Game
from mecenate.core.kernel import Entry

SHARED = (playout.random_games,)
WEIGHT = {"step": 18, "legal": 6, "redeal": 3, "start": 2}  # how long each takes, roughly, against the others


def compile_games(games: Sequence[Game], shared: bool = False) -> None:
    """Make ready all entry points of some games, and those that all games share."""
    entries: list[Entry] = [*(SHARED if shared else ()), *(entry for game in games for entry in game.entries)]
    missing = [entry for entry in entries if not entry.kept]
    if missing:
        with Progress(
            TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True
        ) as progress:
            weights = {entry: WEIGHT.get(entry.name.rpartition(".")[2], 1) for entry in missing}
            task = progress.add_task("", total=sum(weights.values()))
            for entry in missing:
                progress.update(task, description=f"Compiling {entry.name}, once on this machine")
                entry.compile()
                progress.advance(task, weights[entry])
    for entry in entries:
        entry.compile()
