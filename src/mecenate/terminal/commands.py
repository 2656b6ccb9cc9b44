"""What a person can type besides a move. A command says whether all must be shown anew."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.table import Table as Rows
from rich.text import Text

from mecenate.core.texts import LANGUAGES
from mecenate.core.undoing import beyond
from mecenate.terminal.answers import agreed
from mecenate.terminal.aside import aside
from mecenate.terminal.command_words import HELP
from mecenate.terminal.leaving import save_as, settled
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
    """Take back the last move that one chose, by the same rule as at tables in the browser."""
    seat, log = table.asked, table.log
    to = log.last_chosen(seat)
    if to is None:
        table.screen.tell("undo.nothing", "yellow")
        return False
    taken, known = table.match.moves[to], to < log.free_to(seat)
    others = [table.match.names[other] for other in table.people if other != seat]
    if known and beyond(bool(others), casual=True) == "ask":
        who, asker = ", ".join(others), table.match.names[seat]
        if not agreed(table.screen, "undo.agree", others=who, seat=asker, move=str(taken)):
            table.screen.tell("undo.refused", "yellow", others=who)
            return False
    table.back_to(to)
    table.tell("undo.done_known" if known else "undo.done", "green", move=str(taken))
    return True


def save(table: "Table", name: str) -> bool:
    save_as(table, name)
    return False


def quit_(table: "Table", _: str) -> bool:
    """Leave; the game is kept or dropped as the person likes, or lies where it was just saved."""
    if table.saved_at == table.match.moves:
        table.kept.drop()
    elif not settled(table, "quit.keep", can_cancel=True):
        table.screen.tell("quit.cancelled", "green")
        return False
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
    count = (
        len(lines) if text.casefold() in table.screen.say("log.all").split() else int(text[:9]) if text.isdecimal() else RECENT
    )
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


def places(table: "Table", _: str) -> bool:
    table.screen.print(table.offers().show(listed=10_000))
    return False


def language(table: "Table", text: str) -> bool:
    if text not in LANGUAGES:
        table.screen.tell("language.unknown", "yellow", languages=", ".join(LANGUAGES))
        return False
    table.screen.language = text
    return True


def auto(table: "Table", text: str) -> bool:
    on, off = (text.casefold() in table.screen.say(key).split() for key in ("auto.words_on", "auto.words_off"))
    table.auto = on or not (off or table.auto)
    table.screen.tell("auto.on" if table.auto else "auto.off", "green")
    return False


COMMANDS: dict[str, Callable[["Table", str], bool]] = {
    "help": help_, "undo": undo, "save": save, "quit": quit_, "why": why, "hint": hint, "log": log,
    "board": board, "hand": hand, "places": places, "language": language, "auto": auto,
}  # fmt: skip
