"""`mecenate games`: what can be played, with how many, against whom, and with which options."""

import json as json_format
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mecenate.bots import levels
from mecenate.core.game import Game, Option, Value
from mecenate.core.options import write_option
from mecenate.games import GAMES, load
from mecenate.terminal.screen import Screen


def main(game: str | None, language: str, json: bool) -> None:
    """All games, or one."""
    screen = Screen(language)
    chosen = [load(key) for key in ([game] if game else GAMES)]
    if json:
        print(json_format.dumps([described(one, screen.language) for one in chosen], indent=2, ensure_ascii=False))
        return
    for n, one in enumerate(chosen):
        screen.print(*([""] if n else []), shown(one, screen))


def described(game: Game, language: str) -> dict[str, Any]:
    """A game for programs. The first value of an option is the usual one, unless another option presets it."""

    def about(option: Option, value: Value) -> dict[str, Any]:
        return {"value": value, "about": meaning(game, option, language, value), "presets": dict(option.presets.get(value, {}))}

    return {
        "game": game.key,
        "title": game.title,
        "seats": list(game.seats),
        "options": [
            {
                "key": one.key,
                "about": meaning(game, one, language),
                "values": [about(one, value) for value in one.values],
                "seats": list(one.seats or game.seats),
                "needs": one.needs,
            }
            for one in game.options
        ],
        "bots": [
            {"bot": level, "name": levels.called(level, language), "about": levels.about(level, language)}
            for level in levels.offered(game)
        ],
    }


def meaning(game: Game, option: Option, language: str, value: Value | None = None) -> str:
    return game.texts.find(language, f"options.{option.key}" if value is None else f"options.{option.key}_{value}")


def shown(game: Game, screen: Screen) -> RenderableType:
    """A game for people: what is written on the command line on the left, what it means on the right."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for option in game.options:
        table.add_row("", Text.assemble((meaning(game, option, screen.language), "bold"), (_when(game, option, screen), "dim")))
        for value in option.values:
            about = Text(meaning(game, option, screen.language, value))
            notes = [screen.say("games.usual")] if value == option.values[0] else []
            if others := option.presets.get(value):
                written = ", ".join(write_option(key, other) for key, other in others.items())
                notes.append(screen.say("games.presets", options=written))
            about.append(_aside(notes), "dim")
            table.add_row(Text(write_option(option.key, value), "cyan"), about)
    table.add_row("", Text(screen.say("games.bots"), "bold"))
    for level in levels.offered(game):
        about = f"{levels.called(level, screen.language)}: {levels.about(level, screen.language)}"
        table.add_row(Text(level, "cyan"), Text(about))
    head = screen.say("games.head", title=game.title, least=game.seats[0], most=game.seats[-1])
    return Group(Text.assemble((game.key, "bold cyan"), ("  "), (head, "bold")), Padding(table, (0, 0, 0, 2)))


def _when(game: Game, option: Option, screen: Screen) -> str:
    """When an option means anything, if that is not always."""
    told = []
    if option.seats and option.seats != game.seats:
        told.append(screen.say("games.seats", seats=", ".join(map(str, option.seats))))
    if option.needs:
        told.append(screen.say("games.needs", option=write_option(option.needs, True)))
    return _aside(told)


def _aside(notes: Sequence[str]) -> str:
    return f" ({'; '.join(notes)})" if notes else ""
