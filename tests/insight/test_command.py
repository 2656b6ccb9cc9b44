"""`mecenate analyse`: whole and unfinished records, files that are whole or not there, refusals."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from mecenate import cli
from mecenate.core import records
from mecenate.games import load
from mecenate.insight import analysis
from mecenate.insight.analysis import Decision
from mecenate.terminal import analyse

GAMES = Path(__file__).parents[1] / "games"
WHOLE = GAMES / "princes/stored/2-seats-greedy.record"


def run(*args):
    return CliRunner().invoke(cli.app, ["analyse", *map(str, args)])


@pytest.fixture
def begun(tmp_path):
    """The beginning of a game as a record."""

    def make(name="princes/stored/2-seats-greedy.record", moves=14):
        match = records.read(GAMES / name, load, moves)
        path = tmp_path / "begun.record"
        records.save(match, path)
        return path

    return make


def test_a_game_is_told_in_words_and_kept(begun, tmp_path):
    out, plot = tmp_path / "found.json", tmp_path / "found.svg"
    done = run(begun(), "--simulations", 16, "--out", out, "--plot", plot, "--language", "de", "--processes", 1)
    assert done.exit_code == 0, done.output
    assert "Die teuersten Züge" in done.stdout
    told = json.loads(out.read_text())
    assert (told["format"], told["game"], told["result"], told["moves"]) == ("mecenate analysis 1", "princes", None, 14)
    match = records.read(WHOLE, load)
    for one in told["decisions"]:
        move = match.moves[one["move"] - 1]
        assert (one["seat"], one["played"]) == (move.seat + 1, move.notation)
        assert sum(one["chances"]) == pytest.approx(1, abs=0.001)
    assert "<svg" in plot.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["begun.record", "found.json", "found.svg"]


def test_chances_of_different_moves_are_not_added_up(begun, monkeypatch):
    """However many moves cost much, nobody can give away more than every game."""

    def dear(questions, *_):
        return [Decision(one.position, one.match.seat, [0.5] * 2, [9.0] * 2, one.played, 0, 0.1, 0.9, 0.8) for one in questions]

    monkeypatch.setattr(analyse, "analyse", dear)
    said = run(begun(moves=40), "--simulations", 16).stdout
    told = [float(one) for one in re.findall(r"([0-9.]+) %", said)]
    assert told and max(told) == 80 and re.search(r"\d+ × 80.0 % on average", said)


def test_json_goes_to_the_output(begun):
    first, again = (run(begun("carrara/stored/2-seats-lively.record", 9), "--simulations", 16, "--json") for _ in range(2))
    assert first.stdout == again.stdout
    assert len(json.loads(first.stdout)["given_away"]) == 2


def test_a_game_without_a_decision_is_none_the_worse(begun):
    assert run(begun(moves=0), "--simulations", 16).exit_code == 0


def test_stopping_keeps_what_was_thought_by_then(begun, tmp_path, monkeypatch):
    out, plot = tmp_path / "found.json", tmp_path / "found.svg"

    def stopped(questions, pool, simulations, seed, progress):
        thought = []

        def stop_at_three(n):
            thought.append(n)
            if len(thought) == 3:
                raise KeyboardInterrupt

        return analysis.analyse(questions, pool, simulations, seed, stop_at_three)

    monkeypatch.setattr(analyse, "analyse", stopped)
    record = begun(moves=60)
    done = run(record, "--simulations", 16, "--processes", 1, "--out", out, "--plot", plot)
    told, all_of_them = json.loads(out.read_text()), len(analysis.asked_in(records.read(record, load)))
    kept = len(told["decisions"])
    assert done.exit_code == 130 and told["stopped"] and 3 <= kept < all_of_them
    assert f"Stopped after {kept} of {all_of_them} decisions" in done.stdout
    assert "<svg" in plot.read_text()
    monkeypatch.undo()
    assert run(record, "--simulations", 16, "--out", out).exit_code == 0
    whole = json.loads(out.read_text())
    assert not whole["stopped"] and whole["decisions"][:3] == told["decisions"][:3]


def test_stopping_before_the_first_thought_leaves_no_file(begun, tmp_path, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(analyse, "analyse", stopped)
    done = run(begun(), "--simulations", 16, "--out", tmp_path / "found.json", "--plot", tmp_path / "found.svg")
    assert done.exit_code != 0
    assert [path.name for path in tmp_path.iterdir()] == ["begun.record"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--simulations", "1"], "simulations"),
        (["--seed", "-1"], "seed"),
        (["--out", "/nowhere/found.json"], "no folder"),
        (["--plot", "found.txt"], "a plot is"),
        (["--language", "xx"], "xx"),
        (["--processes", "-1"], "processes"),
    ],
)
def test_bad_input_is_refused(more, words):
    done = run(WHOLE, *more)
    assert done.exit_code != 0
    assert words in str(done.exception)


@pytest.mark.parametrize(
    ("old", "new"), [("open jester", "open spire"), ("mecenate record 1", "something"), ("check: ", "chek: ")]
)
def test_a_damaged_record_is_refused(tmp_path, old, new):
    path = tmp_path / "bad.record"
    path.write_text(WHOLE.read_text().replace(old, new, 1))
    done = run(path)
    assert done.exit_code != 0
    assert "bad.record" in str(done.exception)
