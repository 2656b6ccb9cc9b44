"""What can go wrong with the database. No message names a password."""

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from mecenate.core.errors import MecenateError


class NoDatabase(MecenateError):
    """A database that can't be opened or used: a bad URL, a server out of reach, a folder that can't be written."""


class Raced(MecenateError):
    """Somebody else wrote this number of the log first; nothing of one's own was written. Load again and look.

    The transaction it was raised in is spent: leave it and begin another.
    """


class BadBackup(MecenateError):
    """A backup that is damaged, cut off, or does not fit here."""


def out_of_order(error: BaseException) -> bool:
    """Whether the database itself is in trouble, away or full, and nothing is wrong with what was asked of it."""
    broken = isinstance(error, DBAPIError) and error.connection_invalidated
    return broken or isinstance(error, OperationalError | InterfaceError | PoolTimeout)
