"""How a stored game ended, at the terminal: what decides between equal scores stands beside them."""

import pytest

from mecenate import bots
from mecenate.core.match import Match
from mecenate.core.records import save
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load
from mecenate.terminal import replay


def played(game: str, seed: int) -> Match:
    match = Match(load(game), 3, seed=seed)
    bot = bots.make("random", match.game, seed)
    while not match.over:
        match.play(bot.choose(match))
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_replay_names_what_decided(tmp_path, capsys, game, language):
    match = next(match for match in (played(game, seed) for seed in range(200)) if len(set(match.scores())) < 3)
    save(match, tmp_path / "game")
    replay.main(tmp_path / "game", None, language)
    told = capsys.readouterr().out
    ties = [tie for tie in match.ties() if tie is not None]
    texts = match.game.texts
    assert len(ties) > 1 and texts.say(language, "score.tied") in " ".join(told.split())
    for figure in ties:
        one = "score.tie_1" if figure == 1 and game != "stanza" else "score.tie"
        assert f"({texts.say(language, one, n=figure)})" in told


def test_nothing_is_told_where_nobody_has_as_many(tmp_path, capsys):
    match = next(match for match in (played("carrara", seed) for seed in range(9)) if len(set(match.scores())) == 3)
    save(match, tmp_path / "game")
    replay.main(tmp_path / "game", None, "en")
    assert match.game.texts.say("en", "score.tied") not in capsys.readouterr().out
