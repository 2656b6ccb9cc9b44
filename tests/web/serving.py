"""A server as `mecenate serve` runs it, but without limits and waits, and with bots that answer at once.

python serving.py PORT DATABASE
"""

import sys

import uvicorn

from mecenate.server import insights, logs, table
from mecenate.server.app import App
from mecenate.server.serve import Whole, configured
from mecenate.server.settings import Limits, Rate, Settings, checked

MUCH = Rate(1_000_000, 1_000_000)
NO_LIMITS = Limits(
    requests=MUCH, acts=MUCH, entries=MUCH, logins=MUCH, tables=MUCH, chat=MUCH, history=MUCH, insights=MUCH, mail=MUCH,
    live_of_person=1000, live_of_address=1000,
)  # fmt: skip


class Hasty(Whole):
    async def open(self) -> App:
        app = await super().open()
        app.services.house.bot_pause_s = 0
        return app


def main() -> None:
    table.AWAY_MS = 0  # nobody waits five minutes for somebody who has gone
    insights.SIMULATIONS = 16
    settings = checked(Settings(port=int(sys.argv[1]), database=sys.argv[2], bot_seconds=0.1, limits=NO_LIMITS))
    logs.set_up_logs()
    uvicorn.Server(configured(Hasty(settings), settings, host=settings.host, port=settings.port)).run()


if __name__ == "__main__":
    main()
