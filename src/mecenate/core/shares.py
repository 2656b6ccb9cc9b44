"""Nothing appears or vanishes: what players have is missing from the supply. The reckoning that positions share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario
from mecenate.core.reading import Where


@dataclass(frozen=True)
class Share:
    """How many of something are in one place, and where that was written (nowhere, if it is so from the start)."""

    place: str
    number: int
    where: Where


def left(what: str, exist: int, shares: Sequence[Share]) -> int:
    """How many remain in the supply."""
    taken = sum(share.number for share in shares)
    if taken > exist:
        where = [share.where for share in shares if share.number and share.where][-1]
        raise BadScenario(f"{what}: there are {taken} ({told(shares)}), but the game has only {exist}.", where)
    return exist - taken


def told(shares: Sequence[Share]) -> str:
    return ", ".join(f"{share.place} {share.number}" for share in shares if share.number) or "nobody has any"


def supply(
    given: Mapping[str, Any],
    word: str,
    things: str,
    kinds: Sequence[str],
    exist: Sequence[int],
    shares: Sequence[Sequence[Share]],
) -> list[int]:
    """What is left of each kind. It follows from what the players have, so where it is written, it must be right."""
    named = reading.mapping(given.get(word, {}), kinds, (word,), f"The {word}")
    found = []
    for kind, number, parts in zip(kinds, exist, shares, strict=True):
        rest = left(f"{kind} {things}", number, parts)
        if kind in named and reading.number(named[kind], (word, kind), f"{kind} {things}") != rest:
            raise BadScenario(
                f"{kind} {things}: the game has {number} ({told(parts)}), so {rest} are left, not {named[kind]}.", (word, kind)
            )
        found.append(rest)
    return found
