"""Words are whole in every language: on cards, in headings and lists, wherever little room is."""

import pytest
from screenshots import endings
from visiting import DESKTOP, GAMES, PHONE, words

LOCALES = {"en": "en-GB", "de": "de-DE", "nl": "nl-NL"}
SIZES = [(390, 844), (844, 390), (768, 1024), (820, 1180), (1280, 800), (1920, 1080)]
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))"
# Words in a box that cuts them off and can't be scrolled, and words that hang out of what they stand on.
CUT = """(boxes) => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const [node, one] = [walk.currentNode, walk.currentNode.parentElement];
    const hidden = one.closest('.hidden-text, .head, script, style') || !one.checkVisibility();
    if (!node.textContent.trim() || hidden || one.closest('svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    const bounds = { left: Math.min(...rects.map((r) => r.left)), right: Math.max(...rects.map((r) => r.right)) };
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (/auto|scroll/.test(overflowX)) break;
      const edge = box.getBoundingClientRect();
      const holds = overflowX !== 'visible' || box.matches(boxes);
      if (holds && edge.width && (bounds.right > edge.right + 1.5 || bounds.left < edge.left - 1.5)) {
        found.add(`${node.textContent.trim()} (${box.className})`);
      }
    }
  }
  return [...found];
}"""
CARDS = ".card, .item, .stack, .space, .answer, .button, .panel"
# Names of one word that stand in two lines, though no hyphen parts them.
BROKEN = """() => [...document.querySelectorAll('.card .name, .stack .name, .item .name')].filter((one) => {
  if (!one.checkVisibility() || /[\\s\\u00ad-]/.test(one.textContent.trim())) return false;
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1;
}).map((one) => one.textContent)"""
# The phase and what is left, as far as they are in sight: whole, beside each other, and left of the button.
HEADING = """() => {
  const inner = document.querySelector('.head .inner');
  const box = inner.getBoundingClientRect();
  const seen = [...inner.querySelectorAll('p, ol')].filter((one) => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return width && (top + bottom) / 2 < box.bottom + 4 && (top + bottom) / 2 > box.top - 4;
  });
  const cut = seen.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().left < box.left - 1);
  const edges = seen.map((one) => one.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  const over = edges.filter((one, n) => n && one.left < edges[n - 1].right - 1);
  return [...cut.map((one) => one.innerText), ...over.map(() => 'one lies over another')];
}"""


def settle(visitor, width, height):
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.wait_for_function(DRAWN)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_words_of_a_table_are_whole(visit, game, language):
    visitor = visit(locale=LOCALES[language])
    visitor.enter()
    for moves in (0, 90):
        visitor.lay(game, 4, moves)
        visitor.wait_for_turn()
        for width, height in SIZES:
            settle(visitor, width, height)
            assert visitor.page.evaluate(CUT, CARDS) == [], (moves, width, height)
            assert visitor.page.evaluate(BROKEN) == [], (moves, width, height)
            assert visitor.page.evaluate(HEADING) == [], (moves, width, height)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("question", ["keep", "take", "court", "use"])
def test_names_on_narrow_cards_are_whole(visit, question, language):
    """Many cards in hand, all stacks, and the characters."""
    visitor = visit(locale=LOCALES[language])
    visitor.enter()
    options = {"characters": True} if question in ("court", "use") else {}
    visitor.lay("princes", 4, 20, question, **options)
    visitor.wait_for_turn()
    for width, height in SIZES:
        settle(visitor, width, height)
        assert visitor.page.evaluate(CUT, CARDS) == [], (width, height)
        assert visitor.page.evaluate(BROKEN) == [], (width, height)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("question", ["buy", "pick", "rest", "lay"])
def test_the_longest_headings_are_whole(visit, question, language):
    """At the table and in the replay, whose button is broader."""
    visitor = visit(locale=LOCALES[language])
    visitor.enter()
    visitor.lay("carrara", 4, 10, question, version="advanced")
    visitor.wait_for_turn()
    position = visitor.situation()["position"]
    for where in ("table", "replay"):
        visitor.go(f"/{where}/{visitor.table}?at={position}")
        visitor.page.locator(".head .inner p").first.wait_for()
        for width, height in [(360, 740), *SIZES]:
            settle(visitor, width, height)
            assert visitor.page.evaluate(HEADING) == [], (where, width, height)


@pytest.mark.parametrize("language", LOCALES)
def test_headings_of_ended_games_are_whole(visit, language):
    visitor = visit(locale=LOCALES[language])
    visitor.enter()
    for way in endings(visitor).values():
        visitor.go(way)
        visitor.page.locator(".ending").wait_for()
        for width, height in [(360, 740), *SIZES]:
            settle(visitor, width, height)
            assert visitor.page.evaluate(HEADING) == [], (way, width, height)


@pytest.mark.parametrize("language", LOCALES)
def test_words_of_the_door_are_whole(visit, language):
    visitor = visit(**PHONE, locale=LOCALES[language])
    visitor.enter()
    visitor.lay("princes", 4, 40, characters=True)
    page = visitor.go()
    more = page.locator("a.panel .more").first
    assert words("list.yours", language) in more.inner_text()
    assert more.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1 && getComputedStyle(one).textOverflow !== 'ellipsis'")
    page = visitor.go("/new/princes")
    page.locator("label.game svg").nth(2).wait_for()
    wide = page.locator("label.game").evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length")
    assert wide == 0


@pytest.mark.parametrize("question", ["court", "payment"])
def test_builders_and_works_are_whole_beside_the_characters(visit, question):
    """The lowest of the small desktops has the least room for them."""
    visitor = visit(**DESKTOP)
    visitor.enter()
    visitor.lay("princes", 4, 60, question, characters=True)
    visitor.wait_for_turn()
    court = visitor.page.locator(".pane.own .court")
    assert court.evaluate("(court) => court.scrollHeight - court.clientHeight") <= 0
