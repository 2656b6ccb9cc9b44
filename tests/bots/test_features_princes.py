"""The Princes of Florence in figures: finite, alive, and different after different answers."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from mecenate.bots import make
from mecenate.bots.features.princes import COUNT, OTHERS, features
from mecenate.core.match import Match
from mecenate.games.princes import GAME

OPTIONS = [{}, {"characters": True}, {"cooperation": True}, {"characters": True, "cooperation": True}]


def described(rows: np.ndarray, seat: int) -> np.ndarray:
    out = np.full(COUNT, 9, np.float32)
    features(rows, 0, seat, out)
    return out


def games(n: int) -> Iterator[tuple[Match, np.random.Generator]]:
    for seed in range(n):
        yield Match(GAME, 2 + seed % 4, seed, OPTIONS[seed // 4 % 4]), np.random.default_rng(seed)


def answer(match: Match, rng: np.random.Generator, bot) -> int:
    """Sensible mostly, so that works are completed and all seven rounds have something in them."""
    return bot.choose(match) if rng.random() < 0.7 else int(rng.choice(match.legal_actions()))


def test_figures_are_small_and_alive():
    """Over all options and seat counts, for the seat that is asked and for the others."""
    low, high = np.full(COUNT, np.inf), np.full(COUNT, -np.inf)
    bot = make("greedy", GAME, 1)
    for match, rng in games(32):
        while not match.over:
            match.play(answer(match, rng, bot))
            for seat in range(match.seats):
                figures = described(match.rows, seat)
                low, high = np.minimum(low, figures), np.maximum(high, figures)
    assert np.isfinite(low).all() and np.isfinite(high).all()
    assert low.min() >= -5 and high.max() <= 5  # random play moves back far on the fame track
    dead = np.flatnonzero(low == high)
    assert len(dead) < 0.06 * COUNT, dead  # what is rare, or never asked: a seventh round's end, some places of a group


def test_different_answers_give_different_figures():
    """But for the side on which one would build together."""
    answers, equal = Counter(), Counter()
    bot = make("greedy", GAME, 1)
    for match, rng in games(16):
        while not match.over:
            seat, actions = match.seat, match.legal_actions()
            assert seat is not None
            if 1 < len(actions) < 40 and not match.state.cooperation:
                seen = set()
                for action in actions:
                    after = match.rows.copy()
                    GAME.step(after, 0, action)
                    seen.add(described(after, seat).tobytes())
                answers[match.question] += len(actions)
                equal[match.question] += len(actions) - len(seen)
            match.play(answer(match, rng, bot))
    assert {
        question for question in ("open", "bid", "action", "convert", "bonus") if equal[question] > 0.03 * answers[question]
    } == set()
    assert sum(answers.values()) > 2000


def test_of_the_others_only_what_lies_open_is_told():
    """Whatever cards the others hold, the figures are the same."""
    bot = make("greedy", GAME, 1)
    for match, rng in games(8):
        while not match.over:
            match.play(answer(match, rng, bot))
            if match.seat is None or rng.random() < 0.8:
                continue
            other = match.rows.copy()
            GAME.redeal(other, 0, match.seat, np.uint64(rng.integers(1 << 60)))
            before, after = described(match.rows, match.seat), described(other, match.seat)
            assert (before[OTHERS:] == after[OTHERS:]).all()


UNCOMPILED = """
import numpy as np
from mecenate.bots.features.princes import COUNT, features
from mecenate.core.match import Match
from mecenate.games.princes import GAME
out = np.zeros(COUNT, np.float32)
for seed in range(2):
    match = Match(GAME, 2 + seed, seed, {"characters": bool(seed)})
    rng = np.random.default_rng(seed)
    while not match.over:
        match.play(int(rng.choice(match.legal_actions())))
        for seat in range(match.seats):
            features(match.rows, 0, seat, out)
            print(out.tobytes().hex())
"""


def test_uncompiled_figures_are_the_same(both_ways):
    compiled, plain = both_ways(UNCOMPILED)
    assert compiled == plain and compiled.count("\n") > 300
