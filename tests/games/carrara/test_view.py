"""The figures of a view against what the rules then offer and pay, through whole games."""

import random

import pytest

from mecenate.core.match import Match
from mecenate.games import load
from mecenate.games.carrara.components import TABLE

GAME = load("carrara")


def about(match: Match, word: str) -> set[str]:
    moves = (move.notation.partition(" ") for move in match.legal())
    return {what for first, _, what in moves if first == word}


def played(version: str, seed: int):
    """Every position of a game of random answers, each with the view of the seat that is asked."""
    match, chance = Match(GAME, 3, seed=seed, options={"version": version}), random.Random(seed)
    while not match.over:
        yield match, match.view(match.seat)
        moves = match.legal()
        match.play(chance.choice([move for move in moves if move.notation != "pass"] or moves))


@pytest.mark.parametrize("version", ["normal", "advanced"])
def test_costs_are_told_for_what_can_be_built(version):
    """Tiles and monuments that are offered, and the cities that are offered for them."""
    sites = 0
    for match, view in played(version, 7):
        if match.question == "turn" and not about(match, "decline"):  # an answer to a Royal Visit comes before building
            offered = about(match, "build") | {f"{kind} {TABLE.tiles.monument}" for kind in about(match, "monument")}
            twins = {tile for tile in view.costs if tile.endswith("b")}  # the first of two equal ones stands for both
            assert offered <= set(view.costs) <= offered | twins
        if match.question == "city":
            columns, replaceable = view.seats[view.you].cities, about(match, "upgrade")
            replaced = {city for city, column in columns.items() if replaceable & {built.tile for built in column}}
            assert set(view.costs[view.tile]) == about(match, "city") | replaced
            value = int(view.tile.rstrip("b").partition(" ")[2])
            assert {city for city, means in view.means.items() if means >= value} == about(match, "city")
            sites += 1
    assert sites > 5


def test_the_wheel_is_turned_by_one_segment():
    before, turns = None, 0
    for match, view in played("normal", 3):
        if before is not None and match.moves and view.turned != before.turned:
            assert view.turned == (before.turned + 1) % 6
            turns += 1
            for here, there in zip(before.wheel[:-1], view.wheel[1:], strict=True):
                assert here.bricks == there.bricks
        before = view
    assert turns > 5


def test_the_end_pays_what_the_views_told():
    *_, (match, _) = played("advanced", 5)
    told = match.view()
    ends = {(event.key, event.seat): event.about["points"] for event in match.events() if event.key in ("sets", "majority")}
    assert any(ends.values())
    for seat, q in enumerate(told.seats):
        assert q.sets == ends["sets", seat]
        assert sum(q.majorities.values()) == ends["majority", seat]
