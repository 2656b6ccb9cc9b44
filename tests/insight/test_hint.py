"""A hint: the bot's first choice and its reason in the game's words, from what the seat may know and nothing else."""

import numpy as np
import pytest

import mecenate
from mecenate import bots
from mecenate.bots.thinking import Answer, Result, Thought
from mecenate.core.breakdown import breakdown
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load
from mecenate.insight.hint import WORDS, Hint, hint, reason
from mecenate.insight.outcomes import Outcomes

FEW = 24


def middle(key, moves=60):
    match = mecenate.new(key, 3, seed=5)
    bot = bots.make("greedy", match.game, 1)
    while len(match.moves) < moves or len(match.legal_actions()) < 3:
        match.play(bot.choose(match))
    return match


@pytest.mark.parametrize("key", GAMES)
def test_hidden_things_change_nothing(key):
    match = middle(key)
    found = hint(match, 3, FEW, None)
    assert found.action in match.legal_actions()
    for seed in range(2):
        twin = match.copy()
        twin.game.redeal(twin.rows, 0, twin.seat, np.uint64(seed))
        assert hint(twin, 3, FEW, None) == found
        assert reason(twin, found, "en") == reason(match, found, "en")


def test_the_match_stays_as_it_is():
    match = middle("princes")
    before = match.rows.copy()
    hint(match, 1, FEW, None)
    assert (match.rows == before).all()


def test_an_only_answer_needs_no_thought():
    match = mecenate.new("stanza", 2, seed=1)
    bot = bots.make("random", match.game, 1)
    while len(match.legal_actions()) > 1:
        match.play(bot.choose(match))
    found = hint(match)
    assert found == Hint(match.legal_actions()[0])
    assert reason(match, found, "en") == "There is no other answer."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_reasons_are_whole_sentences_in_every_language(key, language):
    match = middle(key)
    one, other = match.legal_actions()[:2]
    words = match.game.texts
    source = next(iter(words.table("en")["breakdown"]))
    said = match.sentence(other, language)
    same = reason(match, Hint(one, other, 0.3, 0.3), language)
    close = reason(match, Hint(one, other, 0.3, 0.3, close=True), language)
    likely = reason(match, Hint(one, other, 0.34, 0.29, likelier=True), language)
    rich = reason(match, Hint(one, other, 0.01, 0.01, points=2.44, richer=True, sources={source: 1.86}), language)
    both = reason(match, Hint(one, other, 0.34, 0.29, likelier=True, points=2.44, richer=True), language)
    assert all(said in told and "{" not in told for told in (same, close, likely, rich, both))
    assert "34" in likely and "29" in likely and both.startswith(likely)
    assert f"2{'.' if language == 'en' else ','}4" in both
    mark = "." if language == "en" else ","
    assert f"2{mark}4" in rich and f"+1{mark}9" in rich
    assert words.find(language, f"breakdown.{source}") in rich
    assert len({same, close, likely, rich, both}) == 5


def test_the_words_have_the_same_keys_in_every_language():
    keys = [{f"{part}.{key}" for part, texts in WORDS.table(one).items() for key in texts} for one in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


@pytest.mark.parametrize("key", GAMES)
def test_outcomes_tell_where_points_come_from(key):
    """What is noted inside the kernel is what the breakdown of the same moves says."""
    match = middle(key, 120)
    game, seat, action = match.game, int(match.state.asked), match.legal_actions()[0]
    seed, outcomes = np.uint64(11), Outcomes(match)
    (found,) = outcomes.after([action], seed)
    twin = match.copy()
    game.redeal(twin.rows, 0, seat, seed)
    start = twin.copy()
    actions = outcomes.played(twin.rows, action, seed).tolist()
    assert actions[0] == action
    for one in actions:
        assert one in twin.legal_actions()
        game.step(twin.rows, 0, one)
    assert twin.over
    before = _points(start, seat)
    parts = breakdown(start, actions)
    assert found == {source: points[seat] for source, points in parts.items()}
    assert sum(found.values()) == twin.scores()[seat] - before


def _points(match, seat):
    """What a seat has by the stock that wins."""
    stocks = np.zeros(match.seats * len(match.game.stock_names), np.int64)
    match.game.stocks(match.rows, 0, stocks)
    return int(stocks.reshape(match.seats, -1)[seat, -1])


class Two:
    """Searches whose choices, chances and points are given: what the first answer is ahead of the second in each of them."""

    choices: list[int]
    chance: list[float]
    points: list[float]
    level = 0.3

    def __init__(self, name, game, seed, seconds):
        Two.made = self.number = getattr(Two, "made", -1) + 1

    def think(self, match, whole):
        actions = match.legal_actions()
        favourite = actions[self.choices[self.number]]
        answers = [Answer(one, 60 if one == favourite else 30, 0.3) for one in actions[:3]]
        return Thought(sorted(answers, key=lambda one: -one.simulations), [0.5, 0.5], [10, 10], 120)

    def insist(self, match, action, simulations):
        first = action == match.legal_actions()[0]
        return [
            Result(self.level + first * self.chance[self.number], 20 + first * self.points[self.number])
        ] * simulations  # fmt: skip


@pytest.fixture
def two(monkeypatch):
    """A hint by two such searches, where games that are played on agree with them about points."""

    def make(choices, chance, points, level=0.3, gain=2):
        for name, value in {"choices": choices, "chance": chance, "points": points, "level": level, "made": -1}.items():
            monkeypatch.setattr(Two, name, value, raising=False)
        match = middle("princes")
        first = match.legal_actions()[0]
        monkeypatch.setattr(bots, "SearchBot", Two)
        monkeypatch.setattr(
            Outcomes, "after", lambda _, actions, __: [{"scored_building": gain if one == first else 0} for one in actions]
        )  # fmt: skip
        found = hint(match, 1, 120, None)
        return match.legal_actions().index(found.action), found, reason(match, found, "en")

    return make


def test_what_both_searches_find_is_told(two):
    choice, found, told = two([0, 0], [0.06, 0.04], [3.0, 5.0])
    assert choice == 0 and (found.likelier, found.richer, found.close) == (True, True, False)
    assert found.chance - found.other_chance == pytest.approx(0.05) and found.points == pytest.approx(4)
    assert told.startswith("I expect to win 35 of 100") and "4.0" in told and found.sources == {"scored_building": 2.0}


def test_one_search_alone_is_not_believed(two):
    _, found, told = two([0, 0], [0.06, 0.0], [3.0, 0.0])
    assert not (found.likelier or found.richer or found.close or found.sources) and "about as much" in told
    _, found, told = two([0, 1], [0.06, -0.06], [3.0, -3.0])
    assert found.close and not (found.likelier or found.richer) and told.startswith("It is close")


def test_a_reason_that_speaks_against_the_choice_is_not_told(two):
    _, found, told = two([0, 0], [0.06, 0.04], [-3.0, -5.0])
    assert found.likelier and not (found.richer or found.sources) and "bring" not in told
    assert two([0, 0], [0.06, 0.04], [3.0, 5.0], gain=-2)[1].sources == {}


def test_where_nothing_can_be_won_points_decide(two):
    choice, found, told = two([1, 0], [0.0, 0.001], [4.0, 6.0], level=0.002)
    assert choice == 0 and found.richer and not (found.likelier or found.close)
    assert told.startswith("I expect 5.0 prestige points more at the end")
    assert two([0, 0], [0.0, 0.001], [-4.0, -6.0], level=0.002, gain=0)[0] == 1


def test_a_clear_case_is_explained_by_its_source():
    """Turning money into prestige at the very end brings prestige, by works."""
    match = mecenate.new("princes", 2, seed=3)
    bot, last = bots.make("greedy", match.game, 1), None
    while not match.over:
        if match.question == "convert" and len(match.legal_actions()) > 1:
            last = match.copy()
        match.play(bot.choose(match))
    assert last is not None
    found = hint(last, 1, 64, None)
    assert found.action == max(last.legal_actions())
    assert found.richer
    assert next(iter(found.sources)) == "converted"
    assert load("princes").texts.find("en", "breakdown.converted") in reason(last, found, "en")
