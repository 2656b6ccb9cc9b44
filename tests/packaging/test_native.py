"""Machine code that came with the package: used without Numba, and never when it is not exactly right."""

import hashlib
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from mecenate.bots.play import stream as entry
from mecenate.core import native, units
from mecenate.core.entries import SHARED
from mecenate.core.errors import MecenateError
from mecenate.core.machine import targets
from mecenate.core.native import Description

from .conftest import description

VALUE = int(entry.plain()(7, 3))


def library(package: Path) -> Path:
    told = description(package)
    return told.with_name(json.loads(told.read_text())["code"])


def describe(package: Path, **other: object) -> None:
    path = description(package)
    path.write_text(json.dumps(json.loads(path.read_text()) | other))


def damage(package: Path) -> None:
    content = bytearray(library(package).read_bytes())
    content[len(content) // 2] ^= 1
    library(package).write_bytes(content)


def put_another_in_its_place(package: Path, content: bytes) -> None:
    """A library that is not for this machine, or not one of ours, with all that its description says of it."""
    library(package).write_bytes(content)
    describe(package, sha256=hashlib.sha256(content).hexdigest())


def from_elsewhere(package: Path) -> None:
    other = next(path for path in package.glob("native/*.so") if path != library(package))
    put_another_in_its_place(package, other.read_bytes())


def not_ours(package: Path) -> None:
    import llvmlite.binding as llvm

    from mecenate.compiler.linking import link

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(reloc="pic")
    code = machine.emit_object(llvm.parse_assembly("define i64 @python_stream() { ret i64 0 }"))
    put_another_in_its_place(package, link([code], targets()[0], "another.so"))


WRONG = {
    "damaged": damage,
    "cut short": lambda package: library(package).write_bytes(library(package).read_bytes()[:1000]),
    "missing": lambda package: library(package).unlink(),
    "from elsewhere": from_elsewhere,
    "not ours": not_ours,
    "no description": lambda package: description(package).write_bytes(b"{}"),
    "no JSON": lambda package: description(package).write_bytes(b"\xff{"),
    "strange names": lambda package: describe(package, more=1),
    "a folder": lambda package: (library(package).unlink(), library(package).mkdir()),
}


def test_a_shipped_library_needs_no_numba(installed, stream):
    told, said = stream(installed, "bare")
    assert told == [VALUE, library(installed).name, False]
    assert said == []


def test_with_numba_installed_it_is_used_all_the_same(installed, stream, tmp_path):
    told, said = stream(installed)
    assert told == [VALUE, library(installed).name, False]
    assert said == [] and not list(tmp_path.glob("cache/**/*.code"))


@pytest.mark.parametrize("how", WRONG)
def test_without_a_right_one_it_runs_uncompiled_and_says_so(how, installed, stream):
    WRONG[how](installed)
    told, said = stream(installed, "bare")
    assert told == [VALUE, None, False]
    assert len(said) == 1 and said[0].startswith("What all games share runs uncompiled, far slower: ")
    assert str(installed) in said[0] and ("install the program anew" in said[0] or how == "from elsewhere")


def test_with_numba_it_is_compiled_anew(installed, stream):
    damage(installed)
    assert stream(installed) == ([VALUE, "", False], [])
    assert stream(installed) == ([VALUE, "", False], [])  # this time from the cache


def test_for_another_machine_there_is_nothing(installed, stream):
    description(installed).unlink()
    told, said = stream(installed, "bare")
    assert told == [VALUE, None, False]
    assert len(said) == 1 and said[0].startswith("Everything runs uncompiled") and "mecenate[compile]" in said[0]


def test_processes_that_it_starts_do_not_say_it_again(installed, stream):
    description(installed).unlink()
    _, said = stream(installed, "bare", "twice")
    assert len(said) == 1


@pytest.mark.parametrize("name", ["core/rng.py", "compiler/emit.py"])
def test_code_of_other_rules_is_not_used(name, installed, stream):
    (installed / name).write_text((installed / name).read_text() + "\n# corrected\n")
    told, said = stream(installed, "bare")
    assert told == [VALUE, None, False]
    assert len(said) == 1 and "not those that its machine code was made from" in said[0]


def test_a_description_of_something_else_is_not_used(installed, stream):
    """The description of another target, under the name of this machine's."""
    other = next(path for path in installed.glob("native/*.json") if path != description(installed))
    shutil.copy(other, description(installed))
    assert stream(installed, "bare")[0] == [VALUE, None, False]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("MECENATE_CACHE", str(tmp_path))
    found = native.cache_folder()
    assert found
    return found


def written(code: bytes = b"machine code") -> tuple[Description, bytes]:
    digest = hashlib.sha256(code).hexdigest()
    return Description(SHARED, targets()[0], True, (), native.content_of(()), "nothing", digest), code


def test_what_is_kept_is_found(folder):
    native.keep(*written())
    assert list(native.kept(SHARED)) == [written()]
    assert list(native.kept(SHARED, "amiga-m68k")) == []


def test_the_best_for_this_processor_comes_first(folder, monkeypatch):
    monkeypatch.setattr(native, "targets", lambda: ("linux-x86-64-v3", "linux-x86-64"))
    for target in ("linux-x86-64", "linux-x86-64-v3"):
        native.keep(replace(written()[0], target=target), written()[1])
    assert [one.target for one, _ in native.kept(SHARED)] == ["linux-x86-64-v3", "linux-x86-64"]


@pytest.mark.parametrize("cut", [0, 10, 100, -1])
def test_what_is_half_written_is_not_used(folder, cut):
    native.keep(*written())
    path = next(folder.glob("*.code"))
    path.write_bytes(path.read_bytes()[:cut])
    assert list(native.kept(SHARED)) == []
    native.keep(*written())
    assert list(native.kept(SHARED)) == [written()]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders belong to users on Unix")
@pytest.mark.parametrize("mode", [0o720, 0o702])
def test_a_folder_that_others_may_write_to_is_not_read(folder, mode):
    native.keep(*written())
    folder.chmod(mode)
    assert native.cache_folder() is None
    assert list(native.kept(SHARED)) == []
    with pytest.raises(MecenateError, match="not this user's alone"):
        native.keep(*written())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders belong to users on Unix")
def test_a_folder_of_somebody_else_is_not_read(folder, monkeypatch):
    native.keep(*written())
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert list(native.kept(SHARED)) == []
    with pytest.raises(MecenateError, match="not this user's alone"):
        native.keep(*written())


def answer(unit: units.Unit) -> int | None:
    """What its machine code says, if it has some."""
    function = unit.find(entry.name, entry.signature)
    return function(7, 3) if function else None


def test_on_a_full_disk_it_is_used_and_not_kept(folder, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(native, "write_bytes", full)
    unit = units.Unit(SHARED)
    monkeypatch.setitem(units.UNITS, SHARED, unit)
    units.make_ready([(SHARED, True)])
    assert answer(unit) == VALUE
    assert list(folder.iterdir()) == []


def test_a_compiler_that_is_killed_leaves_nothing_behind(folder, monkeypatch, caplog):
    from mecenate.core import compiling

    def killing(made):
        def finish(self, take, said):
            return made(self, take, lambda *_: self._process.kill())

        return finish

    with monkeypatch.context() as patched:
        patched.setenv(units.SAID, "")
        patched.setattr(compiling.Compiler, "finish", killing(compiling.Compiler.finish))
        unit = units.Unit(SHARED)
        patched.setitem(units.UNITS, SHARED, unit)
        units.make_ready([(SHARED, True)])
        assert answer(unit) is None
    assert "could not be compiled" in caplog.text and list(folder.iterdir()) == []
    again = units.Unit(SHARED)
    monkeypatch.setitem(units.UNITS, SHARED, again)
    units.make_ready([(SHARED, True)])
    assert answer(again) == VALUE
    assert [one.unit for one, _ in native.kept(SHARED)] == [SHARED]
