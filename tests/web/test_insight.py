"""A game looked through by the bot, over its replay; and a hint at the table."""

import re

from visiting import GAMES, PHONE, ROOT, SLOWEST_MS, words

RECORD = ROOT / "tests/games/princes/stored/2-seats-greedy.record"
LOOKED = 6 * SLOWEST_MS  # the bot thinks about every decision of a game
HINT = ".hint[role=status]"


def analysed(visitor):
    """At the replay of a finished game, with its whole analysis."""
    visitor.enter()
    wanted = {"seats": [{"kind": "person"}] * 2, "record": RECORD.read_text()}
    table = visitor.ask("tables", wanted)["info"]["table"]
    page = visitor.go(f"/replay/{table}?at=20")
    page.locator(".told").wait_for()
    if visitor.button("insight.begin").first.is_hidden():
        page.locator(".more summary").click()
    visitor.button("insight.begin").first.click()
    page.locator(".course .band").first.wait_for(timeout=LOOKED)  # where nothing is compiled yet, that comes first
    page.locator(".insight progress").wait_for(state="detached", timeout=LOOKED)
    found = visitor.ask(f"tables/{table}/analysis")
    assert found["done"] == found["total"]
    assert page.locator(".course .mark").count() == min(10, sum(one["cost"] > 0 for one in found["decisions"]))
    return found


def test_the_course_of_a_game_over_its_replay(visit):
    visitor = visit()
    found = analysed(visitor)
    page = visitor.page
    of = visitor.situation()["position"]

    def at(position):
        page.wait_for_url(re.compile(rf"at={position}\b"))
        page.get_by_text(words("replay.at", position=position, of=of), exact=True).wait_for()

    dear = sorted((one for one in found["decisions"] if one["cost"]), key=lambda one: (-one["cost"], one["position"]))
    assert dear, "greedy bots make mistakes"
    page.locator(".insight .one").first.click()
    at(dear[0]["position"] + 1)
    assert words("insight.better", move=dear[0]["preferred"]) in page.locator(".verdict").inner_text()
    page.keyboard.press("ArrowLeft")
    at(dear[0]["position"])
    graph = page.locator(".course .graph")
    box = graph.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    page.mouse.down()
    at(round(of / 4))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    at(round(of / 2))
    page.mouse.move(box["x"] + 10, box["y"] + box["height"] / 2)
    at(round(of / 2))
    page.get_by_label(words("insight.show")).select_option("scores")
    page.locator(".course .line").first.wait_for()
    page.locator("summary", has_text=words("insight.table")).click()
    page.locator(".insight tbody tr").first.wait_for()
    assert page.locator(".insight tbody tr").count() == found["total"]
    page.locator(".insight tbody button").nth(3).click()
    at(found["decisions"][3]["position"] + 1)


def test_a_running_game_has_no_analysis(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay(GAMES[0], 2, 20)
    visitor.wait_for_turn()
    visitor.go(f"/replay/{visitor.table}?at=5")
    visitor.page.locator(".told").wait_for()
    assert visitor.button("insight.begin").count() == 0
    assert visitor.page.get_by_role("tab", name=words("insight.tab")).count() == 0


def test_a_hint_is_shown_and_played(visit):
    visitor = visit(**PHONE)
    visitor.enter()
    visitor.lay("princes", 3, 40)
    visitor.wait_for_turn()
    position = visitor.situation()["position"]
    visitor.button("hint.ask").click()
    visitor.button("hint.play").wait_for()
    hint = visitor.ask(f"tables/{visitor.table}/hint", {"seat": 0, "after": position})
    told = visitor.page.locator(HINT).inner_text()
    assert hint["sentence"] in told and hint["reason"] in told
    visitor.button("page.close").click()
    assert visitor.page.locator(HINT).count() == 0
    visitor.button("hint.ask").click()
    visitor.button("hint.play").click()
    visitor.wait_past(position)
    assert visitor.page.locator(HINT).count() == 0
    shown = visitor.ask(f"tables/{visitor.table}/replay/{position + 1}")
    assert (shown["mover"], shown["move"]) == (0, hint["move"])


def test_a_table_that_is_not_casual_has_no_button(visit):
    visitor = visit()
    visitor.enter()
    seats = [{"kind": "person"}, {"kind": "bot", "level": "greedy"}]
    made = visitor.ask("tables", {"game": "carrara", "seats": seats, "casual": False})
    visitor.go(f"/table/{made['info']['table']}")
    visitor.wait_for_turn()
    assert visitor.button("hint.ask").count() == 0
