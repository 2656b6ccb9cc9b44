"""The action space: one number for every answer that any question can have."""

from mecenate.core.offers import bases

RANGES = (
    ("arrange", 5),
    ("move", 16),
    ("exit", 1),
    ("pass", 1),
    ("activate", 5),
    ("income", 1),
    ("favour", 5),
    ("hire", 5),
    ("at", 6),
    ("enough", 1),
    ("dismiss", 6),
    ("raise", 2),  # with a disc, with florins
    ("strength", 4),
    ("masterpiece", 4),
    ("book", 5),
    ("disc", 5),
    ("gift", 5),
    ("artwork", 3),
    ("tile", 20),
    ("spend", 5),
    ("person", 15),
    ("slot", 5),
    ("return", 5),
)
BASE, ACTIONS = bases(RANGES)

A_ARRANGE, A_MOVE, A_EXIT, A_PASS = BASE["arrange"], BASE["move"], BASE["exit"], BASE["pass"]
A_ACTIVATE, A_INCOME, A_FAVOUR = BASE["activate"], BASE["income"], BASE["favour"]
A_HIRE, A_AT, A_ENOUGH, A_DISMISS = BASE["hire"], BASE["at"], BASE["enough"], BASE["dismiss"]
A_RAISE, A_STRENGTH, A_MASTERPIECE = BASE["raise"], BASE["strength"], BASE["masterpiece"]
A_BOOK, A_DISC, A_GIFT, A_ARTWORK = BASE["book"], BASE["disc"], BASE["gift"], BASE["artwork"]
A_TILE, A_SPEND, A_PERSON, A_SLOT, A_RETURN = BASE["tile"], BASE["spend"], BASE["person"], BASE["slot"], BASE["return"]
