"""Bots that think elsewhere, and what happens when one fails."""

import asyncio
import logging
from pathlib import Path

import numpy as np
import pytest

import mecenate
from mecenate.games import GAMES
from mecenate.server import opponents as module
from mecenate.server.opponents import Opponents, blind

pytestmark = pytest.mark.anyio


@pytest.fixture
def bad(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).with_name("bad")))
    monkeypatch.setattr(module, "FIRST_S", 0.0)
    monkeypatch.setattr(module, "AGAIN_S", 0.0)
    import bad_bots  # pyright: ignore[reportMissingImports]

    return bad_bots


@pytest.fixture
def match():
    found = mecenate.new("princes", seats=3, seed=5)
    assert len(found.legal_actions()) > 1
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["random", "greedy"])
async def test_every_game_and_level(opponents, game, level):
    match = mecenate.new(game, seats=3, seed=5)
    for _ in range(10):
        action = await opponents.choose(level, match, 10)
        assert action in match.legal_actions()
        match.play(action)
    assert opponents.failures == 0


async def test_bad_bots_are_answered_for(bad, match, caplog):
    async with Opponents(1, bad.make) as pool:
        for failures, level in enumerate(("raise", "nonsense", "illegal", "crash", "fine"), start=1):
            assert await pool.choose(level, match, 5) in match.legal_actions()
            assert pool.failures == min(failures, 4)
        assert await pool.choose("hang", match, 0.2) in match.legal_actions()
        assert await pool.choose("fine", match, 5) == match.legal_actions()[0]
        assert (pool.failures, pool.answers) == (5, 2)
    assert "poet" not in caplog.text and "KeyError" in caplog.text


async def test_stopping_while_a_bot_hangs(bad, match):
    pool = Opponents(1, bad.make)
    async with pool:
        thought = asyncio.create_task(pool.choose("hang", match, 60))
        while not pool._thinkers:
            await asyncio.sleep(0.01)
    assert await thought in match.legal_actions()


async def test_stopping_while_the_process_of_a_bot_starts(bad, match, monkeypatch):
    pool, started = Opponents(1, bad.make), []

    class Late(module.Thinker):
        def __init__(self, make):
            started.append(self)
            pool._stopped.wait()
            super().__init__(make)

        def ask(self, job, limit_s):
            raise AssertionError("nobody waits for an answer any more")

    monkeypatch.setattr(module, "Thinker", Late)
    async with pool:
        thought = asyncio.create_task(pool.choose("hang", match, 60))
        while not started:
            await asyncio.sleep(0.01)
    assert await thought in match.legal_actions()
    assert not started[0].alive


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("how", ["always_crash", "always_hang"])
async def test_a_table_goes_on_without_its_bot(open_house, sit, bad, how, caplog):
    caplog.set_level(logging.ERROR)
    async with Opponents(1, getattr(bad, how)) as pool:
        house = await open_house(opponents=pool, bot_limit_s=0.1)
        sitting = await sit(house, "pb", "carrara")
        await sitting.play(most=12)
        assert pool.failures > 0 and pool.answers == 0
        await house.act(sitting.key, lambda it, now: it.close(now))


async def test_bots_get_nothing_hidden():
    """What leaves for a bot is the same for two deals that its seat can't tell apart, but for what was dealt anew."""
    match = mecenate.new("princes", seats=3, seed=5)
    for _ in range(12):
        match.play(match.legal_actions()[-1])
    seat = match.seat
    assert seat is not None
    seen = {blind(match).rows.tobytes() for _ in range(8)}
    assert len(seen) == 8 and match.rows.tobytes() not in seen
    for rows in seen:
        twin = match.copy()
        twin.rows[0] = np.frombuffer(rows, np.uint8)
        assert twin.view(seat) == match.view(seat) and twin.legal_actions() == match.legal_actions()
        assert int(twin.state.rng) != int(match.state.rng) and not twin.events(seat)
