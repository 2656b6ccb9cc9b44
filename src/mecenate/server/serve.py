"""Running the server: `mecenate serve`. One process with SQLite, as many as wanted with PostgreSQL."""

import asyncio
import logging
import os
import socket
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import Multiprocess

from mecenate.core import units
from mecenate.core.background import Outlook
from mecenate.core.errors import MecenateError
from mecenate.core.machine import cores
from mecenate.server import logs, readiness
from mecenate.server.app import App, make_app
from mecenate.server.channels import NO_PUSH, can_seal, make_courier, open_channels
from mecenate.server.garbage import seldom_collected
from mecenate.server.hosting import House
from mecenate.server.opponents import Opponents
from mecenate.server.settings import Settings, checked
from mecenate.server.storage import open_database, uptime
from mecenate.server.uptime import Steady, Uptime

SETTINGS = "MECENATE_SETTINGS"  # how workers get to know what the first process was told
HEAD_S = 15.0  # how long the head of a request may take
STOP_S = 10  # how long running requests may take to their end
LEAVE_S = 3.0  # how long threads may, once all is stored and closed
LONGEST_HEAD = 32 << 10
LONGEST_MESSAGE = 4 << 10  # that a client may send over a WebSocket; it has nothing to say


class Protocol(H11Protocol):
    """HTTP as uvicorn speaks it, but a connection on which no request comes to its start is cut off."""

    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, "abort": transport.abort}  # for a client that does not read its answer
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        stop = getattr(self.app, "stop", None)
        if stop:
            stop()
        super().shutdown()

    def _watch(self) -> None:
        """The time runs from the first moment without a request, and not anew with every byte."""
        waiting = self.cycle is None or self.cycle.response_complete
        if not waiting or self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._unwatch()
        elif self._head is None:
            self._head = self.loop.call_later(HEAD_S, self._cut)

    def _unwatch(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _cut(self) -> None:
        self._head = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()


class Socket(WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, but a handshake that ends in a refusal is complete: that is no error for the log."""

    async def send(self, message) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True


class Whole:
    """The application together with what it stands on: database, bots, house. They open and close with the server."""

    def __init__(
        self, settings: Settings, closed: Callable[[], None] = lambda: None, opened: Callable[[], None] = lambda: None
    ):
        self.settings = settings
        self._opened = opened
        self.app: App | None = None
        self._closed = closed
        self._open = AsyncExitStack()

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif self.app:
            await self.app(scope, receive, send)

    def stop(self) -> None:
        if self.app:
            self.app.stop()

    async def open(self) -> App:
        settings = self.settings
        database = await open_database(settings.database or None)
        self._open.push_async_callback(database.close)
        channels = await open_channels(settings, database)
        opponents = await self._open.enter_async_context(Opponents(_thinkers(settings), seconds=settings.bot_seconds))
        opponents.warm_up()
        clock = Steady()
        async with database.reading() as conn:
            clock.not_before(await uptime.last(conn) or 0)
        house = House(database, opponents, clock, bot_pause_s=settings.bot_pause, uptime=Uptime(database, clock))
        house.courier = make_courier(channels, settings, database, house.is_live)
        await self._open.enter_async_context(house)
        self.app = make_app(house, settings, channels)
        await self._open.enter_async_context(seldom_collected())
        return self.app

    async def close(self) -> None:
        await self._open.aclose()

    async def _lifespan(self, receive, send) -> None:
        await receive()
        try:
            await self.open()
        except Exception as error:
            logs.events.error("the server can't start: %s", error, exc_info=not isinstance(error, MecenateError))
            await self.close()
            await send({"type": "lifespan.startup.failed", "message": ""})
            return
        await send({"type": "lifespan.startup.complete"})
        self._opened()
        await receive()
        await self.close()
        self._closed()
        await send({"type": "lifespan.shutdown.complete"})


def _leave() -> None:
    """End who compiles at once, and the process soon: a thread that still sends a mail would keep it, and nobody needs that."""
    units.COMPILING.stop()
    last = threading.Timer(LEAVE_S, os._exit, (0,))
    last.daemon = True
    last.start()


def _thinkers(settings: Settings) -> int:
    """Processes for bots: half of the cores, shared among the workers."""
    return max(1, cores() // (2 * settings.workers))


def worker_app() -> Whole:
    """The application of one of several workers."""
    logs.set_up_logs()
    units.compile_elsewhere()
    settings = msgspec.json.decode(os.environ[SETTINGS], type=Settings)
    return Whole(msgspec.structs.replace(settings, limits=settings.limits.shared(settings.workers)), _leave)


def configured(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=Protocol,
        ws=Socket,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the application does it, with the proxies of its settings
        server_header=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=STOP_S,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        workers=settings.workers,
        **more,
    )


def serve(
    settings: Settings,
    compile_all: Callable[[], None],
    compile_behind: Callable[[Callable[[Outlook], None]], None],
    show: Callable[[str], object] | None = None,
) -> None:
    """Serve until told to stop by SIGTERM or Ctrl-C: running requests finish, live connections are asked to come back.

    Games are compiled once the server is open, by `compile_behind`, unless MECENATE_COMPILE wants it before (`compile_all`).
    `show` is told the address as soon as somebody may come; then another port will do as well, if the one wanted is taken.
    """
    settings = checked(settings)
    asyncio.run(_check(settings))
    logs.set_up_logs()
    readiness.see_to_cache()
    if units.policy() == units.BEFORE:
        compile_all()
    listening = _bound(settings) if show is None else _bound_somewhere(settings)
    settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
    logs.tell(logs.events, logging.INFO, message=f"serving at {settings.public}/", pid=os.getpid(), workers=settings.workers)
    if settings.contact and not can_seal():
        logs.events.warning("%s", NO_PUSH)
    if show:
        show(f"{settings.public}/")
    if settings.workers == 1:
        whole = Whole(settings, _leave, lambda: compile_behind(lambda _: None))
        uvicorn.Server(configured(whole, settings)).run(sockets=[listening])
    else:
        os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
        compile_behind(readiness.tell_workers())
        Multiprocess(configured("mecenate.server.serve:worker_app", settings, factory=True), [listening]).run()


async def _check(settings: Settings) -> None:
    """What would stop every worker is told once, in words; and the schema is brought up to date by one process."""
    database = await open_database(settings.database or None)
    try:
        if settings.workers > 1 and database.kind == "sqlite":
            raise MecenateError(
                f"--workers {settings.workers} needs PostgreSQL: SQLite has one writer, and one process serves it best. "
                "Give --database postgresql://..., or leave --workers out."
            )
        await open_channels(settings, database)
    finally:
        await database.close()


def _bound_somewhere(settings: Settings) -> socket.socket:
    try:
        return _bound(settings)
    except MecenateError:
        return _bound(msgspec.structs.replace(settings, port=0))


def _bound(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listening = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        raise MecenateError(
            f"Can't listen at {settings.host}:{settings.port}: {error.strerror}. Choose another --port."
        ) from None
    # Connections inherit it; asyncio does not set it for a socket like this, and an answer in two pieces would wait for 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listening.set_inheritable(True)
    return listening
