"""A server that really runs, in a thread of its own, and people who talk to it."""

import asyncio
import json
import threading
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import uvicorn
from argon2 import PasswordHasher

from mecenate.server import people
from mecenate.server.channels import Channels
from mecenate.server.opponents import Opponents
from mecenate.server.serve import Whole, configured
from mecenate.server.settings import Limits, Rate, Settings, checked

PATIENCE_S = 300  # only what hangs takes so long, on however busy a machine
MUCH = Rate(1_000_000, 1_000_000)
NO_LIMITS = Limits(
    requests=MUCH, acts=MUCH, entries=MUCH, logins=MUCH, logins_anywhere=MUCH, tables=MUCH, names=MUCH, chat=MUCH,
    history=MUCH, insights=MUCH, mail=MUCH, live_of_person=1000, live_of_address=1000,
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def nobody_waits():
    """No processes for bots that think, and passwords hashed at once; those of `mecenate serve` are hashed as they should be.

    For these files only: a wider scope would not end before the whole run does.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Opponents, "warm_up", lambda self: None)
        patch.setattr(people, "hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


class Served:
    """A server at 127.0.0.1 on some free port. `do` runs something in its event loop."""

    def __init__(self, settings: Settings, channels: Channels | None = None):
        self.whole = Whole(settings)
        self.channels = channels
        self.settings = settings
        self.server = uvicorn.Server(configured(self.whole, settings, host="127.0.0.1", port=0))
        self.server.config.workers = 1
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        async def run():
            self.loop = asyncio.get_running_loop()
            await self.server.serve()

        asyncio.run(run())

    def __enter__(self):
        self.thread.start()
        while not self.server.started:
            if not self.thread.is_alive():
                raise AssertionError("the server did not start")
            self.thread.join(0.02)
        if self.channels:
            self.services.channels = self.channels
        self.house.bot_pause_s = 0
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()

    @property
    def services(self):
        assert self.whole.app
        return self.whole.app.services

    @property
    def house(self):
        return self.services.house

    @property
    def port(self) -> int:
        return self.server.servers[0].sockets[0].getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def do(self, work):
        assert self.loop
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)

    def visitor(self, **more) -> "Person":
        return Person(self, **more)

    def guest(self, name="Anna") -> "Person":
        person = self.visitor()
        person.name = name
        person.post("/api/guest", {"name": name}, expect=201)
        return person


class Person:
    """A browser: it keeps its cookie and says where its requests come from."""

    def __init__(self, served: Served, headers=None):
        self.served = served
        self.name = ""
        given = {"Origin": served.url, "Accept-Language": "en"} if headers is None else headers
        self.client = httpx.Client(base_url=served.url, headers=given, timeout=PATIENCE_S)

    def ask(self, method, path, body=None, expect: int | None = 200, **more) -> Any:
        answer = self.client.request(method, path, json=body, **more)
        if expect is not None:
            assert answer.status_code == expect, f"{method} {path}: {answer.status_code} {answer.text[:400]}"
        kind = answer.headers.get("content-type", "")
        return answer.json() if expect is not None and kind == "application/json" else answer

    def get(self, path, expect: int | None = 200, **more) -> Any:
        return self.ask("GET", path, None, expect, **more)

    def post(self, path, body=None, expect: int | None = 200, **more) -> Any:
        return self.ask("POST", path, body, expect, **more)

    def put(self, path, body=None, expect: int | None = 200, **more):
        return self.ask("PUT", path, body, expect, **more)

    def delete(self, path, expect: int | None = 204, **more):
        return self.ask("DELETE", path, None, expect, **more)

    @property
    def cookie(self) -> str:
        return self.client.cookies["mecenate"]

    def table(self, game, *kinds, expect=201, **more):
        """A new table; a seat is a kind, or the level of a bot."""
        seats = [{"kind": kind} if kind in ("person", "open", "link") else {"kind": "bot", "level": kind} for kind in kinds]
        return self.post("/api/tables", {"game": game, "seats": seats, "takeover": "random", **more}, expect=expect)

    def play_one(self, table, situation=None):
        """The first offered move, if one is asked."""
        now = situation or self.get(f"/api/tables/{table}/situation")
        if not now["offers"]:
            return None
        move = now["offers"][0]["notation"]
        body = {"seat": now["asked"], "move": move, "after": now["position"], "seen": now["seq"]}
        return self.post(f"/api/tables/{table}/move", body)

    @contextmanager
    def lines(self, path, **more):
        """The messages of a stream of lines."""
        with self.client.stream("GET", path, **more) as answer:
            assert answer.status_code == 200, answer.read()
            yield (json.loads(line) for line in answer.iter_lines() if line)


def settings_for(folder, **more) -> Settings:
    usual: dict[str, Any] = {"database": f"sqlite:///{folder}/tables.sqlite", "limits": NO_LIMITS}
    return checked(Settings(**{**usual, **more}))


@pytest.fixture
def serve(tmp_path):
    """Starts servers with settings of one's own; they end with the test."""
    running = []

    def start(channels=None, **more) -> Served:
        folder = tmp_path / str(len(running))
        folder.mkdir()
        served = Served(settings_for(folder, **more), channels)
        running.append(served)
        return served.__enter__()

    yield start
    for served in running:
        served.__exit__()


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """One server without limits for the tests of a file."""
    with Served(settings_for(tmp_path_factory.mktemp("served"))) as running:
        yield running
