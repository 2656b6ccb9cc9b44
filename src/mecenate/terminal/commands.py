"""What a person can type besides a move. A command says whether all must be shown anew."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table as Rows
from rich.text import Text

from mecenate.core.errors import MecenateError
from mecenate.core.files import write_whole
from mecenate.core.texts import LANGUAGES
from mecenate.terminal.aside import aside
from mecenate.terminal.keeping import file_name, labelled
from mecenate.terminal.offers import refusal

if TYPE_CHECKING:
    from mecenate.terminal.table import Table

RECENT = 30  # lines of the log that are shown unless more are asked for


class Leave(Exception):
    """Somebody leaves the table."""


def help_(table: "Table", _: str) -> bool:
    say, rows = table.screen.say, Rows.grid(padding=(0, 2, 0, 0))
    for key in HELP:
        rows.add_row(Text(f"  {say(f'help.{key}.usage')}", "bold cyan"), Text(say(f"help.{key}.what")))
    table.screen.print(say("help.moves", words=", ".join(table.offers().words)), rows)
    return False


def undo(table: "Table", _: str) -> bool:
    moves = table.log.undoable(table.asked)
    if not moves:
        table.screen.tell("undo.refused", "yellow")
        return False
    taken = table.log.entries[-moves].move
    table.log.take_back(moves)
    table.seen[table.asked] = min(table.seen[table.asked], len(table.log.entries))
    table.keep()
    table.tell("undo.done", "green", move=str(taken))
    return True


def save(table: "Table", name: str) -> bool:
    path = Path(name or file_name(table.match)).expanduser()
    if path.is_dir():
        path = path / file_name(table.match)
    if path.exists() and path not in table.saved:
        answer = table.screen.ask("save.overwrite", path=path)
        if answer.lower() not in table.screen.say("save.yes").split():
            table.screen.tell("save.not_saved", "yellow")
            return False
    try:
        write_whole(path, labelled(table.match, table.players))
    except MecenateError as error:
        table.screen.print(Text(str(error), "yellow"))
        return False
    table.saved.add(path)
    table.screen.tell("save.saved", "green", path=path)
    return False


def quit_(table: "Table", _: str) -> bool:
    """Leave, with the game saved or dropped as the person likes."""
    try:
        answer = table.screen.ask("quit.save", path=file_name(table.match))
    except EOFError:
        answer = table.screen.say("save.no").split()[0]
    if answer.lower() in table.screen.say("save.no").split():
        table.screen.tell("quit.dropped")
    else:
        save(table, answer)
        if not table.saved:
            return False
    table.autosave.remove()
    raise Leave


def why(table: "Table", text: str) -> bool:
    """The rule behind a move, offered or refused."""
    match, language, offers = table.match, table.screen.language, table.offers()
    if not text:
        table.screen.tell("why.usage", "yellow")
        return False
    found = offers.find(text)
    if found:
        for move in found[:1]:
            table.screen.print(Text.assemble((move.notation, "bold cyan"), f"  {offers.sentence(move)}"))
    else:
        table.screen.print(Text(refusal(table.screen, match, offers, text), "yellow"))
    rule = match.game.moves.kind(found[0].action)[0].rule if found else offers.rule_of(text)
    if rule:
        table.screen.print(Text(match.game.texts.find(language, f"rules.{rule}"), "dim"))
    return False


def hint(table: "Table", _: str) -> bool:
    """What a bot would answer, and why."""
    from mecenate.bots.levels import STRONGEST, called
    from mecenate.insight.hint import Hint, reason
    from mecenate.insight.hint import hint as find
    from mecenate.terminal.warmup import compile_games

    match = table.match
    compile_games([match.game], complete=True)
    master = called(STRONGEST, table.screen.language)
    with table.screen.busy("play.thinking", seat=master):
        found: Hint = aside(find, match, len(match.moves))
    notation = match.game.moves.notation(found.action, match.state)
    table.screen.print(Text.assemble((notation, "bold cyan"), f"  {match.sentence(found.action, table.screen.language)}"))
    table.screen.print(Text(reason(match, found, table.screen.language), "dim"))
    return False


def log(table: "Table", text: str) -> bool:
    lines = table.lines(0)
    count = len(lines) if text == table.screen.say("log.all") else int(text[:9]) if text.isdecimal() else RECENT
    if count < len(lines):
        table.screen.tell("log.shortened", "dim", count=len(lines) - count)
    table.screen.print(*lines[len(lines) - min(count, len(lines)) :])
    return False


def board(table: "Table", name: str) -> bool:
    if not name:
        table.screen.print(table.drawn())
        return False
    seats = [seat for seat, player in enumerate(table.players) if player.name.lower().startswith(name.lower())]
    if len(seats) != 1:
        table.screen.tell("board.unknown", "yellow", name=name, names=", ".join(player.name for player in table.players))
        return False
    table.screen.print(table.drawn().of(seats[0]))
    return False


def hand(table: "Table", _: str) -> bool:
    table.screen.print(table.drawn().of(table.asked))
    return False


def moves(table: "Table", _: str) -> bool:
    table.screen.print(table.offers().show(listed=10_000))
    return False


def language(table: "Table", text: str) -> bool:
    if text not in LANGUAGES:
        table.screen.tell("language.unknown", "yellow", languages=", ".join(LANGUAGES))
        return False
    table.screen.language = text
    return True


def auto(table: "Table", text: str) -> bool:
    table.auto = not table.auto if text not in ("on", "off") else text == "on"
    table.screen.tell("auto.on" if table.auto else "auto.off", "green")
    return False


HELP = ("board", "hand", "places", "why", "hint", "undo", "log", "save", "quit", "language", "auto")
COMMANDS: dict[str, Callable[["Table", str], bool]] = {
    "help": help_, "?": help_, "undo": undo, "save": save, "quit": quit_, "exit": quit_, "why": why, "hint": hint, "log": log,
    "board": board, "hand": hand, "moves": moves, "places": moves, "language": language, "auto": auto,
}  # fmt: skip
