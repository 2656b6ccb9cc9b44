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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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

SHIPPED = PACKAGE / "native"
TABLE = "mecenate_python"  # in every module: where it finds what it needs of CPython and NumPy
PYTHON = (
    "object size", "ndarray", "None", "TypeError", "RuntimeError",
    "PyErr_SetString", "PyErr_Occurred", "PyLong_AsLongLong", "PyLong_AsUnsignedLongLongMask", "PyFloat_AsDouble",
    "PyLong_FromLongLong", "PyLong_FromUnsignedLongLong", "PyFloat_FromDouble",
    "PyEval_SaveThread", "PyEval_RestoreThread", "PyTuple_GetItem", "PyObject_RichCompareBool", "Py_IncRef",
)  # fmt: skip
ARRAY_FLAGS = 0x1 | 0x100 | 0x400  # C-contiguous, aligned, writable
FASTCALL = 0x80
ALL, RULES = "all", "rules"  # a module has all entry points of its unit, or those of the rules
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

    def fits(self, unit: str) -> bool:
        return self.unit == unit and self.target in targets() and self.content == content_of(self.files)


def read_description(text: str | bytes) -> Description:
    told = json.loads(text)
    return Description(**{**told, "files": tuple(told["files"])})


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
            "TypeError": id(TypeError), "RuntimeError": id(RuntimeError),
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
    if hashlib.sha256(path.read_bytes()).hexdigest() != description.sha256:
        raise MecenateError(f"{path} is damaged")
    library = ctypes.CDLL(str(path))

    def address(name: str) -> int:
        try:
            return ctypes.addressof(ctypes.c_char.in_dll(library, name))
        except ValueError:
            return 0

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


def shipped(unit: str) -> Iterator[tuple[Description, Path]]:
    """What came with the package for this unit, the best for this processor first."""
    for name in targets():
        path = SHIPPED / f"{unit}-{name}.json"
        if path.exists():
            description = read_description(path.read_bytes())
            yield description, SHIPPED / description.code


def kept(unit: str) -> Iterator[tuple[Description, bytes]]:
    """What is kept on this machine for this unit as it is now, complete modules first."""
    folder = cache_folder()
    for part in (ALL, RULES):
        for path in sorted(folder.glob(f"{unit}-*-{part}-*{SUFFIX}")) if folder else []:
            try:
                description, code = read(path, lambda told: told.fits(unit))
            except (OSError, MecenateError):  # it belongs to something else, or is damaged
                continue
            yield description, code


def read(path: Path, wanted: Callable[[Description], bool] = lambda _: True) -> tuple[Description, bytes]:
    """A kept module, whole and as it was written."""
    with path.open("rb") as file:
        try:
            description = read_description(file.readline())
        except (ValueError, TypeError, KeyError, UnicodeDecodeError):
            raise MecenateError(f"{path} is damaged; delete it.") from None
        code = file.read() if wanted(description) else b""
    if hashlib.sha256(code).hexdigest() != description.sha256:
        raise MecenateError(f"{path} is damaged, or belongs to something else; delete it.")
    return description, code


def keep(folder: Path, told: Mapping[str, Any], code: bytes) -> Path:
    """Write machine code down as `kept` finds it."""
    part = ALL if told["complete"] else RULES
    path = folder / f"{told['unit']}-{told['target']}-{part}-{told['content']}{SUFFIX}"
    write_bytes(path, json.dumps(told).encode() + b"\n" + code)
    return path
