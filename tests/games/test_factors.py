"""What the laboratory reads from games is what happened in them."""

from string import Formatter

import numpy as np
import pytest

import mecenate
from mecenate.core import scenarios
from mecenate.core.story import Story, story
from mecenate.games import GAMES, load


def told(match, rows) -> Story:
    return story(match.game, rows.copy(), match.seats, np.array([move.action for move in match.moves]))


def read(text: str) -> dict[str, list[int]]:
    """Every factor of a scenario's position and moves, for each seat."""
    (scenario,) = scenarios.loads(text)
    match = scenarios.prepare(scenario, load)
    rows = match.rows.copy()
    for step in scenario.when:
        match.play(step.notation)
    one = told(match, rows)
    found = match.game.factors.of(match.options)
    return {f.key: f.read(one).tolist() for f in (*found.opening, *found.early, *found.end, *found.holdings)}


def values(found: dict[str, list[int]], **expected: list[int]) -> None:
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("key", GAMES)
def test_the_table_of_factors_makes_sense(key):
    game = load(key)
    found = game.factors
    counts, choices = (*found.early, *found.end), (*found.opening, *found.holdings)
    keys = [one.key for one in (*counts, *choices)]
    assert len(set(keys)) == len(keys)
    options = {option.key: option.values for option in game.options}
    for one in (*counts, *choices):
        assert one.needs is None or one.needs[1] in options[one.needs[0]]
    for one in choices:
        assert game.things[one.things]
    for one in counts:
        fields = {field for _, field, _, _ in Formatter().parse(one.label) if field is not None}
        assert fields == ({"name"} if one.name else set())
        if one.name:
            assert game.things[one.name[0]][one.name[1]]
        assert not (one.whole and (one.instead or one.result))
    assert all(one.needs is None for one in found.of({}).end)


@pytest.mark.parametrize("key", GAMES)
def test_a_story_tells_every_event(key):
    match = mecenate.new(key, seats=2, seed=5)
    rows, chance, events = match.rows.copy(), np.random.default_rng(5), []
    while not match.over:
        offered = match.legal_actions()
        match.play(offered[chance.integers(len(offered))])
        events += [
            [len(match.moves) - 1, int(e.kind), int(e.seat), int(e.a), int(e.b)]
            for e in match.state.events[: int(match.state.happened)]
        ]
    one = told(match, rows)
    assert one.events.tolist() == events
    assert one.end.tobytes() == match.state.tobytes()
    assert one.start.ply == 0
    assert one.events[one.half - 1, 0] < len(match.moves) / 2 <= one.events[one.half, 0]


def test_the_first_professions_of_princes():
    match = mecenate.new("princes", seats=3, seed=7)
    rows = match.rows.copy()
    kept = [match.view(seat).seats[seat].hand for seat in range(3)]
    for seat in range(3):
        gone = match.legal()[seat]
        kept[seat] = [card for card in kept[seat] if card != gone.notation.removeprefix("discard ")]
        match.play(gone)
    match.play("open lake")
    (professions, first) = match.game.factors.opening
    names = [name.removeprefix("profession.") for name in match.game.things["profession"]]
    found = professions.read(told(match, rows))
    assert [sorted(names[n] for n in range(21) if sets >> n & 1) for sets in found.tolist()] == [sorted(one) for one in kept]
    assert first.read(told(match, rows)).tolist() == [0, 0, 0]


def test_a_round_of_princes():
    found = read("""
title: The third round and the first auction of the fourth
game: princes
players: [Anna, Bob, Chris]
given:
  round: 3
  starting player: Bob
  Anna:
    florins: 2500
    builders: 1
    landscapes: [forest, forest, lake]
    buildings: [tower, opera]
    freedoms: [travel]
    prestige cards: [large]
    hand: [poet, painter]
  Bob: {jesters: 5, hand: [dramatist]}
  Chris: {hand: [astronomer]}
when:
  - Bob: open recruiting
  - Chris: pass
  - Anna: bid 300
  - Bob: pass
  - Bob: open jester
  - Chris: pass
  - Chris: take lake; place a3 r0
  - Bob: freedom opinion; work dramatist; convert 2
  - Chris: freedom travel; end
  - Anna: profession; keep mathematician; rest; end
  - Chris: open jester
  - Anna: pass
  - Bob: pass
""")
    values(
        found,
        jesters=[0, 6, 1], builders=[1, 0, 0], recruiting=[1, 0, 0], prestige_cards=[1, 0, 0], landscapes=[3, 0, 1],
        forests=[2, 0, 0], lakes=[1, 0, 1], parks=[0, 0, 0], buildings=[2, 0, 0], freedoms=[1, 1, 1], works=[0, 1, 0],
        best_works=[0, 1, 0], profession_cards=[1, 0, 0], bonus_cards=[0, 0, 0], bids=[3, 2, 4],
    )  # fmt: skip
    values(found, early_jesters=[0, 1, 0], early_recruiting=[1, 0, 0], early_landscapes=[0, 0, 1], early_buildings=[0, 0, 0])
    values(found, early_freedoms=[0, 1, 1], early_works=[0, 1, 0], first_purchase=[1 << 6, 1 << 3, 1 << 1])
    assert "muse" not in found and "shared" not in found


def test_the_end_of_carrara():
    found = read("""
title: A monument, two scorings and the end
game: carrara
players: [Emma, Lukas]
given:
  Emma:
    coins: 30
    bricks: {purple: 6}
    cities: {lerici: [villa 2, porta 1], massa: [villa 1]}
  Lukas: {coins: 7, bricks: {blue: 2}}
when:
  - Emma: monument villa; upgrade villa 2
  - Emma: improve lerici
  - Lukas: pass
  - Emma: score coins; space villa
  - Lukas: pass
""")
    values(
        found,
        buildings=[3, 0], in_livorno=[0, 0], in_massa=[1, 0], in_lerici=[2, 0], value=[10, 0], monuments=[1, 0], types=[2, 0],
        rural=[2, 0], city_scorings=[0, 0], type_scorings=[1, 0], land_scorings=[0, 0], visits=[1, 0], follows=[0, 0],
        passes=[0, 2], ender=[0, 0], bricks=[0, 0],
    )  # fmt: skip
    villa = load("carrara").things["space"].index("space.villa")
    values(found, first_scoring=[1 << villa, 0], space=[1 << villa, 0], improvement=[1 << 5, 0], first_city=[1 << 5, 0])
    values(found, first_type=[1 << 5, 0], early_buildings=[1, 0], early_visits=[0, 0])
    assert "statues" not in found


def test_pieces_of_advanced_carrara():
    found = read("""
title: A scoring of statues
game: carrara
players: [Emma, Lukas]
options: {version: advanced}
given:
  Emma:
    cities:
      pisa: [palazzo 1 with crown and yellow statue, porta 2]
      massa: [castello 5 with flag and blue statue, cathedrale 1 with red statue]
when:
  - Emma: score coins; space pisa-massa
""")
    values(found, pair_scorings=[1, 0], decorations=[2, 0], statues=[3, 0], money_space=[0, 0], value=[9, 0])


def test_turns_of_stanza():
    found = read("""
title: The palace is filled, and two turns of each
game: stanza
players: [Paul, Nuno]
options: {variant: expert}
given:
  round: 2
  board: {discoveries: empty, literature: [empty, empty, art]}
  Paul: {florins: 5, books: {religion: 4, art: 2}, artworks: {painting: 1, scroll: 1}, ship: 10 florins}
when:
  - Paul: move literature 3; income
  - Nuno: move discoveries 1; pass
  - Paul: exit
""")
    values(
        found,
        books=[6, 0], full_shelves=[1, 0], museum=[7, 0], incomes=[1, 0], passes=[0, 1], left=[1, 0], hired=[0, 0],
        activations=[0, 0], masterpieces=[0, 0], dismissed=[0, 0], turned_over=[0, 0], ship=[3, 0], tiles=[0, 0],
    )  # fmt: skip
    values(found, first_discipline=[0, 0], first_tile=[0, 0])
