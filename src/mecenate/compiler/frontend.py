"""Numba as a front end: from kernels to LLVM's intermediate representation, and no further.

Numba would optimise each of a game's thousand functions with everything it calls, give it wrappers and make machine code of it,
though only a few are ever called from outside. Here each function keeps its own code alone; `module` links it once.

Numba's inner parts are touched in this file only. `changed_parts` says in words which of them a new Numba has changed.
"""

import inspect
import math
import os
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

# Code for any processor of a family: which one is decided when the whole module is made.
os.environ.update(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="", NUMBA_DISABLE_JIT="0")

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, cpu, lowering
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, _pass_registry
from numba.core.dispatcher import _DispatcherBase
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.postproc import PostProcessor
from numba.core.typing.context import BaseContext, Context
from numba.core.typing.typeof import typeof_impl
from numba.extending import intrinsic, lower_builtin, overload, type_callable
from numba.np import arrayobj

from mecenate.core import kernel
from mecenate.core.kernel import Array, Type

BOUNDS_CHECKED = bool(os.environ.get("MECENATE_BOUNDSCHECK"))

# What we rely on: where it is, its parameters, and what for.
INNER_PARTS = (
    (CPUCodeLibrary, "add_llvm_module", ("self", "ll_module"), "takes the code of one function"),
    (CPUCodeLibrary, "add_linking_library", ("self", "library"), "is told which other functions a function calls"),
    (CPUCodeLibrary, "finalize", ("self",), "would link, optimise and emit each function"),
    (cpu.CPUContext, "get_executable", ("self", "library", "fndesc", "env"), "would make a function callable from Python"),
    (cpu.CPUContext, "post_lowering", ("self", "mod", "library"), "would add the allocator to each function"),
    (lowering.BaseLower, "create_cpython_wrapper", ("self", "release_gil"), "would make a wrapper for Python"),
    (lowering.BaseLower, "create_cfunc_wrapper", ("self",), "would make a wrapper for C"),
    (_DispatcherBase, "get_call_template", ("self", "args", "kws"), "compiles a kernel for the arguments of a call"),
    (BaseContext, "resolve_value_type", ("self", "val"), "asks what a global name of a kernel is"),
    (arrayobj, "make_array", ("array_type",), "lays out an array"),
    (arrayobj, "populate_array", ("array", "data", "shape", "strides", "itemsize", "meminfo", "parent"), "fills in an array"),
    (cgutils, "alloca_once", ("builder", "ty", "size", "name", "zfill"), "reserves room on the stack"),
)  # fmt: skip
ATTRIBUTES = ((CPUCodeLibrary, "_final_module"), (CPUCodeLibrary, "_linking_libraries"), (CPUCodeLibrary, "_finalized"))


def changed_parts() -> list[str]:
    """What is no longer as we know it, a line each."""
    found = []
    for holder, name, parameters, use in INNER_PARTS:
        part = _ORIGINAL.get((holder, name)) or getattr(holder, name, None)
        where = f"{holder.__name__}.{name}, which {use},"
        if part is None:
            found.append(f"{where} is gone")
        elif (has := tuple(inspect.signature(part).parameters)) != parameters:
            found.append(f"{where} takes {', '.join(has)}, and no longer {', '.join(parameters)}")
    library = cpu.CPUContext(Context()).codegen().create_library("probe")
    found += [f"a {holder.__name__} has no {name}" for holder, name in ATTRIBUTES if not hasattr(library, name)]
    return [f"Numba {numba.__version__}: {one}." for one in found]


told: list[Callable[[], None]] = []  # who wants to know of each function that has its code now


def _keep_own_code(self: Any, ll_module: Any) -> None:
    self._final_module.link_in(ll_module)
    for tell in told:
        tell()


def _finalize(self: Any) -> None:
    self._finalized = True


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _never_called(*_: Any, **__: Any) -> Any:
    return [].append  # a function of CPython's own, by which Numba tells what it has compiled


_REPLACED: dict[tuple[Any, str], Callable[..., Any]] = {
    (CPUCodeLibrary, "add_llvm_module"): _keep_own_code,
    (CPUCodeLibrary, "finalize"): _finalize,
    (cpu.CPUContext, "get_executable"): _never_called,
    (cpu.CPUContext, "post_lowering"): _nothing,
    (lowering.BaseLower, "create_cpython_wrapper"): _nothing,
    (lowering.BaseLower, "create_cfunc_wrapper"): _nothing,
}
_ORIGINAL = {(holder, name): getattr(holder, name, None) for holder, name in _REPLACED}
for (_holder, _name), _replacement in _REPLACED.items():
    setattr(_holder, _name, _replacement)
warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)


class Passes(PassManager):
    """Numba's passes, each run without its book-keeping."""

    def _runPass(self, index: int, one: Any, state: Any) -> None:
        one.analysis = self._analysis
        changed = one.run_initialization(state)
        changed |= one.run_pass(state)
        changed |= one.run_finalizer(state)
        if changed and _pass_registry.get(one.__class__).mutates_CFG:
            PostProcessor(state.func_ir).run()


class FrontEnd(CompilerBase):
    """The passes that kernels need: no closures with effects, no `with`, no literal loops, no array expressions."""

    def define_pipelines(self) -> list[Any]:
        passes = Passes("kernels")
        for one in (
            untyped.TranslateByteCode, untyped.FixupArgs, untyped.IRProcessing, untyped.RewriteSemanticConstants,
            untyped.DeadBranchPrune, untyped.GenericRewrites, untyped.MakeFunctionToJitFunction, untyped.ReconstructSSA,
            untyped.DeadBranchPrune, typed.NopythonTypeInference, typed.PreLowerStripPhis, typed.NopythonRewrites,
            typed.IRLegalization, typed.NativeLowering, typed.NoPythonBackend,
        ):  # fmt: skip
            passes.add_pass(one, one.__name__)
        passes.finalize()
        return [passes]


@cache
def dispatcher(function: Callable[..., Any]) -> Any:
    found = numba.njit(boundscheck=BOUNDS_CHECKED, _nrt=False, pipeline_class=FrontEnd)(function)  # pyright: ignore[reportCallIssue]
    for_types = found.get_call_template
    found.get_call_template = lambda kinds, named: for_types([_wide(one) for one in kinds], named)
    return found


def _wide(kind: Any) -> Any:
    """A narrow whole number as an argument: arithmetic would widen it anyway, and each width would be a function of its own."""
    kind = types.unliteral(kind)
    return types.int64 if kind in types.signed_domain else kind


@typeof_impl.register(FunctionType)
def _(function: Callable[..., Any], _context: Any) -> Any:
    """What a kernel is to another kernel that calls it."""
    return types.Dispatcher(dispatcher(function)) if function in kernel.KERNELS else None


def type_of(given: Type | Callable[..., Any]) -> Any:
    """A kernel's argument for Numba: a number, an array, or another kernel."""
    if isinstance(given, Array):
        return types.Array(numba.from_dtype(given.kind), given.dimensions, "C")
    if isinstance(given, kernel.Scalar):
        return getattr(types, given.kind)
    return types.Dispatcher(dispatcher(given))


class Lowered:
    """A kernel for given arguments, as LLVM's intermediate representation."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]):
        kinds = tuple(type_of(one) for one in arguments)
        found = dispatcher(function)
        found.compile(kinds)
        made = found.overloads[kinds]
        self.name: str = made.fndesc.llvm_func_name
        self.arguments, self.returns = made.signature.args, made.signature.return_type
        self.library = made.library
        self.context = made.target_context

    def libraries(self) -> Iterator[Any]:
        """The code of this function and of all that it reaches."""
        seen, todo = set(), [self.library]
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                yield one
                todo += one._linking_libraries


def own_code(library: Any) -> Any:
    return library._final_module


def _bits(name: str, flag: bool) -> Any:
    @intrinsic
    def call(_context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.IntType(64)
            arguments = [kind, ir.IntType(1)] if flag else [kind]
            function = builder.module.declare_intrinsic(f"llvm.{name}", [kind], ir.FunctionType(kind, arguments))
            return builder.call(function, [args[0], ir.Constant(ir.IntType(1), 0)] if flag else [args[0]])

        return types.int64(types.uint64), generate

    return call


_ctpop, _cttz = _bits("ctpop", False), _bits("cttz", True)


@overload(kernel.popcount)
def _(x):
    return lambda x: _ctpop(np.uint64(x))


@overload(kernel.lowest)
def _(x):
    return lambda x: _cttz(np.uint64(x))


def _of_float(taken: Any, given: Any, generated: Callable[..., Any]) -> Any:
    @intrinsic
    def call(_context: Any, x: Any) -> Any:
        return given(taken), lambda _context, builder, _signature, args: generated(builder, args[0])

    return call


def _llvm_sqrt(builder: Any, x: Any) -> Any:
    kind = ir.DoubleType()
    return builder.call(builder.module.declare_intrinsic("llvm.sqrt", [kind], ir.FunctionType(kind, [kind])), [x])


_bits_of = _of_float(types.float64, types.int64, lambda builder, x: builder.bitcast(x, ir.IntType(64)))
_float_of = _of_float(types.int64, types.float64, lambda builder, x: builder.bitcast(x, ir.DoubleType()))
_root = _of_float(types.float64, types.float64, _llvm_sqrt)


@overload(kernel.bits_of)
def _(x):
    return lambda x: _bits_of(np.float64(x))


@overload(kernel.float_of)
def _(bits):
    return lambda bits: _float_of(np.int64(bits))


@overload(kernel.root)
def _(x):
    return lambda x: _root(np.float64(x))


@intrinsic
def _copy_row(_context: Any, states: Any, i: Any, others: Any, j: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def row(array: Any, number: Any) -> Any:
            return builder.gep(array.data, [builder.mul(number, builder.extract_value(array.strides, 0))])

        to = context.make_array(signature.args[0])(context, builder, args[0])
        of = context.make_array(signature.args[2])(context, builder, args[2])
        cgutils.raw_memcpy(builder, row(to, args[1]), row(of, args[3]), builder.extract_value(to.shape, 1), 1)
        return context.get_dummy_value()

    return types.void(states, types.int64, others, types.int64), generate


@overload(kernel.copy_row)
def _(states, i, others, j):
    return lambda states, i, others, j: _copy_row(states, i, others, j)  # noqa: PLW0108  # pyright: ignore[reportCallIssue]


def _record_at(at: Callable[..., Any], dtype: np.dtype) -> None:
    kind = numba.from_dtype(dtype)

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


def _local(room: Callable[..., Any], dtype: np.dtype, shape: tuple[int, ...]) -> None:
    item = numba.from_dtype(dtype)
    strides = [dtype.itemsize * math.prod(shape[k + 1 :]) for k in range(len(shape))]
    size = dtype.itemsize * math.prod(shape)

    @type_callable(room)
    def _(_context: Any) -> Any:
        return lambda: types.Array(item, len(shape), "C")

    @lower_builtin(room)
    def _(context: Any, builder: Any, signature: Any, _args: Any) -> Any:  # in the caller, so that the place is on its stack
        place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), -(-size // 8)))  # once, in a loop as well
        cgutils.memset(builder, place, ir.Constant(ir.IntType(64), size), 0)
        array = context.make_array(signature.return_type)(context, builder)
        data = builder.bitcast(place, context.get_data_type(item).as_pointer())
        sizes = [[context.get_constant(types.intp, n) for n in some] for some in (shape, strides, [dtype.itemsize])]
        arrayobj.populate_array(array, data=data, shape=sizes[0], strides=sizes[1], itemsize=sizes[2][0], meminfo=None)
        return array._getvalue()


def _part(items: Callable[..., Any], dtype: np.dtype, dimensions: int = 1) -> None:
    kind = types.Array(numba.from_dtype(dtype), dimensions, "C")

    @type_callable(items)
    def _(_context: Any) -> Any:
        return (lambda memory, start, n: kind) if dimensions == 1 else (lambda memory, start, n, width: kind)

    @lower_builtin(items, types.Array, *(1 + dimensions) * (types.Integer,))
    def _(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        memory = context.make_array(signature.args[0])(context, builder, args[0])
        array = context.make_array(kind)(context, builder)
        start, *shape = [
            context.cast(builder, one, given, types.intp) for one, given in zip(args[1:], signature.args[1:], strict=True)
        ]
        width = context.get_constant(types.intp, dtype.itemsize)
        data = builder.bitcast(builder.gep(memory.data, [start]), array.data.type)
        strides = [builder.mul(shape[1], width), width] if dimensions == 2 else [width]
        arrayobj.populate_array(array, data=data, shape=shape, strides=strides, itemsize=width, meminfo=None)
        return array._getvalue()


_part(kernel.rows_in, np.dtype(np.uint8), 2)


def declare_primitives() -> None:
    """Say what the records, stack arrays and parts of memory mean of which kernels have come up since the last call."""
    for at, dtype in kernel.RECORDS.items():
        if at not in _declared:
            _record_at(at, dtype)
    for room, (dtype, shape) in kernel.LOCALS.items():
        if room not in _declared:
            _local(room, dtype, shape)
    for items, dtype in kernel.PARTS.items():
        if items not in _declared:
            _part(items, dtype)
    _declared.update(kernel.RECORDS, kernel.LOCALS, kernel.PARTS)


_declared: set[Callable[..., Any]] = set()
