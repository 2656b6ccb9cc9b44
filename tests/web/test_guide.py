"""The guide through the first turn: it points at things, waits for real moves of any kind, and can be left at any time."""

import random
import re

import pytest
from test_access import check as accessible
from test_languages import LOCALES
from test_languages import check as in_words
from test_sizes import OVERFLOW
from visiting import BUBBLE, GAMES, PHONE

# What every first turn must have explained, whoever does what: one of each line.
LED = {
    "princes": [{"discard"}, {"open", "bid", "take"}, {"action"}],
    "carrara": [{"turn"}, {"second_buy", "second_build", "second_score"}],
    "stanza": [{"move"}, {"choice", "choice_none"}],
}
LANGUAGE = {"princes": "en", "carrara": "de", "stanza": "nl"}


def settled(visitor):
    """The guide as it stands when nothing moves any more."""
    before = None
    for _ in range(20):
        now = visitor.guide()
        if now and now == before and not now["covered"]:
            break
        before = now
        visitor.page.wait_for_timeout(120)
    assert before, "no bubble"
    return before


def looked_at(visitor):
    now = settled(visitor)
    assert not now["covered"], f"{now['step']} covers {now['covered']} of what it points at"
    assert now["inside"], f"{now['step']} sticks out of the window"
    assert len(now["told"]) > 30, "not announced"
    assert now["points"] or now["step"] in ("intro", "end"), f"{now['step']} points at nothing"
    assert visitor.page.evaluate(OVERFLOW) == {"across": 0, "down": 0}, "the page scrolls"
    in_words(visitor, visitor.language)
    return now["step"]


def toured(visitor):
    """Through the tour, step by step, up to the first question."""
    seen = []
    while visitor.page.locator(BUBBLE).get_by_text(re.compile(r"^\d+/\d+$")).count():
        seen.append(looked_at(visitor))
        visitor.next()
    assert seen[0] == "intro" and seen[-2:] == ["question", "why"] and len(seen) > 6
    return seen


def led(visitor, chance):
    """Through the first turn by real moves, whatever they are. Gives the steps that were shown."""
    seen = []
    for _ in range(120):
        visitor.page.wait_for_function(
            "() => document.querySelector('[data-step]') || document.querySelector('.question .box.mine .answers')"
        )
        if visitor.page.locator(BUBBLE).count():
            seen.append(looked_at(visitor))
            visitor.next()
            visitor.page.locator(BUBBLE).wait_for(state="detached")
            if seen[-1] == "end":
                return seen
        situation = visitor.situation()
        if situation["offers"] and visitor.wait_for_turn()["mine"]:
            visitor.answer_at_once(chance)
            visitor.wait_past(situation["position"])
            visitor.page.wait_for_timeout(150)  # the guide looks at the new question
    raise AssertionError(f"the guide does not end: {seen}")


@pytest.mark.parametrize("game", GAMES)
def test_from_the_door_to_the_end_of_the_first_turn(visit, game):
    visitor = visit(locale=LOCALES[LANGUAGE[game]])
    visitor.learn(game)
    toured(visitor)
    visitor.page.locator(BUBBLE).wait_for()
    accessible(visitor)
    seen = led(visitor, random.Random(game))
    assert len(set(seen)) == len(seen), seen
    for steps in LED[game]:
        assert steps & set(seen), (steps, seen)
    visitor.wait_for_turn()
    visitor.page.reload()
    visitor.wait_for_turn()
    assert visitor.guide() is None, "what has ended does not come back"


def test_on_a_phone(visit):
    visitor = visit(**PHONE)
    visitor.learn("carrara")
    accessible(visitor)
    toured(visitor)
    led(visitor, random.Random(7))


@pytest.mark.parametrize("game", GAMES)
def test_the_tour_on_a_small_phone(visit, game):
    visitor = visit(**{**PHONE, "viewport": {"width": 360, "height": 640}})
    visitor.learn(game)
    toured(visitor)


def test_by_keys_and_left_with_escape(visit):
    visitor = visit()
    visitor.learn("princes")
    page = visitor.page
    assert page.evaluate("() => document.activeElement.dataset.step") == "intro"
    page.keyboard.press("Enter")
    visitor.step("hand")
    page.keyboard.press("n")
    visitor.step("own")
    page.keyboard.press("Escape")
    page.locator(BUBBLE).wait_for(state="detached")
    assert visitor.say("guide.gone") in page.locator("[aria-live=polite].live").inner_text()
    page.reload()
    visitor.wait_for_turn()
    assert visitor.guide() is None
    visitor.button("menu.title").click()
    visitor.button("guide.again").click()
    visitor.step("own")


def test_a_move_in_the_middle_of_the_tour(visit):
    """Nothing is blocked: neither an answer in the bar nor its key."""
    visitor = visit()
    visitor.learn("princes")
    visitor.next()
    visitor.step("hand")
    visitor.answer(random.Random(1))
    visitor.wait_past(0)
    assert settled(visitor)["step"] == "hand"
    position = visitor.situation()["position"]
    visitor.page.keyboard.press("1")
    visitor.wait_past(position)


def test_the_key_of_the_guide_is_no_answer(visit):
    """In English "Name nothing" begins with the letter of "Next"."""
    visitor = visit()
    visitor.learn("princes")
    for _ in range(9):
        visitor.page.keyboard.press("n")
    visitor.answer(random.Random(1))
    visitor.wait_past(0)
    position = visitor.situation()["position"]
    for _ in range(4):
        visitor.page.keyboard.press("n")
        visitor.page.wait_for_timeout(100)
    assert visitor.situation()["position"] == position


def test_loaded_again_it_goes_on(visit):
    visitor = visit()
    visitor.learn("stanza")
    for _ in range(3):
        visitor.next()
    step = settled(visitor)["step"]
    assert step != "intro"
    visitor.page.reload()
    visitor.step(step)
    for _ in range(7):
        visitor.next()
    visitor.step("move")
    visitor.page.reload()
    visitor.step("move")
    visitor.next()
    visitor.page.locator(BUBBLE).wait_for(state="detached")
    visitor.page.reload()
    visitor.wait_for_turn()
    assert visitor.guide() is None, "what was put away stays away until the next question"
    visitor.button("guide.label").click()
    visitor.step("move")


def test_from_the_rules(visit):
    visitor = visit()
    visitor.go("/rules/carrara")
    visitor.button("guide.learn").click()
    visitor.at_table()
    visitor.step("intro")
    levels = {one["level"] for one in visitor.situation()["seats"] if one["kind"] == "bot"}
    assert levels == {"greedy"}


def test_no_guide_at_other_tables(visit):
    visitor = visit()
    visitor.play_now("carrara")
    visitor.wait_for_turn()
    assert visitor.guide() is None and not visitor.button("guide.label").count()
