"""On a phone and on a desk: at the table within two clicks, everything in its place."""

import random

import pytest
from screenshots import endings
from shifting import MOST, pages, shifts
from visiting import ASK, DESKTOP, GAMES, PHONE, words

from mecenate import bots
from mecenate.core.match import Match
from mecenate.core.records import dumps
from mecenate.games import load

SIZES = {"phone": PHONE, "desktop": DESKTOP}
# On its side a phone is narrower or wider than where the page changes its shape (720 pixels): one of each.
SIDEWAYS = [{**PHONE, "viewport": {"width": width, "height": height}} for width, height in ((667, 375), (844, 390))]
OVERFLOW = """() => {
  const page = document.scrollingElement;
  return { across: page.scrollWidth - innerWidth, down: page.scrollHeight - innerHeight };
}"""
# Whether the middle of the first line can be seen: inside the window, and nothing lies over it.
SEEN = """(ask) => {
  const range = document.createRange();
  range.selectNodeContents(ask);
  const line = range.getClientRects()[0];
  if (!line || line.top < 0 || line.bottom > innerHeight || line.left < 0 || line.right > innerWidth) return false;
  const there = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
  return ask.contains(there);
}"""
# Controls beyond the edge of the window, and answers whose words do not fit into their button.
CUT = """() => {
  const beyond = (one) => one.getBoundingClientRect().right > innerWidth + 1;
  const outer = [...document.querySelectorAll('.head :is(a, button), nav.tabs button')].filter((one) => one.checkVisibility());
  const answers = [...document.querySelectorAll('.question .answer')].filter((one) => one.checkVisibility());
  const full = (one) => one.scrollWidth > one.clientWidth + 1;
  return [...outer.filter(beyond), ...answers.filter(full)].map((one) => one.innerText);
}"""


def check_table(visitor):
    page = visitor.page
    assert page.evaluate(CUT) == [], "cut off"
    assert page.evaluate(OVERFLOW) == {"across": 0, "down": 0}, "the page scrolls at the table"
    assert page.locator(ASK).first.evaluate(SEEN), f"the question is not to be seen: {page.locator(ASK).first.inner_text()}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIDEWAYS)
def test_a_phone_on_its_side_has_the_whole_table(visit, size, game):
    visitor = visit(**size)
    visitor.enter()
    visitor.lay(game, 4, 60)
    visitor.wait_for_turn()
    check_table(visitor)
    visitor.button("menu.title").tap()
    visitor.button("menu.resign").wait_for()
    visitor.button("page.close").tap()
    for tab in ("tabs.own", "tabs.talk", "tabs.shared"):
        visitor.button(tab).tap()
        check_table(visitor)
    visitor.page.get_by_role("link", name="Mecenate").tap()
    visitor.page.locator(f"article.{game}").wait_for()


@pytest.mark.parametrize("size", SIDEWAYS)
def test_the_reason_is_in_sight_on_a_phone_on_its_side(visit, size):
    visitor = visit(**size)
    visitor.enter()
    visitor.lay("princes", 4, 60, "bid")
    visitor.wait_for_turn()
    visitor.button("question.why").tap()
    heading = visitor.page.locator(".question .why :is(h3, .small-title, p)").first
    heading.wait_for()
    visitor.page.wait_for_function(f"({SEEN})(document.querySelector('.question .why :is(h3, .small-title, p)'))")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_at_the_table_in_one_step(visit, size, game):
    visitor = visit(**SIZES[size])
    page = visitor.go()
    assert page.evaluate(OVERFLOW)["across"] == 0, "the door scrolls sideways"
    button = page.locator(f"article.{game}").get_by_role("button", name=visitor.say("home.play"))
    button.tap() if size == "phone" else button.click()
    visitor.at_table()
    chance = random.Random(size + game)
    for _ in range(3):
        assert not visitor.wait_for_turn()["over"]
        check_table(visitor)
        visitor.play(1, chance)
    for moves in (40, 130):
        visitor.lay(game, 4, moves)
        visitor.wait_for_turn()
        check_table(visitor)
    page = visitor.go(f"/replay/{visitor.table}?at=20")
    page.locator(".told").wait_for()
    assert page.evaluate(OVERFLOW) == {"across": 0, "down": 0}
    assert page.evaluate(CUT) == [], "cut off in the replay"


@pytest.mark.parametrize("where", ["/new/princes", "/rules/carrara", "/account", "/import", "/verify"])
def test_no_page_of_a_phone_scrolls_sideways(visit, where):
    page = visit(**PHONE).go(where)
    page.locator("h1").first.wait_for()
    assert page.evaluate(OVERFLOW)["across"] == 0


def test_the_parts_of_the_table_on_a_phone(visit):
    """Tabs lead to what a phone has no room for."""
    visitor = visit(**PHONE)
    visitor.enter()
    visitor.lay("princes", 3, 30)
    for key in ("own", "hand", "shared", "talk"):
        tab = visitor.page.locator("nav.tabs").get_by_role("button", name=visitor.say(f"tabs.{key}"), exact=True)
        tab.tap()
        visitor.page.locator(f".layout[data-tab={key}]").wait_for()
        assert tab.get_attribute("aria-pressed") == "true"
        pane = visitor.page.locator(f".pane.{key}" if key != "talk" else "#talk-pane")
        visitor.page.wait_for_function(
            "(pane) => { const at = pane.getBoundingClientRect(); return Math.abs(at.left) < 12 && at.right < innerWidth + 2 }",
            arg=pane.element_handle(),
        )
        check_table(visitor)


@pytest.mark.parametrize("size", SIZES)
def test_play_now_is_in_sight_however_many_tables_one_has(visit, size):
    visitor = visit(**SIZES[size])
    visitor.enter()
    for _ in range(7):
        visitor.ask("tables", {"game": "stanza", "seats": [{"kind": "person"}, {"kind": "open"}]})
    page = visitor.go()
    page.get_by_role("button", name=words("home.all", n=7)).wait_for()
    for game in GAMES:
        box = page.locator(f"article.{game}").get_by_role("button", name=words("home.play")).bounding_box()
        assert box and box["y"] + box["height"] <= page.evaluate("innerHeight"), game
    page.get_by_role("button", name=words("home.all", n=7)).click()
    assert page.locator("a[href*='#/table/']").count() >= 7


def test_five_people_fit_into_the_rail(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("princes", 5, 90)
    visitor.wait_for_turn()
    assert visitor.page.locator(".people").evaluate("rail => rail.scrollHeight - rail.clientHeight") <= 0
    assert visitor.page.locator(".people li").count() == 5


def test_a_tie_says_what_decided_it(visit):
    """Three who have not a point: the florins decide."""
    visitor = visit()
    visitor.enter()
    match = Match(load("princes"), 3, seed=0)
    bot = bots.make("random", match.game, 0)
    while not match.over:
        match.play(bot.choose(match))
    seats = [{"kind": "person", "name": name} for name in ("Anna", "Bruno", "Clara")]
    table = visitor.ask("tables", {"seats": seats, "record": dumps(match)})["info"]["table"]
    page = visitor.go(f"/table/{table}")
    page.locator(".ending .tied").wait_for()
    rows = page.locator(".ending ol li").all_inner_texts()
    ties = [tie for tie in match.ties() if tie is not None]
    assert all(str(tie) in row for tie, row in zip(sorted(ties, reverse=True), rows, strict=True)), rows
    visitor.go()
    listed = page.locator(f"a[href='#/table/{table}']")
    assert str(max(ties)) in listed.inner_text()
    assert listed.locator(".won").count() == 1


@pytest.mark.parametrize("size", SIZES)
def test_a_finished_table_shows_how_it_ended_and_what_comes_next(visit, size):
    visitor = visit(**SIZES[size])
    visitor.enter()
    for way in endings(visitor).values():
        page = visitor.go(way)
        page.locator(".ending tbody tr").first.wait_for()
        for one in (
            page.locator(".won"),
            visitor.button("ending.rematch"),
            page.get_by_role("link", name=words("replay.title")),
        ):
            box = one.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= page.evaluate("innerHeight")
        assert page.evaluate(OVERFLOW) == {"across": 0, "down": 0}
        columns = page.locator(".ending tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => Number(cell.textContent)))"
        )
        assert [sum(column) for column in zip(*columns, strict=True)] == list(visitor.ranking().values())


# From a phone to a wide screen; between them what is neither.
WINDOWS = [
    *[(390, 844), (844, 390), (700, 1000), (768, 1024), (820, 1180), (800, 600), (912, 1368), (1024, 768), (1024, 1366)],
    *[(1280, 800), (1920, 1080)],
]
THEMES = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))"
# Parts of the table that lie over each other, or that show less than they hold without a way to scroll there.
CLASH = """() => {
  const seen = [...document.querySelectorAll('.pane')].filter((one) => one.checkVisibility() && one.clientHeight);
  const name = (one) => one.className.replace(/ ?svelte-\\w+/, '');
  const held = (one) => [...one.querySelectorAll('svg, button, h3, p, .card')]
    .filter((part) => !part.closest('.hidden-text') && part.checkVisibility())
    .map((part) => part.getBoundingClientRect());
  const out = seen.filter((one) => getComputedStyle(one).overflowY === 'visible').flatMap((one) => {
    const box = one.getBoundingClientRect();
    const low = Math.max(...held(one).map((part) => part.bottom));
    const hidden = [...one.querySelectorAll('*')].some((part) => /auto|scroll/.test(getComputedStyle(part).overflowY));
    return low > box.bottom + 12 && !hidden ? [`${name(one)} hangs out by ${Math.round(low - box.bottom)}`] : [];
  });
  return out;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_no_table_is_ever_larger_than_its_window(visit, game):
    """Also after moves were taken back, when the story is longer than the window."""
    visitor = visit()
    visitor.enter()
    visitor.lay(game, 3, 40)
    page, chance = visitor.page, random.Random(game)
    while page.locator(".log p").count() < 30:
        visitor.play(1, chance)
    page.keyboard.press("u")
    page.locator(".log .undone").first.wait_for(state="attached")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        for theme, media in THEMES.items():
            page.emulate_media(**media)
            assert page.evaluate(OVERFLOW) == {"across": 0, "down": 0}, (width, height, theme)
            page.locator(".stage").hover()
            page.mouse.wheel(0, 600)
            assert page.evaluate("[scrollX, scrollY]") == [0, 0]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_anything_at_any_width(visit, game):
    visitor = visit()
    visitor.enter()
    for moves in (0, 90):
        visitor.lay(game, 4, moves)
        visitor.wait_for_turn()
        for width, height in WINDOWS:
            visitor.page.set_viewport_size({"width": width, "height": height})
            visitor.page.wait_for_function(DRAWN)
            assert visitor.page.evaluate(CLASH) == [], (moves, width, height)
            check_table(visitor)


LETTERS = "addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '{}%'))"
# A phone whose owner reads large letters, and a desktop window enlarged four times (1280 x 1024 pixels of glass).
ENLARGED = {"letters": ((390, 844), 200), "window": ((320, 256), 100)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", ENLARGED)
def test_the_table_works_enlarged(visit, how, game):
    (width, height), letters = ENLARGED[how]
    visitor = visit(**{**PHONE, "viewport": {"width": width, "height": height}})
    page = visitor.page
    page.add_init_script(LETTERS.format(letters))
    visitor.enter()
    visitor.lay(game, 3, 40)
    chance = random.Random(game)
    for _ in range(3):
        visitor.wait_for_turn()
        assert page.evaluate(CUT) == [] and page.evaluate(OVERFLOW) == {"across": 0, "down": 0}
        assert page.locator(".layout").evaluate("(all) => all.scrollWidth - all.clientWidth") <= 0, "it scrolls sideways"
        parts = (".head .button", ".head ol:visible, .head p:visible", ".question .box")
        menu, round_, question = (page.locator(part).first.bounding_box() for part in parts)
        assert menu and round_ and round_["x"] + round_["width"] <= menu["x"] + 1, "Menu lies over the rounds"
        assert question and question["height"] > 120, "the question has no room"
        visitor.play(1, chance)
    for tab in ("tabs.own", "tabs.talk", "tabs.shared"):
        visitor.button(tab).tap()
        assert page.evaluate(OVERFLOW) == {"across": 0, "down": 0}


@pytest.mark.parametrize("page", ["home", "rules", "table", "replay"])
def test_a_page_does_not_jump_while_it_loads(visit, page):
    """At a phone, through a slow network; what moves and by how much is told by `python -m bench.shift`."""
    anna = visit()
    anna.enter()
    path, ready = pages(anna, "carrara")[page]
    one = visit(**PHONE, storage_state=anna.context.storage_state(), service_workers="block")
    found = shifts(one, path, ready)
    assert sum(shift["by"] for shift in found) < MOST, found


UPRIGHT = [(700, 1000), (768, 1024), (820, 1180)]
# The parts of a table from above: what lies over another, or beside it, and how much room is left below the last one.
COLUMN = """() => {
  const stage = document.querySelector('.panes').getBoundingClientRect();
  const parts = [...document.querySelectorAll('.panes > .pane')].map((one) => one.getBoundingClientRect());
  const over = parts.filter((one, n) => n && one.top < parts[n - 1].bottom - 1).length;
  return { parts: parts.filter((one) => one.height > 30).length, over, left: Math.max(0, stage.bottom - parts.at(-1).bottom) };
}"""


@pytest.mark.parametrize("game", GAMES)
def test_an_upright_tablet_has_the_whole_table_in_one_column(visit, game):
    visitor = visit()
    visitor.enter()
    visitor.lay(game, 4, 70)
    visitor.wait_for_turn()
    page = visitor.page
    for at in (f"/table/{visitor.table}", f"/replay/{visitor.table}?at=50"):
        visitor.go(at)
        page.locator(".pane.hand *").first.wait_for()
        for width, height in UPRIGHT:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(DRAWN)
            found = page.evaluate(COLUMN)
            assert found["parts"] == 3 and found["over"] == 0, (width, height)
            assert found["left"] < 20, f"{found['left']} pixels are empty at {width} x {height}"
            assert page.locator("nav.tabs button").count() == 2
        page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.parametrize("game", GAMES)
def test_an_upright_tablet_has_room_for_large_letters(visit, game):
    visitor = visit(**{**PHONE, "viewport": {"width": 768, "height": 1024}})
    visitor.page.add_init_script(LETTERS.format(150))
    visitor.enter()
    visitor.lay(game, 3, 40)
    visitor.wait_for_turn()
    assert visitor.page.evaluate(COLUMN)["over"] == 0
    check_table(visitor)


@pytest.mark.parametrize("size", UPRIGHT)
def test_no_game_stands_alone_beside_a_gap(visit, size):
    page = visit(viewport={"width": size[0], "height": size[1]}).go()
    page.locator("article").nth(2).wait_for()
    boxes = [one.bounding_box() for one in page.locator("article").all()]
    assert len({round(box["x"]) for box in boxes if box}) in (1, 3)
    assert page.evaluate(OVERFLOW)["across"] == 0


def test_a_table_that_waits_has_the_whole_width_of_a_phone_on_its_side(visit):
    visitor = visit(**SIDEWAYS[1])
    visitor.enter()
    wanted = {"game": "stanza", "seats": [{"kind": "person"}, {"kind": "open"}]}
    page = visitor.go(f"/table/{visitor.ask('tables', wanted)['info']['table']}")
    waiting = page.locator(".waiting")
    waiting.wait_for()
    box = waiting.bounding_box()
    assert box and box["width"] > 800


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_drawing_of_the_rules_is_whole(visit, size, game):
    page = visit(**SIZES[size]).go(f"/rules/{game}")
    drawing = page.locator(".picture svg")
    drawing.wait_for()
    shown = drawing.bounding_box()
    assert shown
    _, _, width, height = map(float, (drawing.get_attribute("viewBox") or "").split())
    assert abs(shown["width"] / shown["height"] - width / height) < 0.02


def test_my_turn_and_the_round_are_to_be_read_in_a_list_on_a_phone(visit):
    visitor = visit(**PHONE)
    visitor.enter()
    visitor.lay("princes", 4, 40, characters=True)
    page = visitor.go()
    card = page.locator("a.panel").first
    told = card.locator(".more").inner_text()
    assert words("list.yours") in told and "Muse & Princess" in told
    assert page.evaluate(OVERFLOW)["across"] == 0
    tag, panel, title = (part.bounding_box() for part in (card.locator(".tag"), card, card.locator(".title")))
    assert tag and panel and title
    assert tag["x"] >= title["x"] + title["width"]
    assert tag["x"] + tag["width"] <= panel["x"] + panel["width"]


def test_five_cards_in_hand_are_all_in_sight_on_a_small_desktop(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("princes", 3, 90, characters=True, cooperation=True)
    hand = visitor.page.locator(".pane.hand .hand")
    hand.locator(".card").nth(4).wait_for()
    shown = hand.bounding_box()
    fifth = hand.locator(".card").nth(4).bounding_box()
    assert shown and fifth
    assert fifth["x"] + fifth["width"] <= shown["x"] + shown["width"]
