"""What keeps strangers out: headers on every answer, requests from other sites refused, bodies read only so far and so long."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from mecenate.server.settings import Settings

COOKIE = "mecenate"
DEVICE = "mecenate-device"  # the proof that somebody has logged in with this browser
COOKIE_S = 400 * 86_400  # the longest that browsers allow; when a session ends is for the server to say
LONGEST_BODY = 256 << 10
LONGEST_RECORD = 512 << 10
BODY_S = 20.0  # how long a body may take

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # links with tokens in them tell nobody else
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
ENCRYPTED = {"Strict-Transport-Security": "max-age=31536000"}
USUALLY = {"Cache-Control": "no-store"}  # unless an answer says otherwise: most of them are one person's


class TooLong(Exception):
    """A body that is longer than it may be; the rest of it was not read."""


class TooSlow(Exception):
    """A body that does not come to its end."""


class Gone(Exception):
    """Whoever asked is not there any more."""


def encrypted(scope: MutableMapping[str, Any], settings: Settings) -> bool:
    return scope.get("scheme") in ("https", "wss") or settings.url.startswith("https://")


def add_headers(message: MutableMapping[str, Any], scope: MutableMapping[str, Any], settings: Settings) -> None:
    """The headers of every answer, into its first message."""
    present = {name.lower() for name, _ in message.get("headers", ())}
    given = {**HEADERS, **USUALLY, **(ENCRYPTED if encrypted(scope, settings) else {})}
    new = [(name.lower().encode(), value.encode()) for name, value in given.items() if name.lower().encode() not in present]
    message["headers"] = [*message.get("headers", ()), *new]


def from_own_site(headers: Headers, scope: MutableMapping[str, Any], settings: Settings) -> bool | None:
    """Whether a browser sent this from one of our own pages. None: it does not say, so it is no browser of these years."""
    if (site := headers.get("sec-fetch-site")) is not None:
        return site == "same-origin"
    if (origin := headers.get("origin")) is None:
        return None
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    own = {f"{scheme}://{headers.get('host', '')}"}
    if settings.url:
        parts = urlsplit(settings.url)
        own.add(f"{parts.scheme}://{parts.netloc}")
    return origin.lower() in {one.lower() for one in own}


async def read_body(
    receive: Callable[[], Awaitable[MutableMapping[str, Any]]], headers: Headers, most: int, limit_s: float = BODY_S
) -> bytes:
    """The body of a request. What is announced as too long is not read at all, and what turns out so not to its end."""
    declared = headers.get("content-length", "")
    if declared.isdigit() and (len(declared) > 12 or int(declared) > most):
        raise TooLong
    body = bytearray()
    try:
        async with asyncio.timeout(limit_s):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                body += message.get("body", b"")
                if len(body) > most:
                    raise TooLong
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        raise TooSlow from None


def is_json(headers: Headers) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def own_host(headers: Headers, settings: Settings) -> bool:
    """Whether a request is meant for this server. A page of another site could point its own name at this machine.

    An address of numbers is nobody's name. Behind a proxy it is for the proxy to say which names are ours, if nobody told.
    """
    given = headers.get("host")
    if given is None or (settings.proxies and not settings.url):
        return True
    try:
        name = urlsplit(f"//{given}").hostname or ""
        own = {"localhost", settings.host, socket.gethostname().lower(), urlsplit(settings.url).hostname}
        return name in own or name.endswith(".localhost") or bool(ip_address(name))
    except ValueError:
        return False


def cookie_name(name: str, scope: MutableMapping[str, Any], settings: Settings) -> str:
    """What a cookie is called. Under https browsers let nobody else set one of these names, not even a neighbouring host."""
    if not encrypted(scope, settings):
        return name
    return f"__Secure-{name}" if settings.prefix else f"__Host-{name}"


def cookie(name: str, value: str, scope: MutableMapping[str, Any], settings: Settings) -> str:
    """The header that gives a browser something to keep, or with an empty value takes it away."""
    parts = [f"{cookie_name(name, scope, settings)}={value}", f"Path={settings.prefix or '/'}", "HttpOnly", "SameSite=Lax"]
    parts.append(f"Max-Age={COOKIE_S if value else 0}")
    if encrypted(scope, settings):
        parts.append("Secure")
    return "; ".join(parts)
