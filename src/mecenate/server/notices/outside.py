"""Requests to places that people name. Every connection is made to an address that was checked a moment before, to no other.

The check sits where the connection is opened. So there is no second look-up that could answer differently (DNS rebinding),
while Host, SNI and the certificate stay those of the name. Redirects are not followed, proxies from the environment not used,
answers not read beyond their head.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable
from functools import cached_property
from ipaddress import ip_address
from typing import cast

import httpcore
import msgspec

from mecenate.core.errors import MecenateError
from mecenate.server.notices.addresses import Allowed, Target
from mecenate.server.notices.subscriptions import BadSubscription

Resolve = Callable[[str, int], Awaitable[list[str]]]

LIMIT_S = 10.0
TRIED_ADDRESSES = 3
LONGEST_BODY = 16_384


class NotAllowed(MecenateError):
    """A host that is, or also is, inside some private network."""


class Unreachable(MecenateError):
    """The host can't be found, does not answer in time or does not speak HTTP; later it may."""


class Answer(msgspec.Struct, frozen=True):
    status: int
    retry_after_s: int = 0


async def look_up(host: str, port: int) -> list[str]:
    """All addresses of a host, in the order the system prefers. Also reads `127.1` or `0x7f000001`, as connecting would."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Outside:
    """The one way by which requests leave for hooks and push services."""

    def __init__(
        self,
        allowed: Allowed | None = None,
        resolve: Resolve = look_up,
        context: ssl.SSLContext | None = None,
        limit_s: float = LIMIT_S,
    ):
        self.allowed = allowed or Allowed()
        self.resolve = resolve
        self.limit_s = limit_s
        self._context = context

    @cached_property
    def context(self) -> ssl.SSLContext:
        """Made for the first message: all the world's certificates have to be read, and most servers never send any."""
        return self._context or ssl.create_default_context()

    async def check(self, target: Target) -> None:
        """Refuse a host that messages can't be sent to, when a person gives it. Sending checks again by itself."""
        try:
            async with asyncio.timeout(self.limit_s):
                await self.addresses(target.host, target.port)
        except (NotAllowed, Unreachable, TimeoutError):
            # One answer for all: whether a name exists in the operator's own network is nobody's business.
            raise BadSubscription("no-public-address", host=target.host) from None

    async def addresses(self, host: str, port: int) -> list[str]:
        """The addresses of a host, if it may be reached. One closed address among them closes the host."""
        try:
            found = await self.resolve(host, port)
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise Unreachable(f"{host} can't be found")
        for address in found:
            if not self.allowed.allows(host, ip_address(address)):
                raise NotAllowed(f"{host} lies in a network that is not public")
        return found

    async def post(self, target: Target, body: bytes, headers: dict[str, str]) -> Answer:
        """POST and return the status. Raises NotAllowed or Unreachable; their messages name the host and nothing else."""
        if len(body) > LONGEST_BODY:
            raise ValueError(f"a message of {len(body)} bytes; {LONGEST_BODY} is the most")
        sent = {"Host": target.authority, "User-Agent": "mecenate", "Connection": "close", **headers}
        try:
            async with asyncio.timeout(self.limit_s):
                return await self._post(target, body, sent)
        except TimeoutError:
            raise Unreachable(f"{target.host} does not answer in time") from None
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, OSError) as error:
            raise Unreachable(f"{target.host} can't be reached ({type(error).__name__})") from None

    async def _post(self, target: Target, body: bytes, headers: dict[str, str]) -> Answer:
        url = httpcore.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        )
        connection = httpcore.AsyncHTTPConnection(
            origin=url.origin, ssl_context=self.context, network_backend=_CheckedConnections(self)
        )
        async with connection, connection.stream("POST", url, headers=list(headers.items()), content=body) as response:
            return Answer(response.status, _retry_after(response.headers))


class _CheckedConnections(httpcore.AsyncNetworkBackend):
    def __init__(self, outside: Outside):
        self._outside = outside
        self._opening = cast(httpcore.AsyncNetworkBackend, httpcore.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        checked = await self._outside.addresses(host, port)
        *others, last = checked[:TRIED_ADDRESSES]
        for address in others:
            try:
                # Part of the time only, so that a dead first address leaves some for the next one.
                patience = self._outside.limit_s / (TRIED_ADDRESSES + 1)
                return await self._opening.connect_tcp(address, port, patience, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._opening.connect_tcp(last, port, timeout, local_address, socket_options)


def _retry_after(headers: list[tuple[bytes, bytes]]) -> int:
    for name, value in headers:
        if name.lower() == b"retry-after" and value.isdigit() and len(value) < 7:
            return int(value)
    return 0
