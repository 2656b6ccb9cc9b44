"""The versions that `make`, CI and the image install: all that can be asked for, exactly, and from nowhere in particular."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINES = [
    line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")
]
CONSTRAINTS = [Requirement(line) for line in LINES]
EXTRAS = PROJECT["project"]["optional-dependencies"]
ASKED = [
    Requirement(one)
    for some in (PROJECT["project"]["dependencies"], *EXTRAS.values(), *PROJECT["dependency-groups"].values())
    for one in some
    if not one.startswith("mecenate[")
]


def pins(name: str, python: str, system: str) -> list[str]:
    """The versions that a Python on a system gets."""
    there = {**default_environment(), "python_full_version": f"{python}.0", "python_version": python, "sys_platform": system}
    fitting = (
        one
        for one in CONSTRAINTS
        if canonicalize_name(one.name) == canonicalize_name(name) and (not one.marker or one.marker.evaluate(there))
    )
    return [str(one.specifier).removeprefix("==") for one in fitting]


def test_every_line_is_one_exact_version_and_says_nothing_of_where_it_comes_from():
    assert len(CONSTRAINTS) > 50
    for line in LINES:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][\w.+!]*( ; [\w\s.'<>=!()]+)?", line), line


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14", "3.15"])
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_all_that_is_asked_for_is_there_once(python, system):
    """If a bound was changed and this fails: `make constraints`."""
    for one in ASKED:
        found = pins(one.name, python, system)
        assert len(found) == 1, (one.name, found)
        assert one.specifier.contains(found[0]), (str(one), found)


@pytest.mark.parametrize("name", ["numba", "llvmlite", "sqlalchemy", "uvicorn"])
def test_what_is_used_from_inside_has_an_upper_bound(name):
    asked = [one for one in ASKED if one.name == name]
    assert asked and all(any(bound.operator == "<" for bound in one.specifier) for one in asked)
