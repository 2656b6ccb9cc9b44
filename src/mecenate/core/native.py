"""Machine code, found and loaded: from the installed package, or kept in the user's cache since it was compiled here.

A module of machine code belongs to the exact content of the files it was made from, component table included. It comes as a
shared library, which ctypes loads, or as an object file, which llvmlite loads; nothing is compiled here, nothing unpickled.
"""

import ctypes
import hashlib
import importlib.util
import json
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from mecenate.core.components import override_for
from mecenate.core.errors import MecenateError
from mecenate.core.files import write_bytes
from mecenate.core.kernel import PACKAGE, Array, Signature
from mecenate.core.machine import targets
from mecenate.core.python import PYTHON, TABLE

SHIPPED = PACKAGE / "native"
FASTCALL = 0x80
ALL, RULES = "all", "rules"  # a module has all entry points of its unit, or those of the rules
ANEW = "install the program anew"
SUFFIX = ".code"  # a kept module: a line of JSON about it, then the object file


@dataclass(frozen=True)
class Description:
    """What a module was made from, and for."""

    unit: str
    target: str  # the system and the family of processors
    complete: bool  # whether it has all entry points of its unit, or those of the rules
    files: tuple[str, ...]  # of the package, whose content it belongs to
    content: str  # their hash
    made_with: str
    sha256: str  # of the machine code
    code: str = ""  # the file that holds it, if that is another one

    def fits(self, unit: str, target: str) -> bool:
        return (self.unit, self.target) == (unit, target) and self.content == content_of(self.files)


def read_description(text: str | bytes) -> Description:
    try:
        told = json.loads(text)
        return Description(**{**told, "files": tuple(told["files"])})
    except (ValueError, TypeError, KeyError):
        raise MecenateError("its description is damaged") from None


@cache
def _hash_of(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def content_of(files: tuple[str, ...]) -> str:
    """The hash of what some files of this package say; of a component table, that of the one that is played with."""
    digest = hashlib.sha256(b"bounds checked" if os.environ.get("MECENATE_BOUNDSCHECK") else b"")
    for name in files:
        path = PACKAGE / name
        chosen = (override_for(path.parent.name) if path.suffix == ".toml" else None) or path
        try:
            digest.update(f"{name}\n".encode() + _hash_of(chosen))
        except OSError:
            return ""
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Where machine code is kept: MECENATE_CACHE, or the user's cache folder."""
    return Path(os.environ.get("MECENATE_CACHE") or platformdirs.user_cache_path("mecenate", appauthor=False))


def cache_folder() -> Path | None:
    """The folder for machine code, made if it was missing; None where there can be none that is this user's alone."""
    folder = cache_root() / "code"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        told = folder.stat()
    except OSError:
        return None
    own = not hasattr(os, "getuid") or (told.st_uid == os.getuid() and not stat.S_IMODE(told.st_mode) & 0o022)
    return folder if own else None


class Module:
    """Loaded machine code."""

    def __init__(self, description: Description, address: Callable[[str], int], keep: Any):
        self.description = description
        self._address, self._keep = address, [keep]
        self._fill(address(TABLE))

    def _fill(self, table: int) -> None:
        """Say where CPython's functions and NumPy's arrays are."""
        known = {
            "object size": object.__basicsize__, "ndarray": id(np.ndarray), "None": id(None),
            "TypeError": id(TypeError), "RuntimeError": id(RuntimeError), "MecenateError": id(MecenateError),
        }  # fmt: skip
        slots = (ctypes.c_void_p * len(PYTHON)).from_address(table)
        for k, name in enumerate(PYTHON):
            slots[k] = known[name] if name in known else ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value

    def function(self, name: str, signature: Signature) -> Callable[..., Any] | None:
        """An entry point as a function of Python; None if this module has none of that name."""
        address = self._address(f"python_{name}")
        if not address:
            return None
        definition = _Definition(name.encode(), address, FASTCALL, None)
        self._keep.append(definition)
        kinds = (one.kind if isinstance(one, Array) else None for one in signature.arguments)
        return _new_function(ctypes.byref(definition), (*kinds, self), None)  # it keeps this module alive


class _Definition(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p))


_new_function = ctypes.pythonapi.PyCFunction_NewEx
_new_function.restype = ctypes.py_object
_new_function.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)


def load_library(description: Description, path: Path) -> Module:
    """A shared library that came with the package."""
    try:
        code = path.read_bytes()
    except OSError as error:
        raise MecenateError(f"{path} can't be read: {error.strerror}; {ANEW}") from None
    if hashlib.sha256(code).hexdigest() != description.sha256:
        raise MecenateError(f"{path} is damaged; {ANEW}")
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise MecenateError(f"{path} can't be loaded: {str(error).removeprefix(f'{path}: ')}") from None

    def address(name: str) -> int:
        try:
            return ctypes.addressof(ctypes.c_char.in_dll(library, name))
        except ValueError:
            return 0

    if not address(TABLE):
        raise MecenateError(f"{path} is not one of ours; {ANEW}")
    return Module(description, address, library)


def load_object(description: Description, code: bytes) -> Module:
    """An object file that was compiled on this machine."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return Module(description, lambda name: engine.get_function_address(name) or engine.get_global_value_address(name), engine)


def can_load_objects() -> bool:
    return importlib.util.find_spec("llvmlite") is not None


def shipped(unit: str) -> Iterator[Path]:
    """The descriptions of what came with the package for this unit, the best for this processor first."""
    return (path for name in targets() if (path := SHIPPED / f"{unit}-{name}.json").exists())


def load_shipped(unit: str, path: Path) -> Module | None:
    """The library with this description; None if the unit is not any more what it was made from."""
    try:
        description = read_description(path.read_bytes())
    except OSError as error:
        raise MecenateError(f"{path} can't be read: {error.strerror}; {ANEW}") from None
    except MecenateError:
        raise MecenateError(f"{path} is damaged; {ANEW}") from None
    if not description.fits(unit, path.stem.removeprefix(f"{unit}-")):
        return None
    return load_library(description, path.with_name(description.code))


def kept(unit: str, target: str = "", part: str = "") -> Iterator[tuple[Description, bytes]]:
    """What is kept for this unit as it is now, complete modules first: of those for this machine, or for one target."""
    folder = cache_folder()
    for kind in [part] if part else [ALL, RULES]:
        for name in [target] if target else targets():
            for path in sorted(folder.glob(f"{unit}-{name}-{kind}-*{SUFFIX}")) if folder else []:
                try:
                    description, code = read(path, lambda told, name=name: told.fits(unit, name))
                except (OSError, MecenateError):  # it belongs to something else, or is damaged
                    continue
                yield description, code


def read(path: Path, wanted: Callable[[Description], bool] = lambda _: True) -> tuple[Description, bytes]:
    """A kept module, whole and as it was written."""
    with path.open("rb") as file:
        description = read_description(file.readline())
        code = file.read() if wanted(description) else b""
    if hashlib.sha256(code).hexdigest() != description.sha256:
        raise MecenateError(f"{path} is damaged, or belongs to something else")
    return description, code


def keep(description: Description, code: bytes) -> None:
    """Write machine code down as `kept` finds it."""
    folder, part = cache_folder(), ALL if description.complete else RULES
    if not folder:
        raise MecenateError(f"{cache_root() / 'code'} can't be made, or is not this user's alone.")
    path = folder / f"{description.unit}-{description.target}-{part}-{description.content}{SUFFIX}"
    try:
        write_bytes(path, json.dumps(asdict(description)).encode() + b"\n" + code)
    except OSError as error:
        raise MecenateError(f"{path} can't be written: {error.strerror}.") from None
