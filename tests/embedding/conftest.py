"""La Stanza for other languages: its machine code as it is kept here, and its rules alone as WebAssembly."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mecenate.compiler.embed.__main__ import write_texts
from mecenate.compiler.interface import weights
from mecenate.games import load

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "web"), str(HERE.parents[1])]

from making import GAME, machine_code_of  # noqa: E402
from visiting import chromium  # noqa: E402  # pyright: ignore[reportMissingImports]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The header, the contracts, the loader for JavaScript, and what the search has learnt."""
    found = tmp_path_factory.mktemp("embed")
    write_texts(found)
    (found / f"{GAME}.weights").write_bytes(weights(load(GAME)).astype("<f4").tobytes())
    return found


@pytest.fixture(scope="session")
def cc(folder: Path) -> Callable[..., Path]:
    """Compile a C program, against the machine code of the game if it wants that."""
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("there is no C compiler")

    def compile_it(source: Path, *options: str, machine_code: bool = True) -> Path:
        out = folder / source.stem
        code = [str(machine_code_of(folder))] if machine_code else []
        strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", f"-I{folder}", *options]
        command = [compiler, *strict, str(source), *code, "-o", str(out)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return out

    return compile_it


@pytest.fixture(scope="session")
def wasm(folder: Path) -> Path:
    """The folder, with the rules of the game as WebAssembly in it."""
    if not importlib.util.find_spec("ziglang") and not shutil.which("wasm-ld"):
        pytest.skip("there is no linker: pip install ziglang")
    from mecenate.compiler.embed.linking import wasm_module
    from mecenate.compiler.emit import TARGETS, Code
    from mecenate.compiler.modules import exports

    code = Code(GAME, exports(GAME, complete=False))
    for target in ("wasm32", "wasm64"):
        content = code.object_file(TARGETS[target], python=False)
        (folder / f"{GAME}-{target}.wasm").write_bytes(wasm_module(content, target, code.for_others))
    return folder


@pytest.fixture(scope="session")
def browser_path() -> str:
    return chromium()
