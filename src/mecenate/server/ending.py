"""How tasks end that would go on for ever."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_S = 1.0  # a task that was cancelled and has not ended is cancelled again


async def end(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel tasks, and wait until all of them have ended, whatever they raise.

    Once may not be enough: a connection that breaks while a query is cancelled reports that instead, and a task that goes on
    after errors would go on.
    """
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        ended, running = await asyncio.wait(running, timeout=AGAIN_S)
        for task in ended:
            if not task.cancelled():
                task.exception()  # it was looked at: asyncio need not complain
