"""An analysis: repeatable, fair to moves that the search hardly looked at, and blind to what the seat can't know."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import mecenate
from mecenate import bots
from mecenate.bots.thinking import Answer, Result, Thought
from mecenate.core import records
from mecenate.core.errors import MecenateError
from mecenate.games import GAMES, load
from mecenate.insight.analysis import Decision, analyse, asked_in, check, costly, decide, given_away, outlooks
from mecenate.insight.comparing import Compared, compare, noise, together

STORED = Path(__file__).parents[1] / "games"
FEW = 16


def stored(name):
    return records.read(STORED / name, load)


def middle(key, seats=3):
    """A question with a choice in the middle of a game."""
    match = mecenate.new(key, seats, seed=5)
    bot = bots.make("greedy", match.game, 1)
    while len(match.moves) < 60 or len(match.legal_actions()) < 3:
        match.play(bot.choose(match))
    return match


def test_the_same_seed_finds_the_same_however_many_work_at_it():
    questions = asked_in(stored("princes/stored/2-seats-greedy.record"))[:12]
    told = []
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(3) as three:
        found = [analyse(questions, pool, FEW, seed=4, progress=told.append) for pool in (one, three)]
    assert found[0] == found[1]
    assert sum(told) == 24
    with ThreadPoolExecutor(1) as pool:
        assert analyse(questions, pool, FEW, seed=5) != found[0]


def test_every_decision_is_told_with_what_each_seat_may_hope_for():
    match = stored("stanza/stored/2-seats-lively.record")
    questions = asked_in(match)
    assert [one.match.seat for one in questions] == [match.moves[one.position].seat for one in questions]
    assert all(len(one.match.legal_actions()) > 1 for one in questions)
    for question in questions[10:60:10]:
        found = decide(question.match, question.position, question.played, FEW)
        assert (found.position, found.seat, found.played) == (question.position, question.match.seat, question.played)
        assert sum(found.chances) == pytest.approx(1)
        assert len(found.scores) == match.seats
        assert found.preferred in question.match.legal_actions()
        assert found.cost == 0 if found.agrees else found.cost >= 0


def test_a_bad_move_costs_and_a_good_one_does_not():
    """Who turns all the money of a work into points, or none of it, may regret it while the game is open."""
    match = stored("princes/stored/2-seats-greedy.record")
    questions = [one for one in asked_in(match) if one.match.question == "convert"]
    played = [(one, choose(one.match.legal_actions())) for one in questions for choose in (min, max)]
    found = [(one, decide(one.match, one.position, action, 64)) for one, action in played]
    question, dear = max(found, key=lambda pair: pair[1].cost)
    assert dear.cost > 0.02
    assert dear.preferred_chance - dear.played_chance == pytest.approx(dear.cost)
    assert not dear.agrees
    good = decide(question.match, question.position, dear.preferred, 64)
    assert good.agrees and good.cost == 0


@pytest.mark.parametrize("key", GAMES)
def test_hidden_things_change_nothing(key):
    match = middle(key)
    played = match.legal_actions()[0]
    found = decide(match, 60, played, FEW, seed=2)
    for seed in range(3):
        twin = match.copy()
        twin.game.redeal(twin.rows, 0, twin.seat, np.uint64(seed))
        assert decide(twin, 60, played, FEW, seed=2) == found


def test_more_simulations_of_one_answer_leave_the_others_alone():
    match = middle("princes")
    bot = bots.make("search:32", match.game, 3)
    assert isinstance(bot, bots.SearchBot)
    before = {one.action: one.simulations for one in bot.think(match).answers}
    rare = min(before, key=lambda action: before[action])
    found = bot.insist(match, rare, 9)
    assert len(found) == 9
    assert all(0 <= one.chance <= 1 and 20 < one.points < 120 for one in found)
    now = {action: int(counts[0]) for action, counts in bot._searcher._trees[0].answers().items()}
    assert now == {**before, rare: before[rare] + 9}


def test_an_answer_that_was_hardly_looked_at_gets_a_tree_of_its_own():
    """However many simulations there were before: without room for it, all that follows would be judged too soon."""
    match = middle("princes")
    bot = bots.make("search:32", match.game, 3)
    assert isinstance(bot, bots.SearchBot)
    before = {one.action: one.simulations for one in bot.think(match).answers}
    tree = bot._searcher._trees[0]
    for _ in range(3):
        used = int(tree._used[0])
        bot.insist(match, min(before, key=lambda action: before[action]), 40)
        assert used + 30 < tree._used[0] <= len(tree.nodes)
    now = {one.action: one.simulations for one in bot.think(match).answers}
    assert sum(now.values()) == 32


class Fickle:
    """Its first search is sure that an answer is better; what its later ones find is given."""

    later: list[float]

    def __init__(self, *_):
        self.searches = 0

    def think(self, match):
        self.searches += 1
        first, second = match.legal_actions()[:2]
        return Thought([Answer(first, 48, 0.6), Answer(second, 48, 0.3)], [0.5, 0.5], [10, 10], 96)

    def insist(self, match, action, simulations):
        better = action == match.legal_actions()[0]
        ahead = 0.3 if self.searches == 1 else self.later[self.searches - 2]
        return [Result(0.3 + ahead * better, 10.0)] * simulations


@pytest.mark.parametrize(
    ("later", "cost"), [([0.2] * 4, 0.2), ([0.0] * 4, 0), ([0.3, -0.3, 0.3, -0.2], 0), ([0.02, 0.03, 0.02, 0.03], 0.025)]
)
def test_a_move_costs_what_further_searches_agree_on(monkeypatch, later, cost):
    monkeypatch.setattr(bots, "SearchBot", Fickle)
    monkeypatch.setattr(Fickle, "later", later, raising=False)
    match = middle("princes")
    found = decide(match, 60, match.legal_actions()[1], 96)
    assert found.cost == pytest.approx(cost)
    assert found.preferred_chance - found.played_chance == pytest.approx(sum(later) / 4)


def test_a_move_that_further_searches_like_better_is_the_preferred_one(monkeypatch):
    monkeypatch.setattr(bots, "SearchBot", Fickle)
    monkeypatch.setattr(Fickle, "later", [-0.1] * 4, raising=False)
    match = middle("princes")
    found = decide(match, 60, match.legal_actions()[1], 96)
    assert found.agrees and found.cost == 0 and found.preferred_chance == pytest.approx(0.3)


def test_searches_that_differ_may_all_be_wrong():
    agreed = together([Compared(0.5, 0.4, 0.0)] * 4)
    assert (agreed.first, agreed.second, agreed.difference) == pytest.approx((0.5, 0.4, 0.1))
    assert together([Compared(0.5, 0.4, 0.0), Compared(0.5, 0.5, 0.0), Compared(0.4, 0.4, 0.0)]).difference == 0


class Fake:
    """Thinks nothing of an answer that it hardly tried, and then finds it as good as the other."""

    def __init__(self):
        self.asked: dict[int, int] = {7: 0, 9: 0}

    def think(self, match):
        return Thought([Answer(7, 95, 0.5), Answer(9, 1, 0.0)], [0.5, 0.5], [10, 10], 96)

    def insist(self, match, action, simulations):
        self.asked[action] += simulations
        return [Result(0.5 + 0.01 * (n % 3), 10.0 + n % 3) for n in range(simulations)]


def test_an_answer_that_was_hardly_tried_gets_its_chance():
    bot = Fake()
    found, points = compare(bot, None, bot.think(None), 7, 9)  # type: ignore[arg-type]
    assert bot.asked[9] == bot.asked[7] + 94
    assert found.first == pytest.approx(found.second)
    assert found.difference == points.difference == 0


def test_few_values_are_trusted_less():
    assert noise([0.0, 1.0] * 2) > 2 * noise([0.0, 1.0] * 8)
    assert noise([3.0] * 5) == 0


def decision(position, seat, cost, chances=(0.5, 0.5)):
    return Decision(position, seat, list(chances), [1.0, 2.0], 0, 1, 0.2, 0.2 + cost, cost)


def test_the_dearest_come_first():
    found = [decision(1, 0, 0.1), decision(2, 1, 0.3), decision(3, 0, 0.0), decision(4, 0, 0.2)]
    assert [one.position for one in costly(found)] == [2, 4, 1]
    assert [one.position for one in costly(found, 0)] == [4, 1]
    assert given_away(found, 2) == pytest.approx([0.3, 0.3])


def test_what_is_drawn_is_what_all_seats_thought_last():
    found = outlooks([decision(1, 0, 0, (0.8, 0.2)), decision(2, 1, 0, (0.4, 0.6)), decision(3, 0, 0, (0.6, 0.4))])
    assert [one.chances for one in found] == [[0.8, 0.2], pytest.approx([0.6, 0.4]), pytest.approx([0.5, 0.5])]


@pytest.mark.parametrize(("simulations", "seed"), [(0, 0), (2, 0), (10**9, 0), (64, -1)])
def test_what_can_not_be_is_refused(simulations, seed):
    with pytest.raises(MecenateError):
        check(load("princes"), simulations, seed)
