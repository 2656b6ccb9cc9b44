"""Each kind of entry that was ever written can be read; a new one comes with a step of the schema."""

from typing import get_args

from mecenate.server import wire
from mecenate.server.fold import Fold
from mecenate.server.storage.migrations import NEWEST

KINDS = {
    1: "join leave start move undo ask_undo ask_pause consent refuse pause resume resign absent return flag hint over close",
    2: "outage",
    3: "seat",
}  # by the version of the schema that brought them


def test_every_kind_of_entry_came_with_a_version_of_the_schema():
    known = {kind for kinds in KINDS.values() for kind in kinds.split()}
    assert (
        known == set(get_args(wire.EntryKind)) == {name.removeprefix("_on_") for name in vars(Fold) if name.startswith("_on_")}
    )
    assert max(KINDS) <= NEWEST
