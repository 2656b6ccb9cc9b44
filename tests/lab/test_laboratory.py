"""The laboratory watches games rightly, keeps what it finds, and is clear about bad input."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner

from mecenate import cli
from mecenate.core.errors import MecenateError
from mecenate.games import load
from mecenate.lab import games, laboratory, winning
from mecenate.lab.laboratory import main
from mecenate.lab.watching import columns, factors_of, sample, watch
from mecenate.lab.winning import find_out

PRINCES = load("princes")
MIXED = ["greedy", "random", "random"]


def figures(found):
    return {key: value for key, value in asdict(found).items() if key != "seconds"}


def test_watching_changes_no_game_and_reads_for_the_right_bot():
    chosen = games.lineup(PRINCES, MIXED, 4)
    watched = watch(chosen, 0, 6)
    assert [one.played for one in watched] == games.play(chosen, 0, 6)
    found = sample(chosen, columns(factors_of(PRINCES, chosen)), watched)
    assert found.deals.tolist() == [0, 0, 0, 1, 1, 1]
    assert found.values["seat"][:3].tolist() == [[1, 2, 4], [4, 1, 2], [2, 4, 1]]
    assert found.values["bot"].tolist() == [[1, 2, 2]] * 6
    assert found.values["works"][:, 0].min() > found.values["works"][:, 1:].max()  # random bots complete hardly any


def test_bots_that_are_all_alike_have_a_new_deal_each_time():
    chosen = games.lineup(PRINCES, ["random"] * 3, 4)
    first, second = (one.values[:, 0] for one in watch(chosen, 0, 2))
    assert [chosen.deal(number) for number in range(3)] == [0, 1, 2]
    assert sorted(first.tolist()) != sorted(second.tolist())  # the professions that were kept


def test_a_search_leaves_a_story_too():
    chosen = games.lineup(load("stanza"), ["search:2", "greedy"], 1)
    (one,) = watch(chosen, 0, 1)
    keys = [factor.key for factor in columns(factors_of(load("stanza"), chosen))]
    told = dict(zip(keys, one.values.T.tolist(), strict=True))
    each = [values for key, values in told.items() if key.startswith("activated_")]
    assert [sum(values[k] for values in each) for k in range(2)] == told["activations"]
    assert min(told["activations"]) > 3


@pytest.fixture(scope="module")
def found():
    with games.threads(2) as pool:
        return find_out(PRINCES, MIXED, 60, pool, seed=3)


def test_the_number_of_threads_changes_nothing(found):
    with games.threads(1) as pool:
        assert figures(find_out(PRINCES, MIXED, 60, pool, seed=3)) == figures(found)


def test_better_bots_and_their_works_are_found(found):
    seat, bot = found.opening[:2]
    assert [one.label for one in seat.options] == ["1st seat", "2nd seat", "3rd seat"]
    assert [(one.label, one.seats) for one in bot.options] == [("greedy", 60), ("random", 120)]
    assert bot.options[0].win_share.low > 0.8
    works = next(one for one in found.end if one.key == "works")
    assert works.compared.difference.low > 2
    assert works.levels[0].win_share.high < found.fair_share < works.levels[-1].win_share.low
    assert {one.key for one in found.end if one.worth is None} >= {"landscapes"}
    assert all(one.label[0].isupper() for one in (*found.end, *found.early))


def test_things_are_called_as_in_the_game():
    with games.threads(2) as pool:
        found = find_out(load("carrara"), ["random"] * 2, 40, pool)
    assert "Buildings in Lérici" in [one.label for one in found.end]
    assert "Urban landscape" in [option.label for one in found.holdings for option in one.options]


def test_the_command_keeps_its_results(tmp_path):
    out, plot = tmp_path / "lab.json", tmp_path / "lab.svg"
    asked = ["lab", "stanza", "--seats", "2", "--games", "40", "--bots", "random", "--option", "variant=expert"]
    done = CliRunner().invoke(cli.app, [*asked, "--out", str(out), "--plot", str(plot)])
    assert done.exit_code == 0, done.output
    assert "Persons dismissed" in done.stdout and "not what makes anybody win" in " ".join(done.stdout.split())
    told = json.loads(out.read_text())
    assert (told["format"], told["game"], told["games"], told["stopped"]) == ("mecenate lab 1", "stanza", 40, False)
    assert (told["options"]["variant"], told["fair_share"], told["bots"]) == ("expert", 0.5, ["random"] * 2)
    dismissed = next(one for one in told["end"] if one["key"] == "dismissed")
    assert set(dismissed) == {"key", "label", "result", "instead", "compared", "worth", "levels"}
    assert sum(level["seats"] for level in dismissed["levels"]) == 80
    assert set(dismissed["levels"][0]["win_share"]) == {"value", "low", "high"}
    assert "<svg" in plot.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lab.json", "lab.svg"]


def test_it_tells_more_of_what_is_asked_about():
    asked = ["lab", "princes", "--seats", "3", "--games", "20", "--bots", "random", "--about", "jesters, seat"]
    done = CliRunner().invoke(cli.app, asked)
    assert done.exit_code == 0, done.output
    assert "Jesters, at the end" in done.stdout and "2nd seat" in done.stdout
    assert "Builders" not in done.stdout and "First purchase" not in done.stdout


def test_json_is_all_that_is_printed():
    done = CliRunner().invoke(cli.app, ["lab", "carrara", "--seats", "3", "--games", "20", "--bots", "random", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["caution"]


def interrupted(after):
    """`find_out` that somebody stops when so many parts are finished."""

    def run(game, names, wanted, pool, seed, options, progress):
        parts = []

        def stop(n):
            parts.append(n)
            if len(parts) == after:
                raise KeyboardInterrupt

        return find_out(game, names, wanted, pool, seed, options, stop)

    return run


def asked(**changed):
    good = {
        "game": "princes", "seats": 2, "bots": "greedy,random", "wanted": 20, "seed": 0, "processes": 1, "options": [],
        "ray": False, "about": None, "out": None, "plot": None, "json": True,
    }  # fmt: skip
    return {**good, **changed}


def test_an_interrupted_search_tells_what_is_finished(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(laboratory, "find_out", interrupted(4))
    with pytest.raises(SystemExit) as stopped:
        main(**asked(wanted=100_000, json=False, out=tmp_path / "lab.json"))
    assert stopped.value.code == 130
    assert "Stopped after" in capsys.readouterr().out
    told = json.loads((tmp_path / "lab.json").read_text())
    assert told["stopped"] and 20 <= told["games"] < 1000


def test_interrupted_too_early_it_keeps_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(laboratory, "find_out", interrupted(1))
    monkeypatch.setattr(winning, "LEAST", 50_000)
    with pytest.raises(MecenateError, match="were finished, too few"):
        main(**asked(wanted=100_000, out=tmp_path / "lab.json"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"bots": "clever"}, "no bot 'clever'"),
        ({"bots": "greedy,greedy,greedy"}, "3 bots for 2 seats"),
        ({"seats": 7}, "2 to 5 players"),
        ({"wanted": 19}, "At least 20 games"),
        ({"seed": -1}, "seed"),
        ({"processes": -1}, "processes"),
        ({"options": ["characters=perhaps"]}, "can be"),
        ({"about": "jesters,jokers"}, "nothing to tell about 'jokers'.*builders"),
        ({"about": "muse"}, "nothing to tell about"),
        ({"plot": Path("lab.txt")}, "a plot is"),
        ({"plot": Path("/nowhere/lab.svg")}, "no folder"),
        ({"out": Path("/nowhere/lab.json")}, "no folder"),
    ],
)
def test_bad_input_is_refused_with_a_reason(changed, words):
    with pytest.raises(MecenateError, match=words):
        main(**asked(**changed))
