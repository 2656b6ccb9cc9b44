"""What a view tells beyond the pieces on the table: whom a question is about, and how far an activation could go."""

import random

import pytest

import mecenate
from mecenate.core.match import Match

ON_THE_WAY = ("favour", "hire", "at", "enough", "dismiss", "raise")


def most(match: Match) -> int:
    """The most strength by trying every way through an activation."""
    best = match.view(match.seat).strength if match.question == "strength" else 0
    for move in match.legal():
        if move.notation.partition(" ")[0] in ON_THE_WAY:
            twin = match.copy()
            twin.play(move)
            best = max(best, most(twin))
    return best


def random_game(seats: int, variant: str, seed: int):
    """A match before each of its moves, by chance; bonus tiles and activations are dear to it."""
    chance = random.Random(seed)
    match = mecenate.new("stanza", seats, seed=seed, options={"variant": variant})
    while not match.over:
        yield match
        legal = match.legal()
        liked = [move for move in legal if move.notation.startswith(("activate", "tile", "move bonus", "hire", "disc"))]
        match.play(chance.choice(liked or legal))


@pytest.mark.parametrize("variant", ["normal", "expert"])
def test_how_far_an_activation_could_go(variant):
    told = set()
    for seed in range(3):
        for match in random_game(3, variant, seed):
            reach = match.view(None).seats[match.seat].worth.reach
            if match.question == "strength":
                assert most(match) == reach[match.view(None).discipline]
            if match.question != "choice":
                continue
            for move in match.legal():
                word, _, discipline = move.notation.partition(" ")
                if word == "activate":
                    twin = match.copy()
                    twin.play(move)
                    assert most(twin) == reach[discipline] == match.game.figures(match.rows, 0, move.action)["strength"]
                    told.add(reach[discipline])
    assert told >= {1, 2, 3, 4}


def test_whom_a_question_is_about():
    for match in random_game(2, "normal", 5):
        view = match.view(match.seat)
        if match.question == "workplace":
            break
        assert view.person is None or match.question == "slot"
    hired = view.person
    assert hired in view.seats[match.seat].recruits
    move = next(move for move in match.legal() if move.notation == "at 6")
    lost = match.game.figures(match.rows, 0, move.action)["lost"]
    assert lost == view.seats[match.seat].workers[5].number
    match.play(move)
    assert match.view(None).seats[view.asked].workers[5] == hired


def test_income_names_where_the_patron_goes():
    match = mecenate.new("stanza", 2, seed=1)
    while match.question != "choice":
        match.play(match.legal()[0])
    seat, before = match.seat, match.view(None).seats[match.seat]
    move = next(move for move in match.legal() if move.notation == "income")
    goes = match.game.figures(match.rows, 0, move.action)["workplace"] + 1
    match.play(move)
    assert match.view(None).seats[seat].patron == goes == before.patron + 1
