"""What goes with winning among bots: many games are watched, and winners compared with the others at their tables."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from mecenate.core.errors import MecenateError
from mecenate.core.factors import Choice, Count
from mecenate.core.game import Game, Value
from mecenate.lab import effects, games
from mecenate.lab.effects import Difference, Level, Worth
from mecenate.lab.intervals import Estimate
from mecenate.lab.watching import BOTS, SEATS, Sample, columns, factors_of, sample, watch

FORMAT = "mecenate lab 1"
LEAST = 20  # games from which something can be told
CAUTION = (
    "This is what goes with winning among these bots, not what makes anybody win: those who are ahead may buy more of a thing "
    "because they are ahead. Only seats, and what is dealt, are drawn by lot. Of twenty 95% intervals, one misses by chance."
)
FEW = 10  # seats: what fewer had is not told
LANGUAGE = "en"


@dataclass(frozen=True)
class CountFound:
    """What having more of a thing goes with."""

    key: str
    label: str
    result: bool  # it comes of the others
    instead: str  # what one more of it comes in place of
    compared: Difference
    worth: Worth | None  # None where nothing of its own is left when all others are equal
    levels: list[Level]


@dataclass(frozen=True)
class ChoiceFound:
    """What having certain things goes with."""

    key: str
    label: str
    options: list[Level]


@dataclass(frozen=True)
class Winning:
    format: str
    game: str
    rules_version: int
    components: str
    seats: int
    options: dict[str, Value]
    bots: list[str]
    seed: int
    games_wanted: int
    games: int
    stopped: bool
    seconds: float
    caution: str
    fair_share: float
    score: Estimate
    opening: list[ChoiceFound]
    early_label: str
    early: list[CountFound]
    early_told: float  # the share of the differences in score within a table that these tell together
    end: list[CountFound]
    end_told: float
    holdings: list[ChoiceFound]


def find_out(
    game: Game,
    names: Sequence[str],
    wanted: int,
    pool: Executor,
    seed: int = 0,
    options: dict[str, Value] | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Winning:
    """Let bots play, and compare winners with the others at their tables."""
    if wanted < LEAST:
        raise MecenateError(f"At least {LEAST} games are needed to find something out, not {wanted}.")
    chosen = games.lineup(game, names, seed, options)
    factors = factors_of(game, chosen)
    begun = time.perf_counter()
    (watched,) = games.play_many([chosen], wanted, pool, progress, watch)
    seconds = time.perf_counter() - begun
    if len(watched) < LEAST:
        raise MecenateError(f"Only {len(watched)} games were finished, too few to find something out.")
    found = sample(chosen, columns(factors), watched)
    kinds = list(dict.fromkeys(names))
    own = [_choice(SEATS, "Seat in turn order", games.ORDINALS, found)]
    if len(kinds) > 1:
        own.append(_choice(BOTS, "Bot", kinds, found))
    early, early_told = _counts(game, factors.early, found, len(kinds))
    end, end_told = _counts(game, factors.end, found, len(kinds))
    return Winning(
        FORMAT, game.key, game.rules_version, game.components_of(chosen.options), len(names), chosen.options, list(names), seed,
        wanted, len(watched), len(watched) < wanted, seconds, CAUTION, 1 / len(names),
        effects.estimate(*effects.ratio(found.scores.mean(1), np.ones(len(watched)), found.deals)),
        own + [_holding(game, one, found) for one in factors.opening],
        factors.early_label, early, early_told, end, end_told, [_holding(game, one, found) for one in factors.holdings],
    )  # fmt: skip


def _counts(game: Game, factors: Sequence[Count], found: Sample, kinds: int) -> tuple[list[CountFound], float]:
    """Each number for itself, and each with all others equal: with the same bot in the same seat."""
    own = [found.values[SEATS] == 1 << seat for seat in range(1, found.seats)]
    own += [found.values[BOTS] == 1 << kind for kind in range(1, kinds)]

    def worths(parts: Sequence[Count]) -> tuple[dict[str, Worth | None], float]:
        values = np.stack([found.values[one.key] for one in parts], 2)
        instead = [one.instead for one in parts]
        worth, told = effects.worth(values, instead, np.stack(own, 2), found.wins, found.scores, found.deals)
        return dict(zip([one.key for one in parts], worth, strict=True)), told

    parts = [one for one in factors if not one.whole]
    with_results, told = worths(parts)
    worth_of = with_results | worths([one for one in parts if not one.result])[0]
    all_of_them = [
        CountFound(
            one.key,
            one.label.format(name=_name(game, *one.name)) if one.name else one.label,
            one.result,
            one.instead,
            effects.difference(found.values[one.key], found.wins, found.deals),
            worth_of.get(one.key),
            effects.levels(found.values[one.key], found.wins, found.scores, found.deals),
        )
        for one in factors
        if np.ptp(found.values[one.key])
    ]
    return all_of_them, told


def _holding(game: Game, choice: Choice, found: Sample) -> ChoiceFound:
    words = [_name(game, choice.things, n) for n in range(len(game.things[choice.things]))]
    one = _choice(choice.key, choice.label, words, found)
    one.options.sort(key=lambda option: -option.win_share.value)
    return one


def _choice(key: str, label: str, words: Sequence[str], found: Sample) -> ChoiceFound:
    options = []
    for n, word in enumerate(words):
        chosen = (found.values[key].astype(np.int64) >> n) & 1 == 1
        if chosen.sum() >= FEW:
            told = effects.among(chosen, found.wins, found.scores, found.deals)
            options.append(Level(n, n, word, int(chosen.sum()), *told))
    return ChoiceFound(key, label, options)


def _name(game: Game, things: str, number: int) -> str:
    return game.texts.find(LANGUAGE, f"names.{game.things[things][number]}")


def all_choices(found: Winning) -> Iterator[ChoiceFound]:
    yield from (one for one in [*found.opening, *found.holdings] if one.options)
