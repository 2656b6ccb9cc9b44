"""`mecenate imitate`: a game's instinct learns from long searches how much each answer deserves a look.

It begins as the game's network, and the searches of each generation go by what the one before has learnt.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from mecenate.bots.judging import judge
from mecenate.bots.net import WIN
from mecenate.bots.thinking import PATIENT
from mecenate.bots.trained import as_instinct, read_weights, write_weights
from mecenate.bots.tuning import WARMTH
from mecenate.core.errors import MecenateError
from mecenate.core.game import Game
from mecenate.games import load
from mecenate.lab.bars import Count, Step
from mecenate.lab.examples import Examples, Searched, examples
from mecenate.lab.fitting import HELD_BACK, Learner, forward, gradient, steps
from mecenate.lab.games import threads as pool_of
from mecenate.lab.training import check, keep_going
from mecenate.terminal.warmup import compile_games

BATCH = 512  # questions
EPOCHS = 5  # how often all of a generation's are gone through
RATE = 1e-3  # how far a step goes at first; ever less far until the last


@dataclass(frozen=True)
class Likeness:
    """How well an instinct foretells searches that it was not shown."""

    surprise: float  # cross entropy of what a search looked at
    least: float  # the same for one who knows it before
    agreement: float  # share of questions where both like the same answer best


def firsts(answers: np.ndarray) -> np.ndarray:
    """The place of each question's first answer."""
    return np.cumsum(answers) - answers


def some_of(all_of_them: Examples, questions: np.ndarray) -> Examples:
    """Some of the questions, in the order in which they are named."""
    answers = all_of_them.answers[questions]
    shift = np.repeat(firsts(all_of_them.answers)[questions] - firsts(answers), answers)
    places = np.arange(answers.sum()) + shift
    return Examples(all_of_them.rows[places], all_of_them.visits[places], answers)


def shares(powers: np.ndarray, answers: np.ndarray) -> np.ndarray:
    """Figures of answers as shares of their question's sum."""
    return powers / np.repeat(np.add.reduceat(powers, firsts(answers)), answers)


def promised(out: np.ndarray, answers: np.ndarray, warmth: float) -> np.ndarray:
    """The share of looks that a search gives each answer at first, by what the network says of the position after it."""
    values = out[:, WIN] / warmth
    return shares(np.exp(values - np.repeat(np.maximum.reduceat(values, firsts(answers)), answers)), answers)


def surprise(found: np.ndarray, looked: np.ndarray, answers: np.ndarray) -> float:
    """Cross entropy of what searches looked at, for one who foretells it so. What learning makes smaller."""
    return float(-(looked * np.log(np.maximum(found, 1e-9))).sum() / len(answers))


def surprise_slope(out: np.ndarray, looked: np.ndarray, answers: np.ndarray, warmth: float) -> np.ndarray:
    """How the surprise grows with what comes out of the network."""
    slope = np.zeros_like(out)
    slope[:, WIN] = (promised(out, answers, warmth) - looked) / (warmth * len(answers))
    return slope


def learn(learner: Learner, seen: Examples, warmth: float, progress: Count = lambda _: None) -> None:
    for epoch in range(EPOCHS):
        for questions in learner.parts(len(seen.answers), BATCH):
            part = some_of(seen, questions)
            looked = shares(part.visits, part.answers)

            def steepness(out: np.ndarray, looked: np.ndarray = looked, answers: np.ndarray = part.answers) -> np.ndarray:
                return surprise_slope(out, looked, answers, warmth)

            learner.step(gradient(learner.weights, part.rows.astype(np.float32), steepness), RATE * (1 - epoch / EPOCHS))
            progress(1)


def likeness(weights: np.ndarray, unseen: Examples, warmth: float) -> Likeness:
    answers = unseen.answers
    found = promised(forward(weights, unseen.rows.astype(np.float32))[-1], answers, warmth)
    looked = shares(unseen.visits, answers)
    best = [figures == np.repeat(np.maximum.reduceat(figures, firsts(answers)), answers) for figures in (found, looked)]
    agreed = np.maximum.reduceat(best[0] & best[1], firsts(answers))
    return Likeness(surprise(found, looked, answers), surprise(looked, looked, answers), float(agreed.mean()))


def imitate(
    game: Game,
    start: np.ndarray,
    generations: int,
    games: int,
    simulations: int,
    seed: int,
    processes: int,
    step: Step,
    told: Callable[[int, np.ndarray, Likeness, Likeness], None],
) -> None:
    """Tells after each generation its weights, and how well they foretold searches before they learnt and after."""
    judged, learner = judge(game), Learner(as_instinct(start), seed)
    warmth = float(judged.tuning[WARMTH])
    with pool_of(processes) as pool:
        for generation in range(generations):
            before = learner.steady.copy()
            searched = Searched(game, replace(judged, instinct=before), simulations)
            found = examples(searched, games, seed + generation, pool, step("Searching", games))
            unseen, seen = np.split(np.arange(len(found.answers)), [-(-len(found.answers) // HELD_BACK)])
            held_back = some_of(found, unseen)
            learn(learner, some_of(found, seen), warmth, step("Learning", EPOCHS * steps(len(seen), BATCH)))
            told(generation, learner.steady, likeness(before, held_back, warmth), likeness(learner.steady, held_back, warmth))


def main(
    game: str, generations: int, games: int, simulations: int, seed: int, processes: int, start: Path | None, out: Path
) -> int:
    chosen = load(game)
    judged = judge(chosen)
    check(generations, games, simulations, out)
    if simulations < PATIENT:
        raise MecenateError(f"An instinct learns from searches of {PATIENT} simulations or more, not {simulations}.")
    weights = read_weights(start, chosen) if start else judged.weights
    compile_games([chosen], complete=True)

    def work(step: Step, tell: Callable[[str], None]) -> None:
        def told(generation: int, learnt: np.ndarray, before: Likeness, after: Likeness) -> None:
            write_weights(out, learnt)
            tell(
                f"{generation + 1:4}  surprise {before.surprise:.3f} -> {after.surprise:.3f}, at best {after.least:.3f}"
                f"  same choice {before.agreement:.0%} -> {after.agreement:.0%}"
            )

        imitate(chosen, weights, generations, games, simulations, seed, processes, step, told)

    return keep_going(generations, out, work)
