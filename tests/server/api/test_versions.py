"""Tables that this program can't replay: of other rules, or with things in their log that are new."""

import re

import pytest
from sqlalchemy import text

from mecenate.games import GAMES


def other_rules(served, table):
    rewrite(served, table, '"rules":', '"rules":9')


def other_game(served, table, game):
    rewrite(served, table, f'"game":"{game}"', '"game":"chess"')


def rewrite(served, table, then, now):
    change(served, "UPDATE tables SET setup = replace(setup, :then, :now) WHERE id = :table", table, then=then, now=now)


def other_log(served, table):
    """Something new at the end that means nothing to the moves."""
    last = "SELECT \"table\", seq + 1, at, seat, 'omen', '{}' FROM entries WHERE \"table\" = :table ORDER BY seq DESC LIMIT 1"
    change(served, f'INSERT INTO entries ("table", seq, at, seat, kind, body) {last}', table)
    change(served, "UPDATE tables SET seq = seq + 1 WHERE id = :table", table)


def change(served, statement, table, **more):
    """As if another version had written it, and the server had just started."""

    async def write():
        async with served.services.database.transaction() as conn:
            await conn.execute(text(statement), {"table": table, **more})
        served.house.memory.missed()

    served.do(write())


@pytest.fixture
def anna(served):
    return served.guest("Anna")


def finished(anna, game):
    table = anna.table(game, "person", "random")["info"]["table"]
    while (now := anna.get(f"/api/tables/{table}/situation"))["status"] != "over":
        anna.play_one(table, now)
    return table


def mine(anna, table, language="en"):
    return next(one["summary"] for one in anna.get(f"/api/tables/mine?lang={language}") if one["summary"]["table"] == table)


@pytest.mark.parametrize("change_it", [other_rules, other_log])
def test_the_rest_of_the_list_stays(served, anna, change_it):
    old, fine = (anna.table("carrara", "person", "person")["info"]["table"] for _ in range(2))
    title = mine(anna, old)["title"]
    change_it(served, old)
    assert not mine(anna, fine)["unreadable"]
    found = mine(anna, old, "de")
    assert "Version" in found["unreadable"] and found["title"] == title
    refused = anna.get(f"/api/tables/{old}/situation", expect=422)
    assert refused["error"] in ("other-version", "other-log")
    assert anna.post(f"/api/tables/{old}/resign", {"seat": 0}, expect=422)["error"] == refused["error"]
    stranger = served.guest("Carla")
    nothing = stranger.get("/api/tables/aaaaaaaaaaaaaaaaaaaa/situation", expect=404)
    assert stranger.get(f"/api/tables/{old}/situation", expect=404) == nothing


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("change_it", [other_rules, other_log, other_game])
def test_a_finished_game_still_gives_record_chat_and_result(served, anna, game, change_it):
    table = finished(anna, game)
    anna.post(f"/api/tables/{table}/chat", {"text": "Well played"}, expect=201)
    record, before = anna.get(f"/api/tables/{table}/record").text, mine(anna, table)
    change_it(served, table, *([game] if change_it is other_game else []))
    after = mine(anna, table)
    assert after["unreadable"] and not before["unreadable"] and after["scores"]
    kept = set(after) - {"unreadable", "ties", *(["game", "title"] if change_it is other_game else [])}
    assert {key: after[key] for key in kept} == {key: before[key] for key in kept}
    assert [one["text"] for one in anna.get(f"/api/tables/{table}/chat")] == ["Well played"]
    again = anna.get(f"/api/tables/{table}/record").text
    assert again == record if change_it is other_log else moves(again) == moves(record)
    served.guest("Bert").get(f"/api/tables/{table}/record", expect=404)


def moves(record):
    """With the seed above and the result below them."""
    return re.findall(r"^(?:seed|result|\d+)\b.*$", record, re.MULTILINE)


def test_a_program_still_hears_of_its_other_tables(served, anna):
    token = anna.post("/api/me/tokens", {"label": "bot"}, expect=201)["token"]
    program = served.visitor(headers={"Authorization": f"Bearer {token}"})
    old, fine = (anna.table("stanza", "person", "person")["info"]["table"] for _ in range(2))
    other_rules(served, old)
    with program.lines("/api/stream") as lines:
        assert next(one for one in lines if one["type"] == "turn")["table"] == fine
