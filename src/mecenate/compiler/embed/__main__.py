"""`python -m mecenate.compiler.embed FOLDER [TARGET ...]`: the games for other languages, for all systems or some of them.

Writes mecenate.h, mecenate.json (the same numbers and names), a library with all games for each target, a WebAssembly module
for each game and width of addresses, mecenate.mjs, which loads it, and the weights of each game's search.
"""

import gc
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from mecenate.bots.judging import judged
from mecenate.compiler.embed.header import contract, header
from mecenate.compiler.embed.linking import archive, import_library, wasm_module
from mecenate.compiler.emit import TARGETS, WASM, Code
from mecenate.compiler.interface import weights
from mecenate.compiler.linking import library_name, link
from mecenate.compiler.modules import exports
from mecenate.core.errors import MecenateError
from mecenate.games import GAMES, load

LIBRARIES = tuple(name for name in TARGETS if name not in WASM and not name.endswith("-v3"))
COLLECTED = 200_000  # objects between two looks for garbage, of which there is hardly any


def compiled(key: str) -> Code:
    return Code(key, exports(key, complete=True))


def write(folder: Path, targets: Sequence[str] = (*LIBRARIES, *WASM), code_of: Callable[[str], Code] = compiled) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_texts(folder)
    codes: Mapping[str, Code] = {}
    for key in GAMES:
        codes[key] = code_of(key)
        if judged(load(key)):
            (folder / f"{key}.weights").write_bytes(weights(load(key)).astype("<f4").tobytes())
        print(f"Compiled {key}", file=sys.stderr, flush=True)
    for target in targets:
        objects = {key: code.object_file(TARGETS[target], python=False) for key, code in codes.items()}
        if target in WASM:
            for key, content in objects.items():
                (folder / f"{key}-{target}.wasm").write_bytes(wasm_module(content, target, codes[key].for_others))
        else:
            own = folder / target
            own.mkdir(exist_ok=True)
            windows = target.startswith("windows")
            name = library_name("mecenate" if windows else "libmecenate", target)
            (own / name).write_bytes(link(list(objects.values()), target, name))
            if windows:
                functions = [name for code in codes.values() for name in code.for_others]
                (own / "mecenate.lib").write_bytes(import_library(name, functions))
            else:
                (own / "libmecenate.a").write_bytes(archive(objects))
        print(f"Linked {target}", file=sys.stderr, flush=True)


def write_texts(folder: Path) -> None:
    games = [load(key) for key in GAMES]
    (folder / "mecenate.h").write_bytes(header(games).encode())
    (folder / "mecenate.json").write_bytes(json.dumps({game.key: contract(game) for game in games}, indent=1).encode())
    (folder / "mecenate.mjs").write_bytes(Path(__file__).with_name("mecenate.mjs").read_bytes())


def main(folder: str, *targets: str) -> None:
    gc.set_threshold(COLLECTED)
    os.environ.pop("MECENATE_BOUNDSCHECK", None)
    if unknown := [one for one in targets if one not in TARGETS]:
        sys.exit(f"There is no target {', '.join(unknown)}. The targets: {', '.join(TARGETS)}.")
    try:
        write(Path(folder), targets or (*LIBRARIES, *WASM))
    except MecenateError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
