"""What a name looks like: names with the same skeleton can't be told apart on a screen, whatever alphabet they are in."""

import unicodedata
from functools import cache
from importlib.resources import files


def skeleton(name: str) -> str:
    """As in UTS #39, and for any case: `Anna`, `ANNA`, full-width letters and what Cyrillic can spell of it are one.

    Case is folded last, as letters look alike in their own: a capital I is like an l and not like an L. It is for comparing
    only, and stored: names of accounts keep theirs in `people.skeleton`.
    """
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    return unicodedata.normalize("NFC", plain.translate(_alike()).replace("rn", "m").casefold())


@cache
def _alike() -> dict[int, str]:
    lines = files("mecenate.server").joinpath("alike.txt").read_text(encoding="utf-8").splitlines()
    return {ord(sign): line[0] for line in lines if not line.startswith("#") for sign in line[1:]}
