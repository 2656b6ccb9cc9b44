"""What can happen: the kinds of events, who may see their details, and what each does to coins and victory points."""

from mecenate.core.header import EventKind

KINDS = (
    EventKind("began"),
    EventKind("turned", "bricks"),
    EventKind("turned_inner"),
    EventKind("bought", "colour", "coins"),
    EventKind("paid", "coins", changes={"coins": -1}),
    EventKind("earned", "coins", changes={"coins": 1}),
    EventKind("scored", "points", "why", changes={"points": 1}),
    EventKind("showed", "coins"),
    EventKind("bricks_shown", "colour", "bricks"),
    EventKind("gave", "colour", "bricks"),
    EventKind("built", "tile", "city"),
    EventKind("replaced", "tile", "by"),
    EventKind("improved", "place"),
    EventKind("revealed", "tile"),
    EventKind("visited", "bonus"),
    EventKind("followed", "bonus"),
    EventKind("declined"),
    EventKind("scored_space", "space"),
    EventKind("claimed", "space", "coins"),
    EventKind("passed"),
    EventKind("got", "piece"),
    EventKind("laid", "piece", "tile"),
    EventKind("stored", "piece"),
    EventKind("discarded", "piece"),
    EventKind("left", "piece"),
    EventKind("moved", "piece"),
    EventKind("ended"),
    EventKind("last_turns"),
    EventKind("stalemate"),
    EventKind("money", "points", changes={"points": 1}),
    EventKind("sets", "points", changes={"points": 1}),
    EventKind("majority", "points", changes={"points": 1}),
    EventKind("finished"),
)
(
    BEGAN, TURNED, TURNED_INNER, BOUGHT, PAID, EARNED, SCORED, SHOWED, BRICKS_SHOWN, GAVE, BUILT, REPLACED, IMPROVED,
    REVEALED, VISITED, FOLLOWED, DECLINED, SCORED_SPACE, CLAIMED, PASSED, GOT, LAID, STORED, DISCARDED, LEFT, MOVED, ENDED,
    LAST_TURNS, STALEMATE, MONEY, SETS, MAJORITY, FINISHED,
) = range(len(KINDS))  # fmt: skip

# Why points were scored during the game: a space of one of four sorts, or something else.
SCORES = ("city", "type", "landscape", "pair", "bonus", "building", "end")
FOR_CITY, FOR_TYPE, FOR_LANDSCAPE, FOR_PAIR, FOR_BONUS, FOR_BUILDING, FOR_END = range(len(SCORES))
