"""Compiling in the background: the order of jobs, how far they are, and what is left when one is ended."""

import threading
import time

import pytest

from mecenate.core import background
from mecenate.core.background import Background
from mecenate.core.compiling import Job
from mecenate.core.errors import MecenateError

SOON_S = 20.0


class Slow:
    """A compiler that does what the test says, when the test says so."""

    made: list["Slow"]

    def __init__(self, job, gently=False):
        self.job, self.gently = job, gently
        self.steps, self.ended, self.rules = threading.Semaphore(0), False, 0
        self.error = ""
        Slow.made.append(self)

    def rules_first(self):
        self.rules += 1

    def finish(self, take, said):
        said("size", 100)
        for done in (0.25, 0.5, 1.0):
            self.steps.acquire()
            if self.ended or self.error:
                raise MecenateError(self.error or "ended")
            said("done", done)
        take(self.job, b"code")

    def end(self):
        self.ended = True
        self.steps.release(3)


@pytest.fixture
def queue(monkeypatch):
    Slow.made = []
    monkeypatch.setattr(background, "Compiler", Slow)
    monkeypatch.setattr(background, "cores", lambda: 2)
    monkeypatch.setattr(background, "DELAY_S", 0.0)
    taken, failed = [], []
    made = Background(lambda job, _: taken.append(job.unit), lambda unit, error: failed.append((unit, str(error))))
    yield made, taken, failed
    made.stop()


def wait(true):
    until = time.monotonic() + SOON_S
    while not true():
        assert time.monotonic() < until
        time.sleep(0.005)


def names():
    return [one.job.unit for one in Slow.made]


def test_as_many_at_once_as_there_are_cores_and_what_is_played_comes_first(queue):
    made, taken, _ = queue
    for unit in "abcd":
        made.want(Job(unit, True))
    wait(lambda: len(Slow.made) == 2)
    assert names() == ["a", "b"] and all(one.gently for one in Slow.made)
    made.want(Job("d", True), soon=True)
    wait(lambda: len(Slow.made) == 3)
    assert names() == ["a", "b", "d"] and not Slow.made[2].gently and Slow.made[2].rules == 1
    for one in Slow.made:
        one.steps.release(3)
    wait(lambda: len(Slow.made) == 4)
    Slow.made[3].steps.release(3)
    wait(lambda: not made.outlook().units)
    assert sorted(taken) == ["a", "b", "c", "d"]


def test_a_job_that_goes_on_is_not_begun_again_but_makes_the_rules_first(queue):
    made, _, _ = queue
    made.want(Job("a", True))
    wait(lambda: Slow.made)
    made.want(Job("a", False), soon=True)
    made.want(Job("a", True))
    assert len(Slow.made) == 1 and Slow.made[0].rules == 1


def test_it_says_how_far_it_is(queue):
    made, _, _ = queue
    for unit in "abc":
        made.want(Job(unit, True))
    wait(lambda: len(Slow.made) == 2)
    assert made.outlook().seconds is None
    Slow.made[0].steps.release()
    wait(lambda: made.outlook().done > 0)
    now = made.outlook()
    assert now.done == pytest.approx(0.25 / 3) and now.units == ("a", "b", "c")
    assert now.seconds is not None and now.seconds >= background.LEAST_S
    assert "about" in now.words
    for _ in range(3):
        for one in Slow.made:
            one.steps.release(3)
        time.sleep(0.05)
    wait(lambda: made.outlook().units == ())
    assert made.outlook().done == 1.0 and made.outlook().words == "compiled"


def test_what_fails_is_told_and_the_rest_goes_on(queue):
    made, taken, failed = queue
    made.want(Job("a", True))
    made.want(Job("b", True))
    wait(lambda: len(Slow.made) == 2)
    Slow.made[0].error = "out of memory"
    for one in Slow.made:
        one.steps.release(3)
    wait(lambda: not made.outlook().units)
    assert failed == [("a", "out of memory")] and taken == ["b"]


def test_whoever_waits_is_interrupted_and_nothing_goes_on(queue):
    made, taken, failed = queue

    def progress(unit, done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made.finish([Job("a", True)], progress)
    wait(lambda: not Slow.made or Slow.made[0].ended)
    assert not made.outlook().units and taken == failed == []


def test_after_its_end_nothing_is_begun(queue):
    made, _, failed = queue
    made.want(Job("a", True))
    wait(lambda: Slow.made)
    made.stop()
    made.want(Job("b", True))
    assert names() == ["a"] and Slow.made[0].ended and failed == []
