"""A search keeps its own books right, uses its budget, and finds what is plain to see."""

import time
from dataclasses import replace

import numpy as np
import pytest

import mecenate
from mecenate.bots import SearchBot, level, make, net, thinking
from mecenate.bots.judging import judge
from mecenate.bots.thinking import AT_ONCE, PATIENT, Searcher, Tree
from mecenate.bots.tuning import POINTS, tuned
from mecenate.core.match import Match
from mecenate.games import GAMES, load
from mecenate.lab.fitting import fresh

TABLES = [(key, seats) for key in GAMES for seats in (load(key).seats[0], load(key).seats[-1])]
OPTIONS = [
    ("princes", 3, {"characters": True, "cooperation": True}),
    ("carrara", 2, {"version": "advanced"}),
    ("stanza", 3, {"variant": "expert"}),
]


def somewhere(key: str, seats: int, moves: int, options: dict | None = None) -> Match:
    match = mecenate.new(key, seats, seed=21, options=options or {})
    bot = make("greedy", match.game, 1)
    while len(match.moves) < moves or len(match.legal_actions()) < 3:
        match.play(bot.choose(match))
    return match


@pytest.mark.parametrize(("key", "seats"), TABLES)
@pytest.mark.parametrize("moves", [0, 50])
def test_what_a_search_tells_adds_up(key, seats, moves):
    match = somewhere(key, seats, moves)
    before = match.rows.tobytes()
    thought = Searcher(match.game, judge(match.game), 40).think(match.rows, seats, 5)
    assert match.rows.tobytes() == before
    assert thought.simulations == 40 == sum(answer.simulations for answer in thought.answers)
    assert sorted(answer.action for answer in thought.answers) == match.legal_actions()
    assert sum(thought.chances) == pytest.approx(1)
    asked = match.seat
    assert asked is not None
    weighted = sum(answer.simulations * answer.chance for answer in thought.answers) / 40
    assert thought.chances[asked] == pytest.approx(weighted)
    assert all(0 <= answer.chance <= 1 for answer in thought.answers)
    assert thought.action == max(thought.answers, key=lambda answer: answer.simulations).action
    assert len(thought.scores) == seats and np.isfinite(thought.scores).all()


@pytest.mark.parametrize(("key", "seats", "options"), OPTIONS)
def test_every_option_can_be_searched(key, seats, options):
    match = mecenate.new(key, seats, seed=8, options=options)
    bots = [make("search:4", match.game, 1)] + [make("greedy", match.game, seat) for seat in range(1, seats)]
    while not match.over:
        assert match.seat is not None
        match.play(bots[match.seat].choose(match))
    assert match.winners()


def test_a_searcher_thinks_the_same_about_the_same_question():
    match = somewhere("carrara", 3, 20)
    searcher = Searcher(match.game, judge(match.game), 60)
    first = searcher.think(match.rows, 3, 7)
    other = searcher.think(match.rows, 3, 8)
    assert searcher.think(match.rows, 3, 7) == first != other


@pytest.mark.parametrize("seconds", [None, 600])
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_choice_leaves_out_what_can_not_change_it(key, seats, seconds):
    match = somewhere(key, seats, 30)
    searcher, left_out = Searcher(match.game, judge(match.game), 200), 0
    for seed in range(12):
        thought = searcher.think(match.rows, seats, seed, seconds)
        assert searcher.choose(match.rows, seats, seed, seconds) == thought.action
        done = int(searcher._trees[0].nodes["visits"][0])
        assert 100 < done <= 200 == thought.simulations
        left_out += 200 - done
    assert left_out, "no choice was ever clear"


@pytest.mark.parametrize(("simulations", "threads"), [(61, 2), (3, 8)])
def test_threads_share_a_budget(simulations, threads):
    match = somewhere("carrara", 3, 20)
    thought = Searcher(match.game, judge(match.game), simulations, threads).think(match.rows, 3, 7)
    assert thought.simulations == simulations == sum(answer.simulations for answer in thought.answers)
    assert sorted(answer.action for answer in thought.answers) == match.legal_actions()


def test_a_search_ends_when_its_time_is_up():
    match = somewhere("stanza", 4, 20)
    searcher = Searcher(match.game, judge(match.game), 10**5)
    begun = time.monotonic()
    thought = searcher.think(match.rows, 4, 7, seconds=0.1)
    assert 0 < thought.simulations < 10**5
    assert time.monotonic() - begun < 60  # not that it was quick, but that it ended by itself


@pytest.mark.parametrize(("key", "seed"), [("princes", 1), ("carrara", 1), ("stanza", 2)])
def test_who_is_lost_plays_for_points(key, seed):
    """Where nothing can be won any more, answers differ in their points; without them it would be all the same."""
    match = mecenate.new(key, 3, seed=seed)
    game, usual = match.game, judge(match.game)
    indifferent = usual.tuning.copy()
    indifferent[POINTS] = 0
    players = [make(name, game, 1 + k) for k, name in enumerate(("random", "greedy", "greedy"))]
    blunt, keen, third = (Searcher(game, replace(usual, tuning=one), 256) for one in (indifferent, *[usual.tuning] * 2))
    gains = []
    while not match.over:
        assert match.seat is not None
        if match.seat == 0 and len(match.moves) > 100 and len(match.legal_actions()) > 2:
            before = blunt.think(match.rows, 3, 5)
            if before.chances[0] < 0.002 and before.action != (now := keen.think(match.rows, 3, 5).action):
                third.think(match.rows, 3, 99)
                then, more = (third.insist(match.rows, 3, action, 200) for action in (before.action, now))
                gains.append(np.mean([b.points - a.points for a, b in zip(then, more, strict=True)]))
        match.play(players[match.seat].choose(match))
    assert np.sum(gains) > 5


class Clock:
    """Each look at it takes a hundredth of a second."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        self.now += 0.01
        return self.now


def bot_with(name: str, match: Match, seconds: float | None) -> SearchBot:
    bot = make(name, match.game, 7, seconds)
    assert isinstance(bot, SearchBot)
    return bot


def test_a_master_uses_his_seconds_and_others_their_simulations(monkeypatch):
    match = somewhere("princes", 3, 40)
    monkeypatch.setattr(thinking, "time", Clock())
    number = level("master", match.game)
    found = [bot_with(name, match, 0.4).think(match).simulations for name in ("master", "journeyman", "search:20")]
    assert found[0] > 2 * number and found[1:] == [level("journeyman", match.game), 20]
    assert [bot_with("master", match, seconds).think(match).simulations for seconds in (None, 0.0)] == [number, AT_ONCE]


def test_a_master_at_a_table_stops_when_the_choice_is_made(monkeypatch):
    match, stopped = somewhere("carrara", 3, 30), 0
    monkeypatch.setattr(thinking, "time", Clock())
    for seconds in (0.2, 0.4, 0.6):
        whole = bot_with("master", match, seconds).think(match)
        brief = bot_with("master", match, seconds).think(match, whole=False)
        assert brief.action == whole.action and brief.simulations <= whole.simulations
        stopped += brief.simulations < whole.simulations
    assert stopped


def test_the_memory_of_a_master_with_time_has_an_end(monkeypatch):
    match = somewhere("carrara", 3, 30)
    monkeypatch.setattr(thinking, "time", Clock())
    monkeypatch.setattr(thinking, "LARGEST", 3000)
    bot = bot_with("master", match, 4.0)
    thought, tree = bot.think(match), bot._searcher._trees[0]
    assert thought.simulations > 2 * len(tree.nodes) and len(tree.nodes) == 3001
    assert thought.simulations == sum(answer.simulations for answer in thought.answers)
    assert len(bot.insist(match, thought.action, 40)) == 40 and len(tree.nodes) < 3200


def test_a_full_tree_still_answers():
    """With hardly any room for nodes and edges a search goes on with what it has."""
    match = somewhere("princes", 4, 60)
    searcher = Searcher(match.game, judge(match.game), 80)
    tree = searcher._trees[0]
    tree.nodes, tree.edges = tree.nodes[:5], tree.edges[: len(match.legal_actions()) + 6]
    thought = searcher.think(match.rows, 4, 7)
    assert thought.simulations == 80 == sum(answer.simulations for answer in thought.answers)


@pytest.mark.parametrize("key", GAMES)
def test_an_instinct_says_where_to_look_and_the_network_what_it_is_worth(key):
    match = somewhere(key, 2, 40)
    judged = judge(match.game)
    stranger = fresh(judged.inputs, judged.heads, float(judged.weights[net.MARGIN]), np.random.default_rng(1))

    def trees(**changed: np.ndarray) -> Tree:
        tree = Tree(match.game, replace(judged, tuning=tuned(), **changed), 8)
        tree.think(match.rows, 2, np.uint64(5), 1, None, True)
        return tree

    own, other_instinct, other_network = some = trees(), trees(instinct=stranger), trees(weights=stranger)
    weights = [np.sort(tree._first_edges(), order="action")["weight"] for tree in some]
    assert (weights[0] == weights[2]).all() and not np.allclose(weights[0], weights[1])
    (unseen, *_) = [action for action in match.legal_actions() if not any(tree.answers()[action][0] for tree in some)]
    worth = [tree.insist(match.rows, 2, unseen, 1) for tree in (own, other_instinct, other_network)]
    assert worth[0] == worth[1] != worth[2]


def test_a_short_search_judges_at_once():
    """It goes by the instinct, but does not play on."""
    match = somewhere("princes", 3, 40)
    judged = judge(match.game)
    without = replace(judged, instinct=judged.weights)
    at_once = replace(judged, tuning=tuned())
    short, long = (
        [Searcher(match.game, one, n).think(match.rows, 3, 7) for one in (judged, without, at_once)]
        for n in (PATIENT - 1, PATIENT)
    )
    assert short[0] == short[2] != short[1]
    assert long[1] != long[0] != long[2]
