"""Hints and analyses are thought elsewhere: in turn, kept, and what goes wrong there hurts nobody else."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mecenate
from mecenate import bots
from mecenate.games import GAMES
from mecenate.insight.hint import Hint
from mecenate.server import insights as module
from mecenate.server.child import Failed
from mecenate.server.insights import Busy, Insights, NoInsight
from mecenate.server.refused import Refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def ways(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).with_name("bad")))
    for limit in ("ANSWER_S", "WAITING_S"):  # what works has all the time that it takes on a busy machine
        monkeypatch.setattr(module, limit, 300.0)
    import bad_insights  # pyright: ignore[reportMissingImports]

    monkeypatch.setattr(module, "Pondering", bad_insights.Eager)
    return bad_insights


class Setup:
    """What of a table is looked at."""

    def __init__(self, match):
        self.game, self.rules, self.components = match.game.key, match.game.rules_version, match.game.components
        self.seats, self.seed, self.options = range(match.seats), match.seed, match.options


class Line:
    def __init__(self, match):
        self.actions = [move.action for move in match.moves]


class Table:
    """A table, as far as it is looked at here."""

    def __init__(self, match, key="abc"):
        self.match, self.key, self.line_seq, self.position = match, key, 5, len(match.moves)
        self.over, self.line, self.setup = match.over, Line(match), Setup(match)


def running(game="princes") -> Any:
    match = mecenate.new(game, 3, seed=5)
    bot = bots.make("greedy", match.game, 1)
    while len(match.moves) < 50 or len(match.legal_actions()) < 3:
        match.play(bot.choose(match))
    return Table(match)


def ended(key="abc", seed=5) -> Any:
    match = mecenate.new("princes", 2, seed=seed)
    bot = bots.make("random", match.game, seed)
    while not match.over:
        match.play(bot.choose(match))
    return Table(match, key)


async def whole(insights, table):
    found = await insights.analysis(table)
    while not found.done and not found.failed:
        await asyncio.sleep(0.01)
    return found


@pytest.mark.parametrize("game", GAMES)
async def test_hidden_things_change_no_hint(ways, game):
    table, found = running(game), []
    twin = running(game)
    twin.match.game.redeal(twin.match.rows, 0, twin.match.seat, np.uint64(77))
    assert (twin.match.rows != table.match.rows).any()
    for one in (table, twin):
        insights = Insights(ways.real)
        try:
            found.append(await insights.hint(one))
        finally:
            await insights.stop()
    assert found[0] == found[1]
    assert found[0].action in table.match.legal_actions()


@pytest.mark.parametrize(("seconds", "wanted"), [(0.5, 0.5), (60.0, module.LONGEST_S)])
async def test_a_hint_thinks_as_long_as_bots_may(ways, monkeypatch, seconds, wanted):
    insights, asked = Insights(ways.quick, seconds=seconds), []
    ask = insights._ask
    monkeypatch.setattr(insights, "_ask", lambda job: [asked.append(job), ask(job)][1])
    await insights.hint(running())
    assert [(job.seconds, job.played) for job in asked] == [(wanted, None)]
    await insights.stop()


async def test_an_analysis_is_made_once_and_kept(ways):
    insights, table = Insights(ways.quick), ended()
    begun = await insights.analysis(table)
    assert begun.total > 20 and not begun.done
    assert (await whole(insights, table)) is begun is insights.known("abc")
    assert [one.position for one in begun.decisions] == sorted({one.position for one in begun.decisions})
    assert not begun.left
    await insights.stop()


async def test_a_hint_does_not_wait_for_an_analysis(ways):
    insights = Insights(ways.slow)
    games = [await insights.analysis(ended(f"t{n}", n)) for n in range(2)]
    found = await insights.hint(running())
    assert isinstance(found, Hint)
    assert all(not game.done for game in games)
    while min(len(game.decisions) for game in games) < 3:
        await asyncio.sleep(0.01)
    assert abs(len(games[0].decisions) - len(games[1].decisions)) <= 1, "games take turns"
    await insights.stop()


async def test_only_so_many_are_kept(ways, monkeypatch):
    monkeypatch.setattr(module, "KEPT", 2)
    insights = Insights(ways.quick)
    for n in range(4):
        await whole(insights, ended(f"t{n}", n))
    assert [insights.known(f"t{n}") is not None for n in range(4)] == [False, False, True, True]
    await insights.stop()


@pytest.mark.parametrize("way", ["crash", "hang", "fail"])
async def test_what_fails_is_told_and_may_be_tried_again(ways, way, monkeypatch, caplog):
    insights = Insights(getattr(ways, way))
    with monkeypatch.context() as patch:
        if way == "hang":
            patch.setattr(module, "ANSWER_S", 0.5)
            patch.setattr(module, "FIRST_S", 0.5)
        with pytest.raises(NoInsight):
            await insights.hint(running())
        assert (await whole(insights, ended())).failed
    with pytest.raises(NoInsight):
        insights.known("abc")
    insights._child.work = ways.Eager(ways.quick)
    insights._child.end()
    assert (await whole(insights, ended())).done
    assert isinstance(await insights.hint(running()), Hint)
    assert "poet" not in caplog.text
    await insights.stop()


async def test_an_analysis_goes_on_from_the_decision_that_was_too_slow(ways, monkeypatch):
    insights, answered = Insights(ways.quick), []
    ask = insights._ask

    def slow(job):
        answered.append(job.position)
        if len(answered) in (5, 8, 9, 10):  # once, and until it rests
            raise Failed("time")
        return ask(job)

    monkeypatch.setattr(insights, "_ask", slow)
    found = await whole(insights, ended())
    assert found.failed and len(found.decisions) == 6
    with pytest.raises(NoInsight):
        insights.known("abc")
    assert insights.known("abc") is found and len(found.decisions) >= 6, "begun anew"
    assert (await whole(insights, ended())) is found and found.done
    assert len(answered) == found.total + 4 and answered[4] == answered[5]
    await insights.stop()


async def test_what_nobody_foresaw_stops_nothing(ways, monkeypatch):
    insights = Insights(ways.quick)
    with monkeypatch.context() as patch:
        patch.setattr(insights, "_ask", lambda job: 1 / 0)
        with pytest.raises(NoInsight):
            await insights.hint(running())
        assert (await whole(insights, ended("t1"))).failed
    assert isinstance(await insights.hint(running()), Hint)
    await insights.stop()


async def test_too_many_at_once_are_refused(ways, monkeypatch):
    monkeypatch.setattr(module, "MOST_GAMES", 1)
    monkeypatch.setattr(module, "MOST_HINTS", 0)
    insights = Insights(ways.slow)
    await insights.analysis(ended("t1"))
    await insights.analysis(ended("t1"))
    with pytest.raises(Busy):
        for n in range(2, 5):
            await insights.analysis(ended(f"t{n}"))
    with pytest.raises(Busy):
        await insights.hint(running())
    await insights.stop()


async def test_a_hint_that_waits_too_long_is_refused(ways, monkeypatch):
    monkeypatch.setattr(module, "WAITING_S", 0.05)
    insights = Insights(ways.hang)
    first = asyncio.create_task(insights.hint(running()))
    while not insights._child.alive:  # it is the turn of the first one
        await asyncio.sleep(0.01)
    with pytest.raises(Busy):
        await insights.hint(running())
    assert not insights._wishes
    await insights.stop()
    with pytest.raises(NoInsight):
        await first


async def test_a_running_game_is_not_looked_back_on(ways):
    with pytest.raises(Refused, match="over"):
        await Insights(ways.quick).analysis(running())
