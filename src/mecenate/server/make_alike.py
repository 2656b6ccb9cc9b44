"""Writes `alike.txt`: letters that look the same, from Unicode's table of confusables (UTS #39).

`python -m mecenate.server.make_alike FILE`, where FILE is `confusables.json` of the package confusable-homoglyphs. The
libraries on PyPI have no skeletons or have stood still for years, ICU is larger than this program, and skeletons are stored:
they may not change with an update of somebody else's. After a change of `alike.txt` a step of the schema has to fill
`people.skeleton` anew.
"""

import json
import sys
import unicodedata
from pathlib import Path

HEAD = """\
# Letters that look the same, a line each; the first stands for all. Made by make_alike.py. Do not edit.
# From confusables.txt of Unicode 15.1 by way of confusable-homoglyphs 3.3.1 (MIT, (c) Victor Felder, Elena Grandi).
# (c) Unicode, Inc., Unicode License V3, https://www.unicode.org/license.txt
"""
SMALL = "LATIN LETTER SMALL CAPITAL "
BAR = "ǀ"  # stands for I and l, as it has no case: an l is neither an L nor an i


def is_letter(sign: str) -> bool:
    """Letters as they are in a name after NFKC and NFD; digits for letters are read as what they are."""
    same = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", sign)) == sign
    return len(sign) == 1 and unicodedata.category(sign).startswith("L") and same


def classes(confusables: dict[str, list[dict[str, str]]]) -> list[str]:
    """Classes of letters, each with the one that stands for it first: mostly a Latin one if there is one."""
    found: dict[str, set[str]] = {}

    def join(one: str, other: str) -> None:
        both = found.get(one, {one}) | found.get(other, {other})
        found.update(dict.fromkeys(both, both))

    for sign, alike in confusables.items():
        for other in alike:
            if is_letter(sign) and is_letter(other["c"]):
                join(sign, other["c"])
    for sign in list(found):
        name = unicodedata.name(sign)
        if name.startswith(SMALL) and len(name) == len(SMALL) + 1 and name[-1] != "I":
            join(name[-1], sign)  # a Cyrillic н is an H that is as low as an n
    separate = {id(one): one for one in found.values()}.values()
    return sorted("".join(sorted(one, key=lambda sign: (sign != BAR, sign))) for one in separate)


def main() -> None:
    lines = classes(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    Path(__file__).with_name("alike.txt").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
