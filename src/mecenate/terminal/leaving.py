"""What becomes of a game when somebody leaves the table, and of its record when it is over."""

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from mecenate.core.errors import MecenateError
from mecenate.core.files import write_whole
from mecenate.terminal.again import command
from mecenate.terminal.answers import CANCEL, NO, YES, agreed, meaning
from mecenate.terminal.command_words import read_command
from mecenate.terminal.keeping import file_name, labelled

if TYPE_CHECKING:
    from mecenate.terminal.table import Table


def settled(table: "Table", question: str, can_cancel: bool = False) -> bool:
    """Ask whether the game is kept, until that is clear; False if the person would rather stay.

    A file is named only behind the word for saving, so that no answer becomes one by mistake. At the end of the input the
    game is kept.
    """
    screen = table.screen
    while True:
        try:
            typed = screen.ask(question)
        except EOFError:
            typed = ""
        command_word, name = read_command(typed)
        answer = meaning(screen, typed, YES)
        if answer == YES:
            table.keep()
            return True
        if answer == NO:
            table.kept.drop()
            return True
        if answer == CANCEL and can_cancel:
            return False
        if command_word == "save":
            if save_as(table, name):
                table.kept.drop()
                return True
        else:
            screen.tell("answers.unclear" if can_cancel else "answers.unclear_over", "yellow")


def save_as(table: "Table", name: str) -> bool:
    """Write the record to a file of any name; whether that was done."""
    path = Path(name or file_name(table.match)).expanduser()
    if path.is_dir():
        path = path / file_name(table.match)
    if path.exists() and path not in table.saved and not agreed(table.screen, "save.overwrite", path=path):
        table.screen.tell("save.not_saved", "yellow")
        return False
    try:
        write_whole(path, labelled(table.match, table.players))
    except MecenateError as error:
        table.screen.print(Text(error.message(table.screen.language), "yellow"))
        return False
    table.saved.add(path)
    table.saved_to, table.saved_at = path, list(table.match.moves)
    table.screen.tell("save.saved", "green", path=path)
    return True


def later(table: "Table", path: Path | str) -> str:
    """The command that opens a record again: to go on with the game, or to look through it."""
    return command("analyse", path) if table.match.over else command("play", "--resume", path)
