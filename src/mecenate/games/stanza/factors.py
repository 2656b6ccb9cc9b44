"""What may go with winning La Stanza."""

import numpy as np

from mecenate.core.factors import Choice, Count, Factors, Read
from mecenate.core.story import Story, bits
from mecenate.games.stanza import events
from mecenate.games.stanza.components import ART_VALUE, DISCIPLINES, MASTER_POINTS, TABLE
from mecenate.games.stanza.state import POLITICS, WORKERS

EXPERT = ("variant", "expert")
FULL = TABLE.books.each_colour
GREAT = MASTER_POINTS[2:].tolist()  # points


def count(*kinds: int, a: range | list[int] | None = None, b: list[int] | None = None) -> Read:
    return lambda story: story.count(*kinds, a=a, b=b)


def early(*kinds: int) -> Read:
    """Counted up to the first refill of the palace."""
    return lambda story: story.count(*kinds, until=story.when(events.REFILLED))


def incomes(story: Story) -> np.ndarray:
    """The patron moves on for income, from his last space home; a tile that brings him home is no income."""
    return story.count(events.PATRON, a=range(1, WORKERS)) + story.count(events.TURNED_OVER)


def activated(discipline: int) -> Count:
    return Count(
        f"activated_{DISCIPLINES[discipline]}",
        "Activations of {name}",
        count(events.ACTIVATED, a=[discipline]),
        ("discipline", discipline),
        instead="turn",
    )


FACTORS = Factors(
    opening=(
        Choice("first_discipline", "First discipline activated", "discipline", lambda story: story.first(events.ACTIVATED)),
        Choice("first_tile", "First bonus tile", "tile", lambda story: story.first(events.TILE)),
    ),
    early_label="Before the first refill",
    early=(
        Count("early_activations", "Activations", early(events.ACTIVATED)),
        Count("early_incomes", "Incomes", early(events.PATRON)),
        Count("early_steps", "Moves of the ship", early(events.SAILED), result=True),
        Count("early_books", "Books", early(events.WROTE), result=True),
        Count("early_artworks", "Artworks", early(events.ARTWORK), result=True),
        Count("early_tiles", "Bonus tiles", early(events.TILE), result=True),
        Count("early_masterpieces", "Masterpieces", early(events.CREATED), result=True),
    ),
    end=(
        Count("masterpieces", "Masterpieces", lambda story: bits(story.each("masterpieces")), result=True),
        Count("great", f"Masterpieces of {GREAT[0]} points or more", count(events.CREATED, b=GREAT), result=True),
        Count("activations", "Activations", count(events.ACTIVATED), whole=True),
        *(activated(discipline) for discipline in range(POLITICS + 1)),
        Count("ship", "Space of the ship", lambda story: story.each("ship"), result=True),
        Count("books", "Books", lambda story: story.each("books").sum(1), result=True),
        Count("full_shelves", "Colours with all books", lambda story: (story.each("books") == FULL).sum(1), result=True),
        Count("museum", "Value of the artworks", lambda story: story.each("artworks") @ ART_VALUE, result=True),
        Count("tiles", "Bonus tiles", lambda story: bits(story.each("tiles")), instead="turn"),
        Count("church", "Discs in the hall of Religion", lambda story: story.each("church").sum(1), result=True),
        Count("hired", "Persons hired", count(events.HIRED)),
        Count("lost", "Persons lost", count(events.LOST), result=True),
        Count("dismissed", "Persons dismissed", count(events.DISMISSED), needs=EXPERT),
        Count("incomes", "Incomes", incomes, instead="turn"),
        Count("turned_over", "Patron turned over", lambda story: story.each("turned_over")),
        Count("passes", "Passes", count(events.PASSED, events.STAYED), instead="turn"),
        Count("left", "Left before the end", count(events.LEFT), instead="turn"),
        Count("florins", "Florins left", lambda story: story.each("florins"), result=True),
    ),
    holdings=(
        Choice("masterpiece", "Masterpieces", "discipline", lambda story: story.each("masterpieces")),
        Choice("tile", "Bonus tiles", "tile", lambda story: story.each("tiles")),
    ),
)
