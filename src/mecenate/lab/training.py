"""`mecenate train`: a network plays against itself, learns from these games, and plays on with what it learnt.

The first games are played by the greedy bot, if there is nothing to start from.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
from rich.console import Console

from mecenate.bots import MOST, net
from mecenate.bots.judging import judge
from mecenate.bots.play import GREEDY
from mecenate.bots.trained import read_weights, write_weights
from mecenate.core.errors import MecenateError
from mecenate.core.game import Game
from mecenate.games import load
from mecenate.lab.bars import Count, Rounds, Step, counting
from mecenate.lab.fitting import HELD_BACK, Fit, Learner, chance, forward, fresh, steps
from mecenate.lab.games import threads as pool_of
from mecenate.lab.intervals import Estimate, share
from mecenate.lab.selfplay import NETWORK, Player, lessons
from mecenate.lab.simulate import STOPPED
from mecenate.terminal.warmup import compile_games

MARGIN = 6.0  # points, see net
WINDOW = 5  # generations whose games are remembered
FIRST_EPOCHS, EPOCHS = 8, 1  # how often all of them are gone through
RATE, LATER_RATE, LAST_RATE = 1e-3, 3e-4, 1e-4  # how far a step goes: at first, where there was a start, at last
TRIED = 60  # games against the greedy bot after each generation
FORETOLD = 120  # games by which the network finds out afterwards how cautious it is
POWERS = np.arange(0.5, 6, 0.1)  # of which one is the sharpness


def beats_greedy(player: Player, games: int, pool: Executor, progress: Count = lambda _: None) -> Estimate:
    """The share of games that the network wins at one seat against greedy bots at all others."""
    seats = player.game.seats[-1]

    def one(number: int) -> float:
        levels = [GREEDY] * seats
        levels[number % seats] = NETWORK
        places = player.play(seats, {}, number // seats, levels, 0.0)[1][seats:]
        progress(1)
        return 1 / (places == 1).sum() if places[number % seats] == 1 else 0.0

    return share(sum(pool.map(one, range(games))), games)


def sharpness(player: Player, games: int, pool: Executor, progress: Count = lambda _: None) -> float:
    """The power of the network's chances that foretells best who wins its games against itself."""

    def surprise(number: int) -> np.ndarray:
        seats = player.game.seats[number % len(player.game.seats)]
        (rows, _), results = player.play(seats, {}, number, [NETWORK] * seats, 0.0)
        progress(1)
        chances = chance(forward(player.judge.weights, rows.astype(np.float32))[-1]).reshape(-1, seats)
        sharp = chances ** POWERS[:, None, None]
        won = sharp[:, :, results[seats:] == 1].mean(2) / sharp.sum(2)
        return -np.log(won).sum(1)

    return float(POWERS[np.argmin(sum(pool.map(surprise, range(games))))])


def train(
    game: Game,
    start: np.ndarray | None,
    generations: int,
    games: int,
    simulations: int,
    seed: int,
    processes: int,
    step: Step,
    told: Callable[[int, np.ndarray, Fit, Estimate], None],
) -> None:
    """Tells after each generation what it came to: its weights, how well they foretold its games, and whom they beat."""
    judged = judge(game)
    rate = RATE if start is None else LATER_RATE
    learner = Learner(fresh(judged.inputs, judged.heads, MARGIN, np.random.default_rng(seed)) if start is None else start, seed)
    remembered: deque[tuple[np.ndarray, np.ndarray]] = deque(maxlen=WINDOW)
    with pool_of(processes) as pool:
        for generation in range(generations):
            player, first = Player(game, judged, learner.steady.copy(), simulations), start is None and generation == 0
            rows, wanted = lessons(player, games, seed + generation, first, pool, step("Playing", games))
            unseen = len(rows) // HELD_BACK
            fit = learner.test(rows[:unseen], wanted[:unseen])
            remembered.append((rows, wanted))
            seen, told_of = (np.concatenate(some) for some in zip(*remembered, strict=True))
            epochs = FIRST_EPOCHS if first else EPOCHS
            far = rate + (LAST_RATE - rate) * generation / generations
            learner.learn(seen, told_of, epochs, far, step("Learning", epochs * steps(len(seen))))
            player, progress = Player(game, judged, learner.steady.copy(), simulations), step("Trying", FORETOLD + TRIED)
            player.judge.weights[net.SHARPNESS] = sharpness(player, FORETOLD, pool, progress)
            told(generation, player.judge.weights, fit, beats_greedy(player, TRIED, pool, progress))


def check(generations: int, games: int, simulations: int, out: Path) -> None:
    if generations < 1 or games < 1:
        raise MecenateError("At least one generation of at least one game is needed.")
    if not 0 <= simulations <= MOST:
        raise MecenateError(f"The number of simulations is 0 to {MOST:,}, not {simulations}.")
    if not out.parent.is_dir():
        raise MecenateError(f"{out}: there is no folder {out.parent}.")


def keep_going(generations: int, out: Path, work: Callable[[Step, Callable[[str], None]], None]) -> int:
    """So many generations, with a progress bar; Ctrl-C ends it, and what was learnt by then stays.

    The work is given how to begin a step, and how to tell of a generation that is written.
    """
    done = 0

    with counting(quiet=False) as bar:
        rounds = Rounds(bar, "Generations", generations)

        def tell(line: str) -> None:
            nonlocal done
            done += 1
            rounds.end()
            Console().print(line)

        try:
            work(rounds.step, tell)
        except KeyboardInterrupt:
            kept = f"{out} has the weights of generation {done}" if done else f"nothing was written to {out}"
            Console().print(f"Stopped in generation {done + 1} of {generations}; {kept}.", soft_wrap=True)
            return STOPPED
    return 0


def main(
    game: str, generations: int, games: int, simulations: int, seed: int, processes: int, start: Path | None, out: Path
) -> int:
    chosen = load(game)
    check(generations, games, simulations, out)
    weights = read_weights(start, chosen) if start else None
    compile_games([chosen], complete=True)

    def work(step: Step, tell: Callable[[str], None]) -> None:
        def told(generation: int, learnt: np.ndarray, fit: Fit, won: Estimate) -> None:
            write_weights(out, learnt)
            tell(
                f"{generation + 1:4}  surprise {fit.surprise:.3f} of {fit.ignorance:.3f}"
                f"  points ±{fit.error:.1f} of {fit.spread:.1f}  beats greedy {won.value:.0%} ({won.low:.0%}-{won.high:.0%})"
            )

        train(chosen, weights, generations, games, simulations, seed, processes, step, told)

    return keep_going(generations, out, work)
