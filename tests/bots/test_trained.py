"""Bots play with weights of one's own: what is learnt is played, and a wrong file is refused in a line."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import mecenate
from mecenate import cli
from mecenate.bots import SearchBot, level, levels, make, net
from mecenate.bots.judging import judge
from mecenate.bots.trained import as_instinct, judge_with, read_weights, write_weights
from mecenate.core.errors import MecenateError, Refusal
from mecenate.games import GAMES, load
from mecenate.lab import games
from mecenate.lab.arena import arena
from mecenate.lab.fitting import fresh

STANZA = load("stanza")


@pytest.fixture
def ignorant(tmp_path):
    """The weights of a network that knows nothing, in a file."""
    judged = judge(STANZA)
    path = tmp_path / "ignorant.npy"
    write_weights(path, fresh(judged.inputs, judged.heads, 3.0, np.random.default_rng(1)))
    return path


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("master", ("master", "")),
        ("search:100", ("search:100", "")),
        ("master:w.npy", ("master", "w.npy")),
        ("search:100:w.npy", ("search:100", "w.npy")),
        (r"Meister:C:\weights\w 1.npy", ("Meister", r"C:\weights\w 1.npy")),
        ("master:", ("master:", "")),
    ],
)
def test_a_name_and_its_file(name, parts):
    assert levels.parted(name) == parts


def test_a_file_changes_neither_the_word_for_a_bot_nor_its_budget(ignorant):
    assert levels.find(f"MEISTER:{ignorant}") == f"master:{ignorant}"
    assert levels.find("clever:w.npy") is None
    assert levels.called(f"master:{ignorant}", "de") == f"Meister:{ignorant}"
    for name in ("journeyman", "master", "search:7"):
        assert level(f"{name}:{ignorant}", STANZA) == level(name, STANZA)


@pytest.mark.parametrize("key", GAMES)
def test_a_file_stands_for_the_network_or_for_the_instinct(key, tmp_path):
    game, path = load(key), tmp_path / "w.npy"
    own = judge(game)
    learnt = fresh(own.inputs, own.heads, 3.0, np.random.default_rng(2))
    write_weights(path, learnt)
    judged = judge_with(game, read_weights(path, game))
    assert (judged.weights == learnt).all()
    assert judged.instinct is (judged.weights if own.instinct is own.weights else own.instinct)
    write_weights(path, as_instinct(learnt))
    judged = judge_with(game, read_weights(path, game))
    assert judged.weights is own.weights and (judged.instinct == as_instinct(learnt)).all()
    assert judge_with(game, None) is not None and judge_with(game, None).weights is own.weights


def test_the_arena_plays_with_what_is_in_the_file(ignorant):
    """The same weights play the same games; weights that know nothing lose to them."""
    own = ignorant.with_name("own.npy")
    write_weights(own, judge(STANZA).weights)
    games_of = {}
    for name in ("search:8", f"search:8:{own}", f"search:8:{ignorant}"):
        games_of[name] = [one.scores for one in games.play(games.lineup(STANZA, [name, "greedy"], 3), 0, 6)]
    first, second, third = games_of.values()
    assert first == second != third
    with games.threads(1) as pool:
        found = arena(STANZA, [["journeyman", f"journeyman:{ignorant}"]], 10, pool, seed=1)
    assert [row.bot for row in found.standings] == ["journeyman", f"journeyman:{ignorant}"]
    assert found.doubling is None


def test_a_run_goes_on_with_the_weights_that_it_began_with(ignorant):
    chosen = games.lineup(STANZA, [f"search:4:{ignorant}", "greedy"], 3)
    before = [one.scores for one in games.play(chosen, 0, 2)]
    write_weights(ignorant, judge(STANZA).weights)
    again = pickle.loads(pickle.dumps(chosen))  # as it goes to another machine
    assert [one.scores for one in games.play(again, 0, 2)] == before


def test_a_bot_in_python_plays_with_a_file(ignorant):
    match = mecenate.new("stanza", seats=2, seed=3)
    own, other = make("search:64", match.game, 1), make(f"search:64:{ignorant}", match.game, 1)
    assert isinstance(own, SearchBot) and isinstance(other, SearchBot) and own.think(match) != other.think(match)


@pytest.mark.parametrize("command", ["arena", "simulate", "lab"])
def test_commands_take_a_bot_with_a_file(command, ignorant):
    name = f"search:2:{ignorant}"
    asked = [command, "stanza", "--seats", "2", "--games", "20", "--bots", f"{name},greedy", "--json"]
    done = CliRunner().invoke(cli.app, asked)
    assert done.exit_code == 0, done.output
    assert name in json.dumps(json.loads(done.stdout))


def wrong_files(folder: Path) -> dict[str, Path]:
    """A file for each way to be wrong, by the key of its refusal and a word for it."""
    princes, own = judge(load("princes")), judge(STANZA)
    files = {"missing": folder / "missing.npy", "folder": folder}
    for name in ("text", "empty", "pickled", "zip", "cut", "double", "sick", "other"):
        files[name] = folder / f"{name}.npy"
    files["text"].write_text("weights")
    files["empty"].write_bytes(b"")
    np.save(files["pickled"], np.array([{"a": 1}], object), allow_pickle=True)
    with files["zip"].open("wb") as file:
        np.savez(file, own.weights)
    np.save(files["cut"], own.weights)
    files["cut"].write_bytes(files["cut"].read_bytes()[:1000])
    np.save(files["double"], own.weights.astype(float))
    np.save(files["sick"], own.weights * np.float32(np.nan))
    np.save(files["other"], princes.weights)
    return files


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ("missing", "weights-unreadable"), ("folder", "weights-unreadable"), ("text", "weights-other"),
        ("empty", "weights-other"), ("pickled", "weights-other"), ("zip", "weights-other"), ("cut", "weights-other"),
        ("double", "weights-other"), ("sick", "weights-other"), ("other", "weights-size"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_in_a_line(wrong, key, tmp_path):
    path = wrong_files(tmp_path)[wrong]
    for use in (
        lambda name: make(name, STANZA, 1),
        lambda name: games.read_bots(name, STANZA, 2),
        lambda name: games.lineup(STANZA, [name, "greedy"]),
    ):
        with pytest.raises(Refusal) as refused:
            use(f"master:{path}")
        assert refused.value.key == key
        assert str(path) in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["greedy:w.npy", "random:w.npy"])
def test_bots_without_weights_take_no_file(name):
    with pytest.raises(Refusal, match="plays without weights"):
        games.read_bots(name, STANZA, 2)


@pytest.mark.parametrize("name", ["clever:w.npy", "search:w.npy", "master:"])
def test_a_file_makes_no_bot(name):
    with pytest.raises(MecenateError, match="no bot"):
        games.read_bots(name, STANZA, 2)


def test_an_instinct_tells_no_chances():
    judged = judge(STANZA)
    assert as_instinct(judged.weights)[net.SHARPNESS] == 0 < judged.weights[net.SHARPNESS]
