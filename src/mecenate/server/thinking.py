"""What a process does in which bots think: with everything hidden dealt anew, and numbers of moves for answers."""

import contextlib
from collections.abc import Callable

from mecenate import bots
from mecenate.bots import levels
from mecenate.core.game import Game
from mecenate.core.match import Match
from mecenate.games import GAMES, load
from mecenate.server import child

Maker = Callable[[str, Game, int], bots.Bot]


class Job(child.Job, frozen=True):
    level: str
    seconds: float


class Thinking(child.Work[Job, int]):
    name = "mecenate-bot"
    nicer = 10  # people's requests go before bots' thoughts
    asked, found = Job, int

    def __init__(self, make: Maker):
        self.make = make
        self.made: dict[tuple[str, str], bots.Bot] = {}

    def prepare(self) -> None:
        """Read what bots think with, as far as it is there; nobody at a table should wait for that."""
        for game in filter(bots.can_search, map(load, GAMES)):
            for level in levels.offered(game):
                with contextlib.suppress(Exception):  # told when somebody asks this bot
                    bots.make(level, game, 0, seconds=0.0).choose(Match(game, game.seats[0], 0))

    def answer(self, match: Match, job: Job) -> int:
        if (job.level, job.game) not in self.made:  # a bot keeps the memory of its search for the next one
            self.made[job.level, job.game] = self.make(job.level, match.game, job.seed)
        bot = self.made[job.level, job.game]
        bot.seconds = job.seconds
        return int(bot.choose(match))
