"""Ways into a module from outside: for each entry point one for Python and one for C.

A call from Python goes straight to machine code: CPython hands over its arguments, they are checked and taken apart here.
What is needed of CPython and NumPy comes in a table that `core.native` fills, so that a module depends on neither, and one
library serves every version of Python and every other language.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.np import arrayobj

from mecenate.compiler.frontend import Lowered
from mecenate.compiler.interface import Argument
from mecenate.core import guards
from mecenate.core.guards import Guard
from mecenate.core.kernel import Array, Scalar, Signature
from mecenate.core.python import ARRAY_FLAGS, PYTHON, TABLE

BYTE, INT32, INT64, DOUBLE = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
POINTER = BYTE.as_pointer()
NULL = ir.Constant(POINTER, None)
SLOTS = {name: k for k, name in enumerate(PYTHON)}
READ = {
    "int64": ("PyLong_AsLongLong", INT64),
    "uint64": ("PyLong_AsUnsignedLongLongMask", INT64),
    "float64": ("PyFloat_AsDouble", DOUBLE),
}
MADE = {"int64": "PyLong_FromLongLong", "uint64": "PyLong_FromUnsignedLongLong", "float64": "PyFloat_FromDouble"}
# Behind the head of every Python object: the fields of a NumPy array.
DATA, DIMENSIONS, SHAPE, DESCRIPTION, FLAGS = 0, 8, 16, 40, 48


class Guarded:
    """A guard, as LLVM's intermediate representation."""

    def __init__(self, guard: Guard, signature: Signature):
        self.limits = guard.limits
        self.lowered = Lowered(guard.function, (guard.why, guards.LIMITS, *signature.arguments))


class Calls:
    """The wrappers of one module, as LLVM's intermediate representation."""

    def __init__(self, unit: str):
        self.unit = unit
        self.module = ir.Module("calls")
        self.table = ir.GlobalVariable(self.module, ir.ArrayType(POINTER, len(PYTHON)), TABLE)
        self.table.initializer = ir.Constant(self.table.value_type, None)  # pyright: ignore[reportAttributeAccessIssue]
        self.for_cpython, self.for_others = [TABLE], []

    def for_python(self, name: str, signature: Signature, lowered: Lowered, guard: Guarded | None, alone: bool) -> None:
        """What CPython calls; its `self` has the item types of arrays. `alone`: other threads may run meanwhile."""
        function = ir.Function(self.module, ir.FunctionType(POINTER, [POINTER, POINTER.as_pointer(), INT64]), f"python_{name}")
        self.for_cpython.append(function.name)
        _Python(self, function, name, signature, lowered).build(guard, alone)

    def for_c(self, name: str, signature: Signature, given: Sequence[Argument], lowered: Lowered) -> None:
        """The same for C: numbers as they are, for an array its first item, and nothing for what is always the same."""
        kinds = [
            POINTER if isinstance(kind, Array) else _scalar(kind)
            for kind, one in zip(signature.arguments, given, strict=True)
            if one.fixed is None
        ]
        returns = _scalar(signature.returns) if signature.returns else ir.VoidType()
        function = ir.Function(self.module, ir.FunctionType(returns, kinds), f"{self.unit}_{name}")
        self.for_others.append(function.name)
        builder, values = ir.IRBuilder(function.append_basic_block()), iter(function.args)
        arguments = []
        for kind, one in zip(lowered.arguments[-len(given) :], given, strict=True):
            value = next(values) if one.fixed is None else self._constant(one.fixed)
            shape = one.shape if one.fixed is None else np.shape(one.fixed)
            arguments.append(_array(lowered, builder, kind, value, [INT64(n) for n in shape]) if shape else value)
        _, result = call(self.module, builder, lowered, arguments)
        if signature.returns:
            builder.ret(result)
        else:
            builder.ret_void()

    def _constant(self, value: Any) -> Any:
        if not np.shape(value):
            return INT64(value)
        return _held(self.module, [ir.Constant(DOUBLE, float(one)) for one in value])


def _held(module: Any, values: Sequence[Any]) -> Any:
    """An array that never changes."""
    items = ir.Constant(ir.ArrayType(values[0].type, len(values)), values)
    held = ir.GlobalVariable(module, items.type, module.get_unique_name("fixed"))
    held.initializer, held.global_constant = items, True  # pyright: ignore[reportAttributeAccessIssue]
    return held.bitcast(POINTER)


def _scalar(kind: Scalar) -> Any:
    return DOUBLE if kind.kind == "float64" else INT64


def _array(lowered: Lowered, builder: Any, kind: Any, data: Any, shape: Sequence[Any]) -> Any:
    context = lowered.context
    array = arrayobj.make_array(kind)(context, builder)
    width = INT64(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [builder.mul(shape[1], width), width] if kind.ndim == 2 else [width]
    data = builder.bitcast(data, array.data.type)
    arrayobj.populate_array(array, data=data, shape=list(shape), strides=strides, itemsize=width, meminfo=None)
    return array._getvalue()


def call(module: Any, builder: Any, lowered: Lowered, arguments: Sequence[Any]) -> Any:
    """Call a kernel; functions of the game that it takes are known at compile time, and nothing is passed for them."""
    context, convention = lowered.context, lowered.context.call_conv
    kind = convention.get_function_type(lowered.returns, lowered.arguments)
    callee = module.globals.get(lowered.name) or ir.Function(module, kind, lowered.name)
    missing = lowered.arguments[: len(lowered.arguments) - len(arguments)]
    given = [context.get_constant_null(one) for one in missing] + list(arguments)
    return convention.call_function(builder, callee, lowered.returns, lowered.arguments, given)


class _Python:
    def __init__(self, calls: Calls, function: Any, name: str, signature: Signature, lowered: Lowered):
        self.module, self.function, self.name = calls.module, function, f"{calls.unit}'s {name}"
        self.told = [guards.words(calls.unit, name, fault) for fault in range(len(guards.FAULTS))]
        self.signature, self.lowered = signature, lowered
        self.table = calls.table
        self.builder = ir.IRBuilder(function.append_basic_block())

    def slot(self, name: str) -> Any:
        return self.builder.load(self.builder.gep(self.table, [INT32(0), INT32(SLOTS[name])], inbounds=True))

    def api(self, name: str, returns: Any, *arguments: Any) -> Any:
        kind = ir.FunctionType(returns, [one.type for one in arguments])
        return self.builder.call(self.builder.bitcast(self.slot(name), kind.as_pointer()), arguments)

    def text(self, words: str) -> Any:
        return cgutils.global_constant(self.module, "words", cgutils.make_bytearray(f"{words}\0".encode())).bitcast(POINTER)

    def refuse_if(self, condition: Any, kind: str, words: str) -> None:
        with self.builder.if_then(condition, likely=False):
            self.api("PyErr_SetString", ir.VoidType(), self.slot(kind), self.text(words))
            self.builder.ret(NULL)

    def fail_if_error(self, condition: Any) -> None:
        """CPython says by a value that may also be a right one that it has raised something."""
        with self.builder.if_then(condition, likely=False):
            raised = self.api("PyErr_Occurred", POINTER)
            with self.builder.if_then(self.builder.icmp_unsigned("!=", raised, NULL)):
                self.builder.ret(NULL)

    def build(self, guard: Guarded | None, alone: bool) -> None:
        builder, count = self.builder, len(self.signature.arguments)
        _, given, number = self.function.args
        self.refuse_if(builder.icmp_signed("!=", number, INT64(count)), "TypeError", f"{self.name} takes {count} arguments.")
        arguments = []
        for k, kind in enumerate(self.signature.arguments):
            one = builder.load(builder.gep(given, [INT64(k)]))
            arguments.append(self.array(one, kind, k) if isinstance(kind, Array) else self.number(one, kind))
        if guard:
            self.refuse_faults(guard, arguments)
        state = self.api("PyEval_SaveThread", POINTER) if alone else None
        status, result = call(self.module, builder, self.lowered, arguments)
        if state is not None:
            self.api("PyEval_RestoreThread", ir.VoidType(), state)
        self.refuse_if(status.is_error, "RuntimeError", f"{self.name} failed: an index out of bounds or a division by zero.")
        if self.signature.returns:
            builder.ret(self.api(MADE[self.signature.returns.kind], POINTER, result))
        else:
            none = self.slot("None")
            self.api("Py_IncRef", ir.VoidType(), none)
            builder.ret(none)

    def refuse_faults(self, guard: Guarded, arguments: Sequence[Any]) -> None:
        """What the guard finds wrong with the arguments is raised, in its words."""
        builder, lowered = self.builder, guard.lowered
        limits = _held(self.module, [INT64(one) for one in guard.limits])
        known = _array(lowered, builder, lowered.arguments[1], limits, [INT64(len(guard.limits))])
        _, fault = call(self.module, builder, lowered, [known, *arguments])
        with builder.if_then(builder.icmp_signed("!=", fault, INT64(guards.FINE)), likely=False):
            told = self.text(self.told[1])
            for number in range(2, len(self.told)):
                told = builder.select(builder.icmp_signed("==", fault, INT64(number)), self.text(self.told[number]), told)
            self.api("PyErr_SetString", ir.VoidType(), self.slot("MecenateError"), told)
            builder.ret(NULL)

    def number(self, given: Any, kind: Scalar) -> Any:
        name, returns = READ[kind.kind]
        value = self.api(name, returns, given)
        if returns == DOUBLE:
            self.fail_if_error(self.builder.fcmp_ordered("==", value, ir.Constant(DOUBLE, -1.0)))
        else:
            self.fail_if_error(self.builder.icmp_signed("==", value, INT64(-1)))
        return value

    def array(self, given: Any, kind: Array, k: int) -> Any:
        builder = self.builder
        wanted = (
            f"{self.name}: argument {k + 1} should be a writable C-contiguous {kind.dimensions}-D array of {kind.kind.name}."
        )
        head = builder.ptrtoint(self.slot("object size"), INT64)
        own_type = self.field(given, builder.sub(head, INT64(8)), POINTER)
        self.refuse_if(builder.icmp_unsigned("!=", own_type, self.slot("ndarray")), "TypeError", wanted)
        dimensions = self.field(given, builder.add(head, INT64(DIMENSIONS)), INT32)
        flags = self.field(given, builder.add(head, INT64(FLAGS)), INT32)
        right = builder.and_(
            builder.icmp_signed("==", dimensions, INT32(kind.dimensions)),
            builder.icmp_signed("==", builder.and_(flags, INT32(ARRAY_FLAGS)), INT32(ARRAY_FLAGS)),
        )
        self.refuse_if(builder.not_(right), "TypeError", wanted)
        description = self.field(given, builder.add(head, INT64(DESCRIPTION)), POINTER)
        ours = self.api("PyTuple_GetItem", POINTER, self.function.args[0], INT64(k))
        with builder.if_then(builder.icmp_unsigned("!=", description, ours), likely=False):  # an equal one will do as well
            equal = self.api("PyObject_RichCompareBool", INT32, description, ours, INT32(2))
            self.refuse_if(builder.icmp_signed("!=", equal, INT32(1)), "TypeError", wanted)
        data = self.field(given, builder.add(head, INT64(DATA)), POINTER)
        lengths = self.field(given, builder.add(head, INT64(SHAPE)), INT64.as_pointer())
        shape = [builder.load(builder.gep(lengths, [INT64(d)])) for d in range(kind.dimensions)]
        return _array(self.lowered, builder, self.lowered.arguments[k - len(self.signature.arguments)], data, shape)

    def field(self, given: Any, offset: Any, kind: Any) -> Any:
        return self.builder.load(self.builder.bitcast(self.builder.gep(given, [offset]), kind.as_pointer()))
