"""A table that waits for people: nobody is stuck there."""

import pytest
from visiting import PHONE, words


def wait(anna, *kinds):
    """A table of La Stanza with Anna and such seats."""
    seats = [{"kind": "person"}, *({"kind": kind} for kind in kinds)]
    made = anna.ask("tables", {"game": "stanza", "seats": seats})
    anna.go(f"/table/{made['info']['table']}")
    return [one["token"] for one in made["invitations"]]


@pytest.mark.parametrize("how", [{}, PHONE])
def test_a_bot_plays_for_a_friend_and_the_rest_starts_with_fewer(visit, how):
    anna = visit(**how)
    anna.enter()
    wait(anna, "link", "link", "open")
    seats = [anna.page.get_by_role("group", name=words("waiting.change", n=n), exact=True) for n in (2, 3, 4)]
    seats[0].get_by_role("button", name=words("waiting.to.bot")).click()
    seats[0].get_by_role("button", name=words("waiting.to.link")).wait_for()
    seats[2].get_by_role("button", name=words("waiting.to.none")).click()
    seats[2].wait_for(state="detached")
    seats[1].get_by_role("button", name=words("waiting.to.none")).click()
    anna.wait_for_turn()
    assert [seat["level"] != "" for seat in anna.situation()["seats"]] == [False, True]


def test_anybody_may_sit_down_where_the_friend_did_not(visit):
    anna, bruno = visit(), visit()
    anna.enter()
    bruno.enter("Bruno")
    made = anna.ask("tables", {"game": "stanza", "seats": [{"kind": "person"}, {"kind": "link"}], "public": True})
    anna.go(f"/table/{made['info']['table']}")
    anna.button("waiting.to.open").click()
    bruno.go(f"/table/{anna.table}")
    bruno.button("waiting.sit").click()
    bruno.wait_for_turn() if bruno.situation()["offers"] else anna.wait_for_turn()
    assert [seat["name"] for seat in anna.situation()["seats"]] == ["Anna", "Bruno"]


def test_the_host_closes_the_table(visit):
    anna = visit()
    anna.enter()
    wait(anna, "link")
    anna.button("waiting.close").click()
    anna.button("waiting.closeSure").click()
    anna.page.locator("article.stanza").wait_for()
    assert anna.ask("tables/mine")[0]["summary"]["status"] == "closed"
    assert not anna.page.get_by_role("heading", name=words("home.mine")).count()


def test_a_guest_gets_up(visit):
    anna, bruno = visit(), visit()
    anna.enter()
    token, _ = wait(anna, "link", "link")
    bruno.enter("Bruno")
    bruno.ask(f"join/{token}", {})
    bruno.go(f"/table/{anna.table}")
    bruno.button("waiting.leave").click()
    bruno.page.locator("article.stanza").wait_for()
    assert not anna.situation()["seats"][1]["taken"]


def test_a_host_without_a_name_is_asked_for_one(visit):
    """Who has played with bots is a guest; nobody is invited by "Guest"."""
    anna = visit()
    anna.play_now("stanza")
    page = anna.go("/new/stanza")
    anna.button("new.create").click()
    name = page.get_by_label(words("join.name"))
    assert name.evaluate("(field) => field.validity.valueMissing"), "invited without a name"
    name.fill("Anna")
    anna.button("new.create").click()
    anna.at_table()
    assert anna.situation()["seats"][0]["name"] == "Anna"


def test_on_a_phone_the_table_is_in_line_with_its_people(visit):
    anna = visit(**PHONE)
    anna.enter()
    wait(anna, "open")
    panel = anna.page.locator(".stage .waiting").bounding_box()
    people = anna.page.locator("aside.people").first.bounding_box()
    assert panel and people
    assert panel["x"] >= people["x"] > 0
    assert panel["x"] + panel["width"] <= people["x"] + people["width"]
