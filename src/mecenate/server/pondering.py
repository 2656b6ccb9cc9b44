"""What the process does that looks back on games and finds hints."""

from collections.abc import Callable

import msgspec

from mecenate.core.match import Match
from mecenate.insight.analysis import Decision, decide
from mecenate.insight.hint import Hint, hint
from mecenate.server import child


class Job(child.Job, frozen=True):
    """A question of a game. With an answer that was played it is looked back on, without one a hint is wanted."""

    position: int
    played: int | None = None
    simulations: int = 0  # to look back with
    seconds: float = 0.0  # that each search for a hint may take


class Found(msgspec.Struct, frozen=True):
    decision: Decision | None = None
    hint: Hint | None = None


Ponder = Callable[[Match, Job], Found]


def ponder(match: Match, job: Job) -> Found:
    if job.played is None:
        return Found(hint=hint(match, job.seed, seconds=job.seconds))
    return Found(decide(match, job.position, job.played, job.simulations, job.seed))


class Pondering(child.Work[Job, Found]):
    name = "mecenate-insight"
    nicer = 15  # people's requests go before it, and so do bots that somebody waits for
    asked, found = Job, Found

    def __init__(self, ponder: Ponder):
        self.ponder = ponder

    def answer(self, match: Match, job: Job) -> Found:
        return self.ponder(match, job)
