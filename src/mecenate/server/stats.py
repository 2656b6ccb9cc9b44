"""What a house counts, and what it says when it is being closed."""

from collections import deque
from dataclasses import dataclass, field

from mecenate.core.errors import MecenateError


class Stopping(MecenateError):
    """Nothing new is begun any more."""

    def __init__(self) -> None:
        super().__init__("The server is being stopped. Try again in a moment.")


@dataclass
class Stats:
    """What happened since the start; `house.memory` and `house.opponents` have figures of their own."""

    acts: int = 0
    refused: int = 0
    races: int = 0
    bot_moves: int = 0
    plan_moves: int = 0
    clock_acts: int = 0
    act_ms: deque[float] = field(default_factory=lambda: deque(maxlen=1000))  # how long the last acts took
