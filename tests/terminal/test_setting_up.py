"""Who plays what: from questions, and from the command line."""

import io

import pytest
from rich.console import Console

from mecenate.core.errors import MecenateError
from mecenate.core.texts import LANGUAGES
from mecenate.terminal.keeping import Player, file_name, read_named, read_player
from mecenate.terminal.screen import Screen
from mecenate.terminal.setting_up import Wishes, set_up


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
        "not lots",
        "no option",
        "key=value",
    ):
        assert word in said


@pytest.mark.parametrize(
    ("wishes", "players"),
    [
        ({"names": "Eva", "seats": 3}, ["Eva", "Anna (journeyman)", "Bruno (journeyman)"]),
        ({"names": "Eva,Max", "bots": "random,greedy"}, ["Eva", "Max", "Anna (random)", "Bruno (greedy)"]),
        ({"bots": "random", "seats": 2}, ["Anna (random)", "Bruno (random)"]),
        ({"names": "Max (greedy),Eva"}, ["Max (greedy)", "Eva"]),
        ({"names": "Eva", "bots": "Master", "seats": 3}, ["Eva", "Anna (master)", "Bruno (master)"]),
    ],
)
def test_command_line(wishes, players):
    assert ask(**wishes)[1] == players


@pytest.mark.parametrize(
    "wishes", [{"names": "a,b,c,d", "seats": 3}, {"bots": "x"}, {"names": "Eva", "bots": "random", "options": ["money=x"]}]
)
def test_wrong_command_lines(wishes):
    with pytest.raises(MecenateError):
        ask(**wishes)


def test_names():
    assert read_player("Bruno (greedy)", ()) == Player("Bruno", "greedy")
    assert read_player("Bruno (the bold)", ()) == Player("Bruno (the bold)")
    assert read_player("greedy", ["Anna"]) == Player("Bruno", "greedy")
    assert read_player("Bruno (Meister)", ()) == read_player("Bruno (Meester)", ()) == Player("Bruno", "master")
    assert read_player("Lehrling", ["Anna"]) == Player("Bruno", "greedy")
    assert read_named("Meister") == Player("Meister")  # in a record everybody has a name
    assert [Player("Bruno", "master").told(language) for language in LANGUAGES] == [
        "Bruno (Master)", "Bruno (Meister)", "Bruno (Meester)",
    ]  # fmt: skip
    assert file_name(ask("", "", "")[0]) == "princes-1.record"
