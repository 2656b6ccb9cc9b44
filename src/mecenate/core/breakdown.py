"""What the scores of a game are made of, found in what its moves caused: events account for every change of a stock."""

from collections.abc import Iterable, Sequence

from mecenate.core.game import Game
from mecenate.core.header import EventKind
from mecenate.core.match import Match

Happened = Sequence[int]  # kind, seat, a and b of an event


def breakdown(match: Match, actions: Iterable[int]) -> dict[str, list[int]]:
    """Plays a match on, and says for each source of what wins how much every seat got by it; a key is one of `breakdown`."""
    events: list[Happened] = []
    for action in actions:
        match.game.step(match.rows, 0, action)
        events += (
            (int(one.kind), int(one.seat), int(one.a), int(one.b)) for one in match.state.events[: int(match.state.happened)]
        )
    return sources(match.game, match.seats, events)


def scoring(game: Game) -> list[bool]:
    """Which kinds of events change what wins."""
    return [game.stock_names[-1] in kind.changes for kind in game.events]


def sources(game: Game, seats: int, events: Iterable[Happened]) -> dict[str, list[int]]:
    """What these events brought every seat, by its source."""
    found, scores = dict[str, list[int]](), scoring(game)
    for number, seat, a, b in events:
        if scores[number] and seat >= 0:
            kind = game.events[number]
            found.setdefault(_source(game, kind, b), [0] * seats)[seat] += kind.changes[game.stock_names[-1]] * a
    order = game.texts.table("en")["breakdown"]
    return {source: found[source] for source in order if any(found.get(source, ()))}


def _source(game: Game, kind: EventKind, b: int) -> str:
    """An event's key, with the thing that it is about where that has words of its own."""
    if kind.b in game.things:
        own = f"{kind.key}_{game.things[kind.b][b].rpartition('.')[2]}"
        if game.texts.has("en", f"breakdown.{own}"):
            return own
    return kind.key
