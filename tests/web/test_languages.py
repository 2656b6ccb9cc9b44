"""Every page in three languages: no key and no empty place in sight, and nothing left in English."""

import re

import pytest
from visiting import GAMES, LANGUAGES, ROOT, leaves, texts

OWN = set(texts("en"))
LOCALES = {"en": "en-GB", "de": "de-DE", "nl": "nl-NL"}
SHOWN = """() => {
  const of = (name) => [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name));
  return [document.title, document.body.innerText, ...of('aria-label'), ...of('title'), ...of('placeholder'),
    ...[...document.querySelectorAll('svg title, svg text')].map((one) => one.textContent)].join('\\n');
}"""


def games_keys():
    import tomllib

    found = set()
    for path in (ROOT / "src/mecenate").rglob("en.toml"):
        found |= set(tomllib.loads(path.read_text()))
    return found


KEYS = re.compile(rf"(?<![\w/.])(?:{'|'.join(sorted(OWN | games_keys()))})\.[a-zA-Z_][\w.-]*")
PLACES = re.compile(r"\{\w+\}")


def check(visitor, language):
    page = visitor.page
    shown = page.evaluate(SHOWN)
    assert page.evaluate("document.documentElement.lang") == language
    assert not (found := KEYS.findall(shown)), f"keys instead of words at {page.url}: {found}"
    assert not (found := PLACES.findall(shown)), f"empty places at {page.url}: {found}"
    if language != "en":
        foreign = {text for text in leaves(texts("en")) if len(text) > 12 and "{" not in text} - set(leaves(texts(language)))
        assert not (found := [text for text in foreign if text in shown]), f"English at {page.url}: {found}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(visit, language):
    visitor = visit(locale=LOCALES[language])
    for where in ("/", "/new/princes", "/rules/stanza", "/account", "/import", "/verify", "/about", "/nowhere"):
        visitor.go(where)
        visitor.page.locator("h1, .lead").first.wait_for(state="attached")
        visitor.page.wait_for_load_state("networkidle")
        check(visitor, language)


def test_games_are_called_as_on_their_boxes(visit):
    visitor = visit(locale=LOCALES["de"])
    for where in ("/", "/new/princes", "/rules/princes"):
        page = visitor.go(where)
        page.get_by_text("Die Fürsten von Florenz", exact=True).first.wait_for()
        assert "The Princes of Florence" not in page.locator("main").inner_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables(visit, language):
    visitor = visit(locale=LOCALES[language])
    visitor.enter()
    for game in GAMES:
        visitor.lay(game, 4, 40)
        visitor.wait_for_turn()
        check(visitor, language)
        visitor.button("menu.title").click()
        check(visitor, language)
        visitor.go(f"/replay/{visitor.table}?at=20")
        visitor.page.locator(".told").wait_for()
        check(visitor, language)


def test_another_language_at_the_table(visit):
    """The choice in the menu changes everything at once, also what the server tells."""
    visitor = visit()
    visitor.enter()
    visitor.lay("carrara", 2, 12)
    visitor.wait_for_turn()
    english = visitor.page.locator(".log p").last.inner_text()
    visitor.button("menu.title").click()
    visitor.page.get_by_role("combobox", name=visitor.say("settings.language")).select_option("de")
    visitor.language = "de"
    visitor.button("page.close").click()
    visitor.page.wait_for_function("(old) => [...document.querySelectorAll('.log p')].at(-1)?.innerText !== old", arg=english)
    visitor.wait_for_turn()
    check(visitor, "de")
