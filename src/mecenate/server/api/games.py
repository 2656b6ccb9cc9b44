"""The games: what can be played, with which options and opponents, and in which words."""

from typing import Annotated, Any

import msgspec

from mecenate.bots import levels
from mecenate.core.game import Game
from mecenate.games import GAMES, load
from mecenate.server import readiness, wire
from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import Call, operation

GameKey = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]{0,39}$")]
KEPT = {"Cache-Control": "public, max-age=3600"}


class OptionInfo(msgspec.Struct):
    """A choice at setup; the first value is the usual one. The game's texts have its words below `options`."""

    key: str
    values: list[wire.Value]
    seats: list[int]  # seat counts for which it means anything; empty is all
    needs: str  # another option that must be on for this one to mean anything; empty is none
    presets: dict[str, dict[str, wire.Value]]  # by value, as text: what other options usually are with it


class BotInfo(msgspec.Struct):
    """A bot that people can choose, from weak to strong. The game's texts have its words in all languages, below `bots`."""

    level: str
    name: str
    about: str
    usual: bool  # the one for who does not choose


class GameInfo(msgspec.Struct):
    game: str
    title: str
    authors: list[str]
    publishers: list[str]
    rules: int
    components: str
    seats: list[int]
    options: list[OptionInfo]
    bots: list[BotInfo]


def _info(game: Game) -> GameInfo:
    company = [
        BotInfo(level, levels.called(level, "en"), levels.about(level, "en"), level == levels.usual(game))
        for level in levels.offered(game)
    ]
    options = [
        OptionInfo(
            one.key,
            list(one.values),
            list(one.seats),
            one.needs,
            {str(value): dict(others) for value, others in one.presets.items()},
        )
        for one in game.options
    ]
    return GameInfo(
        game.key,
        game.title,
        list(game.authors),
        list(game.publishers),
        game.rules_version,
        game.components,
        list(game.seats),
        options,
        company,
    )


def _game(key: str) -> Game:
    if key not in GAMES:
        raise Fault(404, "no-game", game=key)
    return load(key)


class Preparing(msgspec.Struct):
    """A game that some bots are not ready for: until they are, they play like the one that answers at once."""

    game: str
    levels: list[str]
    coming: bool  # whether they will be; else the log of the server says why not
    seconds: int | None  # until they are, as far as one can say


@operation("GET", "/api/preparing", answer=list[Preparing])
async def preparing(call: Call) -> list[Preparing]:
    """The games whose bots are still being prepared, which happens once after an installation; usually none."""
    call.more |= {"Cache-Control": "no-store"}
    found = []
    for key in readiness.waiting():
        searching = [level for level in levels.offered(load(key)) if level not in levels.AT_ONCE]
        now = readiness.outlook(key)
        found.append(Preparing(key, searching, bool(now.units), None if now.seconds is None else round(now.seconds)))
    return found


@operation("GET", "/api/games", answer=list[GameInfo])
async def games(call: Call) -> list[GameInfo]:
    """All games that can be played here."""
    call.more |= KEPT
    return [_info(load(key)) for key in GAMES]


@operation("GET", "/api/games/{game}", answer=GameInfo, errors=(404,))
async def game(call: Call, game: GameKey) -> GameInfo:
    """One game: its seats, options and opponents."""
    call.more |= KEPT
    return _info(_game(game))


@operation("GET", "/api/games/{game}/texts/{language}", answer=dict[str, Any], errors=(404,))
async def texts(call: Call, game: GameKey, language: wire.Language) -> dict[str, Any]:
    """All words of a game in a language: names of things, moves, questions, events, reasons, rules, and of its bots."""
    call.more |= KEPT
    return _game(game).texts.table(language) | levels.WORDS.table(language)


@operation("GET", "/api/games/{game}/components", answer=dict[str, Any], errors=(404,))
async def components(call: Call, game: GameKey) -> dict[str, Any]:
    """The component table of a game: every printed figure, with where it comes from."""
    call.more |= KEPT
    return msgspec.to_builtins(_game(game).table)


@operation("GET", "/api/games/{game}/schema", answer=dict[str, Any], errors=(404,))
async def schema(call: Call, game: GameKey) -> dict[str, Any]:
    """The JSON Schema of `view` in the situations of this game."""
    call.more |= KEPT
    return msgspec.json.schema(wire.view_types()[_game(game).key])
