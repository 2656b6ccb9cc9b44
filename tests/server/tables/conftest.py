"""Tables of every game, with people who act by chance."""

import random
from typing import Any

import msgspec
import pytest

from mecenate.games import GAMES, load
from mecenate.server import showing, wire
from mecenate.server.setup import set_up
from mecenate.server.showing import SPECTATOR, Viewer
from mecenate.server.table import Table

SEED, SALT = 0xFEDC_BA98_7654_3210, "grains of salt"
MINUTE = 60_000


class Sat:
    """A table where seat n is held by the person `p<n>`, the stored log beside it, and a time that goes on."""

    def __init__(self, game, seats=3, kinds: list[Any] | None = None, chance=0, seed=SEED, **wanted):
        kinds = kinds or ["person"] + ["open"] * (seats - 1)
        requests = [wire.SeatRequest(kind, level="random" if kind == "bot" else "") for kind in kinds]
        self.setup = set_up(wire.NewTable(game=game, seats=requests, takeover="random", **wanted), "p0", seed, SALT)
        self.table: Any = Table(self.setup, "table")
        self.log = []
        self.now = 1_000_000
        self.chance = random.Random(chance)
        self.held = []
        self.do("created")
        for n, kind in enumerate(kinds):
            if kind in ("open", "link"):
                self.do("join", f"p{n}", n, invited=kind == "link")

    def do(self, act, *args, **more):
        """An act now; what it returns is stored and applied."""
        if act == "plan":
            held = self.table.plan(*args, key=f"plan {len(self.held)}")
            self.held = [*(old for old in self.held if old.seat != held.seat), held]
            self.table.hold(held)
            return []
        entries = getattr(self.table, act)(*args, now=self.now, **more)
        self.append(entries)
        return entries

    def append(self, entries):
        for entry in entries:
            self.log.append(msgspec.json.decode(msgspec.json.encode(entry), type=type(entry)))
            self.table.apply(entry)

    def person(self, seat):
        return self.table.person_at(seat)

    def move(self, notation=None):
        """The seat that is asked makes a move, any one if none is given."""
        table = self.table
        seat = table.match.seat
        assert seat is not None
        notation = notation or self.chance.choice(table.match.legal()).notation
        self.now += 1000
        if table.bot_at(seat):
            return self.do("bot_move", seat, notation, table.position)
        return self.do("play", self.person(seat), seat, notation, table.position)

    def moves(self, most=100_000):
        for _ in range(most):
            if self.table.over:
                break
            self.move()
        return self

    def until(self, true, most=2000):
        """Moves by chance until something is true."""
        for _ in range(most):
            if true(self.table):
                return self
            assert not self.table.over
            self.move()
        raise AssertionError("it never came to that")

    def viewers(self):
        return [SPECTATOR, *(Viewer(f"p{n}") for n in range(len(self.setup.seats)))]

    def situation(self, viewer, table=None):
        return msgspec.json.encode(showing.situation(table or self.table, viewer, "en", self.now))

    def again(self):
        """The table made from what was stored."""
        return Table.load(self.setup, self.log, self.held, "table")


@pytest.fixture
def sit():
    return Sat


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


def pytest_generate_tests(metafunc):
    if "game_and_seats" in metafunc.fixturenames:
        cases = [(key, seats) for key in GAMES for seats in load(key).seats]
        metafunc.parametrize("game_and_seats", cases, ids=lambda case: f"{case[0]}-{case[1]}")
