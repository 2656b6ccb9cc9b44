"""The application: everything that can be asked, and around it what every request goes through.

From outside in: who really asks (behind a proxy), the path without its prefix, the log and the figures, the headers, the
name of the server, the limit for one address, the route.
"""

import asyncio
import hmac
import logging
import time
from collections import defaultdict
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.utils import ClientDisconnected

from mecenate.core.background import Outlook
from mecenate.server import logs, readiness, security
from mecenate.server.api import about, chat, games, history, insight, live, notices, openapi, pages, people, play, site, tables
from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import NDJSON, Operation, answer, language_of, operations_of, refusal
from mecenate.server.api.packing import pack
from mecenate.server.api.services import Services
from mecenate.server.channels import Channels
from mecenate.server.hosting import House
from mecenate.server.limits import TooMany, whose
from mecenate.server.settings import Settings
from mecenate.server.storage import keys
from mecenate.server.storage.errors import out_of_order

SUBJECTS = (games, people, tables, play, history, insight, chat, notices, live, about)
OPERATIONS: list[Operation] = [one for module in SUBJECTS for one in operations_of(module)]
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
READY_S = 5.0
READY_KEPT_S = 5.0  # for so long it is not tried again whether something can be stored
PROBE = 12_000  # bytes, about as much as a move takes on the disk
SEND_S = 30.0  # how long a client may take to read a piece of its answer


class Health(msgspec.Struct, frozen=True):
    """Ready to serve, and fully compiled: two things. Until the second, searching bots play like the Apprentice."""

    compiled: bool
    compiling: Outlook
    games: dict[str, str]  # what of each is machine code: "uncompiled", "rules" or "all"
    ok: bool = True


class App:
    """The ASGI application for a house that is open already. `stop` ends its live connections."""

    def __init__(self, services: Services):
        self.services = services
        inner = _Told(_Addressed(_Limited(_routed(services), services), services), services)
        below = _Prefixed(inner, services.settings.prefix)
        proxies = services.settings.proxies
        self._app: Any = ProxyHeadersMiddleware(below, trusted_hosts=list(proxies)) if proxies else below

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "lifespan":
            await _nothing_to_start(receive, send)
        else:
            await self._app(scope, receive, send)

    def stop(self) -> None:
        self.services.stopping.set()


def make_app(house: House, settings: Settings | None = None, channels: Channels | None = None) -> App:
    return App(Services(house, settings or Settings(), channels or Channels()))


async def _nothing_to_start(receive, send) -> None:
    while (await receive())["type"] != "lifespan.shutdown":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})


def _nothing() -> None:
    pass


class _Prefixed:
    """Everything lies below a prefix, whether the proxy in front takes it off or leaves it."""

    def __init__(self, app, prefix: str):
        self.app = app
        self.prefix = prefix

    async def __call__(self, scope, receive, send) -> None:
        if self.prefix:
            path = scope["path"]
            inside = path == self.prefix or path.startswith(self.prefix + "/")
            scope = {**scope, "root_path": self.prefix, "path": path if inside else self.prefix + path}
        await self.app(scope, receive, send)


class _Told:
    """A line in the log and the headers for every answer; what escapes all else becomes an answer here."""

    def __init__(self, app, services: Services):
        self.app = app
        self.services = services

    async def __call__(self, scope, receive, send) -> None:
        began = time.perf_counter()
        state = scope["state"] = {
            **scope.get("state", {}),
            "address": whose((scope.get("client") or ("",))[0]),
            "route": "unknown",
        }
        status = 0

        async def told(message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                security.add_headers(message, scope, self.services.settings)
            elif message["type"] == "websocket.accept":
                status = 101
            async with asyncio.timeout(SEND_S):
                await send(message)

        try:
            await self.app(scope, receive, told)
        except TimeoutError:
            state.get("abort", _nothing)()  # closing would wait for the client to read
        except (ClientDisconnected, WebSocketDisconnect):
            pass  # whoever asked is gone
        except Exception as error:
            response = refusal(error, "en")
            if status == 0 and scope["type"] == "http":
                await response(scope, receive, told)
        finally:
            self._note(scope, state, status, time.perf_counter() - began)

    def _note(self, scope, state: dict[str, Any], status: int, seconds: float) -> None:
        method = scope.get("method", "LIVE")
        method = method if method in METHODS or method == "LIVE" else "OTHER"
        self.services.metrics.answered(method, state["route"], status, seconds)
        logs.tell(
            logs.requests,
            logging.INFO if state["route"] != "/healthz" else logging.DEBUG,
            method=method,
            route=state["route"],
            status=status,
            ms=round(1000 * seconds, 1),
            address=state["address"],
            person=state.get("person", ""),
        )


class _Addressed:
    """Nothing is done, nor looked up, for who calls the server by another name."""

    def __init__(self, app, services: Services):
        self.app = app
        self.services = services

    async def __call__(self, scope, receive, send) -> None:
        headers = Headers(scope=scope)
        if security.own_host(headers, self.services.settings):
            await self.app(scope, receive, send)
        else:
            await refusal(Fault(421, "other-host"), language_of(headers, None, None))(scope, receive, send)


class _Limited:
    """What one address may ask for in all, before anything is looked up for it."""

    def __init__(self, app, services: Services):
        self.app = app
        self.services = services

    async def __call__(self, scope, receive, send) -> None:
        try:
            self.services.buckets.take("requests", scope["state"]["address"], self.services.settings.limits.requests)
        except TooMany as error:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": live.SLOW})
                return
            await refusal(error, "en")(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _routed(services: Services) -> Starlette:
    by_path: dict[str, dict[str, Operation]] = defaultdict(dict)
    for one in OPERATIONS:
        by_path[one.path][one.method] = one

    async def socket(websocket: WebSocket) -> None:
        websocket.scope["state"]["route"] = "/api/tables/{table}/live"
        await live.socket(services, websocket)

    async def failed(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        headers = dict(getattr(error, "headers", None) or {})
        key = "no-method" if status == 405 else "no-page"
        return refusal(Fault(status, key, headers), language_of(request.headers, None, request.query_params.get("lang")))

    routes: list[BaseRoute] = [_route(services, path, ways) for path, ways in by_path.items()]
    routes.append(WebSocketRoute("/api/tables/{table}/live", socket))
    routes += [*_own_routes(services), *pages.routes(services), *site.routes()]
    return Starlette(routes=routes, exception_handlers={HTTPException: failed})


def _route(services: Services, path: str, ways: dict[str, Operation]) -> Route:
    async def endpoint(request: Request) -> Response:
        request.scope["state"]["route"] = path
        one = ways.get("GET" if request.method == "HEAD" else request.method)
        if one is None:
            raise HTTPException(405, headers={"Allow": ", ".join(ways)})
        if request.method == "HEAD" and one.content == NDJSON:
            raise HTTPException(405, headers={"Allow": "GET"})  # there is no end to what the head would announce
        return await answer(services, one, request)

    return Route(path, endpoint, methods=list(METHODS))  # else what is no way to ask here would be looked for among the pages


def _own_routes(services: Services) -> list[Route]:
    ready_until = 0.0  # something was stored a moment ago
    written = msgspec.json.encode(openapi.document(OPERATIONS, services.settings.prefix))
    kept = {"Content-Type": "application/json", "Cache-Control": "public, max-age=3600"}

    async def healthz(request: Request) -> Response:
        request.scope["state"]["route"] = "/healthz"
        nonlocal ready_until
        if not site.has_pages():
            return refusal(Fault(503, "no-pages"), "en")
        if time.monotonic() > ready_until:
            try:
                async with asyncio.timeout(READY_S), services.database.transaction() as conn:
                    await keys.probe(conn, f"{services.now():>{PROBE}}")
            except Exception as error:
                return refusal(error if out_of_order(error) else Fault(503, "not-ready"), "en")
            ready_until = time.monotonic() + READY_KEPT_S
        told = msgspec.json.encode(Health(not readiness.waiting(), readiness.outlook(), readiness.of_games()))
        return Response(told, headers={"Content-Type": "application/json"})

    async def metrics(request: Request) -> Response:
        request.scope["state"]["route"] = "/metrics"
        if not _may_measure(request, services.settings):
            return refusal(Fault(404, "no-page"), "en")
        return Response(services.metrics.text(), headers={"Content-Type": services.metrics.content_type})

    async def described(request: Request) -> Response:
        request.scope["state"]["route"] = "/openapi.json"
        response = Response(written, headers=kept)
        pack(response, request.headers)
        return response

    return [Route("/healthz", healthz), Route("/metrics", metrics), Route("/openapi.json", described)]


def _may_measure(request: Request, settings: Settings) -> bool:
    """With the token, or from this machine itself. What a proxy on this machine passes on comes from somewhere else."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if settings.metrics_token:
        return scheme.lower() == "bearer" and hmac.compare_digest(token.encode(), settings.metrics_token.encode())
    passed_on = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip"))
    return not passed_on and request.client is not None and request.client.host in ("127.0.0.1", "::1")
