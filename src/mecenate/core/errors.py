"""What can go wrong through somebody's input. Each says what, where and what to do."""


class MecenateError(Exception):
    """Something was asked that can't be done; the message is meant for the person who asked."""


class IllegalMove(MecenateError):
    """A move that is not offered; `reason` is the key of the rule that refuses it."""

    def __init__(self, message: str, reason: str = ""):
        super().__init__(message)
        self.reason = reason


class BadOptions(MecenateError):
    """A game that can't be set up so."""


class BadComponents(MecenateError):
    """A component file that can't be used."""


class BadRecord(MecenateError):
    """A stored game that is damaged or forged; `line` is the line that is wrong, from 1."""

    def __init__(self, message: str, line: int = 0):
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class BadScenario(MecenateError):
    """A scenario that can't be read, or a position that can't be; `where` is the way to the word that is wrong."""

    def __init__(self, message: str, where: tuple[str | int, ...] = ()):
        super().__init__(message)
        self.where = where
