"""Another engine's search beside ours, where it is installed: OpenSpiel's MCTS in C++, which plays at random to the end."""

import random
from importlib import import_module
from typing import Any

NAME, GAME, SEATS = "OpenSpiel", "hearts", 4
INSTALL = "pip install open_spiel"
SIMULATIONS = 512  # of each search
CURIOSITY, MEGABYTES = 2.0, 64


class HeartsLoop:
    """Searches of positions of random games of hearts in which there is a choice; counts simulations."""

    def __init__(self, spiel: Any):
        self.version = spiel.__version__
        self.game = spiel.load_game(GAME)
        evaluator = spiel.RandomRolloutEvaluator(1, 1)
        self.bot = spiel.MCTSBot(self.game, evaluator, CURIOSITY, SIMULATIONS, MEGABYTES, False, 1, False)
        self.chance = random.Random(1)
        self.state = self.game.new_initial_state()

    def __call__(self, searches: int) -> int:
        done = 0
        for _ in range(searches):
            done += self.bot.mcts_search(self.next_choice()).explore_count
        return done

    def next_choice(self) -> Any:
        """Play on at random to a question with at least two answers, in the next game if need be."""
        while True:
            if self.state.is_terminal():
                self.state = self.game.new_initial_state()
            elif not self.state.is_chance_node():
                self.state.apply_action(self.chance.choice(self.state.legal_actions()))
            while self.state.is_chance_node():
                actions, odds = zip(*self.state.chance_outcomes(), strict=True)
                self.state.apply_action(self.chance.choices(actions, odds)[0])
            if not self.state.is_terminal() and len(self.state.legal_actions()) > 1:
                return self.state


def hearts() -> HeartsLoop | None:
    """The loop to measure; None where OpenSpiel is not installed."""
    try:
        spiel = import_module("pyspiel")
    except ImportError:
        return None
    return HeartsLoop(spiel)
