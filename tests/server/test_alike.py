"""What names look like: look-alikes are one, whatever alphabet, and different names are not."""

import pytest

from mecenate.server.alike import skeleton

CYRILLIC_TOM, CYRILLIC_TOM_CAPITALS = "\u0422\u043e\u043c", "\u0422\u041e\u041c"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tom", "TOM"),
        ("Tom", "\uff34\uff4f\uff4d"),  # full width
        ("Tom", CYRILLIC_TOM),
        ("tom", CYRILLIC_TOM_CAPITALS),
        ("Ano", "\u0391no"),  # a Greek capital A
        ("Alex", "AIex"),  # a capital I
        ("Alex", "\u0410\u04c0\u0435\u0445"),  # Cyrillic, with a palochka
        ("Amo", "Arno"),
        ("Zo\u00eb", "Zoe\u0308"),
    ],
)
def test_alike(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ian", "Lan"),
        ("Ilia", "Lila"),
        ("Ali", "All"),
        ("Zoe", "Zo\u00eb"),
        ("Player 1", "Player l"),
        ("Anna", "\u0410\u043d\u043d\u0430"),  # Cyrillic has no n that looks like ours
    ],
)
def test_not_alike(one, other):
    assert skeleton(one) != skeleton(other)
