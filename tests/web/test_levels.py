"""Levels of bots on the page: what they are called, which one plays at once, and that one sees them think."""

import random

import pytest
from visiting import LANGUAGES, words

from mecenate.bots import levels
from mecenate.games import load

LOCALES = {"en": "en-GB", "de": "de-DE", "nl": "nl-NL"}
MASTERS = [{"kind": "person"}, *({"kind": "bot", "level": "master", "name": name} for name in ("Bruno", "Carla"))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_have_names(visit, language):
    visitor = visit(locale=LOCALES[language])
    page = visitor.go("/new/carrara")
    visitor.button("new.allBots").click()
    choice = page.get_by_label(words("new.level", language, n=2))
    called = [levels.called(level, language) for level in levels.offered(load("carrara"))]
    assert choice.locator("option").all_inner_texts() == page.locator("dt").all_inner_texts() == called
    assert choice.locator("option:checked").inner_text() == levels.called(levels.USUAL, language)
    choice.select_option(called[-1])
    visitor.button("new.create").click()
    visitor.at_table()
    for n, name in ((1, called[-1]), (2, levels.called(levels.USUAL, language))):
        page.locator(".state").nth(n - 1).get_by_text(words("seat.bot", language, level=name)).wait_for()


def test_play_now_is_against_the_usual_bots(visit):
    visitor = visit()
    visitor.play_now("stanza")
    assert {one["level"] for one in visitor.situation()["seats"] if one["kind"] == "bot"} == {levels.USUAL}


def test_who_thinks_is_seen(visit):
    visitor = visit()
    visitor.enter()
    table = visitor.ask("tables", {"game": "princes", "seats": MASTERS})["info"]["table"]
    page = visitor.go(f"/table/{table}")
    visitor.at_table()
    visitor.answer(random.Random(1))
    page.locator(".ask .thinking").wait_for(state="attached")
    page.locator(".answers").wait_for()
    assert not page.locator(".thinking").count()
