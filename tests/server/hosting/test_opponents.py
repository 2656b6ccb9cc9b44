"""Bots that think elsewhere, and what happens when one fails or too many think at once."""

import asyncio
import logging
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import mecenate
from mecenate import bots
from mecenate.bots.levels import offered
from mecenate.games import GAMES, load
from mecenate.server import opponents as module
from mecenate.server.child import Child, Failed
from mecenate.server.opponents import Opponents, blind

pytestmark = pytest.mark.anyio
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
LONG = "search:1000000"  # does not come to its end by itself


@pytest.fixture
def bad(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).with_name("bad")))
    import bad_bots  # pyright: ignore[reportMissingImports]

    return bad_bots


@pytest.fixture
def match():
    found = mecenate.new("princes", seats=3, seed=5)
    assert len(found.legal_actions()) > 1
    return found


@pytest.fixture
def simple(monkeypatch):
    """How often the simple bot has answered."""
    asked, simply = [], Opponents._simply

    def noted(self, match):
        asked.append(match.question)
        return simply(self, match)

    monkeypatch.setattr(Opponents, "_simply", noted)
    return asked


@contextmanager
def busy_machine():
    """Every core has something better to do than bots."""
    idlers = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for one in idlers:
            one.kill()
            one.wait()


async def asked(pool, many=1):
    """Until so many think or wait for it, and a process has been told what about."""
    async with asyncio.timeout(20):
        while pool.waiting < many:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)


def process_of(pool):
    (thinker,) = pool._thinkers._ready
    assert thinker.process
    return thinker.process


async def test_every_game_and_level():
    async with Opponents(1, seconds=0.1) as pool:
        await pool.ready()
        for game in GAMES:
            for level in ("random", *offered(load(game))):
                match = mecenate.new(game, seats=3, seed=5)
                for _ in range(6):
                    action = await pool.choose(level, match)
                    assert action in match.legal_actions()
                    match.play(action)
        assert pool.counts.answers > 0 and pool.counts.failures == pool.counts.stood_in == pool.counts.late == 0


async def test_those_that_answer_at_once_need_no_process(match, monkeypatch, simple):
    monkeypatch.setattr(Child, "start", None)
    async with Opponents(1) as pool:
        for level in ("random", "greedy"):
            assert await pool.choose(level, match) in match.legal_actions()
        only = mecenate.new("princes", seats=3, seed=5)
        while len(only.legal_actions()) > 1:
            only.play(only.legal_actions()[0])
        assert await pool.choose("master", only) == only.legal_actions()[0]
        assert len(simple) == 1 and pool.counts == module.Counts()


async def test_an_answer_without_a_choice_takes_as_long_as_others(match, monkeypatch):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    only = mecenate.new("princes", seats=3, seed=5)
    while len(only.legal_actions()) > 1:
        only.play(only.legal_actions()[0])
    async with Opponents(1) as pool:
        await pool.choose("greedy", match)
        monkeypatch.setattr(module.asyncio, "sleep", sleep)
        assert await pool.choose("greedy", only) == only.legal_actions()[0]
        monkeypatch.undo()
        assert slept == list(pool._took["greedy", "princes"]) and slept[0] > 0


async def test_until_a_game_is_compiled_the_simple_bot_answers(match, simple):
    compiled = False
    async with Opponents(1, seconds=0.1, searches=lambda game: compiled) as pool:
        pool.warm_up()
        await pool.choose("master", match)
        assert len(simple) == 1 and pool.counts.stood_in == 1 and not pool._thinkers._starting, (
            "no process is started for what can't be thought"
        )
        compiled = True
        await pool.ready()
        await pool.choose("master", match)
        assert pool.counts.answers == 1 and pool.counts.stood_in == 1


async def test_until_a_process_is_ready_the_simple_bot_answers(match, simple):
    async with Opponents(1) as pool:
        assert await pool.choose("master", match) in match.legal_actions()
        assert len(simple) == pool.counts.stood_in == 1
        await pool.ready()
        assert await pool.choose("master", match) in match.legal_actions()
        assert (len(simple), pool.counts.answers, pool.counts.failures) == (1, 1, 0)


async def test_bad_bots_are_answered_for(bad, match, caplog, simple):
    async with Opponents(1, bad.make, seconds=0.1, spare_s=0.5) as pool:
        for failures, level in enumerate(("raise", "nonsense", "illegal", "crash", "hang"), start=1):
            await pool.ready()
            assert await pool.choose(level, match) in match.legal_actions()
            assert pool.counts.failures == len(simple) == failures
        await pool.ready()
        assert await pool.choose("fine", match) == match.legal_actions()[0]
        assert pool.counts.answers == 1
    assert "poet" not in caplog.text
    for why in ("error KeyError", "error ValueError", "nonsense", "crash", "time"):
        assert f"gave no answer: {why}" in caplog.text


async def test_a_process_killed_while_it_thinks(match, caplog, simple):
    async with Opponents(1, seconds=60) as pool:
        await pool.ready()
        thought = asyncio.create_task(pool.choose(LONG, match))
        await asked(pool)
        assert not thought.done()
        process_of(pool).kill()
        assert await thought in match.legal_actions()
        assert pool.counts.failures == len(simple) == 1 and "gave no answer: crash" in caplog.text
        await pool.ready()
        assert await pool.choose("master", match) in match.legal_actions()
        assert (pool.counts.answers, pool.counts.failures) == (1, 1)


async def test_a_process_killed_while_nobody_asks_it(match, simple):
    async with Opponents(1) as pool:
        await pool.ready()
        process = process_of(pool)
        process.kill()
        process.join()
        assert await pool.choose("master", match) in match.legal_actions()
        assert len(simple) == pool.counts.stood_in == 1
        await pool.ready()
        assert await pool.choose("master", match) in match.legal_actions()
        assert (pool.counts.answers, pool.counts.failures) == (1, 0)


async def test_a_long_queue_makes_bots_think_less(bad, match):
    """All think for as long as they may. The first find so many others that they do not think at all."""
    many = 60
    async with Opponents(1, bad.make, seconds=0.5) as pool:
        await pool.ready()
        found = await asyncio.gather(*(pool.choose("slow", match) for _ in range(many)))
        assert set(found) <= set(match.legal_actions())
        counts = pool.counts
        assert counts.answers + counts.stood_in == many and counts.failures == counts.late == pool.waiting == 0
        assert counts.stood_in > 0 and counts.hurried > 0
        hurried = counts.hurried
        await pool.choose("slow", match)
        assert counts.hurried == hurried  # alone again, with all its time


async def test_those_who_wait_share_the_time(bad, match):
    """If the first of ten thought for all its time, and the second too, nobody after them would come to think."""
    async with Opponents(1, bad.make, seconds=1.0) as pool:
        await pool.ready()
        await asyncio.gather(*(pool.choose("slow", match) for _ in range(10)))
        assert pool.counts.answers > 5 and pool.counts.failures == pool.counts.late == 0


async def test_who_no_longer_waits_leaves_the_queue(match):
    async with Opponents(1, seconds=1.0) as pool:
        await pool.ready()
        first = asyncio.create_task(pool.choose(LONG, match))
        await asked(pool)
        second = asyncio.create_task(pool.choose(LONG, match))
        await asked(pool, 2)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert pool.waiting == 1
        first.cancel()
        assert await pool.choose("journeyman", match) in match.legal_actions()
        assert (pool.counts.answers, pool.counts.failures, pool.counts.stood_in, pool.waiting) == (1, 0, 0, 0)


async def test_stopping_while_a_bot_hangs(bad, match):
    pool = Opponents(1, bad.make, seconds=60)
    async with pool:
        await pool.ready()
        thought = asyncio.create_task(pool.choose("hang", match))
        await asked(pool)
    assert await thought in match.legal_actions()
    assert not pool._thinkers._ready


async def test_stopping_while_the_process_of_a_bot_starts():
    starting = threading.Event()

    class Late:
        """On its way into the process it waits until nobody wants that process any more."""

        def __reduce__(self):
            starting.set()
            while not thinker.stopped:
                time.sleep(0.01)
            return partial, (bots.make,)

        def __call__(self, level, game, seed):
            raise AssertionError("it is another one that arrives")

    async with Opponents(1, Late()) as pool:
        (thinker,) = pool._thinkers._all
        pool.warm_up()
        assert await asyncio.to_thread(starting.wait, 60)
    assert not thinker.alive and not pool._thinkers._ready and not pool._thinkers._starting


async def test_where_no_process_can_start(match, monkeypatch, caplog):
    def never(self):
        raise Failed("start", "OSError")

    monkeypatch.setattr(Child, "start", never)
    async with Opponents(1) as pool:
        for _ in range(3):
            assert await pool.choose("master", match) in match.legal_actions()
            await asyncio.sleep(0.05)
        assert pool.counts.stood_in == 3 and caplog.text.count("no process for bots: start OSError") == 1


@on_sqlite
@pytest.mark.parametrize("how", ["always_crash", "always_hang"])
async def test_a_table_goes_on_without_its_bot(open_house, sit, bad, how, caplog):
    caplog.set_level(logging.ERROR)
    async with Opponents(1, getattr(bad, how), seconds=0.1, spare_s=0.1) as pool:
        await pool.ready()
        house = await open_house(opponents=pool)
        sitting = await sit(house, "pm", "carrara")
        await sitting.play(most=12)
        assert pool.counts.failures > 0 and pool.counts.answers == 0
        await house.act(sitting.key, lambda it, now: it.close(now))


@on_sqlite
async def test_four_masters_at_a_table_of_five_on_a_busy_machine(open_house, sit):
    async with Opponents(1, seconds=0.25) as pool:
        await pool.ready()
        house = await open_house(opponents=pool)
        with busy_machine():
            sitting = await sit(house, "pmmmm", "princes")
            await sitting.play(most=4)
            await sitting.until(lambda it: it.awaited or it.over)
        counts = pool.counts
        assert counts.answers > 0 and counts.failures == counts.late == 0
        assert counts.longest_ms <= 1000 * pool.limit_s
        await house.act(sitting.key, lambda it, now: it.close(now))


@on_sqlite
async def test_many_tables_with_masters_share_one_process(open_house, sit):
    async with Opponents(1, seconds=0.25) as pool:
        await pool.ready()
        house = await open_house(opponents=pool)
        sittings = [await sit(house, "pmm", game) for game in GAMES for _ in range(3)]
        await asyncio.gather(*(sitting.play(most=3) for sitting in sittings))
        counts = pool.counts
        assert counts.hurried > 0 and counts.failures == counts.late == 0
        for sitting in sittings:
            await house.act(sitting.key, lambda it, now: it.close(now))


@on_sqlite
@pytest.mark.parametrize("how", ["close", "undo"])
async def test_nobody_thinks_on_about_what_is_gone(open_house, sit, bad, how):
    """Each answer of this bot takes a minute."""
    async with Opponents(1, bad.always_slow, seconds=60) as pool:
        await pool.ready()
        house = await open_house(opponents=pool)
        sitting = await sit(house, "pm", "carrara")
        while not (table := sitting.table).bot_at(table.asked):
            await sitting.move()
        await asked(pool)
        person = sitting.persons[0].id
        if how == "close":
            await house.act(sitting.key, lambda it, now: it.close(now))
        else:
            await house.act(sitting.key, lambda it, now: it.undo(person, 0, it.position, now))
            assert sitting.table.awaited == person
        async with asyncio.timeout(20):
            while house.sweeper._working:
                await asyncio.sleep(0.01)
        assert pool.counts.answers == 0


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
