"""The action space: one number for every answer that any question can have."""

from mecenate.core.offers import bases

RANGES = (
    ("turn", 1),
    ("inner", 1),
    ("segment", 6),  # location
    ("brick", 6),
    ("done", 1),
    ("build", 36),
    ("city", 6),
    ("monument", 6),
    ("upgrade", 36),
    ("pay", 6),
    ("pair", 6),
    ("improve", 6),
    ("score", 5),  # by bonus; the last one from the open area
    ("follow", 1),
    ("decline", 1),
    ("space", 19),
    ("pass", 1),
    ("reward", 3),  # decoration, statue, nothing
    ("pick", 6),
    ("on", 42),
    ("store", 1),
    ("discard", 2),
    ("leave", 1),
    ("purchase", 12),
    ("move", 2),
    ("end", 1),
    ("landscape", 2),  # an improvement, as those of the cities above
)
BASE, ACTIONS = bases(RANGES)

A_TURN, A_INNER, A_SEGMENT, A_BRICK, A_DONE = BASE["turn"], BASE["inner"], BASE["segment"], BASE["brick"], BASE["done"]
A_BUILD, A_CITY, A_MONUMENT, A_UPGRADE = BASE["build"], BASE["city"], BASE["monument"], BASE["upgrade"]
A_PAY, A_PAIR, A_IMPROVE = BASE["pay"], BASE["pair"], BASE["improve"]
A_SCORE, A_FOLLOW, A_DECLINE, A_SPACE, A_PASS = BASE["score"], BASE["follow"], BASE["decline"], BASE["space"], BASE["pass"]
A_REWARD, A_PICK, A_ON, A_STORE, A_DISCARD = BASE["reward"], BASE["pick"], BASE["on"], BASE["store"], BASE["discard"]
A_LEAVE, A_PURCHASE, A_MOVE, A_END = BASE["leave"], BASE["purchase"], BASE["move"], BASE["end"]
A_LANDSCAPE = BASE["landscape"]
