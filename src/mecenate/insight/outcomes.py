"""Where points come from after an answer: the game is played on to its end as a search plays on, from deals that the seat can
imagine."""

from collections.abc import Sequence

import numpy as np

from mecenate.bots import net, search
from mecenate.bots.judging import judge
from mecenate.core.breakdown import sources
from mecenate.core.match import Match
from mecenate.core.story import KIND, events_of

LONGEST = 8192  # moves of a game


class Outcomes:
    """Plays games on after answers to one question."""

    def __init__(self, match: Match):
        self._match, self._seat = match, int(match.state.asked)
        game, judged = match.game, judge(match.game)
        self._play = search.play_to_end.of(*judged.functions(game)).compiled()
        self._instinct, self._tuning = (judged.instinct, *net.memory(judged.inputs)), judged.tuning
        self._scratch, self._mask = game.rows(search.SEARCH_ROWS), game.mask()
        self._moves = np.zeros(LONGEST, np.int64)

    def after(self, actions: Sequence[int], seed: np.uint64) -> list[dict[str, int]]:
        """One game after each of these answers, all from the same deal: the seat's points from then on, by their source."""
        start = self._match.rows.copy()
        self._match.game.redeal(start, 0, self._seat, seed)
        return [self._points(start.copy(), action, seed) for action in actions]

    def _points(self, start: np.ndarray, action: int, seed: np.uint64) -> dict[str, int]:
        events = events_of(self._match.game, start, self.played(start, action, seed))
        parts = sources(self._match.game, self._match.seats, events[:, KIND:].tolist())
        return {source: points[self._seat] for source, points in parts.items()}

    def played(self, start: np.ndarray, action: int, seed: np.uint64) -> np.ndarray:
        """All moves of a game that begins with an answer."""
        self._scratch[search.SIMULATED] = start[0]
        self._match.game.step(self._scratch, search.SIMULATED, action)
        self._moves[0] = action
        generator = np.array([seed], np.uint64)
        more = self._play(
            *self._instinct, self._scratch, self._match.seats, self._mask, self._moves[1:], generator, self._tuning
        )  # fmt: skip
        return self._moves[: 1 + int(more)]
