"""What every operation may need, made once for an application."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from mecenate.server import readiness
from mecenate.server.channels import Channels
from mecenate.server.hosting import House
from mecenate.server.limits import Buckets, Connections
from mecenate.server.metrics import Metrics
from mecenate.server.settings import Settings
from mecenate.server.storage import keys
from mecenate.server.storage.database import Database
from mecenate.server.storage.ids import new_token


@dataclass
class Services:
    house: House
    settings: Settings = field(default_factory=Settings)
    channels: Channels = field(default_factory=Channels)
    buckets: Buckets = field(default_factory=Buckets)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)  # live connections end, so that their clients come back
    _device_key: str = ""

    @cached_property
    def connections(self) -> Connections:
        return Connections(self.settings.limits)

    @cached_property
    def metrics(self) -> Metrics:
        return Metrics(self.figures)

    @property
    def database(self) -> Database:
        return self.house.database

    async def device_key(self) -> str:
        """With which it is signed that somebody has logged in with a browser."""
        if not self._device_key:
            async with self.database.transaction() as conn:
                self._device_key = await keys.get_or_make(conn, "devices", new_token)
        return self._device_key

    def now(self) -> int:
        return self.house.clock()

    def figures(self) -> Mapping[str, float]:
        """What the house and the connections know of themselves."""
        stats = vars(self.house.stats)
        took = sorted(self.house.stats.act_ms)
        missing, compiling = readiness.waiting(), readiness.outlook()
        return {
            "games_not_compiled": len(missing),
            "compiling_done": compiling.done,
            "compiling_seconds_left": compiling.seconds or 0,
            **{f"table_{name}": value for name, value in stats.items() if isinstance(value, int)},
            "table_act_ms_median": took[len(took) // 2] if took else 0,
            "table_act_ms_longest": took[-1] if took else 0,
            **{f"bot_{name}": value for name, value in vars(self.house.opponents.counts).items()},
            "bots_waiting": self.house.opponents.waiting,
            "tables_in_memory": self.house.tables_in_memory,
            "live_connections": self.connections.all,
            "remembered_limits": len(self.buckets),
        }
