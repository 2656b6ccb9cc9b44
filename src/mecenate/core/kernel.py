"""Compiled functions: how rules become machine code, and where that code is kept.

A rule is a plain Python function over one record. `@kernel` compiles it where it is called from an entry point;
`@entry(SIGNATURE)` marks the few functions that Python and the generic kernels call. Entry points are kept on disk in a
folder named by the content of everything they are made from, so a changed rule or figure can never meet old code.
With NUMBA_DISABLE_JIT=1 the same source runs uncompiled.

Kernels allocate nothing and call nothing outside: `_nrt=False` makes Numba refuse what needs its allocator. Room to work in is
`local`, or an array that the caller hands in. Floats are added, multiplied, divided and rooted one by one, as IEEE 754 says;
whatever else they need is in core/floats.py.
"""

import ast
import hashlib
import math
import os
import struct
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.core.caching import CacheImpl, _CacheLocator
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic, lower_builtin, overload, type_callable
from numba.np.arrayobj import populate_array

PACKAGE = Path(__file__).parents[1]
COMPILED = not getattr(config, "DISABLE_JIT", 0)
COMPILING = threading.Lock()  # threads that meet at an entry point wait for the first one
BOUNDS_CHECKED = bool(os.environ.get("MECENATE_BOUNDSCHECK"))
FLAGS: dict[str, Any] = {"nogil": True, "boundscheck": BOUNDS_CHECKED, "_nrt": False}

warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)  # functions that take a game's functions, in tuples too
if not COMPILED:
    np.seterr(over="ignore")  # the generator wraps around on purpose

# One shape of call for every game: a game's states are the rows of a byte array.
STATES = types.Array(types.uint8, 2, "C")
MASK = types.Array(types.uint64, 1, "C")
INTS = types.Array(types.int64, 1, "C")
TABLE = types.Array(types.int64, 2, "C")
SETUP = types.void(STATES, types.int64, types.uint64, INTS)
LEGAL = types.int64(STATES, types.int64, MASK)
STEP = types.void(STATES, types.int64, types.int64)
WHY = types.int64(STATES, types.int64, types.int64)
REDEAL = types.void(STATES, types.int64, types.int64, types.uint64)
RESULT = types.void(STATES, types.int64, INTS)
CHECK = types.int64(STATES, types.int64)
STOCKS = types.void(STATES, types.int64, INTS)
VALUE = types.float64(STATES, types.int64, types.int64)
SINGLES = types.Array(types.float32, 1, "C")
FEATURES = types.void(STATES, types.int64, types.int64, SINGLES)


def kernel(function: Callable[..., Any]) -> Any:
    """A rule: compiled together with the entry point that reaches it."""
    return numba.njit(**FLAGS)(function)


def plain(rule: Any) -> Any:
    """A small rule as Python runs it, for views and words: to compile it there would take longer than to run it."""
    return getattr(rule, "py_func", rule)


class Entry:
    """A compiled function that is called from outside, compiled on `compile()` and then kept on disk."""

    def __init__(self, function: Callable[..., Any], signature: Any):
        self.name = f"{function.__module__.removeprefix('mecenate.')}.{function.__name__}"
        self.signature = signature
        self.ready = False
        self.function = numba.njit(cache=True, **FLAGS)(function)

    def compile(self) -> None:
        with COMPILING:
            if COMPILED and not self.ready:
                try:
                    self.function.compile(self.signature)
                except Exception:
                    if not self._forget():
                        raise
                    self.function.compile(self.signature)  # what was kept was damaged
                self.function.disable_compile()  # a game's functions come in as function types, not each as a type of its own
            self.ready = True

    @property
    def kept(self) -> bool:
        """Whether the machine code of this entry lies on disk already."""
        return not COMPILED or self.ready or any(path.suffix == ".nbc" for path in self._files())

    def _files(self) -> list[Path]:
        """What is kept of this entry on disk."""
        locator = ContentLocator.from_function(self.function.py_func, self.function.py_func.__code__.co_filename)
        return list(locator.path.glob(f"*-{locator.name}.*")) if locator else []

    def _forget(self) -> bool:
        """Remove what is kept on disk; whether there was anything."""
        files = self._files()
        for path in files:
            path.unlink(missing_ok=True)
        return bool(files)

    def __call__(self, *args: Any) -> Any:
        if not self.ready:
            self.compile()
        return self.function(*args)


def entry(signature: Any) -> Callable[[Callable[..., Any]], Entry]:
    return lambda function: Entry(function, signature)


def record(*fields: tuple) -> np.dtype:
    """A structured type with every field at its natural alignment, usable with dots both compiled and uncompiled."""
    names, formats, offsets, end, widest = [], [], [], 0, 1
    for name, kind, *shape in fields:
        base = np.dtype(kind)
        whole = np.dtype((kind, shape[0])) if shape else base
        alignment = _alignment(base)
        widest = max(widest, alignment)
        end = -(-end // alignment) * alignment
        names.append(name)
        formats.append(whole)
        offsets.append(end)
        end += whole.itemsize
    spec: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": -(-end // widest) * widest}
    return np.dtype((np.record, np.dtype(spec, align=True)))


def _alignment(kind: np.dtype) -> int:
    fields = (kind.fields or {}).values()
    return max(_alignment(field[0].base) for field in fields) if fields else kind.alignment


def record_at(dtype: np.dtype) -> Callable[..., Any]:
    """`at(states, i)`: row i of a byte array as a writable record, without a copy and without a cost."""
    kind = numba.from_dtype(dtype)

    def at(states: Any, i: Any) -> Any:
        return states[i, : dtype.itemsize].view(dtype)[0]

    @intrinsic
    def pointer(_context: Any, states: Any, i: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, args[0])
            row = builder.mul(args[1], builder.extract_value(array.strides, 0))
            return builder.bitcast(builder.gep(array.data, [row]), context.get_value_type(kind))

        return kind(states, i), generate

    @overload(at)
    def _(states, i):
        return lambda states, i: pointer(states, i)  # noqa: PLW0108  # pyright: ignore[reportCallIssue]  # Numba adds the context

    return at


def local(kind: Any, *shape: int) -> Callable[[], Any]:
    """`room()`: a small array of zeros that lasts as long as the kernel that asks for it. Hand it down, never return it."""
    dtype = np.dtype(kind)
    item = numba.from_dtype(dtype)
    strides = [dtype.itemsize * math.prod(shape[k + 1 :]) for k in range(len(shape))]
    size = dtype.itemsize * math.prod(shape)

    def room() -> Any:
        return np.zeros(shape, dtype)

    @type_callable(room)
    def _(_context):
        return lambda: types.Array(item, len(shape), "C")

    @lower_builtin(room)
    def _(context, builder, signature, _args):  # part of the caller, so that the place on the stack is the caller's
        place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), -(-size // 8)))  # once, in a loop as well
        cgutils.memset(builder, place, ir.Constant(ir.IntType(64), size), 0)
        array = context.make_array(signature.return_type)(context, builder)
        data = builder.bitcast(place, context.get_data_type(item).as_pointer())
        sizes = [[context.get_constant(types.intp, n) for n in some] for some in (shape, strides, [dtype.itemsize])]
        populate_array(array, data=data, shape=sizes[0], strides=sizes[1], itemsize=sizes[2][0], meminfo=None)
        return array._getvalue()

    return room


def copy_row(states: Any, i: Any, others: Any, j: Any) -> None:
    """Copy row j of a byte array into row i of another one, or of the same."""
    states[i] = others[j]


@intrinsic
def _copy_row(_context: Any, states: Any, i: Any, others: Any, j: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def row(array: Any, number: Any) -> Any:
            start = builder.mul(number, builder.extract_value(array.strides, 0))
            return builder.gep(array.data, [start])

        to = context.make_array(signature.args[0])(context, builder, args[0])
        of = context.make_array(signature.args[2])(context, builder, args[2])
        cgutils.raw_memcpy(builder, row(to, args[1]), row(of, args[3]), builder.extract_value(to.shape, 1), 1)
        return context.get_dummy_value()

    return types.void(states, types.int64, others, types.int64), generate


@overload(copy_row)
def _(states, i, others, j):
    return lambda states, i, others, j: _copy_row(states, i, others, j)  # noqa: PLW0108  # pyright: ignore[reportCallIssue]


def popcount(x: Any) -> int:
    """How many bits are set."""
    return int(x).bit_count()


def lowest(x: Any) -> int:
    """The number of the lowest bit that is set."""
    return (int(x) & -int(x)).bit_length() - 1


def _bit_intrinsic(name: str, flag: bool) -> Any:
    @intrinsic
    def call(_context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.IntType(64)
            arguments = [kind, ir.IntType(1)] if flag else [kind]
            function = builder.module.declare_intrinsic(f"llvm.{name}", [kind], ir.FunctionType(kind, arguments))
            return builder.call(function, [args[0], ir.Constant(ir.IntType(1), 0)] if flag else [args[0]])

        return types.int64(types.uint64), generate

    return call


_ctpop, _cttz = _bit_intrinsic("ctpop", False), _bit_intrinsic("cttz", True)


@overload(popcount)
def _(x):
    return lambda x: _ctpop(np.uint64(x))


@overload(lowest)
def _(x):
    return lambda x: _cttz(np.uint64(x))


def bits_of(x: Any) -> int:
    """The 64 bits of a float, as an integer."""
    return struct.unpack("<q", struct.pack("<d", x))[0]


def float_of(bits: Any) -> float:
    """The float that has these 64 bits."""
    return struct.unpack("<d", struct.pack("<q", bits))[0]


def root(x: Any) -> float:
    """The square root, which every machine rounds alike."""
    return math.sqrt(x) if x >= 0 else math.nan


def _float_intrinsic(taken: Any, given: Any, generated: Callable[..., Any]) -> Any:
    @intrinsic
    def call(_context: Any, x: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return generated(builder, args[0])

        return given(taken), generate

    return call


def _llvm_sqrt(builder: Any, x: Any) -> Any:
    kind = ir.DoubleType()
    return builder.call(builder.module.declare_intrinsic("llvm.sqrt", [kind], ir.FunctionType(kind, [kind])), [x])


_bits_of = _float_intrinsic(types.float64, types.int64, lambda builder, x: builder.bitcast(x, ir.IntType(64)))
_float_of = _float_intrinsic(types.int64, types.float64, lambda builder, x: builder.bitcast(x, ir.DoubleType()))
_root = _float_intrinsic(types.float64, types.float64, _llvm_sqrt)


@overload(bits_of)
def _(x):
    return lambda x: _bits_of(np.float64(x))


@overload(float_of)
def _(bits):
    return lambda bits: _float_of(np.int64(bits))


@overload(root)
def _(x):
    return lambda x: _root(np.float64(x))


@cache
def sources(file: Path) -> frozenset[Path]:
    """A module of this package, all modules of it that it imports, and their component tables."""
    found, todo = set(), [file]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.add(path)
        if path.name == "components.py" and path.with_suffix(".toml").exists():
            found.add(path.with_suffix(".toml"))
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mecenate."):
                base = PACKAGE.joinpath(*str(node.module).split(".")[1:])
                names = [base / alias.name for alias in node.names]
                todo += [p for p in (q.with_suffix(".py") for q in [base, *names]) if p.exists()]
    return frozenset(found)


@cache
def content_hash(file: Path) -> str:
    """The name of a cache folder: what the kernels in a file are made from."""
    from mecenate.core.components import override_for  # reads tables for modules that are made of kernels

    made_with = f"{numba.__version__} {np.__version__} {BOUNDS_CHECKED} {sys.implementation.cache_tag}"
    digest = hashlib.sha256(made_with.encode())
    for path in sorted(sources(file)):
        chosen = (override_for(path.parent.name) if path.suffix == ".toml" else None) or path
        text = chosen.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE)}\n{len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Where compiled kernels are kept: MECENATE_CACHE, or the user's cache folder."""
    return Path(os.environ.get("MECENATE_CACHE") or platformdirs.user_cache_path("mecenate", appauthor=False))


class ContentLocator(_CacheLocator):
    """Keeps an entry point under the hash of all that it is made from, whatever folder the checkout lies in."""

    def __init__(self, function: Callable[..., Any], file: Path):
        relative = file.relative_to(PACKAGE)
        self.path = cache_root() / "kernels" / content_hash(file)
        self.name = f"{'.'.join(relative.with_suffix('').parts)}.{function.__qualname__}"

    def get_cache_path(self) -> str:
        return str(self.path)

    def get_source_stamp(self) -> str:
        return self.path.name

    def get_disambiguator(self) -> str:
        return self.name

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "ContentLocator | None":
        file = Path(py_file)
        if not file.is_relative_to(PACKAGE):
            return None
        self = cls(py_func, file)
        try:
            self.ensure_cache_path()
        except OSError:  # a read-only home: better to keep the code for a while than to compile at every start
            self.path = Path(tempfile.gettempdir()) / "mecenate-kernels" / self.path.name
            self.ensure_cache_path()
        return self


CacheImpl._locator_classes.insert(0, ContentLocator)  # Numba tries them in order
