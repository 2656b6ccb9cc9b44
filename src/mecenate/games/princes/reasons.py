"""Why a move is refused: one code a rule, shared by the mask, the words of the refusal and the tests."""

REASONS = (
    "offered",
    "not-asked",  # the question is another one
    "no-such-profession",
    "stack-sold",
    "stack-empty",
    "landscapes-are-one",  # two players
    "landscapes-are-three",  # three to five players
    "builder-limit",
    "no-room",
    "too-poor",
    "off-grid",
    "overlap",
    "wall-to-wall",
    "same-orientation",
    "not-drawn",
    "no-action-left",
    "not-in-hand",
    "below-minimum",
    "building-twice",
    "building-gone",
    "profession-once",
    "deck-empty",
    "freedom-once",
    "freedom-twice",
    "freedom-gone",
    "no-recruiting-card",
    "not-face-up",
    "pay-exceeded",
    "no-prestige",
    "exact-figure",
)
(
    OFFERED, NOT_ASKED, NO_SUCH_PROFESSION, STACK_SOLD, STACK_EMPTY, LANDSCAPES_ARE_ONE, LANDSCAPES_ARE_THREE, BUILDER_LIMIT,
    NO_ROOM, TOO_POOR, OFF_GRID, OVERLAP, WALL_TO_WALL, SAME_ORIENTATION, NOT_DRAWN, NO_ACTION_LEFT, NOT_IN_HAND,
    BELOW_MINIMUM, BUILDING_TWICE, BUILDING_GONE, PROFESSION_ONCE, DECK_EMPTY, FREEDOM_ONCE, FREEDOM_TWICE, FREEDOM_GONE,
    NO_RECRUITING_CARD, NOT_FACE_UP, PAY_EXCEEDED, NO_PRESTIGE, EXACT_FIGURE,
) = range(len(REASONS))  # fmt: skip
