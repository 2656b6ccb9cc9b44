"""What decides between equal scores is told, and it is what decided."""

import pytest

import mecenate
from mecenate import bots
from mecenate.games import GAMES

SEEDS = {"princes": 0, "carrara": 5, "stanza": 18}  # games of random bots in which two scores are equal


def played(game, seed):
    match = mecenate.new(game, 3, seed=seed)
    bot = bots.make("random", match.game, seed)
    while not match.over:
        match.play(bot.choose(match))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_tie_is_told_with_the_figures_that_decide_it(game):
    match = played(game, SEEDS[game])
    scores, places, ties = match.scores(), match.places(), match.ties()
    tied = [seat for seat in range(3) if scores.count(scores[seat]) > 1]
    assert tied and [seat for seat in range(3) if ties[seat] is not None] == tied
    better = -1 if game == "stanza" else 1  # there the patron further to the left
    assert sorted(tied, key=lambda seat: -better * (ties[seat] or 0)) == sorted(tied, key=lambda seat: places[seat])
    for language in ("en", "de", "nl"):
        assert match.game.texts.has(language, "score.tie") and match.game.texts.has(language, "score.tied")


def test_nothing_is_told_where_nothing_has_to_be_decided():
    match = mecenate.new("princes", 3, seed=1)
    assert match.ties() == [None] * 3, "all have nothing, but the game goes on"
