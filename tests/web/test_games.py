"""Whole games through the page: two people in two browsers, one of them by an invitation, and a bot."""

import random
import re

import pytest
from visiting import GAMES, play_out, words

from mecenate.core.records import loads
from mecenate.games import load


def invite(anna, game):
    """Anna sets up a table for herself, a friend and a bot, by the page alone. Gives the friend's link."""
    page = anna.go()
    page.locator(f"article.{game}").get_by_role("link", name=words("home.invite")).click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_label(words("new.who", n=2)).select_option("link")
    page.get_by_label(words("new.who", n=3)).select_option("bot")
    page.get_by_label(words("new.level", n=3)).select_option("greedy")
    page.get_by_label(words("join.name")).fill("Anna")
    anna.button("new.create").click()
    anna.at_table()
    return page.get_by_label(words("waiting.invitation", n=2)).input_value()


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_bot_play_a_whole_game(visit, game):
    anna, bruno = visit(), visit()
    link = invite(anna, game)
    bruno.page.goto(link)
    bruno.page.get_by_label(words("join.name")).fill("Bruno")
    bruno.button("join.sit").click()
    assert bruno.at_table() == anna.table

    answers = play_out([anna, bruno], random.Random(game), 150)
    assert answers > 20
    record = anna.ask(f"tables/{anna.table}/record")
    match = loads(record, load)
    assert match.over and len(match.moves) == anna.situation()["position"]
    final = dict(zip(match.names, match.scores(), strict=True))
    assert set(final) >= {"Anna", "Bruno"}
    assert anna.ranking() == bruno.ranking() == final
    winners = [match.names[seat] for seat in match.winners()]
    for one, own in ((anna, "Anna"), (bruno, "Bruno")):
        told = [words("ending.mine").partition("{")[0]] if winners == [own] else winners
        assert all(part in one.page.locator(".won").inner_text() for part in told)
        assert re.match(re.escape(match.game.title), one.page.title())
