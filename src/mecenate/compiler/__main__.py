"""`python -m mecenate.compiler UNIT all|rules [TARGET ...] [gently]`: compile a unit, for this machine if no target is named.

Says "size" with the number of its functions, "done" with the part that is done, and for each target "made" with the size of the
machine code and its description, then the machine code itself. Who asked for it decides where it is kept, and may say "rules
first" meanwhile. It ends with them.
"""

import gc
import hashlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict

from mecenate.compiler import frontend
from mecenate.compiler.emit import TARGETS, Code, lower, made_with
from mecenate.compiler.modules import exports, files, kernels
from mecenate.core.compiling import GENTLY, RULES_FIRST
from mecenate.core.machine import give_way, targets
from mecenate.core.native import ALL, Description, content_of

START, FRONT_END, BACK_END = 0.05, 0.62, 0.33  # parts of the work: until Numba is there, the front end, a target
FUNCTIONS = 1.1  # that the front end makes of a kernel: some are made for several types, and some come from Numba
GENTLE = 5


class Orders:
    """What comes on standard input: whether somebody waits for the rules. Where it ends, so does this process."""

    def __init__(self) -> None:
        self.rules_first = False
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while told := os.read(0, len(RULES_FIRST)):  # not by a buffer, whose lock would be missed when the process ends
            self.rules_first |= told == RULES_FIRST
        os._exit(1)


class Work:
    """The part of the work that is done, told as it grows."""

    def __init__(self, functions: float, targets: int):
        self._functions, self._lowered = functions, 0
        self._whole = START + FRONT_END + targets * BACK_END
        say(f"size {round(functions)}")
        self._say(START)
        frontend.told.append(self._function)

    def _function(self) -> None:
        self._lowered += 1
        self._say(START + FRONT_END * min(1.0, self._lowered / self._functions))

    def back_end(self, targets: float) -> None:
        self._say(START + FRONT_END + targets * BACK_END)

    def _say(self, done: float) -> None:
        say(f"done {done / self._whole:.3f}")


def main(unit: str, part: str, *names: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asked for it
    orders = Orders()
    if names and names[-1] == GENTLY:
        give_way(GENTLE)
        names = names[:-1]
    gc.disable()  # there is hardly any garbage, and looking for it takes a tenth of the time
    wanted = names or targets()[:1]
    rules, whole = Part(unit, False), Part(unit, part == ALL)
    work = Work(FUNCTIONS * kernels(whole.exports), len(wanted))
    for one in rules.exports:
        lower(one)
    if orders.rules_first and len(rules.exports) < len(whole.exports):
        rules.make(wanted)
    whole.make(wanted, work.back_end)


class Part:
    """All entry points of a unit, or those of the rules, with the content of what they are made from."""

    def __init__(self, unit: str, complete: bool):
        self.unit, self.complete = unit, complete
        self.exports = exports(unit, complete)
        self.files = files(self.exports)
        self.content = content_of(self.files)

    def make(self, wanted: Sequence[str], made: Callable[[float], None] = lambda _: None) -> None:
        linked = Code(self.unit, self.exports)
        for k, target in enumerate(wanted):
            code = linked.object_file(TARGETS[target])
            sha256 = hashlib.sha256(code).hexdigest()
            told = Description(self.unit, target, self.complete, self.files, self.content, made_with(), sha256)
            say(f"made {len(code)} {json.dumps(asdict(told))}", code)
            made(k + 1)


def say(line: str, code: bytes = b"") -> None:
    sys.stdout.buffer.write(line.encode() + b"\n" + code)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
