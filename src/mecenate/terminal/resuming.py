"""Going on with a game that was kept or saved. What is asked for besides must fit: a game goes on as it began."""

from collections.abc import Iterator
from pathlib import Path

from mecenate.core.errors import Refusal
from mecenate.core.match import Match
from mecenate.core.options import read_options, write_option
from mecenate.terminal.keeping import Player, open_record
from mecenate.terminal.kept import find, last_unfinished
from mecenate.terminal.refused import Refused
from mecenate.terminal.setting_up import Wishes, check_bots, distinct, read_bots, read_players


def record_to_resume(resume: Path | None, last: bool) -> Path | None:
    """The record that is meant, if any is."""
    if resume and last:
        raise Refused("last-or-resume")
    if last:
        return last_unfinished()
    return find(resume) if resume else None


def resumed(path: Path, wishes: Wishes) -> tuple[Match, list[Player]]:
    """A stored game, with the players that it names or with others."""
    match, players = open_record(path)
    if wishes.names is not None:
        players = distinct(read_players(wishes.names))
        if len(players) != match.seats:
            raise Refusal("name-count", names=len(players), seats=match.seats)
        match.names = tuple(player.name for player in players)
    check_bots(match.game, players)
    for option, given, found in _differing(match, players, wishes):
        raise Refused("resume-differs", option=option, given=given, path=path, found=found)
    return match, players


def _differing(match: Match, players: list[Player], wishes: Wishes) -> Iterator[tuple[str, str, str]]:
    """What was asked for and is otherwise in the record: how it was asked for, and both."""
    if wishes.game not in (None, match.game.key):
        yield "GAME", str(wishes.game), match.game.key
    if wishes.seats not in (None, match.seats):
        yield "--seats", str(wishes.seats), str(match.seats)
    if wishes.seed not in (None, match.seed):
        yield "--seed", str(wishes.seed), str(match.seed)
    for key, value in read_options(match.game, wishes.options).items():
        if value != match.options.get(key):
            there = write_option(key, match.options[key]) if key in match.options else "-"
            yield "--option", write_option(key, value), there
    if wishes.bots is not None:
        sitting, wanted = [player.bot for player in players if player.bot], read_bots(wishes.bots)
        if wanted != sitting and (len(wanted) != 1 or set(wanted) != set(sitting)):
            yield "--bots", wishes.bots, ",".join(sitting) or "-"
