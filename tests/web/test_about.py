"""What this is, who made the games, and whose the fonts and programs are that come with the page."""

import json
import tomllib

import pytest
from visiting import LANGUAGES, PAGES, ROOT

import mecenate

LOCALES = {"en": "en-GB", "de": "de-DE", "nl": "nl-NL"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_entrance_one_comes_to_it(visit, language):
    visitor = visit(locale=LOCALES[language])
    page = visitor.go("/")
    page.get_by_role("link", name=visitor.say("about.link")).click()
    page.get_by_role("heading", name=visitor.say("about.title")).wait_for()
    text = page.locator("main").inner_text()
    assert mecenate.__version__ in text and visitor.say("about.unofficial") in text
    assert all(name in text for name in ("Wolfgang Kramer", "Michael Kiesling", "Paulo Soledade", "Quined Games"))


def test_every_licence_is_shown_whole(visit):
    page = visit().go("/about")
    for one in json.loads((PAGES / "licences.json").read_text(encoding="utf-8")):
        told = page.locator("details", has_text=f"{one['name']} · {one['version']} · {one['identifier']}")
        told.locator("summary").click()
        text = told.locator("pre").inner_text()
        assert "".join(text.split()) == "".join(one["text"].split()) and "Copyright" in text
    ours = page.locator("details").first
    ours.locator("summary").click()
    assert "Permission is hereby granted" in ours.locator("pre").inner_text()


def test_what_is_built_in_is_named():
    """All fonts, and the program that draws the pages; under no other licences than the package tells."""
    built_in = {one["name"]: one for one in json.loads((PAGES / "licences.json").read_text(encoding="utf-8"))}
    wanted = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert {"svelte", *(name for name in wanted if name.startswith("@fontsource"))} <= set(built_in)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {one["identifier"] for one in built_in.values()} == set(project["license"].split(" AND "))
