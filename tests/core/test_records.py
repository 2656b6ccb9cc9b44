"""Records: what is written can be read, and what was bent is refused with the line that is wrong."""

import random

import pytest

import mecenate
from mecenate.core import records
from mecenate.core.errors import BadRecord, MecenateError
from mecenate.core.texts import LANGUAGES
from mecenate.games import load


def finished(seats=3, seed=11):
    match = mecenate.new("princes", seats, seed, names=[f"Player {n}" for n in range(seats)])
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


MATCH = finished()
LINES = MATCH.record().splitlines()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_record_replays_to_the_same_bytes(seats):
    match = finished(seats, seats)
    again = records.loads(match.record(), load)
    assert again.rows.tobytes() == match.rows.tobytes()
    assert (again.names, again.options, again.seed) == (match.names, match.options, match.seed)
    assert again.record() == match.record()


@pytest.mark.parametrize("moves", [0, 1, 37])
def test_replay_to_any_move(moves):
    match = mecenate.new("princes", 3, 11)
    for move in MATCH.moves[:moves]:
        match.play(move)
    assert records.loads(MATCH.record(), load, moves).rows.tobytes() == match.rows.tobytes()


def test_replay_beyond_the_end_is_refused():
    with pytest.raises(MecenateError, match="no position after 100000"):
        records.loads(MATCH.record(), load, 100_000)


def test_an_unfinished_game_is_a_record_too(tmp_path):
    match = records.loads(MATCH.record(), load, 20)
    path = tmp_path / "game.mecenate"
    records.save(match, path)
    assert "result:" not in path.read_text()
    assert records.read(path, load).rows.tobytes() == match.rows.tobytes()
    assert [p.name for p in tmp_path.iterdir()] == ["game.mecenate"]


def bent(line, text):
    return [*LINES[: line - 1], text, *LINES[line:]]


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ([], 1, "begins with"),
        (bent(1, "PGN"), 1, "begins with"),
        (bent(2, "game: chess"), 2, "no game 'chess'"),
        (bent(3, "rules: 99"), 3, "rules 99"),
        (bent(4, "components: 000000000000"), 4, "other components"),
        (bent(5, "options: money=gold"), 5, "no option"),
        (bent(6, "seats: Anna"), 6, "2 to 5 players"),
        (bent(7, "seed: seven"), 7, "whole number"),
        (bent(7, f"seed: {'9' * 5000}"), 7, "whole number"),
        (bent(7, f"seed: {1 << 64}"), 6, "18446744073709551615"),
        (bent(7, "seed: 12"), None, ""),
        (bent(9, "9" + LINES[8][1:]), 9, "seat 1 has to answer"),
        (bent(9, "1 open jester"), 9, "open jester"),
        (bent(12, "1 dance"), 12, "no move"),
        (LINES[:-1], len(LINES) - 1, "cut off"),
        (LINES[:40], 40, "cut off"),
        ([*LINES[:8], *LINES[9:]], 9, "has to answer"),
        (bent(len(LINES) - 1, "result: 99 0 0"), len(LINES) - 1, "the moves lead to"),
        (bent(len(LINES), "check: 000000000000"), len(LINES), "something in them was changed"),
        ([*LINES[:-2], LINES[-1]], len(LINES) - 1, "result is missing"),
        ([*LINES[:6], LINES[6], *LINES[7:-2], "1 end", *LINES[-2:]], len(LINES) - 1, "was over before"),
    ],
)
def test_a_bent_record_is_refused_with_its_line(lines, line, words):
    with pytest.raises(BadRecord) as refused:
        records.loads("\n".join(lines) + "\n", load)
    assert words in str(refused.value)
    assert len({refused.value.message(language) for language in LANGUAGES}) == len(LANGUAGES)
    if line is not None:
        assert refused.value.line == line


def test_every_changed_move_is_noticed():
    """Another offered move in the place of one is a forgery, even where it leads to a game that could be."""
    match = mecenate.new("princes", 3, 11)
    for n, move in enumerate(MATCH.moves):
        others = [other for other in match.legal() if other != move]
        if others and n % 10 == 0:
            line = 9 + n
            with pytest.raises(BadRecord):
                records.loads("\n".join(bent(line, f"{move.seat + 1} {others[0]}")) + "\n", load)
        match.play(move)


def test_files_that_are_no_records(tmp_path):
    with pytest.raises(BadRecord, match="can't be read"):
        records.read(tmp_path / "nothing", load)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="not a text file"):
        records.read(tmp_path / "bytes", load)
    with pytest.raises(MecenateError, match="can't be written"):
        records.save(MATCH, tmp_path / "no" / "such" / "folder")


def test_names_cannot_break_a_record():
    match = mecenate.new("princes", 2, 1, names=["Anna, the first", "Bru\nno"])
    assert records.loads(match.record(), load).names == ("Anna the first", "Bru no")
