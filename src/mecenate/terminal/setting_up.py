"""Before the game: which one, how many seats, who sits on them, and the options. Enter takes what is proposed."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from mecenate.bots import levels, own_weights
from mecenate.core.errors import BadOptions, MecenateError
from mecenate.core.game import Game, Option, Value
from mecenate.core.match import Match
from mecenate.core.options import read_options, write_option
from mecenate.games import GAMES, load
from mecenate.terminal.keeping import NAMES, Player, read_player
from mecenate.terminal.refused import Refused
from mecenate.terminal.screen import Screen, choose

USUAL_SEATS = 4


@dataclass(frozen=True)
class Wishes:
    """What the command line fixed; None is asked for."""

    game: str | None = None
    seats: int | None = None
    seed: int | None = None
    names: str | None = None
    bots: str | None = None
    options: Sequence[str] = ()


def set_up(screen: Screen, wishes: Wishes) -> tuple[Match, list[Player]]:
    """A new game and its players."""
    game = _game(screen, _fitting(wishes))
    players = _given_players(game, wishes)
    if players is None:
        seats = wishes.seats or int(choose(screen, "setup.seats", _usual_seats(game), [str(n) for n in game.seats]))
        players = _ask_players(screen, game, seats)
    check_bots(game, players)
    seats = len(players)
    asks = wishes.names is None and wishes.bots is None and not wishes.options
    options = _ask_options(screen, game, seats) if asks else read_options(game, wishes.options)
    seed = secrets.randbits(32) if wishes.seed is None else wishes.seed
    return Match(game, seats, seed, options, [player.name for player in players]), players


def _fitting(wishes: Wishes) -> list[Game]:
    """The games that can be played as wished; what none can be is refused before anything is asked."""
    games = [load(wishes.game)] if wishes.game else [load(key) for key in GAMES]
    refused = [_refusal(game, wishes) for game in games]
    if None not in refused:
        known = [error for error in refused if error and (len(games) == 1 or error.key != "option-unknown")]
        raise known[0] if known else BadOptions("option-nowhere", option=", ".join(wishes.options))
    read_bots(wishes.bots or "")
    read_players(wishes.names or "")
    return [game for game, error in zip(games, refused, strict=True) if not error]


def _refusal(game: Game, wishes: Wishes) -> BadOptions | None:
    """Why a game can't be played as wished, whatever is left open."""
    refused = None
    for seats in game.seats if wishes.seats is None else [wishes.seats]:
        try:
            game.settings(seats, read_options(game, wishes.options))
        except BadOptions as error:
            refused = refused or error
        else:
            return None
    return refused


def _game(screen: Screen, games: Sequence[Game]) -> Game:
    if len(games) == 1:
        return games[0]
    for game in games:
        screen.print(Text.assemble((f"  {game.key:10}", "bold cyan"), game.called.message(screen.language)))
    return load(choose(screen, "setup.game", games[0].key, [game.key for game in games]))


def _usual_seats(game: Game) -> str:
    return str(USUAL_SEATS if USUAL_SEATS in game.seats else game.seats[-1])


def _given_players(game: Game, wishes: Wishes) -> list[Player] | None:
    """Players from the command line: people first, then bots; one bot stands for all seats that are left.

    Whoever names bots alone wants to play against them.
    """
    if wishes.names is None and wishes.bots is None:
        return None
    players = read_players(NAMES[0] if wishes.names is None else wishes.names)
    kinds = read_bots(wishes.bots or "")
    seats = wishes.seats or max(len(players) + len(kinds), game.seats[0])
    kinds = (kinds or [levels.usual(game)]) if len(kinds) <= 1 else kinds
    missing = seats - len(players)
    if len(kinds) == 1:
        kinds = kinds * max(0, missing)
    if len(kinds) != missing:
        raise Refused("not-so-many", names=len(players), bots=len(kinds), seats=seats)
    for kind in kinds:
        players.append(read_player(kind, [player.name for player in players]))
    return distinct(players)


def read_players(text: str) -> list[Player]:
    players: list[Player] = []
    for entry in _split(text):
        players.append(read_player(entry, [player.name for player in players]))
    return players


def read_bots(text: str) -> list[str]:
    """Bots by any of their words."""
    words = _split(text)
    for word in words:
        if not levels.find(word):
            raise levels.unknown(word)
    return [levels.find(word) or word for word in words]


def check_bots(game: Game, players: Sequence[Player]) -> None:
    """Refuse bots that don't sit at tables of this game, and those whose weights can't be read."""
    for player in players:
        if player.bot:
            levels.check_at_table(game, levels.parted(player.bot)[0])
            own_weights(player.bot, game)


def people_key(screen: Screen) -> str:
    """What several people at one keyboard are told."""
    return "play.people" if screen.live else "play.people_plain"


def distinct(players: list[Player]) -> list[Player]:
    names = [player.name for player in players]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Refused("same-name", name=twice)
    return players


def _ask_players(screen: Screen, game: Game, seats: int) -> list[Player]:
    """One line for all seats; seats that it does not name are taken by the usual bot."""
    usual = levels.usual(game)
    proposed = read_players(", ".join([NAMES[0], *[usual] * (seats - 1)]))
    default = ", ".join(player.told(screen.language) for player in proposed)
    screen.tell("setup.people", "dim", bot=levels.called(usual, screen.language))
    screen.print(_list_bots(screen, game))
    while True:
        try:
            players = read_players(choose(screen, "setup.players", default))
            if len(players) > seats:
                raise Refused("too-many", seats=seats)
            while len(players) < seats:
                players.append(read_player(usual, [player.name for player in players]))
            distinct(players)
        except MecenateError as error:
            screen.print(Text(error.message(screen.language), "yellow"))
            continue
        if (people := sum(not player.bot for player in players)) > 1:
            screen.tell(people_key(screen), "bold", count=people)
        return players


def _list_bots(screen: Screen, game: Game) -> Table:
    """What to expect of each bot, the usual one in bold."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for level in levels.offered(game):
        style = "bold cyan" if level == levels.usual(game) else "cyan"
        words = Text(levels.about(level, screen.language))
        table.add_row(Text(f"  {levels.called(level, screen.language)}", style), words)
    return table


def _ask_options(screen: Screen, game: Game, seats: int) -> dict[str, Value]:
    """One line for all options; what it does not name comes from the defaults, and from an edition that it names."""
    usual, _ = game.settings(seats)
    if not usual:
        return {}
    screen.print(_list_options(screen, game, seats, usual))
    default = ", ".join(write_option(key, value) for key, value in usual.items())
    while True:
        try:
            options = read_options(game, _split(choose(screen, "setup.options", default)))
            game.settings(seats, options)
            return options
        except MecenateError as error:
            screen.print(Text(error.message(screen.language), "yellow"))


def _list_options(screen: Screen, game: Game, seats: int, usual: Mapping[str, Value]) -> Table:
    """Every choice with its meaning, the usual one in bold; one that another option must be on for is set in below it."""
    table = Table.grid(padding=(0, 2, 0, 0))

    def add(option: Option, edge: str) -> None:
        for value in option.values:
            style = "bold cyan" if value == usual.get(option.key, option.values[0]) else "cyan"
            words = game.texts.find(screen.language, f"options.{option.key}_{value}")
            table.add_row(Text(edge + write_option(option.key, value), style), Text(edge[2:] + words))
        for other in offered:
            if other.needs == option.key:
                add(other, edge + "  ")

    offered = [option for option in game.options if not option.seats or seats in option.seats]
    for option in offered:
        if not option.needs:
            add(option, "  ")
    return table


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
