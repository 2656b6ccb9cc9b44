"""What may go with winning The Princes of Florence."""

import numpy as np

from mecenate.core.factors import Choice, Count, Factors, Read
from mecenate.core.story import B, Story, bits
from mecenate.games.princes import events
from mecenate.games.princes.components import CHARACTERS
from mecenate.games.princes.objects import TILE
from mecenate.games.princes.state import (
    BONUS_CARD,
    BUILDER,
    COURTIERS,
    FOREST,
    JESTER,
    LAKE,
    PARK,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUITING,
    SHARED,
)

EARLY = 3  # rounds
BUILDING_PIECES, LANDSCAPE_PIECES = range(TILE), range(TILE, TILE + 3)
WITH_CHARACTERS, WITH_COOPERATION = ("characters", True), ("cooperation", True)


def professions(story: Story) -> np.ndarray:
    """Those that were kept of the first ones."""
    return story.start.seats["hand"][: story.seats].astype(np.int64) & ~story.first(events.DISCARDED)


def bought(stack: int) -> Read:
    return lambda story: story.count(events.WON, events.TOOK, a=[stack])


def early(*kinds: int, a: range | list[int] | None = None) -> Read:
    """Counted up to the end of an early round."""
    return lambda story: story.count(*kinds, a=a, until=story.when(events.ROUND, EARLY + 1))


def landscape(kind: int) -> Read:
    return lambda story: story.each("landscapes")[:, kind]


def hired(character: int) -> Count:
    return Count(
        CHARACTERS[character], "Times with the {name}", lambda story: story.count(events.HIRED, a=[character]),
        ("character", character), WITH_CHARACTERS,
    )  # fmt: skip


FACTORS = Factors(
    opening=(
        Choice("professions", "Professions kept at the start", "profession", professions),
        Choice("first_purchase", "First purchase", "object", lambda story: story.first(events.WON, events.TOOK)),
    ),
    early_label=f"By the end of round {EARLY}",
    early=(
        Count("early_jesters", "Jesters", early(events.WON, events.TOOK, a=[JESTER]), instead="purchase"),
        Count("early_builders", "Builders", early(events.WON, events.TOOK, a=[BUILDER]), instead="purchase"),
        Count("early_recruiting", "Recruiting cards", early(events.WON, events.TOOK, a=[RECRUITING]), instead="purchase"),
        Count("early_prestige_cards", "Prestige cards", early(events.WON, events.TOOK, a=[PRESTIGE_CARD]), instead="purchase"),
        Count("early_landscapes", "Landscapes", early(events.LAID, a=LANDSCAPE_PIECES), instead="purchase"),
        Count("early_buildings", "Buildings", early(events.LAID, a=BUILDING_PIECES)),
        Count("early_freedoms", "Freedoms", early(events.INTRODUCED)),
        Count("early_works", "Works", early(events.WORKED, events.PRINCESS), result=True),
    ),
    end=(
        Count("jesters", "Jesters", lambda story: story.each("jesters"), instead="purchase"),
        Count("builders", "Builders", lambda story: story.each("builders"), instead="purchase"),
        Count("recruiting", "Recruiting cards bought", bought(RECRUITING), instead="purchase"),
        Count("prestige_cards", "Prestige cards", lambda story: bits(story.each("prestige_cards")), instead="purchase"),
        Count("landscapes", "Landscapes", lambda story: story.each("tiles"), whole=True),
        Count("forests", "Forests", landscape(FOREST), instead="purchase"),
        Count("lakes", "Lakes", landscape(LAKE), instead="purchase"),
        Count("parks", "Parks", landscape(PARK), instead="purchase"),
        Count("buildings", "Buildings", lambda story: bits(story.each("buildings"))),
        Count("shared", "Shared buildings", lambda story: (story.each("building_at") > SHARED).sum(1), needs=WITH_COOPERATION),
        Count("freedoms", "Freedoms", lambda story: bits(story.each("freedoms"))),
        Count("works", "Works", lambda story: story.count(events.WORKED, events.PRINCESS), result=True),
        Count("best_works", "Best works", lambda story: story.count(events.BEST_WORK), result=True),
        Count("profession_cards", "Profession cards bought", lambda story: story.count(events.KEPT, b=[PROFESSION])),
        Count("bonus_cards", "Bonus cards taken", lambda story: story.count(events.KEPT, b=[BONUS_CARD])),
        Count("bids", "Florins bid, hundreds", lambda story: story.total(events.WON, events.TOOK, of=B) // 100),
        Count("florins", "Florins left, hundreds", lambda story: story.each("florins") // 100, result=True),
        *(hired(character) for character in range(COURTIERS)),
    ),
    holdings=(
        Choice("building", "Buildings", "building", lambda story: story.each("buildings")),
        Choice("prestige_card", "Prestige cards", "prestige_card", lambda story: story.each("prestige_cards")),
    ),
)
