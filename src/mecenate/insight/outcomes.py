"""Where points come from after an answer: the greedy bot plays the game to its end, from deals that the seat can imagine."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import types

from mecenate import bots
from mecenate.bots import play
from mecenate.bots.greedy import SCRATCH_ROWS
from mecenate.core.breakdown import scoring, sources
from mecenate.core.header import MOST_EVENTS, header
from mecenate.core.kernel import INTS, LEGAL, MASK, REDEAL, STATES, STEP, VALUE, entry
from mecenate.core.match import Match
from mecenate.core.playout import GENERATOR

ROOM = 4096  # numbers for events, four each; a game that needs more is told up to there
F = types.FunctionType


@entry(types.int64(F(LEGAL), F(STEP), F(REDEAL), F(VALUE), STATES, STATES, MASK, GENERATOR, types.int64, INTS, INTS))
def play_out(legal, step, redeal, value, states, scratch, mask, generator, action, kinds, out):
    """Give an answer in row 0 and play on greedily to the end.

    `out` gets the events of the kinds that are asked for: kind, seat, a, b. Says how many numbers these are.
    """
    s = header(states, 0)
    used = 0
    while True:
        step(states, 0, action)
        for n in range(s.happened):
            e = s.events[n]
            if kinds[e.kind] and used + 4 <= out.size:
                out[used], out[used + 1], out[used + 2], out[used + 3] = e.kind, e.seat, e.a, e.b
                used += 4
        if s.asked < 0:
            return np.int64(used)
        offered = legal(states, 0, mask)
        action = play.choose(play.GREEDY, legal, step, redeal, value, states, 0, scratch, mask, generator, offered)


@dataclass(frozen=True)
class Outcome:
    """How a game ended after an answer: the points of the seat that gave it from then on, by their source."""

    points: dict[str, int]

    @property
    def total(self) -> int:
        return sum(self.points.values())


class Outcomes:
    """Plays games on after answers to one question."""

    def __init__(self, match: Match):
        self._match, self._seat = match, int(match.state.asked)
        game = match.game
        entries = (game.legal, game.step, game.redeal, bots.evaluation(game))
        for one in entries:
            one.compile()
        self._functions = [one.function for one in entries]
        self._scratch, self._mask = game.rows(SCRATCH_ROWS), game.mask()
        self._kinds = np.zeros(max(len(game.events), MOST_EVENTS), np.int64)
        self._kinds[: len(game.events)] = scoring(game)
        self._out = np.zeros(ROOM, np.int64)

    def after(self, actions: Sequence[int], seed: np.uint64) -> list[Outcome]:
        """One game after each of these answers, all from the same deal of what the seat can't know."""
        game, found = self._match.game, []
        for action in actions:
            rows, generator = self._match.rows.copy(), np.array([seed], np.uint64)
            game.redeal(rows, 0, self._seat, seed)
            used = play_out(*self._functions, rows, self._scratch, self._mask, generator, action, self._kinds, self._out)
            parts = sources(game, self._match.seats, self._out[: int(used)].reshape(-1, 4).tolist())
            found.append(Outcome({source: points[self._seat] for source, points in parts.items()}))
        return found
