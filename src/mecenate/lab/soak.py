"""Random games in which every promise is checked: laws, offers, events, redeals, views and records.

The kernel checks every position of every game; what is written in Python (views, records) is checked in a sample of them, and
a smaller one is played uncompiled as well.
"""

import itertools
from collections.abc import Iterator

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import Progress

from mecenate.core import records
from mecenate.core.errors import MecenateError
from mecenate.core.game import Game, Value
from mecenate.core.match import Match
from mecenate.core.soak import FAULTS, soak_game
from mecenate.games import GAMES, load
from mecenate.lab.bars import columns
from mecenate.lab.simulate import STOPPED
from mecenate.terminal.warmup import compile_games

SAMPLE = 50  # one game in so many is looked at in Python too
SAMPLE_UNCOMPILED = 500  # and one in so many is played uncompiled as well


def variants(game: Game, seats: int) -> list[dict[str, Value]]:
    """Every combination of what can be on or off, and every combination of the other choices; presets choose nothing new."""
    switches = [option for option in game.options if option.values == (False, True)]
    choices = [option for option in game.options if option not in switches and not option.presets]
    found: list[dict[str, Value]] = []
    for options in (choices, switches):
        for values in itertools.product(*(option.values for option in options)):
            wanted = dict(zip([option.key for option in options], values, strict=True))
            chosen = game.settings(seats, {o.key: wanted[o.key] for o in options if o.means_something(seats, wanted)})[0]
            if chosen not in found:
                found.append(chosen)
    return found


def changes(game: Game) -> np.ndarray:
    """What one of each event's first number does to each stock."""
    table = np.zeros((len(game.events), len(game.stock_names)), np.int64)
    for row, event in enumerate(game.events):
        for stock, change in event.changes.items():
            table[row, game.stock_names.index(stock)] = change
    return table


class Soaker:
    """Checks games of one kind and seat count; `run(seed)` says what is wrong with one, or nothing."""

    def __init__(self, game: Game, seats: int, options: dict[str, Value]):
        self.game, self.seats, self.options = game, seats, options
        self.numbers = game.settings(seats, options)[1]
        self.rows, self.mask, self.other = game.rows(3), game.mask(), game.mask()
        self.changes = changes(game)
        self.before = np.zeros(len(game.stock_names) * seats, np.int64)
        self.after = self.before.copy()
        self.counts = np.zeros(3, np.int64)  # answers, decisions, the law that broke last
        entries = (game.start, game.legal, game.step, game.why, game.redeal, game.check, game.stocks)
        self.play = soak_game.of(*entries).compiled()

    def run(self, seed: int) -> str:
        fault = self.play(
            self.rows, self.mask, self.other, self.numbers, np.array([seed ^ 0x5EED], np.uint64),
            np.uint64(seed), self.game.moves.size, self.changes, self.before, self.after, self.counts,
        )  # fmt: skip
        if not fault:
            return ""
        law = self.game.laws[self.counts[2]]
        return f"{FAULTS[fault]}{f' ({law})' if self.counts[2] else ''}, after {int(self.game.at(self.rows, 0).ply)} moves"

    def look(self, seed: int) -> str:
        """The same promises where Python keeps them: views hide what must be hidden, records replay to the same bytes."""
        chance = np.random.default_rng(seed)
        match = Match(self.game, self.seats, seed, self.options)
        while not match.over:
            for seat in range(self.seats):
                if chance.random() < 0.1 and (fault := self.leak(match, seat, int(chance.integers(1 << 62)))):
                    return fault
            offered = match.legal_actions()
            match.play(offered[chance.integers(len(offered))])
        again = records.loads(match.record(), lambda _: self.game)
        if again.rows.tobytes() != match.rows.tobytes():
            return "a replayed record is not the game it was made from"
        return self.replay(match) if seed % SAMPLE_UNCOMPILED == 0 else ""

    def replay(self, match: Match) -> str:
        """The rules as they stand make the same of a game as their machine code."""
        game, compiled, plain = self.game, self.game.rows(1), self.game.rows(1)
        masks, ends = (game.mask(), game.mask()), (np.zeros(2 * self.seats, np.int64), np.zeros(2 * self.seats, np.int64))
        start, legal, step, result = (one.plain() for one in (game.start, game.legal, game.step, game.result))
        game.start(compiled, 0, match.seed, self.numbers)
        start(plain, 0, np.uint64(match.seed), self.numbers)
        for number, move in enumerate(match.moves):
            game.legal(compiled, 0, masks[0])
            legal(plain, 0, masks[1])
            if compiled.tobytes() != plain.tobytes() or (masks[0] != masks[1]).any():
                return f"compiled and uncompiled differ, after {number} moves"
            game.step(compiled, 0, move.action)
            step(plain, 0, move.action)
        game.result(compiled, 0, ends[0])
        result(plain, 0, ends[1])
        same = compiled.tobytes() == plain.tobytes() == match.rows.tobytes() and (ends[0] == ends[1]).all()
        return "" if same else "compiled and uncompiled end differently"

    def leak(self, match: Match, seat: int, chance: int) -> str:
        """A seat can't tell a redealt game from the true one by its view or its offers."""
        twin = match.copy()
        self.game.redeal(twin.rows, 0, seat, np.uint64(chance))
        if msgspec.json.encode(twin.view(seat)) != msgspec.json.encode(match.view(seat)):
            return f"the view of seat {seat} shows something hidden, after {len(match.moves)} moves"
        if twin.events(seat) != match.events(seat):
            return f"an event shows seat {seat} something hidden, after {len(match.moves)} moves"
        return ""


def soak(game: Game, seats: int, options: dict[str, Value], games: int, seed: int) -> Iterator[str]:
    """Check games one by one; each is reported as "", or as what is wrong with it."""
    soaker = Soaker(game, seats, options)
    for number in range(seed, seed + games):
        fault = soaker.run(number) or (soaker.look(number) if number % SAMPLE == 0 else "")
        yield f"{game.key}, {seats} seats, {options}, seed {number}: {fault}" if fault else ""


def main(game: str | None, games: int, seats: int | None, seed: int) -> int:
    """Check many games with a progress bar; the exit code says whether all promises were kept."""
    if games < 1:
        raise MecenateError(f"At least one game is needed, not {games}.")
    chosen = [load(game)] if game else [load(key) for key in GAMES]
    console = Console()
    compile_games(chosen)
    plan = [
        (g, n, options)
        for g in chosen
        for n in ([seats] if seats is not None else g.seats)
        for options in ([{}] if n not in g.seats else variants(g, n))
    ]
    for g, n, options in plan:
        g.settings(n, options)
    faults, checked, stopped = [], 0, False
    with Progress(*columns(), console=Console(stderr=True)) as progress:
        try:
            for g, n, options in plan:
                shown = ", ".join(f"{key}={value}" for key, value in options.items())
                task = progress.add_task(f"{g.key}, {n} seats, {shown}", total=games)
                for fault in soak(g, n, options, games, seed):
                    progress.advance(task)
                    checked += 1
                    if fault:
                        faults.append(fault)
                        console.print(fault)
                        break
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        console.print(f"Stopped after {checked:,} of {len(plan) * games:,} games; the following is about these.")
    console.print("Every promise was kept." if not faults else f"{len(faults)} runs went wrong.")
    return 1 if faults else STOPPED if stopped else 0
