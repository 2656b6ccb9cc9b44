"""Hints, and analyses of games that are over. All of it is thought in one process that nobody else needs.

A hint goes before the next decision of an analysis. An analysis is kept in memory, not stored: it follows from the log and
can be made again at any time, and a better bot makes a better one. What goes wrong here is told to who asked; no table
ever waits for it.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mecenate.bots import can_search
from mecenate.bots.levels import SECONDS
from mecenate.core.game import Game
from mecenate.core.match import Match
from mecenate.insight.analysis import SIMULATIONS, Asked, Decision, asked
from mecenate.insight.hint import Hint
from mecenate.server import readiness
from mecenate.server.child import Child, Failed
from mecenate.server.fold import Fold
from mecenate.server.line import dealt
from mecenate.server.opponents import blind
from mecenate.server.pondering import Found, Job, Ponder, Pondering, ponder
from mecenate.server.refused import Refused
from mecenate.server.setup import game_of

logger = logging.getLogger("mecenate.insights")

ANSWER_S = 15.0  # for one answer; a decision takes a second or two on a slow machine, a hint a few
LONGEST_S = 3.0  # that a search for a hint may take: twice that and as much again to compare fits into the time for an answer
FIRST_S = 15.0  # more for the first of a game, which has to be loaded
WAITING_S = 10.0  # for a hint, until it is its turn
KEPT = 100  # analyses in memory, of some 200 kB each
TRIES = 3  # for a decision of an analysis, with others between them; what was too slow once need not be so again
MOST_GAMES, MOST_HINTS = 8, 8  # that wait at the same time
HINTS_KEPT = 200


class Busy(Refused):
    """Too many want to know something at the same time."""

    status = 503

    def __init__(self) -> None:
        super().__init__("insight-busy")


class NoInsight(Refused):
    """The process that thinks gave no answer."""

    status = 503

    def __init__(self) -> None:
        super().__init__("insight-failed")


class NotReady(Refused):
    """The game is not compiled as far as it takes to think about it."""

    status = 503

    def __init__(self, game: str) -> None:
        seconds = readiness.outlook(game).seconds
        super().__init__("insight-preparing" if seconds else "insight-unprepared", seconds=round(seconds or 0))


@dataclass(eq=False)
class Analysis:
    """As far as it has come: the decisions in the order in which they were made. What is there stays, whatever fails later."""

    left: deque[Asked]
    total: int
    decisions: list[Decision] = field(default_factory=list)
    tries: int = 0  # of the next decision that came to nothing
    failed: bool = False  # it rests until somebody asks again

    @property
    def done(self) -> bool:
        return len(self.decisions) == self.total


@dataclass(eq=False)
class Wish:
    """A hint that somebody waits for."""

    job: Job
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    found: asyncio.Future[Found] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Insights:
    def __init__(self, answer: Ponder = ponder, searches: Callable[[Game], bool] = can_search, *, seconds: float = SECONDS):
        self._searches = searches
        self._seconds = min(seconds, LONGEST_S)
        self._child = Child(Pondering(answer))
        self._known: set[str] = set()  # games that the process has answered for
        self._analyses: OrderedDict[str, Analysis] = OrderedDict()
        self._games: deque[Analysis] = deque()  # whose turn it is next
        self._wishes: deque[Wish] = deque()  # for hints
        self._hints: OrderedDict[tuple[str, int], Hint] = OrderedDict()
        self._running: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        self._child.stop()
        if self._running:
            await asyncio.gather(self._running, return_exceptions=True)
        await asyncio.to_thread(self._child.end)

    def _check(self, table: Fold) -> None:
        if not self._searches(game_of(table.setup)):
            raise NotReady(table.setup.game)

    # Hints

    async def hint(self, table: Fold) -> Hint:
        """For the seat that is asked. Before it leaves the server's memory, all that this seat can't know is dealt anew."""
        key = (table.key, table.line_seq)
        if key not in self._hints:
            self._check(table)
            match = blind(table.match)
            self._hints[key] = await self._wished(_job(match, table.position, table.position, seconds=self._seconds))
            while len(self._hints) > HINTS_KEPT:
                self._hints.popitem(last=False)
        return self._hints[key]

    async def _wished(self, job: Job) -> Hint:
        if len(self._wishes) >= MOST_HINTS:
            raise Busy
        wish = Wish(job)
        self._wishes.append(wish)
        self._go()
        try:
            async with asyncio.timeout(WAITING_S):
                await wish.begun.wait()
            found = await wish.found
        except TimeoutError:
            raise Busy from None
        except Failed as failed:
            logger.warning("no hint at %s: %s", job.game, failed)
            raise NoInsight from None
        finally:
            if wish in self._wishes:
                self._wishes.remove(wish)
        assert found.hint is not None
        return found.hint

    # Analyses

    def known(self, key: str) -> Analysis | None:
        """An analysis that is there or being made."""
        found = self._analyses.get(key)
        if found is not None and found.failed:  # who asks is told, and it goes on from where it is
            found.failed, found.tries = False, 0
            self._games.append(found)
            self._go()
            raise NoInsight
        return found

    async def analysis(self, table: Fold) -> Analysis:
        """That of a table which is over; it is begun where there is none yet."""
        if not table.over or table.line is None:
            raise Refused("not-over")
        found = self.known(table.key)
        if found is None:
            self._check(table)
            if len(self._games) >= MOST_GAMES:
                raise Busy
            line, setup = table.line, table.setup
            questions = await asyncio.to_thread(lambda: list(asked(dealt(setup), line.actions)))
            if table.key not in self._analyses:  # else somebody else has asked meanwhile
                self._begin(table.key, questions)
            found = self._analyses[table.key]
        self._analyses.move_to_end(table.key)
        return found

    def _begin(self, key: str, questions: list[Asked]) -> None:
        found = self._analyses[key] = Analysis(deque(questions), len(questions))
        if not found.done:
            self._games.append(found)
            self._go()
        ended = [key for key, one in self._analyses.items() if one.done or one.failed]
        for old in ended[: max(0, len(self._analyses) - KEPT)]:
            del self._analyses[old]

    # The work

    def _go(self) -> None:
        if not self._child.stopped and (self._running is None or self._running.done()):
            self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Until there is nothing to do: hints first, and of several games one decision each in turn."""
        while self._wishes or (self._games and not self._child.stopped):
            if self._wishes:
                await self._grant(self._wishes.popleft())
                continue
            game = self._games.popleft()
            await self._next(game)
            if not game.done and not game.failed:
                self._games.append(game)

    async def _grant(self, wish: Wish) -> None:
        wish.begun.set()
        try:
            found = await self._asked(wish.job)
            if not wish.found.cancelled():
                wish.found.set_result(found)
        except Failed as failed:
            if not wish.found.cancelled():
                wish.found.set_exception(failed)

    async def _next(self, game: Analysis) -> None:
        one = game.left[0]
        job = _job(one.match, one.position, 0, played=one.played, simulations=SIMULATIONS)
        try:
            found = await self._asked(job)
            assert found.decision is not None
            game.decisions.append(found.decision)
            game.left.popleft()
            game.tries = 0
        except Failed as failed:
            game.tries += 1
            game.failed = game.tries == TRIES
            done = len(game.decisions)
            logger.warning("an analysis at %s failed after %d of %d decisions: %s", job.game, done, game.total, failed)

    async def _asked(self, job: Job) -> Found:
        for attempt in (1, 2):
            try:
                return await asyncio.to_thread(self._ask, job)
            except Failed as failed:
                if failed.why != "crash" or attempt == 2 or self._child.stopped:  # it may not have been this question's fault
                    raise
            except Exception as error:  # whatever it is, the next question gets its turn
                raise Failed("error", type(error).__name__) from None
        raise AssertionError

    def _ask(self, job: Job) -> Found:
        if not self._child.alive:
            self._child.start()
            self._known.clear()
        try:
            return self._child.ask(job, ANSWER_S + (0 if job.game in self._known else FIRST_S))
        finally:
            self._known.add(job.game)


def _job(match: Match, position: int, seed: int, **wanted: Any) -> Job:
    return Job(match.game.key, match.seats, match.options, match.rows.tobytes(), seed, position, **wanted)


def words(table: Fold, names: list[str], decisions: list[Decision], language: str) -> Mapping[int, tuple[str, str]]:
    """What was played and what the bot prefers, in words and by position, where the two are not the same."""
    assert table.line is not None
    wanted = {one.position: one for one in decisions if not one.agrees}
    match, found = dealt(table.setup, names), {}
    for position, action in enumerate(table.line.actions):
        if position in wanted:
            found[position] = match.sentence(action, language), match.sentence(wanted[position].preferred, language)
        match.game.step(match.rows, 0, action)
    return found
