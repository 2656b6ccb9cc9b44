"""A snapshot has what the record has, in plain Python."""

import random

import numpy as np
import pytest

import mecenate
from mecenate.core.snapshot import snapshot_at
from mecenate.games import GAMES


def plain(value):
    """What a field of a record is, read the slow way."""
    if isinstance(value, np.record):
        return {name: plain(value[name]) for name in value.dtype.names or ()}
    if isinstance(value, np.ndarray):
        return [plain(one) for one in value]
    return int(value)


def told(value):
    if fields := getattr(value, "_fields", ()):
        return {name: told(getattr(value, name)) for name in fields}
    if isinstance(value, list):
        return [told(one) for one in value]
    assert type(value) is int
    return value


@pytest.mark.parametrize("game", GAMES)
def test_every_field(game):
    match, chance = mecenate.new(game, seats=4, seed=3), random.Random(3)
    snapshot = snapshot_at(match.game.state)
    for _ in range(20):
        before = snapshot(match.rows, 0)
        assert told(before) == plain(match.state)
        match.play(chance.choice(match.legal()))
        assert told(before) != plain(match.state)  # it is a copy
