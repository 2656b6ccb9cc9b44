"""Linking what is no shared library: WebAssembly modules, archives, and how Windows programs find a library."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from mecenate.core.errors import MecenateError

STACK = 1 << 18  # bytes; below all else, so that too deep a call ends the program and spoils nothing


def wasm_module(code: bytes, target: str, functions: Sequence[str]) -> bytes:
    """A module that imports nothing, and exports its functions, its memory, and where that is free (`__heap_base`)."""
    command = ["--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}", "-o", "module.wasm", "module.o"]
    command += [f"--export={name}" for name in (*functions, "__heap_base")]
    return _made(_linker(), ["-mwasm64", *command] if target == "wasm64" else command, {"module.o": code}, "module.wasm")


def archive(objects: Mapping[str, bytes]) -> bytes:
    """What is linked into a program, so that it needs no library beside it."""
    inputs = {f"{name}.o": content for name, content in objects.items()}
    return _made(_zig("ar"), ["rcsD", "objects.a", *inputs], inputs, "objects.a")


def import_library(name: str, functions: Sequence[str]) -> bytes:
    listed = "".join(f" {one}\n" for one in functions)
    command = ["-m", "i386:x86-64", "-d", "names.def", "-l", "names.lib"]
    return _made(_zig("dlltool"), command, {"names.def": f"LIBRARY {name}\nEXPORTS\n{listed}".encode()}, "names.lib")


def _linker() -> list[str]:
    return _zig("wasm-ld") if find_spec("ziglang") else [shutil.which("wasm-ld") or _missing()]


def _zig(tool: str) -> list[str]:
    return [sys.executable, "-P", "-m", "ziglang", tool] if find_spec("ziglang") else [_missing()]


def _missing() -> str:
    raise MecenateError("Linking takes Zig: pip install ziglang.")


def _made(program: Sequence[str], options: Sequence[str], inputs: dict[str, bytes], output: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="mecenate-") as room:
        for name, content in inputs.items():
            (Path(room) / name).write_bytes(content)
        done = subprocess.run(
            [*program, *options], cwd=room, capture_output=True, encoding="utf-8", errors="replace", check=False
        )
        if done.returncode:
            raise MecenateError(f"{program[-1]} could not link: {(done.stderr or done.stdout).strip()}")
        return (Path(room) / output).read_bytes()
