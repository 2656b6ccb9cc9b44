"""Simulations are repeatable, fair about the seats, honest about how sure they are, and clear about bad input."""

import json
from dataclasses import asdict

import numpy as np
import pytest
from click.testing import CliRunner

from mecenate import cli
from mecenate.bots import evaluation, play
from mecenate.bots.greedy import SCRATCH_ROWS
from mecenate.bots.judging import judge
from mecenate.bots.trained import write_weights
from mecenate.core.errors import MecenateError
from mecenate.core.header import header
from mecenate.games import load
from mecenate.lab import games
from mecenate.lab.games import read_bots
from mecenate.lab.simulate import main, read_options, simulate
from mecenate.lab.tallies import tally

PRINCES = load("princes")
ONE_OF_FOUR = ["greedy", "random", "random", "random"]


def figures(result):
    told = asdict(result)
    return {key: told[key] for key in told if key not in ("seconds", "games_per_second", "threads")}


@pytest.mark.parametrize(("names", "games"), [(ONE_OF_FOUR, 50), (["random"] * 3, 3000)])
def test_the_number_of_threads_changes_nothing(names, games):
    first = simulate(PRINCES, names, games, seed=5, threads=1)
    assert figures(first) == figures(simulate(PRINCES, names, games, seed=5, threads=3))
    assert figures(first) != figures(simulate(PRINCES, names, games, seed=6, threads=3))


def test_greedy_beats_random_overwhelmingly():
    result = simulate(PRINCES, ONE_OF_FOUR, 200, seed=1)
    greedy, random = result.results
    assert (greedy.bot, greedy.seats, random.bot, random.seats) == ("greedy", 1, "random", 3)
    assert greedy.win_share.low > 0.95
    assert greedy.score.value > 40
    assert random.score.value < 10
    assert greedy.wins + random.wins == pytest.approx(200)


@pytest.mark.parametrize("seats", PRINCES.seats)
def test_scores_among_greedy_bots_look_like_those_of_people(seats):
    result = simulate(PRINCES, ["greedy"] * seats, 60, seed=2)
    assert 30 < result.results[0].score.value < 75
    assert result.results[0].wins == pytest.approx(60)
    assert result.results[0].fair_share == 1
    assert sum(row.wins for row in result.by_seat) == pytest.approx(60)
    assert [row.fair_share for row in result.by_seat] == pytest.approx([1 / seats] * seats)


@pytest.mark.parametrize("game_number", range(4))
def test_bots_move_on_by_one_seat_from_game_to_game(game_number):
    """The same game, played step by step with the bots where they should sit, ends the same."""
    seats, seed = 4, np.uint64(7)
    rows, scratch, mask = PRINCES.rows(1), PRINCES.rows(SCRATCH_ROWS), PRINCES.mask()
    PRINCES.start(rows, 0, play.stream(seed, 0), PRINCES.settings(seats)[1])
    generator = np.array([play.stream(seed, 2 * game_number + 1)], np.uint64)
    choice = play.choice.of(PRINCES.legal, PRINCES.step, PRINCES.redeal, evaluation(PRINCES))
    s = header(rows, 0)
    while s.asked >= 0:
        greedy = (int(s.asked) + game_number) % seats == 0
        action = choice(play.GREEDY if greedy else play.RANDOM, rows, 0, scratch, mask, generator)
        PRINCES.step(rows, 0, action)
    results = np.zeros(2 * seats, np.int64)
    PRINCES.result(rows, 0, results)
    (game,) = games.play(games.lineup(PRINCES, ONE_OF_FOUR, 7), game_number, game_number + 1)
    assert game.number == game_number
    at = [(bot - game_number) % seats for bot in range(seats)]
    assert game.scores == [results[seat] for seat in at]
    assert game.places == [results[seats + seat] for seat in at]
    assert game.answers == s.ply
    assert (game.deal, game.seats) == (0, [seat + 1 for seat in at])


def test_a_shared_win_is_shared():
    game = games.Played(0, 0, [1, 2, 3], [30, 30, 20], [1, 1, 3], [9, 9, 9], [0.0] * 3, 30)
    assert game.wins == [0.5, 0.5, 0]
    other = games.Played(1, 0, [2, 3, 1], [9, 8, 7], [1, 2, 3], [9, 9, 9], [0.0] * 3, 30)
    result = tally("b", [(["a", "b", "b"], game), (["a", "c", "c"], other)])
    assert (result.seats, result.wins, result.score.value, result.mean_place) == (2, 0.5, 25, 2)
    assert (result.winning_score, result.fair_share, result.seconds) == (30, pytest.approx(2 / 3), None)


def test_an_interrupted_simulation_tells_what_is_finished():
    seen = []

    def interrupt(games):
        seen.append(games)
        if len(seen) == 1:
            raise KeyboardInterrupt

    result = simulate(PRINCES, ONE_OF_FOUR, 100_000, seed=1, threads=1, progress=interrupt)
    assert result.stopped
    assert 0 < result.games < 1000
    assert sum(row.wins for row in result.results) == pytest.approx(result.games)


def test_the_command_stops_with_the_figures(monkeypatch, capsys):
    from mecenate.lab import simulate as module

    def interrupted(*args):
        return simulate(PRINCES, ONE_OF_FOUR, 100_000, threads=1, progress=lambda _: (_ for _ in ()).throw(KeyboardInterrupt))

    monkeypatch.setattr(module, "simulate", interrupted)
    with pytest.raises(SystemExit) as stopped:
        main("princes", 4, 100_000, ",".join(ONE_OF_FOUR), 0, 1, [], False)
    assert stopped.value.code == 130
    assert "Stopped after" in capsys.readouterr().out


def test_json_is_all_that_is_printed():
    done = CliRunner().invoke(
        cli.app,
        ["simulate", "princes", "--seats", "2", "--games", "30", "--option", "money=open", "--option", "freedoms=4", "--json"],
    )
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert (told["options"]["money"], told["options"]["freedoms"]) == ("open", 4)
    assert told["format"] == "mecenate simulate 1"
    assert (told["games"], told["stopped"], told["bots"]) == (30, False, ["random", "random"])
    assert told["results"][0]["win_share"] == {"value": 1.0, "low": pytest.approx(0.886, abs=0.001), "high": 1.0}
    assert told["mean_answers"] >= told["mean_decisions"] > 10


def test_bots_that_are_alike_are_told_by_seat():
    """One of them always wins, so only where they sit says anything."""
    done = CliRunner().invoke(cli.app, ["simulate", "princes", "--games", "40", "--bots", "greedy"])
    assert done.exit_code == 0
    assert all(seat in done.stdout for seat in ("1st seat", "2nd seat", "3rd seat", "4th seat", "among greedy"))
    assert "100.0%" not in done.stdout
    result = simulate(PRINCES, ["greedy"] * 4, 40)
    played = games.play(games.lineup(PRINCES, ["greedy"] * 4), 0, 40)
    for seat, row in enumerate(result.by_seat, start=1):
        at = [one.seats.index(seat) for one in played]
        assert row.wins == pytest.approx(sum(one.wins[k] for one, k in zip(played, at, strict=True)))
        assert row.score.value == pytest.approx(sum(one.scores[k] for one, k in zip(played, at, strict=True)) / 40)


def test_a_long_name_stands_whole_in_the_table(tmp_path):
    name = f"search:2:{tmp_path / 'a-name-that-needs-much-room.npy'}"
    write_weights(tmp_path / "a-name-that-needs-much-room.npy", judge(PRINCES).weights)
    for command in ("simulate", "arena"):
        done = CliRunner().invoke(cli.app, [command, "princes", "--seats", "2", "--games", "2", "--bots", f"{name},greedy"])
        rows = [line.split()[0] for line in done.stdout.splitlines() if line.strip()]
        assert name in "".join(rows) and "…" not in done.stdout


def test_the_table_names_the_bots():
    done = CliRunner().invoke(cli.app, ["simulate", "princes", "--games", "8", "--bots", ",".join(ONE_OF_FOUR)])
    assert done.exit_code == 0
    assert "greedy" in done.stdout and "random" in done.stdout and "games/s" in done.stdout


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"bots": "clever"}, "no bot 'clever'"),
        ({"bots": "random,greedy"}, "2 bots for 4 seats"),
        ({"bots": ""}, "no bot ''"),
        ({"seats": 6}, "2 to 5 players"),
        ({"games": 0}, "At least one game"),
        ({"seed": -1}, "seed"),
        ({"processes": -2}, "processes"),
        ({"options": ["money"]}, "key=value"),
        ({"options": ["money=gold"]}, "can be hidden, open"),
        ({"options": ["colour=red"]}, "no option 'colour'"),
        ({"options": ["freedoms=4"]}, "2 players only"),
    ],
)
def test_bad_input_is_refused_with_a_reason(changed, words):
    good = {"game": "princes", "seats": 4, "games": 4, "bots": "random", "seed": 0, "processes": 1, "options": [], "json": True}
    with pytest.raises(MecenateError, match=words):
        main(**{**good, **changed})


def test_bad_input_ends_with_code_2(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["mecenate", "simulate", "princes", "--games", "0"])
    with pytest.raises(SystemExit) as refused:
        cli.main()
    assert refused.value.code == 2
    assert "At least one game" in capsys.readouterr().err


def test_reading_bots_and_options():
    assert read_bots("greedy", load("stanza"), 3) == ["greedy"] * 3
    assert read_bots("greedy, random", load("stanza"), 2) == ["greedy", "random"]
    assert read_options(PRINCES, ["money=OPEN", "freedoms=5"]) == {"money": "open", "freedoms": 5}
