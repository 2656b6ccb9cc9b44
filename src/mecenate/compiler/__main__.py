"""`python -m mecenate.compiler UNIT all|rules [TARGET ...]`: compile a unit, for this machine if no target is named.

Says "done" with the part that is done, and for each target "made" with the size of the machine code and its description, then
the machine code itself. Who asked for it decides where it is kept.
"""

import gc
import hashlib
import json
import sys
from dataclasses import asdict

from mecenate.compiler.emit import TARGETS, Code, made_with
from mecenate.compiler.modules import exports, files
from mecenate.core.machine import targets
from mecenate.core.native import ALL, Description, content_of

FRONT_END = 3  # its part of the work: as much as that of so many targets


def main(unit: str, part: str, *names: str) -> None:
    gc.disable()  # there is hardly any garbage, and looking for it takes a tenth of the time
    wanted = names or targets()[:1]
    work = FRONT_END + len(wanted)
    found = exports(unit, complete=part == ALL)
    sources = files(found)
    content = content_of(sources)
    linked = Code(unit, found, lambda done: say(f"done {FRONT_END * done / work:.3f}"))
    for k, target in enumerate(wanted):
        code = linked.object_file(TARGETS[target])
        told = Description(unit, target, part == ALL, sources, content, made_with(), hashlib.sha256(code).hexdigest())
        say(f"made {len(code)} {json.dumps(asdict(told))}", code)
        say(f"done {(FRONT_END + k + 1) / work:.3f}")


def say(line: str, code: bytes = b"") -> None:
    sys.stdout.buffer.write(line.encode() + b"\n" + code)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
