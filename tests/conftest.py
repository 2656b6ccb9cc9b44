"""Compiled and uncompiled, everything is the same program."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest


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
    return lambda script: (printed(script), printed(script, NUMBA_DISABLE_JIT="1"))
