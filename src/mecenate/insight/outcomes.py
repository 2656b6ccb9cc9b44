"""Where points come from after an answer: the greedy bot plays the game to its end, from deals that the seat can imagine."""

from collections.abc import Sequence

import numpy as np

from mecenate import bots
from mecenate.bots import play
from mecenate.bots.greedy import SCRATCH_ROWS
from mecenate.core.breakdown import sources
from mecenate.core.header import header
from mecenate.core.match import Match
from mecenate.core.story import KIND, events_of

LONGEST = 8192  # moves of a game


class Outcomes:
    """Plays games on after answers to one question."""

    def __init__(self, match: Match):
        self._match, self._seat = match, int(match.state.asked)
        game = match.game
        self._play_on = play.play_on.of(game.legal, game.step, game.redeal, bots.evaluation(game)).compiled()
        self._scratch, self._mask = game.rows(SCRATCH_ROWS), game.mask()
        self._levels, self._decisions = np.full(match.seats, play.GREEDY), np.zeros(match.seats, np.int64)
        self._moves = np.zeros(LONGEST, np.int64)

    def after(self, actions: Sequence[int], seed: np.uint64) -> list[dict[str, int]]:
        """One game after each of these answers, all from the same deal: the seat's points from then on, by their source."""
        start = self._match.rows.copy()
        self._match.game.redeal(start, 0, self._seat, seed)
        return [self._points(start.copy(), action, seed) for action in actions]

    def _points(self, start: np.ndarray, action: int, seed: np.uint64) -> dict[str, int]:
        game, rows, first = self._match.game, start.copy(), int(header(start, 0).ply)
        self._moves[first] = action
        game.step(rows, 0, action)
        generator = np.array([seed], np.uint64)
        self._play_on(
            rows, self._scratch, self._mask, self._levels, generator, self._decisions, self._moves
        )  # fmt: skip
        events = events_of(game, start, self._moves[first : int(header(rows, 0).ply)])
        parts = sources(game, self._match.seats, events[:, KIND:].tolist())
        return {source: points[self._seat] for source, points in parts.items()}
