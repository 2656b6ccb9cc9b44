"""Compiling behind whatever else goes on: what is wanted, in which order, how far it is and how long it will take."""

import atexit
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mecenate.core import native
from mecenate.core.compiling import Compiler, Interrupted, Job, Progress
from mecenate.core.errors import MecenateError
from mecenate.core.machine import cores

DELAY_S = 1.0  # before compiling what nobody waits for: a program that ends at once has no use for it
LEAST_S = 1.0  # that it takes as long as it is not over
TURN_S = 0.2


@dataclass(eq=False)
class Work:
    """A job, and how far it is."""

    job: Job
    soon: bool
    rules_first: bool = False
    size: float = 0.0  # how many functions it has, once that is known
    done: float = 0.0
    began: float = 0.0  # when its process started; 0 before
    told: float = 0.0  # when it last said how far it is
    ended: bool = False
    compiler: Compiler | None = None

    @property
    def whole_s(self) -> float | None:
        """How long it takes in all, as far as one can say."""
        return (self.told - self.began) / self.done if self.done else None


@dataclass(frozen=True)
class Outlook:
    """How far compiling is: which part of all that was wanted is done, and the seconds that are left, if one can say."""

    done: float
    seconds: float | None
    units: tuple[str, ...]  # that are still being compiled

    @property
    def words(self) -> str:
        if not self.units:
            return "compiled"
        return f"compiling: {self.done:.0%}" + ("" if self.seconds is None else f", about {round(self.seconds)} s left")


class Background:
    """Does jobs in the background, on as many cores as there are; one that somebody waits for gets more than its share.

    `take` gets machine code as soon as there is some, `give_up` hears what went wrong; both are called in another thread.
    """

    def __init__(
        self,
        take: Callable[[native.Description, bytes], None],
        give_up: Callable[[str, MecenateError], None],
    ):
        self._take, self._give_up = take, give_up
        self._works: list[Work] = []
        self._changed = threading.Condition()
        self._stopped = False

    def want(self, job: Job, soon: bool = False, whole: bool = False) -> Work | None:
        """Have a job done: at once if somebody waits for it (`soon`), else in a moment, one after the other.

        Whoever waits gets the rules before the rest, unless nothing but the whole will do.
        """
        with self._changed:
            if self._stopped:
                return None
            same = [one for one in self._works if not one.ended and (one.job.unit, one.job.targets) == (job.unit, job.targets)]
            work = next((one for one in same if one.job.complete or not job.complete or not one.began), None)
            if work is None:
                if not self._works:
                    atexit.register(self.stop)
                work = Work(job, soon)
                self._works.append(work)
            if job.complete:
                work.job = job
            if soon:
                work.soon = True
                work.rules_first |= not whole
                if work.compiler and work.rules_first:
                    work.compiler.rules_first()
            timer = threading.Timer(0 if soon or any(one.began for one in self._works) else DELAY_S, self._start)
            timer.daemon = True
            timer.start()
            return work

    def finish(self, jobs: Sequence[Job], progress: Progress) -> None:
        """Do some jobs now and wait for them. Ctrl-C ends them."""
        works = [work for job in jobs if (work := self.want(job, soon=True, whole=True))]
        try:
            while not all(work.ended for work in works):
                with self._changed:
                    self._changed.wait(TURN_S)
                for work in works:
                    progress(work.job.unit, work.done)
        except BaseException:
            self._end(works)
            raise

    def outlook(self, *units: str) -> Outlook:
        """How far everything is, or some units."""
        with self._changed:
            works = [one for one in self._works if not units or one.job.unit in units]
            left = [one for one in works if not one.ended]
            if not left:
                return Outlook(1.0, None, ())
            known = [one for one in self._works if one.size]
            usual = sum(one.size for one in known) / len(known) if known else 1.0
            sizes = {one: one.size or usual for one in works}
            done = sum(size * (1.0 if one.ended else one.done) for one, size in sizes.items()) / sum(sizes.values())
            return Outlook(done, _seconds(left, self._works), tuple(dict.fromkeys(one.job.unit for one in left)))

    def stop(self) -> None:
        """For good: whoever compiles is ended."""
        self._stopped = True
        self._end(self._works)

    def _end(self, works: Iterable[Work]) -> None:
        with self._changed:
            ending = [one for one in works if not one.ended]
            for one in ending:
                one.ended = True
        for one in ending:
            if one.compiler:
                one.compiler.end()

    def _start(self) -> None:
        with self._changed:
            waiting = sorted((one for one in self._works if not one.ended and not one.began), key=lambda one: not one.soon)
            running = sum(bool(one.began) and not one.ended for one in self._works)
            urgent = sum(bool(one.began) and one.soon and not one.ended for one in self._works)
            for work in waiting:
                if running < cores() or (work.soon and urgent < cores()):
                    running, urgent = running + 1, urgent + work.soon
                    work.began = work.told = time.monotonic()
                    threading.Thread(target=self._do, args=(work,), name="compiling", daemon=True).start()

    def _do(self, work: Work) -> None:
        def said(word: str, number: float) -> None:
            with self._changed:
                if word == "size":
                    work.size = number
                else:
                    work.done, work.told = number, time.monotonic()
                    self._changed.notify_all()

        try:
            work.compiler = Compiler(work.job, gently=not work.soon)
            if work.rules_first:
                work.compiler.rules_first()
            if not work.ended:
                work.compiler.finish(self._take, said)
            work.compiler.end()
        except Interrupted:
            pass  # whoever it belongs to decides what that means
        except Exception as error:
            if not work.ended:
                failed = error if isinstance(error, MecenateError) else MecenateError(f"{type(error).__name__}: {error}")
                self._give_up(work.job.unit, failed)
        finally:
            with self._changed:
                work.ended = True
                self._changed.notify_all()
            self._start()


def _seconds(left: Sequence[Work], everything: Sequence[Work]) -> float | None:
    """How long some jobs still take, when each begun one has a core and the others wait for one."""
    known = [one for one in everything if one.whole_s]
    large = [one for one in known if one.size >= max(other.size for other in known) / 2]
    if not large:
        return None
    usual = sum(one.whole_s or 0 for one in large) / len(large)
    now = time.monotonic()
    rest = {
        one: max(0.0, (one.whole_s or usual) - (now - one.began)) if one.began else usual for one in everything if not one.ended
    }
    longest = max(rest[one] for one in left)
    if all(one.began for one in left):
        return max(LEAST_S, longest)
    return max(LEAST_S, longest, sum(rest.values()) / min(cores(), len(rest)))
