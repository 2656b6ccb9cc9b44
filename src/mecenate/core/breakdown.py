"""What the scores of a game are made of, found in what its moves caused: events account for every change of a stock."""

from collections.abc import Iterable, Sequence

import numpy as np

from mecenate.core.game import Game
from mecenate.core.header import EventKind
from mecenate.core.match import Match
from mecenate.core.story import KIND, events_of


def breakdown(match: Match, actions: Iterable[int]) -> dict[str, list[int]]:
    """Plays a match on, and says for each source of what wins how much every seat got by it; a key is one of `breakdown`."""
    game = match.game
    events = events_of(game, match.rows, np.fromiter(actions, np.int64))
    return sources(game, match.seats, events[:, KIND:].tolist())


def sources(game: Game, seats: int, events: Iterable[Sequence[int]]) -> dict[str, list[int]]:
    """What events brought every seat, by its source. An event is told by its kind, seat and two figures."""
    found, wins = dict[str, list[int]](), game.stock_names[-1]
    for number, seat, a, b in events:
        kind = game.events[number]
        if wins in kind.changes and seat >= 0:
            found.setdefault(_source(game, kind, b), [0] * seats)[seat] += kind.changes[wins] * a
    order = game.texts.table("en")["breakdown"]
    return {source: found[source] for source in order if any(found.get(source, ()))}


def _source(game: Game, kind: EventKind, b: int) -> str:
    """An event's key, with the thing that it is about where that has words of its own."""
    if kind.b in game.things:
        own = f"{kind.key}_{game.things[kind.b][b].rpartition('.')[2]}"
        if game.texts.has("en", f"breakdown.{own}"):
            return own
    return kind.key
