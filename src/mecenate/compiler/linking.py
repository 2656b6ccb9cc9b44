"""From object files to a shared library, for any of our targets, on any machine: with the linkers that come with Zig.

A library has what its object files export and nothing else. Of its system it needs how memory is copied and filled, from what
is in every process there (libc, libSystem, ntdll), and no further library. Whoever links it gets the same bytes.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mecenate.core.errors import MecenateError, NeedsExtra

SUFFIXES = {"linux": ".so", "macos": ".dylib", "windows": ".dll"}
EMULATIONS = {"x86-64": "elf_x86_64", "arm64": "aarch64linux"}  # as linkers for Linux call processors
MACHINES = {"x86-64": "x86_64", "arm64": "aarch64"}  # as Zig does
OLDEST_MACOS = "11.0"
FROM_NTDLL = "LIBRARY ntdll.dll\nEXPORTS\n memcpy\n memmove\n memset\n __chkstk\n"
PROBE = "/alternatename:___chkstk_ms=__chkstk"  # makes room for large arrays on the stack; compilers differ in its name


def library_name(name: str, target: str) -> str:
    return name + SUFFIXES[target.partition("-")[0]]


def link(objects: Sequence[bytes], target: str, name: str) -> bytes:
    """A shared library for this target; `name` is what it calls itself."""
    with tempfile.TemporaryDirectory(prefix="mecenate-") as room:
        folder = Path(room)
        inputs = [f"{k}.o" for k in range(len(objects))]
        for path, content in zip(inputs, objects, strict=True):
            (folder / path).write_bytes(content)
        system, _, family = target.removesuffix("-v3").partition("-")
        LINKERS[system](folder, inputs, family, name)
        return (folder / name).read_bytes()


def _for_linux(folder: Path, inputs: list[str], family: str, name: str) -> None:
    options = ["--strip-all", "--build-id=none", "--hash-style=gnu", "-z", "now", "-z", "relro", "-z", "noexecstack"]
    _zig(folder, "ld.lld", "-shared", "-m", EMULATIONS[family], *options, "-soname", name, "-o", name, *inputs)


def _for_macos(folder: Path, inputs: list[str], family: str, name: str) -> None:
    """Zig's own linker, which also signs it, as processors by Apple demand."""
    options = ["-shared", "-nostdlib", "-s", "-Wl,-dead_strip", f"-Wl,-install_name,@rpath/{name}"]
    _zig(folder, "cc", "-target", f"{MACHINES[family]}-macos.{OLDEST_MACOS}", *options, "-o", name, *inputs)


def _for_windows(folder: Path, inputs: list[str], family: str, name: str) -> None:
    if family != "x86-64":
        raise MecenateError(f"There is no linking for windows-{family}.")
    (folder / "ntdll.def").write_text(FROM_NTDLL, encoding="ascii")
    _zig(folder, "dlltool", "-m", "i386:x86-64", "-d", "ntdll.def", "-l", "ntdll.lib")
    options = ["/nologo", "/dll", "/noentry", "/machine:x64", "/Brepro", "/opt:ref", "/implib:unused.lib", PROBE]
    _zig(folder, "lld-link", *options, f"/out:{name}", *inputs, "ntdll.lib")


LINKERS = {"linux": _for_linux, "macos": _for_macos, "windows": _for_windows}


def _zig(folder: Path, *command: str) -> None:
    if importlib.util.find_spec("ziglang") is None:
        raise NeedsExtra("Linking takes Zig.", "wheels")
    environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(folder), "ZIG_LOCAL_CACHE_DIR": str(folder)}
    whole = [sys.executable, "-P", "-m", "ziglang", *command]
    done = subprocess.run(
        whole, cwd=folder, env=environment, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        raise MecenateError(f"{command[0]} could not link: {(done.stderr or done.stdout).strip()}")
