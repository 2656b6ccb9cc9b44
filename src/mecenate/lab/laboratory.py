"""The command that finds out what goes with winning."""

import json as json_format
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from mecenate.core.errors import MecenateError
from mecenate.core.files import check_folder, write_whole
from mecenate.core.game import Game, Value
from mecenate.core.options import read_options
from mecenate.games import load
from mecenate.lab import games
from mecenate.lab.bars import counting
from mecenate.lab.plots import check_plot
from mecenate.lab.sheets import plot_winning
from mecenate.lab.showing import show
from mecenate.lab.simulate import STOPPED
from mecenate.lab.spreading import spread
from mecenate.lab.watching import BOTS, SEATS, columns
from mecenate.lab.winning import find_out
from mecenate.terminal.warmup import compile_games


def read_about(game: Game, options: dict[str, Value], text: str | None) -> list[str]:
    """What somebody wants to know more about: keys of factors."""
    keys = [key.strip() for key in text.split(",")] if text else []
    known = [SEATS, BOTS, *(one.key for one in columns(game.factors.of(options)))]
    for key in keys:
        if key not in known:
            raise MecenateError(f"There is nothing to tell about {key!r}. What there is: {', '.join(known)}.")
    return keys


def main(
    game: str, seats: int, bots: str, wanted: int, seed: int, processes: int, options: Sequence[str], ray: bool,
    about: str | None, out: Path | None, plot: Path | None, json: bool,
) -> None:  # fmt: skip
    """Check what was asked for, play with a progress bar, print, keep."""
    chosen = load(game)
    chosen.settings(seats)
    settings = chosen.settings(seats, read_options(chosen, options))[0]
    names = games.read_bots(bots, chosen, seats)
    asked_about = read_about(chosen, settings, about)
    if out:
        check_folder(out)
    check_plot(plot)
    compile_games([chosen], complete=True)
    with spread(ray, processes) as pool, counting(quiet=json) as bar:
        task = bar.add_task("Playing", total=wanted)
        found = find_out(chosen, names, wanted, pool, seed, settings, lambda n: bar.advance(task, n))
    text = json_format.dumps(asdict(found), indent=2, ensure_ascii=False)
    if out:
        write_whole(out, text)
    if plot:
        plot_winning(found, plot, asked_about)
    if json:
        print(text)
    else:
        show(found, Console(), asked_about)
    if found.stopped:
        raise SystemExit(STOPPED)
