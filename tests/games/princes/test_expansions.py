"""Phase A2 and building together: what must hold whatever is played."""

import random

import pytest

import mecenate
from mecenate.games.princes import cooperation, tiles
from mecenate.games.princes.components import BUILDINGS, CHARACTERS
from mecenate.games.princes.state import LEFT, NONE, RIGHT

BOTH = {"characters": True, "cooperation": True}


def play(seats, seed, **options):
    """A random game, stopped before every answer."""
    match = mecenate.new("princes", seats, seed, options=options)
    chance = random.Random(seed)
    while not match.over:
        yield match
        match.play(chance.choice(match.legal()))
    yield match


def squares(cells, board):
    """Cells by name on the left (0) or right (1) of two boards, as squares of one wide board."""
    return {("abcdefg".index(name[0]) + 7 * board, int(name[1])) for name in cells}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_shared_building_is_one_tile_across_a_border(seats):
    shared = 0
    for seed in range(12):
        *_, match = play(seats, seed, cooperation=True)
        view = match.view(None)
        for n, seat in enumerate(view.seats):
            for building in seat.buildings:
                if building.shared_with is None:
                    continue
                shared += 1
                other = next(b for b in view.seats[building.shared_with].buildings if b.piece == building.piece)
                assert other.shared_with == n
                assert other.at == building.at
                left, right = (building, other) if seat.right == building.shared_with else (other, building)
                if seats == 2:
                    left, right = (building, other) if n == 0 else (other, building)
                covered = squares(left.cells, 0) | squares(right.cells, 1)
                assert left.cells and right.cells
                assert len(covered) == tiles.COUNT[BUILDINGS.index(building.piece)]
                column, row = "abcdefg".index(left.at[0]), int(left.at[1])
                turn, flipped = int(left.at[4]), left.at.endswith("f")
                shape = tiles.CELLS[BUILDINGS.index(building.piece), turn + 4 * flipped, : len(covered)]
                assert covered == {(column + int(cell) % 8, row + int(cell) // 8) for cell in shape}
    assert shared


def test_both_sides_of_a_border_have_the_same_room():
    """Alone, and without a builder, the first of two players finds as many places as the second."""
    match = mecenate.new("princes", 2, 1, {"cooperation": True})
    for piece in range(len(BUILDINGS)):
        places = [
            sum(int(tiles.anchors(cooperation.ground(match.state, seat), piece, turn)).bit_count() for turn in range(8))
            for seat in range(2)
        ]
        assert places[0] == places[1], BUILDINGS[piece]
    assert places[0]


@pytest.mark.parametrize(("seats", "borders"), [(2, 1), (3, 3), (4, 4), (5, 5)])
def test_the_boards_form_a_ring_and_two_players_share_one_border(seats, borders):
    match = mecenate.new("princes", seats, 1, {"cooperation": True})
    pairs = set()
    for seat in range(seats):
        right = cooperation.neighbour(match.state, seat, RIGHT)
        if right != NONE:
            assert cooperation.neighbour(match.state, right, LEFT) == seat
            pairs.add((seat, int(right)))
    assert len(pairs) == borders


def test_what_is_offered_to_one_partner_does_not_tell_the_florins_of_the_other():
    checked = 0
    for seed in range(10):
        for match in play(3, seed, cooperation=True):
            if match.question not in ("across", "price", "reply", "counter", "countered"):
                continue
            proposal = match.view(None).proposal
            other = proposal.partner if match.seat == proposal.seat else proposal.seat
            before = match.legal_actions()
            for florins in (0, 9000):
                twin = match.copy()
                twin.state.seats[other].florins = florins
                assert twin.legal_actions() == before
            checked += 1
    assert checked > 50


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_gets_one_character_a_round_at_most_and_the_banker_grows(seats):
    match = mecenate.new("princes", seats, 3, options=BOTH)
    chance = random.Random(seats)
    banker = 600
    bought: list[tuple[int | None, int]] = []
    while not match.over:
        before = match.view(None)
        match.play(chance.choice(match.legal()))
        for event in match.events():
            if event.key == "hired":
                assert event.seat not in [seat for seat, _ in bought]
                assert event.about["character"] not in [character for _, character in bought]
                bought.append((event.seat, event.about["character"]))
            if event.key == "cashed":
                assert event.about["florins"] == banker
        after = match.view(None)
        if before.phase == "characters" and after.phase != "characters":
            taken = CHARACTERS.index("banker") in [character for _, character in bought]
            banker = 600 if taken else banker + 100
            assert after.characters[-1].florins == banker
            bought = []


def test_without_moving_back_prestige_never_falls():
    before = [0] * 4
    for match in play(4, 8, characters=True):
        prestige = [seat.prestige for seat in match.view(None).seats]
        assert "back" not in [move.notation for move in match.legal()]
        assert all(now >= then for now, then in zip(prestige, before, strict=True))
        before = prestige


def test_the_extra_freedoms_of_two_players():
    def drawn(**options):
        matches = [mecenate.new("princes", 2, seed, options=options) for seed in range(200)]
        found = {tuple(match.state.freedoms.tolist()) for match in matches}
        assert all(sum(freedoms) == options.get("freedoms", 5) for freedoms in found)
        return found

    different = {(2, 2, 1), (2, 1, 2), (1, 2, 2)}
    assert drawn() == different
    assert drawn(edition="rio-grande") == different | {(3, 1, 1), (1, 3, 1), (1, 1, 3)}
    assert drawn(edition="qwg", freedoms=4) == {(2, 1, 1), (1, 2, 1), (1, 1, 2)}
