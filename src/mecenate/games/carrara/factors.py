"""What may go with winning The Palaces of Carrara."""

import numpy as np

from mecenate.core.factors import Choice, Count, Factors, Read
from mecenate.core.story import B, Story
from mecenate.games.carrara import events
from mecenate.games.carrara.components import CITIES, LANDSCAPE_OF, LANDSCAPES, TYPE_OF, VALUE
from mecenate.games.carrara.state import MONUMENT, S_CITY, S_LAND, S_MONEY, S_PAIR, S_TYPE, SPACES, TILES

ADVANCED = ("version", "advanced")
RURAL = LANDSCAPES.index("rural")
SCORINGS = (events.SCORED_SPACE, events.CLAIMED)


def own(story: Story, of_tile: np.ndarray) -> np.ndarray:
    """The figures of all tiles that stand in the cities, added up for each owner."""
    owner = np.asarray(story.end.owner)
    built = owner >= 0
    return np.bincount(owner[built], of_tile[built], story.seats).astype(np.int64)


def first_type(story: Story) -> np.ndarray:
    """The type of the first building, as a set."""
    first = story.first(events.BUILT)
    return np.array([1 << int(TYPE_OF[int(one).bit_length() - 1]) if one else 0 for one in first], np.int64)


def scored(story: Story) -> np.ndarray:
    """Every scoring space that was used, as a set."""
    found = [story.count(*SCORINGS, a=[space]) for space in range(SPACES)]
    return np.array([sum(1 << space for space in range(SPACES) if found[space][seat]) for seat in range(story.seats)], np.int64)


def count(*kinds: int, a: range | None = None) -> Read:
    return lambda story: story.count(*kinds, a=a)


def early(*kinds: int) -> Read:
    """Counted in the first half of the moves."""
    return lambda story: story.count(*kinds, until=story.half)


def in_city(city: int) -> Count:
    return Count(
        f"in_{CITIES[city]}",
        "Buildings in {name}",
        lambda story: story.each("in_city")[:, city],
        ("city", city),
        instead="building",
    )


FACTORS = Factors(
    opening=(
        Choice("first_city", "City of the first building", "city", lambda story: story.first(events.BUILT, of=B)),
        Choice("first_type", "Type of the first building", "type", first_type),
        Choice("first_scoring", "First scoring", "space", lambda story: story.first(*SCORINGS)),
    ),
    early_label="In the first half of the game",
    early=(
        Count("early_bricks", "Bricks bought", early(events.BOUGHT)),
        Count("early_turns", "Turns of the wheel", early(events.TURNED, events.TURNED_INNER)),
        Count("early_buildings", "Buildings built", early(events.BUILT)),
        Count("early_visits", "Royal Visits", early(events.VISITED)),
        Count("early_follows", "Visits followed", early(events.FOLLOWED)),
    ),
    end=(
        Count("buildings", "Buildings", lambda story: story.each("in_city").sum(1), whole=True),
        *(in_city(city) for city in range(6)),
        Count("value", "Value of the buildings", lambda story: own(story, VALUE)),
        Count("monuments", "Monuments", lambda story: own(story, (np.arange(TILES) >= MONUMENT).astype(int))),
        Count("types", "Types of building", lambda story: (story.each("of_type") > 0).sum(1)),
        Count("rural", "Rural buildings", lambda story: own(story, (LANDSCAPE_OF[TYPE_OF] == RURAL).astype(int))),
        Count("city_scorings", "Cities scored", count(events.SCORED_SPACE, a=range(S_CITY, S_TYPE)), instead="scoring"),
        Count("type_scorings", "Types scored", count(events.SCORED_SPACE, a=range(S_TYPE, S_LAND)), instead="scoring"),
        Count("land_scorings", "Landscapes scored", count(events.SCORED_SPACE, a=range(S_LAND, S_MONEY)), instead="scoring"),
        Count(
            "pair_scorings",
            "Statue scorings",
            count(events.SCORED_SPACE, a=range(S_PAIR, SPACES)),
            needs=ADVANCED,
            instead="scoring",
        ),
        Count("money_space", "Money space", count(events.CLAIMED), needs=ADVANCED, instead="scoring"),
        Count("visits", "Royal Visits", count(events.VISITED)),
        Count("follows", "Visits followed", count(events.FOLLOWED)),
        Count("decorations", "Decorations", lambda story: own(story, np.asarray(story.end.decorated)), needs=ADVANCED),
        Count("statues", "Statues", lambda story: story.each("statues_in").sum(1), needs=ADVANCED),
        Count("bricks", "Bricks bought", count(events.BOUGHT)),
        Count("brick_coins", "Coins paid for bricks", lambda story: story.total(events.BOUGHT, of=B)),
        Count("turns", "Turns of the wheel", count(events.TURNED, events.TURNED_INNER)),
        Count("passes", "Passes", count(events.PASSED)),
        Count("coins", "Coins left", lambda story: story.each("coins"), result=True),
        Count("ender", "Ended the game", count(events.LAST_TURNS), result=True),
    ),
    holdings=(
        Choice("space", "Spaces scored", "space", scored),
        Choice("improvement", "Improvements", "place", lambda story: story.each("improved")),
    ),
)
