"""Ways to think that are quick, or that fail. Processes import this file by its name."""

import os
import time

from mecenate.insight.analysis import Decision, decide
from mecenate.insight.hint import Hint, hint
from mecenate.server.pondering import Found, Pondering

FEW = 16


class Eager(Pondering):
    """Goes behind nobody: on a busy machine one that does would hardly come to its turn."""

    nicer = 0


def quick(match, job):
    """Says something at once that depends on what was asked."""
    if job.played is None:
        return Found(hint=Hint(match.legal_actions()[0]))
    even = [1 / job.seats] * job.seats
    cost = 0.25 if job.position % 5 == 4 else 0.0
    preferred = next(action for action in match.legal_actions() if action != job.played) if cost else job.played
    return Found(Decision(job.position, int(match.state.asked), even, [10.0] * job.seats, job.played, preferred, 0, cost, cost))


def real(match, job):
    """Little thought, but as much on a slow machine."""
    if job.played is None:
        return Found(hint=hint(match, job.seed, FEW, None))
    return Found(decide(match, job.position, job.played, FEW, job.seed))


def slow(match, job):
    time.sleep(0.05)
    return quick(match, job)


def crash(match, job):
    os._exit(3)


def hang(match, job):
    time.sleep(60)


def fail(match, job):
    raise KeyError("the seventh card is the poet")


def fail_at_games(match, job):
    if job.played is not None:
        raise KeyError("no")
    return quick(match, job)
