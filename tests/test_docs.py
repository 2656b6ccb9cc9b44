"""What the pages promise: code that runs, files and commands that exist."""

import re
from pathlib import Path

import pytest

import mecenate
from mecenate.cli import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_on_a_page_runs(page):
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_the_changelog_knows_this_version():
    """`## Unreleased` stands first, then this version with its day."""
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert headings[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(mecenate.__version__)} - 20\d\d-\d\d-\d\d", headings[1])


def test_every_command_of_the_readme_exists():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`mecenate ([a-z]+)", readme)) == set(app.commands)


def test_the_makefile_has_what_the_readme_promises():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {"play", "test", "soak"} <= set(targets)
