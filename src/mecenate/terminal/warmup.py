"""The first compilation, with a progress bar: it takes a while, once, and then never again."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from mecenate.core.compiling import compile_apart
from mecenate.core.game import Game
from mecenate.core.kernel import Entry

# How long each takes, roughly, in seconds on one core; the others are short.
WEIGHT = {"value": 30, "explore": 20, "step": 25, "features": 11, "legal": 8, "why": 7, "check": 4, "soak_game": 4, "start": 2}


def compile_games(games: Sequence[Game]) -> None:
    """Make ready what it takes to play some games."""
    compile_entries([entry for game in games for entry in game.entries])


def compile_all(games: Sequence[Game]) -> None:
    """Make ready everything: games, bots, and what the laboratory calls."""
    from mecenate.bots import play, search
    from mecenate.bots.judging import judge, judged
    from mecenate.core import playout, soak, story
    from mecenate.lab import reference, timing

    shared = [playout.random_games, play.indifferent, play.choice, play.play_on, play.stream, search.explore, soak.soak_game]
    shared += [story.retell, timing.copy_rows, timing.redeal_rows, timing.play_out, reference.reference_games]
    own = [entry for game in games for entry in (*game.entries, game.check, game.stocks)]
    judges = [judge(game) for game in games if judged(game)]
    compile_entries([*shared, *own, *(entry for one in judges for entry in dict.fromkeys(one.entries))])


def compile_entries(entries: Sequence[Entry]) -> None:
    """Make ready some entry points, with a progress bar if there is anything to compile."""
    weights = {entry: WEIGHT.get(entry.name.rpartition(".")[2], 1) for entry in entries if not entry.kept}
    if weights:
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("Compiling, once on this machine", total=sum(weights.values()))
            missing = sorted(weights, key=lambda entry: -weights[entry])
            compile_apart(missing, lambda entry: progress.advance(task, weights[entry]))
    for entry in entries:
        entry.compile()
