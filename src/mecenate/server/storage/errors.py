"""What can go wrong with the database. No message names a password."""

from mecenate.core.errors import MecenateError


class NoDatabase(MecenateError):
    """A database that can't be opened or used: a bad URL, a server out of reach, a folder that can't be written."""


class Raced(MecenateError):
    """Somebody else wrote this number of the log first; nothing of one's own was written. Load again and look.

    The transaction it was raised in is spent: leave it and begin another.
    """


class BadBackup(MecenateError):
    """A backup that is damaged, cut off, or does not fit here."""
