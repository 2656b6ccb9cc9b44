"""Taking back at the keyboard, by the rule of tables in the browser."""

import pytest

from mecenate.core.match import Match
from mecenate.core.undoing import beyond, free_to, last_own
from mecenate.games import GAMES, load


def test_the_rule():
    seats, revealed = [0, 0, 1, 0, 0], [1, 0, 0, 0, 0]
    assert free_to(seats, revealed, {0}) == 3 and free_to(seats, revealed, {0, 1}) == 1
    assert free_to(seats, revealed, {1}) == 5 and free_to(seats, revealed, {0, 1}, opening=2) == 2
    assert last_own(seats, {1}) == 2 and last_own(seats, {1}, opening=3) is None
    assert (beyond(True, True), beyond(False, True), beyond(False, False)) == ("ask", "alone", "no")


@pytest.mark.parametrize("game", GAMES)
def test_alone_among_bots_everything_may_be_taken_back(sit, game):
    """Over the moves of bots, back to the first question."""
    seen, typed = [], []

    def answer(sat):
        match = sat.table.match
        seen.append((len(match.moves), match.rows.copy()))
        if len(typed) < 3:
            typed.append("")
            return match.legal()[-1].notation
        if len(seen) <= 6:
            return "undo"
        raise EOFError

    match = Match(load(game), 3, 4, names=("Anna", "Bruno", "Clara"))
    sat = sit(match=match, seats=3, answer=answer)
    with pytest.raises(Exception, match="input ended"):
        sat.table.run()
    assert [moves for moves, _ in seen[3:7]] == [moves for moves, _ in reversed(seen[:4])]
    assert all((one == other).all() for (_, one), (_, other) in zip(seen[3:7], reversed(seen[:4]), strict=True))
    assert "is taken back, with all that came out since" in "".join(text for *_, text in sat.chunks)


def test_nothing_to_take_back_is_told(sit):
    lines = ["undo", "quit"]
    sat = sit(answer=lambda _: lines.pop(0))
    sat.table.run()
    assert "no move yet" in sat.chunks[1][3]


@pytest.mark.parametrize("agrees", [True, False])
def test_others_at_the_keyboard_must_agree(sit, agrees):
    sat = sit(people=2, seats=2, seed=3)
    asked = []

    def read(prompt):
        if "may Anna take back" in prompt:
            asked.append(prompt)
            return "y" if agrees else ""
        if not prompt.endswith("> "):
            return ""
        if asked:
            raise EOFError
        moves = sat.table.match.moves
        return (
            "undo" if len(moves) > 1 and sat.table.asked == 0 and moves[-1].seat == 1 else sat.table.match.legal()[0].notation
        )

    sat.table.screen.read = read
    with pytest.raises(Exception, match="input ended"):
        sat.table.run()
    assert len(asked) == 1 and asked[0].startswith("Bruno:")
    assert (0 in {move.seat for move in sat.table.match.moves}) == (not agrees)
    assert agrees or "would have to agree" in sat.out.getvalue()


def test_own_moves_without_news_are_free(sit):
    """A building that is not yet placed goes back without a question, whoever else is there."""
    match = Match(load("princes"), 2, 1, names=("Anna", "Bruno"))
    while match.question != "action":
        match.play("withdraw" if match.question == "open" else match.legal()[0])
    seat, before = match.seat, match.rows.copy()
    lines = ["build chapel", "undo"]

    def answer(sat):
        if lines:
            return lines.pop(0)
        raise EOFError

    sat = sit(people=2, seats=2, match=match, answer=answer)
    with pytest.raises(Exception, match="input ended"):
        sat.table.run()
    assert sat.table.match.seat == seat and (sat.table.match.rows == before).all()
    assert "build chapel is taken back." in sat.chunks[-1][3]
