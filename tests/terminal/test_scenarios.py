"""`mecenate scenario`: what it prints, and its exit codes."""

import pytest

from mecenate.terminal.scenarios import main

GOOD = "title: It opens\ngame: princes\nplayers: [Anna, Bob]\ngiven: {}\nthen: {asked: Anna}\n"
DIFFERS = "title: It [opens]\nsource: a dispute\ngame: princes\nplayers: [Anna, Bob]\ngiven: {}\nthen: {asked: Bob}\n"
IMPOSSIBLE = "title: Too many\ngame: princes\nplayers: [Anna, Bob]\ngiven: {Anna: {jesters: 9}}\nthen: {}\n"


@pytest.fixture
def folder(tmp_path):
    for name, text in (("good", GOOD), ("differs", DIFFERS), ("impossible", IMPOSSIBLE), ("broken", "titel: x")):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_all_pass(folder, capsys):
    assert main([folder / "good.yaml"]) == 0
    assert capsys.readouterr().out == "pass  It opens\n1 passed.\n"


def test_something_differs(folder, capsys):
    assert main([folder / "good.yaml", folder / "differs.yaml"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out == [
        "pass  It opens",
        "FAIL  It [opens]",
        f"      {folder / 'differs.yaml'}, line 1; a dispute",
        "      line 6, asked",
        "        expected: Bob",
        "        found:    Anna",
        "1 passed, 1 failed.",
    ]


def test_what_can_not_be_run_is_told_and_the_rest_runs(folder, capsys):
    assert main([folder, folder / "nowhere.yaml"]) == 2
    out, err = capsys.readouterr()
    assert "pass  It opens" in out
    assert out.endswith("1 passed, 1 failed, 3 can't be run.\n")
    lines = err.splitlines()
    assert lines[0].startswith(f"mecenate: {folder / 'broken.yaml'}, line 1: `titel` is no word for a scenario.")
    assert lines[1] == f"mecenate: {folder / 'nowhere.yaml'} can't be read: No such file or directory."
    assert lines[2].startswith(f"mecenate: {folder / 'impossible.yaml'}, line 4: jesters of Anna can be from 0 to 7, not 9.")


def test_an_unknown_game_is_told(tmp_path, capsys):
    path = tmp_path / "chess.yaml"
    path.write_text("title: x\ngame: chess\nplayers: [A, B]\nthen: {}\n", encoding="utf-8")
    assert main([path]) == 2
    assert "line 2: There is no game 'chess'" in capsys.readouterr().err
