"""The commands: `mecenate serve` as a process of its own, and `mecenate admin`."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

import mecenate
from mecenate.cli import app
from mecenate.core.errors import MecenateError

PATIENCE_S = 300  # only what hangs takes so long, on however busy a machine
SRC = Path(mecenate.__file__).parents[1]


def start(*args):
    return subprocess.Popen(
        [sys.executable, "-m", "mecenate.cli", "serve", "--port", "0", *map(str, args)],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        stderr=subprocess.PIPE,
        text=True,
    )


def waiting():
    """Again and again, until somebody has what they wait for."""
    late = time.monotonic() + PATIENCE_S
    while time.monotonic() < late:
        yield
        time.sleep(0.02)
    raise AssertionError("it does not come")


def where(process) -> str:
    """The address that a server says it serves at, once it answers."""
    assert process.stderr
    for line in process.stderr:
        if found := re.search(r"serving at (\S+)/", line):
            for _ in waiting():
                try:
                    if httpx.get(f"{found[1]}/healthz", timeout=PATIENCE_S).status_code == 200:
                        return found[1]
                except httpx.TransportError:
                    process.poll()
                    assert process.returncode is None
    raise AssertionError("the server ended")


def stop(process) -> str:
    process.send_signal(signal.SIGTERM)
    said = process.stderr.read()
    process.wait(PATIENCE_S)
    process.stderr.close()
    return said


def command(*args, given=""):
    return CliRunner().invoke(app, [str(arg) for arg in args], input=given)


def ask(client, path, body, origin) -> Any:
    answer = client.post(path, json=body, headers={"Origin": origin})
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


def test_a_server_starts_answers_and_stops(tmp_path):
    database = f"sqlite:///{tmp_path}/t.sqlite"
    process = start("--database", database, "--prefix", "/games")
    try:
        url = where(process)
        assert url.endswith("/games")
        origin = url.removesuffix("/games")
        with httpx.Client(base_url=url, timeout=PATIENCE_S) as client:
            ask(client, "/api/register", {"name": "Anna", "password": "long enough"}, origin)
            seats = [{"kind": "person"}, {"kind": "bot", "level": "random"}]
            made = ask(client, "/api/tables", {"game": "stanza", "seats": seats}, origin)
            table = made["info"]["table"]
            listed = command("admin", "tables", "--database", database)
            assert table in listed.stdout and "1 running" in listed.stdout
            assert command("admin", "close", table, "--database", database, "--yes").exit_code == 0
            late = client.post(f"/api/tables/{table}/resign", json={"seat": 0}, headers={"Origin": origin})
            assert late.status_code == 409 and late.json()["error"] == "ended"
            assert client.get(f"/api/tables/{table}/situation").json()["status"] == "closed"
    finally:
        said = stop(process)
    assert process.returncode in (0, -signal.SIGTERM), said
    assert "Traceback" not in said
    lines = [json.loads(line) for line in said.splitlines()]
    assert {"method": "POST", "route": "/api/tables", "status": 201}.items() <= next(
        line for line in lines if line.get("route") == "/api/tables"
    ).items()


def test_masters_play_at_a_server_as_it_is_started(tmp_path):
    process = start("--database", f"sqlite:///{tmp_path}/t.sqlite")
    try:
        url = where(process)
        with httpx.Client(base_url=url, timeout=PATIENCE_S) as client:
            ask(client, "/api/guest", {"name": "Anna"}, url)
            seats = [{"kind": "person"}, *[{"kind": "bot", "level": "master"}] * 2]
            table = ask(client, "/api/tables", {"game": "princes", "seats": seats}, url)["info"]["table"]
            for _ in range(4):
                now = awaited(client, table)
                move = {"seat": 0, "move": now["offers"][0]["notation"], "after": now["position"], "seen": now["seq"]}
                ask(client, f"/api/tables/{table}/move", move, url)
            awaited(client, table)
            figures = dict(re.findall(r"^mecenate_(bot_\w+){.*} (\S+)$", client.get("/metrics").text, re.M))
    finally:
        said = stop(process)
    assert process.returncode in (0, -signal.SIGTERM) and "Traceback" not in said
    assert float(figures["bot_answers"]) + float(figures["bot_stood_in"]) > 0
    assert float(figures["bot_failures"]) == float(figures["bot_late"]) == 0


def awaited(client, table) -> Any:
    """The situation once the bots have answered."""
    for _ in waiting():
        now = client.get(f"/api/tables/{table}/situation").json()
        if now["offers"]:
            return now


@pytest.mark.slow
def test_several_workers_share_a_postgresql(new_postgresql):
    process = start("--database", new_postgresql(), "--workers", 2)
    try:
        url = where(process)
        with httpx.Client(base_url=url, timeout=PATIENCE_S) as client:
            ask(client, "/api/guest", {"name": "Anna"}, url)
            seats = [{"kind": "person"}, {"kind": "bot", "level": "random"}]
            table = ask(client, "/api/tables", {"game": "stanza", "seats": seats}, url)["info"]["table"]
            cookie = client.cookies["mecenate"]
        pids = set()
        for _ in waiting():  # for the second, which may still be starting
            for path in ("/metrics", f"/api/tables/{table}/situation"):  # over connections of their own, so that both are met
                answer = httpx.get(url + path, headers={"Cookie": f"mecenate={cookie}"}, timeout=PATIENCE_S)
                pids |= set(re.findall(r'mecenate_tables_in_memory{worker="(\d+)"}', answer.text))
            assert answer.json()["status"] == "running"
            if len(pids) == 2:
                break
    finally:
        said = stop(process)
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--workers", "2", "--database", "sqlite:///{}/t.sqlite"], "needs PostgreSQL"),
        (["--workers", "0"], "at least one"),
        (["--proxy", "nonsense"], "no address"),
        (["--prefix", "a b"], "no path"),
        (["--port", "99999"], "no port"),
        (["--database", "mysql://x/y"], "mysql"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_settings_are_told_in_a_line(tmp_path, args, words):
    done = command("serve", "--port", "0", *(arg.format(tmp_path) for arg in args))
    assert isinstance(done.exception, MecenateError) and words in str(done.exception)


COMMANDS = [["backup", "FILE"], ["anonymise", "anna"], ["tables"], ["close", "abc"], ["token", "anna"], ["password", "anna"]]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("slip", ["other.sqlite", "folder/t.sqlite", "empty.sqlite"])
def test_commands_make_no_database(tmp_path, words, slip):
    (tmp_path / "empty.sqlite").touch()
    before = sorted(tmp_path.rglob("*"))
    file = tmp_path / "kept"
    words = [str(file) if word == "FILE" else word for word in words]
    done = command("admin", *words, "--database", f"sqlite:///{tmp_path / slip}", given="y\n")
    assert isinstance(done.exception, MecenateError) and "There is no database of a server at" in str(done.exception)
    assert not done.output
    assert sorted(tmp_path.rglob("*")) == before


def test_a_data_folder_that_is_not_the_servers_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("MECENATE_DATA", str(tmp_path))
    monkeypatch.delenv("MECENATE_DATABASE_URL", raising=False)
    assert "MECENATE_DATA" in str(command("admin", "tables").exception)
    assert list(tmp_path.iterdir()) == []


def test_backup_restore_password_and_forgetting(tmp_path, serve):
    served = serve()
    anna = served.visitor()
    anna.post("/api/register", {"name": "Anna", "password": "long enough"}, expect=201)
    anna.table("princes", "person", "open", "open")
    here, there = served.settings.database, f"sqlite:///{tmp_path}/there.sqlite"
    file = tmp_path / "backup"
    assert "rows in" in command("admin", "backup", file, "--database", here).stdout
    refused = command("admin", "backup", file, "--database", here, given="n\n")
    assert refused.exit_code == 1 and "Replace" in refused.stdout
    assert command("admin", "restore", file, "--database", there, given="n\n").exit_code == 1
    assert "restored" in command("admin", "restore", file, "--database", there, given="y\n").stdout
    for answer in ({"given": "n\n"}, {"given": ""}):  # refused before anybody is asked
        again = command("admin", "restore", file, "--database", there, **answer)
        assert "not empty" in str(again.exception) and "Fill" not in again.output
    changed = command("admin", "password", "anna", "--database", here, given="another one\nanother one\n")
    assert changed.exit_code == 0, changed.output
    anna.get("/api/me", expect=401)
    anna.post("/api/login", {"name": "Anna", "password": "another one"})
    token = command("admin", "token", "anna", "--label", "laptop", "--database", here).stdout.strip()
    program = served.visitor(headers={"Authorization": f"Bearer {token}"})
    assert program.get("/api/me")["name"] == "Anna" and anna.get("/api/me/tokens")[0]["label"] == "laptop"
    assert command("admin", "password", "nobody", "--database", here).exit_code
    assert command("admin", "anonymise", "Anna", "--database", here, given="n\n").exit_code == 1
    assert command("admin", "anonymise", "Anna", "--database", here, "--yes").exit_code == 0
    anna.get("/api/me", expect=401)
    table = command("admin", "tables", "--database", here).stdout.split()[-7]
    unknown = command("admin", "close", "nothere", "--database", here, given="y\n")
    assert "no table 'nothere'" in str(unknown.exception) and "Close" not in unknown.output
    assert command("admin", "close", table, "--database", here, given="y\n").exit_code == 0
    closed = command("admin", "close", table, "--database", here, given="y\n")
    assert "is closed already" in str(closed.exception) and "Close" not in closed.output
    assert command("admin", "tables", "--status", "odd", "--database", here).exit_code


def test_of_backups_in_a_folder_the_latest_stay(tmp_path, serve):
    served = serve()
    served.guest()
    database = served.settings.database
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 5):
        (folder / f"mecenate-2026-01-0{day}T040000Z.backup").touch()
    (folder / "mecenate-before-the-move.backup").touch()
    done = command("admin", "backup", folder, "--keep", "2", "--database", database)
    assert done.exit_code == 0, done.output
    new = Path(re.findall(r"rows in (.*)\.", done.stdout)[0])
    assert {one.name for one in folder.iterdir()} == {
        "mecenate-2026-01-04T040000Z.backup", new.name, "mecenate-before-the-move.backup"
    }  # fmt: skip
    assert command("admin", "restore", new, "--database", f"sqlite:///{tmp_path}/there.sqlite", "--yes").exit_code == 0
    for keep, file in (("0", folder), ("2", folder / "one")):
        assert "--keep" in command("admin", "backup", file, "--keep", keep, "--database", database).stderr
