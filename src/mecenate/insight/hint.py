"""What a bot would answer now, and why: by how much, and by what, it is better than the next best answer.

It rests on what the seat that is asked may know, and on nothing else.
"""

import time
from pathlib import Path

import msgspec
import numpy as np

from mecenate import bots
from mecenate.bots.play import stream
from mecenate.core.match import Match
from mecenate.core.texts import Texts
from mecenate.insight.comparing import Compared, compare, noise
from mecenate.insight.outcomes import Outcomes

SIMULATIONS = 512
DEALS, FEWEST_DEALS = 24, 4  # that answers are played on from
THINKING_S, PLAYING_S = 0.5, 0.7  # at most; a slow machine thinks less
FELT = 0.02  # a smaller difference between two chances is none to a player
SURE = 1.25  # a source is one of several that luck may have favoured, so it takes more to name it
WORDS = Texts(Path(__file__).with_name("texts"))
NOTHING = -1


class Hint(msgspec.Struct, frozen=True):
    """An answer, and the next best one to measure it by (-1 if there is none)."""

    action: int
    other: int = NOTHING
    chance: float = 0.0  # to win, after each of them
    other_chance: float = 0.0
    likelier: bool = False  # whether the first one wins more often, by more than luck
    points: float = 0.0  # more at the end than after the other, on average
    richer: bool = False  # whether that is more than luck
    sources: dict[str, float] = {}  # of them by source, where it is more than luck; keys are those of the game's `breakdown`


def hint(match: Match, seed: int = 0, simulations: int = SIMULATIONS, limited: bool = True) -> Hint:
    """The first choice of a bot. Unless a slow machine has to be `limited`, the same seed gives the same hint."""
    offered = match.legal_actions()
    if len(offered) == 1:
        return Hint(offered[0])
    bot = bots.SearchBot(f"{bots.SEARCH}{simulations}", match.game, seed, THINKING_S if limited else None)
    thought = bot.think(match)
    first, second = (answer.action for answer in thought.answers[:2])
    found, _ = compare(bot, match, thought, first, second)
    if found.difference < 0:
        first, second, found = second, first, Compared(found.second, found.first, found.noise)
    gains = _gains(match, first, second, seed, PLAYING_S if limited else None)
    totals = [float(sum(gain.values())) for gain in gains]
    mean = sum(totals) / len(totals)
    return Hint(
        first, second, found.first, found.second, found.difference >= FELT, mean, mean > noise(totals), _sure(gains)
    )  # fmt: skip


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
        told = [WORDS.say(language, "hint.points", **values)]
    elif found.likelier:
        values |= {"chance": str(round(100 * found.chance)), "other_chance": str(round(100 * found.other_chance))}
        told = [WORDS.say(language, "hint.chance", **values)]
    else:
        return WORDS.say(language, "hint.same", **values)
    if found.sources:
        source, part = next(iter(found.sources.items()))
        where = texts.find(language, f"breakdown.{source}")
        told.append(WORDS.say(language, "hint.source", source=where, part=_figure(part, language)))
    return " ".join(told)


def _figure(number: float, language: str) -> str:
    return f"{number:.1f}".replace(".", WORDS.find(language, "figures.point"))
