"""What this program is: its version, and where its source is."""

from functools import cache
from importlib.metadata import PackageNotFoundError, metadata

import msgspec

import mecenate
from mecenate.server.api.operations import Call, operation


class About(msgspec.Struct):
    version: str
    source: str  # where it can be had, as the package says; empty if nobody said when it was built


@cache
def source() -> str:
    try:
        told = metadata("mecenate").get_all("Project-URL") or []
    except PackageNotFoundError:  # it runs from a folder
        return ""
    links = dict(one.split(", ", 1) for one in told)
    return links.get("Source", "")


@operation("GET", "/api/about", answer=About)
async def about(call: Call) -> About:
    """The version of this server, and where the source is."""
    return About(mecenate.__version__, source())
