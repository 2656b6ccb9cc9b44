"""What happens at a table: keyboard, undo, a server that goes away, several people at one screen, watching, looking back."""

import random
import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error
from visiting import ANSWER, ASK, GAMES, LIT, played, words

from mecenate.core.match import Match
from mecenate.core.records import loads
from mecenate.games import load

FOCUS = """() => {
  const at = document.activeElement;
  return {
    answer: at.classList.contains('answer'),
    summary: at.matches('.answers summary'),
    text: at.textContent.trim(),
    game: at.closest('article')?.className ?? '',
  };
}"""


def tab_to(page, wanted, most=120):
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted(page.evaluate(FOCUS)):
            return
    raise AssertionError("the keyboard does not get there")


def test_a_whole_game_without_a_mouse(visit):
    visitor = visit()
    page = visitor.go()
    page.locator("article.stanza").wait_for()
    tab_to(page, lambda at: at["text"] == words("home.play") and "stanza" in at["game"])
    page.keyboard.press("Enter")
    visitor.at_table()
    answers = 0
    while not visitor.wait_for_turn()["over"]:
        position = visitor.situation()["position"]
        with_key = page.locator(f"{ANSWER}[aria-keyshortcuts]")
        if answers % 4 and with_key.count():
            page.keyboard.press(with_key.last.get_attribute("aria-keyshortcuts") or "")
        else:
            tab_to(page, lambda at: at["answer"] or at["summary"])
            if page.evaluate(FOCUS)["summary"]:
                page.keyboard.press("Enter")
                tab_to(page, lambda at: at["answer"])
            page.keyboard.press("Enter")
        visitor.wait_past(position)
        answers += 1
    assert answers > 10
    tab_to(page, lambda at: at["text"] == words("ending.rematch"))


def test_the_board_by_keyboard(visit):
    """What is lit can be reached and answered without a mouse, too."""
    visitor = visit()
    visitor.enter()
    visitor.lay("carrara", 2, 0)
    visitor.wait_for_turn()
    position = visitor.situation()["position"]
    lit = visitor.page.locator(LIT).locator("visible=true").first
    lit.focus()
    visitor.page.keyboard.press("Enter")
    visitor.wait_past(position)


def test_undo(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("carrara", 2, 10)
    visitor.wait_for_turn()
    chance = random.Random(5)
    before, ask = visitor.situation(), visitor.page.locator(ASK).inner_text()
    offered = visitor.page.locator(ANSWER).all_inner_texts()
    visitor.play(1, chance)
    visitor.button("question.undo").click()
    visitor.page.locator(".log .undone").first.wait_for()
    visitor.wait_for_turn()
    assert visitor.situation()["position"] == before["position"]
    assert visitor.page.locator(ASK).inner_text() == ask and visitor.page.locator(ANSWER).all_inner_texts() == offered
    visitor.play(1, chance)
    undone = visitor.page.locator(".log .undone").count()
    visitor.page.keyboard.press("u")
    visitor.page.wait_for_function(f"() => document.querySelectorAll('.log .undone').length > {undone}")
    assert visitor.situation()["position"] == before["position"]


def test_a_server_that_dies_in_the_middle_of_an_auction_and_comes_back(visit, server, watch):
    watch.expect(r"ERR_CONNECTION_REFUSED|WebSocket connection|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
    visitor = visit()
    visitor.enter()
    visitor.lay("princes", 3, 30, "bid")
    chance = random.Random(2)
    visitor.play(2, chance)
    told = visitor.page.locator(".log p").count()
    position = visitor.situation()["position"]
    server.kill()
    visitor.page.get_by_text(words("table.reconnecting")).wait_for()
    server.start()
    visitor.page.get_by_text(words("table.reconnecting")).wait_for(state="hidden", timeout=40_000)
    assert visitor.page.locator(".log p").count() == told, "nothing is lost, nothing is told twice"
    assert visitor.situation()["position"] == position
    visitor.play(2, chance)
    assert visitor.page.locator(".log p").count() > told


def test_an_answer_while_the_server_is_away(visit, server, watch):
    """It is told, it is not lost on the way, and after the return it can be given again."""
    watch.expect(r"ERR_CONNECTION_REFUSED|WebSocket connection|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
    visitor = visit()
    visitor.enter()
    visitor.lay("carrara", 2, 6)
    visitor.wait_for_turn()
    position = visitor.situation()["position"]
    server.kill()
    visitor.answer(random.Random(1))
    visitor.page.get_by_text(words("error.offline")).wait_for()
    server.start()
    visitor.page.get_by_text(words("table.reconnecting")).wait_for(state="hidden", timeout=40_000)
    assert visitor.situation()["position"] == position
    visitor.play(1, random.Random(1))
    assert not visitor.page.get_by_text(words("error.offline")).is_visible()


def test_two_people_at_one_screen(visit):
    """Set up by the page; between their turns nobody sees the other's cards."""
    visitor = visit()
    page = visitor.go("/new/stanza")
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_label(words("new.who", n=2)).select_option("screen")
    page.get_by_label(words("new.name", n=2)).fill("Bianca")
    page.get_by_label(words("join.name")).fill("Anna")
    visitor.button("new.create").click()
    visitor.at_table()
    seen, chance = [], random.Random(4)
    for _ in range(12):
        if visitor.wait_for_turn()["covered"]:
            name = page.locator(".stage .cover h1").inner_text()
            assert page.locator(f"{ANSWER}, .stage .pane").count() == 0, "covered, and yet to be seen"
            assert not seen or seen[-1] != name
            seen.append(name)
            visitor.button("handover.ready", name=name).click()
            page.locator(".pane.own").wait_for()
            visitor.wait_for_turn()
        position = visitor.situation()["position"]
        visitor.answer(chance)
        visitor.wait_past(position)
    assert {"anna", "bianca"} <= {name.lower() for name in seen}


def test_watching_by_a_link(visit):
    anna, dora = visit(), visit()
    anna.enter()
    anna.lay("princes", 3, 20)
    anna.wait_for_turn()
    anna.button("menu.title").click()
    anna.button("menu.watch").click()
    link = anna.page.get_by_label(words("menu.watch"), exact=True).and_(anna.page.locator("input")).input_value()
    anna.button("page.close").click()
    dora.page.goto(link)
    dora.at_table()
    dora.page.locator(".pane.shared").wait_for()
    anna.page.get_by_text(words("table.watching_1", n=1)).wait_for()
    assert dora.page.locator(ANSWER).count() == 0 and dora.page.locator(".pane.hand").count() == 0
    assert dora.page.locator(LIT).count() == 0, "nothing is lit for who only watches"
    told = dora.page.locator(".log p").count()
    anna.play(2, random.Random(3))
    dora.page.wait_for_function(f"() => document.querySelectorAll('.log p').length >= {told + 2}")
    assert dora.page.locator(".log p").all_inner_texts() == anna.page.locator(".log p").all_inner_texts()


def test_looking_back(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("carrara", 3, 25)
    visitor.play(1, random.Random(1))
    of = visitor.situation()["position"]
    visitor.button("menu.title").click()
    visitor.page.get_by_role("link", name=words("menu.replay")).click()
    page = visitor.page

    def at(position):
        page.get_by_text(words("replay.at", position=position, of=of), exact=True).wait_for()
        page.wait_for_url(re.compile(rf"at={position}\b"))
        return page.locator(".told").inner_text()

    start = at(0)
    page.keyboard.press("ArrowRight")
    first = at(1)
    page.keyboard.press("ArrowRight")
    assert at(2) != first
    page.keyboard.press("ArrowLeft")
    assert at(1) == first
    page.keyboard.press("End")
    at(of)
    page.keyboard.press("Home")
    assert at(0) == start
    scrubber = page.get_by_label(words("replay.position"), exact=True)
    box = scrubber.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(int(scrubber.input_value()) - of / 2) <= 1
    half = int(scrubber.input_value())
    at(half)
    page.keyboard.press("ArrowRight")
    at(half + 1)
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"() => Number(document.querySelector('input[type=range]').value) > {half + 1}")
    visitor.button("replay.first").click()
    at(0)
    visitor.button("replay.play").click()
    at(1)
    visitor.button("replay.stop").click()
    page.get_by_role("link", name=words("replay.table")).click()
    visitor.at_table()
    visitor.wait_for_turn()


def test_a_shared_position_shows_its_link_where_one_looks(visit):
    visitor = visit(viewport={"width": 1280, "height": 640})
    visitor.enter()
    visitor.lay("princes", 3, 30)
    page = visitor.go(f"/replay/{visitor.table}?at=20")
    visitor.button("replay.share").click()
    link = page.get_by_role("textbox", name=words("replay.share"))
    link.wait_for()
    inside = """(one) => {
      const [at, box] = [one.getBoundingClientRect(), one.closest('.box').getBoundingClientRect()];
      return at.top >= box.top && at.bottom <= box.bottom;
    }"""
    page.wait_for_function(f"(one) => ({inside})(one)", arg=link.element_handle())


def test_playing_on_from_a_move_of_somebody_else_keeps_my_seat_and_the_bots(visit):
    visitor = visit()
    visitor.enter()
    end = played("stanza", 3, 100_000)[1]
    visitor.lay("stanza", 3, end - 30)
    visitor.play(100, random.Random(3))
    assert visitor.situation()["status"] == "over"
    before = visitor.table
    at = next(n for n in range(end // 2, end) if visitor.ask(f"tables/{before}/replay/{n}")["asked"] == 1)
    page = visitor.go(f"/replay/{before}?at={at}")
    assert not page.get_by_label(words("import.seat")).count(), "asked although it is known"
    visitor.button("replay.continue").click()
    page.wait_for_url(lambda url: before not in url)
    visitor.at_table()
    now = visitor.situation()
    assert now["my_seats"] == [0]
    assert [(seat["level"], seat["name"]) for seat in now["seats"][1:]] == [("greedy", words(f"names.{n}")) for n in range(2)]


def test_playing_on_in_a_game_of_others_asks_for_whom(visit):
    visitor = visit()
    visitor.enter()
    record, end = played("stanza", 3, 100_000)
    seats = [{"kind": "person", "name": name} for name in ("Bruno", "Clara", "Dario")]
    visitor.ask("tables", {"seats": seats, "record": record, "position": end})
    table = visitor.ask("tables/mine")[0]["summary"]["table"]
    page = visitor.go(f"/replay/{table}?at=20")
    page.get_by_label(words("import.seat")).select_option("2")
    visitor.button("replay.continue").click()
    page.wait_for_url(lambda url: table not in url)
    visitor.at_table()
    assert visitor.situation()["my_seats"] == [2]


def test_a_finished_record_opens_as_its_replay(visit, watch):
    visitor = visit(locale="de-DE")
    record, of = played("carrara", 3, 100_000)
    page = visitor.go("/import")
    page.get_by_label(visitor.say("import.paste")).fill(record.replace("check: ", "check: 0"))
    watch.expect("422")
    visitor.button("import.look").click()
    page.get_by_role("alert").get_by_text("Prüfsumme").wait_for()
    page.get_by_label(visitor.say("import.paste")).fill(record)
    visitor.button("import.look").click()
    page.wait_for_url(re.compile(r"#/replay/\w+\?at=0"))
    page.get_by_text(visitor.say("replay.at", position=0, of=of), exact=True).wait_for()
    page.keyboard.press("End")
    page.get_by_text(visitor.say("replay.at", position=of, of=of), exact=True).wait_for()
    assert page.locator(".log p").count() > of / 2, "the whole game is in the log"
    page.get_by_role("link", name=visitor.say("replay.table")).click()
    visitor.at_table()
    page.locator(".question .won").wait_for()
    scores = [int(score) for score in record.splitlines()[-2].removeprefix("result: ").split()]
    assert visitor.ranking() == dict(zip(("Anna", "Bruno", "Clara"), scores, strict=True))
    assert page.get_by_role("link", name=visitor.say("ending.proof")).count() == 0, "nobody promised anything of this deal"


@pytest.mark.parametrize("game", GAMES)
def test_a_move_on_the_drawing_itself(visit, game):
    visitor = visit()
    visitor.enter()
    visitor.lay(game, 3, 0)
    chance = random.Random(game)
    for _ in range(12):
        assert not visitor.wait_for_turn()["over"]
        position = visitor.situation()["position"]
        lit = visitor.page.locator(LIT).locator("visible=true")
        if lit.count():
            name = lit.first.get_attribute("aria-label")
            lit.first.click()
            visitor.wait_past(position)
            made = [one for one in visitor.ask(f"tables/{visitor.table}/entries") if one["kind"] == "move" and one["seat"] == 0]
            assert made, name
            return
        visitor.play(1, chance)
    raise AssertionError("nothing was ever lit")


def test_a_tile_laid_on_the_board(visit):
    """The building hangs at the mouse over the principality, and a click lays it there."""
    visitor = visit()
    visitor.enter()
    visitor.lay("princes", 3, 0, "place")
    visitor.wait_for_turn()
    position = visitor.situation()["position"]
    offered = {one["sentence"] for one in visitor.situation()["offers"]}
    board = visitor.page.locator(".pane.own svg[data-lit]")
    box = board.bounding_box()
    assert box
    for part in (0.5, 0.35, 0.65, 0.2, 0.8):
        visitor.page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] * part)
        if board.get_attribute("aria-label") in offered:
            visitor.page.mouse.down()
            visitor.page.mouse.up()
            visitor.wait_past(position)
            return
    raise AssertionError("the tile fits nowhere")


def test_what_is_not_possible_says_why(visit):
    visitor = visit()
    visitor.enter()
    visitor.lay("princes", 3, 5)
    visitor.wait_for_turn()
    visitor.button("question.why").click()
    visitor.page.locator(".why").wait_for()
    assert len(visitor.page.locator(".why p").last.inner_text()) > 20


TO_THE_END = "(log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight)"


@pytest.mark.parametrize("game", GAMES)
def test_the_chronicle_follows_the_game_until_its_reader_turns_away(visit, game):
    visitor = visit()
    visitor.enter()
    visitor.lay(game, 3, 40)
    page, chance = visitor.page, random.Random(game)
    log = page.locator(".log")
    for _ in range(14):
        visitor.play(1, chance)
        page.wait_for_function(f"() => ({TO_THE_END})(document.querySelector('.log')) < 4")
    newest = visitor.button("table.newest")
    assert not newest.is_visible()
    log.hover()
    page.mouse.wheel(0, -400)
    newest.wait_for()
    page.wait_for_function("() => document.querySelector('.log').scrollTop > 0")
    at = log.evaluate("(log) => log.scrollTop")
    told = log.locator("p").count()
    while log.locator("p").count() == told:
        visitor.play(1, chance)
    assert log.evaluate("(log) => log.scrollTop") == at
    newest.click()
    newest.wait_for(state="hidden")
    assert log.evaluate(TO_THE_END) < 4


def test_my_cities_are_dark_while_somebody_else_builds(visit):
    """In Carrara, seen in the replay: bots are too quick for it at the table."""
    match = loads(played("carrara", 3, 100_000)[0], load)
    again = Match(match.game, match.seats, match.seed, match.options)
    others = {}
    for n, move in enumerate(match.moves):
        if again.seat != 0 and again.question in ("city", "pay") and again.view(0).tile and n > 60:
            others.setdefault(again.question, n)
        again.play(move)
    assert set(others) == {"city", "pay"}
    visitor = visit()
    visitor.enter()
    visitor.lay("carrara", 3, max(others.values()))
    for position in others.values():
        page = visitor.go(f"/replay/{visitor.table}?at={position}")
        page.locator(".pane.own .ground").first.wait_for()
        assert not page.locator(".pane.own .would, .pane.own .ghost").count()
        assert not page.locator(".pane.hand .now").count()


class Swallowed:
    """A network that says nothing any more, as on a train: neither breaks nor answers, until it is back."""

    def __init__(self, visitor):
        self.dead = False
        self.held = []
        visitor.page.route("**/api/**", self._asked)
        visitor.page.route_web_socket(re.compile("/live"), self._live)

    def _asked(self, route):
        self.held.append(route) if self.dead else route.continue_()

    def end(self):
        for route in self.held:
            with suppress(Error):  # the page has given it up
                route.abort()

    def _live(self, socket):
        if self.dead:
            return  # it never opens for real
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if self.dead else server.send(message))
        server.on_message(lambda message: None if self.dead else socket.send(message))


def test_a_network_that_swallows_everything_is_noticed(visit, watch):
    watch.expect("ERR_FAILED")
    visitor = visit()
    visitor.enter()
    network = Swallowed(visitor)
    visitor.lay("carrara", 2, 6)
    visitor.wait_for_turn()
    position = visitor.situation()["position"]
    network.dead = True
    visitor.answer(random.Random(1))
    visitor.page.get_by_text(words("table.slow")).wait_for()
    lost = visitor.page.get_by_text(words("table.reconnecting"))
    lost.wait_for()
    box = visitor.page.locator(".side .question").bounding_box()
    at = lost.bounding_box()
    assert at and box and box["x"] <= at["x"] and at["y"] >= box["y"], "told elsewhere than at the question"
    network.dead = False
    visitor.page.wait_for_function("() => !document.querySelector('.question .alarm')", timeout=40_000)
    visitor.wait_for_turn()
    assert visitor.situation()["position"] == position
    visitor.play(1, random.Random(1))
    network.end()


def test_a_device_that_says_it_is_offline_is_believed(visit, watch):
    watch.expect("ERR_INTERNET_DISCONNECTED|WebSocket")
    visitor = visit()
    visitor.enter()
    visitor.lay("stanza", 2, 6)
    visitor.wait_for_turn()
    lost = visitor.page.get_by_text(words("table.reconnecting"))
    visitor.context.set_offline(True)
    lost.wait_for()
    visitor.context.set_offline(False)
    lost.wait_for(state="hidden", timeout=40_000)
    visitor.play(1, random.Random(1))


def test_only_what_a_person_has_counts_on_their_card(visit):
    """A wish that is not met has its points in brackets; those without add up to the value of the work."""
    anna = visit()
    anna.enter()
    anna.lay("princes", 4, 70)
    cards = anna.page.locator(".pane.hand .card.profession")
    cards.first.wait_for()
    brackets = 0
    for card in cards.all():
        points = card.locator(".wishes .points").all_inner_texts()
        brackets += sum(text.startswith("(+") and text.endswith(")") for text in points)
        assert int(card.locator(".seal").inner_text()) == sum(int(text) for text in points if not text.startswith("("))
    assert brackets
