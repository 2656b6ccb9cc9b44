"""How a table is set up: what its host chose, checked, and what the server added. Until the start its seats may change."""

import hashlib
from typing import Literal

import msgspec

from mecenate.bots.levels import check_at_table, usual
from mecenate.core import records
from mecenate.core.game import Game
from mecenate.games import GAMES, load
from mecenate.server import wire
from mecenate.server.refused import Refused


class SeatSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: wire.Place
    level: str = ""
    name: str = ""
    person: str | None = None  # a `person` seat is kept for this one


class Setup(msgspec.Struct, frozen=True):
    game: str
    rules: int
    components: str
    options: dict[str, wire.Value]
    seats: tuple[SeatSetup, ...]
    host: str
    seed: int  # secret until the game is over, as the salt
    salt: str
    clock: wire.Clock
    at_zero: Literal["bot", "flag"]
    takeover: str
    public: bool
    casual: bool
    opening: tuple[str, ...] = ()  # moves that are given, where a table goes on from a position
    known: bool = False  # whether the deal came from a record, so that nothing can be promised of it


def game_of(setup: Setup) -> Game:
    """The game, if what was played at the table since it was set up comes to the same in this program."""
    if setup.game not in GAMES:
        raise Refused("no-game", game=setup.game)
    game = load(setup.game)
    components = game.components_of(setup.options)
    if setup.rules not in game.played or components != setup.components:
        raise Refused(
            "other-version",
            game=game.title,
            rules=setup.rules,
            components=setup.components,
            own_rules=game.rules_version,
            own_components=components,
        )
    return game


def set_up(wanted: wire.NewTable, host: str, seed: int, salt: str) -> Setup:
    """A checked setup with a fresh deal, or `continued` if a record is given. The seed has 64 random bits."""
    if wanted.record is not None:
        return continued(wanted, host, salt)
    game = load(wanted.game)
    options, _ = game.settings(len(wanted.seats), wanted.options)
    return _made(wanted, game, options, host, seed, salt, ())


def continued(wanted: wire.NewTable, host: str, salt: str) -> Setup:
    """A table that goes on from a position of a record, or shows how it ended.

    It is casual: whoever has the record knows the deal.
    """
    match = records.loads(wanted.record or "", load)
    position = len(match.moves) if wanted.position is None else wanted.position
    if position > len(match.moves):
        raise Refused("no-position", position=position, last=len(match.moves))
    if match.seats != len(wanted.seats):
        raise Refused("other-seats", seats=match.seats)
    wanted = msgspec.structs.replace(wanted, casual=True)
    if match.over and position == len(match.moves):  # nobody has to come for it
        seats = [wire.SeatRequest("person", name=seat.name) for seat in wanted.seats]
        wanted = msgspec.structs.replace(wanted, seats=seats, clock=wire.NoClock())
    opening = tuple(move.notation for move in match.moves[:position])
    made = _made(wanted, match.game, match.options, host, match.seed, salt, opening)
    return msgspec.structs.replace(made, known=True)


def _made(wanted: wire.NewTable, game: Game, options: dict, host: str, seed: int, salt: str, opening: tuple[str, ...]) -> Setup:
    return Setup(
        game=game.key,
        rules=game.rules_version,
        components=game.components_of(options),
        options=dict(options),
        seats=tuple(
            SeatSetup(
                seat.kind,
                _level(game, seat.level) if seat.kind == "bot" else "",
                _line(seat.name),
                host if seat.kind == "person" else None,
            )
            for seat in wanted.seats
        ),
        host=host,
        seed=seed,
        salt=salt,
        clock=wanted.clock,
        at_zero=wanted.at_zero,
        takeover=_level(game, wanted.takeover),
        public=wanted.public,
        casual=wanted.casual,
        opening=opening,
    )


def changed(setup: Setup, wanted: wire.SeatChange) -> SeatSetup:
    """A seat as its host wants it before the start, checked."""
    game = game_of(setup)
    if wanted.kind == "none":
        left = sum(seat.kind != "none" for n, seat in enumerate(setup.seats) if n != wanted.seat)
        if setup.opening:
            raise Refused("other-seats", seats=len(setup.seats))
        game.settings(left, setup.options)
    level = _level(game, wanted.level) if wanted.kind == "bot" else ""
    return SeatSetup(wanted.kind, level, _line(wanted.name))


def seated(setup: Setup) -> Setup:
    """Without the seats that were taken away."""
    return msgspec.structs.replace(setup, seats=tuple(seat for seat in setup.seats if seat.kind != "none"))


def _level(game: Game, wanted: str) -> str:
    """A bot that sits at tables of this game, or the usual one."""
    check_at_table(game, wanted or usual(game))
    return wanted or usual(game)


def _line(name: str) -> str:
    return " ".join(name.split())


def commitment(setup: Setup) -> str:
    """Shown from the start; with seed and salt at the end anybody can see that the deal was not chosen. Empty if it was."""
    if setup.known or setup.opening:
        return ""
    return hashlib.sha256(f"{setup.seed}:{setup.salt}".encode()).hexdigest()


def proven(commitment: str, seed: str, salt: str) -> wire.Proof:
    """Whether seed and salt are those of a commitment."""
    found = hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()
    return wire.Proof(commitment=commitment, seed=seed, salt=salt, holds=found == commitment)
