"""Who plays what: from questions, and from the command line."""

import io

import pytest
from rich.console import Console

from mecenate.core.errors import MecenateError
from mecenate.terminal.keeping import Player, file_name, read_player
from mecenate.terminal.screen import Screen
from mecenate.terminal.setting_up import Wishes, set_up

BOTS = ("random", "greedy")


def ask(*lines, **wishes):
    left, out = list(lines), io.StringIO()

    def read(prompt):
        if not left:
            raise EOFError
        return left.pop(0)

    match, players = set_up(Screen("en", Console(file=out), read), Wishes("princes", seed=1, **wishes), BOTS)
    assert not left
    return match, list(map(str, players)), out.getvalue()


def test_three_times_enter():
    match, players, _ = ask("", "", "")
    assert players == ["Anna", "Bruno (greedy)", "Clara (greedy)", "Dario (greedy)"]
    assert match.names == ("Anna", "Bruno", "Clara", "Dario")
    assert match.options == {"money": "hidden"}


def test_answers():
    match, players, _ = ask("2", "Eva, Max (random)", "money=open, freedoms=4")
    assert players == ["Eva", "Max (random)"]
    assert match.options == {"money": "open", "freedoms": 4}


def test_wrong_answers_are_asked_again():
    _, players, said = ask("7", "3", "Eva, Eva", "a,b,c,d", "Eva", "money=lots", "colour=red", "")
    assert players == ["Eva", "Anna (greedy)", "Bruno (greedy)"]
    for word in ("“7” is not possible", "Two players are called Eva", "more than 3 players", "not lots", "no option"):
        assert word in said


@pytest.mark.parametrize(
    ("wishes", "players"),
    [
        ({"names": "Eva", "seats": 3}, ["Eva", "Anna (greedy)", "Bruno (greedy)"]),
        ({"names": "Eva,Max", "bots": "random,greedy"}, ["Eva", "Max", "Anna (random)", "Bruno (greedy)"]),
        ({"bots": "random", "seats": 2}, ["Anna (random)", "Bruno (random)"]),
        ({"names": "Max (greedy),Eva"}, ["Max (greedy)", "Eva"]),
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
    assert read_player("Bruno (greedy)", BOTS, ()) == Player("Bruno", "greedy")
    assert read_player("Bruno (the bold)", BOTS, ()) == Player("Bruno (the bold)")
    assert read_player("greedy", BOTS, ["Anna"]) == Player("Bruno", "greedy")
    assert file_name(ask("", "", "")[0]) == "princes-1.record"
