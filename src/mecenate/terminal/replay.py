"""A stored game, checked and told from its beginning."""

from pathlib import Path

from mecenate.terminal.keeping import open_record
from mecenate.terminal.log import replayed
from mecenate.terminal.result import show_result
from mecenate.terminal.screen import Screen


def main(record: Path, to: int | None, language: str) -> None:
    """Print what happened up to a move, the board there, and the result if the game is over by then."""
    screen = Screen(language)
    whole, players = open_record(record)
    match = open_record(record, to)[0] if to is not None else whole
    screen.tell("replay.checked", "bold", path=record, title=match.game.called.message(language), moves=len(whole.moves))
    screen.print(", ".join(player.told(language) for player in players))
    match, log = replayed(match, ())
    screen.print(*log.lines(None, 0, language))
    if match.over:
        show_result(screen, match)
        return
    screen.tell("replay.to", "bold", move=len(match.moves), moves=len(whole.moves))
    screen.print(match.game.board(match.view(None), match.names, language))
