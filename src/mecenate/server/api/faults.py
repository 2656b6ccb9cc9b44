"""Why something was not done, as a status for programs and a `wire.Error` with words for people."""

from typing import Any

from mecenate.core.errors import MecenateError, Refusal
from mecenate.server import showing, wire
from mecenate.server.hosting import Hosted, NoTable
from mecenate.server.refused import WORDS, Refused, Stale
from mecenate.server.stats import Stopping

# What a refusal means to a program; one that is not here is 409, not as things are now, if it knows nothing better.
STATUS = {
    "login-wrong": 401,
    "password-wrong": 403,
    "not-your-seat": 403,
    "not-seated": 403,
    "not-watched": 403,
    "seat-kept": 403,
    "no-seat": 404,
    "no-position": 404,
    "not-offered": 422,
    "other-seats": 422,
    "plan-move": 422,
    "plan-question": 422,
    "plan-about": 422,
    "plan-thing": 422,
    "other-version": 422,
    "other-log": 422,
    "no-game": 422,
    "sealed-opening": 422,
    "name-empty": 422,
    "name-long": 422,
    "name-signs": 422,
    "name-mixed": 422,
    "label-signs": 422,
    "email-shape": 422,
    "password-short": 422,
    "password-long": 422,
}


class Fault(Refusal):
    """An answer that is not what was asked for, with a status and headers of its own."""

    texts = WORDS

    def __init__(self, status: int, key: str, /, headers: dict[str, str] | None = None, **about: Any):
        super().__init__(key, **about)
        self.status = status
        self.headers = headers or {}


class Explained(Exception):
    """An error whose words are made already."""

    def __init__(self, status: int, error: wire.Error):
        super().__init__(f"{status} {error.error}")
        self.status = status
        self.error = error


def no_table() -> Fault:
    """The same for a table that is not there and one that is not for this person: nobody can find out by asking."""
    return Fault(404, "no-table")


def of_table(refused: Refused, hosted: Hosted, viewer: showing.Viewer, language: str, now: int) -> Explained:
    """A refusal at a table. With what is stale comes the situation, so that a client can go on at once."""
    error = showing.explained(hosted.table, refused, language)
    if isinstance(refused, Stale):
        error.situation = showing.situation(hosted.table, viewer, language, now, hosted.names)
    return Explained(STATUS.get(refused.key, refused.status), error)


def explain(error: Exception, language: str) -> tuple[int, wire.Error, dict[str, str]] | None:
    """Status, body and headers of the answer; None if nobody foresaw this."""
    match error:
        case Fault():
            return error.status, _told(error, language), error.headers
        case Explained():
            return error.status, error.error, {}
        case Stopping():
            return explain(Fault(503, "stopping", {"Retry-After": "2"}), language)
        case NoTable():
            return explain(no_table(), language)
        case Refused():
            return STATUS.get(error.key, error.status), _told(error, language), {}
        case Refusal():  # a game, options or a record that can't be
            return 422, _told(error, language), {}
        case MecenateError():  # told in English by the part that knows
            return 422, wire.Error(error="not-possible", message=str(error)), {}
    return None


def _told(refusal: Refusal, language: str) -> wire.Error:
    return wire.Error(error=refusal.key, message=refusal.message(language))
