"""The other engine is searched where there is something to choose, and nothing fails where it is not installed."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from mecenate.lab import peers

CHANCE, END = "chance", "end"
COURSE = (CHANCE, CHANCE, 1, 3, CHANCE, 2, 1, END)  # how many answers are offered, one question after the other


class State:
    """A game of which only the number of answers is known."""

    def __init__(self):
        self.at = 0

    def is_terminal(self):
        return COURSE[self.at] == END

    def is_chance_node(self):
        return COURSE[self.at] == CHANCE

    def chance_outcomes(self):
        return [(0, 0.25), (1, 0.75)]

    def legal_actions(self):
        return list(range(int(COURSE[self.at])))

    def apply_action(self, action):
        assert action in ((0, 1) if self.is_chance_node() else self.legal_actions())
        self.at += 1


class Bot:
    searched: list

    def __init__(self, _game, _evaluator, _curiosity, simulations, *_):
        self.simulations = simulations
        Bot.searched = []

    def mcts_search(self, state):
        Bot.searched.append(COURSE[state.at])
        return SimpleNamespace(explore_count=self.simulations)


@pytest.fixture
def spiel(monkeypatch):
    module = ModuleType("pyspiel")
    module.__dict__.update(
        __version__="1.0",
        load_game=lambda name: SimpleNamespace(new_initial_state=State) if name == "hearts" else None,
        RandomRolloutEvaluator=lambda rollouts, seed: (rollouts, seed),
        MCTSBot=Bot,
    )
    monkeypatch.setitem(sys.modules, "pyspiel", module)


def test_choices_of_one_game_after_the_other_are_searched(spiel):
    loop = peers.hearts()
    assert loop is not None
    assert loop.version == "1.0"
    assert loop(1) == peers.SIMULATIONS
    assert loop(4) == 4 * peers.SIMULATIONS
    assert Bot.searched == [3, 2, 3, 2, 3]


def test_without_it_there_is_nothing_to_measure(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert peers.hearts() is None


def test_the_real_thing_is_searched():
    pytest.importorskip("pyspiel")
    loop = peers.hearts()
    assert loop is not None
    assert loop(3) == 3 * peers.SIMULATIONS
