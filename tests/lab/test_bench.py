"""The bench tells everything it should, and the reference loop stays what it was. Nothing here depends on speed."""

import json
import sys

import numpy as np
import pytest
from click.testing import CliRunner

from mecenate import cli
from mecenate.core.errors import MecenateError
from mecenate.games import load
from mecenate.lab import bench, peers, reference, timing
from mecenate.lab.bench import RUNS, main, nanoseconds, positions


@pytest.fixture(autouse=True)
def without_peer(monkeypatch):
    """As where OpenSpiel is not installed."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)


@pytest.mark.parametrize("seats", [(), ("--seats", "3")])
def test_json_has_every_figure(seats):
    done = CliRunner().invoke(cli.app, ["bench", "princes", *seats, "--seconds", "0.02", "--json"])
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert told["format"] == "mecenate bench 1"
    assert set(told["machine"]) == {"cpu", "cores", "system", "python", "numpy", "compiled for"}
    assert told["reference_decisions_per_second"] > 0
    (game,) = told["games"]
    assert game["game"] == "princes"
    assert game["state_bytes"] == load("princes").state.itemsize
    assert game["copy_ns"] > 0 and game["redeal_ns"] > 0
    assert [row["seats"] for row in game["seats"]] == ([3] if seats else [2, 3, 4, 5])
    for row in game["seats"]:
        assert row["decisions_per_second"] > 0
        assert row["decisions_per_second_all_cores"] > 0
        assert row["reference_ratio"] > 0
        assert row["answers_per_game"] >= row["decisions_per_game"] > 10 * row["seats"]
    search = game["search"]
    assert search["seats"] == (3 if seats else 5)
    assert search["reference_ratio"] > 0
    assert search["decisions_per_second"] > search["rollouts_per_second"] > 0
    assert search["simulations_per_second"] > 0 and search["simulations_per_second_played_on"] > 0
    assert told["simulations"] > 0 and search["played_on"] > 0
    assert told["peer"] is None


def test_the_table_names_game_and_reference():
    done = CliRunner().invoke(cli.app, ["bench", "princes", "--seats", "2", "--seconds", "0.02"])
    assert done.exit_code == 0
    assert "princes" in done.stdout and "reference" in done.stdout and "bytes" in done.stdout


def test_the_second_table_tells_of_searches_and_how_to_get_the_peer():
    done = CliRunner().invoke(cli.app, ["bench", "stanza", "--seats", "2", "--seconds", "0.02"])
    assert done.exit_code == 0
    search = done.stdout[done.stdout.index("Search on one core") :]
    (row,) = [line.split() for line in search.splitlines() if "stanza" in line]
    assert row[:2] == ["stanza", "2"] and len(row) == 7
    assert "not installed" in search and "pip install open_spiel" in search


def test_a_game_that_no_bot_can_judge_is_measured_without_searches(monkeypatch, capsys):
    monkeypatch.setattr(bench, "judged", lambda _: False)
    main("stanza", 2, 0.02, (), True)
    search = json.loads(capsys.readouterr().out)["games"][0]["search"]
    assert search["rollouts_per_second"] > 0
    of_searches = ("simulations_per_second", "simulations_per_second_played_on", "played_on")
    assert [search[name] for name in of_searches] == [None, None, None]
    main("stanza", 2, 0.02, (), False)
    (_, row) = [line.split() for line in capsys.readouterr().out.splitlines() if line.split()[:1] == ["stanza"]]
    assert row[-2:] == ["-", "-"]


class Peer:
    version = "1.0"

    def __call__(self, searches: int) -> int:
        return 7 * searches


@pytest.mark.parametrize("peer", [None, Peer()])
@pytest.mark.parametrize("seats", [None, 2])
def test_the_bar_counts_every_step(peer, seats):
    told, chosen = [], [load("stanza")]
    figures = bench.bench(chosen, seats, 0.01, {}, peer, told.append)
    assert len(told) == bench.steps(chosen, seats, peer)
    assert told.count("stanza, search") == RUNS
    assert told.count(peers.NAME) == (RUNS if peer else 0)
    assert (figures.peer is None) == (peer is None)


def test_a_peer_stands_in_the_table_and_in_json(monkeypatch, capsys):
    monkeypatch.setattr(peers, "hearts", Peer)
    main("stanza", 2, 0.01, (), False)
    shown = capsys.readouterr().out
    assert "OpenSpiel 1.0" in shown and "not installed" not in shown
    main("stanza", 2, 0.01, (), True)
    told = json.loads(capsys.readouterr().out)["peer"]
    assert told.pop("simulations_per_second") > 0
    assert told == {"name": "OpenSpiel", "version": "1.0", "game": "hearts", "seats": 4}


def test_ctrl_c_keeps_the_games_that_were_measured(monkeypatch, capsys):
    measured, game = [], bench.Bench.game

    def two_games(self, one, seats):
        if len(measured) == 2:
            raise KeyboardInterrupt
        measured.append(one.key)
        return game(self, one, seats)

    monkeypatch.setattr(bench.Bench, "game", two_games)
    with pytest.raises(SystemExit) as ended:
        main(None, 2, 0.01, [], json=False)
    told = capsys.readouterr().out
    assert ended.value.code == 130
    assert told.startswith(f"Stopped; measured were {', '.join(measured)} of 3 games.")
    assert all(f"{key}: a state has" in told for key in measured)
    with pytest.raises(KeyboardInterrupt):  # there is nothing to keep
        main(None, 2, 0.01, [], json=False)


def test_an_option_is_measured():
    done = CliRunner().invoke(
        cli.app, ["bench", "princes", "--seats", "3", "--seconds", "0.02", "--option", "characters=true", "--json"]
    )
    told = json.loads(done.stdout)
    assert told["options"] == {"characters": True}
    (with_them,) = told["games"][0]["seats"]
    done = CliRunner().invoke(cli.app, ["bench", "princes", "--seats", "3", "--seconds", "0.02", "--json"])
    (without,) = json.loads(done.stdout)["games"][0]["seats"]
    assert with_them["answers_per_game"] != without["answers_per_game"]


def test_the_reference_loop_is_frozen():
    """If this fails, the reference loop was changed. Don't change the figures: change it back."""
    states = np.zeros((1, reference.TOY.itemsize), np.uint8)
    counts = np.zeros(3, np.int64)
    reference.reference_games(states, np.zeros(reference.WORDS, np.uint64), np.uint64(1), 100, counts)
    assert counts.tolist() == [11366, 9956, 9478]


def test_positions_are_from_the_whole_game():
    game = load("princes")
    states = positions(game, 4, {})
    assert states.shape == (64, game.state.itemsize)
    asked = [game.at(states, row) for row in range(64)]
    assert all(s.asked >= 0 for s in asked)
    assert len({int(s.round_no) for s in asked}) == 8  # the setup and seven rounds


def test_copies_and_redeals_do_what_is_measured():
    game = load("princes")
    states = positions(game, 3, {})
    copied = states.copy()
    timing.copy_rows(copied, 1)
    assert copied[1].tobytes() == states[0].tobytes()
    dealt = states.copy()
    timing.redeal_rows.of(game.redeal)(dealt, len(dealt), np.uint64(1))
    assert all(dealt[row].tobytes() != states[row].tobytes() for row in range(len(dealt)))


def test_nanoseconds_grow_the_loop_until_it_can_be_measured():
    turns = []
    assert nanoseconds(turns.append, 0.0) > 0
    assert len(turns) == 1


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": 9}, "2 to 5 players"),
        ({"seconds": 0}, "more than 0"),
        ({"seconds": float("nan")}, "more than 0"),
        ({"options": ["dragons=true"]}, "no option 'dragons'"),
        ({"game": None, "options": ["characters=true"]}, "Options belong to a game"),
    ],
)
def test_bad_input_is_refused_with_a_reason(changed, words):
    with pytest.raises(MecenateError, match=words):
        main(**{"game": "princes", "seats": 2, "seconds": 0.01, "options": (), "json": True, **changed})
