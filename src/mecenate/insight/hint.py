"""What a Master would answer now, and why: by how much, and by what, it is better than the next best answer.

It rests on what the seat that is asked may know, and on nothing else. Two searches are asked, and what is told is what both
of them find.
"""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from mecenate import bots
from mecenate.bots.levels import SECONDS, STRONGEST
from mecenate.bots.play import stream
from mecenate.bots.thinking import Thought
from mecenate.core.match import Match
from mecenate.core.texts import Texts
from mecenate.insight.comparing import Compared, compare, noise
from mecenate.insight.outcomes import Outcomes

SEARCHES = 2
LOOKED = 1024  # simulations by which two answers are compared, at most; on a slow machine a part of those that there were
DEALS, FEWEST_DEALS = 24, 4  # that answers are played on from
PLAYING_S = 0.7  # at most
FELT = 0.02  # a smaller difference between two chances is none to a player, and a smaller chance hardly one to win
SURE = 1.25  # a source is one of several that luck may have favoured, so it takes more to name it
WORDS = Texts(Path(__file__).with_name("texts"))
NOTHING = -1


class Hint(msgspec.Struct, frozen=True):
    """An answer, and the next best one to measure it by (-1 if there is none)."""

    action: int
    other: int = NOTHING
    chance: float = 0.0  # to win, after each of them
    other_chance: float = 0.0
    close: bool = False  # the searches do not agree which of the two is better
    likelier: bool = False  # whether the first one wins more often, by more than luck
    points: float = 0.0  # more at the end than after the other, on average
    richer: bool = False  # whether that is more than luck
    sources: dict[str, float] = {}  # of them by source, where it is more than luck; keys are those of the game's `breakdown`


def hint(match: Match, seed: int = 0, simulations: int | None = None, seconds: float | None = SECONDS) -> Hint:
    """The first choice of a Master who has so many seconds for each search, or of so many simulations.

    Without a limit of seconds the same seed gives the same hint.
    """
    offered = match.legal_actions()
    if len(offered) == 1:
        return Hint(offered[0])
    name = STRONGEST if simulations is None else f"{bots.SEARCH}{simulations}"
    searches = [
        bots.SearchBot(name, match.game, int(stream(np.uint64(seed), k)), seconds) for k in range(SEARCHES)
    ]  # fmt: skip
    thoughts = [one.think(match, whole=False) for one in searches]
    first, second = _candidates(thoughts)
    found = [
        compare(one, match, thought, first, second, min(LOOKED, thought.simulations // 2))
        for one, thought in zip(searches, thoughts, strict=True)
    ]
    chances, points = [chance for chance, _ in found], [points for _, points in found]
    one_mind = len({thought.action for thought in thoughts}) == 1
    lost = all(max(one.first, one.second) < FELT for one in chances)
    if (_agreed(points) if lost else _agreed(chances)) < 0:
        first, second = second, first
        chances, points = [one.turned() for one in chances], [one.turned() for one in points]
    likelier = one_mind and not lost and _agreed(chances) >= FELT
    richer = (one_mind or lost) and _agreed(points) > 0
    sources = _sources(match, first, second, seed, None if seconds is None else PLAYING_S) if richer else {}
    close = not (one_mind or lost)
    mean = [sum(side) / SEARCHES for side in zip(*((one.first, one.second) for one in chances), strict=True)]
    more = sum(one.first - one.second for one in points) / SEARCHES
    return Hint(first, second, mean[0], mean[1], close, likelier, more, richer, sources)


def _candidates(thoughts: Sequence[Thought]) -> tuple[int, int]:
    """The answers that the searches like best: where they choose differently, these; else the choice and what comes next."""
    visits = Counter[int]()
    for thought in thoughts:
        visits.update({answer.action: answer.simulations for answer in thought.answers})
    chosen = {thought.action for thought in thoughts}
    first, second, *_ = sorted(visits, key=lambda action: (action not in chosen, -visits[action], action))
    return first, second


def _agreed(found: Sequence[Compared]) -> float:
    """By how much the first answer is better or worse, if every search says so and none by luck; else 0."""
    differences = [one.difference for one in found]
    alike = min(differences) > 0 or max(differences) < 0
    return sum(differences) / len(differences) if alike else 0.0


def _sources(match: Match, first: int, second: int, seed: int, seconds: float | None) -> dict[str, float]:
    """What brings more points after the first answer, if games that are played on say so as well."""
    gains = _gains(match, first, second, seed, seconds)
    totals = [float(sum(gain.values())) for gain in gains]
    return _sure(gains) if sum(totals) / len(totals) > noise(totals) else {}


def _sure(gains: list[dict[str, int]]) -> dict[str, float]:
    """The sources that bring more, the best first."""
    found = {}
    for name in {name for gain in gains for name in gain}:
        each = [float(gain.get(name, 0)) for gain in gains]
        mean = sum(each) / len(each)
        if mean > SURE * noise(each):
            found[name] = mean
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def _gains(match: Match, first: int, second: int, seed: int, seconds: float | None) -> list[dict[str, int]]:
    """What one answer brings more than another in games that are played on from the same deals, by source."""
    until = None if seconds is None else time.monotonic() + seconds
    outcomes, found = Outcomes(match), []
    for deal in range(DEALS):
        if until is not None and deal >= FEWEST_DEALS and time.monotonic() > until:
            break
        one, other = outcomes.after((first, second), stream(np.uint64(seed), deal))
        found.append({name: one.get(name, 0) - other.get(name, 0) for name in {*one, *other}})
    return found


def reason(match: Match, found: Hint, language: str) -> str:
    """Why, in the words of the game."""
    if found.other == NOTHING:
        return WORDS.find(language, "hint.only")
    texts, values = match.game.texts, {"other": match.sentence(found.other, language)}
    if found.richer:
        values["points"] = texts.say(language, "score.total", n=_figure(found.points, language))
    if found.likelier:
        values |= {"chance": str(round(100 * found.chance)), "other_chance": str(round(100 * found.other_chance))}
        told = ["chance", "more"] if found.richer else ["chance"]
    else:
        told = ["points" if found.richer else "close" if found.close else "same"]
    said = [WORDS.say(language, f"hint.{key}", **values) for key in told]
    if found.sources:
        source, part = next(iter(found.sources.items()))
        where = texts.find(language, f"breakdown.{source}")
        said.append(WORDS.say(language, "hint.source", source=where, part=_figure(part, language)))
    return " ".join(said)


def _figure(number: float, language: str) -> str:
    return f"{number:.1f}".replace(".", WORDS.find(language, "figures.point"))
