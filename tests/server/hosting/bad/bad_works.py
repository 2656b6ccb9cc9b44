"""What a child process may do, and what may go wrong with it. Processes import this file by its name."""

import os
import time

from mecenate.server.child import Child, Job, Work


class Question(Job, frozen=True):
    way: str


class Ways(Work[Question, int]):
    """Says the number of its process, who is asked, or nothing of use."""

    name, nicer = "mecenate-test", 1
    asked, found = Question, int

    def __init__(self, prepared="well"):
        self.prepared = prepared

    def prepare(self):
        go(self.prepared)

    def answer(self, match, job):
        return match.seat if job.way == "seat" else go(job.way)


class Stopping(Ways):
    """Stops its child while that starts: it is then on its way into the process."""

    child: Child

    def __getstate__(self):
        self.child.stop()
        return {}


def go(way):
    if way == "crash":
        os._exit(3)
    if way == "hang":
        time.sleep(60)
    if way == "raise":
        raise KeyError("the seventh card is the poet")
    return {"nonsense": "open jester", "nothing": None, "unheard of": object()}.get(way, os.getpid())
