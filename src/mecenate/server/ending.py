"""How tasks end that would go on for ever."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

AGAIN_S = 5.0  # time to clean up: a task that was cancelled and has not ended by then is cancelled again


async def end(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel tasks, and wait until all of them have ended, whatever they raise.

    Once may not be enough: a connection that breaks while a query is cancelled reports that instead, and a task that goes on
    after errors would go on. Who is ended while waiting here ends after them.
    """
    all_of_them, interrupted = list(tasks), None
    while running := [task for task in all_of_them if not task.done()]:
        for task in running:
            task.cancel()
        try:
            await asyncio.wait(running, timeout=AGAIN_S)
        except asyncio.CancelledError as error:
            interrupted = error
    for task in all_of_them:
        if not task.cancelled():
            task.exception()  # it was looked at: asyncio need not complain
    if interrupted:
        raise interrupted


async def first(*ways: Coroutine[Any, Any, None]) -> None:
    """Run until one of these ends, and end the others. None of them is left behind, as the children of a gather may be."""
    tasks = [asyncio.create_task(way) for way in ways]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await end(tasks)
