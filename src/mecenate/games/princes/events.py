"""What can happen: the kinds of events, who may see their details, and what each does to florins and prestige."""

from mecenate.core.header import EventKind

KINDS = (
    EventKind("dealt", "professions"),
    EventKind("discarded", "profession", private=True),
    EventKind("round", "round"),
    EventKind("opened", "object", "florins"),
    EventKind("bid", "florins"),
    EventKind("passed"),
    EventKind("withdrew"),
    EventKind("won", "object", "florins"),
    EventKind("took", "object", "florins"),
    EventKind("paid", "florins", changes={"florins": -1}),
    EventKind("moved_back", "spaces", changes={"florins": 100, "prestige": -1}),
    EventKind("laid", "piece", "placement"),
    EventKind("scored", "prestige", "why", changes={"prestige": 1}),
    EventKind("drew", "cards", "deck"),
    EventKind("kept", "card", "deck", private=True),
    EventKind("returned", "deck"),
    EventKind("recruited", "profession", "from"),
    EventKind("worked", "profession", "work_value"),
    EventKind("played", "bonus_card", "work_value"),
    EventKind("earned", "florins", changes={"florins": 1}),
    EventKind("converted", "prestige", changes={"florins": -200, "prestige": 1}),
    EventKind("introduced", "freedom"),
    EventKind("ended_turn"),
    EventKind("best_work", "prestige", "work_value", changes={"prestige": 1}),
    EventKind("prestige_card", "prestige", "prestige_card", changes={"prestige": 1}),
    EventKind("finished"),
    EventKind("marked", "character", "florins"),
    EventKind("outbid", "character"),
    EventKind("hired", "character", "florins"),
    EventKind("cashed", "florins", changes={"florins": 1}),
    EventKind("free", "object"),
    EventKind("princess", "work_value"),
    EventKind("proposed", "building", "partner"),
    EventKind("terms", "placement", "florins"),
    EventKind("refused"),
    EventKind("countered", "florins"),
    EventKind("gave", "florins", "partner", changes={"florins": -1}),
    EventKind("got", "florins", "partner", changes={"florins": 1}),
    EventKind("shared", "building", "partner"),
)
(
    DEALT, DISCARDED, ROUND, OPENED, BID, PASSED, WITHDREW, WON, TOOK, PAID, MOVED_BACK, LAID, SCORED, DREW, KEPT, RETURNED,
    RECRUITED, WORKED, PLAYED, EARNED, CONVERTED, INTRODUCED, ENDED_TURN, BEST_WORK, PRESTIGE_REVEALED, FINISHED,
    MARKED, OUTBID, HIRED, CASHED, FREE, PRINCESS, PROPOSED, TERMS, REFUSED, COUNTERED, GAVE, GOT, SHARED,
) = range(len(KINDS))  # fmt: skip

# Why prestige was scored.
SCORES = ("building", "landscape", "builder", "merchant")
FOR_BUILDING, FOR_LANDSCAPE, FOR_BUILDER, FOR_MERCHANT = range(len(SCORES))
