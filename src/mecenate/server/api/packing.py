"""Answers made smaller on their way. What is the same for all is packed once; streams and short answers are left alone."""

import gzip
import zlib
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response

LEAST = 1000  # bytes; less is one packet anyway
QUICKLY = 1  # takes a third of a millisecond for the situation of a game, and leaves a quarter of it


def takes_gzip(headers: Headers) -> bool:
    for part in headers.get("accept-encoding", "").split(","):
        name, _, how = part.partition(";")
        if name.strip().lower() == "gzip":
            return how.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def pack(response: Response, headers: Headers) -> None:
    """Pack the body of an answer, if that is worth it and whoever asked can unpack it."""
    if not hasattr(response, "body") or len(response.body) < LEAST or "content-encoding" in response.headers:
        return
    response.headers["Vary"] = "Accept-Encoding"
    if takes_gzip(headers):
        body = bytes(response.body)
        same = response.headers.get("cache-control", "").startswith("public")
        response.body = _once(body) if same else zlib.compress(body, QUICKLY, wbits=31)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))


@lru_cache(64)
def _once(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
