"""The games that are kept, one line each."""

import time

from rich.table import Table
from rich.text import Text

from mecenate.games import GAMES, load
from mecenate.terminal.again import command
from mecenate.terminal.keeping import read_named
from mecenate.terminal.kept import Line, kept_games
from mecenate.terminal.screen import Screen


def main(language: str) -> None:
    screen, lines = Screen(language), kept_games()
    if not lines:
        screen.tell("kept.none")
        return
    rows = Table.grid(padding=(0, 2, 0, 0))
    for line in lines:
        rows.add_row(*_row(screen, line))
    screen.print(rows)
    if free := next((line for line in lines if line.can_go_on), None):
        screen.tell_whole(Text(screen.say("kept.go_on", command=command("play", "--resume", free.name)), "bold"))


def _row(screen: Screen, line: Line) -> list[Text]:
    name, when = Text(line.name, "bold cyan"), Text(time.strftime("%Y-%m-%d %H:%M", line.when), "dim")
    if line.about is None:
        return [name, when, Text(screen.say("kept.unreadable"), "yellow")]
    game = load(line.about.game).called.message(screen.language) if line.about.game in GAMES else line.about.game
    players = ", ".join(read_named(name).told(screen.language) for name in line.about.names)
    state = "kept.finished" if line.about.over else "kept.held" if line.held else "kept.unfinished"
    return [
        name,
        when,
        Text(screen.say(state)),
        Text(screen.say("kept.moves", count=line.about.moves)),
        Text(f"{game}: {players}"),
    ]
