"""What a table is like: the fold of its setup and its log. Entries are trusted here; `table.py` says what may be added."""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self

import msgspec

from mecenate.core import records
from mecenate.core.errors import MecenateError
from mecenate.core.game import Game
from mecenate.core.match import Match
from mecenate.server import wire
from mecenate.server.clocks import Clocks
from mecenate.server.entry import NO_ACTION, Entry, Log
from mecenate.server.line import Line
from mecenate.server.plans import Held, Plans
from mecenate.server.refused import Refused
from mecenate.server.setup import SeatSetup, Setup, game_of, seated


@dataclass(slots=True)
class Seat:
    person: str | None = None
    level: str = ""  # of a bot that sits here from the start
    away: wire.Away = ""


@dataclass(slots=True)
class Request:
    """Somebody asks the others for an undo or a pause."""

    kind: Literal["undo", "pause"]
    seat: int
    person: str
    waiting: set[str] = field(default_factory=set)  # people who have not answered yet
    to: int | None = None


class Fold:
    """The state of a table. `apply` takes an entry into account; `load` takes a whole log, and plans where they were made."""

    __slots__ = (
        "aliases", "at", "clocks", "closed", "game", "hinted", "key", "line", "line_seq", "log", "paused", "places", "plans",
        "request", "sat", "scores", "seats", "setup", "start_seq", "started",
    )  # fmt: skip

    def __init__(self, setup: Setup, key: str = "", aliases: Mapping[str, str] | None = None):
        self.setup = setup
        self.key = key
        self.game = self._find_game()
        self.aliases = aliases or {}  # ids in the log of people who are somebody else now
        self.log = Log()
        self.seats = [Seat(level=seat.level) for seat in setup.seats]
        self.sat: list[int] = []  # from the start on: the numbers that the seats had before it
        self.start_seq = 0  # the entry that says so
        self.line: Line | None = None  # from the start on
        self.started = False
        self.line_seq = 0  # the last entry that changed the line
        self.hinted = 0  # `line_seq` when somebody last asked for a hint
        self.request: Request | None = None
        self.paused = False
        self.closed = False
        self.scores: list[int] | None = None
        self.places: list[int] | None = None
        self.clocks = Clocks(setup.clock, len(setup.seats))
        self.plans = Plans()
        self.at = 0  # the time of the last entry

    def _find_game(self) -> Game:
        return game_of(self.setup)

    @classmethod
    def load(
        cls,
        setup: Setup,
        entries: Iterable[Entry],
        held: Iterable[Held] = (),
        key: str = "",
        aliases: Mapping[str, str] | None = None,
    ) -> Self:
        """The table as its log leaves it. Plans come in where they were made."""
        table = cls(setup, key, aliases)
        waiting = sorted(held, key=lambda plan: plan.seq)
        for entry in entries:
            while waiting and waiting[0].seq < entry.seq:
                table.hold(waiting.pop(0))
            table.apply(entry)
        for plan in waiting:
            table.hold(plan)
        return table

    def copy(self) -> Self:
        """A table that can go on while this one stays as it is."""
        twin = copy.copy(self)
        twin.log, twin.clocks, twin.plans = self.log.copy(), self.clocks.copy(), self.plans.copy()
        twin.line = self.line.copy() if self.line is not None else None
        twin.seats = [replace(seat) for seat in self.seats]
        twin.request = replace(self.request, waiting=set(self.request.waiting)) if self.request else None
        return twin

    def hold(self, held: Held) -> None:
        """Put a plan in the place of an older one of its seat."""
        self.plans.hold(held)
        if self.line is not None and not self.over:
            self.plans.settle(self.line.match)

    def adopt(self, guest: str, account: str) -> None:
        """A guest turned out to be an account; the log keeps the guest's id."""
        self.aliases = {**self.aliases, guest: account}
        for seat in self.seats:
            if seat.person == guest:
                seat.person = account
        request = self.request
        if request:
            request.person = account if request.person == guest else request.person
            request.waiting = {account if person == guest else person for person in request.waiting}

    # What the table is like now.

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def host(self) -> str:
        return self.aliases.get(self.setup.host, self.setup.host)

    @property
    def seq(self) -> int:
        return len(self.log)

    @property
    def position(self) -> int:
        """How many moves the line has."""
        return len(self.line) if self.line is not None else 0

    @property
    def over(self) -> bool:
        return self.scores is not None

    @property
    def status(self) -> wire.Status:
        if self.closed:
            return "closed"
        if self.over:
            return "over"
        if not self.started:
            return "open"
        return "paused" if self.paused else "running"

    @property
    def match(self) -> Match:
        """The position now, for reading only; there is none before the start."""
        if self.line is None:
            raise Refused("not-started")
        return self.line.match

    @property
    def asked(self) -> int | None:
        return self.line.match.seat if self.line is not None and self.status in ("running", "paused") else None

    def person_at(self, seat: int) -> str | None:
        return self.seats[seat].person

    @property
    def awaited(self) -> str | None:
        """The person whom all wait for; None if it is nobody's turn, or a bot's."""
        seat = self.asked
        return None if seat is None or self.paused or self.bot_at(seat) else self.seats[seat].person

    def held(self, person: str | None) -> list[int]:
        """All seats of a person."""
        return [n for n, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def active(self, person: str | None) -> list[int]:
        """The seats that a person plays now."""
        return [n for n in self.held(person) if not self.seats[n].away]

    def others(self, person: str) -> set[str]:
        """The other people who play now; bots always agree."""
        return {seat.person for seat in self.seats if seat.person and not seat.away} - {person}

    def record(self, names: list[str]) -> str:
        """The whole game as a text."""
        assert self.line is not None
        return records.dumps(self.line.recorded(names))

    def bot_at(self, seat: int) -> str:
        """The level of the bot that plays a seat now; empty if a person does."""
        found = self.seats[seat]
        return found.level or (self.setup.takeover if found.away else "")

    # The fold.

    def apply(self, entry: Entry) -> None:
        """Take an entry of the log into account. The log is trusted, but must be whole."""
        if entry.seq != self.seq + 1:
            raise MecenateError(f"Entry {self.seq + 1} of the table should follow, not {entry.seq}; load the table again.")
        on = getattr(self, f"_on_{entry.kind}", None)
        if on is None:
            raise Refused("other-log", kind=entry.kind)
        if entry.kind == "outage":
            self.clocks.skip(entry.body["gaps"])
        self.clocks.tick(entry.at)
        action = on(entry)
        self.log.append(entry, NO_ACTION if action is None else action)
        self.at = entry.at
        if self.line is not None:
            self.plans.settle(self.line.match)
        asked = self.asked if self.status == "running" else None
        self.clocks.turn(asked if asked is not None and not self.bot_at(asked) else None)

    def _on_join(self, entry: Entry) -> None:
        person = entry.body["person"]
        self.seats[_seat(entry)].person = self.aliases.get(person, person)

    def _on_leave(self, entry: Entry) -> None:
        self.seats[_seat(entry)].person = None

    def _on_seat(self, entry: Entry) -> None:
        n = _seat(entry)
        new = msgspec.convert(entry.body, SeatSetup)
        self.seats[n] = Seat(level=new.level)
        self.setup = msgspec.structs.replace(self.setup, seats=(*self.setup.seats[:n], new, *self.setup.seats[n + 1 :]))

    def _on_start(self, entry: Entry) -> None:
        self._close_ranks(entry)
        self.started = True
        self.line = Line(self.setup)
        self.line_seq = entry.seq

    def _close_ranks(self, entry: Entry) -> None:
        """Without the seats that were taken away."""
        self.sat = [n for n, seat in enumerate(self.setup.seats) if seat.kind != "none"]
        self.start_seq = entry.seq
        self.seats = [self.seats[n] for n in self.sat]
        self.setup = seated(self.setup)
        self.clocks = Clocks(self.setup.clock, len(self.seats))
        self.clocks.tick(entry.at)

    def _on_move(self, entry: Entry) -> int:
        assert self.line is not None
        seat, question = _seat(entry), self.line.match.question
        action = self.line.play(entry.body["notation"])
        self.line_seq = entry.seq
        self.request = None
        self.plans.moved(self.line.match, seat, question, entry.body)
        if entry.body["by"] != "bot":
            self.clocks.answered(seat)
        return action

    def _on_undo(self, entry: Entry) -> None:
        assert self.line is not None
        self.line.cut(entry.body["to"])
        self.line_seq = entry.seq
        self.request = None
        self.plans.end_all("undo")

    def _on_ask_undo(self, entry: Entry) -> None:
        self._ask("undo", entry)

    def _on_ask_pause(self, entry: Entry) -> None:
        self._ask("pause", entry)

    def _ask(self, kind: Literal["undo", "pause"], entry: Entry) -> None:
        person = self.seats[_seat(entry)].person or ""
        self.request = Request(kind, _seat(entry), person, self.others(person), entry.body.get("to"))

    def _on_hint(self, entry: Entry) -> None:
        self.hinted = self.line_seq

    def _on_consent(self, entry: Entry) -> None:
        self._answered_by(_seat(entry))

    def _answered_by(self, seat: int) -> None:
        if self.request:
            self.request.waiting.discard(self.seats[seat].person or "")

    def _on_refuse(self, entry: Entry) -> None:
        self.request = None

    def _on_pause(self, entry: Entry) -> None:
        self.paused = True
        self.request = None

    def _on_resume(self, entry: Entry) -> None:
        self.paused = False

    def _on_resign(self, entry: Entry) -> None:
        self._goes(_seat(entry), "resigned")

    def _on_absent(self, entry: Entry) -> None:
        self._goes(_seat(entry), "absent")

    def _goes(self, seat: int, why: wire.Away) -> None:
        self.seats[seat].away = why
        self.plans.end(seat, "taken-over")
        request, person = self.request, self.seats[seat].person
        if request and person and not self.active(person):
            request.waiting.discard(person)
            if request.person == person or not request.waiting:
                self.request = None

    def _on_return(self, entry: Entry) -> None:
        self.seats[_seat(entry)].away = ""
        self.clocks.came_back(_seat(entry))

    def _on_outage(self, entry: Entry) -> None:
        """Nobody could reach the server for a while; `apply` has taken it into account."""

    def _on_flag(self, entry: Entry) -> None:
        self.clocks.flagged.add(_seat(entry))

    def _on_over(self, entry: Entry) -> None:
        self.scores, self.places = entry.body["scores"], entry.body["places"]
        self.request = None

    def _on_close(self, entry: Entry) -> None:
        self.closed = True
        self.request = None
        self.plans.end_all("over")


def _seat(entry: Entry) -> int:
    assert entry.seat is not None, f"entry {entry.seq} ({entry.kind}) has no seat"
    return entry.seat
