"""People at a table and elsewhere: accounts, asking each other, going away and coming back, talking."""

import random
import re

import pytest
from visiting import ASK, LANGUAGES, QUESTION, words


def tables(visitor):
    """How many of one's own tables the door shows, beside those of others with free seats."""
    visitor.go()
    visitor.page.locator("article.princes").wait_for()
    visitor.page.wait_for_load_state("networkidle")
    return form(visitor, "home.mine").locator("a[href*='#/table/']").count()


def form(visitor, key):
    """The panel of the account page with a heading."""
    return visitor.page.locator("section", has=visitor.page.get_by_role("heading", name=words(key), exact=True))


def together(visit, game="princes", **how):
    """Anna and Bruno at a table, each in a browser of their own; Anna is asked first."""
    anna, bruno = visit(), visit(**how)
    anna.enter("Anna")
    seats = [{"kind": "person"}, {"kind": "link"}, {"kind": "bot", "level": "random", "name": "Carlo"}]
    made = anna.ask("tables", {"game": game, "seats": seats})
    anna.go(f"/table/{made['info']['table']}")
    bruno.go(f"/join/{made['invitations'][0]['token']}")
    bruno.page.get_by_label(words("join.name")).fill("Bruno")
    bruno.button("join.sit").click()
    bruno.at_table()
    return anna, bruno


def marked(visitor):
    """What is written beside the marks of guests on the page."""
    marks = visitor.page.get_by_role("img", name=words("seat.guest", visitor.language), exact=True)
    return marks.locator("xpath=..").all_inner_texts()


def turn_of(who, other):
    """Until somebody is asked; the other one takes the first answer each time."""
    while not who.situation()["offers"]:
        now = other.situation()
        if now["offers"]:
            move = {"seat": now["asked"], "move": now["offers"][0]["notation"], "after": now["position"], "seen": now["seq"]}
            other.ask(f"tables/{other.table}/move", move)
    who.wait_for_turn()


def test_a_guest_becomes_an_account_and_logs_in_elsewhere(visit, watch):
    watch.expect(r"status of 40[19]")
    anna, elsewhere = visit(), visit()
    anna.play_now("princes")
    assert tables(anna) == 1
    anna.go("/account")
    new = form(anna, "account.register")
    new.get_by_label(words("account.name"), exact=True).fill("Annalisa")
    entering = form(anna, "account.login").get_by_label(words("account.name"), exact=True)
    assert entering.input_value() == "", "what is typed in one form does not appear in another"
    new.get_by_label(words("account.password"), exact=True).fill("a long password")
    new.get_by_role("button").click()
    anna.page.get_by_text(words("account.welcome"), exact=True).wait_for()
    assert tables(anna) == 1, "the guest's table came along"

    elsewhere.go("/account")
    known = form(elsewhere, "account.login")
    known.get_by_label(words("account.name"), exact=True).fill("Annalisa")
    known.get_by_label(words("account.password2"), exact=True).fill("a wrong password")
    known.get_by_role("button").click()
    known.get_by_role("alert").wait_for()
    known.get_by_label(words("account.password2"), exact=True).fill("a long password")
    known.get_by_role("button").click()
    elsewhere.page.get_by_text(words("account.welcome"), exact=True).wait_for()
    assert tables(elsewhere) == 1

    anna.go("/account")
    anna.button("account.logout").click()
    anna.page.get_by_text(words("account.goodbye"), exact=True).wait_for()
    assert tables(anna) == 0


def test_messages_say_what_this_server_can_not_do(visit, watch):
    watch.expect("status of 422")
    anna = visit()
    anna.enter()
    anna.go("/account")
    panel = form(anna, "notices.title")
    missing = panel.get_by_text(words("notices.missing").partition("{")[0])
    missing.wait_for()
    assert words("notices.mail") in missing.inner_text() and words("notices.webhook") not in missing.inner_text()
    panel.get_by_label(words("notices.hookTo")).fill("http://127.0.0.1/nowhere")
    panel.get_by_role("button", name=words("notices.on")).click()
    panel.get_by_role("alert").wait_for()


def test_a_pause_by_agreement(visit):
    anna, bruno = together(visit)
    anna.button("menu.title").click()
    anna.button("menu.pause").click()
    anna.page.get_by_text(words("request.waiting_1", n=1)).wait_for()
    bruno.button("request.no").click()
    anna.page.locator(QUESTION).get_by_role("status").get_by_text("Bruno").wait_for()
    anna.button("menu.title").click()
    anna.button("menu.pause").click()
    bruno.button("request.yes").click()
    for one in (anna, bruno):
        one.page.get_by_text(words("table.paused")).wait_for()
        assert not one.state()["mine"]
    bruno.button("table.resume").click()
    for one in (anna, bruno):
        one.page.get_by_text(words("table.paused")).wait_for(state="hidden")
    anna.wait_for_turn()


def test_a_bot_plays_for_somebody_who_has_gone_and_gives_the_seat_back(visit):
    anna, bruno = together(visit)
    table = anna.table
    turn_of(bruno, anna)
    anna.page.get_by_text(words("question.other", name="Bruno")).wait_for()
    assert anna.button("question.claim", name="Bruno").count() == 0, "who is there is not replaced"
    bruno.page.goto("about:blank")
    anna.button("question.claim", name="Bruno").click()
    anna.page.locator(".people").get_by_text(words("seat.absent")).wait_for()
    anna.wait_for_turn()

    bruno.go(f"/table/{table}")
    bruno.page.get_by_text(words("table.botPlays")).wait_for()
    bruno.button("table.takeBack").click()
    bruno.page.get_by_text(words("table.botPlays")).wait_for(state="hidden")
    anna.page.locator(".people").get_by_text(words("seat.absent")).wait_for(state="hidden")
    turn_of(bruno, anna)


def test_nobody_is_replaced_before_the_time(visit):
    anna, bruno = together(visit)
    turn_of(bruno, anna)

    def later(route):
        answer = route.fetch()
        told = answer.json()
        if told["claim_at"] is not None:
            told["claim_at"] = told["clock"]["at"] + 600_000
        route.fulfill(response=answer, json=told)

    anna.page.route("**/situation*", later)
    with anna.page.expect_response("**/situation*"):
        bruno.page.goto("about:blank")
        anna.page.get_by_text(words("question.missing", name="Bruno")).wait_for()
    assert not anna.button("question.claim", name="Bruno").count()


def test_resigning_and_coming_back(visit):
    anna, bruno = together(visit)
    turn_of(bruno, anna)
    bruno.button("menu.title").click()
    bruno.button("menu.resign").click()
    bruno.button("menu.resignSure").click()
    bruno.page.get_by_text(words("table.botPlays")).wait_for()
    anna.page.locator(".people").get_by_text(words("seat.resigned")).wait_for()
    anna.wait_for_turn()
    bruno.button("table.takeBack").click()
    turn_of(bruno, anna)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_undo_that_the_others_are_asked_for(visit, watch, answer):
    watch.expect(r"409 \(Conflict\).*ask-undo")  # while the bot moves, what is asked comes too late
    anna, bruno = together(visit)
    turn_of(bruno, anna)
    before = bruno.situation()["position"]
    bruno.answer(random.Random(2))
    asked = anna.page.get_by_text(re.compile("^" + re.escape(words("request.undo", name="Bruno").partition("{to}")[0])))
    while not bruno.situation()["request"]:
        bruno.button("question.askUndo").click()
        bruno.page.wait_for_timeout(300)
    asked.wait_for()
    anna.button(f"request.{answer}").click()
    if answer == "yes":
        bruno.page.locator(".log .undone").first.wait_for()
        bruno.wait_for_turn()
        assert bruno.situation()["position"] == before
    else:
        bruno.page.locator(QUESTION).get_by_role("status").get_by_text("Anna").wait_for()
        assert bruno.situation()["position"] > before


def test_an_undo_that_comes_too_late_for_a_bot_is_meant_all_the_same(visit, watch):
    watch.expect(r"409 \(Conflict\).*undo")
    anna = visit()
    anna.play_now("carrara")
    anna.wait_for_turn()
    before = anna.situation()["position"]
    anna.answer(random.Random(2))
    anna.wait_past(before)
    sent: list[int] = []

    def late(route):
        """As if a bot had just moved."""
        body = route.request.post_data_json
        sent.append(body["after"])
        route.continue_(post_data={**body, "after": body["after"] - (len(sent) == 1)})

    anna.page.route("**/undo*", late)
    anna.button("question.undo").click()
    anna.page.locator(".log .undone").first.wait_for()
    assert len(sent) == 2 and anna.situation()["position"] == before
    assert not anna.page.get_by_role("alert").count()


def test_talking(visit):
    anna, bruno = together(visit)
    anna.page.get_by_role("tab", name=words("table.chat")).click()
    anna.page.get_by_label(words("table.saySomething")).fill("Good evening")
    anna.button("table.send").click()
    chat = bruno.page.get_by_role("tab", name=words("table.chat"))
    chat.get_by_text("1").wait_for()
    chat.click()
    bruno.page.get_by_role("log").get_by_text("Good evening").wait_for()
    assert anna.page.locator(ASK).count() == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_others_without_an_account_are_marked(visit, language):
    anna, bruno = visit(locale=language), visit(locale=language)
    anna.enter("Anna")
    anna.ask("register", {"name": f"Anna {language}", "password": "a long password"})
    seats = [{"kind": "person"}, {"kind": "link"}, {"kind": "open"}]
    made = anna.ask("tables", {"game": "princes", "seats": seats})
    bruno.enter("Bruno")
    bruno.ask(f"join/{made['invitations'][0]['token']}", {})
    for one, names in ((anna, {"Bruno"}), (bruno, set())):
        one.go(f"/table/{made['info']['table']}")
        one.page.get_by_text("Bruno", exact=True).first.wait_for()
        assert set(marked(one)) == names, "an account is no guest, and of oneself one knows it"
