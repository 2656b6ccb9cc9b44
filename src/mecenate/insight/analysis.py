"""How a game went: at each decision what every seat could hope for, what the bot prefers, and what the move played cost.

Everything is seen by the seat that decides. What it could not know is dealt anew in every simulation, so a move is never
called bad because of a card that nobody could see.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass

import msgspec
import numpy as np

from mecenate import bots
from mecenate.bots.judging import judged
from mecenate.bots.play import stream
from mecenate.core.errors import MecenateError, Refusal
from mecenate.core.game import Game
from mecenate.core.match import SEED_LIMIT, Match
from mecenate.insight.comparing import Compared, compare, together

FORMAT = "mecenate analysis 1"
SIMULATIONS = 256
FEWEST = 16
FELT = 0.01  # a smaller difference between two chances is none to a player
OPINIONS = 4  # of further searches on a move that seems to cost something


@dataclass(frozen=True)
class Asked:
    """A question that was asked in a game, with a choice of answers: the match there, and the answer that was given."""

    position: int  # how many moves were made before
    match: Match
    played: int


class Decision(msgspec.Struct, frozen=True):
    """What the bot thinks of an answer. Chances and scores are those of every seat before it."""

    position: int
    seat: int
    chances: list[float]
    scores: list[float]
    played: int
    preferred: int
    played_chance: float  # of the seat that decides
    preferred_chance: float
    cost: float  # what the preferred answer promises more; 0 where that is next to nothing, or may well be luck

    @property
    def agrees(self) -> bool:
        return self.played == self.preferred


def asked(start: Match, actions: Iterable[int]) -> Iterator[Asked]:
    """The decisions of a game. Plays the match on."""
    for position, action in enumerate(actions):
        if len(start.legal_actions()) > 1:
            yield Asked(position, start.copy(), action)
        start.game.step(start.rows, 0, action)


def asked_in(match: Match) -> list[Asked]:
    """The decisions of a match from its first move on; it stays as it is."""
    start = Match(match.game, match.seats, match.seed, match.options, match.names)
    return list(asked(start, [move.action for move in match.moves]))


def check(game: Game, simulations: int, seed: int) -> None:
    """Refuse an analysis that can't be made."""
    if not judged(game):
        raise MecenateError(f"No bot can judge positions of {game.title} yet.")
    if not FEWEST <= simulations <= bots.MOST:
        raise MecenateError(f"{simulations} simulations are not possible; choose {FEWEST} to {bots.MOST}.")
    if not 0 <= seed < SEED_LIMIT:
        raise Refusal("bad-seed", most=SEED_LIMIT - 1, seed=seed)


def decide(match: Match, position: int, played: int, simulations: int = SIMULATIONS, seed: int = 0) -> Decision:
    """Think about one decision. The same seed finds the same again, in whatever order and wherever decisions are looked at."""
    bot = bots.SearchBot(f"{bots.SEARCH}{simulations}", match.game, int(stream(np.uint64(seed), position)))
    thought = bot.think(match)
    preferred, best = thought.action, thought.answers[0].chance
    played_chance, cost = best, 0.0
    if preferred != played:
        found, _ = compare(bot, match, thought, preferred, played)
        if found.difference > FELT:
            found = _asked_again(bot, match, preferred, played)
            cost = found.difference if found.difference > FELT else 0.0
        best, played_chance = found.first, found.second
        if found.difference < 0:  # a closer look likes it better than what the bot would have done
            preferred, best = played, played_chance
    return Decision(
        position, int(match.state.asked), thought.chances, thought.scores, played, preferred, played_chance, best, cost
    )  # fmt: skip


def _asked_again(bot: bots.SearchBot, match: Match, preferred: int, played: int) -> Compared:
    """What further searches make of two answers. The one that made a move look dear can't speak for it again: of hundreds of
    decisions some are far off by luck alone, and those would cost most."""
    return together([compare(bot, match, bot.think(match), preferred, played)[0] for _ in range(OPINIONS)])


def analyse(
    questions: Iterable[Asked], pool: Executor, simulations: int = SIMULATIONS, seed: int = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Decision]:  # fmt: skip
    """Think about all these decisions, several at once; `progress` is told how many were done now.

    Ctrl-C ends it early, with those that were thought about.
    """
    work: list[Future[Decision]] = [
        pool.submit(decide, one.match, one.position, one.played, simulations, seed) for one in questions
    ]
    try:
        for future in as_completed(work):
            future.result()
            progress(1)
    except KeyboardInterrupt:
        for future in work:
            future.cancel()  # those that have begun go on to their end
        if all(future.cancelled() for future in work):
            raise
    except BaseException:
        for future in work:
            future.cancel()
        raise
    return [future.result() for future in work if not future.cancelled()]


def costly(decisions: Iterable[Decision], seat: int | None = None) -> list[Decision]:
    """The decisions that cost something, the dearest first; of all seats or of one."""
    found = [one for one in decisions if one.cost > 0 and seat in (None, one.seat)]
    return sorted(found, key=lambda one: (-one.cost, one.position))


def given_away(decisions: Iterable[Decision], seats: int) -> list[float]:
    """What the moves of each seat cost in all."""
    found = [0.0] * seats
    for one in decisions:
        found[one.seat] += one.cost
    return found


class Outlook(msgspec.Struct, frozen=True):
    """What every seat could hope for before a move."""

    chances: list[float]
    scores: list[float]


def outlooks(decisions: Iterable[Decision]) -> list[Outlook]:
    """The chances and scores to draw, one for each decision.

    Each seat knows other things and judges for itself, so what one seat thought after the other jumps to and fro. What is
    drawn is the mean of what each of them thought last.
    """
    last: dict[int, Decision] = {}
    found = []
    for one in decisions:
        last[one.seat] = one
        chances = zip(*(other.chances for other in last.values()), strict=True)
        scores = zip(*(other.scores for other in last.values()), strict=True)
        found.append(Outlook([sum(each) / len(last) for each in chances], [sum(each) / len(last) for each in scores]))
    return found
