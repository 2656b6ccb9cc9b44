"""The command: wrong input is told in a line, with exit code 2, and nothing happens."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mecenate
from mecenate.cli import main
from mecenate.core.errors import MecenateError

SRC = Path(mecenate.__file__).parents[1]
TABLE = SRC / "mecenate" / "games" / "princes" / "components.toml"


def run(*args, **environment):
    return subprocess.run(
        [sys.executable, "-m", "mecenate", *map(str, args)],
        env={**os.environ, "COLUMNS": "200", **environment},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )


HEAVY = {"argon2", "asyncio", "cryptography", "matplotlib", "multiprocessing", "openskill", "psycopg", "ray", "rich"}
HEAVY |= {"pydantic", "sqlalchemy", "starlette", "uvicorn"}


@pytest.mark.parametrize(
    "work",
    [
        "import mecenate",
        "from mecenate.games import GAMES, load; [load(key) for key in GAMES]",
        "from click.testing import CliRunner; from mecenate.cli import app; CliRunner().invoke(app, '--help')",
        "from click.testing import CliRunner; from mecenate.cli import app; CliRunner().invoke(app, ['serve', '--port', 'x'])",
    ],
    ids=["import", "games", "help", "options"],
)
def test_nobody_waits_for_what_they_do_not_use(work):
    program = f"{work}; import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300)
    assert not HEAVY & set(done.stdout.split())


def test_a_plain_server_loads_no_other_database_and_no_seals():
    program = "import mecenate.server.serve; import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300)
    unwanted = {"cryptography", "matplotlib", "openskill", "psycopg", "ray", "rich", "sqlalchemy.dialects.postgresql"}
    assert not unwanted & set(done.stdout.split())


def test_version():
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"mecenate {mecenate.__version__}\n")


def test_what_the_output_can_not_show_is_replaced():
    done = run("simulate", "stanza", "--seats", 2, "--games", 1, PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and "?" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["simulate", "chess"], "The games: princes, carrara, stanza"),
        (["simulate", "princes", "--seats", "9"], "2 to 5 players"),
        (["simulate", "princes", "--bots", "deep-thought"], "deep-thought"),
        (["simulate", "princes", "--option", "money=gold"], "money"),
        (["simulate", "princes", "--option", "dragons=yes"], "dragons"),
        (["simulate", "princes", "--games", "0"], "game"),
        (["bench", "chess"], "The games"),
        (["bench", "stanza", "--seats", "5"], "2 to 4 players"),
        (["soak", "chess"], "The games"),
        (["soak", "carrara", "--games", "0"], "At least one game"),
        (["soak", "carrara", "--seats", "7"], "2 to 4 players"),
        (["replay", "no-such-file"], "can't be read"),
        (["scenario", "no-such-file"], "no-such-file"),
        (["play", "chess"], "The games"),
        (["play", "princes", "--seats", "1"], "2 to 5 players"),
        (["play", "princes", "--language", "xx"], "xx"),
        (["--components", "no-such-file", "play"], "no-such-file"),
        (["dance"], "dance"),
        (["simulate"], "game"),
    ],
    ids=" ".join,
)
def test_wrong_input_ends_with_2_and_one_message(args, words):
    done = run(*args)
    assert done.returncode == 2, done.stderr
    assert words.lower() in done.stderr.lower()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('game = "princes"', 'game = "chess"', "chess"),
        ('game = "princes"', "", "does not say which game"),
        ("florins = 3500", 'florins = "many"', "$.setup.florins"),
        ("florins = 3500", "", "florins"),
        ("florins = 3500", "florins = 3500\nflorijnen = 1", "florijnen"),
        ('shape = ["XXX", "XXX", ".X."]', 'shape = ["XXX", "XXX", ".XX"]', "a large building covers 7 spaces, this shape 8"),
        ('shape = ["XXXX", ".X.."]', 'shape = ["XXX.X", ".X..."]', "not one connected piece"),
        ('key = "tower"', 'key = "campanile"', "expected the keys"),
        ("[counts]", "[counts", "not a valid TOML"),
    ],
)
def test_a_wrong_component_table_is_refused(tmp_path, old, new, words):
    path = tmp_path / "mine.toml"
    path.write_text(TABLE.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    done = run("--components", path, "simulate", "princes", "--games", "1")
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_corrected_component_table_is_played_and_noted_in_records(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TABLE.read_text(encoding="utf-8").replace("florins = 3500", "florins = 4500", 1), encoding="utf-8")
    code = (
        "import mecenate; m = mecenate.new('princes', 3)\n"
        "print(int(m.state.seats[0].florins)); print(m.record().splitlines()[3])"
    )
    environment = {**os.environ, "MECENATE_COMPONENTS": str(path), "MECENATE_UNCOMPILED": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    florins, components = done.stdout.splitlines()
    assert florins == "4500"
    assert components.startswith("components: ")
    assert components != mecenate.new("princes", 3).record().splitlines()[3]


def test_help_tells_the_commands_and_play_first():
    told = run("--help").stdout
    places = [
        told.index(f"\n  {command} ") for command in ("play", "replay", "scenario", "simulate", "bench", "soak", "warmup")
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("group", [[], ["admin"]], ids=["all", "admin"])
def test_help_is_not_cut_in_a_narrow_window(group):
    lines = run(*group, "--help", COLUMNS="80").stdout.splitlines()
    assert [line for line in lines[1:] if "..." in line] == []
    assert len(lines) > 6


RECORD = Path(__file__).parent / "games/princes/stored/2-seats-greedy.record"
TOLD = [
    ["--help"], ["bench", "--help"], ["--version"], ["replay", RECORD], ["scenario", RECORD.parents[3] / "scenarios/stanza"],
    ["simulate", "stanza", "--games", "4"], ["simulate", "stanza", "--games", "4", "--json"], ["arena"],
]  # fmt: skip


@pytest.mark.parametrize("args", TOLD, ids=lambda args: f"{args[0]} {args[-1]}")
@pytest.mark.parametrize("buffered", ["", "1"])
def test_an_output_that_takes_nothing_is_told_in_a_line(args, buffered):
    read, write = os.pipe()
    os.close(read)
    for target, code, words in ((os.open("/dev/full", os.O_WRONLY), 1, "No space left"), (write, 141, "Broken pipe")):
        done = subprocess.run(
            [sys.executable, "-m", "mecenate.cli", *map(str, args)],
            env={**os.environ, "PYTHONUNBUFFERED": buffered},
            stdout=target, stderr=subprocess.PIPE, text=True, check=False, timeout=300,
        )  # fmt: skip
        os.close(target)
        if args == ["arena"]:  # has nothing to write there
            assert done.returncode == 2
        else:
            assert (done.returncode, len(done.stderr.splitlines())) == (code, 1), done.stderr
            assert done.stderr.startswith("mecenate: the output can't be written: ") and words in done.stderr


@pytest.mark.parametrize(("ending", "code"), [(KeyboardInterrupt, 130), (EOFError, 1)])
def test_who_is_stopped_says_so(monkeypatch, capsys, ending, code):
    def stopped(*_):
        raise ending

    monkeypatch.setattr("mecenate.terminal.replay.main", stopped)
    monkeypatch.setattr(sys, "argv", ["mecenate", "replay", "a-game"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == code
    assert capsys.readouterr().err.split() == ["Stopped." if code == 130 else "Aborted."]


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    """What the disk does not take is told, with the name of the file."""
    from mecenate.core import files

    kept = tmp_path / "kept.json"
    kept.write_text("old")

    class Full:
        def __init__(self, handle, _mode):
            self.handle = handle

        def __enter__(self):
            return self

        def __exit__(self, *_):
            os.close(self.handle)

        def write(self, _):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, "fdopen", Full)
    with pytest.raises(MecenateError, match=r"kept.json can't be written: No space left"):
        files.write_whole(kept, "new")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("kept.json", "old")]
