"""Whole games at the table, from the setup to the result, with people who type what one should and should not."""

import os
import random
import re
import signal
import subprocess
import sys
import threading

import pytest
from rich.console import Console

import mecenate
import mecenate.bots
from mecenate.bots.levels import SECONDS
from mecenate.core import records
from mecenate.core.errors import MecenateError
from mecenate.games import GAMES, load
from mecenate.terminal.keeping import Player, labelled, open_record
from mecenate.terminal.kept import last_unfinished
from mecenate.terminal.replay import main as replay

ESCAPE = "\x1b"


def script(*lines, then=None):
    """Type these lines, then whatever `then` says, or come to the end of the input."""
    left = list(lines)

    def answer(sat):
        if left:
            return left.pop(0)
        if then is None:
            raise EOFError
        return then(sat)

    return answer


@pytest.mark.parametrize(("seats", "language"), [(2, "de"), (3, "nl"), (4, "en"), (5, "de")])
def test_whole_games(sit, seats, language):
    sat = sit(seats=seats, language=language, seed=seats, width=80)
    sat.table.run()
    said = "".join(chunk for *_, chunk in sat.chunks)
    assert sat.table.match.over
    assert ESCAPE not in said
    assert "Traceback" not in said and "{" not in said
    assert max(len(line) for line in said.splitlines()) <= 80
    assert all(str(score) in sat.chunks[-1][3] for score in sat.table.match.scores())
    assert records.loads(sat.table.match.record(), load).over


def test_numbers_do_as_well_as_words(sit, policy):
    by_word = sit()
    by_word.table.run()

    def number(sat):
        wanted = policy(sat.table.match)
        return next(offer.number for offer in sat.table.offers().offers if offer.move.notation == wanted)

    by_number = sit(answer=number)
    by_number.table.run()
    assert by_number.table.match.record() == by_word.table.match.record()


def test_only_answers_are_given_by_the_table_unless_it_is_told_not_to(sit):
    quick, slow = sit(seed=4), sit(seed=4)
    slow.table.auto = False
    quick.table.run()
    slow.table.run()
    assert quick.table.match.record() == slow.table.match.record()
    assert len(quick.typed) < len(slow.typed)
    assert "(It was the only answer.)" in "".join(chunk for *_, chunk in quick.chunks)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "build opera",
        "open nothing",
        "1000",
        "place a1 r0",
        "open landscape",
        "work poet",
        "why",
        "?",
        "",
        "board x",
    ],
)
def test_what_is_not_offered_changes_nothing(sit, line):
    sat = sit(answer=script("1", line))
    with pytest.raises(MecenateError, match="input ended"):
        sat.table.run()
    before, after = sat.chunks[1], sat.chunks[2]
    assert before[0] == after[0]  # as many moves as before, and the same question again
    assert after[3].strip()


def test_a_refusal_names_its_reason(sit):
    sat = sit(answer=script("1", "open landscape", "build opera", "language de", "open landscape"))
    with pytest.raises(MecenateError):
        sat.table.run()
    assert "Only with two players are the Landscapes one object" in sat.chunks[2][3]
    assert "Nobody is asking for this move now" in sat.chunks[3][3]
    assert "open landscape: Nur zu zweit" in sat.chunks[5][3]


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "is worth about as much|games with it|brings|in two minds"), ("de", "wert|Partien|bringt|nicht einig")],
)
def test_a_hint_names_an_offered_move_and_a_reason(sit, language, word):
    sat = sit(language=language, answer=script("1", "hint"))
    with pytest.raises(MecenateError):
        sat.table.run()
    said = sat.chunks[2][3]
    assert any(said.startswith(move.notation) for move in sat.table.match.legal())
    assert re.search(word, said)


def test_why_tells_the_rule(sit):
    sat = sit(answer=script("1", "why open jester", "why landscape", "why je"))
    with pytest.raises(MecenateError):
        sat.table.run()
    offered, refused, short = (chunk for *_, chunk in sat.chunks[2:5])
    assert "Auction phase, opening." in offered and "Open the auction of a Jester" in offered
    assert "Only with two players" in refused and "Auction phase, basic rules." in refused
    assert short == offered


def test_save_and_resume_is_straight_play(sit, policy, tmp_path):
    straight = sit(seed=9)
    straight.table.run()
    path = tmp_path / "game.record"

    def until_half(sat):
        return (
            f"save {path}"
            if len(sat.table.match.moves) > 60 and not path.exists()
            else "quit"
            if path.exists()
            else policy(sat.table.match)
        )

    first = sit(seed=9, answer=until_half)
    first.table.run()
    assert not first.table.match.over
    match, players = open_record(path)
    assert [player.bot for player in players] == [None, "random", "random", "random"]
    second = sit(match=match)
    second.table.run()
    assert second.table.match.record() == straight.table.match.record()
    assert labelled(second.table.match, players) == labelled(straight.table.match, players)


def test_saving_over_another_file_needs_a_yes(sit, tmp_path):
    path = tmp_path / "dear.record"
    path.write_text("dear")
    sat = sit(answer=script("1", f"save {path}", f"save {tmp_path}/missing/x.record"))
    with pytest.raises(MecenateError):
        sat.table.run()
    assert path.read_text() == "dear"
    assert "can't be written" in " ".join(sat.chunks[-1][3].split())  # wherever a long path breaks the line


def test_the_game_in_progress_is_kept(sit, policy):
    def answer(sat):
        if len(sat.table.match.moves) > 40:
            raise KeyboardInterrupt
        return policy(sat.table.match)

    sat = sit(live=True, answer=answer)
    with pytest.raises(KeyboardInterrupt):
        sat.table.run()
    assert "play --resume princes-1\x1b" in sat.out.getvalue()
    match, players = open_record(last_unfinished())
    kept = [move.notation for move in match.moves]
    assert kept == [move.notation for move in sat.table.match.moves][: len(kept)]
    assert sum(not player.bot for player in players) == 1
    sat.table.kept.drop()
    with pytest.raises(MecenateError, match="no unfinished game"):
        last_unfinished()


def test_a_disk_that_is_full_stops_nobody_and_is_told_once(sit, policy, monkeypatch):
    monkeypatch.setattr("mecenate.terminal.kept.write_whole", lambda *_: (_ for _ in ()).throw(OSError("full")))
    sat = sit(live=True, answer=lambda sat: policy(sat.table.match) if len(sat.typed) < 9 else script()(sat))
    with pytest.raises(MecenateError, match="is not kept"):
        sat.table.run()
    assert len(sat.table.match.moves) >= 9 and not sat.table.kept.written
    assert "".join(text for *_, text in sat.chunks).count("can't be kept in") == 1


def test_commands_show_what_they_should(sit):
    sat = sit(
        answer=script("1", "help", "hand", "board", "board bru", "log", "moves", "auto off", "language nl", "language xx")
    )
    with pytest.raises(MecenateError):
        sat.table.run()
    helped, hand, board, bruno, log, moves, auto, dutch, unknown = (chunk for *_, chunk in sat.chunks[2:11])
    assert "why MOVE" in helped and "undo" in helped
    assert "Anna" in hand and "Bruno" not in hand
    assert all(name in board for name in ("Anna", "Bruno", "Clara", "Dario"))
    assert "Bruno" in bruno and "Anna" not in bruno
    assert "Anna returns the" in log and "Bruno returns a Profession card." in log
    assert "open forest" in moves
    assert "every question" in auto
    assert "Welk object" in dutch or "veiling" in dutch
    assert "en, de, nl" in unknown


def test_all_of_the_log_may_be_asked_for_by_any_number(sit):
    sat = sit(answer=script("1", f"log {'9' * 5000}"))
    with pytest.raises(MecenateError):
        sat.table.run()
    assert "Anna returns the" in sat.chunks[2][-1]


def test_replay(sit, tmp_path, capsys):
    sat = sit(seats=3)
    sat.table.run()
    path = tmp_path / "x.record"
    path.write_text(labelled(sat.table.match, sat.table.players), encoding="utf-8")
    replay(path, None, "en")
    whole = capsys.readouterr().out
    assert "Bruno (Dreamer)" in whole and "The result" in whole
    replay(path, 12, "de")
    part = capsys.readouterr().out
    assert "Nach Zug 12 von" in part and "Das Ergebnis" not in part
    with pytest.raises(MecenateError, match="no position after"):
        replay(path, 9999, "en")


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_can_show_what_a_player_saw_or_everything(tmp_path, capsys, game):
    names, chance = ["Anna", "Bruno", "Clara"], random.Random(3)
    match, secret = mecenate.new(game, 3, seed=5, names=names), {0: [], 1: [], 2: []}
    for _ in range(60):
        match.play(chance.choice(match.legal()))
        for seat in range(3):
            for public, own in zip(match.events(None), match.events(seat), strict=True):
                if public != own:
                    secret[seat].append(match.line(own))
    path = tmp_path / "open.record"
    path.write_text(match.record(), encoding="utf-8")

    def told(seat):
        replay(path, None, "en", seat)
        return " ".join(capsys.readouterr().out.split())

    seen = {seat: told(seat) for seat in (None, "all", *names, "2")}
    assert seen["2"] == seen["Bruno"]
    for n, name in enumerate(names):
        board = match.game.board(match.view(n), match.names, "en")
        Console(width=80).print(board)
        assert " ".join(capsys.readouterr().out.split()) in seen[name]
        assert len(seen["all"]) > len(seen[name]) >= len(seen[None]) - 200
        for line in secret[n]:
            assert line in seen[name] and line in seen["all"]
            assert line not in seen[None]
            assert all(line not in seen[other] for other in names if other != name)
    assert not any(map(any, secret.values())) or seen["all"] != seen[None]
    with pytest.raises(MecenateError, match="1 Anna, 2 Bruno, 3 Clara; all"):
        told("Dora")


@pytest.fixture
def heard():
    """Ctrl-C is heard: whoever runs the tests in the background of a shell would not hear it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_a_bot_that_thinks_is_shown_and_ctrl_c_does_not_wait_for_it(sit, monkeypatch):
    class Endless:
        def choose(self, match):
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait()

    monkeypatch.setattr(mecenate.bots, "make", lambda name, game, seed: Endless())
    sat = sit(seats=2, live=True)
    sat.table.players[1] = Player("Bruno", "master")
    with pytest.raises(KeyboardInterrupt):
        sat.table.run()
    said = sat.out.getvalue()
    assert "Bruno is thinking" in said and said.index("Bruno is thinking") < said.index("The game is kept")


def test_a_bot_that_fails_is_told(sit, monkeypatch):
    class Broken:
        def choose(self, match):
            raise ZeroDivisionError

    monkeypatch.setattr(mecenate.bots, "make", lambda name, game, seed: Broken())
    sat = sit(seats=2)
    sat.table.players[1] = Player("Bruno", "master")
    with pytest.raises(ZeroDivisionError):
        sat.table.run()


@pytest.mark.parametrize("watched", [False, True])
def test_a_bot_takes_its_time_where_a_person_types(sit, monkeypatch, watched):
    class Timed:
        seconds = -1.0

        def choose(self, match):
            raise KeyError(self.seconds)

    monkeypatch.setattr(mecenate.bots, "make", lambda name, game, seed: Timed())
    sat = sit(seats=2)
    sat.table.screen.seated = watched
    sat.table.players[1] = Player("Bruno", "master")
    with pytest.raises(KeyError) as raised:
        sat.table.run()
    assert raised.value.args == (SECONDS if watched else None,)


@pytest.mark.parametrize("game", GAMES)
def test_masters_play_at_the_terminal_the_same_way_again(tmp_path, game):
    first, second = (
        run(tmp_path, "1\n" * 6, game, "--names", "Anna", "--seats", "3", "--bots", "Master", "--seed", "3") for _ in range(2)
    )
    assert "Bruno (Master), Clara (Master)" in first.stdout and "Traceback" not in first.stderr
    assert first.stdout == second.stdout


def run(tmp_path, typed, *arguments):
    environment = {**os.environ, "MECENATE_DATA": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "90"}
    return subprocess.run(
        [sys.executable, "-m", "mecenate.cli", "play", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


def test_piped(tmp_path):
    """To the end of the input, with a clear word, and the same twice."""
    first, second = (run(tmp_path, "\n\n\n1\nwithdraw\n", "princes", "--seed", "3") for _ in range(2))
    assert first.returncode == 2
    assert first.stderr.startswith("mecenate: the input ended before the game did. The game is kept. Go on with: ")
    assert first.stderr.endswith(" play --resume princes-3\n") and second.stderr.endswith(" play --resume princes-3-2\n")
    assert first.stdout == second.stdout
    assert ESCAPE not in first.stdout and "Which of your professions" in first.stdout


def test_everything_on_the_command_line(tmp_path):
    done = run(
        tmp_path, "", "princes", "--seats", "3", "--names", "Anna", "--bots", "random", "--seed", "1", "--option", "money=open"
    )
    assert "How many" not in done.stdout and "The Princes of Florence: Anna, Bruno (Dreamer), Clara (Dreamer)" in done.stdout
    watched = run(tmp_path, "", "princes", "--seats", "2", "--names", "Max (random), Vera (random)", "--seed", "1")
    assert watched.returncode == 0 and "The result" in watched.stdout
    assert run(tmp_path, "", "princes", "--seats", "9", "--bots", "random").returncode == 2
    assert "There is no bot" in run(tmp_path, "", "princes", "--bots", "clever").stderr
    assert "no language" in run(tmp_path, "", "--language", "xx").stderr
