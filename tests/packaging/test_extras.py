"""What a plain installation does without: who needs it gets one line that names the extra, before any long work."""

import sys

import pytest
from click.testing import CliRunner

from mecenate.cli import app
from mecenate.core.errors import NeedsExtra
from mecenate.lab.ratings import rate
from mecenate.server.channels import open_channels
from mecenate.server.settings import Settings
from mecenate.server.storage import open_database


@pytest.fixture
def without(monkeypatch):
    def take_away(package: str) -> None:
        for name in [package, *(one for one in sys.modules if one.startswith(f"{package}."))]:
            monkeypatch.setitem(sys.modules, name, None)

    return take_away


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.mark.parametrize(
    "package, extra, command",
    [
        ("psycopg", "postgres", ["serve", "--port", "0", "--database", "postgresql://anna@127.0.0.1:1/games"]),
        ("psycopg", "postgres", ["admin", "tables", "--database", "postgresql://anna@127.0.0.1:1/games"]),
        ("openskill", "lab", ["arena", "stanza", "--bots", "greedy,random", "--seats", "2"]),
        ("matplotlib", "lab", ["arena", "stanza", "--bots", "greedy,random", "--seats", "2", "--plot", "some.svg"]),
        ("ray", "ray", ["arena", "stanza", "--bots", "greedy,random", "--seats", "2", "--ray"]),
    ],
)
def test_a_command_names_the_extra_that_it_needs(without, monkeypatch, package, extra, command):
    monkeypatch.setattr("mecenate.lab.arena.compile_games", lambda *_, **__: None)
    without(package)
    error = CliRunner().invoke(app, command).exception
    assert isinstance(error, NeedsExtra)
    assert str(error).endswith(f"Try: pip install 'mecenate[{extra}]'") and "\n" not in str(error)


def test_ratings_need_an_extra(without):
    without("openskill")
    with pytest.raises(NeedsExtra, match=r"mecenate\[lab\]"):
        rate([(["greedy", "random"], [1, 2])])


@pytest.mark.anyio
async def test_without_cryptography_a_server_has_no_web_push(tmp_path, without):
    database = await open_database(f"sqlite:///{tmp_path}/t.sqlite")
    try:
        settings = Settings(contact="mailto:host@example.org")
        assert "push" in (await open_channels(settings, database)).senders()
        without("cryptography")
        assert "push" not in (await open_channels(settings, database)).senders()
        with pytest.raises(NeedsExtra, match=r"mecenate\[push\]"):
            await open_channels(Settings(contact="mailto:host@example.org", vapid_key="a key"), database)
    finally:
        await database.close()
