"""`mecenate games` and what a shell completes: whatever can be played can be found without a mistake first."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mecenate.cli import app
from mecenate.core.errors import MecenateError
from mecenate.core.options import read_options, write_option
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load

COMMAND = Path(sys.executable).with_name("mecenate")


def told(*args: str) -> str:
    done = CliRunner().invoke(app, ["games", *args], env={"COLUMNS": "200"}, catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_is_listed_with_its_meaning(language):
    text = " ".join(told("--language", language).split())
    for game in map(load, GAMES):
        assert game.title in text
        for option in game.options:
            for value in option.values:
                assert write_option(option.key, value) in text
                assert game.texts.find(language, f"options.{option.key}_{value}") in text


def test_one_game_alone():
    text = told("carrara")
    assert "version=advanced" in text and "edition" not in text and "(usual)" in text
    with pytest.raises(MecenateError, match="The games"):
        told("chess")
    with pytest.raises(MecenateError, match="The languages"):
        told("--language", "xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_programs_get_all_that_games_can_be_set_up_with(language):
    listed = json.loads(told("--json", "--language", language))
    assert [one["game"] for one in listed] == list(GAMES)
    for one in listed:
        game = load(one["game"])
        assert one["seats"] == list(game.seats) and one["bots"]
        for option in one["options"]:
            for value in option["values"]:
                needed = {option["needs"]: True} if option["needs"] else {}
                given = read_options(game, [write_option(option["key"], value["value"])])
                settings, _ = game.settings(option["seats"][0], given | needed)
                assert settings[option["key"]] == value["value"]
                assert settings.items() >= {k: v for k, v in value["presets"].items() if k in settings}.items()


@pytest.mark.parametrize("command", ["play", "simulate", "arena", "lab", "bench", "soak", "train"])
def test_help_names_the_games(command):
    text = " ".join(CliRunner().invoke(app, [command, "--help"]).stdout.split())
    assert ", ".join(GAMES) in text and "`mecenate games`" in text


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["mecenate", "sim"], ["simulate"]),
        (["mecenate", "simulate", "p"], ["princes"]),
        (["mecenate", "simulate", "princes", "--bo"], ["--bots"]),
        (["mecenate", "admin", "back"], ["backup"]),
        (["mecenate", "completion", ""], ["bash", "zsh", "fish"]),
    ],
)
def test_bash_completes(typed, offered):
    if not shutil.which("bash") or not COMMAND.exists():
        pytest.skip("there is no bash, or no installed command")
    script = CliRunner().invoke(app, ["completion", "bash"]).stdout
    typing = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mecenate_completion "$0"; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{typing}", str(COMMAND), *typed], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.split() == offered


@pytest.mark.parametrize(("shell", "word"), [("zsh", "#compdef mecenate"), ("fish", "complete --no-files --command mecenate")])
def test_other_shells_get_what_is_theirs(shell, word):
    assert word in CliRunner().invoke(app, ["completion", shell]).stdout
