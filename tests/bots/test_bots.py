"""Bots play whole games by the rules, repeatably, and know nothing that they may not know."""

import numpy as np
import pytest

import mecenate
from mecenate.bots import BOTS, evaluation, judged, level, levels, make, play
from mecenate.bots.thinking import PATIENT
from mecenate.core.errors import MecenateError
from mecenate.core.match import Match
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load

TABLES = [(key, seats) for key in GAMES for seats in load(key).seats]
JUDGED = [(key, seats) for key, seats in TABLES if judged(load(key))]


def play_out(match: Match, names: list[str], seed: int) -> Match:
    """`play` refuses whatever is not offered, so a game that ends was played by the rules."""
    seated = [make(name, match.game, seed + k) for k, name in enumerate(names)]
    while not match.over:
        assert match.seat is not None
        match.play(seated[match.seat].choose(match))
    return match


@pytest.mark.parametrize(("key", "seats"), JUDGED)
def test_greedy_plays_whole_games_by_the_rules(key, seats):
    match = play_out(mecenate.new(key, seats, seed=5), ["greedy"] * seats, seed=1)
    assert match.winners()


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_random_plays_whole_games_by_the_rules(key, seats):
    match = play_out(mecenate.new(key, seats, seed=5), ["random"] * seats, seed=1)
    assert match.winners()


PLAYS_ON = f"search:{PATIENT}"  # like a bot with more simulations; one with fewer judges at once
QUICK = ["random", "greedy", "search:12", PLAYS_ON]


@pytest.mark.parametrize("name", QUICK)
def test_the_same_seeds_give_the_same_game(name):
    games = [play_out(mecenate.new("princes", 3, seed=4), [name] * 3, seed=9) for _ in range(2)]
    assert games[0].record() == games[1].record()
    other = play_out(mecenate.new("princes", 3, seed=4), [name] * 3, seed=99)
    assert name != "random" or other.record() != games[0].record()


@pytest.mark.parametrize(("key", "seats"), JUDGED)
def test_hidden_things_change_no_choice(key, seats):
    """In every position of a game, whatever the seat can't know may be dealt anew: a bot chooses the same."""
    match = mecenate.new(key, seats, seed=11)
    player = make("greedy", match.game, 3)
    changed = 0
    while not match.over:
        for name in ("greedy", "search:8", PLAYS_ON) if len(match.moves) % 8 == 0 else ("greedy",):
            own = make(name, match.game, seed=len(match.moves)).choose(match)
            for chance in range(3):
                twin = match.copy()
                match.game.redeal(twin.rows, 0, match.seat, np.uint64(chance))
                changed += twin.rows.tobytes() != match.rows.tobytes()
                assert make(name, match.game, seed=len(match.moves)).choose(twin) == own
        match.play(player.choose(match))
    assert changed > len(match.moves)  # there were hidden things to change


@pytest.mark.parametrize(("key", "seats"), JUDGED)
def test_judging_a_position_leaves_it_as_it_was(key, seats):
    match = mecenate.new(key, seats, seed=12)
    value = evaluation(match.game)
    player = make("greedy", match.game, 3)
    while not match.over:
        before = match.rows.tobytes()
        for seat in range(seats):
            assert np.isfinite(value(match.rows, 0, seat))
        assert match.rows.tobytes() == before
        match.play(player.choose(match))
    assert [int(value(match.rows, 0, seat)) for seat in range(seats)] == match.scores()


def test_greedy_never_sells_prestige_for_nothing():
    match = play_out(mecenate.new("princes", 4, seed=8), ["greedy"] * 4, seed=2)
    assert not [move for move in match.moves if move.notation == "back"]


def test_every_bot_has_words():
    for language in LANGUAGES:
        assert list(levels.WORDS.table(language)["bots"]) == list(BOTS)
        assert len({levels.called(one, language) for one in BOTS}) == len(BOTS)
        assert all(levels.about(one, language).endswith(".") for one in BOTS)


def test_only_a_game_with_an_evaluation_has_bots_that_think(monkeypatch):
    game = load("carrara")
    assert levels.offered(game) == ["greedy", "journeyman", "master"] and levels.usual(game) == "journeyman"
    levels.check_at_table(game, "random")  # not offered, but it sits down
    monkeypatch.setattr(levels, "judged", lambda _game: False)
    assert levels.seated(game) == levels.offered(game) == ["random"] and levels.usual(game) == "random"
    with pytest.raises(MecenateError, match="no bot 'master'"):
        levels.check_at_table(game, "master")


def test_levels_are_from_weak_to_strong():
    for game in map(load, GAMES):
        found = [level(name, game) for name in BOTS]
        assert found == sorted(set(found))
        assert (level("greedy", game), level("search:300", game)) == (play.GREEDY, 300)


@pytest.mark.parametrize("name", ["search:", "search:1", "search:1000001", "search:-4", "search:x", "search", "64"])
def test_a_search_names_its_simulations(name):
    with pytest.raises(MecenateError, match="no bot"):
        level(name, load("stanza"))


def test_an_unknown_bot_is_refused_with_the_known_ones():
    with pytest.raises(MecenateError, match=r"no bot 'clever'\. The bots: \w+ \(random\), \w+ \(greedy\)"):
        make("clever", load("princes"), 0)


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(MecenateError, match="seed"):
        make("random", load("princes"), seed)


def test_there_is_nothing_to_choose_when_the_game_is_over():
    match = play_out(mecenate.new("princes", 2, seed=1), ["random"] * 2, seed=1)
    with pytest.raises(MecenateError, match="over"):
        make("random", match.game, 0).choose(match)


UNCOMPILED = """
import mecenate
from mecenate.bots import make, thinking
thinking.PATIENT = 2
match = mecenate.new("princes", 2, seed=3)
bots = [make("greedy", match.game, 7), make("search:3", match.game, 7)]
for n in range(24):
    print(match.play(bots[n in (2, 9, 18)].choose(match)))
"""


def test_uncompiled_bots_choose_the_same(both_ways):
    compiled, plain = both_ways(UNCOMPILED)
    assert compiled == plain and compiled.count("\n") == 24
