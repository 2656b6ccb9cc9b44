"""La Stanza in figures: finite, alive, and different after different answers."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from mecenate.bots.features import stanza_layout as place
from mecenate.bots.features.stanza import COUNT, features
from mecenate.core.match import Match
from mecenate.games.stanza import GAME
from mecenate.games.stanza.actions import A_DISMISS, A_ENOUGH, A_EXIT, A_INCOME, A_MOVE, A_PASS, A_RAISE, A_STRENGTH
from mecenate.games.stanza.bonus import DISCS_ON_A_SPACE
from mecenate.games.stanza.components import TILES_OF
from mecenate.games.stanza.state import BONUS_SPACE, CHOICE, OVER, QUESTIONS, RELIGION, WHITE, state

GAMES = 120
LAZY = {A_PASS, A_INCOME, A_EXIT, A_ENOUGH, *range(A_STRENGTH, A_STRENGTH + 4), *range(A_DISMISS, A_DISMISS + 6)}


def described(rows: Any, seat: int) -> np.ndarray:
    out = np.full(COUNT, 9, np.float32)
    features(rows, 0, seat, out)
    return out


def lively(match: Match, rng: np.random.Generator) -> int:
    """Random, but busy: what ends a turn or an activation early is seldom chosen."""
    actions = match.legal_actions()
    busy = [action for action in actions if action not in LAZY]
    for rare in (A_RAISE, A_MOVE + BONUS_SPACE):  # masterpieces need all the strength there is, tiles a visit
        if rare in busy and rng.random() < 0.5:
            return rare
    return int(rng.choice(busy if busy and rng.random() < 0.9 else actions))


def enrich(match: Match, rng: np.random.Generator) -> None:
    """Somewhere in the middle of a game, so that random play meets what else only good play does."""
    for seat in range(match.seats):
        q = state(match.rows, 0).seats[seat]
        q.ship, q.turned_over, q.patron = rng.integers(12), rng.integers(2), rng.integers(6)
        q.workers[q.patron] = 0
        q.books[[0, 2, 3, 4]] = rng.integers(4, size=4)
        q.church[:] = rng.integers(3, size=5)
        q.artworks[:] = rng.integers(3, size=3)
        q.discs = rng.integers(3)
        q.favours[:] = rng.integers(3, size=5)


def games(n: int, rich: int = 0) -> Iterator[tuple[Match, np.random.Generator]]:
    for seed in range(n + rich):
        options = {"variant": ("normal", "expert")[seed % 2], "starters": ("random", "chosen")[seed // 2 % 2]}
        match, rng = Match(GAME, 2 + seed % 3, seed, options), np.random.default_rng(seed)
        if seed >= n and match.question == "move":
            enrich(match, rng)
        yield match, rng


def test_figures_are_small_and_alive():
    """Over all options and seat counts, at every question, for the seat that is asked and for the others."""
    low, high = np.full(COUNT, np.inf), np.full(COUNT, -np.inf)
    for match, rng in games(GAMES, rich=GAMES):
        while not match.over:
            match.play(lively(match, rng))
            for seat in range(match.seats):
                figures = described(match.rows, seat)
                low, high = np.minimum(low, figures), np.maximum(high, figures)
    assert np.isfinite(low).all() and np.isfinite(high).all()
    assert low.min() >= -2 and high.max() <= 3
    assert np.flatnonzero(low == high).tolist() == []


def test_different_answers_give_different_figures():
    """But for few, mostly those that come to nothing. From where on the board a tile takes a person is not told in full."""
    answers, equal, asked = Counter(), Counter(), set()
    for match, rng in games(60, rich=60):
        while not match.over:
            seat, question, actions = match.seat, match.question, match.legal_actions()
            assert seat is not None
            asked.add(question)
            seen = set()
            for action in actions if len(actions) > 1 else ():
                after = match.rows.copy()
                GAME.step(after, 0, action)
                seen.add(described(after, seat).tobytes())
            if seen:
                answers[question] += len(actions)
                equal[question] += len(actions) - len(seen)
            match.play(lively(match, rng))
    assert set(QUESTIONS) - asked <= {"over", "spend", "person", "slot", "return"}
    assert {question for question in set(answers) - {"person"} if equal[question] > 0.02 * answers[question]} == set()


def test_the_rest_of_the_turn_is_told():
    """Strength five in literature, hired and raised by discs: the masterpiece of eight points, then that of five."""
    match = Match(GAME, 4, 1, {})
    s = state(match.rows, 0)
    q = s.seats[0]
    literature = 8
    q.workers[1:] = [0, 0, literature + 1, literature + 2, literature + 3]
    q.recruits[1] = literature + 4
    q.church[1] = 1
    q.favours[:] = 1
    match.play(match.legal_actions()[0])
    now = place.NOW_MASTER + 1
    assert described(match.rows, 0)[now] == np.float32(8 / 17)
    own, rival = described(match.rows, 0), described(match.rows, 1)
    assert rival[now] == 0  # it is not asked, but sees what the other seat may get
    assert rival[place.RIVAL_MASTER] == own[place.NOW_MASTER : place.NOW_MASTER + 5].max() > 0
    assert rival[place.RIVAL_NOW] == own[place.NOW : place.NOW + 5].max() > 0
    asked = rival[place.RIVAL_QUESTION : place.RIVAL_NOW]
    assert asked[s.question - CHOICE] == asked.sum() == 1
    assert not own[place.RIVAL_QUESTION : place.NEXT].any()
    s.masterpieces[1, 1] = 3  # somebody else has it
    assert described(match.rows, 0)[now] == np.float32(5 / 17)
    q.florins = 0
    assert described(match.rows, 0)[now] == 0


def test_tiles_that_could_be_bought_are_told():
    """Two discs on a space of the religion hall give a right to its tiles, a favour and a disc pay for one."""
    match = Match(GAME, 4, 1, {})
    s = state(match.rows, 0)
    q = s.seats[0]

    def told() -> int:
        return sum(1 << int(k) for k in np.flatnonzero(described(match.rows, 0)[place.OPEN : place.OPEN + 20]))

    q.favours[:], q.church[:] = 0, 0
    q.favours[RELIGION] = 1
    assert told() == 0
    q.church[0] = DISCS_ON_A_SPACE
    assert told() == s.offered_tiles & TILES_OF[RELIGION] > 0
    q.favours[:] = 0
    assert told() == 0
    q.favours[WHITE] = 1
    s.offered_tiles &= ~np.int32(TILES_OF[RELIGION])
    assert told() == 0


def test_points_are_those_of_the_end():
    for match, rng in games(12):
        while not match.over:
            match.play(lively(match, rng))
        assert state(match.rows, 0).question == OVER
        for seat, points in enumerate(match.scores()):
            assert described(match.rows, seat)[place.POINTS] == np.float32(points / 60)


UNCOMPILED = """
import hashlib
import numpy as np
from mecenate.bots.features.stanza import COUNT, features
from mecenate.core.match import Match
from mecenate.games.stanza import GAME
out = np.zeros(COUNT, np.float32)
for seed in range(4):
    match = Match(GAME, 2 + seed % 3, seed, {"variant": ("normal", "expert")[seed % 2]})
    rng = np.random.default_rng(seed)
    while not match.over:
        match.play(int(rng.choice(match.legal_actions())))
        for seat in range(match.seats):
            features(match.rows, 0, seat, out)
            print(hashlib.sha256(out.tobytes()).hexdigest())
"""


def test_uncompiled_figures_are_the_same(both_ways):
    compiled, plain = both_ways(UNCOMPILED)
    assert compiled == plain and compiled.count("\n") > 500
