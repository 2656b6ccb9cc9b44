"""The log as one viewer may know it: each entry redacted as it was when it happened, also if its move was taken back later."""

from collections.abc import Iterator, Mapping, Sequence

from mecenate.bots import levels
from mecenate.core.match import Event, Match
from mecenate.core.texts import LANGUAGES
from mecenate.server import wire
from mecenate.server.entry import Entry
from mecenate.server.fold import Fold
from mecenate.server.line import dealt
from mecenate.server.refused import WORDS
from mecenate.server.storage.people import Called


def seat_names(table: Fold, names: Mapping[str, Called], language: str = LANGUAGES[0]) -> list[str]:
    """What each seat is called. `names` are those of people by id; who is not in it stays anonymous, with all they typed."""
    found: list[str] = []
    for n, (seat, setup) in enumerate(zip(table.seats, table.setup.seats, strict=True)):
        nobody = f"Seat {n + 1}"
        if seat.person:
            known = names.get(seat.person)
            name = (_on_the_screen(table, n) or known.name) if known else nobody
        else:
            name = (setup.name or _bot_name(setup.level, language)) if seat.level else nobody
        same = sum(1 for other in found if other == name or other.rpartition(" ")[0] == name)
        found.append(f"{name} {same + 1}" if same else name)
    return found


def guests(table: Fold, names: Mapping[str, Called]) -> list[bool]:
    """Whether no account stands for the name of each seat: who plays on somebody's screen is as good as a guest."""
    found: list[bool] = []
    for n, seat in enumerate(table.seats):
        known = names.get(seat.person) if seat.person else None
        found.append(known is not None and (known.guest or _on_the_screen(table, n) not in ("", known.name)))
    return found


def _on_the_screen(table: Fold, seat: int) -> str:
    """What the host called somebody who plays on the same screen."""
    setup = table.setup.seats[seat]
    return setup.name if setup.person == table.setup.host and setup.kind == "person" else ""


def _bot_name(level: str, language: str) -> str:
    """As people know it; a level of another version of the program goes by its key."""
    return levels.called(level, language) if level in levels.BOTS else level.capitalize()


def told(match: Match, eyes: int | None, everything: bool, language: str) -> list[wire.EventInfo]:
    """What the last move caused. When the game is over, everything is told as its own seat knew it."""
    events: list[Event] = match.events(eyes)
    if everything:
        events = [match.events(event.seat)[n] for n, event in enumerate(events)]
    return [wire.EventInfo(event.key, event.seat, event.about, match.line(event, language)) for event in events]


def messages(table: Fold, since: int, eyes: int | None, language: str, names: Sequence[str]) -> list[wire.EntryMessage]:
    """The entries after one, as a seat or a spectator (None) may know them."""
    return [_message(table, *step, eyes, language, names) for step in _steps(table, since, names)]


def _steps(table: Fold, since: int, names: Sequence[str]) -> Iterator[tuple[Entry, int, Match | None]]:
    """Entries, the number of moves after each, and for those that cause events the match as it was then."""
    if since >= table.line_seq - 1:  # what happened last is still in the position
        now = table.line.match.copy() if table.line is not None else None
        if now:
            now.names = tuple(names)
        for entry, _ in table.log.after(since):
            yield entry, table.position, now if entry.seq == table.line_seq else None
        return
    yield from _walk(table, since, names)


def _walk(table: Fold, since: int, names: Sequence[str]) -> Iterator[tuple[Entry, int, Match | None]]:
    match, actions = dealt(table.setup, names), []
    for entry, action in table.log.after(0):
        if entry.kind == "start" and table.line is not None:
            actions = table.line.actions[: table.line.opening].tolist()
            match = _played(table, actions, names)
        elif entry.kind == "move":
            actions.append(action)
            match.game.step(match.rows, 0, action)
        elif entry.kind == "undo":
            del actions[entry.body["to"] :]
            match = _played(table, actions, names)
        if entry.seq > since:
            yield entry, len(actions), match if entry.kind in ("move", "start") else None


def _played(table: Fold, actions: Sequence[int], names: Sequence[str]) -> Match:
    match = dealt(table.setup, names)
    for action in actions:
        match.game.step(match.rows, 0, action)
    return match


def _message(
    table: Fold, entry: Entry, position: int, match: Match | None, eyes: int | None, language: str, names: Sequence[str]
) -> wire.EntryMessage:
    seat = _now_at(table, entry)
    body, own = entry.body, table.over or (seat is not None and seat == eyes)
    dealing = entry.kind == "start" and not table.setup.opening
    tells = match is not None and (entry.kind == "move" or dealing)
    by = body.get("by")
    return wire.EntryMessage(
        seq=entry.seq,
        at=entry.at,
        kind=entry.kind,  # type: ignore[arg-type]
        seat=seat,
        position=position,
        text=_words(entry, seat, language, names),
        events=told(match, eyes, table.over, language) if match and tells else [],
        move=body.get("notation") if own else None,
        by="person" if by == "plan" and not own else by,  # that there was a plan is nobody else's business
        how=body.get("how"),
        to=body.get("to"),
    )


def _now_at(table: Fold, entry: Entry) -> int | None:
    """The seat that an entry is about, by the number that it has now: at the start some may have been taken away."""
    if entry.seat is None or entry.seq > table.start_seq:
        return entry.seat
    return table.sat.index(entry.seat) if entry.seat in table.sat else None


def _words(entry: Entry, seat: int | None, language: str, names: Sequence[str]) -> str:
    if entry.kind == "move":
        return ""
    how = entry.body.get("how") if entry.kind == "undo" else entry.body["kind"] if entry.kind == "seat" else ""
    key = f"{entry.kind}_{how}" if how else entry.kind
    values: dict[str, str | int] = {}
    if entry.seat is not None:
        number = entry.seat + 1
        values = {"number": number, "seat": f"Seat {number}" if seat is None else names[seat]}
    if entry.kind == "outage":
        values["time"] = _long(sum(ended - began for began, ended in entry.body["gaps"]))
    return WORDS.say(language, f"entries.{key}", to=entry.body.get("to"), **values)


def _long(ms: int) -> str:
    """How long something took, roughly; the units are the same in all our languages."""
    seconds = round(ms / 1000)
    minutes = round(seconds / 60)
    if seconds < 120:
        return f"{seconds} s"
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"


def fork(table: Fold, since: int) -> int:
    """The last position that is the same for who saw the log up to an entry: nothing before it was taken back since."""
    opening = table.line.opening if table.line is not None else 0
    position = lowest = 0
    for entry, _ in table.log.after(0):
        if entry.kind == "start":
            position = opening
        elif entry.kind == "move":
            position += 1
        elif entry.kind == "undo":
            position = entry.body["to"]
        lowest = position if entry.seq <= since else min(lowest, position)
    return lowest
