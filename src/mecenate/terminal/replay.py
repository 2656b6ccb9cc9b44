"""A stored game, checked and told from its beginning: as spectators see it, as a player saw it, or with everybody's cards."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mecenate.core.errors import MecenateError
from mecenate.terminal.keeping import open_record
from mecenate.terminal.log import Log, replayed
from mecenate.terminal.result import show_result
from mecenate.terminal.screen import Screen

ALL = "all"


def main(record: Path, to: int | None, language: str, seat: str | None = None) -> None:
    """Print what happened up to a move, the board there, and the result if the game is over by then."""
    screen = Screen(language)
    whole, players = open_record(record)
    match = open_record(record, to)[0] if to is not None else whole
    viewers = _viewers(seat, match.names)
    screen.tell("replay.checked", "bold", path=record, title=match.game.called.message(language), moves=len(whole.moves))
    screen.print(", ".join(player.told(language) for player in players))
    match, log = replayed(match, range(match.seats))
    if seat == ALL:
        _open(log)
    screen.print(*log.lines(viewers[0], 0, language))
    if match.over:
        show_result(screen, match)
        return
    screen.tell("replay.to", "bold", move=len(match.moves), moves=len(whole.moves))
    for viewer in viewers:
        screen.print(match.game.board(match.view(viewer), match.names, language))


def _viewers(seat: str | None, names: Sequence[str]) -> Sequence[int | None]:
    """Through whose eyes the game is shown: None are those of a spectator."""
    if seat is None:
        return [None]
    if seat == ALL:
        return range(len(names))
    called = [n for n, name in enumerate(names) if seat.casefold() in (name.casefold(), str(n + 1))]
    if not called:
        known = ", ".join(f"{n + 1} {name}" for n, name in enumerate(names))
        raise MecenateError(f"--seat {seat}: the players are {known}; {ALL} shows everybody's cards.")
    return called[:1]


def _open(log: Log) -> None:
    """Tell everybody each thing as the one knows it who did it."""
    for n, entry in enumerate(log.entries):
        told = [entry.told[event.seat][k] for k, event in enumerate(entry.told[None])]
        log.entries[n] = replace(entry, told=dict.fromkeys(entry.told, told))
