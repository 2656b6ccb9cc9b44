"""What can't be done at the terminal, in every language."""

from mecenate.core.errors import Refusal
from mecenate.terminal.screen import words


class Refused(Refusal):
    """Something that a command or an answer asks for and that is not possible."""

    texts = words()
