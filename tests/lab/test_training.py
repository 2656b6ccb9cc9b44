"""A network plays against itself and learns: games are kept truly, files are whole, and bad input is refused."""

import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from rich.progress import Progress

from mecenate.bots import net
from mecenate.bots.judging import judge
from mecenate.bots.learnt import final_odds
from mecenate.bots.play import GREEDY
from mecenate.bots.trained import read_weights
from mecenate.core.errors import MecenateError
from mecenate.games import GAMES, load
from mecenate.lab.bars import Rounds
from mecenate.lab.fitting import fresh
from mecenate.lab.selfplay import NETWORK, Player, draw_options, ending, hindsight, lessons
from mecenate.lab.training import keep_going, main, sharpness, train

PRINCES = load("princes")
HEARD = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from mecenate.cli import main; main()"


def test_who_is_ahead_has_the_better_chance():
    wanted = ending(np.array([30, 24, 30]), 3.0)
    assert wanted[:, net.WIN].sum() == pytest.approx(1)
    assert wanted[0, net.WIN] == wanted[2, net.WIN] == pytest.approx(np.exp(2) * wanted[1, net.WIN])
    assert wanted[:, net.SCORE] * net.SCALE == pytest.approx([30, 24, 30])


def test_a_position_is_judged_by_what_was_said_of_the_next_one_and_what_became_of_it():
    end = np.array([[1.0, 0.8], [0.0, 0.4]])
    said = np.array([[[0.5, 0.6], [0.5, 0.6]], [[0.6, 0.6], [0.4, 0.6]]], np.float32)
    wanted = hindsight(said, end, 0.75)
    assert wanted[1] == pytest.approx(end)
    assert wanted[0] == pytest.approx(np.array([[0.9, 0.75], [0.1, 0.45]]))
    assert hindsight(said, end, 1.0)[0] == pytest.approx(end), "with all patience only the end counts"


def test_the_end_is_judged_alike_in_compiled_code():
    scores = np.array([30, 24, 33])
    odds = np.array([final_odds(scores, seat, 3, 5.0) for seat in range(3)])
    assert 1 / (1 + np.exp(-odds)) == pytest.approx(ending(scores, 5.0)[:, net.WIN])


@pytest.mark.parametrize("key", GAMES)
def test_chances_come_true(key):
    """The networks that come with the program tell chances as they are, within what few games can show."""
    judged = judge(load(key))
    player = Player(load(key), judged, judged.weights)
    with ThreadPoolExecutor(2) as pool:
        assert sharpness(player, 60, pool) == pytest.approx(judged.weights[net.SHARPNESS], rel=0.3)


@pytest.mark.parametrize("key", GAMES)
def test_lessons_are_positions_of_finished_games(key):
    game = load(key)
    judged = judge(game)
    player, counted = Player(game, judged, judged.weights), []
    with ThreadPoolExecutor(2) as pool:
        rows, wanted = lessons(player, 30, 5, False, pool, counted.append)
        again, _ = lessons(player, 30, 5, False, pool, counted.append)
        other, _ = lessons(player, 30, 6, False, pool, counted.append)
    assert sum(counted) == 90 and rows.shape == (len(wanted), judged.inputs + 1)
    assert (rows == again).all() and not np.array_equal(rows, other)
    assert ((wanted[:, net.WIN] >= 0) & (wanted[:, net.WIN] <= 1)).all()
    learner_sees = rows.astype(np.float32)
    assert np.isfinite(learner_sees).all() and (learner_sees[:, :-1] != 0).any(1).all()
    assert set(np.unique(rows[:, -1])) <= set(range(judged.heads))
    assert len(np.unique(rows[:, -1])) > 2 and (rows[:, -1] == judged.heads - 1).mean() > 0.5, "most seats are not asked"


def test_what_was_learnt_beats_what_knows_nothing():
    judged = judge(PRINCES)
    wins = []
    for weights in (judged.weights, fresh(judged.inputs, judged.heads, 3.0, np.random.default_rng(1))):
        player = Player(PRINCES, judged, weights)
        results = [player.play(2, {}, number, [NETWORK, GREEDY], 0.0)[1] for number in range(8)]
        wins.append(sum(int(result[2] == 1) for result in results))
    assert wins[0] >= 6 and wins[1] <= 2


def test_options_that_are_drawn_go_together():
    rng = np.random.default_rng(2)
    drawn = [draw_options(PRINCES, 3, rng) for _ in range(200)]
    assert 110 < drawn.count({}) < 175
    for options in drawn:
        PRINCES.settings(3, options)


def test_training_keeps_its_weights_and_goes_on_from_them(tmp_path, capsys):
    out = tmp_path / "weights.npy"
    assert main("stanza", 1, 30, 0, 1, 1, None, out) == 0
    first = read_weights(out, load("stanza"))
    assert main("stanza", 1, 10, 4, 2, 1, out, out) == 0
    assert not np.array_equal(first, read_weights(out, load("stanza")))
    assert capsys.readouterr().out.count("beats greedy") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["weights.npy"]


def test_ctrl_c_says_which_generation_is_kept(tmp_path):
    """In a process of its own, by the real signal."""
    out = tmp_path / "weights.npy"
    command = [sys.executable, "-u", "-c", HEARD, "train", "stanza", "--games", "5", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert "beats greedy" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        told, complaint = process.communicate(timeout=600)
    found = re.fullmatch(
        rf"Stopped in generation (\d+) of 20; {re.escape(str(out))} has the weights of generation (\d+)\.",
        told.splitlines()[-1],
    )
    assert process.returncode == 130 and found and int(found[1]) == int(found[2]) + 1, (told, complaint)
    assert not complaint
    read_weights(out, load("stanza"))


def test_ctrl_c_before_the_first_generation_says_that_nothing_is_kept(tmp_path, capsys):
    def work(count, tell):
        raise KeyboardInterrupt

    assert keep_going(3, tmp_path / "weights.npy", work) == 130
    assert capsys.readouterr().out == f"Stopped in generation 1 of 3; nothing was written to {tmp_path / 'weights.npy'}.\n"


def test_the_bar_counts_learning_and_trying_as_well():
    """The work is done when the last step has counted to its end, not when the games are played."""
    begun, told = [], []

    def step(what, total):
        begun.append([what, total, 0])
        return lambda n: begun[-1].__setitem__(2, begun[-1][2] + n)

    train(load("stanza"), None, 2, 8, 0, 1, 1, step, lambda generation, *_: told.append((generation, len(begun))))
    assert [what for what, _, _ in begun] == ["Playing", "Learning", "Trying"] * 2
    assert all(done == total > 0 for _, total, done in begun), begun
    assert told == [(0, 3), (1, 6)]


def test_rounds_and_their_steps_are_two_bars():
    bar = Progress()
    rounds = Rounds(bar, "Generations", 3)

    def shown():
        return [(task.description, task.completed, task.total) for task in bar.tasks]

    rounds.step("Playing", 10)(10)
    assert shown() == [("Generations", 0, 3), ("Playing", 10, 10)]
    rounds.step("Learning", 4)(1)
    rounds.end()
    assert shown() == [("Generations", 1, 3), ("Learning", 1, 4)]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"generations": 0}, "At least one"),
        ({"games": 0}, "At least one"),
        ({"simulations": -1}, "simulations"),
        ({"out": Path("/nowhere/weights.npy")}, "no folder"),
        ({"start": Path("/nowhere/weights.npy")}, "can't be read"),
        ({"start": Path(__file__)}, "can't be read"),
        ({"processes": -1}, "processes"),
    ],
)
def test_bad_input_is_refused_with_a_reason(tmp_path, changed, words):
    good = {"game": "stanza", "generations": 1, "games": 1, "simulations": 0, "seed": 0}
    good |= {"processes": 1, "start": None, "out": tmp_path / "w.npy"}
    with pytest.raises(MecenateError, match=words):
        main(**{**good, **changed})
    assert not list(tmp_path.iterdir())


def test_weights_of_another_game_are_refused(tmp_path):
    path = tmp_path / "princes.npy"
    np.save(path, judge(PRINCES).weights)
    with pytest.raises(MecenateError, match="no weights of La Stanza"):
        read_weights(path, load("stanza"))
