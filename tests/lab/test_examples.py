"""Examples are what searches made of questions: every answer with the position after it, and how often it was looked at."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from mecenate.bots.judging import judge
from mecenate.games import GAMES, load
from mecenate.lab.examples import LONG, SHORT, Searched, examples
from mecenate.lab.games import Table, lineup
from mecenate.lab.imitating import firsts


@pytest.mark.parametrize("key", GAMES)
def test_examples_are_questions_that_were_searched(key):
    game = load(key)
    judged = judge(game)
    searched, counted = Searched(game, judged, 64), []
    with ThreadPoolExecutor(2) as pool:
        found, again, other = (examples(searched, 3, seed, pool, counted.append) for seed in (3, 3, 4))
    assert sum(counted) == 9
    assert (found.rows == again.rows).all() and (found.visits == again.visits).all()
    assert not np.array_equal(found.rows, other.rows)
    assert found.rows.shape == (len(found.visits), judged.inputs + 1) and found.answers.sum() == len(found.visits)
    assert (found.answers > 1).all(), "a question with one answer is none"
    looks = np.add.reduceat(found.visits, firsts(found.answers))
    assert (looks > SHORT).all() and looks.max() == 64, "only long searches are kept, cut short where the choice was clear"
    assert np.isfinite(found.rows).all() and (found.rows[:, :-1] != 0).any(1).all()
    assert set(np.unique(found.rows[:, -1])) <= set(range(judged.heads))


def test_answers_to_a_question_lead_to_different_positions():
    game = load("carrara")
    found = Searched(game, judge(game), 64).play(3, {}, 5, 0.0)
    alike = sum(
        len(np.unique(found.rows[first : first + n], axis=0)) < n
        for first, n in zip(firsts(found.answers), found.answers, strict=True)
    )
    assert alike < 0.2 * len(found.answers)


def test_a_share_of_questions_is_searched_long():
    game = load("stanza")
    searched, table = Searched(game, judge(game), 64), Table(lineup(game, ["greedy"] * 3))
    kept = sum(len(searched.play(3, {}, seed, 0.0).answers) for seed in range(2))
    asked = sum(sum(table.play(number).decisions) for number in range(2))
    assert 0.5 * LONG < kept / asked < 1.5 * LONG


def test_searches_go_by_the_instinct_that_is_given():
    game = load("princes")
    judged = judge(game)
    found = [Searched(game, replace(judged, instinct=one), 64).play(2, {}, 5, 0.0) for one in (judged.instinct, judged.weights)]
    assert not np.array_equal(found[0].visits, found[1].visits)
