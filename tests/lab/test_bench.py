"""The bench tells everything it should, and the reference loop stays what it was. Nothing here depends on speed."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from mecenate import cli
from mecenate.core.errors import MecenateError
from mecenate.games import load
from mecenate.lab import reference, timing
from mecenate.lab.bench import main, nanoseconds, positions


@pytest.mark.parametrize("seats", [(), ("--seats", "3")])
def test_json_has_every_figure(seats):
    done = CliRunner().invoke(cli.app, ["bench", "princes", *seats, "--seconds", "0.02", "--json"])
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert set(told["machine"]) == {"cpu", "cores", "system", "python", "numba", "numpy"}
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


def test_the_table_names_game_and_reference():
    done = CliRunner().invoke(cli.app, ["bench", "princes", "--seats", "2", "--seconds", "0.02"])
    assert done.exit_code == 0
    assert "princes" in done.stdout and "reference" in done.stdout and "bytes" in done.stdout


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
    game.redeal.compile()
    timing.redeal_rows(game.redeal.function, dealt, len(dealt), np.uint64(1))
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
