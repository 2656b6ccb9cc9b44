"""Writing files so that they are whole or not there."""

import os
import secrets
from pathlib import Path

from mecenate.core.errors import MecenateError, Refusal

ANYBODY, OWNER = 0o666, 0o600  # who may read and write a file, as far as the umask lets them


def check_folder(path: Path) -> None:
    """Find out before long work, not after it, whether there is a folder for its file."""
    if not path.parent.is_dir():
        raise MecenateError(f"{path}: there is no folder {path.parent}.")


def write_whole(path: Path, text: str, mode: int = ANYBODY) -> None:
    write_bytes(path, text.encode(), mode)


def write_bytes(path: Path, content: bytes, mode: int = ANYBODY) -> None:
    """Write beside the target and move into place, so that an interruption leaves the old file as it was."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    except OSError as error:
        raise Refusal("file-unwritable", path=path, why=error.strerror) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise MecenateError(f"{path} can't be written: {error.strerror}.") from None
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
