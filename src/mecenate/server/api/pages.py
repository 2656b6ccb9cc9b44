"""The few pages that the server makes itself: switching messages on and off by a link, and checking the deal of a game.

A link in a mail only shows a button, because mail programs and scanners follow links; the button does it. Switching off also
works by the one click of RFC 8058, for which a mail program sends a POST of its own, from no site and without a session.
"""

import html
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mecenate.server.api.operations import language_of, refusal
from mecenate.server.api.services import Services
from mecenate.server.refused import WORDS
from mecenate.server.storage import notices
from mecenate.server.storage.notices import DatabaseStore

FILES = Path(__file__).parents[1] / "pages"
TOKEN = re.compile("[A-Za-z0-9_-]{8,64}")
TYPES = {"plain.css": "text/css; charset=utf-8", "verify.js": "text/javascript; charset=utf-8"}


def routes(services: Services) -> list[Route]:
    async def unsubscribe(request: Request) -> Response:
        if request.method != "POST":
            return _asking(request, "unsubscribe")
        if TOKEN.fullmatch(token := request.path_params["token"]):
            await DatabaseStore(services.database).unsubscribe(token)
        return _page(request, "unsubscribe", _text(request, "unsubscribe-done"))  # also for a second click

    async def confirm(request: Request) -> Response:
        if request.method != "POST":
            return _asking(request, "confirm")
        async with services.database.transaction() as conn:
            found = await notices.verify(conn, request.path_params["token"], services.now())
        return _page(request, "confirm", _text(request, "confirm-done" if found else "confirm-gone"), 200 if found else 404)

    async def verify(request: Request) -> Response:
        fields = "".join(
            f'<label>{_text(request, f"verify-{name}")}<input name="{name}" autocomplete="off" required></label>'
            for name in ("commitment", "seed", "salt")
        )
        yes, no = _text(request, "verify-yes"), _text(request, "verify-no")
        body = f'<p>{_text(request, "verify-text")}</p><form data-yes="{yes}" data-no="{no}">{fields}'
        body += f"<button>{_text(request, 'verify-button')}</button></form><output></output>"
        return _page(request, "verify", body + f'<script src="{_root(request)}/plain/verify.js"></script>', written=True)

    async def file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in TYPES:
            return Response(status_code=404)
        headers = {"Content-Type": TYPES[name], "Cache-Control": "public, max-age=3600"}
        return Response((FILES / name).read_bytes(), headers=headers)

    return [
        Route("/unsubscribe/{token}", _told(unsubscribe), methods=["GET", "POST"]),
        Route("/confirm/{token}", _told(confirm), methods=["GET", "POST"]),
        Route("/verify", _told(verify)),
        Route("/plain/{name}", _told(file)),
    ]


def _told(page):
    """The route by which a request is told in the log: paths here have tokens in them."""

    async def with_route(request: Request) -> Response:
        request.scope["state"]["route"] = f"/{page.__name__}"
        try:
            return await page(request)
        except Exception as error:
            return refusal(error, _language(request))

    return with_route


def _language(request: Request) -> str:
    return language_of(request.headers, None, request.query_params.get("lang"))


def _text(request: Request, key: str) -> str:
    return html.escape(WORDS.find(_language(request), f"pages.{key}"))


def _root(request: Request) -> str:
    return html.escape(request.scope.get("root_path", ""))


def _asking(request: Request, what: str) -> Response:
    button = f'<form method="post"><button>{_text(request, f"{what}-button")}</button></form>'
    return _page(request, what, f"<p>{_text(request, f'{what}-ask')}</p>{button}", written=True)


def _page(request: Request, what: str, body: str, status: int = 200, written: bool = False) -> Response:
    title = _text(request, f"{what}-title")
    page = (
        f'<!doctype html><html lang="{_language(request)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f'<title>{title}</title><link rel="stylesheet" href="{_root(request)}/plain/plain.css"></head>'
        f"<body><h1>{title}</h1>{body if written else f'<p>{body}</p>'}</body></html>"
    )
    return Response(page, status, {"Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer"})
