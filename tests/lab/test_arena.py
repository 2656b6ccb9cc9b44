"""The arena plays every mix fairly, counts right, rates in a known order, and keeps what it found."""

import json
import socket
from io import StringIO

import pytest
from click.testing import CliRunner
from rich.console import Console

from mecenate import cli
from mecenate.core.errors import MecenateError
from mecenate.games import load
from mecenate.lab import games
from mecenate.lab.arena import arena, lineups_of, main, show
from mecenate.lab.intervals import share
from mecenate.lab.ratings import doubling, rate
from mecenate.lab.spreading import RayPool
from mecenate.lab.watching import watch

PRINCES = load("princes")


def test_every_mix_plays():
    assert lineups_of(["a", "b", "b"], 3) == [["a", "b", "b"]]
    assert lineups_of(["a", "b", "c"], 2) == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert lineups_of(["a", "b"], 3) == [["a", "a", "b"], ["a", "b", "b"]]


def test_better_places_give_better_ratings():
    ratings = rate(
        [(["good", "bad", "bad"], [1, 3, 2])] * 40 + [(["middle", "bad"], [1, 2]), (["good", "middle"], [1, 2])] * 20
    )
    assert ratings["good"].value > ratings["middle"].value > ratings["bad"].value
    assert ratings["good"].deviation < 25 / 3  # less than of a bot that has not played


def test_bots_of_one_name_say_nothing_about_each_other():
    ratings = rate([(["same", "same"], [1, 2])] * 5)
    assert ratings["same"].value == 25


def shares(games):
    """What twice the budget wins by games told as doublings ahead and the part of the win."""
    ahead, won = zip(*games, strict=True)
    return doubling(ahead, won, [0.0] * len(games), range(len(games))).share


def test_what_a_doubling_wins_follows_from_games_at_any_distance():
    near = shares([(1, 1.0)] * 60 + [(1, 0.0)] * 40)
    assert near.value == pytest.approx(0.6)
    assert (near.low, near.high) == pytest.approx((share(60, 100).low, share(60, 100).high), abs=0.01)
    assert shares([(-1, 0.0)] * 60 + [(-1, 1.0)] * 40).value == pytest.approx(0.6)
    assert shares([(2, 1.0)] * 9 + [(2, 0.0)] * 4).value == pytest.approx(0.6)  # odds of 3 to 2, twice
    assert shares([(1, 0.5)] * 10).value == pytest.approx(0.5)


def test_a_doubling_that_wins_always_is_not_known_any_further():
    sure = shares([(1, 1.0)] * 3)
    assert sure.value > 0.99
    assert sure.low < 0.01


def test_games_of_one_deal_say_less_than_as_many_of_their_own():
    """Where the longer search wins all games of some deals and none of others."""
    ahead, won = [1] * 80, [1.0] * 48 + [0.0] * 32
    apart = doubling(ahead, won, [0.0] * 80, range(80)).share
    hanging = doubling(ahead, won, [0.0] * 80, [k // 8 for k in range(80)]).share
    assert apart.value == pytest.approx(hanging.value)
    assert hanging.high - hanging.low > 2 * (apart.high - apart.low)
    each = [1.0, 1.0, 0.0, 1.0, 0.0] * 16
    agreed = doubling(ahead, each, [0.0] * 80, [k // 5 for k in range(80)]).share
    assert (agreed.low, agreed.high) == pytest.approx((apart.low, apart.high), abs=0.005)


def test_the_points_of_a_doubling_follow_from_games_at_any_distance():
    """As if it were a line through nothing; a deal that favours a seat says nothing once both have had it."""
    leads = [3.0, 1.0, 6.0, 2.0]
    assert doubling([1, 1, 2, 2], [0.5] * 4, leads, range(4)).points.value == pytest.approx((3 + 1 + 12 + 4) / 10)
    turned = doubling([-1, -1, -2, -2], [0.5] * 4, [-one for one in leads], range(4)).points
    assert turned.value == pytest.approx(2.0)
    lucky = doubling([1, 1, 1, 1], [0.5] * 4, [12.0, -8.0, 22.0, -18.0], [0, 0, 1, 1]).points
    assert (lucky.low, lucky.value, lucky.high) == pytest.approx((2.0, 2.0, 2.0))
    unsure = doubling([1, 1, 1, 1], [0.5] * 4, [12.0, -8.0, 22.0, -18.0], range(4)).points
    assert unsure.low < 0 < unsure.high


def test_the_arena_says_what_twice_the_simulations_win(found):
    assert found.doubling is None  # greedy and random don't search
    with games.threads(2) as pool:
        ladder = arena(PRINCES, lineups_of(["search:2", "search:4", "search:8"], 2), 2, pool, seed=3)
        assert arena(PRINCES, [["search:2", "search:2", "search:4"]], 1, pool, seed=3).doubling is None  # three at a table
    ahead = {"search:2": 1, "search:4": 2, "search:8": 3}
    pairs = zip(ladder.lineups, ladder.played, strict=True)
    told = [(ahead[a] - ahead[b], one.wins[0], one.scores[0] - one.scores[1]) for (a, b), played in pairs for one in played]
    assert ladder.doubling is not None
    assert ladder.doubling.share.value == pytest.approx(shares([(by, won) for by, won, _ in told]).value)
    points = sum(by * lead for by, _, lead in told) / sum(by * by for by, _, _ in told)
    assert ladder.doubling.points.value == pytest.approx(points)
    for one, said in ((ladder, True), (found, False)):
        show(one, Console(file=(screen := StringIO())))
        assert ("Twice the simulations win" in screen.getvalue()) == said
        assert ("points on average" in screen.getvalue()) == said


@pytest.fixture(scope="module")
def found():
    with games.threads(2) as pool:
        return arena(PRINCES, lineups_of(["search:6", "greedy", "random"], 2), 8, pool, seed=3)


def test_standings_count_every_game_once(found):
    assert [row.bot for row in found.standings][-1] == "random"
    assert {row.bot: row.seats for row in found.standings} == {"search:6": 1, "greedy": 1, "random": 1}
    assert sum(row.win_share.value for row in found.standings) * 16 == pytest.approx(24)
    assert all(row.fair_share == 0.5 for row in found.standings)
    assert {row.bot: row.seconds is not None for row in found.standings} == {"search:6": True, "greedy": False, "random": False}
    assert [len(one) for one in found.played] == [8, 8, 8]
    assert not found.stopped


def test_all_line_ups_have_the_same_deals_and_every_seat(found):
    again = games.play(games.lineup(PRINCES, ["greedy", "random"], 3), 0, 8)
    played = found.played[found.lineups.index(["greedy", "random"])]
    assert played == again


def test_ray_plays_and_watches_the_same_games():
    lineups = [["greedy", "random", "random"]]
    with games.threads(1) as pool:
        here = arena(PRINCES, lineups, 6, pool, seed=3)
    with RayPool() as pool:
        there = arena(PRINCES, lineups, 6, pool, seed=3)
        ((watched,),) = games.play_many([games.lineup(PRINCES, lineups[0], 3)], 1, pool, part_of=watch)
    assert here.played == there.played
    assert watched.played == here.played[0][0]
    assert watched.values.tolist() == watch(games.lineup(PRINCES, lineups[0], 3), 0, 1)[0].values.tolist()
    assert here.standings == there.standings


def test_the_command_keeps_its_results(tmp_path):
    out, plot = tmp_path / "arena.json", tmp_path / "arena.svg"
    asked = [
        "arena",
        "carrara",
        "--seats",
        "2",
        "--games",
        "4",
        "--bots",
        "greedy,random",
        "--out",
        str(out),
        "--plot",
        str(plot),
    ]
    done = CliRunner().invoke(cli.app, asked)
    assert done.exit_code == 0, done.output
    assert "greedy" in done.stdout and "at once" in done.stdout
    told = json.loads(out.read_text())
    assert (told["format"], told["game"], told["lineups"]) == ("mecenate arena 1", "carrara", [["greedy", "random"]])
    assert [(one["number"], one["deal"], one["seats"]) for one in told["played"][0]] == [
        (0, 0, [1, 2]), (1, 0, [2, 1]), (2, 1, [1, 2]), (3, 1, [2, 1]),
    ]  # fmt: skip
    assert "<svg" in plot.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arena.json", "arena.svg"]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"names": "greedy"}, "two different bots"),
        ({"names": "greedy,clever"}, "no bot 'clever'"),
        ({"games": 0}, "At least one game"),
        ({"seats": 7}, "2 to 5 players"),
        ({"seed": -1}, "seed"),
        ({"processes": -1}, "processes"),
        ({"plot": "arena.txt"}, "a plot is"),
        ({"plot": "/nowhere/arena.svg"}, "no folder"),
        ({"out": "/nowhere/arena.json"}, "no folder"),
    ],
)
def test_bad_input_is_refused_with_a_reason(changed, words):
    from pathlib import Path

    good = {
        "game": "princes", "seats": 2, "names": "greedy,random", "games": 2, "seed": 0, "processes": 1, "options": [],
        "ray": False, "out": None, "plot": None, "json": True,
    }  # fmt: skip
    wrong = {key: Path(value) if key in ("plot", "out") else value for key, value in changed.items()}
    with pytest.raises(MecenateError, match=words):
        main(**{**good, **wrong})


@pytest.mark.parametrize(
    "address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "127.0.0.1:99999", "no.such.host.invalid:6379"]
)
def test_a_cluster_that_does_not_answer_is_told_in_a_line(monkeypatch, address):
    pytest.importorskip("ray")
    with socket.socket() as taken:  # a port at which nobody listens
        taken.bind(("127.0.0.1", 0))
        address = address.format(port=taken.getsockname()[1])
        monkeypatch.setenv("RAY_ADDRESS", address)
        with pytest.raises(MecenateError, match=f"No Ray cluster answers at {address}: ") as told:
            RayPool()
    assert "\n" not in str(told.value)
