"""What scores are made of, for every game: it adds up, and everything in it has a name."""

import pytest

from mecenate import bots
from mecenate.core.breakdown import breakdown
from mecenate.core.match import Match
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load


@pytest.mark.parametrize("key", list(GAMES))
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_the_parts_add_up_to_the_scores(key, level):
    game = load(key)
    for seed in range(4):
        seats = game.seats[seed % len(game.seats)]
        options = {option.key: option.values[-1] for option in game.options} if seed % 2 else {}
        options = {
            each.key: options[each.key] for each in game.options if each.key in options and each.means_something(seats, options)
        }
        match, fresh = (Match(game, seats, seed, options) for _ in range(2))
        bot = bots.make(level, game, seed)
        while not match.over:
            match.play(bot.choose(match))
        parts = breakdown(fresh, [move.action for move in match.moves])
        assert [sum(points[seat] for points in parts.values()) for seat in range(seats)] == match.scores()
        assert all(game.texts.find(language, f"breakdown.{part}") for language in LANGUAGES for part in parts)
        assert level == "random" or len(parts) > 2, "too few to tell anything"


@pytest.mark.parametrize("key", list(GAMES))
def test_whatever_brings_points_has_a_name(key):
    game = load(key)
    for kind in game.events:
        if game.stock_names[-1] in kind.changes:
            things = [f"{kind.key}_{name.rpartition('.')[2]}" for name in game.things.get(kind.b, ())]
            named = [game.texts.has("en", f"breakdown.{own}") for own in things]
            assert game.texts.has("en", f"breakdown.{kind.key}") or (named and all(named)), kind.key
