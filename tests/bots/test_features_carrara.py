"""The Palaces of Carrara in figures: finite, of a fit size, none of them idle, and different after different answers."""

from collections.abc import Iterator

import numpy as np
import pytest

from mecenate.bots.features.carrara import COUNT, HIGHEST, LOWEST, features
from mecenate.core.match import Match
from mecenate.games.carrara import GAME
from mecenate.games.carrara.state import state

VERSIONS = [str(version) for version in GAME.options[0].values]
TABLES = [(seats, version) for seats in GAME.seats for version in VERSIONS]
RICH = 70  # coins: who has them claims the money spaces
NOBLE = 2  # colours of which the rich have all bricks of the bag: else hardly anybody would build well by chance
ALIKE = 0.03  # share of the answers that may look like another one


def figures(match: Match, seat: int) -> np.ndarray:
    out = np.full(COUNT, np.nan, np.float32)
    features(match.rows, 0, seat, out)
    return out


def positions(seats: int, version: str, seed: int, rich: bool = False) -> Iterator[Match]:
    """A game played by chance."""
    chance = np.random.default_rng(seed)
    match = Match(GAME, seats, seed, {"version": version})
    if rich:
        s = state(match.rows, 0)
        s.seats["coins"][:seats] = RICH
        for colour in range(NOBLE):
            s.seats[seed % seats].bricks[colour] += s.bag[colour]
            s.bag[colour] = 0
    yield match
    while not match.over:
        match.play(int(chance.choice(match.legal_actions())))
        yield match


def test_every_figure_is_of_a_fit_size_and_none_is_idle():
    lowest, highest = np.full(COUNT, np.inf), np.full(COUNT, -np.inf)
    for seats, version in TABLES:
        for seed in range(30):
            for match in positions(seats, version, seed, rich=seed % 3 > 0):
                before = match.rows.tobytes()
                for seat in range(seats):
                    found = figures(match, seat)
                    assert np.isfinite(found).all()
                    lowest, highest = np.minimum(lowest, found), np.maximum(highest, found)
                assert match.rows.tobytes() == before
    assert lowest.min() >= LOWEST and highest.max() <= HIGHEST
    assert not np.flatnonzero(lowest == highest).size
    assert np.quantile(highest, 0.9) <= 2.5


@pytest.mark.parametrize("version", VERSIONS)
def test_different_answers_give_different_figures(version):
    alike = answers = 0
    for seats in GAME.seats:
        for seed in range(4):
            for match in positions(seats, version, seed):
                if match.seat is None:
                    break
                offered = match.legal_actions()
                found = set()
                for action in offered:
                    twin = match.copy()
                    twin.play(action)
                    found.add(figures(twin, match.seat).tobytes())
                answers += len(offered)
                alike += len(offered) - len(found)
    assert answers > 2000
    assert alike < ALIKE * answers


@pytest.mark.parametrize(("seats", "version"), TABLES)
def test_figures_are_honest(seats, version):
    """Whatever nobody can know may be dealt anew: nothing changes."""
    changed = 0
    for match in positions(seats, version, 5):
        twin = match.copy()
        for seat in range(seats):
            GAME.redeal(twin.rows, 0, seat, np.uint64(len(match.moves)))
            changed += twin.rows.tobytes() != match.rows.tobytes()
            assert (figures(twin, seat) == figures(match, seat)).all()
    assert changed


def test_absent_seats_and_the_other_version_are_zero():
    """Figures of the advanced version are zero in the normal one, and a third seat's where there are two."""

    def used(seats: int, version: str) -> np.ndarray:
        found = [figures(match, 0) != 0 for seed in range(10) for match in positions(seats, version, seed, rich=True)]
        return np.any(found, axis=0)

    assert np.sum(used(4, "advanced") & ~used(4, "normal")) > 40
    assert np.sum(used(4, "normal") & ~used(2, "normal")) > 35


UNCOMPILED = """
import numpy as np
from mecenate.bots.features.carrara import COUNT, features
from mecenate.core.match import Match
from mecenate.games.carrara import GAME
out = np.zeros(COUNT, np.float32)
for version in ("normal", "advanced"):
    chance = np.random.default_rng(8)
    match = Match(GAME, 3, 8, {"version": version})
    for n in range(150):
        match.play(int(chance.choice(match.legal_actions())))
        features(match.rows, 0, n % 3, out)
        print(out.tobytes().hex())
"""


@pytest.mark.slow
def test_uncompiled_figures_are_the_same(both_ways):
    compiled, plain = both_ways(UNCOMPILED)
    assert compiled == plain and compiled.count("\n") == 300
