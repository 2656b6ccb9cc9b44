"""What of the games is machine code by now, and how long the rest takes.

The process that serves compiles in the background. Of several workers none does: the process that started them does it for all,
and says in a file how far it is.
"""

import atexit
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from mecenate.bots import can_search
from mecenate.core import native, units
from mecenate.core.background import Outlook
from mecenate.core.entries import SHARED
from mecenate.core.files import write_bytes
from mecenate.games import GAMES, load

FILE = "MECENATE_COMPILING"  # in the environment of workers: where the first process says how far it is
OVER = Outlook(1.0, None, ())


def waiting() -> list[str]:
    """The games whose searching bots are not ready."""
    return [key for key in GAMES if not can_search(load(key))]


def of_games() -> dict[str, str]:
    """What of each game is machine code: "uncompiled" (nothing), its "rules" or "all"."""
    found = {}
    for key in GAMES:
        rules = units.unit(key).is_there(False) and units.unit(key).has(False)
        found[key] = "all" if can_search(load(key)) else "rules" if rules else "uncompiled"
    return found


def outlook(game: str = "") -> Outlook:
    """How far everything is, or what it takes to search in a game."""
    if path := os.environ.get(FILE):
        with suppress(OSError, msgspec.DecodeError):
            told = msgspec.json.decode(Path(path).read_bytes(), type=dict[str, Outlook])
            return told.get(game, OVER)
        return OVER
    return units.COMPILING.outlook(*([game, SHARED] if game else []))


def soon(game: str) -> None:
    """Somebody plays this game: it is compiled before the others."""
    units.want(game, True, soon=True)


def tell_workers() -> Callable[[Outlook], None]:
    """A file for the workers of this process, and how to write down there how far it is."""
    handle, name = tempfile.mkstemp(prefix="mecenate-", suffix=".json")
    os.close(handle)
    path = Path(name)
    atexit.register(path.unlink, missing_ok=True)
    os.environ[FILE] = name

    def tell(now: Outlook) -> None:
        told = {"": now} | {key: units.COMPILING.outlook(key, SHARED) for key in GAMES}
        with suppress(OSError):
            write_bytes(path, msgspec.json.encode(told))

    tell(OVER)
    return tell


def see_to_cache() -> None:
    """Where machine code can't be kept for other processes, it is kept as long as this one lasts."""
    folder = native.cache_folder()
    if folder is None or not os.access(folder, os.W_OK):
        units.say(f"Machine code is made anew at each start: {native.cache_root()} can't be written.")
        own = tempfile.TemporaryDirectory(prefix="mecenate-")
        atexit.register(own.cleanup)
        os.environ["MECENATE_CACHE"] = own.name
