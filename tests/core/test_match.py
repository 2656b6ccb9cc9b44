"""The public face: what is offered is accepted, everything else is refused with its reason and changes nothing."""

import copy
import pickle
import random
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import mecenate
from mecenate import IllegalMove, MecenateError
from mecenate.core.errors import BadOptions
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES


@pytest.fixture
def match():
    return mecenate.new("princes", seats=4, seed=7, names=["Anna", "Bruno", "Clara", "David"])


def play_on(match, moves=None, seed=0):
    """Random moves, to the end or a number of them."""
    chance = random.Random(seed)
    while not match.over and (moves is None or moves > 0):
        match.play(chance.choice(match.legal()))
        moves = None if moves is None else moves - 1


def test_a_move_may_be_given_as_move_notation_or_number(match):
    twins = [match.copy() for _ in range(3)]
    move = match.legal()[0]
    for twin, form in zip(twins, (move, move.notation, move.action), strict=True):
        assert twin.play(form) == move
    assert twins[0].rows.tobytes() == twins[1].rows.tobytes() == twins[2].rows.tobytes() != match.rows.tobytes()


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("open jester", "not-asked"), ("fly to the moon", "unknown"), ("", "unknown"), (-1, "unknown"), (10**6, "unknown"),
        (640.0, "unknown"), (None, "unknown"), ([640], "unknown"),
    ],
)  # fmt: skip
def test_what_is_not_offered_is_refused_and_changes_nothing(match, move, reason):
    before = match.rows.tobytes()
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert refused.value.reason == reason
    assert str(refused.value)
    assert match.rows.tobytes() == before
    assert match.moves == []


def test_every_number_is_offered_or_names_its_reason(match):
    play_on(match, 40)
    offered = set(match.legal_actions())
    rules = match.game.texts.table("en")["rules"]
    for action in range(match.game.moves.size):
        assert match.rule(action) in rules
        if action not in offered:
            with pytest.raises(IllegalMove) as refused:
                match.find(action)
            assert refused.value.reason in match.game.reasons[1:]


def test_bids_have_one_price(match):
    for _ in range(4):
        match.play(match.legal()[0])
    match.play("open jester")
    assert [str(move) for move in match.legal()] == ["bid 300", "pass"]
    with pytest.raises(IllegalMove) as refused:
        match.play("bid 500")
    assert refused.value.reason == "exact-figure"
    match.play("bid 300")
    assert str(match.legal()[0]) == "bid 400"


def test_notation_comes_back_as_the_same_number(match):
    chance = random.Random(3)
    while not match.over:
        for move in match.legal():
            assert match.game.moves.parse(move.notation, match.state) == move.action
        match.play(chance.choice(match.legal()))


def test_undo_gives_back_every_byte(match):
    seen = []
    chance = random.Random(5)
    while not match.over:
        seen.append(match.rows.tobytes())
        match.play(chance.choice(match.legal()))
    while match.moves:
        match.undo()
        assert match.rows.tobytes() == seen.pop()
    with pytest.raises(MecenateError, match="no move to take back"):
        match.undo()


def test_a_copy_goes_its_own_way(match):
    twin = match.copy()
    play_on(twin)
    assert twin.over
    assert match.moves == []
    assert match.seat == 0


def twins(match):
    return [copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]


@pytest.mark.parametrize("game", GAMES)
def test_copies_of_every_kind_tell_the_same_and_share_nothing(game):
    match = mecenate.new(game, seats=3, seed=7)
    chance = random.Random(2)
    while not match.over:
        for twin in twins(match):
            assert (twin.seat, twin.question, twin.over, twin.moves) == (match.seat, match.question, match.over, match.moves)
            assert twin.legal() == match.legal()
            assert repr(twin) == repr(match)
        match.play(chance.choice(match.legal()))
    before = match.rows.tobytes()
    for twin in twins(match):
        while twin.moves:
            twin.undo()
        assert twin.seat is not None
        assert match.over
        assert match.rows.tobytes() == before


def test_what_a_match_gives_can_be_pickled(match):
    match.play(match.legal()[0])
    for given in (match.moves, match.events(0), match.legal(), match.game):
        assert pickle.loads(pickle.dumps(given)) == given
    assert copy.deepcopy(match.game) is match.game


def test_a_match_goes_to_another_process_and_comes_back(match):
    match.play(match.legal()[0])
    with get_context("spawn").Pool(1) as pool:
        played, last, record = pool.apply(played_to_the_end, (match, match.legal()[0]))
    assert played.over
    assert played.events() == last
    assert played.record() == record
    play_on(match, 1, seed=9)  # the one that stayed goes its own way
    assert len(match.moves) == 2


def played_to_the_end(match, move):
    match.play(move)
    play_on(match)
    return match, match.events(), match.record()


def test_a_match_of_other_components_is_refused(match):
    own, (rules, components) = match.__getstate__()
    for other in ((rules + 1, components), (rules, "others")):
        with pytest.raises(MecenateError, match="other components"):
            match.__setstate__((own, other))


def test_a_match_says_what_it_is(match):
    assert repr(match) == "<Match of The Princes of Florence: 4 seats, seed 7, 0 moves, seat 0 is asked: discard>"
    play_on(match)
    assert repr(match).endswith(f"{len(match.moves)} moves, over>")


def test_without_a_seed_chance_draws_one():
    assert len({mecenate.new("princes", 3).seed for _ in range(5)}) == 5


def test_same_seed_same_moves_same_game(match):
    twin = mecenate.new("princes", seats=4, seed=7)
    other = mecenate.new("princes", seats=4, seed=8)
    assert twin.rows.tobytes() == match.rows.tobytes() != other.rows.tobytes()


def test_the_end(match):
    assert match.winners() == []
    play_on(match)
    assert match.over
    assert match.question == "over"
    assert match.legal() == []
    assert match.winners() == [seat for seat, place in enumerate(match.places()) if place == 1] != []
    with pytest.raises(IllegalMove):
        match.play("end")


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (1, {}, "2 to 5 players"),
        (6, {}, "2 to 5 players"),
        ("4", {}, "not '4'"),
        (4.0, {}, "not 4.0"),
        (None, {}, "not None"),
        (3, {"money": "gold"}, "hidden, open"),
        (3, {"dragons": True}, "no option 'dragons'"),
        (3, "money", "pairs of a name and a value"),
        (3, ["money", "open"], "pairs of a name and a value"),
        (3, {"freedoms": 4}, "2 players only"),
        (2, {"freedoms": 7}, "5, 4"),
        (3, {"edition": "first"}, "pro-ludo, rio-grande, qwg"),
        (3, {"moving_back": True}, "needs option characters"),
        (3, {"characters": "true"}, "can be False, True, not 'true'"),
        (3, {"characters": 1}, "can be False, True, not 1"),
    ],
)
def test_games_that_cannot_be_set_up(seats, options, words):
    with pytest.raises(BadOptions, match=words) as refused:
        mecenate.new("princes", seats, 0, options)
    assert len({refused.value.message(language) for language in LANGUAGES}) == len(LANGUAGES)
    again = pickle.loads(pickle.dumps(refused.value))  # it may come out of another process
    assert str(again) == str(refused.value)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("nonsense", ["", "pass the salt", -1, 10**6, 1.5, None, True])
def test_words_for_what_there_is_not_are_refused(game, nonsense):
    match = mecenate.new(game, seats=3, seed=7)
    with pytest.raises(MecenateError):
        match.refusal(nonsense)
    if nonsense is not True:  # a number, if you like
        with pytest.raises(MecenateError):
            match.sentence(nonsense)
    move = match.legal()[0]
    assert match.sentence(move) == match.sentence(move.action)
    for say in (lambda: match.sentence(move, "xx"), lambda: match.refusal("not-asked", "xx"), lambda: match.ask("xx")):
        with pytest.raises(MecenateError, match="en, de, nl"):
            say()


def test_a_preset_sets_other_defaults_and_can_be_overruled():
    def options(**given):
        return mecenate.new("princes", 2, options=given).options

    assert options() == {
        "edition": "pro-ludo", "money": "hidden", "characters": False, "cooperation": False, "freedoms": 5,
        "freedom_draw": "different",
    }  # fmt: skip
    assert options(edition="qwg", characters=True)["moving_back"] is True
    assert options(edition="rio-grande", characters=True)["moving_back"] is False
    assert options(edition="qwg", characters=True, moving_back=False)["moving_back"] is False
    assert options(edition="qwg")["freedom_draw"] == "any"
    assert options(edition="qwg", freedom_draw="different")["freedom_draw"] == "different"
    assert "moving_back" not in options(edition="qwg")


def test_a_record_tells_the_components_that_its_options_bring_in():
    def components(**given):
        lines = mecenate.new("princes", 3, options=given).record().splitlines()
        return next(line for line in lines if line.startswith("components: "))

    both = components(characters=True, cooperation=True)
    assert len({components(), components(characters=True), components(cooperation=True), both}) == 4
    assert both.startswith(components())


@pytest.mark.parametrize("seed", [-1, 1 << 64, 7.0, "7"])
def test_seeds_have_a_range(seed):
    with pytest.raises(MecenateError, match="A seed is"):
        mecenate.new("princes", 3, seed)


def test_unknown_games_and_wrong_names():
    with pytest.raises(MecenateError, match="The games: princes"):
        mecenate.new("chess", 2)
    with pytest.raises(MecenateError, match="2 names for 3 seats"):
        mecenate.new("princes", 3, names=["Anna", "Bruno"])


@pytest.mark.parametrize("names", ["AB", {"Anna", "Bruno"}, [1, 2], 2])
def test_names_are_a_list_of_words(names):
    with pytest.raises(MecenateError, match="one for each seat"):
        mecenate.new("princes", 2, names=names)


@pytest.mark.parametrize("seat", [4, -1, 9, "0", 1.0])
def test_nothing_is_told_to_a_seat_that_is_not_there(match, seat):
    for ask in (match.view, match.events):
        with pytest.raises(MecenateError, match=f"no seat {seat!r}"):
            ask(seat)


def test_numbers_of_numpy_are_numbers(match):
    def number(given: int) -> Any:
        return np.int64(given)

    twin = mecenate.new("princes", number(4), number(7), names=match.names)
    assert twin.record() == match.record()
    twin.play(number(match.legal_actions()[0]))
    assert twin.view(number(1)) == twin.view(1)
