"""What the tests of the games in other languages are made with."""

from pathlib import Path

import pytest

from mecenate.core import native, units

ROOT = Path(__file__).parents[2]
GAME = "stanza"


def machine_code_of(folder: Path) -> Path:
    """The object file of the game, as it is kept on this machine."""
    path = folder / f"{GAME}.o"
    if not path.exists():
        units.make_ready([(GAME, True)])
        found = next(native.kept(GAME), None)
        if not found:
            pytest.skip("no machine code is kept here")
        path.write_bytes(found[1])
    return path
