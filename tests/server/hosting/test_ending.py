"""Tasks that go on after every error end all the same."""

import asyncio
import gc

import pytest

from mecenate.server import ending
from mecenate.server.ending import end, first
from mecenate.server.hosting import House
from mecenate.server.memory import Memory

pytestmark = pytest.mark.anyio


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(ending, "AGAIN_S", 0.01)


async def query(broken: list[str]) -> None:
    """Like a driver whose connection breaks while it cancels a query."""
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        if broken:
            raise ConnectionError(broken.pop()) from None
        raise


@pytest.mark.usefixtures("impatient")
async def test_a_task_that_took_its_end_for_an_error_is_ended_again():
    errors = []

    async def for_ever(broken: list[str]) -> None:
        while True:
            try:
                await query(broken)
            except Exception as error:
                errors.append(str(error))

    tasks = [asyncio.create_task(for_ever(broken)) for broken in ([], ["once"], ["twice", "twice"])]
    await asyncio.sleep(0)
    await asyncio.wait_for(end(tasks), 60)
    assert all(task.cancelled() for task in tasks)
    assert sorted(errors) == ["once", "twice", "twice"]


async def test_it_is_of_no_matter_how_they_ended(caplog):
    lost, over = asyncio.create_task(query(["lost"])), asyncio.create_task(asyncio.sleep(0))
    await asyncio.sleep(0.01)
    for _ in range(2):
        await end([lost, over])
    await end([])
    assert over.result() is None
    del lost
    gc.collect()
    assert not caplog.records, "asyncio complains of an exception that nobody looked at"


async def test_who_is_still_busy_is_waited_for():
    ended = []

    async def busy() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0.05)
            ended.append(True)

    await first(busy(), asyncio.sleep(0.01))
    assert ended
    lost = asyncio.create_task(query(["lost"]))
    asyncio.get_running_loop().call_later(0.01, lost.cancel)
    with pytest.raises(ConnectionError):
        await first(busy(), waits_for(lost))
    assert len(ended) == 2


async def waits_for(task: asyncio.Task[None]) -> None:
    await task


@pytest.mark.usefixtures("impatient")
async def test_a_house_leaves_nothing_running(database, opponents, clock, monkeypatch):
    """Though the connection of a look at the database broke just when the house closed."""
    looking, broken = asyncio.Event(), ["once"]

    async def compare(_: Memory) -> None:
        looking.set()
        await query(broken)

    monkeypatch.setattr(Memory, "compare", compare)
    before = asyncio.all_tasks()
    async with House(database, opponents, clock):
        await looking.wait()
    assert not broken
    assert asyncio.all_tasks() == before
