"""`python -m mecenate.compiler.build FOLDER TARGET ...`: the machine code of a wheel, a library for each unit and target.

Object files are kept in the user's cache, so that what was compiled once, for playing or for an earlier wheel, is only linked.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

from mecenate.compiler.emit import TARGETS, WASM, made_with
from mecenate.compiler.linking import library_name, link
from mecenate.compiler.modules import UNITS
from mecenate.core import native
from mecenate.core.background import Background
from mecenate.core.compiling import Job
from mecenate.core.components import VARIABLE
from mecenate.core.errors import MecenateError
from mecenate.core.files import write_bytes

Made = dict[tuple[str, str], tuple[native.Description, bytes]]  # by unit and target


def object_files(targets: Sequence[str], units: Sequence[str] = UNITS) -> Made:
    """The machine code of units for some targets: as kept, or compiled now, each unit once for all that it lacks."""
    made: Made = {}
    jobs = []
    for unit in units:
        found = {target: one for target in targets if (one := _kept(unit, target))}
        made |= {(unit, target): one for target, one in found.items()}
        if lacking := tuple(target for target in targets if target not in found):
            jobs.append(Job(unit, True, lacking))

    failed: dict[str, MecenateError] = {}

    def take(description: native.Description, code: bytes) -> None:
        with suppress(MecenateError):  # it need not be kept to be linked
            native.keep(description, code)
        made[description.unit, description.target] = description, code

    Background(take, failed.__setitem__).finish(jobs, Shown(job.unit for job in jobs))
    for unit, error in failed.items():
        raise MecenateError(f"{unit} could not be compiled: {error}.")
    return made


def _kept(unit: str, target: str) -> tuple[native.Description, bytes] | None:
    return next((one for one in native.kept(unit, target, native.ALL) if one[0].made_with == made_with()), None)


class Shown:
    """How far compiling is: one line at a terminal, a line for each unit elsewhere."""

    def __init__(self, units: Iterable[str]) -> None:
        self._done = dict.fromkeys(units, 0.0)

    def __call__(self, unit: str, done: float) -> None:
        self._done[unit] = done
        if sys.stderr.isatty():
            told = ", ".join(f"{name} {part:.0%}" for name, part in self._done.items())
            over = all(part >= 1 for part in self._done.values())
            print(f"\r\033[KCompiling: {told}", end="\n" if over else "", file=sys.stderr, flush=True)
        elif done >= 1:
            print(f"Compiled {unit}", file=sys.stderr, flush=True)


def build(folder: Path, targets: Sequence[str], units: Sequence[str] = UNITS) -> None:
    """Write libraries into a folder, each with its description, as `core.native` finds them."""
    folder.mkdir(parents=True, exist_ok=True)
    for (unit, target), (description, code) in sorted(object_files(targets, units).items(), key=lambda one: one[0]):
        name = library_name(f"{unit}-{target}", target)
        library = link([code], target, name)
        write_bytes(folder / name, library)
        told = replace(description, sha256=hashlib.sha256(library).hexdigest(), code=name)
        write_bytes(folder / f"{unit}-{target}.json", json.dumps(asdict(told)).encode())


def main(folder: str, *targets: str) -> None:
    for name in (VARIABLE, "MECENATE_BOUNDSCHECK"):  # what ships is made from the rules and tables that ship
        os.environ.pop(name, None)
    known = [one for one in TARGETS if one not in WASM]
    if unknown := [one for one in targets if one not in known]:
        sys.exit(f"There is no target {', '.join(unknown)}. The targets: {', '.join(known)}.")
    try:
        build(Path(folder), targets or known)
    except MecenateError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; what was compiled so far is kept.")


if __name__ == "__main__":
    main(*sys.argv[1:])
