"""A hint: the bot's first choice and its reason in the game's words, from what the seat may know and nothing else."""

import numpy as np
import pytest

import mecenate
from mecenate import bots
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
    found = hint(match, 3, FEW, limited=False)
    assert found.action in match.legal_actions()
    for seed in range(2):
        twin = match.copy()
        twin.game.redeal(twin.rows, 0, twin.seat, np.uint64(seed))
        assert hint(twin, 3, FEW, limited=False) == found
        assert reason(twin, found, "en") == reason(match, found, "en")


def test_the_match_stays_as_it_is():
    match = middle("princes")
    before = match.rows.copy()
    hint(match, 1, FEW, limited=False)
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
    likely = reason(match, Hint(one, other, 0.34, 0.29, True), language)
    rich = reason(match, Hint(one, other, 0.34, 0.29, True, 2.44, True, {source: 1.86}), language)
    assert all(said in told and "{" not in told for told in (same, likely, rich))
    assert "34" in likely and "29" in likely
    mark = "." if language == "en" else ","
    assert f"2{mark}4" in rich and f"+1{mark}9" in rich
    assert words.find(language, f"breakdown.{source}") in rich
    assert len({same, likely, rich}) == 3


def test_the_words_have_the_same_keys_in_every_language():
    keys = [{f"{part}.{key}" for part, texts in WORDS.table(one).items() for key in texts} for one in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


@pytest.mark.parametrize("key", GAMES)
def test_outcomes_tell_where_points_come_from(key):
    """What is noted inside the kernel is what the breakdown of the same moves says."""
    match = middle(key, 120)
    game, seat, action = match.game, int(match.state.asked), match.legal_actions()[0]
    seed = np.uint64(11)
    (found,) = Outcomes(match).after([action], seed)
    twin = match.copy()
    game.redeal(twin.rows, 0, seat, seed)
    start = twin.copy()
    bot = bots.make("greedy", game, 11)
    actions = [action]
    game.step(twin.rows, 0, action)
    while not twin.over:
        actions.append(bot.choose(twin))
        game.step(twin.rows, 0, actions[-1])
    before = _points(start, seat)
    parts = breakdown(start, actions)
    assert found == {source: points[seat] for source, points in parts.items()}
    assert sum(found.values()) == twin.scores()[seat] - before


def _points(match, seat):
    """What a seat has by the stock that wins."""
    stocks = np.zeros(match.seats * len(match.game.stock_names), np.int64)
    match.game.stocks(match.rows, 0, stocks)
    return int(stocks.reshape(match.seats, -1)[seat, -1])


def test_a_clear_case_is_explained_by_its_source():
    """Turning money into prestige at the very end brings prestige, by works."""
    match = mecenate.new("princes", 2, seed=3)
    bot, last = bots.make("greedy", match.game, 1), None
    while not match.over:
        if match.question == "convert" and len(match.legal_actions()) > 1:
            last = match.copy()
        match.play(bot.choose(match))
    assert last is not None
    found = hint(last, 1, 64, limited=False)
    assert found.action == max(last.legal_actions())
    assert found.richer
    assert next(iter(found.sources)) == "converted"
    assert load("princes").texts.find("en", "breakdown.converted") in reason(last, found, "en")
