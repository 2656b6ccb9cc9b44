"""What the scores of a game are made of, found in what its moves caused: events account for every change of a stock."""

from collections.abc import Iterable

from mecenate.core.header import EventKind
from mecenate.core.match import Match


def breakdown(match: Match, actions: Iterable[int]) -> dict[str, list[int]]:
    """Plays a match on, and says for each source of what wins how much every seat got by it; a key is one of `breakdown`."""
    game, found = match.game, dict[str, list[int]]()
    wins = game.stock_names[-1]
    for action in actions:
        game.step(match.rows, 0, action)
        for event in match.state.events[: int(match.state.happened)]:
            kind = game.events[int(event.kind)]
            if wins in kind.changes and event.seat >= 0:
                points = found.setdefault(_source(match, kind, int(event.b)), [0] * match.seats)
                points[int(event.seat)] += kind.changes[wins] * int(event.a)
    order = game.texts.table("en")["breakdown"]
    return {source: found[source] for source in order if any(found.get(source, ()))}


def _source(match: Match, kind: EventKind, b: int) -> str:
    """An event's key, with the thing that it is about where that has words of its own."""
    if kind.b in match.game.things:
        own = f"{kind.key}_{match.game.things[kind.b][b].rpartition('.')[2]}"
        if match.game.texts.has("en", f"breakdown.{own}"):
            return own
    return kind.key
