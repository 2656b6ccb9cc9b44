"""What one seat, a person with several seats, or a spectator gets of a table. Nothing else leaves the server.

Who plays for several people on one screen sees with the eyes of the seat that is asked, and may choose another of their own
seats; the log then tells them only what all may know, as the screen goes from hand to hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from mecenate.core.breakdown import breakdown as breakdown_of
from mecenate.core.errors import IllegalMove, MecenateError
from mecenate.core.match import Match, Move
from mecenate.core.texts import LANGUAGES
from mecenate.server import telling, undo, wire
from mecenate.server.fold import Fold
from mecenate.server.line import dealt
from mecenate.server.refused import WORDS, NotOffered, Refused, Stale
from mecenate.server.setup import commitment
from mecenate.server.storage.people import Called

NOBODY: Mapping[str, Called] = MappingProxyType({})


@dataclass(frozen=True)
class Viewer:
    """Who looks: a person or an unknown spectator, and through which seat if they chose one."""

    person: str | None = None
    seat: int | None = None


SPECTATOR = Viewer()


def eyes(table: Fold, viewer: Viewer) -> int | None:
    """The seat whose view a viewer gets; None is that of a spectator."""
    own = table.held(viewer.person)
    if viewer.seat is not None:
        if not 0 <= viewer.seat < len(table.seats):
            raise Refused("no-seat", seat=viewer.seat + 1, seats=len(table.seats))
        if viewer.seat not in own and not table.over:
            raise Refused("not-watched")
        return viewer.seat
    if len(own) < 2:
        return own[0] if own else None
    if table.asked in own:
        return table.asked
    moved = table.line.seats[table.line.opening :] if table.line is not None else b""
    return next((seat for seat in reversed(moved) if seat in own), None)


def reader(table: Fold, viewer: Viewer) -> int | None:
    """The seat for which the log is told."""
    several = viewer.seat is None and len(table.held(viewer.person)) > 1
    return None if several else eyes(table, viewer)


def _now(table: Fold, names: Mapping[str, Called], language: str) -> Match:
    """The position as it is, with names, apart from the one that goes on."""
    match = table.match.copy()
    match.names = tuple(telling.seat_names(table, names, language))
    return match


def situation(table: Fold, viewer: Viewer, language: str, now: int, names: Mapping[str, Called] = NOBODY) -> wire.Situation:
    """The whole of what a viewer may know now."""
    seat = eyes(table, viewer)
    match = _now(table, names, language) if table.line is not None else None
    asked = table.asked
    asks = match is not None and asked is not None
    mine = asks and seat == asked and table.status == "running" and asked in table.active(viewer.person)
    plan = table.plans.of.get(seat) if seat is not None and seat in table.held(viewer.person) else None
    ended = table.plans.ended.get(seat) if seat is not None and seat in table.held(viewer.person) else None
    promised = commitment(table.setup)
    return wire.Situation(
        table=table.key,
        seq=table.seq,
        position=table.position,
        status=table.status,
        seat=seat,
        my_seats=table.held(viewer.person),
        seats=seats(table, viewer, names, language),
        view=match.view(seat) if match else None,
        asked=asked,
        question=match.question if match else None,
        ask=match.ask(language) if match and asks else None,
        offers=[offer(match, move, language) for move in match.legal()] if match and mine else [],
        clock=clock(table, now),
        request=_request(table, viewer),
        undo=undo.undo_info(table, viewer.person),
        plans=[plan.info()] if plan else [],
        plan_ended=ended,
        scores=table.scores,
        places=table.places,
        ties=ties(table),
        commitment=promised,
        seed=str(table.setup.seed) if table.over else None,
        salt=table.setup.salt if table.over and promised else None,
    )


def offer(match: Match, move: Move, language: str) -> wire.Offer:
    kind, i = match.game.moves.kind(move.action)
    word, _, about = move.notation.partition(" ")
    figures = match.game.figures(match.rows, 0, move.action)
    return wire.Offer(
        action=move.action,
        notation=move.notation,
        word=word,
        about=about,
        thing=match.game.things[kind.names][i] if kind.names else None,
        figures={key: int(value) for key, value in figures.items()},
        sentence=match.sentence(move, language, figures),
        rule=match.game.moves.rule(move.action, match.question),
    )


def seats(table: Fold, viewer: Viewer, names: Mapping[str, Called], language: str = LANGUAGES[0]) -> list[wire.SeatInfo]:
    called = telling.seat_names(table, names, language)
    guests = telling.guests(table, names)
    own = table.held(viewer.person)
    return [
        wire.SeatInfo(
            seat=n,
            name=called[n],
            kind="person" if seat.person else table.setup.seats[n].kind,
            level=table.bot_at(n),
            away=seat.away,
            taken=bool(seat.person or seat.level),
            mine=n in own,
            guest=guests[n],
        )
        for n, seat in enumerate(table.seats)
    ]


def ties(table: Fold) -> list[int | None]:
    """What decided between equal scores, by seats; empty where nothing had to."""
    found = table.line.match.ties() if table.over and table.line is not None else []
    return found if any(one is not None for one in found) else []


def clock(table: Fold, now: int) -> wire.ClockInfo:
    """What is left to each seat, and when that was."""
    clocks = table.clocks
    at = max(now, table.at)
    return wire.ClockInfo(
        clock=table.setup.clock,
        at_zero=table.setup.at_zero,
        at=at,
        left_ms=clocks.left_at(at),
        running=clocks.running,
        flagged=sorted(clocks.flagged),
    )


def _request(table: Fold, viewer: Viewer) -> wire.RequestInfo | None:
    request = table.request
    if request is None:
        return None
    return wire.RequestInfo(
        kind=request.kind,
        seat=request.seat,
        to=request.to,
        waiting=[n for n, seat in enumerate(table.seats) if seat.person in request.waiting and not seat.away],
        yours=viewer.person in request.waiting,
    )


def entries_since(
    table: Fold, seq: int, viewer: Viewer, language: str, names: Mapping[str, Called] = NOBODY
) -> list[wire.EntryMessage]:
    """The entries after one, redacted; all of them after 0."""
    called = telling.seat_names(table, names, language)
    return telling.messages(table, max(0, seq), reader(table, viewer), language, called)


def catch_up(table: Fold, seq: int, viewer: Viewer, language: str, names: Mapping[str, Called] = NOBODY) -> wire.CatchUp:
    """What changed since a viewer saw an entry: what was done, and from which position on to play it again."""
    since = min(max(0, seq), table.seq)
    return wire.CatchUp(
        since=since,
        seq=table.seq,
        fork=telling.fork(table, since),
        position=table.position,
        entries=entries_since(table, since, viewer, language, names),
    )


def replay(table: Fold, position: int, viewer: Viewer, language: str, names: Mapping[str, Called] = NOBODY) -> wire.Replay:
    """A position of the line as a viewer may know it, and the move that led to it."""
    seat = eyes(table, viewer)
    line = table.line
    if line is None:
        raise Refused("not-started")
    if not 0 <= position <= len(line):
        raise Refused("no-position", position=position, last=len(line))
    match = line.at(max(0, position - 1), telling.seat_names(table, names, language))
    mover, notation, sentence = None, None, None
    if position:
        action, mover = line.actions[position - 1], line.seats[position - 1]
        notation, sentence = match.game.moves.notation(action, match.state), match.sentence(action, language)
        match.game.step(match.rows, 0, action)
    told = table.over or mover == reader(table, viewer)
    return wire.Replay(
        table=table.key,
        position=position,
        of=len(line),
        seat=seat,
        view=match.view(seat),
        asked=match.seat,
        question=match.question,
        ask=None if match.over else match.ask(language),
        mover=mover,
        move=notation if told else None,
        sentence=sentence if told else None,
        events=telling.told(match, reader(table, viewer), table.over, language),
        scores=match.scores() if match.over else None,
    )


def hello(table: Fold, viewer: Viewer, names: Mapping[str, Called] = NOBODY, language: str = LANGUAGES[0]) -> wire.Hello:
    return wire.Hello(
        info=info(table, viewer, names, language), seat=eyes(table, viewer), my_seats=table.held(viewer.person), seq=table.seq
    )


def info(table: Fold, viewer: Viewer, names: Mapping[str, Called] = NOBODY, language: str = LANGUAGES[0]) -> wire.TableInfo:
    setup, host = table.setup, names.get(table.host, Called(""))
    return wire.TableInfo(
        table=table.key,
        game=setup.game,
        title=table.game.title,
        rules=setup.rules,
        components=setup.components,
        options=setup.options,
        seats=seats(table, viewer, names, language),
        host=host.name,
        hosting=viewer.person == table.host,
        clock=setup.clock,
        at_zero=setup.at_zero,
        takeover=setup.takeover,
        public=setup.public,
        casual=setup.casual,
        opening=len(setup.opening),
        commitment=commitment(setup),
        host_guest=host.guest,
    )


def summary(
    table: Fold, viewer: Viewer, names: Mapping[str, Called] = NOBODY, language: str = LANGUAGES[0], unreadable: str = ""
) -> wire.Summary:
    """A table in a list: who plays, whose turn it is, how it ended."""
    asked = table.asked
    return wire.Summary(
        table=table.key,
        game=table.setup.game,
        title=table.title,
        status=table.status,
        seats=seats(table, viewer, names, language),
        asked=asked,
        position=table.position,
        casual=table.setup.casual,
        public=table.setup.public,
        clock=table.setup.clock,
        updated=table.at,
        my_turn=table.status == "running" and asked in table.active(viewer.person),
        stage=table.line.match.stage(language) if table.line is not None and table.status == "running" else "",
        options=unusual(table, language),
        scores=table.scores,
        places=table.places,
        ties=ties(table),
        unreadable=unreadable,
    )


def unusual(table: Fold, language: str) -> list[str]:
    """The options that are not as usual; none of a table that this program can't show."""
    game = table.game
    return [game.texts.find(language, f"unusual.{key}") for key in game.unusual(table.setup.options)] if game else []


def breakdown(table: Fold, language: str) -> list[wire.ScorePart]:
    """What the scores are made of, once the game is over."""
    if not table.over or table.line is None:
        raise Refused("not-over")
    parts = breakdown_of(dealt(table.setup), table.line.actions)
    say = table.game.texts.find
    return [wire.ScorePart(key, say(language, f"breakdown.{key}"), points) for key, points in parts.items()]


def record(table: Fold, names: Mapping[str, Called] = NOBODY) -> str:
    """The whole game as a text, once it is over."""
    if not table.over:
        raise Refused("not-over")
    return table.record(telling.seat_names(table, names))


def why(table: Fold, viewer: Viewer, move: str, language: str, names: Mapping[str, Called] = NOBODY) -> wire.Why:
    """The rule behind a move that is offered or refused, for the seat that is asked and for nobody else."""
    seat = eyes(table, viewer)
    if seat is None or seat != table.asked or seat not in table.active(viewer.person):
        raise Refused("no-rule-now")
    match = _now(table, names, language)
    reason = reason_text = ""
    try:
        found = match.find(move)
        move, rule = found.notation, match.game.moves.rule(found.action, match.question)
    except IllegalMove as refused:
        reason, rule = refused.reason, match.game.rule_of.get(refused.reason, "")
        reason_text = _reason(match, move, reason, language)
    texts = match.game.texts
    return wire.Why(
        move=move,
        offered=not reason,
        reason=reason,
        reason_text=reason_text,
        rule=rule,
        rule_text=texts.find(language, f"rules.{rule}") if rule else "",
    )


def _reason(match: Match, move: str, reason: str, language: str) -> str:
    if reason == "unknown":
        first = dict.fromkeys(offered.notation.partition(" ")[0] for offered in match.legal())
        return WORDS.say(language, "refusals.unknown", move=move, words=", ".join(first))
    return match.refusal(reason, language)


def explained(table: Fold, error: MecenateError, language: str) -> wire.Error:
    """A refusal for the person whose act was refused."""
    if isinstance(error, NotOffered):
        message = f"{error.message(language)} {_reason(table.match, str(error.about['move']), error.reason, language)}"
        if error.reason == "unknown":
            message = _reason(table.match, str(error.about["move"]), error.reason, language)
        return wire.Error(error=error.key, message=message, reason=error.reason, rule=error.rule)
    if isinstance(error, Stale):
        return wire.Error(error=error.key, message=error.message(language), stale=True, repeated=error.repeated)
    if isinstance(error, Refused):
        return wire.Error(error=error.key, message=error.message(language))
    return wire.Error(error="not-possible", message=str(error))
