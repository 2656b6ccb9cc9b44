"""`python -m mecenate.compiler UNIT all|rules FOLDER`: compile a unit for this machine, and keep it in a folder.

Says "done" with the part that is done, and at last "made" with the file.
"""

import gc
import hashlib
import sys
from pathlib import Path

from mecenate.compiler.emit import TARGETS, Code, made_with
from mecenate.compiler.modules import exports, files
from mecenate.core.machine import targets
from mecenate.core.native import ALL, content_of, keep

FRONT_END = 0.75  # its part of the work
COLLECTED = 200_000  # objects between two looks for garbage, of which there is hardly any


def main(unit: str, part: str, folder: str) -> None:
    gc.set_threshold(COLLECTED)
    target = targets()[0]
    found = exports(unit, complete=part == ALL)
    code = Code(unit, found, lambda done: print("done", round(FRONT_END * done, 3), flush=True)).object_file(TARGETS[target])
    sources = files(found)
    told = {
        "unit": unit, "target": target, "complete": part == ALL, "files": sources, "content": content_of(sources),
        "made_with": made_with(), "sha256": hashlib.sha256(code).hexdigest(),
    }  # fmt: skip
    print("made", keep(Path(folder), told, code), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
