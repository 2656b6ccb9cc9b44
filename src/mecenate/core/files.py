"""Writing files so that they are whole or not there."""

import os
import tempfile
from pathlib import Path

from mecenate.core.errors import MecenateError


def check_folder(path: Path) -> None:
    """Find out before long work, not after it, whether there is a folder for its file."""
    if not path.parent.is_dir():
        raise MecenateError(f"{path}: there is no folder {path.parent}.")


def write_whole(path: Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write beside the target and move into place, so that an interruption leaves the old file as it was."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise MecenateError(f"{path} can't be written: {error.strerror}.") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
