"""While bots are still being prepared the page says so in one quiet line, and stops saying it."""

import pytest
from visiting import LANGUAGES, PHONE, words

PREPARING = {"game": "princes", "levels": ["journeyman", "master"], "coming": True, "seconds": 12}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("how", [{}, PHONE])
def test_one_quiet_line_until_they_are_ready(visit, how, language):
    left = [PREPARING]
    visitor = visit(**how, locale=language)
    visitor.context.route("**/api/preparing*", lambda route: route.fulfill(json=left))
    visitor.enter()
    seats = [{"kind": "person"}, {"kind": "bot", "level": "master"}, {"kind": "bot", "level": "greedy"}]
    table = visitor.ask("tables", {"game": "princes", "seats": seats})["info"]["table"]
    page = visitor.go(f"/table/{table}")
    line = page.get_by_text(words("table.preparing", language, seconds=12))
    line.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    left[:] = [PREPARING | {"seconds": None}]
    page.get_by_text(words("table.preparingSome", language), exact=True).wait_for()
    left[:] = [PREPARING | {"coming": False, "seconds": None}]
    page.get_by_text(words("table.unprepared", language), exact=True).wait_for()
    left.clear()
    page.get_by_text(words("table.unprepared", language), exact=True).wait_for(state="detached")


def test_not_where_only_the_apprentice_plays(visit):
    visitor = visit()
    asked = []
    visitor.context.route("**/api/preparing*", lambda route: (asked.append(1), route.fulfill(json=[PREPARING])))
    visitor.enter()
    seats = [{"kind": "person"}, {"kind": "bot", "level": "greedy"}]
    table = visitor.ask("tables", {"game": "stanza", "seats": seats})["info"]["table"]
    page = visitor.go(f"/table/{table}")
    visitor.wait_for_turn()
    page.wait_for_function("performance.getEntriesByType('resource').some((one) => one.name.includes('api/preparing'))")
    assert not page.get_by_text(words("table.preparing", seconds=12)).count()
