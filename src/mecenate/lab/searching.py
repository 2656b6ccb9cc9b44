"""What the bench measures of the search: rollouts as a search would do them, and the search itself."""

from dataclasses import dataclass, replace

import numpy as np

from mecenate.bots.judging import judge
from mecenate.bots.thinking import Searcher
from mecenate.core.game import Game
from mecenate.core.units import compiled
from mecenate.lab import timing

SIMULATIONS = 512 if compiled() else 4  # of each search


@dataclass(frozen=True)
class SearchFigures:
    """All on one core. A simulation is judged by the network: at once, or after a truncated rollout as bots do it."""

    seats: int
    decisions_per_second: float  # inside random rollouts
    reference_ratio: float  # of these, against the reference loop in the same minute
    rollouts_per_second: float
    simulations_per_second: float | None  # None where no bot can judge positions of the game
    simulations_per_second_played_on: float | None
    played_on: int | None  # answers of a truncated rollout


class RolloutLoop:
    """Random play from positions to the end of the game; counts rollouts and decisions."""

    def __init__(self, game: Game, states: np.ndarray):
        self.play_out = timing.play_out.of(game.legal, game.step, game.redeal).compiled()
        self.states, self.scratch, self.mask = states, game.rows(1), game.mask()
        self.generator, self.counts = np.array([1], np.uint64), np.zeros(2, np.int64)

    def __call__(self, rollouts: int) -> int:
        before = int(self.counts[1])
        self.play_out(self.states, self.scratch, self.mask, self.generator, rollouts, self.counts)
        return int(self.counts[1]) - before


class SearchLoop:
    """Searches of positions in which there is a choice; counts simulations."""

    def __init__(self, game: Game, states: np.ndarray, seats: int, tuning: np.ndarray):
        self.searcher = Searcher(game, replace(judge(game), tuning=tuning), SIMULATIONS)
        mask = game.mask()
        self.states = states[[game.legal(states, row, mask) > 1 for row in range(len(states))]]
        self.seats, self.searches = seats, 0

    def __call__(self, searches: int) -> int:
        done = 0
        for _ in range(searches):
            row = self.searches % len(self.states)
            done += self.searcher.think(self.states[row : row + 1], self.seats, self.searches).simulations
            self.searches += 1
        return done
