"""From LLVM's intermediate representation to machine code: one module, optimised once, for any of our targets."""

from collections.abc import Iterable
from dataclasses import dataclass

import llvmlite.binding as llvm

from mecenate.compiler import frontend
from mecenate.compiler.calls import Calls, Guarded
from mecenate.compiler.frontend import Lowered
from mecenate.compiler.modules import Export


@dataclass(frozen=True)
class Target:
    """A system and a family of processors, as LLVM calls them."""

    name: str
    triple: str
    cpu: str
    features: str = ""


TARGETS = {
    one.name: one
    for one in (
        Target("linux-x86-64", "x86_64-unknown-linux-gnu", "x86-64"),
        Target("linux-x86-64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3"),
        Target("linux-arm64", "aarch64-unknown-linux-gnu", "generic"),
        Target("macos-x86-64", "x86_64-apple-macosx11.0.0", "x86-64"),
        Target("macos-x86-64-v3", "x86_64-apple-macosx11.0.0", "x86-64-v3"),
        Target("macos-arm64", "arm64-apple-macosx11.0.0", "apple-m1"),
        Target("windows-x86-64", "x86_64-pc-windows-gnu", "x86-64"),
        Target("windows-x86-64-v3", "x86_64-pc-windows-gnu", "x86-64-v3"),
        Target("wasm32", "wasm32-unknown-unknown", "generic", "+bulk-memory,+simd128"),
        Target("wasm64", "wasm64-unknown-unknown", "generic", "+bulk-memory,+simd128"),
    )
}

WASM = tuple(name for name in TARGETS if name.startswith("wasm"))


def lower(export: Export) -> tuple[Lowered, Guarded | None]:
    """The code of an entry point and of all that it calls, as LLVM takes it, and of its guard; done once in a process."""
    frontend.declare_primitives()
    lowered = Lowered(export.function, (*export.takes, *export.signature.arguments))
    return lowered, Guarded(export.guard, export.signature) if export.guard else None


class Code:
    """The linked code of a unit, not yet optimised: good for any target."""

    def __init__(self, unit: str, found: Iterable[Export]):
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        calls, libraries = Calls(unit), {}
        for export in found:
            lowered, guard = lower(export)
            calls.for_python(export.name, export.signature, lowered, guard, alone=bool(export.takes))
            if export.for_c is not None:
                calls.for_c(export.name, export.signature, export.for_c, lowered)
            for one in (lowered, guard.lowered) if guard else (lowered,):
                libraries |= dict.fromkeys(one.libraries())
        self.for_cpython, self.for_others = calls.for_cpython, calls.for_others
        exported = {*self.for_cpython, *self.for_others}
        linked = llvm.parse_assembly(str(calls.module))
        for library in libraries:
            linked.link_in(frontend.own_code(library), preserve=True)
        for one in (*linked.functions, *linked.global_variables):
            if not one.is_declaration and one.name not in exported:
                one.linkage = "internal"
        self._bitcode = linked.as_bitcode()

    def optimised(self, target: Target, python: bool = True) -> tuple[llvm.ModuleRef, llvm.TargetMachine]:
        module = llvm.parse_bitcode(self._bitcode)
        for name in () if python else self.for_cpython:
            _named(module, name).linkage = "internal"  # so it falls away
        machine = llvm.Target.from_triple(target.triple).create_target_machine(
            cpu=target.cpu, features=target.features, opt=3, reloc="pic", codemodel="default"
        )
        module.triple, module.data_layout = target.triple, str(machine.target_data)
        if "windows" in target.triple:  # elsewhere a library exports what is not internal
            for name in (*self.for_cpython, *self.for_others) if python else self.for_others:
                _named(module, name).storage_class = "dllexport"
        options = llvm.create_pipeline_tuning_options(speed_level=3)
        options.loop_vectorization, options.slp_vectorization = True, False
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        return module, machine

    def object_file(self, target: Target, python: bool = True) -> bytes:
        """`python`: with the ways in from Python; else with those for C alone."""
        module, machine = self.optimised(target, python)
        return machine.emit_object(module)


def _named(module: llvm.ModuleRef, name: str) -> llvm.ValueRef:
    try:
        return module.get_function(name)
    except NameError:
        return module.get_global_variable(name)


def needed_from_outside(module: llvm.ModuleRef) -> list[str]:
    """What a module calls that it does not have."""
    return sorted(one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm."))


def made_with() -> str:
    return f"Numba {frontend.numba.__version__}, LLVM {'.'.join(map(str, llvm.llvm_version_info))}"
