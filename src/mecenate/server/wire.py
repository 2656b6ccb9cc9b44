"""The types on the wire, version 1: what is asked of the server, what it answers, and what it tells while a game goes on.

A game's view is a Struct of its own; on this level it is any object, and `view_types` says what it is for each game.
Times are milliseconds since 1970; seats and positions count from 0, and a position is a number of moves.
"""

from typing import Annotated, Any, Literal, get_type_hints

from msgspec import Meta, Struct, field

VERSION = 1
Language = Literal["en", "de", "nl"]
Value = bool | int | str  # of an option

Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]  # what a column of whole numbers holds
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
SOMETHING = {"pattern": r"\S"}  # told to programs; people are refused in words
Notation = Annotated[str, Meta(min_length=1, max_length=80, extra_json_schema=SOMETHING)]
Name = Annotated[str, Meta(max_length=40)]

Status = Literal["open", "running", "paused", "over", "closed"]
SeatKind = Literal["person", "open", "link", "bot"]
Place = Literal["person", "open", "link", "bot", "none"]  # `none`: a seat that was taken away before the start
Away = Literal["", "resigned", "absent"]
By = Literal["person", "bot", "plan", "record"]
How = Literal["free", "alone", "agreed"]
EntryKind = Literal[
    "join", "leave", "seat", "start", "move", "undo", "ask_undo", "ask_pause", "consent", "refuse", "pause", "resume",
    "resign", "absent", "return", "flag", "hint", "outage", "over", "close",
]  # fmt: skip


# What a table is to be.


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Everybody thinks as long as they like."""


class BankClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bank"):
    """A time for the whole game, and a little more for each answer."""

    bank_s: Annotated[int, Meta(ge=10, le=7 * 86_400)]
    increment_s: Annotated[int, Meta(ge=0, le=86_400)] = 0


class DaysClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """A time for each answer."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | BankClock | DaysClock


class SeatRequest(Struct, forbid_unknown_fields=True):
    """Who is to sit there: `person` is the host (also on several seats), `open` anybody, `link` whoever gets the invitation."""

    kind: SeatKind
    level: Annotated[str, Meta(max_length=20)] = ""  # of a bot; the usual one if empty
    name: Name = ""  # of a bot, or of somebody who plays on the host's screen


class NewTable(Struct, forbid_unknown_fields=True):
    """A table with a fresh deal, or, with a record, one that goes on from a position of a game that was played.

    A whole game makes a table that is over, with all its moves in the log; all its seats are the host's then.
    """

    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    game: Annotated[str, Meta(max_length=40)] = ""  # with a record: as there, as the options
    options: dict[str, Value] = {}
    clock: Clock = field(default_factory=NoClock)
    at_zero: Literal["bot", "flag"] = "bot"
    takeover: Annotated[str, Meta(max_length=20)] = ""  # the bot that plays on for who resigns or stays away, or the usual one
    public: bool = False
    casual: bool = True
    record: Annotated[str, Meta(max_length=200_000)] | None = None
    position: Count | None = None  # of the record; the last one if it is not given


# What a person may want at a table.


class JoinRequest(Struct, forbid_unknown_fields=True):
    seat: SeatNumber


class SeatChange(Struct, forbid_unknown_fields=True):
    """Who is to sit on a free seat instead; `none` goes on without it, and the table may start with fewer."""

    seat: SeatNumber
    kind: Literal["open", "link", "bot", "none"]
    level: Annotated[str, Meta(max_length=20)] = ""  # of a bot; the usual one if empty
    name: Name = ""  # of a bot


class PlayRequest(Struct, forbid_unknown_fields=True):
    """An answer to the question. `after` and `seen` say what the client knew, so that nothing is played twice."""

    seat: SeatNumber
    move: Notation
    after: Count  # the number of moves that the client saw
    seen: Count | None = None  # the last entry that the client saw


class UndoRequest(Struct, forbid_unknown_fields=True):
    """Take moves back so that `to` are left, at once where that is fair, else by asking the others."""

    to: Count
    after: Count


class SeatAct(Struct, forbid_unknown_fields=True):
    """Resign, return, leave, or claim the seat of somebody who is away."""

    seat: SeatNumber


class HintRequest(Struct, forbid_unknown_fields=True):
    """What would a bot answer? `after` is the number of moves that the client saw."""

    seat: SeatNumber
    after: Count


class WhyRequest(Struct, forbid_unknown_fields=True):
    move: Notation
    seat: SeatNumber | None = None


# Plans: conditional moves. They speak of questions, moves and figures only.


class ExactPlan(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="exact"):
    """These moves, one after the other, each time this seat is asked."""

    moves: Annotated[tuple[Notation, ...], Meta(min_length=1, max_length=30)]
    about: dict[
        str, str
    ] = {}  # what the moves are for, as {"object": "object.jester"}; what lies on the table now if not given


class UntilPlan(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="until"):
    """The move of this word as long as its figure is not above the limit, else the other move."""

    question: Notation
    move: Notation
    limit: int
    otherwise: Annotated[str, Meta(max_length=80)] = field(default="", name="else")  # empty: the person is asked
    about: dict[str, str] = {}


class RepeatPlan(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="repeat"):
    """The same answer to a question, as long as the questions asked of this seat stay among these."""

    question: Notation
    move: Notation
    within: Annotated[tuple[Notation, ...], Meta(max_length=20)] = field(default=(), name="while")


Plan = ExactPlan | UntilPlan | RepeatPlan
PlanEnd = Literal["done", "question", "not-offered", "subject", "limit", "undo", "own-move", "taken-over", "over", "finished"]


class PlanRequest(Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    plan: Plan


class PlanInfo(Struct):
    """A plan of one's own, and how much of it was done."""

    id: str
    seat: int
    plan: Plan
    done: int


# What the server answers and tells.


class Offer(Struct):
    """A move that may be made now."""

    action: int
    notation: str
    word: str
    about: str  # the notation behind the word
    thing: str | None  # what it is about, as a key below `names` of the game's texts
    figures: dict[str, int]
    sentence: str
    rule: str


class EventInfo(Struct):
    """Something that a move caused; `about` has no hidden thing in it."""

    key: str
    seat: int | None
    about: dict[str, int]
    text: str


class ClockInfo(Struct):
    """What each seat had left at `at`. Only the running seat loses time."""

    clock: Clock
    at_zero: Literal["bot", "flag"]
    at: int
    left_ms: list[int] | None  # None without a clock
    running: int | None
    flagged: list[int]


class RequestInfo(Struct):
    """Somebody asks the others for something."""

    kind: Literal["undo", "pause"]
    seat: int
    to: int | None  # for an undo
    waiting: list[int]  # seats whose people have not answered yet
    yours: bool  # whether the viewer is one of them


class UndoInfo(Struct):
    """What one may take back. Moves from `free_to` on go at once; others by asking, where that is possible at all."""

    free_to: int | None
    last_own: int | None  # the position before one's own last move
    beyond: Literal["no", "ask", "alone"]


class SeatInfo(Struct):
    seat: int
    name: str
    kind: Place
    level: str  # of the bot that plays it now, else empty
    away: Away
    taken: bool
    mine: bool
    guest: bool = False  # whether there is no account behind the name, neither a person's nor that of the screen's owner


class Summary(Struct):
    """A table in a list."""

    table: str
    game: str
    title: str
    status: Status
    seats: list[SeatInfo]
    asked: int | None
    position: int
    casual: bool
    public: bool
    clock: Clock
    updated: int
    my_turn: bool
    stage: str  # how far the running game is, in its own words
    options: list[str]  # what is not as usual, in words
    scores: list[int] | None
    places: list[int] | None
    ties: list[int | None]  # what decided between equal scores, by seats; empty where nothing had to
    unreadable: str = ""  # why this program can't show the table; of a finished one there are record and chat all the same


class TableInfo(Struct):
    """What does not change at a table, or only before its start."""

    table: str
    game: str
    title: str
    rules: int
    components: str
    options: dict[str, Value]
    seats: list[SeatInfo]
    host: str
    hosting: bool  # whether the viewer is the host
    clock: Clock
    at_zero: Literal["bot", "flag"]
    takeover: str
    public: bool
    casual: bool
    opening: int  # how many moves were given at the start
    commitment: str  # sha256 of seed and salt; empty where the deal came from a record
    host_guest: bool = False  # whether the host has no account


class Hello(Struct, tag_field="type", tag="hello"):
    info: TableInfo
    seat: int | None  # whose eyes
    my_seats: list[int]
    seq: int
    v: int = VERSION


class EntryMessage(Struct, tag_field="type", tag="entry"):
    """An entry of the log, as the viewer may know it."""

    seq: int
    at: int
    kind: EntryKind
    seat: int | None
    position: int  # after it
    text: str  # what it says by itself; a move is told by its events
    events: list[EventInfo]
    move: str | None = None  # the notation: of one's own moves, and of all when the game is over
    by: By | None = None
    how: How | None = None  # of an undo
    to: int | None = None  # of an undo, or of the wish for one
    v: int = VERSION


class Situation(Struct, tag_field="type", tag="situation"):
    """The whole of what the viewer may know now."""

    table: str
    seq: int
    position: int
    status: Status
    seat: int | None  # whose eyes
    my_seats: list[int]
    seats: list[SeatInfo]
    view: Any  # see `view_types`; None before the start
    asked: int | None
    question: str | None
    ask: str | None
    offers: list[Offer]  # only when the seat is asked
    clock: ClockInfo
    request: RequestInfo | None
    undo: UndoInfo
    plans: list[PlanInfo]
    plan_ended: PlanEnd | None  # why the last plan of this seat is no more
    scores: list[int] | None
    places: list[int] | None
    ties: list[int | None]  # what decided between equal scores, by seats; empty where nothing had to
    commitment: str
    seed: str | None  # once the game is over; a string, as browsers round large numbers
    salt: str | None
    claim_at: int | None = None  # asked for anew: from when on a bot may play for who is asked and not there
    v: int = VERSION


class Replay(Struct, tag_field="type", tag="replay"):
    """A position of the game, now or earlier, as the viewer may know it."""

    table: str
    position: int
    of: int  # how many there are
    seat: int | None
    view: Any
    asked: int | None
    question: str
    ask: str | None
    mover: int | None  # who made the move that led here
    move: str | None  # for who made it, and for everybody once the game is over
    sentence: str | None  # the same in words
    events: list[EventInfo]
    scores: list[int] | None
    v: int = VERSION


class ScorePart(Struct):
    """A part of the scores of a game that is over."""

    key: str
    text: str
    points: list[int]  # of each seat


class Shared(Struct):
    """A position that somebody shared, with what is needed to draw it."""

    info: TableInfo
    position: Replay


class CatchUp(Struct, tag_field="type", tag="catch_up"):
    """What happened since an entry. The positions after `fork` are new to who saw that entry."""

    since: int
    seq: int
    fork: int
    position: int
    entries: list[EntryMessage]
    v: int = VERSION


class Chat(Struct, tag_field="type", tag="chat"):
    id: int
    at: int
    name: str
    seat: int | None
    text: str
    guest: bool = False  # whether who said it has no account
    v: int = VERSION


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is looking: seats whose people are there, and how many others watch."""

    seats: list[int]
    watching: int
    v: int = VERSION


class Ping(Struct, tag_field="type", tag="ping"):
    at: int
    v: int = VERSION


class Error(Struct, tag_field="type", tag="error", omit_defaults=True):
    """Why something can't be done: a key for programs, a message for people."""

    error: str
    message: str
    stale: bool = False  # the client knew an older position; look again
    repeated: bool = False  # and this very move has been made already
    reason: str = ""  # of a move that is not offered
    rule: str = ""
    situation: Situation | None = None  # with what is stale: how it is now
    id: str = ""  # of a failure of the server, for whoever runs it
    v: int = VERSION


Live = Hello | EntryMessage | Situation | Chat | Presence | Ping | Error


class Why(Struct):
    """The rule behind a move."""

    move: str
    offered: bool
    reason: str
    reason_text: str
    rule: str
    rule_text: str


class Hint(Struct):
    """What a bot would answer for the seat that is asked, from what this seat may know."""

    position: int
    seat: int
    move: str
    sentence: str  # the move in words
    reason: str


class Weighed(Struct):
    """A decision of a game that is over, as a bot sees it from what the seat that decided could know."""

    position: int  # before the move
    seat: int
    chances: list[float]  # of every seat to win, before the move; the mean of what each seat could think by then
    scores: list[float]  # that every seat could expect, in the same way
    cost: float  # the chance that the seat gave away; 0 where that may be luck
    played: str | None = None  # in words; only where the bot would have done something else
    preferred: str | None = None


class Analysis(Struct):
    """How a game went. While it is being thought about, `done` of `total` decisions are there."""

    table: str
    done: int
    total: int
    since: int  # how many decisions before these were left out
    decisions: list[Weighed]


class Proof(Struct):
    """What shows that a deal was not chosen: `sha256(f"{seed}:{salt}")` is the commitment."""

    commitment: str
    seed: str
    salt: str
    holds: bool


def view_types() -> dict[str, type[Struct]]:
    """The type of the view of each registered game."""
    from mecenate.games import GAMES, load

    return {key: get_type_hints(load(key).view)["return"] for key in GAMES}
