"""The evaluation of The Princes of Florence: greedy plays both expansions by the rules, honestly, and sees what is clear."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from mecenate.bots import evaluation, make
from mecenate.bots.evaluations.princes_outlook import actions_now
from mecenate.core.match import Match
from mecenate.games.princes import GAME, cooperation, state
from mecenate.games.princes.state import QUESTIONS
from mecenate.lab.simulate import simulate

CHARACTERS, COOPERATION = {"characters": True}, {"cooperation": True}
BOTH = {**CHARACTERS, **COOPERATION}
VARIANTS = [CHARACTERS, COOPERATION, BOTH, {**BOTH, "moving_back": True}]


def until(question: int, options: dict, seats: int = 4, seed: int = 1, round_no: int = 1) -> Match:
    """A greedy game, up to a question."""
    match = Match(GAME, seats, seed, options)
    bots = [make("greedy", GAME, seat) for seat in range(seats)]
    while not match.over:
        s = state.state(match.rows, 0)
        if s.question == question and s.round_no >= round_no:
            return match
        assert match.seat is not None
        match.play(bots[match.seat].choose(match))
    raise AssertionError(f"nobody was asked {QUESTIONS[question]}")


def answer(match: Match) -> str:
    return str(match.play(make("greedy", GAME, 5).choose(match)).notation)


@pytest.mark.parametrize(("options", "seats"), list(product(VARIANTS, (2, 4))))
def test_judging_is_honest_and_leaves_a_position_as_it_was(options, seats):
    match = Match(GAME, seats, 11, options)
    value, player, seen = evaluation(GAME), make("greedy", GAME, 3), set()
    while not match.over:
        before = match.rows.tobytes()
        assert all(np.isfinite(value(match.rows, 0, seat)) for seat in range(seats))
        assert match.rows.tobytes() == before
        seen.add(QUESTIONS[state.state(match.rows, 0).question])
        own = make("greedy", GAME, seed=len(match.moves)).choose(match)
        twin = match.copy()
        GAME.redeal(twin.rows, 0, match.seat, np.uint64(len(match.moves)))
        for other in range(seats):
            if other != match.seat:
                state.state(twin.rows, 0).seats[other].florins += 700  # behind the screen
        assert make("greedy", GAME, seed=len(match.moves)).choose(twin) == own
        match.play(player.choose(match))
    assert "court" in seen or "characters" not in options
    assert [int(value(match.rows, 0, seat)) for seat in range(seats)] == match.scores()


@pytest.mark.parametrize("options", VARIANTS)
def test_greedy_wins_against_random(options):
    result = simulate(GAME, ["greedy", "random", "random", "random"], games=20, seed=5, threads=1, options=options)
    greedy, random = result.results
    assert greedy.win_share.value > 0.95
    assert greedy.score.low > 3 * random.score.high


def court(round_no: int = 7) -> tuple[Match, Any, Any]:
    """The first seat that may bid for a character, with three professions and nothing else, and what the round asks."""
    match = until(state.COURT, CHARACTERS)
    s = state.state(match.rows, 0)
    q = s.seats[s.asked]
    s.round_no = round_no
    q.jesters, q.tiles, q.builders, q.florins, q.bonus_cards = 0, 0, 0, 1500, 0
    q.landscapes[:] = 0
    return match, s, q


def test_the_muse_is_bought_who_makes_works_good_enough():
    match, _, q = court()
    q.jesters = 4
    assert answer(match).startswith("marker muse")


def test_the_cardinal_is_bought_for_a_third_work():
    match, _, q = court()
    q.jesters = 7
    assert answer(match).startswith("marker cardinal")


def test_the_princess_is_bought_where_her_work_is_the_only_one():
    match, _, q = court()
    q.tiles = 5
    assert answer(match).startswith("marker princess")


def test_a_character_without_use_is_not_bought():
    match, s, _ = court()
    s.hired = 0b111110
    assert answer(match) == "pass"


def test_nobody_raises_without_rivals():
    match, s, q = court()
    s.passed = 0b1111 & ~(1 << int(s.asked))
    q.jesters = 4
    assert answer(match) == "marker muse 300"
    match, s, _ = court(3)
    s.passed = 0b1111 & ~(1 << int(s.asked))
    s.hired = 0b011111
    assert answer(match) == "marker banker 0"


def test_a_marker_is_raised_while_it_is_worth_it():
    match, s, q = court()
    q.jesters = 4
    s.marked_by[state.MUSE], s.marked_at[state.MUSE] = (int(s.asked) + 1) % 4 + 1, 6
    assert answer(match).startswith("marker muse")


def test_the_banker_changes_all_florins():
    match, s, q = court()
    s.question, s.phase, q.character, q.florins = state.EXCHANGE, state.ACTIONS, state.BANKER + 1, 2700
    assert answer(match) == "convert 13"


@pytest.mark.parametrize(("bid", "ahead", "wanted"), [(1500, 0, "free"), (200, 30, "pay")])
def test_the_merchant_pays_or_scores_whatever_is_more(bid, ahead, wanted):
    """The leader's Merchant scores a single point, the last one's four."""
    match = until(state.OPEN, CHARACTERS, round_no=2)
    s = state.state(match.rows, 0)
    q = s.seats[s.asked]
    for other in range(4):
        s.seats[other].prestige = 5 + (ahead if other != s.asked else 0)
    q.character, q.florins = state.MERCHANT + 1, 3000
    s.question, s.stack, s.bid, s.bidder = state.PAYMENT, state.JESTER, bid, s.asked
    assert answer(match) == wanted


def test_the_professor_is_not_forgotten():
    """The last call: what is not used now is lost."""
    match, s, q = court(4)
    s.question, s.phase, s.resume, q.character = state.USE, state.AUCTION, state.NEXT_COURT, state.PROFESSOR + 1
    s.bought = 0b1111
    assert answer(match).startswith("professor")


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_shared_building_is_taken_as_a_gift_and_not_for_a_fortune(seed):
    for price, wanted in ((0, {"accept"}), (3000, {"refuse", "counter"})):
        match = until(state.REPLY, COOPERATION, seats=5, seed=seed)
        s = state.state(match.rows, 0)
        s.seats[s.asked].florins = 3500
        s.price = price
        assert answer(match) in wanted


@pytest.mark.parametrize("seats", [4, 5])
def test_neighbours_build_together_for_a_sensible_price(seats):
    prices, proposals = [], 0
    for seed in range(6):
        match = Match(GAME, seats, seed, COOPERATION)
        bots = [make("greedy", GAME, seat) for seat in range(seats)]
        while not match.over:
            price = int(state.state(match.rows, 0).price)
            assert match.seat is not None
            word = str(match.play(bots[match.seat].choose(match)).notation).split()[0]
            proposals += word == "cooperate"
            if word == "accept":
                prices.append(price)
    assert len(prices) > 10
    assert proposals < 12 * len(prices)
    assert 50 < sum(prices) / len(prices) < 600


def test_whose_actions_are_left_while_a_neighbour_is_asked():
    match = until(state.REPLY, COOPERATION)
    s = state.state(match.rows, 0)
    builder, partner = cooperation.active(s), int(s.asked)
    assert builder != partner
    assert actions_now(s, builder) == s.actions_left
    later = (partner - s.starter) % 4 > (builder - s.starter) % 4
    assert actions_now(s, partner) == (2 if later else 0)


def test_the_cardinal_gives_a_third_action():
    match, s, q = court()
    assert actions_now(s, int(s.asked)) == 2
    q.character = state.CARDINAL + 1
    assert actions_now(s, int(s.asked)) == 3
    assert match.seat == s.asked
