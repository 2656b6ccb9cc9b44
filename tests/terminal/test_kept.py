"""Kept games: each table has a file of its own, none is opened twice, all are listed, and what is printed can be typed."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mecenate.core.errors import MecenateError
from mecenate.core.match import Match
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load
from mecenate.terminal import again
from mecenate.terminal.keeping import Player, data_folder, labelled
from mecenate.terminal.kept import Kept, find, kept_games, last_unfinished
from mecenate.terminal.kept_list import main as show_kept
from mecenate.terminal.resuming import record_to_resume, resumed
from mecenate.terminal.setting_up import Wishes

PLAYERS = (Player("Anna"), Player("Bruno", "greedy"))


def begun(game: str = "princes", seed: int = 7, moves: int = 2) -> Match:
    match = Match(load(game), 2, seed, names=("Anna", "Bruno"))
    for _ in range(moves):
        match.play(match.legal()[0])
    return match


def kept(match: Match) -> Kept:
    one = Kept(match)
    one.write(labelled(match, PLAYERS))
    assert one.written
    return one


def file_of(one: Kept) -> Path:
    assert one.path
    return one.path


def test_the_same_seed_again_is_another_file():
    first = kept(begun(moves=3))
    record = file_of(first).read_text(encoding="utf-8")
    first.let_go()
    second, third = kept(begun(moves=1)), kept(begun(moves=2))
    assert [one.name for one in (first, second, third)] == ["princes-7", "princes-7-2", "princes-7-3"]
    assert file_of(first).read_text(encoding="utf-8") == record


def test_a_game_belongs_to_one_table():
    here, left = kept(begun(seed=1)), kept(begun(seed=2))
    left.let_go()
    os_later = kept(begun(seed=3))
    assert last_unfinished() == left.path  # although another one was written later
    with pytest.raises(MecenateError, match="at another table"):
        Kept(begun()).go_on(file_of(here))
    again_here = Kept(begun(seed=2))
    again_here.go_on(file_of(left))
    with pytest.raises(MecenateError, match="at another table"):
        last_unfinished()
    for one in (here, again_here, os_later):
        one.let_go()
    assert last_unfinished() == os_later.path


def test_another_process_holds_it_until_it_is_killed():
    """However a table ends, its game can be gone on with."""
    one = kept(begun())
    one.let_go()
    program = (
        "import sys; from pathlib import Path; from mecenate.core.match import Match; from mecenate.games import load;"
        "from mecenate.terminal.kept import Kept;"
        "kept = Kept(Match(load('princes'), 2, 7)).go_on(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    arguments = [sys.executable, "-c", program, str(one.path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout and other.stdout.readline() == "held\n"
        with pytest.raises(MecenateError, match="at another table"):
            last_unfinished()
        other.kill()
        other.wait()
    assert last_unfinished() == one.path


def test_nothing_but_games_is_left_behind():
    one, two = kept(begun(seed=1)), kept(begun(seed=2))
    one.let_go()
    two.drop()
    kept_games()
    assert [path.name for path in (data_folder() / "unfinished").iterdir()] == ["princes-1.record"]


def test_a_finished_game_moves_to_its_place():
    match = begun(game="stanza")
    one = kept(match)
    while not match.over:
        match.play(match.legal()[-1])
    one.finish(labelled(match, PLAYERS))
    assert one.path == data_folder() / "finished" / "stanza-7.record"
    (line,) = kept_games()
    assert line.name == "stanza-7" and line.about and line.about.over


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list(capsys, language, monkeypatch):
    monkeypatch.setenv("COLUMNS", "150")
    show_kept(language)
    assert len(capsys.readouterr().out.splitlines()) == 1
    held = [kept(begun(game, seed)) for seed, game in enumerate(GAMES)]
    held[0].let_go()
    (data_folder() / "unfinished" / "broken.record").write_text("no record")
    show_kept(language)
    *rows, last = capsys.readouterr().out.splitlines()
    assert len(rows) == 4 and "Bruno (" in rows[1]
    assert last.endswith(" play --resume princes-0")
    assert sum("broken" in row for row in rows) == 1


def test_a_kept_game_is_found_by_its_name(tmp_path, monkeypatch):
    one = kept(begun())
    assert find(Path("princes-7")) == find(Path("princes-7.record")) == one.path
    monkeypatch.chdir(tmp_path)
    (tmp_path / "princes-7").write_text("mine")
    assert find(Path("princes-7")) == Path("princes-7")  # a file here comes first
    assert find(Path("other")) == Path("other")


def test_what_is_printed_can_be_typed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", [str(Path(sys.executable).with_name("mecenate"))])
    monkeypatch.setenv("PATH", "")
    line = again.command("play", "--resume", tmp_path / "my game.record")
    assert shlex.split(line) == [
        str(Path(sys.executable).with_name("mecenate")),
        "play",
        "--resume",
        f"{tmp_path}/my game.record",
    ]
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert again.command("play", "--last") == "mecenate play --last"
    monkeypatch.setattr(sys, "argv", ["/somewhere/mecenate/cli.py"])
    assert shlex.split(again.command("play")) == [sys.executable, "-m", "mecenate.cli", "play"]


def test_last_and_resume_together_are_refused():
    with pytest.raises(MecenateError, match="not both"):
        record_to_resume(Path("x"), last=True)


@pytest.mark.parametrize(
    ("wishes", "option"),
    [
        ({"game": "stanza"}, "GAME stanza"),
        ({"seats": 4}, "--seats 4"),
        ({"seed": 8}, "--seed 8"),
        ({"bots": "master"}, "--bots master"),
        ({"bots": "greedy,greedy"}, "--bots greedy,greedy"),
        ({"options": ["money=open"]}, "--option money=open"),
    ],
)
def test_what_contradicts_a_record_is_refused(wishes, option):
    path = file_of(kept(begun()))
    with pytest.raises(MecenateError) as refused:
        resumed(path, Wishes(**wishes))
    assert str(refused.value).startswith(f"{option} does not fit") and "princes-7.record" in refused.value.message("de")


def test_what_fits_a_record_may_be_said_again():
    wishes = Wishes(game="princes", seats=2, seed=7, bots="Lehrling", options=["money=hidden"])
    match, players = resumed(file_of(kept(begun())), wishes)
    assert len(match.moves) == 2 and players == list(PLAYERS)
    assert resumed(file_of(kept(begun())), Wishes(names="Eva, Max (master)"))[1] == [Player("Eva"), Player("Max", "master")]
    with pytest.raises(MecenateError, match="Two players are called"):
        resumed(file_of(kept(begun())), Wishes(names="Eva, Eva"))
