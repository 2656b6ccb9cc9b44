"""Compiled and uncompiled, everything is the same program."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from mecenate.core.entries import Entry
from mecenate.core.machine import targets
from mecenate.core.native import Description, load_object


def printed(script: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def both_ways() -> Callable[[str], tuple[str, str]]:
    """What a script prints compiled, and what it prints uncompiled."""
    return lambda script: (printed(script), printed(script, MECENATE_UNCOMPILED="1"))


@pytest.fixture(scope="session")
def machine_code() -> Callable[..., Callable[..., Any]]:
    """An entry point, with the functions of a game that it takes, compiled here and now."""

    def compiled(entry: Entry, *takes: Entry) -> Callable[..., Any]:
        from mecenate.compiler.emit import TARGETS, Code
        from mecenate.compiler.modules import Export

        export = Export(entry.name, entry.function, entry.signature, tuple(one.function for one in takes))
        code = Code("test", [export]).object_file(TARGETS[targets()[0]])
        about = Description("test", targets()[0], True, (), "", "", "")
        found = load_object(about, code).function(entry.name, entry.signature)
        assert found
        return found

    return compiled
