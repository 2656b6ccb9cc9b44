"""What a seat can't know: views, events and redeals keep it, and what it can know is not lost."""

import random
from collections import Counter

import msgspec
import numpy as np
import pytest

import mecenate
from mecenate.games.princes.components import BONUS_CARDS, PRESTIGE_CARDS, PROFESSIONS
from mecenate.games.princes.state import DECK_START


def some_match(seats, seed, moves, **options):
    match = mecenate.new("princes", seats, seed, options=options)
    chance = random.Random(seed)
    for _ in range(moves):
        if not match.over:
            match.play(chance.choice(match.legal()))
    return match


def redealt(match, seat, chance):
    twin = match.copy()
    match.game.redeal(twin.rows, 0, seat, np.uint64(chance))
    return twin


def cards(match):
    """Where every hidden card lies."""
    s = match.state
    hands = [(int(q.hand), int(q.prestige_cards), int(q.bonus_cards)) for q in s.seats[: match.seats]]
    decks = [s.deck[DECK_START[d] : DECK_START[d] + s.deck_size[d]].tolist() for d in range(3)]
    return hands, decks, s.look[: s.looked].tolist()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_redeal_depends_on_nothing_that_the_seat_cannot_know(seats):
    """Two games that a seat can't tell apart are redealt alike."""
    for seed in range(12):
        match = some_match(seats, seed, 15 * (seed + 1))
        for seat in range(seats):
            other = redealt(match, seat, seed + 100)
            assert cards(redealt(match, seat, 5)) == cards(redealt(other, seat, 5))


def test_a_redeal_changes_what_is_hidden_and_nothing_else():
    match = some_match(4, 3, 120)
    seen = {str(cards(redealt(match, 0, chance))) for chance in range(50)}
    assert len(seen) == 50
    for chance in range(20):
        twin = redealt(match, 0, chance)
        for name in match.state.dtype.names:
            if name not in ("rng", "deck", "seats", "may", "look"):
                assert np.array_equal(twin.state[name], match.state[name]), name
        for q, r in zip(match.state.seats, twin.state.seats, strict=True):
            for name in q.dtype.names:
                if name not in ("hand", "prestige_cards", "bonus_cards"):
                    assert np.array_equal(q[name], r[name]), name
        assert twin.state.seats[0] == match.state.seats[0]


def test_every_place_where_a_card_may_be_comes_up():
    match = mecenate.new("princes", 3, seed=2)
    for _ in range(3):
        match.play(match.legal()[0])
    own, discarded = int(match.state.seats[0].hand), match.moves[0].action
    where = Counter()
    for chance in range(3000):
        twin = redealt(match, 0, chance)
        for card in range(21):
            where[card, 1] += (int(twin.state.seats[1].hand) >> card) & 1
            where[card, 0] += (int(twin.state.seats[0].hand) >> card) & 1
        where["top", int(twin.state.deck[0])] += 1
    rejected = PROFESSIONS.index(str(match.moves[0]).split()[1])
    assert discarded == match.game.moves.first["discard"] + rejected
    for card in range(21):
        if (own >> card) & 1:
            assert (where[card, 0], where[card, 1]) == (3000, 0)
        elif card == rejected:
            assert (where[card, 0], where[card, 1]) == (0, 0), "the card that a seat gave back is in no hand"
            assert where["top", card] > 100
        else:
            # 3 of 17 unseen cards in each hand: a fair share is 529
            assert 400 < where[card, 1] < 660
            assert where["top", card] > 100


def test_a_seat_knows_what_it_laid_under_a_deck():
    match = mecenate.new("princes", 3, seed=4)
    for _ in range(3):
        match.play(match.legal()[0])
    for _ in range(3):
        match.play("withdraw" if match.question == "open" else "nothing")
    match.play("bonus")
    drawn = match.view(0).look
    assert len(drawn) == 5
    assert match.view(1).look is None
    assert match.view(None).look is None
    match.play(f"keep bonus {drawn[1]}")
    match.play(f"under bonus {drawn[4]}")
    match.play("rest")
    expected = [(16, drawn[4]), (17, drawn[0]), (18, drawn[2]), (19, drawn[3])]
    assert [(known.place, known.card) for known in match.view(0).known] == expected
    assert match.view(1).known == []
    for chance in range(50):
        twin = redealt(match, 0, chance)
        assert [BONUS_CARDS[c] for c in twin.state.deck[35 + 15 : 35 + 19]] == [card for _, card in expected]
        kept = redealt(match, 1, chance).state.seats[0].bonus_cards
        assert int(kept).bit_count() == 1


@pytest.mark.parametrize("seats", [2, 5])
def test_hidden_money_is_in_no_view(seats):
    for seed in range(5):
        match = some_match(seats, seed, 60)
        if match.over:
            continue
        twin = match.copy()
        twin.state.seats[1].florins += 700
        assert msgspec.json.encode(twin.view(0)) == msgspec.json.encode(match.view(0))
        assert msgspec.json.encode(twin.view(None)) == msgspec.json.encode(match.view(None))
        assert msgspec.json.encode(twin.view(1)) != msgspec.json.encode(match.view(1))
        assert match.view(0).seats[0].florins is not None
    shown = some_match(seats, 1, 30, money="open")
    assert all(seat.florins is not None for seat in shown.view(None).seats)


def test_a_spectator_sees_no_hand():
    match = some_match(4, 9, 150)
    for seat in match.view(None).seats:
        assert (seat.hand, seat.bonus_cards, seat.prestige_cards) == (None, None, None)
    own = match.view(2)
    assert [n for n, seat in enumerate(own.seats) if seat.hand is not None] == [2]


def test_events_tell_only_the_actor_which_card_was_kept():
    match = some_match(3, 5, 0)
    kept = 0
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice(match.legal()))
        for seat in (None, 0, 1, 2):
            for event in match.events(seat):
                if event.key in ("kept", "discarded"):
                    kept += 1
                    private = "card" if event.key == "kept" else "profession"
                    assert (private in event.about) == (event.seat == seat)
    assert kept > 20


def test_all_cards_are_named_once():
    assert len({*PROFESSIONS, *(f"p {k}" for k in PRESTIGE_CARDS), *(f"b {k}" for k in BONUS_CARDS)}) == 55


@pytest.mark.parametrize("options", [{}, {"characters": True}])
def test_the_parts_of_a_work_value_add_up(options):
    """Also while bonus cards join the work, and for the Princess."""
    seen = Counter()
    for seed in range(25):
        match = mecenate.new("princes", 3, seed, options=options)
        chance = random.Random(seed)
        while not match.over:
            view = match.view(match.seat)
            for key, value in view.worth.work_values.items():
                assert sum(view.worth.work_parts[key].values()) == value
            if view.worker is not None:
                parts = view.worth.work_parts[view.worker]
                assert sum(parts.values()) == view.work_value
                seen.update(parts)
            if view.worth.princess is not None:
                assert sum(view.worth.princess_parts.values()) == view.worth.princess
                seen.update(princess=1)
            dull = [move for move in match.legal() if str(move) not in ("end", "back", "withdraw", "nothing")]
            match.play(chance.choice(dull or match.legal()))
    wanted = {"building", "landscape", "freedom", "jesters", "cards", "bonus"} | ({"muse", "princess"} if options else set())
    assert wanted <= set(seen)
