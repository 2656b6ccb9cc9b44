"""Leaving the table and the end: short answers, no file by mistake, and nothing is lost that nobody dropped."""

import os
import select
import signal
import subprocess
import sys

import pytest

from mecenate.core.texts import LANGUAGES
from mecenate.terminal.kept import kept_games


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working folder in which no file may turn up."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def answering(sat, *typed):
    """Type these lines at whatever is asked."""
    left = list(typed)

    def read(prompt):
        sat.chunks.append((len(sat.table.match.moves), sat.table.viewer, prompt, sat.out.getvalue()))
        if not left:
            raise EOFError
        return left.pop(0)

    sat.table.screen.read = read
    return left


@pytest.mark.parametrize(
    ("language", "answers", "kept"),
    [
        ("en", ["y"], True), ("en", [""], True), ("en", ["n"], False), ("en", [], True),
        ("en", ["undo", "cancel", "quit", "n"], False),
        ("en", ["princes", "yes"], True), ("de", ["j"], True), ("de", ["Nein"], False), ("de", ["a", "beenden", "y"], True),
        ("nl", ["ja"], True), ("nl", ["nee"], False), ("nl", ["annuleren", "stoppen", ""], True),
    ],
)  # fmt: skip
def test_leaving(sit, here, language, answers, kept):
    sat = sit(language=language)
    left = answering(sat, "1", "quit", *answers)
    sat.table.run()
    assert not left and len(sat.table.match.moves) < 20
    assert [line.name for line in kept_games()] == (["princes-1"] if kept else [])
    assert ("princes-1" in sat.out.getvalue().splitlines()[-1]) == kept
    assert list(here.iterdir()) == []


def test_cancelled_means_to_stay(sit, here):
    sat = sit()
    answering(sat, "1", "quit", "c", "2", "quit", "n")
    sat.table.run()
    assert len(sat.table.match.moves) > len({move.seat for move in sat.table.match.moves})


def test_a_name_stands_behind_save_only(sit, here):
    sat = sit()
    left = answering(sat, "1", "quit", "save mine.record")
    sat.table.run()
    assert not left and [path.name for path in here.iterdir()] == ["mine.record"] and kept_games() == []
    assert sat.out.getvalue().rstrip().endswith("play --resume mine.record")


def test_what_was_just_saved_is_not_asked_for_again(sit, here):
    sat = sit()
    left = answering(sat, "1", "save 'my game'", "quit")
    sat.table.run()
    assert not left and "is saved as" in sat.out.getvalue()
    (path,) = here.iterdir()
    assert path.name == "'my game'"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("answer", "kept"), [("", True), ("y", True), ("n", False), ("undo", True)])
def test_the_record_of_a_finished_game(sit, policy, here, language, answer, kept):
    sat = sit(seats=2, language=language)
    typed = [answer]

    def read(prompt):
        if not sat.table.match.over:
            return policy(sat.table.match)
        if not typed:
            raise EOFError
        return typed.pop(0)

    sat.table.screen.read = read
    sat.table.run()
    found = kept_games()
    assert [line.path.parent.name for line in found] == (["finished"] if kept else [])
    assert ("analyse" in sat.out.getvalue()) == kept and "--resume" not in sat.out.getvalue()
    assert list(here.iterdir()) == []


def test_ctrl_c_at_the_last_question_keeps_the_record(sit, policy, here):
    sat = sit(seats=2)

    def read(prompt):
        if sat.table.match.over:
            raise KeyboardInterrupt
        return policy(sat.table.match)

    sat.table.screen.read = read
    with pytest.raises(KeyboardInterrupt):
        sat.table.run()
    (line,) = kept_games()
    assert line.about and line.about.over and "analyse" in sat.out.getvalue()


@pytest.mark.parametrize("arguments", [["princes", "--names", "Anna", "--bots", "random"], []])
def test_without_any_input(arguments):
    """As `mecenate play <&-` starts it."""
    program = "import os, sys; os.close(0); sys.stdin = None; from mecenate.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program, "play", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "the input ended" in done.stderr and "Traceback" not in done.stderr


# Whoever runs the tests in the background of a shell would not hear Ctrl-C.
HEARING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from mecenate.cli import main; main()"


def typed_at(terminal, text, until):
    """Wait for some words on a terminal, then type; what was read up to there."""
    said = ""
    while until not in said:
        said += os.read(terminal, 4096).decode(errors="replace")
    os.write(terminal, text.encode())
    return said


def insisted(act, terminal, until):
    """Do something again and again until some words come: a key is lost that is pressed while a terminal changes its mode."""
    said = ""
    while until not in said:
        act()
        while until not in said and select.select([terminal], [], [], 2.0)[0]:
            said += os.read(terminal, 4096).decode(errors="replace")
    return said


@pytest.mark.parametrize("code", [130, 0], ids=["ctrl-c", "ctrl-d"])
@pytest.mark.parametrize(("plain", "term"), [(["--plain"], "xterm"), ([], "dumb"), ([], "xterm")])
def test_on_a_real_terminal_the_game_is_kept(tmp_path, code, plain, term):
    pty = pytest.importorskip("pty")
    above, below = pty.openpty()
    environment = {**os.environ, "MECENATE_DATA": str(tmp_path), "TERM": term, "COLUMNS": "100"}
    arguments = ["stanza", "--names", "Anna", "--bots", "random", "--seats", "2", "--seed", "3", *plain]
    command = [sys.executable, "-c", HEARING, "play", *arguments]
    with subprocess.Popen(command, stdin=below, stdout=below, stderr=below, env=environment, start_new_session=True) as game:
        try:
            os.close(below)
            typed_at(above, "1\n", until="Anna> ")
            typed_at(above, "", until="Anna> ")
            leave = (lambda: game.send_signal(signal.SIGINT)) if code else (lambda: os.write(above, b"\x04"))
            said = insisted(leave, above, until="--resume stanza-3")
            assert game.wait() == code and "Traceback" not in said
        finally:
            game.kill()
    os.close(above)
    assert [path.name for path in (tmp_path / "unfinished").iterdir()] == ["stanza-3.record"]
