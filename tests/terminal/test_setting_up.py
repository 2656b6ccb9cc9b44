"""Who plays what: from questions, and from the command line."""

import io

import pytest
from click.testing import CliRunner
from rich.console import Console

from mecenate.bots import levels
from mecenate.bots.judging import judge
from mecenate.bots.trained import write_weights
from mecenate.cli import app
from mecenate.core.errors import MecenateError
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load
from mecenate.lab.games import read_names
from mecenate.terminal.keeping import Player, file_name, labelled, read_named, read_player
from mecenate.terminal.resuming import resumed
from mecenate.terminal.screen import Screen
from mecenate.terminal.setting_up import Wishes, read_bots, set_up


def ask(*lines, prompts=None, **wishes):
    left, out = list(lines), io.StringIO()

    def read(prompt):
        if prompts is not None:
            prompts.append(prompt)
        if not left:
            raise EOFError
        return left.pop(0)

    match, players = set_up(Screen("en", Console(file=out), read), Wishes("princes", seed=1, **wishes))
    assert not left
    return match, list(map(str, players)), out.getvalue()


def test_three_times_enter():
    match, players, _ = ask("", "", "")
    assert players == ["Anna", "Bruno (journeyman)", "Clara (journeyman)", "Dario (journeyman)"]
    assert match.names == ("Anna", "Bruno", "Clara", "Dario")
    assert match.options == {"edition": "pro-ludo", "money": "hidden", "characters": False, "cooperation": False}


def test_the_bots_are_told_with_what_to_expect():
    _, _, said = ask("", "", "")
    lines = {line.split()[0] for line in said.splitlines() if line.startswith("  ")}
    assert {"Apprentice", "Journeyman", "Master"} <= lines and "Dreamer" not in lines


def test_answers():
    match, players, _ = ask("2", "Eva, Max (random)", "money=open, freedoms=4")
    assert players == ["Eva", "Max (random)"]
    assert match.options["money"] == "open" and match.options["freedoms"] == 4


def test_options_of_the_number_of_players():
    """The question lists what these players may choose, in one line each, and proposes what Enter takes."""
    for seats, draws in (("2", True), ("4", False)):
        prompts = []
        _, _, said = ask(seats, "", "", prompts=prompts)
        assert ("freedom_draw=any" in said) == draws
        assert ("freedom_draw=different" in prompts[-1]) == draws
        assert "characters=false" in prompts[-1] and "moving_back" not in prompts[-1]


def test_an_option_that_needs_another_stands_below_it():
    _, _, said = ask("", "", "")
    lines = [line.split("=")[0] for line in said.splitlines() if "=" in line]
    assert lines[5:9] == ["  characters", "  characters", "    moving_back", "    moving_back"]
    match, _, said = ask("", "", "moving_back=true", "characters=true, moving_back=true")
    assert "needs option characters" in said
    assert match.options["moving_back"] is True


def test_an_edition_brings_its_own_defaults():
    match, _, _ = ask("2", "", "edition=qwg, characters=true")
    assert match.options["moving_back"] is True and match.options["freedom_draw"] == "any"
    match, _, _ = ask("2", "", "edition=qwg, characters=true, moving_back=false")
    assert match.options["moving_back"] is False


def test_wrong_answers_are_asked_again():
    _, players, said = ask("7", "3", "Eva, Eva", "a,b,c,d", "Eva", "money=lots", "colour=red", "money", "")
    assert players == ["Eva", "Anna (journeyman)", "Bruno (journeyman)"]
    for word in (
        "“7” is not possible",
        "Two players are called Eva",
        "more than 3 players",
        "not 'lots'",
        "no option",
        "like edition=qwg",
    ):
        assert word in said


@pytest.mark.parametrize(
    ("wishes", "players"),
    [
        ({"names": "Eva", "seats": 3}, ["Eva", "Anna (journeyman)", "Bruno (journeyman)"]),
        ({"names": "Eva,Max", "bots": "random,greedy"}, ["Eva", "Max", "Anna (random)", "Bruno (greedy)"]),
        ({"bots": "greedy", "seats": 2}, ["Anna", "Bruno (greedy)"]),
        ({"bots": "greedy, Master"}, ["Anna", "Bruno (greedy)", "Clara (master)"]),
        ({"names": "", "bots": "random", "seats": 2}, ["Anna (random)", "Bruno (random)"]),
        ({"names": "Eva", "bots": "apprentice, Meister", "seats": 3}, ["Eva", "Anna (greedy)", "Bruno (master)"]),
        ({"names": "Max (greedy),Eva"}, ["Max (greedy)", "Eva"]),
        ({"names": "Eva", "bots": "Master", "seats": 3}, ["Eva", "Anna (master)", "Bruno (master)"]),
    ],
)
def test_command_line(wishes, players):
    assert ask(**wishes)[1] == players


@pytest.mark.parametrize(
    "wishes",
    [
        {"names": "a,b,c,d", "seats": 3},
        {"bots": "x"},
        {"names": "Eva", "bots": "random", "options": ["money=x"]},
        {"names": "Eva, Max (gredy)"},
        {"options": ["money=lots"]},
        {"options": ["money"]},
        {"seats": 3, "options": ["freedoms=4"]},
        {"seats": 9},
    ],
)
def test_wrong_command_lines(wishes):
    with pytest.raises(MecenateError):
        ask(**wishes)


def test_names():
    assert read_player("Bruno (greedy)", ()) == Player("Bruno", "greedy")
    with pytest.raises(MecenateError, match="no bot 'the bold'"):
        read_player("Bruno (the bold)", ())
    assert read_named("Bruno (the bold)") == Player("Bruno (the bold)")  # as a record of another program has it
    assert read_player("greedy", ["Anna"]) == Player("Bruno", "greedy")
    assert read_player("Bruno (Meister)", ()) == read_player("Bruno (Meester)", ()) == Player("Bruno", "master")
    assert read_player("Lehrling", ["Anna"]) == Player("Bruno", "greedy")
    assert read_named("Meister") == Player("Meister")  # in a record everybody has a name
    assert [Player("Bruno", "master").told(language) for language in LANGUAGES] == [
        "Bruno (Master)", "Bruno (Meister)", "Bruno (Meester)",
    ]  # fmt: skip
    assert file_name(ask("", "", "")[0]) == "princes-1.record"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", levels.BOTS)
def test_bots_by_every_word(language, level):
    name = levels.called(level, language)
    for word in (level, name, level.upper(), name.lower(), name.upper()):
        assert levels.find(word) == level
        assert read_player(f"Bruno ({word})", ()) == Player("Bruno", level)
        assert read_bots(word) == read_names(word, load("princes")) == [level]


@pytest.mark.parametrize(
    ("language", "names"), [("en", "Apprentice (greedy)"), ("de", "Lehrling (greedy)"), ("nl", "Meester (master)")]
)
def test_other_words_are_refused_with_those_that_exist(language, names):
    with pytest.raises(MecenateError) as refused:
        read_player("Bruno (gredy)", ())
    assert "gredy" in refused.value.message(language) and names in refused.value.message(language)


def test_a_misspelt_bot_is_asked_again_and_people_are_counted():
    _, players, said = ask("3", "Anna, apprentice, Bruno (gredy)", "Anna, apprentice, Eva", "")
    assert players == ["Anna", "Bruno (greedy)", "Eva"]
    assert "There is no bot 'gredy'" in said and "2 people at this keyboard" in said


def asked_without_a_game(*lines, **wishes):
    left, out = list(lines), io.StringIO()
    match, _ = set_up(Screen("de", Console(file=out), lambda _: left.pop(0)), Wishes(None, seed=1, **wishes))
    return match, out.getvalue()


def test_options_choose_among_the_games():
    """What no game has is refused before a question; what one has needs none."""
    with pytest.raises(MecenateError, match="No game has an option like 'colour=red'"):
        asked_without_a_game(options=["colour=red"])
    with pytest.raises(MecenateError, match="can be hidden, open"):
        asked_without_a_game(options=["money=lots"])
    match, said = asked_without_a_game("2", "", options=["money=open"])
    assert match.game.key == "princes" and said.count("Florenz") == 0


@pytest.mark.parametrize("game", GAMES)
def test_titles_and_refusals_in_the_language_of_the_game(game):
    match, said = asked_without_a_game(game, "2", "Eva, Eva", "", "geld", "")
    title = match.game.called
    assert title.message("de") in said and title.message("en") == match.game.title
    assert "Zwei heißen Eva." in said and "Eine Option schreibt man als" in said
    option = match.game.options[0]
    assert f"etwa {option.key}={option.values[-1]}," in said  # an example that this game has


def test_help_tells_seats_and_options_of_every_game():
    said = CliRunner().invoke(app, ["play", "--help"]).output
    for key in GAMES:
        game = load(key)
        assert f"{key} " in said and f"{game.seats[0]} to {game.seats[-1]} players" in said
        assert all(option.key in said for option in game.options)
    assert all(level in said for level in levels.BOTS)


def test_a_bot_with_weights_of_ones_own_sits_down_and_can_be_read_again(tmp_path):
    path = tmp_path / "w (1).npy"
    write_weights(path, judge(load("princes")).weights)
    match, players, _ = ask(seats=3, bots=f"Master:{path}, greedy")
    assert players == ["Anna", f"Bruno (master:{path})", "Clara (greedy)"]
    seated = [read_named(name) for name in players]
    assert seated[1] == Player("Bruno", f"master:{path}")
    assert seated[1].told("nl") == f"Bruno (Meester:{path})"
    assert read_named(seated[1].told("nl")) == seated[1]
    kept = tmp_path / "game.record"
    kept.write_text(labelled(match, seated))
    assert resumed(kept, Wishes(bots=f"meister:{path},greedy"))[1] == seated
    path.unlink()
    with pytest.raises(MecenateError, match="can't be read as weights: No such file"):
        resumed(kept, Wishes())
    assert resumed(kept, Wishes(names="Anna, Bruno (greedy), Clara (greedy)"))[1][0] == Player("Anna")


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ("master:/nowhere/w.npy", "can't be read as weights"),
        ("greedy:w.npy", "plays without weights"),
        ("search:100:w.npy", "no bot 'search:100:w.npy'"),
        ("clever:w.npy", "no bot 'clever:w.npy'"),
    ],
)
def test_a_wrong_file_of_weights_is_refused_before_the_game(bots, words):
    with pytest.raises(MecenateError, match=words):
        ask(seats=2, bots=bots)
