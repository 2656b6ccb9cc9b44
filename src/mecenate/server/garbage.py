"""When Python looks for garbage in circles: not among what is there for good, and seldom among the rest.

To look through all that a thousand connections hold takes a tenth of a second and longer, and meanwhile no table goes on. By
itself Python would do so several times a minute. What is young is still looked through as ever, which takes a few
milliseconds and finds most of it.
"""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

SELDOM_S = 300.0
NEVER = 1_000_000  # times that all younger objects were looked through before


@asynccontextmanager
async def seldom_collected() -> AsyncIterator[None]:
    """For a process that has loaded all it needs."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(usual[0], usual[1], NEVER)
    collecting = asyncio.create_task(_collect())
    try:
        yield
    finally:
        collecting.cancel()
        gc.set_threshold(*usual)
        gc.unfreeze()


async def _collect() -> None:
    while True:
        await asyncio.sleep(SELDOM_S)
        gc.collect()
