"""What the server writes about itself: one line of JSON an event, or a line for people where somebody looks at a terminal.

A request is told by its route, never by its path or query: these may hold tokens. Cookies, bodies and addresses of mail are
nowhere in it.
"""

import logging
import math
import sys
import time
import traceback
from typing import Any

import msgspec

requests = logging.getLogger("mecenate.requests")
events = logging.getLogger("mecenate.server")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": _moment(record), "level": record.levelname.lower(), "from": record.name}
        line |= getattr(record, "fields", None) or {"message": record.getMessage()}
        if record.exc_info:
            line["trace"] = "".join(traceback.format_exception(*record.exc_info))
        return msgspec.json.encode(line).decode()


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = getattr(record, "fields", None)
        message = " ".join(_said(key, value) for key, value in told.items()) if told else record.getMessage()
        line = f"{_moment(record)[11:19]} {message}"
        if record.levelno >= logging.WARNING:
            line = f"{line} [{record.levelname.lower()}]"
        return f"{line}\n{''.join(traceback.format_exception(*record.exc_info))}" if record.exc_info else line


def _moment(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"


def _said(key: str, value: Any) -> str:
    return str(value) if key in ("method", "route", "status", "message") else f"{key}={value}"


def tell(logger: logging.Logger, level: int, **fields: Any) -> None:
    """A line with fields; those that are empty are left out."""
    logger.log(level, "", extra={"fields": {key: value for key, value in fields.items() if value not in (None, "")}})


class Seldom:
    """Whether something is to be said that is so often true: once in so many seconds."""

    def __init__(self, seconds: float):
        self.seconds = seconds
        self._said = -math.inf

    def now(self) -> bool:
        if time.monotonic() < self._said + self.seconds:
            return False
        self._said = time.monotonic()
        return True


class Stderr(logging.StreamHandler):
    """Writes to what stderr is at the moment: while a progress bar is shown, lines go above it."""

    @property
    def stream(self) -> Any:  # type: ignore[override]
        return sys.stderr

    @stream.setter
    def stream(self, value: Any) -> None: ...


def set_up_logs(level: str = "INFO") -> None:
    """All that this program and what it is built on has to say goes to stderr in one form."""
    handler = Stderr()
    handler.setFormatter(Lines() if sys.stderr.isatty() else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel("WARNING")
    logging.getLogger("mecenate").setLevel(level)
    logging.getLogger("uvicorn").setLevel("WARNING")
    logging.getLogger("uvicorn.access").disabled = True  # it would write paths and queries
