"""Garbage is looked for seldom while a server runs, and as usual afterwards."""

import asyncio
import gc

import pytest

from mecenate.server import garbage

pytestmark = pytest.mark.anyio


@pytest.fixture
def looked():
    """How often all objects were looked through."""
    return lambda: gc.get_stats()[2]["collections"]


async def test_all_objects_are_looked_through_now_and_then_only(looked, monkeypatch):
    monkeypatch.setattr(garbage, "SELDOM_S", 0.05)
    usual = gc.get_threshold()
    async with garbage.seldom_collected():
        assert gc.get_freeze_count() > 0
        before = looked()
        kept = [[[]] for _ in range(400_000)]  # enough for many times, were it as usual
        assert looked() == before
        while looked() == before:
            await asyncio.sleep(0.01)
        assert len(kept) == 400_000
    assert gc.get_threshold() == usual and gc.get_freeze_count() == 0
