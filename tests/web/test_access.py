"""Every page in daylight, by candlelight and in high contrast: nothing that axe calls serious or critical."""

from importlib.resources import files

import pytest
from visiting import GAMES

THEMES = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
SCRIPT = files("axe_playwright_python").joinpath("axe.min.js").read_text()
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ['violations'], rules: { region: { enabled: false } } });
  const told = (node) => `${node.html.slice(0, 160)} | ${node.failureSummary.split('\\n').slice(1, 3).join(' ')}`;
  return found.violations.filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id} (${one.impact}): ${one.nodes.slice(0, 4).map(told).join('\\n      ')}`);
}"""


def check(visitor):
    page = visitor.page
    page.evaluate(SCRIPT)
    faults = []
    for theme, media in THEMES.items():
        page.emulate_media(**media)
        page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
        faults += [f"{theme}: {fault}" for fault in page.evaluate(RUN)]
    assert not faults, "\n  ".join([page.url, *faults])


@pytest.mark.parametrize("where", ["/", "/new/carrara", "/rules/princes", "/account", "/import", "/verify", "/about"])
def test_page(visit, where):
    visitor = visit()
    visitor.go(where)
    visitor.page.wait_for_load_state("networkidle")
    check(visitor)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 800), (768, 1024)])
def test_table(visit, size, game):
    visitor = visit(viewport={"width": size[0], "height": size[1]})
    visitor.enter()
    visitor.lay(game, 4, 60)
    visitor.wait_for_turn()
    check(visitor)


@pytest.mark.parametrize("theme", THEMES)
def test_who_decides_has_a_stronger_frame_by_every_light(visit, theme):
    visitor = visit()
    visitor.enter()
    visitor.lay("stanza", 3, 40)
    visitor.wait_for_turn()
    visitor.page.emulate_media(**THEMES[theme])
    visitor.page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
    frames = visitor.page.locator(".people li.panel").evaluate_all("all => all.map((one) => getComputedStyle(one).boxShadow)")
    deciding = visitor.page.locator(".people li.deciding").evaluate("(one) => getComputedStyle(one).boxShadow")
    assert " 0px 0px 0px 1px" in deciding and frames.count(deciding) == 1


def test_what_is_drawn_is_called_by_what_is_written_on_it(visit):
    """Who speaks to their computer says what they read."""
    visitor = visit()
    visitor.enter()
    visitor.lay("carrara", 3, 100)
    visitor.wait_for_turn()
    tiles = visitor.page.locator(".pane.shared [data-carrara-lit^='build ']")
    written = "[...one.querySelectorAll('text')].map((text) => text.textContent).join(' ')"
    found = tiles.evaluate_all(f"all => all.map((one) => [one.getAttribute('aria-label'), {written}])")
    assert found and all(label.startswith(text) for label, text in found), found


def test_the_cards_in_hand_are_a_group(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("princes", 3, 40)
    visitor.wait_for_turn()
    hand = visitor.page.get_by_role("group", name=visitor.say("table.hand"), exact=True)
    assert hand.locator(".card").count()


def test_table_on_a_phone(visit):
    from visiting import PHONE

    visitor = visit(**PHONE)
    visitor.enter()
    visitor.lay("stanza", 3, 40)
    visitor.wait_for_turn()
    check(visitor)


def test_replay(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("princes", 3, 30)
    visitor.wait_for_turn()
    visitor.go(f"/replay/{visitor.table}?at=15")
    visitor.page.locator(".told").wait_for()
    check(visitor)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_analysis(visit, size):
    from test_insight import analysed
    from visiting import DESKTOP, PHONE

    visitor = visit(**(PHONE if size == "phone" else DESKTOP))
    analysed(visitor)
    if size == "phone":
        visitor.page.locator("nav.tabs").get_by_role("button", name=visitor.say("tabs.talk"), exact=True).tap()
    visitor.page.locator("summary", has_text=visitor.say("insight.table")).click()
    visitor.page.locator(".insight tbody tr").first.wait_for()
    check(visitor)


def test_hint(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("princes", 3, 40)
    visitor.wait_for_turn()
    visitor.button("hint.ask").click()
    visitor.button("hint.play").wait_for()
    check(visitor)


def test_waiting_and_joining(visit):
    anna, bruno = visit(), visit()
    anna.enter()
    made = anna.ask("tables", {"game": "stanza", "seats": [{"kind": "person"}, {"kind": "link"}, {"kind": "open"}]})
    anna.go(f"/table/{made['info']['table']}")
    check(anna)
    bruno.go(f"/join/{made['invitations'][0]['token']}")
    check(bruno)


def test_menu(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("carrara", 2, 4)
    visitor.button("menu.title").click()
    check(visitor)
