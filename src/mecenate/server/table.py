"""What may happen at a table: the acts of its people and of the server itself.

Nothing here reads a clock or does input or output. An act checks and returns the entries to append, and changes nothing; the
caller stores them in one transaction and then applies them. Every act names its person.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from mecenate.core.errors import IllegalMove
from mecenate.core.match import Match, Move
from mecenate.server import plans, undo, wire
from mecenate.server.entry import Entry
from mecenate.server.fold import Fold, Request
from mecenate.server.line import dealt
from mecenate.server.plans import Held
from mecenate.server.refused import NotOffered, Refused, Stale
from mecenate.server.setup import Setup, changed

Made = tuple[str, int | None, dict[str, Any]]  # an entry to be: its kind, its seat, its body
AWAY_MS = 5 * 60 * 1000  # after so long without a sign of life the others may let a bot play on


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the server itself has to do: `bot` choose a move for a seat, `plan` or `clock` ask the table for the entries."""

    kind: Literal["bot", "plan", "clock"]
    seat: int
    level: str = ""


class Table(Fold):
    """`Table(setup)` is new; `Table.load(setup, entries, plans)` is one that was stored."""

    __slots__ = ()

    def _entries(self, now: int, *made: Made) -> list[Entry]:
        at = max(now, self.at)  # two servers' clocks differ; the log's time never goes back
        return [Entry(self.seq + n, at, kind, seat, body) for n, (kind, seat, body) in enumerate(made, start=1)]

    def created(self, now: int, played: Iterable[str] = ()) -> list[Entry]:
        """The first entries: the host sits down where the setup says so, and if that is all, the game starts.

        `played` are the moves of a whole game that was played elsewhere.
        """
        host = self.setup.host
        seats = [n for n, seat in enumerate(self.setup.seats) if seat.person == host]
        joins = [("join", n, {"person": host}) for n in seats]
        return self._entries(now, *joins, *self._starting(seats), *self._retold(played))

    def _retold(self, played: Iterable[str]) -> list[Made]:
        match, made = dealt(self.setup), []
        for notation in played:
            made += _moved(match, match.find(notation), "record")
        return made

    def _starting(self, taken: list[int]) -> list[Made]:
        """The start, if these seats were the last that were free."""
        places = enumerate(zip(self.seats, self.setup.seats, strict=True))
        free = [n for n, (seat, place) in places if not (seat.person or seat.level or place.kind == "none" or n in taken)]
        return [] if free else [("start", None, {})]

    def join(self, person: str, seat: int, now: int, invited: bool = False) -> list[Entry]:
        """Sit down on a free seat: an open one, one that is kept for this person, or, `invited`, any but a bot's."""
        self._want("open", "started")
        self._there(seat)
        wanted = self.setup.seats[seat]
        if wanted.kind == "none":
            raise Refused("no-seat", seat=seat + 1, seats=len(self.seats))
        if self.seats[seat].person == person:
            raise Stale(repeated=True)
        if self.seats[seat].person or wanted.kind == "bot":
            raise Refused("seat-taken", seat=seat + 1)
        kept = self.aliases.get(wanted.person or "", wanted.person)
        if not invited and wanted.kind != "open" and kept != person:
            raise Refused("seat-kept", seat=seat + 1)
        if not invited and kept != person and self.held(person) and person != self.host:
            raise Refused("one-seat")
        return self._entries(now, ("join", seat, {"person": person}), *self._starting([seat]))

    def leave(self, person: str, seat: int, now: int) -> list[Entry]:
        """Get up before the start; the host may also free the seat of somebody else."""
        self._want("open", "started")
        self._there(seat)
        if self.seats[seat].person is None:
            raise Refused("seat-free", seat=seat + 1)
        if person not in (self.seats[seat].person, self.host):
            raise Refused("not-your-seat", seat=seat + 1)
        return self._entries(now, ("leave", seat, {}))

    def change(self, wanted: wire.SeatChange, now: int) -> list[Entry]:
        """The host wants somebody else on a free seat, or nobody; with the last one the game starts."""
        self._want("open", "started")
        seat = wanted.seat
        self._there(seat)
        if self.seats[seat].person:
            raise Refused("seat-taken", seat=seat + 1)
        new = changed(self.setup, wanted)
        starts = self._starting([seat]) if wanted.kind in ("bot", "none") else []
        return self._entries(now, ("seat", seat, msgspec.to_builtins(new)), *starts)

    def give_up(self, now: int) -> list[Entry]:
        """The host ends a table that waits."""
        self._want("open", "started")
        return self._entries(now, ("close", None, {}))

    def play(self, person: str, seat: int, notation: str, after: int, now: int, seen: int | None = None) -> list[Entry]:
        """Answer the question. `after` is the number of moves that the person saw, `seen` the last entry."""
        if seat in self.held(person) and self._repeats(seat, notation, after):
            raise Stale(repeated=True)  # first of all: it may have been the last move of the game
        self._own(person, seat)
        self._going_on()
        if self._stale(after, seen):
            raise Stale(repeated=False)
        if self.asked != seat:
            raise Refused("not-your-turn", seat=seat + 1)
        late = self._out_of_time(now) if self.setup.at_zero == "flag" else []
        return self._entries(now, *late, *self._answer(notation, "person"))

    def bot_move(self, seat: int, move: str | int, after: int, now: int) -> list[Entry]:
        """The choice of the bot that plays a seat."""
        self._going_on()
        if self._stale(after) or self.asked != seat or not self.bot_at(seat):
            raise Stale(repeated=False)
        return self._entries(now, *self._answer(move, "bot"))

    def _answer(self, move: str | int, by: wire.By) -> list[Made]:
        """An offered move, and the end of the game if it comes with it."""
        try:
            found = self.match.find(move)
        except IllegalMove as refused:
            rule = self.game.rule_of.get(refused.reason, "")
            raise NotOffered(str(move), refused.reason, rule) from None
        return _moved(self.match.copy(), found, by)

    def hint(self, person: str, seat: int, after: int, now: int) -> list[Entry]:
        """Ask what a bot would answer, at a casual table. Where others play, the log says so, once for each question."""
        self._own(person, seat)
        self._going_on()
        if self._stale(after):
            raise Stale(repeated=False)
        if self.asked != seat:
            raise Refused("not-your-turn", seat=seat + 1)
        if not self.setup.casual:
            raise Refused("no-hints")
        told = self.hinted == self.line_seq or not self.others(person)
        return [] if told else self._entries(now, ("hint", seat, {}))

    def undo(self, person: str, to: int, after: int, now: int) -> list[Entry]:
        """Take moves back until `to` are left, if nobody has to be asked."""
        way = self._way_back(person, to, after)
        if way == "ask":
            raise Refused("undo-needs-consent")
        return self._entries(now, ("undo", self.active(person)[0], {"to": to, "how": way}))

    def ask_undo(self, person: str, to: int, after: int, now: int) -> list[Entry]:
        """Take moves back; where that is not free, ask all others."""
        way = self._way_back(person, to, after)
        seat = self.active(person)[0]
        if way != "ask":
            return self._entries(now, ("undo", seat, {"to": to, "how": way}))
        self._no_request()
        return self._entries(now, ("ask_undo", seat, {"to": to}))

    def _way_back(self, person: str, to: int, after: int) -> Literal["free", "alone", "ask"]:
        self._seated(person)
        self._going_on()
        if self._stale(after):
            raise Stale(repeated=False)
        return undo.way(self, person, to)

    def ask_pause(self, person: str, now: int) -> list[Entry]:
        """Stop the game and its clocks for a while, if all agree."""
        seat = self._seated(person)
        self._going_on()
        self._no_request()
        return self._entries(now, ("ask_pause" if self.others(person) else "pause", seat, {}))

    def consent(self, person: str, now: int) -> list[Entry]:
        """Agree to what is asked; with the last consent it is done."""
        request = self._asked_of(person)
        made: list[Made] = [("consent", self.active(person)[0], {})]
        if request.waiting == {person}:
            body = {"to": request.to, "how": "agreed"} if request.kind == "undo" else {}
            made.append((request.kind, request.seat, body))
        return self._entries(now, *made)

    def refuse(self, person: str, now: int) -> list[Entry]:
        """Say no to what is asked, or withdraw what one asked for."""
        if self.request is None or self.request.person != person:
            self._asked_of(person)
        return self._entries(now, ("refuse", self._seated(person), {}))

    def _asked_of(self, person: str) -> Request:
        self._seated(person)
        if self.request is None or person not in self.request.waiting:
            raise Refused("nothing-asked")
        return self.request

    def resume(self, person: str, now: int) -> list[Entry]:
        seat = self._seated(person)
        self._want("paused", "not-paused")
        return self._entries(now, ("resume", seat, {}))

    def resign(self, person: str, seat: int, now: int) -> list[Entry]:
        """Leave a seat to a bot."""
        self._own(person, seat)
        self._started()
        return self._entries(now, ("resign", seat, {}))

    def back(self, person: str, seat: int, now: int) -> list[Entry]:
        """Take a seat back from the bot that played on."""
        self._there(seat)
        if self.seats[seat].person != person:
            raise Refused("not-your-seat", seat=seat + 1)
        self._started()
        if not self.seats[seat].away:
            raise Stale(repeated=True)
        return self._entries(now, ("return", seat, {}))

    def claimable(self, last_seen: int) -> int | None:
        """From when on the others may let a bot play for who is asked; None if they never may."""
        if self.awaited is None or self.setup.at_zero != "bot" or not isinstance(self.setup.clock, wire.NoClock):
            return None
        return max(last_seen, self.at) + AWAY_MS

    def claim(self, person: str, seat: int, last_seen: int, now: int) -> list[Entry]:
        """Let a bot play on for somebody whom all wait for and who has been away for long, where the table chose that."""
        self._seated(person)
        self._going_on()
        self._there(seat)
        if self.setup.at_zero != "bot" or not isinstance(self.setup.clock, wire.NoClock):
            raise Refused("clock-decides")
        if self.asked != seat or self.bot_at(seat) or self.seats[seat].person == person:
            raise Refused("nobody-missing", seat=seat + 1)
        if now - max(last_seen, self.at) < AWAY_MS:
            raise Refused("not-long-away", minutes=AWAY_MS // 60_000)
        return self._entries(now, ("absent", seat, {}))

    def close(self, now: int) -> list[Entry]:
        """An administrator ends the table."""
        if self.status in ("over", "closed"):
            raise Refused("ended")
        return self._entries(now, ("close", None, {}))

    # Plans are not in the log; the caller stores what `plan` returns.

    def plan(self, person: str, seat: int, plan: wire.Plan, key: str) -> Held:
        """A checked plan for a seat; `hold` puts it in the place of an older one."""
        self._own(person, seat)
        self._going_on()
        held = plans.made(self.match, seat, self.seq, plan, key)
        if self.asked == seat:
            try:
                plans.next_move(plans.Progress(held), self.match)
            except plans.Ended:
                raise Refused("plan-now") from None
        return held

    def drop(self, person: str, seat: int) -> None:
        """Forget the plan of a seat."""
        self._own(person, seat)
        self.plans.drop(seat)

    # What the server itself must do.

    def wanted(self, now: int) -> Wanted | None:
        """What is to be done now."""
        seat = self.asked
        if seat is None or self.status != "running":
            return None
        if level := self.bot_at(seat):
            return Wanted("bot", seat, level)
        if self.plans.answer(self.match):
            return Wanted("plan", seat)
        zero = self.clocks.at_zero()
        return Wanted("clock", seat) if zero is not None and zero <= now else None

    def due(self, now: int) -> int | None:
        """When the server must act next by itself: now, when a clock ends, or never."""
        return now if self.wanted(now) else self.clocks.at_zero()

    def planned(self, now: int) -> list[Entry]:
        """The next move that a plan makes; none if no plan has one."""
        wanted = self.wanted(now)
        if wanted is None or wanted.kind != "plan":
            return []
        return self._entries(now, *self._answer(self.plans.answer(self.match) or "", "plan"))

    def outage(self, gaps: Iterable[tuple[int, int]], now: int) -> list[Entry]:
        """That nobody could reach the server at these times, as far as a clock ran then."""
        missed = self.clocks.missed(gaps)
        return self._entries(max(now, missed[-1][1]), ("outage", None, {"gaps": missed})) if missed else []

    def clocked(self, now: int) -> list[Entry]:
        """What comes of a clock that ran out; nothing if none did."""
        return self._entries(now, *self._out_of_time(now))

    def _out_of_time(self, now: int) -> list[Made]:
        zero = self.clocks.at_zero()
        if zero is None or zero > now:
            return []
        return [("absent" if self.setup.at_zero == "bot" else "flag", self.clocks.running, {})]

    # Checks.

    def _want(self, status: wire.Status, otherwise: str) -> None:
        if self.status in ("over", "closed"):
            raise Refused("ended")
        if self.status != status:
            raise Refused(otherwise)

    def _started(self) -> None:
        if self.status in ("over", "closed"):
            raise Refused("ended")
        if self.line is None:
            raise Refused("not-started")

    def _going_on(self) -> None:
        self._started()
        if self.paused:
            raise Refused("paused")

    def _there(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Refused("no-seat", seat=seat + 1, seats=len(self.seats))

    def _own(self, person: str, seat: int) -> None:
        self._there(seat)
        if self.seats[seat].person != person:
            raise Refused("not-your-seat", seat=seat + 1)
        if self.seats[seat].away:
            raise Refused("bot-plays", seat=seat + 1)

    def _seated(self, person: str) -> int:
        """The first seat that a person plays now."""
        seats = self.active(person)
        if not seats:
            raise Refused("not-seated")
        return seats[0]

    def _no_request(self) -> None:
        if self.request:
            raise Refused("request-open")

    def _stale(self, after: int, seen: int | None = None) -> bool:
        """Whether something was meant for another position; `seen` also tells a position from the same one before an undo."""
        return after != self.position or (seen is not None and seen < self.line_seq)

    def _repeats(self, seat: int, notation: str, after: int) -> bool:
        """Whether this very move has been made already."""
        line = self.line
        if line is None or not 0 <= after < len(line) or line.seats[after] != seat:
            return False
        try:
            return line.at(after).find(notation).action == line.actions[after]
        except IllegalMove:
            return False


def _moved(match: Match, move: Move, by: wire.By) -> list[Made]:
    """A move, which the match makes, and the end of the game if it comes with it."""
    match.game.step(match.rows, 0, move.action)
    made: list[Made] = [("move", move.seat, {"notation": move.notation, "by": by})]
    if match.over:
        made.append(("over", None, {"scores": match.scores(), "places": match.places()}))
    return made


def rematch(table: Table, host: str, seed: int, salt: str) -> Setup:
    """The same table again, everybody one seat further; people find their seats kept for them."""
    if table.status != "over":
        raise Refused("not-over")
    if not table.held(host):
        raise Refused("not-seated")
    people = [
        replace(seat, kind="person", person=now.person) if now.person else seat
        for seat, now in zip(table.setup.seats, table.seats, strict=True)
    ]
    rotated = (people[-1], *people[:-1])
    return replace(table.setup, seats=rotated, host=host, seed=seed, salt=salt, opening=(), known=False)
