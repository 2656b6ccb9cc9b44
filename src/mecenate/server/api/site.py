"""The browser table: the files that `make web` built, and the short addresses that lead into it.

Pages are told apart by the part of the address behind #, which no server gets to see. Links that people send each other have
no such part, because programs cut it off; they are led on from here.
"""

import gzip
import mimetypes
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from mecenate.server.api.faults import Fault
from mecenate.server.api.operations import language_of, refusal
from mecenate.server.api.packing import takes_gzip
from mecenate.server.refused import WORDS

FILES = Path(__file__).parents[1] / "web"
LINKS = ("join", "watch", "share", "table")
FOR_EVER = "public, max-age=31536000, immutable"  # what lies in assets has a hash of its content in its name
ASK_AGAIN = "no-cache"
TEXTS = (".html", ".js", ".css", ".svg", ".json", ".webmanifest")
TYPES = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".js": "text/javascript; charset=utf-8"}


@cache
def packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


@cache
def files() -> dict[str, Path]:
    """What can be asked for, by its path. Nothing else on the disk can."""
    return {path.relative_to(FILES).as_posix(): path for path in sorted(FILES.rglob("*")) if path.is_file()}


def has_pages() -> bool:
    return "index.html" in files()


def routes() -> list[Route]:
    async def file(request: Request) -> Response:
        request.scope["state"]["route"] = "/"
        name = request.path_params.get("name", "") or "index.html"
        path = files().get(name)
        language = language_of(request.headers, None, request.query_params.get("lang"))
        if path is None:
            if name == "index.html":
                return Response(WORDS.find(language, "refusals.no-pages"), 503, media_type="text/plain")
            return refusal(Fault(404, "no-page"), language)
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        kept = FOR_EVER if name.startswith("assets/") else ASK_AGAIN
        headers = {"Content-Type": kind, "Cache-Control": kept, "Vary": "Accept-Encoding"}
        if path.suffix in TEXTS and takes_gzip(request.headers):
            return Response(packed(path), headers={**headers, "Content-Encoding": "gzip"})
        return Response(path.read_bytes(), headers=headers)

    async def link(request: Request) -> Response:
        request.scope["state"]["route"] = "/link"
        where, token = request.path_params["where"], request.path_params["token"]
        return RedirectResponse(f"{request.scope.get('root_path', '')}/#/{where}/{token}", 303)

    async def about(request: Request) -> Response:
        return RedirectResponse(f"{request.scope.get('root_path', '')}/#/about", 303)

    named = [Route(f"/{where}/{{token}}", _with(link, where)) for where in LINKS]
    return [*named, Route("/about", about), Route("/", file), Route("/{name:path}", file)]


def _with(link, where: str):
    async def led_on(request: Request) -> Response:
        request.path_params["where"] = where
        return await link(request)

    return led_on
