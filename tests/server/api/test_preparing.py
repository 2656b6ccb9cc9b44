"""What of the games is being prepared, as pages and whoever watches the server are told."""

import pytest

from mecenate.bots import levels
from mecenate.core.background import Outlook
from mecenate.games import GAMES
from mecenate.server import readiness


@pytest.fixture
def compiling(monkeypatch):
    """Says how far compiling is; until then everything is compiled."""

    def say(*games: str, seconds: float | None = None, coming: bool = True) -> None:
        monkeypatch.setattr(readiness, "can_search", lambda game: game.key not in games)
        monkeypatch.setattr(readiness, "outlook", lambda game="": Outlook(0.5, seconds, games if coming else ()))

    return say


def test_nothing_is_told_where_all_is_ready(served):
    anna = served.guest()
    assert anna.get("/api/preparing") == []
    health = anna.get("/healthz")
    assert health["ok"] and health["compiled"] and set(health["games"]) == set(GAMES)


def test_games_that_are_being_prepared(served, compiling):
    anna = served.guest()
    game = next(iter(GAMES))
    compiling(game, seconds=11.6)
    (found,) = anna.get("/api/preparing")
    searching = [level for level in levels.BOTS if level not in levels.AT_ONCE]
    assert found == {"game": game, "levels": searching, "coming": True, "seconds": 12}
    health = anna.get("/healthz")
    assert health["ok"] and not health["compiled"] and health["compiling"]["seconds"] == 11.6
    compiling(game, coming=False)
    assert [one["coming"] for one in anna.get("/api/preparing")] == [False]


def test_what_a_bot_can_teach_has_to_wait_as_well(served, compiling, monkeypatch):
    anna = served.guest()
    table = anna.table("princes", "person", "greedy")["info"]["table"]
    monkeypatch.setattr(served.house.insights, "_searches", lambda game: False)
    compiling("princes", seconds=8.0)
    while (now := anna.get(f"/api/tables/{table}/situation"))["asked"] != 0:
        pass
    body = {"seat": 0, "after": now["position"]}
    refused = anna.post(f"/api/tables/{table}/hint", body, expect=503)
    assert refused["error"] == "insight-preparing" and "8 s" in refused["message"]
    compiling("princes", coming=False)
    assert anna.post(f"/api/tables/{table}/hint", body, expect=503)["error"] == "insight-unprepared"
